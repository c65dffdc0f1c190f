// SPDX-License-Identifier: BSL-1.0
// The part of a text that is one printed number, to mark it: from where it stands to its last digit.
#pragma once

#include <heed/printed/text_cursor.hpp>

#include <algorithm>
#include <cstddef>
#include <string_view>

struct number_part {
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// The number that stands at `at`, or a little behind it (\textbf{0.5}), before the next one. What has no digits is one
/// word: nan.
inline number_part number_from(std::string_view text, std::size_t at, std::size_t next) {
    using heed::detail::is_digit;
    constexpr std::size_t longest = 80;
    const std::size_t stop = next > at && next < at + longest ? next : std::min(at + longest, text.size());
    const auto is = [&](std::size_t i, std::string_view any) {
        return i < stop && any.find(text[i]) != std::string_view::npos;
    };
    std::size_t digit = at;
    while (digit < stop && !is_digit(text[digit]) && text[digit] != '\n') ++digit;
    if (digit >= stop || !is_digit(text[digit])) {
        std::size_t end = at;
        while (end < stop && !is(end, " \t\r\n,;]}&|<")) ++end;
        return {at, end > at ? end : at + 1};
    }
    std::size_t begin = digit;
    if (begin > at && text[begin - 1] == '.') --begin;
    if (begin > at && (text[begin - 1] == '-' || text[begin - 1] == '+')) --begin;
    if (begin >= at + 3 && text.substr(begin - 3, 3) == "\xE2\x88\x92") begin -= 3;
    std::size_t end = digit;
    while (end < stop && (is_digit(text[end]) || (is(end, ".,_") && end + 1 < stop && is_digit(text[end + 1])))) ++end;
    if (is(end, ".") && text.substr(begin, end - begin).find('.') == std::string_view::npos) ++end;  // 1. of NumPy
    if (!is(end, "eE")) return {begin, end};
    std::size_t exponent = end + 1;
    if (is(exponent, "+-")) ++exponent;
    if (exponent >= stop || !is_digit(text[exponent])) return {begin, end};
    while (exponent < stop && is_digit(text[exponent])) ++exponent;
    return {begin, exponent};
}
