// SPDX-License-Identifier: BSL-1.0
// Rows of numbers whose first number may only count the rows: 1. 0.5 0.25, then 2. 0.1 0.3.
#pragma once

#include <heed/printed/grid.hpp>

#include <cstddef>
#include <string_view>

namespace heed::detail {

/// What the cells of several rows look like.
class row_counts {
public:
    /// Sees the next row.
    void see(std::string_view line) {
        const separator cut = line.find(',') == std::string_view::npos ? separator::blank : separator::comma;
        const grid g{{line.data(), 0, line.size()}, cut, {}};
        cursor row = g.body, place;
        row.end = comment_in(row);
        std::size_t column = 0;
        for (; next_cell(g, row, place); ++column) {
            skip_blanks(place);
            while (place.end > place.at && blank_length({place.text, place.end - 1, place.end}) != 0) --place.end;
            const std::size_t digits = count_digits(place);
            const bool whole = digits != 0 && place.at + digits == place.end;
            const bool dotted = digits != 0 && place.at + digits + 1 == place.end && place.text[place.end - 1] == '.';
            if (column == 0)
                count(place, digits, whole || dotted);
            else
                other_whole_ = other_whole_ || !has_point(place), other_dotted_ = other_dotted_ || dotted;
            dotted_ = dotted_ || (column == 0 && dotted);
        }
        wide_ = wide_ && column > 1;
        ++rows_;
    }

    /// Whether the first numbers count the rows from 0 or 1, and are printed in another way than the others.
    bool may_count() const { return counts_ && wide_ && rows_ > 1 && (dotted_ ? !other_dotted_ : !other_whole_); }

private:
    void count(const cursor& place, std::size_t digits, bool is_count) {
        std::size_t value = 0;
        for (std::size_t i = 0; i < digits && i < 9; ++i)
            value = 10 * value + static_cast<std::size_t>(place.peek(i) - '0');
        if (rows_ == 0) first_ = value;
        counts_ = counts_ && is_count && first_ <= 1 && value == first_ + rows_;
    }
    static bool has_point(cursor place) {
        while (!place.done() && place.peek() != '.') ++place.at;
        return !place.done() && is_digit(place.peek(1));
    }

    std::size_t rows_ = 0, first_ = 0;
    bool counts_ = true, wide_ = true, dotted_ = false;
    bool other_whole_ = false;   ///< another number has no decimals
    bool other_dotted_ = false;  ///< another number is like 2.
};

}  // namespace heed::detail
