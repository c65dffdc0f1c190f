// SPDX-License-Identifier: BSL-1.0
// Numbers with bounds as decimal text.
#pragma once

#include <heed/reference/ball.hpp>

#include <cstddef>
#include <string>

namespace heed::detail {

enum class text_rounding : unsigned char { nearest, down, up };

/// The midpoint of x to this many significant digits, without trailing zeros: 0.16129310880173457, -1.2e-21 as
/// -0.0000000000000000000012.
template <int Places>
std::string text_of(const basic_ball<Places>& x, text_rounding how, std::size_t digits = 20) {
    if (!is_bounded(x)) {
        if (certainly_less(x, basic_ball<Places>())) return "-inf";
        return certainly_less(basic_ball<Places>(), x) ? "inf" : "unknown";
    }
    using integer = typename basic_ball<Places>::integer;
    const bool negative = x.middle_units() < 0;
    integer magnitude = negative ? integer(-x.middle_units()) : x.middle_units();
    std::size_t dropped = 0;
    integer unit = 1;
    while (dropped < Places && (magnitude / unit).str().size() > digits) {
        unit *= 10;
        ++dropped;
    }
    const bool away = how == text_rounding::nearest ? (magnitude % unit) * 2 >= unit
                                                    : (magnitude % unit != 0 && (how == text_rounding::up) != negative);
    std::string text = integer(magnitude / unit + (away ? 1 : 0)).str();
    const std::size_t places = Places - dropped;
    if (text.size() <= places) text.insert(0, places + 1 - text.size(), '0');
    if (places > 0) text.insert(text.size() - places, 1, '.');
    while (places > 0 && text.back() == '0') text.pop_back();
    if (text.back() == '.') text.pop_back();
    return (negative && text != "0" ? "-" : "") + text;
}

}  // namespace heed::detail
