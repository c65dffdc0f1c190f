// SPDX-License-Identifier: BSL-1.0
// Matrices between brackets that are drawn over several lines, as SymPy prints them, as lists of rows.
#pragma once

#include <heed_check/tables/drawn_rows.hpp>
#include <heed_check/tables/expanded_text.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heed::detail {

/// The parts of a tall bracket, from its upper end to its lower one: U+23A1 to U+23A6, and U+239B to U+23A0.
struct drawn_bracket {
    std::string_view open[3], close[3];
};
inline constexpr drawn_bracket drawn_bracket_kinds[] = {
    {{"\xE2\x8E\xA1", "\xE2\x8E\xA2", "\xE2\x8E\xA3"}, {"\xE2\x8E\xA4", "\xE2\x8E\xA5", "\xE2\x8E\xA6"}},
    {{"\xE2\x8E\x9B", "\xE2\x8E\x9C", "\xE2\x8E\x9D"}, {"\xE2\x8E\x9E", "\xE2\x8E\x9F", "\xE2\x8E\xA0"}},
};

class drawn_bracket_reader {
public:
    explicit drawn_bracket_reader(std::string_view document) : document_(document) {}

    /// The document with [[1 2] above [3 4]] in place of such a matrix. The name, which is beside one of its lines,
    /// comes before the first. Several matrices beside each other stay as they are drawn.
    expanded_text expand() {
        if (document_.find("\xE2\x8E") == std::string_view::npos) return {std::string(document_), {}};
        for (std::size_t at = 0; at < document_.size();) {
            rows_.clear();
            const std::size_t next = find_rows(at);
            if (next != 0)
                write_rows();
            else
                keep(at, after_line(at));
            at = next != 0 ? next : after_line(at);
        }
        return std::move(result_);
    }

private:
    /// Positions in a line: of its beginning, of the numbers between the brackets, of its end.
    struct row {
        std::size_t begin, open, first, last, behind, end;
    };

    std::string_view part(std::size_t begin, std::size_t end) const { return document_.substr(begin, end - begin); }
    std::size_t line_end(std::size_t at) const { return std::min(document_.find('\n', at), document_.size()); }
    std::size_t after_line(std::size_t at) const { return std::min(line_end(at) + 1, document_.size()); }

    /// Finds the rows of a matrix whose first line begins here; gives the position after it, or 0.
    std::size_t find_rows(std::size_t begin) {
        for (const drawn_bracket& kind : drawn_bracket_kinds) {
            rows_.clear();
            if (!add_row(begin, kind, 0)) continue;
            for (std::size_t at = after_line(begin); at < document_.size(); at = after_line(at)) {
                const bool last = add_row(at, kind, 2);
                if (last) return is_one_matrix() ? after_line(at) : 0;
                if (!add_row(at, kind, 1)) break;
            }
        }
        return 0;
    }
    /// Adds the line if it has this part of one pair of brackets.
    bool add_row(std::size_t begin, const drawn_bracket& kind, std::size_t which) {
        const std::string_view line = part(begin, line_end(begin)), open = kind.open[which], close = kind.close[which];
        const std::size_t left = line.find(open), right = line.find(close);
        if (left == std::string_view::npos || right == std::string_view::npos || right < left) return false;
        if (line.find(open, left + 1) != std::string_view::npos ||
            line.find(close, right + 1) != std::string_view::npos)
            return false;
        rows_.push_back({begin, begin + left, begin + left + open.size(), begin + right, begin + right + close.size(),
                         begin + line.size()});
        return true;
    }

    std::string_view before(const row& r) const { return part(r.begin, r.open); }
    std::string_view behind(const row& r) const { return part(r.behind, r.end); }
    std::string_view numbers(const row& r) const { return without_blanks(part(r.first, r.last)); }

    /// Whether all rows are numbers and begin in one column, and one line at most has text on either side.
    bool is_one_matrix() const {
        std::size_t named = 0, noted = 0;
        for (const row& r : rows_) {
            named += without_blanks(before(r)).empty() ? 0U : 1U;
            noted += without_blanks(behind(r)).empty() ? 0U : 1U;
            if (!numbers(r).empty() && numbers_of_row(numbers(r)) == no_position) return false;
            if (characters_in(before(r)) != characters_in(before(rows_[0]))) return false;
        }
        return named < 2 && noted < 2 && !numbers(rows_.front()).empty() && !numbers(rows_.back()).empty();
    }

    void keep(std::size_t begin, std::size_t end) { result_.append(part(begin, end), begin); }
    /// Writes the text before the rows, up to the bracket: -[ begins with a sign, - [ with a dash.
    void keep_before() {
        for (const row& r : rows_)
            if (const std::size_t first = before(r).find_first_not_of(" \t"); first < before(r).size())
                keep(r.begin + first, r.open);
    }
    void keep_behind() {
        for (const row& r : rows_)
            if (const std::size_t last = behind(r).find_last_not_of(" \t\r"); last < behind(r).size())
                keep(r.behind, r.behind + last + 1);
    }

    void write_rows() {
        keep_before();
        for (const row& r : rows_) {
            const bool first = &r == &rows_.front(), last = &r == &rows_.back();
            if (!numbers(r).empty()) {
                result_.append(first ? "[[" : " [", r.open);
                keep(r.first, r.last);
                const bool commas = numbers(r).find(',') != std::string_view::npos;
                result_.append(last ? "]]" : commas ? "]," : "]", r.last);
            }
            if (last) keep_behind();
            keep(r.end, std::min(r.end + 1, document_.size()));
        }
    }

    std::string_view document_;
    std::vector<row> rows_{};
    expanded_text result_{};
};

}  // namespace heed::detail
