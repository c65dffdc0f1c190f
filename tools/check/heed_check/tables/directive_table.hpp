// SPDX-License-Identifier: BSL-1.0
// Converts list-table and csv-table of reStructuredText to lines of cells between bars.
#pragma once

#include <heed/printed/read.hpp>
#include <heed_check/tables/document_lines.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace heed::detail {

/// The words behind the name of a directive for a table, which are its title.
struct table_directive {
    bool found = false, separated = false;  ///< separated: csv-table
    std::string_view title{};
};

inline table_directive table_directive_of(std::string_view line) {
    const std::string_view words = without_blanks(line);
    for (const std::string_view name : {".. list-table::", ".. csv-table::"})
        if (words.substr(0, name.size()) == name)
            return {true, name[3] == 'c', without_blanks(words.substr(name.size()))};
    return {};
}

/// The lines below such a directive.
class directive_table {
public:
    directive_table(std::string_view lines, bool separated) : lines_(lines), separated_(separated) {}

    /// `why` says what is not read.
    std::string bars(std::string& why) {
        bool options = true;
        for (const std::string_view line : lines_in(lines_)) {
            const std::string_view words = without_blanks(line);
            options = options && words.substr(0, 1) == ":";
            if (options)
                read_option(words, why);
            else if (separated_ && !words.empty())
                read_separated(words, why);
            else if (!words.empty())
                read_item(words, why);
        }
        end_row();
        if (heads_ > 1 || labels_ > 1) why = "several rows or columns of labels";
        return std::move(rows_);
    }

private:
    void read_option(std::string_view words, std::string& why) {
        const std::size_t colon = std::min(words.find(':', 1), words.size() - 1);
        const std::string_view name = words.substr(1, colon - 1), value = without_blanks(words.substr(colon + 1));
        if (name == "header-rows" || name == "stub-columns")
            (name[0] == 'h' ? heads_ : labels_) += value == "0" ? 0U : value == "1" ? 1U : 2U;
        else if (name == "header")
            ++heads_, read_separated(value, why);
        else if (name != "widths" && name != "width" && name != "align" && name != "class" && name != "name")
            why = "an option of the table that is not read: " + std::string(name);
    }
    /// A line of csv-table.
    void read_separated(std::string_view line, std::string& why) {
        for (std::size_t begin = 0; begin <= line.size();) {
            const std::size_t end = separated_part({line.data(), begin, line.size()}, ',').end;
            std::string_view one = without_blanks(line.substr(begin, end - begin));
            if (one.size() > 1 && one[0] == '"' && one.back() == '"') one = one.substr(1, one.size() - 2);
            add_cell(one, why);
            begin = end + 1;
        }
        end_row();
    }
    /// * - begins a row of list-table, - a cell.
    void read_item(std::string_view line, std::string& why) {
        const bool begins_row = line.substr(0, 1) == "*";
        if (begins_row) end_row(), line = without_blanks(line.substr(1));
        if (line == "-" || line.substr(0, 2) == "- ")
            add_cell(without_blanks(line.substr(1)), why);
        else if (!row_.empty())
            row_.insert(row_.size() - 2, ' ' + std::string(line));
    }
    void add_cell(std::string_view text, std::string& why) {
        const bool is_label = row_.empty() && labels_ != 0 && (heads_ == 0 || count_ != 0);
        if (is_label && read_cell({text.data(), 0, text.size()}, {}).kind == cell_kind::entry)
            why = "rows whose labels are numbers";
        std::string cell(text);
        std::replace(cell.begin(), cell.end(), '|', '?');
        row_ += (row_.empty() ? "| " : " ") + cell + " |";
    }
    void end_row() {
        if (row_.empty()) return;
        rows_ += row_ + (count_++ == 0 && heads_ != 0 ? "\n|---|\n" : "\n");
        row_.clear();
    }

    std::string_view lines_;
    bool separated_;
    std::string rows_{}, row_{};
    std::size_t heads_ = 0, labels_ = 0, count_ = 0;
};

}  // namespace heed::detail
