// SPDX-License-Identifier: BSL-1.0
// Finds commas that may be decimal commas or between thousands, from all numbers of a list or of several lines.
#pragma once

#include <heed/printed/entry.hpp>
#include <heed/printed/flaw.hpp>
#include <heed/printed/text_cursor.hpp>
#include <heed/printed/thousands_survey.hpp>

#include <cstddef>

namespace heed::detail {

/// 0,5, 0,25: if commas separate whole numbers both with and without a blank after them, some may be decimal commas. So
/// may those of 1,05, because no number begins with 0. A decimal point anywhere shows that none is, and so do rows:
/// with decimal commas those of [4, 2], [3,1] have different lengths, and 4,2,1 is no number.
class comma_survey {
public:
    /// Sees the next number, without blanks before it. `separated`: a comma precedes it on its line.
    constexpr void see(const cursor& item, bool separated, std::size_t row, std::size_t column) {
        thousands_.see(item, separated, row, column);
        cursor c = item;
        const bool is_signed = accept_minus(c), begins_with_zero = c.peek() == '0';
        const std::size_t digits = count_digits(c);
        c.at += digits;
        point_ = point_ || c.peek() == '.';
        const bool whole = digits != 0 && c.done(), blank = separated && item.text[item.at - 1] != ',';
        const bool joined = separated && item.at == before_.end + 1 && whole && before_is_whole_ && !is_signed;
        count(row, joined);
        if (joined) {
            if (doubtful_.what == printed_mistake::none)
                doubtful_ = {printed_mistake::doubtful_comma, row, column, 0, 0, before_.at, item.end};
            leading_zero_ = leading_zero_ || (begins_with_zero && digits > 1);
        }
        loose_ = loose_ || (blank && before_is_number_);
        before_ = item;
        before_is_whole_ = whole;
        before_is_number_ = digits != 0;
    }

    /// The first comma that may be a decimal one, or between thousands.
    constexpr flaw result() const {
        if (const flaw f = thousands_.result(); f.what != printed_mistake::none) return f;
        const bool ragged = other_length_ || (length_ != 0 && in_row_ != length_);
        const bool doubtful = leading_zero_ || (loose_ && !ragged && !chain_);
        return doubtful && !point_ ? doubtful_ : flaw{};
    }

private:
    /// Counts the numbers of each row as they are with decimal commas.
    constexpr void count(std::size_t row, bool joined) {
        if (row != row_) {
            other_length_ = other_length_ || (length_ != 0 && in_row_ != length_);
            if (row_ != 0) length_ = in_row_;
            in_row_ = 0;
        }
        row_ = row;
        in_row_ += joined ? 0U : 1U;
        chain_ = chain_ || (joined && joined_);
        joined_ = joined;
    }

    thousands_survey thousands_{};
    cursor before_{};
    flaw doubtful_{};
    bool before_is_whole_ = false;  ///< it had digits only, after an optional minus sign
    bool before_is_number_ = false;
    std::size_t row_ = 0, in_row_ = 0;  ///< the current row, and how many numbers it has with decimal commas
    std::size_t length_ = 0;            ///< ... the row before it; 0 if there is none
    bool other_length_ = false;         ///< ... rows have different numbers of them
    bool joined_ = false, chain_ = false;
    bool leading_zero_ = false;
    bool loose_ = false;  ///< another comma has a blank after it
    bool point_ = false;
};

}  // namespace heed::detail
