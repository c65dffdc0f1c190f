// SPDX-License-Identifier: BSL-1.0
// Blanks that replace zeros: NumPy omits trailing zeros and pads each number to the places of the longest.
#pragma once

#include <heed/printed/decimal.hpp>
#include <heed/printed/entry.hpp>
#include <heed/printed/text_cursor.hpp>

#include <cstddef>

namespace heed::detail {

/// NumPy rounds all numbers of an array to the same places, 8 by default, and replaces trailing zeros by blanks: the
/// 0.5 of [0.5        0.33333333] is 0.50000000. So each number is known to the places of the longest in its array.
/// NumPy printed the array if every shorter number is followed by as many blanks as it lacks digits.
/// Blanks alone may also be a person's alignment. With fewer than 8 places, at least one must be before a comma or a
/// bracket, where only NumPy writes blanks, or behind the bare point of 1., as only NumPy writes it. [0.5, 0.25] has no
/// blanks: 0.5 is known to one place.
class blank_padding {
public:
    constexpr void see(const cursor& item, std::size_t text_end, const decimal& value) {
        if (value.kind == entry_kind::infinite || value.kind == entry_kind::not_a_number ||
            value.kind == entry_kind::elided)
            return;
        bool point = false, plain = true;
        std::size_t digits = 0;
        for (cursor c = item; !c.done(); ++c.at) {
            digits += point && is_digit(c.peek()) ? 1U : 0U;
            point = point || c.peek() == '.';
            plain = plain && (is_digit(c.peek()) || c.peek() == '.' || c.peek() == '-');
        }
        if (!point || !plain) never_ = true;
        const int places = static_cast<int>(digits);
        // Blanks before the next number: the last one separates them. At the end of a line blanks are cut off.
        std::size_t end = item.end;
        while (end < text_end && item.text[end] == ' ') ++end;
        const char next = end < text_end ? item.text[end] : '\0';
        const bool before_mark = next == ',' || next == ']' || next == '}';
        const int blanks = static_cast<int>(end - item.end);
        const bool trimmed = item.text[item.end - 1] != '0';
        if (!trimmed && (places < shortest_zero_)) shortest_zero_ = places;
        if (places > longest_) longest_ = places;
        if (places < shortest_) shortest_ = places;
        if (next == '\n' || next == '\r' || next == '\0') return;
        const int reach = places + blanks - (before_mark || blanks == 0 ? 0 : 1);
        if (reach < least_reach_) least_reach_ = reach;
        if (before_mark && (reach_of_marks_ < 0 || reach_of_marks_ == reach))
            reach_of_marks_ = reach;
        else if (before_mark)
            never_ = true;
        const bool bare_point = item.text[item.end - 1] == '.';
        if (blanks > (before_mark ? 0 : 1) && (before_mark || bare_point)) seen_ = true;
    }

    /// The number of places up to which blanks of the array replace zeros; 0 if they do not.
    constexpr int places() const {
        const bool exact = (reach_of_marks_ < 0 || reach_of_marks_ == longest_) && shortest_zero_ >= longest_;
        const bool padded =
            exact && !never_ && shortest_ < longest_ && least_reach_ >= longest_ && (seen_ || longest_ >= 8);
        return padded ? longest_ : 0;
    }

private:
    int longest_ = 0;
    int shortest_ = largest_exponent;
    int least_reach_ = largest_exponent;
    int reach_of_marks_ = -1;               ///< of numbers before commas and brackets, if it is the same for all
    int shortest_zero_ = largest_exponent;  ///< of numbers that end with the digit 0, which NumPy would omit
    bool never_ = false;
    bool seen_ = false;
};

/// The number with the zeros that blanks replace, as far as 18 digits allow.
constexpr decimal with_padding(decimal d, int places) {
    constexpr long long most = 100'000'000'000'000'000;
    if (d.kind != entry_kind::number || places == 0) return d;
    while (d.places < places && d.digits < most && d.digits > -most) {
        d.digits *= 10;
        ++d.places;
    }
    return d;
}

}  // namespace heed::detail
