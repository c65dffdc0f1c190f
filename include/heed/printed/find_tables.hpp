// SPDX-License-Identifier: BSL-1.0
// Every printed matrix of a document, in the order in which they appear.
#pragma once

#include <heed/printed/read.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed {

/// A printed matrix of a document.
struct found_table {
    std::size_t line = 0;                ///< its first line, from 1
    std::string before;                  ///< what stands before it and may name it: \text{Score}(Q, K) =
    printed_table table{};               ///< empty if there is an error
    std::optional<printed_error> error;  ///< why it cannot be read; lines are those of the document
};

namespace detail {

/// The part of a document from one place to another, without blanks and $ at its ends.
inline std::string trimmed(std::string_view text) {
    constexpr const char* around = " \t\r\n$";
    const std::size_t begin = text.find_first_not_of(around);
    if (begin == std::string_view::npos) return "";
    return std::string(text.substr(begin, text.find_last_not_of(around) - begin + 1));
}

/// Whether what cannot be read is meant to be numbers: at least half of its cells are, or half of its letters digits.
inline bool is_mostly_numbers(std::string_view text) {
    std::size_t numbers = 0, others = 0;
    const form f = form_of({text.data(), 0, text.size()});
    if (f.nested) {
        for (const char c : text) {
            numbers += is_digit(c) ? 1U : 0U;
            others += is_letter(c) ? 1U : 0U;
        }
    } else {
        cursor rest = f.cells.body, row, place;
        std::size_t rules = 0;
        while (next_row(f.cells, rest, row, rules))
            while (next_cell(f.cells, row, place))
                ++(read_cell(place, f.cells.latex()).kind == cell_kind::entry ? numbers : others);
    }
    return numbers != 0 && numbers >= others;
}

/// Walks over the lines of a document; knows environments, tables, arrays and lists of lists.
class table_finder {
public:
    explicit table_finder(std::string_view document) : document_(document) {}

    std::vector<found_table> find() {
        while (at_ < document_.size()) {
            const std::size_t begin = at_;
            if (!skip_diagram() && !take_environment() && !take_table() && !take_labelled_lists() && !take_array())
                at_ = line_end(at_) + 1;
            count_lines(begin);
        }
        return std::move(found_);
    }

private:
    std::size_t line_end(std::size_t at) const {
        const std::size_t end = document_.find('\n', at);
        return end == std::string_view::npos ? document_.size() : end;
    }
    std::size_t line_begin(std::size_t at) const {
        const std::size_t end = at == 0 ? std::string_view::npos : document_.rfind('\n', at - 1);
        return end == std::string_view::npos ? 0 : end + 1;
    }
    std::string_view part(std::size_t begin, std::size_t end) const { return document_.substr(begin, end - begin); }
    std::string_view line_at(std::size_t at) const { return part(at, line_end(at)); }

    std::size_t line_number(std::size_t at) const {
        std::size_t line = line_;
        for (std::size_t i = counted_; i < at && i < document_.size(); ++i) line += document_[i] == '\n' ? 1U : 0U;
        return line;
    }
    void count_lines(std::size_t begin) {
        if (at_ <= begin) at_ = begin + 1;
        line_ = line_number(at_);
        counted_ = at_;
    }

    /// The last line with words before the line of `at`, fences left out: it introduces a table.
    std::string line_above(std::size_t at) const {
        for (std::size_t begin = line_begin(at); begin > 0;) {
            begin = line_begin(begin - 1);
            const std::string words = trimmed(line_at(begin));
            if (!words.empty() && !is_fence(words)) return words;
        }
        return "";
    }

    /// What stands before `at` on its line (but not before `from`), else the line above.
    std::string text_before(std::size_t at, std::size_t from) const {
        const std::size_t begin = line_begin(at) > from ? line_begin(at) : from;
        const std::string same_line = trimmed(part(begin, at));
        return same_line.empty() ? line_above(at) : same_line;
    }

    static bool is_fence(std::string_view words) { return words.substr(0, 3) == "```" || words.substr(0, 3) == "~~~"; }

    /// Diagrams have bars and brackets around what is no matrix.
    bool skip_diagram() {
        const std::string words = trimmed(line_at(at_));
        if (!is_fence(words) || words.find("mermaid") == std::string::npos) return false;
        do at_ = line_end(at_) + 1;
        while (at_ < document_.size() && !is_fence(trimmed(line_at(at_))));
        at_ = at_ < document_.size() ? line_end(at_) + 1 : document_.size();
        return true;
    }

    /// Reads a part; what is no number at all is passed over.
    bool take(std::size_t begin, std::size_t end, std::string before, bool errors_too = true) {
        const std::string_view text = part(begin, end);
        found_table f{line_number(begin), std::move(before), {}, std::nullopt};
        try {
            f.table = read_printed(text, f.line);
        } catch (const printed_error& e) {
            if (!errors_too || !is_mostly_numbers(text)) return false;
            f.error = e;
        }
        found_.push_back(std::move(f));
        return true;
    }

    bool take_environment() {
        if (environment_.end <= at_) environment_ = next_environment();
        const environment e = environment_;
        if (e.begin >= line_end(at_)) return false;
        const std::string before = text_before(e.begin, at_);
        at_ = e.closed ? e.end : line_end(e.begin);
        if (e.closed && e.nested)
            take_inner_environments(e.body);
        else
            take(e.begin, at_, before);
        return true;
    }

    environment next_environment() const {
        environment e = find_environment({document_.data(), at_, document_.size()});
        if (e.begin == no_position) e.end = no_position;
        return e;
    }

    /// The matrices in an outer array. What stands in the same column of its first row is their name.
    void take_inner_environments(const cursor& body) {
        std::vector<std::string> names;
        std::size_t column = 0, cell_begin = body.at;
        bool first_row = true;
        for (cursor c = body; !c.done();) {
            const environment e = find_environment(c);
            if (e.begin == c.at) {
                const std::string same_cell = trimmed(part(cell_begin, e.begin));
                const std::string name = !same_cell.empty() || column >= names.size() ? same_cell : names[column];
                if (e.nested)
                    take_inner_environments(e.body);
                else
                    take(e.begin, e.end, name);
                c.at = e.end;
                cell_begin = e.end;
            } else if (c.peek() == '&' || c.length_of("\\\\") != 0) {
                const bool next_row = c.peek() != '&';
                if (first_row) names.push_back(trimmed(part(cell_begin, c.at)));
                column = next_row ? 0 : column + 1;
                first_row = first_row && !next_row;
                c.at += next_row ? 2 : 1;
                cell_begin = c.at;
            } else {
                ++c.at;
            }
        }
    }

    bool is_table_line(std::size_t at) const {
        const std::string_view line = line_at(at);
        if (is_fence(trimmed(line)) || line.find("\\begin") != std::string_view::npos) return false;
        const cursor c{line.data(), 0, line.size()};
        return line.find('|') != std::string_view::npos || is_rule(c) || is_elided(read_cell(c, false));
    }

    /// Lines with bars, two at least.
    bool take_table() {
        if (line_at(at_).find('|') == std::string_view::npos) return false;
        std::size_t end = at_, lines = 0;
        for (; end < document_.size() && is_table_line(end); end = line_end(end) + 1) ++lines;
        if (lines < 2) return false;
        take(at_, end < document_.size() ? end : document_.size(), line_above(at_));
        at_ = end;
        return true;
    }

    /// A line such as "- Word 1: [1, 0]".
    struct labelled_list {
        bool valid = false;
        std::string label{};
        std::vector<decimal> entries{};
    };

    static std::size_t bullet_length(std::string_view line) {
        std::size_t at = line.find_first_not_of(" \t");
        if (at == std::string_view::npos) return 0;
        for (const std::string_view bullet : {"- ", "* ", "+ ", "\xE2\x80\xA2 "})
            if (line.substr(at, bullet.size()) == bullet) return at + bullet.size();
        const std::size_t begin = at;
        while (at < line.size() && is_digit(line[at])) ++at;
        return at > begin && (line.substr(at, 2) == ". " || line.substr(at, 2) == ") ") ? at + 2 : begin;
    }

    labelled_list labelled_list_at(std::size_t at) const {
        const std::string_view line = line_at(at);
        const std::size_t bracket = line.find('[');
        const std::size_t colon = bracket == std::string_view::npos ? bracket : line.rfind(':', bracket);
        if (colon == std::string_view::npos || !trimmed(line.substr(colon + 1, bracket - colon - 1)).empty()) return {};
        const std::size_t begin = bullet_length(line);
        if (begin >= colon) return {};
        const label name = label_of({line.data(), begin, colon});
        try {
            const printed_table row = read_printed(line.substr(bracket), 1);
            if (row.extents.size() != 1) return {};
            return {true, std::string(line.substr(name.begin, name.length)), row.entries};
        } catch (const printed_error&) {
            return {};
        }
    }

    /// Lists in consecutive lines: a row each.
    bool take_labelled_lists() {
        const std::size_t begin = at_;
        if (!labelled_list_at(begin).valid) return false;
        found_table f{line_number(begin), line_above(begin), {}, std::nullopt};
        std::size_t columns = 0, rows = 0;
        for (; at_ < document_.size(); at_ = line_end(at_) + 1) {
            const labelled_list row = labelled_list_at(at_);
            if (!row.valid) break;
            ++rows;
            if (columns == 0) columns = row.entries.size();
            if (row.entries.size() != columns && !f.error) {
                const flaw ragged{printed_mistake::ragged_rows, rows, 0, row.entries.size(), columns};
                f.error.emplace(ragged.what, line_number(at_), rows, 0, words_of(ragged, ""));
            }
            f.table.entries.insert(f.table.entries.end(), row.entries.begin(), row.entries.end());
            f.table.row_labels.push_back(row.label);
        }
        f.table.extents = {rows, columns};
        f.table.elided_at.assign(2, no_position);
        if (f.error) f.table = {};
        found_.push_back(std::move(f));
        return true;
    }

    /// The place after the bracket that closes the one at `at`, else the end of the line.
    std::size_t closing(std::size_t at) const {
        const std::size_t begin = at;
        std::size_t depth = 0;
        for (; at < document_.size(); ++at) {
            if (is_one_of(document_[at], "[{")) ++depth;
            if (is_one_of(document_[at], "]}") && --depth == 0) return at + 1;
        }
        return line_end(begin);
    }

    /// Braces are arrays in code; after a command, an index or an exponent they are LaTeX.
    bool begins_array(std::size_t at) const {
        if (!is_one_of(document_[at], "[{")) return false;
        const std::size_t next = document_.find_first_not_of(" \t", at + 1);
        if (next >= document_.size() || document_[next] != document_[at]) return false;
        const std::string_view before = part(line_begin(at), at);
        return document_[at] == '[' || before.find_first_of("\\_^") == std::string_view::npos;
    }

    /// Two brackets in a row. One number alone is no matrix: [[1]] refers to a note.
    bool take_array() {
        const std::size_t end_of_line = line_end(at_);
        std::size_t begin = at_;
        while (begin < end_of_line && !begins_array(begin)) ++begin;
        if (begin == end_of_line) return false;
        const std::size_t end = closing(begin);
        if (take(begin, end, text_before(begin, at_)) && found_.back().table.entries.size() == 1) found_.pop_back();
        at_ = end;
        return true;
    }

    std::string_view document_;
    std::vector<found_table> found_;
    environment environment_{};  ///< the next one from at_ on
    std::size_t at_ = 0;
    std::size_t counted_ = 0;  ///< the place whose line is line_
    std::size_t line_ = 1;
};

}  // namespace detail

/// Finds what is printed as numbers with a shape in Markdown, LaTeX or plain text: LaTeX matrices, those within an
/// outer array too; Markdown and ASCII tables; arrays of two or more levels of brackets; and consecutive lines such as
/// `- Word 1: [1, 0]`, which give one matrix, a row each, with the words as labels.
/// What is mostly no numbers is passed over; what is and cannot be read comes with its error.
inline std::vector<found_table> find_tables(std::string_view document) { return detail::table_finder(document).find(); }

}  // namespace heed
