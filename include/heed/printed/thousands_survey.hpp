// SPDX-License-Identifier: BSL-1.0
// Finds commas that may be between thousands, from all numbers of a list or of several lines: 1,234.5, 2,345.6.
#pragma once

#include <heed/printed/entry.hpp>
#include <heed/printed/flaw.hpp>
#include <heed/printed/text_cursor.hpp>

#include <cstddef>

namespace heed::detail {

/// If other commas have a blank behind them, a comma without one between one to three digits and a group of three may
/// be inside of a number. It is not if rows with such numbers have different lengths: [1, 2], [3,400].
class thousands_survey {
public:
    /// Sees the next number, without blanks before it. `separated`: a comma precedes it on its line.
    constexpr void see(const cursor& item, bool separated, std::size_t row, std::size_t column) {
        cursor c = item;
        const bool is_signed = accept_minus(c) || c.accept("+"), begins_with_zero = c.peek() == '0';
        const std::size_t digits = count_digits(c);
        c.at += digits;
        const bool whole = digits != 0 && c.done();
        const bool group = digits == 3 && !is_signed && (whole || c.peek() == '.');
        const bool tight = separated && item.at == before_.end + 1;
        const bool joined = tight && group && may_go_on_;
        count(row, joined);
        if (joined && doubtful_.what == printed_mistake::none)
            doubtful_ = {printed_mistake::doubtful_comma, row, column, 0, 0, before_.at, item.end};
        loose_ = loose_ || (separated && !tight);
        may_go_on_ = whole && (joined || (digits != 0 && digits <= 3 && !begins_with_zero));
        before_ = item;
    }

    /// The first comma that may be between thousands.
    constexpr flaw result() const {
        const bool ragged = other_length_ || (length_ != 0 && in_row_ != length_);
        return loose_ && !ragged ? doubtful_ : flaw{};
    }

private:
    /// Counts the numbers of each row as they are with groups of thousands.
    constexpr void count(std::size_t row, bool joined) {
        if (row != row_) {
            other_length_ = other_length_ || (length_ != 0 && in_row_ != length_);
            if (row_ != 0) length_ = in_row_;
            in_row_ = 0;
        }
        row_ = row;
        in_row_ += joined ? 0U : 1U;
    }

    cursor before_{};
    flaw doubtful_{};
    bool may_go_on_ = false;            ///< the number before has up to three digits, or ends with a group
    std::size_t row_ = 0, in_row_ = 0;  ///< the current row, and how many numbers it has
    std::size_t length_ = 0;            ///< ... the row before it; 0 if there is none
    bool other_length_ = false;         ///< rows have different numbers of them
    bool loose_ = false;                ///< another comma has a blank after it
};

}  // namespace heed::detail
