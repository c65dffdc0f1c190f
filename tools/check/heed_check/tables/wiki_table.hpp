// SPDX-License-Identifier: BSL-1.0
// Converts a table of MediaWiki to lines of cells between bars.
#pragma once

#include <heed_check/tables/document_lines.hpp>
#include <heed_check/tables/html_table.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace heed::detail {

/// Whether a line begins a table of MediaWiki: {| and perhaps attributes. {|c|c|} are the columns of a LaTeX table.
inline bool begins_wiki(std::string_view line) {
    const std::string_view words = without_blanks(line);
    if (words.substr(0, 2) != "{|") return false;
    return words.size() == 2 || words.find('=') != std::string_view::npos;
}

/// The rows of a table as lines of cells between bars, one line for each row. A row of ! only has a rule below it; a !
/// before other cells is a label.
class wiki_table {
public:
    explicit wiki_table(std::string_view table) : table_(table) {}

    /// `why` says what is not read: cells that span rows or columns, tables within tables.
    std::string bars(std::string& why) {
        for (std::size_t at = std::min(table_.find('\n'), table_.size()) + 1; at < table_.size();) {
            const std::size_t end = std::min(table_.find('\n', at), table_.size());
            read_line(without_blanks(table_.substr(at, end - at)), why);
            at = end + 1;
        }
        end_row();
        return labelled_ > 0 && unlabelled_ == 0 ? with_empty_corner(rows_) : std::move(rows_);
    }

private:
    void read_line(std::string_view line, std::string& why) {
        if (line.substr(0, 2) == "{|") why = "a table within a table";
        if (line.substr(0, 2) == "|+") return;  // the caption
        if (line.substr(0, 2) == "|-") return end_row();
        const bool head = line.substr(0, 1) == "!";
        if (!head && line.substr(0, 1) != "|") {  // the last cell goes on
            if (!row_.empty()) row_.insert(row_.size() - 2, ' ' + without_bars(line));
            return;
        }
        heads_ = heads_ && head;
        for (std::size_t at = 1; at <= line.size();) {
            std::size_t end = line.find("||", at);
            if (head) end = std::min(end, line.find("!!", at));
            end = std::min(end, line.size());
            add_cell(line.substr(at, end - at), head, why);
            at = end + 2;
        }
    }
    /// A cell: what stands before a bar in it are its attributes.
    void add_cell(std::string_view cell, bool head, std::string& why) {
        const std::size_t bar = cell.find('|'), equals = cell.find('=');
        if (bar != std::string_view::npos && equals < bar) {
            const std::string_view attributes = cell.substr(0, bar);
            for (const std::string_view span : {"rowspan", "colspan"})
                if (attributes.find(span) != std::string_view::npos) why = "a cell over several rows or columns";
            cell.remove_prefix(bar + 1);
        }
        label_ = row_.empty() ? head : label_ && !head;
        row_ += (row_.empty() ? "| " : " ") + without_bars(without_blanks(cell)) + " |";
    }
    static std::string without_bars(std::string_view text) {
        std::string shown(text);
        std::replace(shown.begin(), shown.end(), '|', '?');
        return shown;
    }
    void end_row() {
        if (!row_.empty()) rows_ += row_ + (heads_ ? "\n|---|\n" : "\n");
        if (!row_.empty() && !heads_) ++(label_ ? labelled_ : unlabelled_);
        row_.clear();
        heads_ = true;
    }

    std::string_view table_;
    std::string rows_{}, row_{};
    bool heads_ = true;                          ///< all cells of the row are labels
    bool label_ = false;                         ///< only its first cell is one
    std::size_t labelled_ = 0, unlabelled_ = 0;  ///< rows with cells of which the first is a label or not
};

}  // namespace heed::detail
