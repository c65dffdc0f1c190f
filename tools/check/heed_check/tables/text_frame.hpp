// SPDX-License-Identifier: BSL-1.0
// Tables without bars: a line of labels and rows of numbers below it, as pandas, R and tabulate print them, and
// matrices of Julia, MATLAB and Octave below a line with their size or their columns.
#pragma once

#include <heed/printed/layout.hpp>
#include <heed_check/tables/column_digits.hpp>
#include <heed_check/tables/document_lines.hpp>
#include <heed_check/tables/frame_rows.hpp>
#include <heed_check/tables/number_rows.hpp>
#include <heed_check/tables/text_words.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed::detail {

class frame_lines : protected document_lines {
protected:
    using document_lines::document_lines;

    /// The table whose labels, or whose size, are in the line at `begin`. Labels of words are only read in a fence,
    /// where columns are aligned.
    text_frame frame_at(std::size_t begin, bool in_fence) const {
        constexpr std::size_t longest = 4000;
        const std::string_view line = line_at(begin);
        if (line.size() > longest || line.find_first_not_of(" \t\r") == std::string_view::npos) return {};
        if (is_rule_of_columns(line)) return simple_table_at(begin);
        if (line.find("olumn") != std::string_view::npos) return columns_at(begin);
        if (line.find(':') != std::string_view::npos) return sized_at(begin);
        if (line.find('[') != std::string_view::npos)
            return is_r_header(line) ? parts_at(begin) : vector_of_r_at(begin);
        return in_fence ? series_at(begin, parts_at(begin)) : text_frame{};
    }

private:
    std::size_t next_line(std::size_t at) const { return std::min(line_end(at) + 1, document_.size()); }
    std::vector<text_word> words_at(std::size_t at) const { return words_of_line(line_at(at), at); }
    bool is_blank_at(std::size_t at) const { return line_at(at).find_first_not_of(" \t\r") == std::string_view::npos; }
    std::size_t skip_blank_lines(std::size_t at) const {
        for (int lines = 0; lines < 3 && at < document_.size() && is_blank_at(at); ++lines) at = next_line(at);
        return at;
    }

    static cell cell_of(const text_word& w) { return read_cell({w.text.data(), 0, w.text.size()}, {}); }

    static bool is_r_header(std::string_view line) {
        const std::vector<text_word> words = words_of_line(line, 0);
        return !words.empty() &&
               std::all_of(words.begin(), words.end(), [](const text_word& w) { return column_of_r(w.text) != 0; });
    }

    /// The columns under which the cells of rows are: those of the labels, or the dashes of a rule below them.
    struct frame_columns {
        std::vector<text_word> at{};
        bool ruled = false;
        bool wraps = false;  ///< the header ends with \, as that of a part of a wide table of pandas

        /// Whether cells are right below the labels, all at their ends or all at their beginnings; within the dashes.
        bool hold(const text_word* cells) const {
            bool ends = true, begins = true, within = true;
            for (std::size_t i = 0; i < at.size(); ++i) {
                ends = ends && cells[i].last == at[i].last;
                begins = begins && cells[i].first == at[i].first;
                within = within && cells[i].first >= at[i].first && cells[i].last <= at[i].last;
            }
            return ruled ? within : ends || begins;
        }
    };

    /// Whether [3,] begins the third row below [,1] and [,2]: its numbers need not be below these, as in R's own
    /// output.
    static bool is_row_of_r(std::string_view label, std::size_t row, const frame_columns& columns) {
        return column_of_r(columns.at[0].text) != 0 && label == '[' + std::to_string(row) + ",]";
    }
    /// One row: the last cells are numbers below the labels; what precedes them is the label of the row.
    bool add_row(text_frame& f, const frame_columns& columns, std::size_t at) const {
        const std::vector<text_word> words = words_at(at);
        const std::size_t n = columns.at.size();
        const bool told = words.size() == n + 1 && is_row_of_r(words[0].text, f.rows.size() + 1, columns);
        if (!told && (words.size() < n || !columns.hold(words.data() + (words.size() - n)))) return false;
        const bool labelled = words.size() > n;
        if (!f.rows.empty() && labelled == f.row_labels.empty()) return false;
        std::vector<decimal> row;
        std::vector<std::size_t> places;
        for (std::size_t i = words.size() - n; i < words.size(); ++i) {
            const cell c = cell_of(words[i]);
            if (c.kind != cell_kind::entry) return false;
            row.push_back(c.value);
            places.push_back(words[i].at);
        }
        if (labelled) {
            const text_word& last = words[words.size() - n - 1];
            f.row_labels.emplace_back(part(words[0].at, last.at + last.text.size()));
        }
        f.rows.push_back(std::move(row));
        f.places.push_back(std::move(places));
        f.end = line_end(at);
        return true;
    }

    /// Labels in one line, perhaps a rule, and rows.
    text_frame part_at(std::size_t begin, bool& wraps) const {
        frame_columns columns{words_at(begin)};
        if (columns.at.empty() || columns.at.size() > 400) return {};
        if (columns.at.back().text == "\\") columns.at.pop_back(), columns.wraps = true;
        if (columns.at.empty()) return {};
        const bool r = column_of_r(columns.at[0].text) != 0;
        text_frame f{.begin = begin};
        bool numbers = false;
        for (const text_word& w : columns.at) {
            numbers = numbers || is_digit(w.text[0]);
            if (!r && (w.text.find_first_of("[]{}=(),;|&<>") != std::string_view::npos || !is_label(w.text))) return {};
            f.column_labels.emplace_back(w.text);
        }
        std::size_t at = next_line(begin);
        if (const std::vector<text_word> rule = words_at(at); is_border({line_at(at).data(), 0, line_at(at).size()})) {
            take_rule(f, columns, rule);
            if (f.column_labels.size() != columns.at.size()) return {};
            at = next_line(at);
            drop_column_of_labels(f, columns, at);
        } else if (is_name_of_index(at, columns)) {
            at = next_line(at);
        }
        if (columns.at.empty()) return {};
        while (at < document_.size() && add_row(f, columns, at)) at = next_line(at);
        if (at < document_.size() && is_like_a_row(f, at)) return {};  // no row is left out
        const bool indexed = !f.row_labels.empty();
        if (f.rows.empty() || (numbers && !indexed && !counts_columns(f)) ||
            (!r && !columns.ruled && f.rows.size() < 2))
            return {};
        if (r && !counts_rows(f.row_labels)) return {};
        f.ruled = columns.ruled;
        wraps = columns.wraps;
        if (r) drop_indices(f);
        return f;
    }

    /// Whether whole numbers above decimals count the columns, from 0 or 1: pandas without an index.
    static bool counts_columns(const text_frame& f) {
        const std::size_t first = f.column_labels[0] == "0" ? 0 : 1;
        bool counts = f.column_labels.size() > 1;
        for (std::size_t j = 0; j < f.column_labels.size(); ++j)
            counts = counts && f.column_labels[j] == std::to_string(first + j);
        for (const std::vector<decimal>& row : f.rows)
            for (const decimal& d : row) counts = counts && d.kind == entry_kind::number && d.places > 0;
        return counts;
    }

    /// Whether a line below the rows is another one, which cannot be read.
    bool is_like_a_row(const text_frame& f, std::size_t at) const {
        const std::string_view line = without_blanks(line_at(at));
        if (line.empty()) return false;
        if (is_index_of_r(first_word_at(at), true)) return true;
        if (const row_sort sort = row_sort_of(line); sort != row_sort::rule && sort != row_sort::other) return true;
        const std::size_t cells = f.rows.empty() ? 0 : f.rows[0].size() + (f.row_labels.empty() ? 0U : 1U);
        const std::vector<text_word> words = words_at(at);
        const auto is_entry = [](const text_word& w) { return cell_of(w).kind == cell_kind::entry; };
        return line[0] != '[' && words.size() == cells && std::any_of(words.begin() + 1, words.end(), is_entry);
    }

    /// Whether a word may be the label of a column: letters and signs, or a whole number.
    static bool is_label(std::string_view word) {
        const cell c = read_cell({word.data(), 0, word.size()}, {});
        return c.kind == cell_kind::word || is_elided(c) || word == ".." ||
               word.find_first_not_of("0123456789") == std::string_view::npos;
    }

    /// A rule of as many dashes as there are columns, or one more over the labels of the rows.
    static void take_rule(text_frame& f, frame_columns& columns, std::vector<text_word> rule) {
        columns.ruled = true;
        std::vector<std::string> labels(rule.size());
        for (const text_word& w : columns.at)
            for (std::size_t i = 0; i < rule.size(); ++i)
                if (w.first >= rule[i].first && w.last <= rule[i].last)
                    labels[i] += (labels[i].empty() ? "" : " ") + std::string(w.text);
        const auto is_empty = [](const std::string& l) { return l.empty() || l == "\\" || l == ".."; };  // of reST
        if (!labels.empty() && is_empty(labels[0])) {
            labels.erase(labels.begin());
            rule.erase(rule.begin());
        }
        f.column_labels = std::move(labels);
        columns.at = std::move(rule);
    }

    /// The first column has no numbers, but the labels of the rows.
    void drop_column_of_labels(text_frame& f, frame_columns& columns, std::size_t row) const {
        const std::vector<text_word> words = words_at(row);
        if (columns.at.size() < 2 || words.empty() || words[0].first < columns.at[0].first ||
            words[0].first >= columns.at[0].last)
            return;
        if (cell_of(words[0]).kind != cell_kind::word) return;
        columns.at.erase(columns.at.begin());
        if (!f.column_labels.empty()) f.column_labels.erase(f.column_labels.begin());
    }

    /// ====  =====: two groups of = or more, above and below a table of reStructuredText.
    static bool is_rule_of_columns(std::string_view line) {
        return line.find_first_not_of("= \t\r") == std::string_view::npos && words_of_line(line, 0).size() > 1;
    }

    /// A simple table of reStructuredText: labels between two rules, or none, and rows up to the last rule.
    text_frame simple_table_at(std::size_t begin) const {
        const std::string_view rule = without_blanks(line_at(begin));
        const std::size_t first = next_line(begin), second = next_line(first);
        bool wraps = false;
        text_frame f{};
        if (without_blanks(line_at(second)) == rule && !is_blank_at(next_line(second))) {
            f = part_at(first, wraps);
        } else {
            frame_columns columns{words_at(begin), true};
            drop_column_of_labels(f, columns, first);
            for (std::size_t at = first; at < document_.size() && add_row(f, columns, at);) at = next_line(at);
        }
        const std::size_t last = next_line(f.end);
        if (!f.found() || last >= document_.size() || without_blanks(line_at(last)) != rule) return {};
        f.begin = begin;
        f.ruled = true;
        f.end = line_end(last);
        if (f.row_labels.empty() || f.row_labels[0].empty()) f.row_labels.clear();
        return f;
    }

    /// Whether a line has only the name of the index, below the labels of pandas.
    bool is_name_of_index(std::size_t at, const frame_columns& columns) const {
        const std::vector<text_word> words = words_at(at);
        return words.size() == 1 && words[0].first == 0 && columns.at[0].first > words[0].last &&
               is_letter(words[0].text[0]);
    }

    /// [1,] and [,1] are no labels.
    static void drop_indices(text_frame& f) {
        f.column_labels.clear();
        if (std::all_of(f.row_labels.begin(), f.row_labels.end(),
                        [](const std::string& l) { return is_index_of_r(l, true); }))
            f.row_labels.assign(f.row_labels.size(), "");
    }

    /// A table, with the parts of a wide one that follow it, and the line with its size below it.
    text_frame parts_at(std::size_t begin) const {
        bool wraps = false;
        text_frame f = part_at(begin, wraps);
        if (!f.found()) return f;
        const bool r = is_r_header(line_at(begin));
        for (bool more = r || wraps || !f.row_labels.empty(); more;) {
            const std::size_t at = wraps ? skip_blank_lines(next_line(f.end)) : next_line(f.end);
            if (at >= document_.size() || (r && column_of_r(first_word_at(at)) != f.rows[0].size() + 1)) break;
            const text_frame part = part_at(at, wraps);
            more = part.found() && f.widen(part);
        }
        if (r || (!f.row_labels.empty() && !f.ruled)) show_digits_of_whole_columns(f.rows, r);
        if (f.row_labels.empty() || f.row_labels[0].empty()) f.row_labels.clear();
        const std::size_t below = skip_blank_lines(next_line(f.end));
        const std::string_view size = without_blanks(line_at(below));  // [2 rows x 3 columns]
        if (size.substr(0, 1) == "[" && size.find(" rows x ") < size.find(" columns]")) f.end = line_end(below);
        return f;
    }
    std::string_view first_word_at(std::size_t at) const {
        const std::vector<text_word> words = words_at(at);
        return words.empty() ? std::string_view() : words[0].text;
    }

    /// A series of pandas: rows of a label and a number, and a line with its type.
    text_frame series_at(std::size_t begin, text_frame other) const {
        if (other.found() || begin < no_series_) return other;
        text_frame f{.begin = begin, .rank = 1};
        std::size_t at = begin, last_row = begin;
        for (; at < document_.size(); at = next_line(at)) {
            const std::vector<text_word> words = words_at(at);
            if (words.size() < 2) break;
            const cell c = cell_of(words.back());
            if (c.kind != cell_kind::entry) break;
            const text_word& last = words[words.size() - 2];
            f.row_labels.emplace_back(part(words[0].at, last.at + last.text.size()));
            f.rows.resize(1), f.places.resize(1);
            f.rows[0].push_back(c.value), f.places[0].push_back(words.back().at);
            last_row = line_end(at);
        }
        const std::string_view type = at < document_.size() ? line_at(at) : std::string_view();
        const bool ends = type.substr(0, 7) == "dtype: " ||
                          (type.find(", dtype: ") != std::string_view::npos && type.find(": ") < type.find(','));
        no_series_ = at;
        if (!ends || f.rows.empty()) return {};
        f.end = last_row;
        return f;
    }

    /// [1] 0.1 0.2 of R, whose lines begin with the index of their first number.
    text_frame vector_of_r_at(std::size_t begin) const {
        text_frame f{.begin = begin, .rank = 1, .rows = {{}}, .places = {{}}};
        for (std::size_t at = begin; at < document_.size(); at = next_line(at)) {
            const std::vector<text_word> words = words_at(at);
            const std::string index = '[' + std::to_string(f.rows[0].size() + 1) + ']';
            if (words.size() < 2 || words[0].text != index) break;
            for (std::size_t i = 1; i < words.size(); ++i) {
                const cell c = cell_of(words[i]);
                if (c.kind != cell_kind::entry) return {};
                f.rows[0].push_back(c.value), f.places[0].push_back(words[i].at);
            }
            f.end = line_end(at);
        }
        return f.rows[0].size() > 1 ? f : text_frame{};
    }

    /// "2×3 Matrix{Float64}:" and "3-element Vector{Float64}:" of Julia, with rows of this size below it.
    text_frame sized_at(std::size_t begin) const {
        const std::string_view line = without_blanks(line_at(begin));
        cursor c{line.data(), 0, line.size()};
        std::size_t sizes[2] = {0, 1};
        const auto read_size = [&](std::size_t& n) {
            for (n = 0; is_digit(c.peek()) && n < 100'000; ++c.at)
                n = 10 * n + static_cast<std::size_t>(c.peek() - '0');
        };
        read_size(sizes[0]);
        const bool matrix = c.accept("\xC3\x97");
        if (matrix) read_size(sizes[1]);
        if (line.back() != ':' || sizes[0] == 0 || !(matrix ? c.accept(" ") : c.accept("-element "))) return {};
        text_frame f{.begin = begin, .rank = matrix ? 2U : 1U};
        for (std::size_t at = next_line(begin); at < document_.size() && f.rows.size() < sizes[0]; at = next_line(at))
            if (!add_numbers(f, at) || f.rows.back().size() != sizes[1]) return {};
        if (f.rows.size() != sizes[0]) return {};
        if (!matrix) flatten(f);
        return f;
    }

    bool add_numbers(text_frame& f, std::size_t at) const {
        f.rows.emplace_back(), f.places.emplace_back();
        for (const text_word& w : words_at(at)) {
            const cell c = cell_of(w);
            if (c.kind != cell_kind::entry) return false;
            f.rows.back().push_back(c.value), f.places.back().push_back(w.at);
        }
        f.end = line_end(at);
        return !f.rows.back().empty();
    }
    static void flatten(text_frame& f) {
        for (std::size_t i = 1; i < f.rows.size(); ++i) {
            f.rows[0].push_back(f.rows[i][0]), f.places[0].push_back(f.places[i][0]);
        }
        f.rows.resize(1), f.places.resize(1);
    }

    /// Parts of MATLAB and Octave: "Columns 1 through 4:", rows, "Columns 5 and 6:", rows.
    text_frame columns_at(std::size_t begin) const {
        text_frame f{.begin = begin};
        std::size_t width = 0;
        for (std::size_t at = begin; at < document_.size(); at = skip_blank_lines(next_line(f.end))) {
            const auto [first, last] = columns_of(line_at(at));
            if (first == 0 || first != width + 1 || last < first) break;
            text_frame part{.begin = at};
            for (at = skip_blank_lines(next_line(at)); at < document_.size() && !is_blank_at(at); at = next_line(at))
                if (!add_numbers(part, at) || part.rows.back().size() != last - first + 1) return {};
            if (part.rows.empty() || (width != 0 && !f.widen(part))) return {};
            if (width == 0) part.begin = begin, f = part;
            width = last;
        }
        return width != 0 && columns_of(line_at(begin)).second != width ? f : text_frame{};
    }

    mutable std::size_t no_series_ = 0;  ///< no line before this is in a series
};

}  // namespace heed::detail
