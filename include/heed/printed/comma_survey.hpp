// SPDX-License-Identifier: BSL-1.0
// Finds commas that may be decimal commas, from all numbers of a list or of several lines.
#pragma once

#include <heed/printed/entry.hpp>
#include <heed/printed/flaw.hpp>
#include <heed/printed/text_cursor.hpp>

#include <cstddef>

namespace heed::detail {

/// 0,5, 0,25: if commas separate whole numbers both with and without a blank after them, some may be decimal commas. So
/// may those of 1,05, because no number begins with 0. A decimal point anywhere shows that none is.
class comma_survey {
public:
    /// Sees the next number, without blanks before it. `separated`: a comma precedes it on its line.
    constexpr void see(const cursor& item, bool separated, std::size_t row, std::size_t column) {
        cursor c = item;
        const bool is_signed = accept_minus(c), begins_with_zero = c.peek() == '0';
        const std::size_t digits = count_digits(c);
        c.at += digits;
        point_ = point_ || c.peek() == '.';
        const bool whole = digits != 0 && c.done(), blank = separated && item.text[item.at - 1] != ',';
        if (separated && item.at == before_.end + 1 && whole && before_is_whole_ && !is_signed) {
            if (doubtful_.what == printed_mistake::none)
                doubtful_ = {printed_mistake::doubtful_comma, row, column, 0, 0, before_.at, item.end};
            loose_ = loose_ || (begins_with_zero && digits > 1);
        }
        loose_ = loose_ || (blank && before_is_number_);
        before_ = item;
        before_is_whole_ = whole;
        before_is_number_ = digits != 0;
    }

    /// The first comma that may be a decimal one.
    constexpr flaw result() const { return loose_ && !point_ ? doubtful_ : flaw{}; }

private:
    cursor before_{};
    flaw doubtful_{};
    bool before_is_whole_ = false;  ///< it had digits only, after an optional minus sign
    bool before_is_number_ = false;
    bool loose_ = false;  ///< another comma has a blank after it
    bool point_ = false;
};

}  // namespace heed::detail
