// SPDX-License-Identifier: BSL-1.0
// Prints decimals to anything that takes characters and numbers as streams do.
#pragma once

#include <cstddef>
#include <string_view>

namespace heed::detail {

/// Numbers with more places or digits are written with an exponent.
inline constexpr int longest_plain_number = 40;

/// Writes digits / 10^places with trailing zeros: -0.40, 2000 for 2 and -3 places, 1.5e-300. `digits` begin with 0 only
/// for zero, which has no sign.
template <class Stream>
void print_digits(Stream& out, bool negative, std::string_view digits, int places) {
    const bool is_zero = digits == "0";
    if (is_zero && places < 0) places = 0;
    const int count = static_cast<int>(digits.size()), before_point = count - places;
    const auto print_from = [&](int first, int last) {
        for (int i = first; i < last; ++i) out << (i < 0 || i >= count ? '0' : digits[static_cast<std::size_t>(i)]);
    };
    if (negative && !is_zero) out << '-';
    const bool is_long = places > longest_plain_number || (places < 0 && before_point > longest_plain_number);
    if (is_long && !is_zero) {
        print_from(0, 1);
        if (count > 1) out << '.';
        print_from(1, count);
        out << 'e' << before_point - 1;
        return;
    }
    if (before_point <= 0) out << '0';
    print_from(0, before_point);
    if (places > 0) out << '.';
    print_from(before_point, count);
}

}  // namespace heed::detail
