// SPDX-License-Identifier: BSL-1.0
// Where numbers stand in a text: digits of any script, vulgar fractions, and not those of names such as W_1.
#pragma once

#include <heed/printed/characters.hpp>
#include <heed/printed/entities.hpp>
#include <heed/printed/text_cursor.hpp>

#include <cstddef>
#include <string_view>

namespace heed::detail {

constexpr bool is_lowered_digit(unsigned code) { return code >= 0x2080 && code <= 0x2089; }

/// The length of the digit at this position, in bytes: 0 to 9, also as &#53;, or a digit or a fraction of another
/// script; else 0.
inline std::size_t digit_length(std::string_view text, std::size_t at) {
    const bool reference = text.substr(at, 2) == "&#";
    if (static_cast<unsigned char>(text[at]) < 0x80 && !reference) return is_digit(text[at]) ? 1 : 0;
    const cursor here{text.data(), at, text.size()};
    const character c = reference ? entity_at(here) : character_at(here);
    return is_other_digit(c.code) || (c.code >= '0' && c.code <= '9') ? c.length : 0;
}

/// The beginning of the character that ends at `end`, which is not 0.
inline std::size_t begin_of_character(std::string_view text, std::size_t end) {
    std::size_t begin = end - 1;
    while (begin > 0 && end - begin < 4 && (static_cast<unsigned char>(text[begin]) & 0xC0) == 0x80) --begin;
    return begin;
}

/// Whether the letters that end at `end` are a LaTeX command, or &frac and &sup of HTML: a digit behind is a number.
inline bool is_command_before(std::string_view text, std::size_t end) {
    constexpr std::size_t longest = 40;
    std::size_t begin = end;
    while (begin > 0 && end - begin < longest && is_letter(text[begin - 1])) --begin;
    if (begin == end || begin == 0) return false;
    const std::string_view word = text.substr(begin, end - begin);
    return text[begin - 1] == '\\' || (text[begin - 1] == '&' && (word == "frac" || word == "sup"));
}

/// Whether `at` is within the indices of a name, of which one has a capital letter: W_{Q,1}.
inline bool is_in_index(std::string_view text, std::size_t at) {
    constexpr std::size_t longest = 20;
    const std::string_view signs = ", ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    const std::size_t from = at < longest ? 0 : at - longest;
    const std::string_view near = text.substr(from, 2 * longest);
    const std::size_t open = near.substr(0, at - from).find_last_not_of(signs);
    const std::size_t close = near.find_first_not_of(signs, at - from);
    if (open == std::string_view::npos || open == 0 || near.substr(open - 1, 2) != "_{" || close >= near.size())
        return false;
    const std::string_view inside = near.substr(open + 1, close - open - 1);
    return near[close] == '}' && inside.find_first_of(signs.substr(2, 26)) < inside.size();
}

/// Whether the digit at `at`, which no digit precedes, belongs to a name: x1, W_1, \mathbf{W}_1. Not those of
/// \frac12, _7_ and x superscript 2.
inline bool is_digit_of_name(std::string_view text, std::size_t at) {
    if (at == 0) return false;
    const unsigned code = character_at({text.data(), at, text.size()}).code;
    const bool raised = code >= 0x80 && !is_lowered_digit(code) && (code < 0x660 || (code >= 0x2070 && code < 0x249C));
    if (raised) return false;
    if (is_letter(text[at - 1])) return !is_command_before(text, at);
    if (is_in_index(text, at)) return true;
    std::size_t end = at;
    while (end > 0 && text[end - 1] == '_') --end;
    if (end == 0) return false;
    if (is_letter(text[end - 1]) || (end < at && is_one_of(text[end - 1], "})]'"))) return true;
    return is_other_letter(character_at({text.data(), begin_of_character(text, end), text.size()}).code);
}

/// The position after the digits, letters and _ from `at` on.
inline std::size_t end_of_word(std::string_view text, std::size_t at) {
    while (at < text.size()) {
        const std::size_t digit = digit_length(text, at);
        if (digit == 0 && !is_letter(text[at]) && text[at] != '_') break;
        at += digit == 0 ? 1 : digit;
    }
    return at;
}

/// The next number in a text from `at` on: a digit that is not part of a name such as W_1 or float32, but that of
/// lr0.1. The size of the text if there is none.
inline std::size_t next_number(std::string_view text, std::size_t at) {
    while (at < text.size()) {
        if (digit_length(text, at) == 0) {
            const std::size_t sign = text.substr(at, 2) == "&#" ? entity_at({text.data(), at, text.size()}).length : 0;
            at += sign == 0 ? 1 : sign;
            continue;
        }
        const bool goes_on = at > 0 && is_digit(text[at - 1]);
        if (!goes_on && !is_digit_of_name(text, at)) return at;
        const std::size_t end = end_of_word(text, at);
        if (!goes_on && end + 1 < text.size() && text[end] == '.' && is_digit(text[end - 1]) && is_digit(text[end + 1]))
            return at;
        at = end;
    }
    return text.size();
}

/// The position after the number at `at`, and after letters that touch it: 0.5, 1e3, 3x4.
inline std::size_t end_of_number(std::string_view text, std::size_t at) {
    while (at < text.size()) {
        const std::size_t digit = digit_length(text, at);
        if (digit == 0 && !is_letter(text[at]) && text[at] != '.') break;
        at += digit == 0 ? 1 : digit;
    }
    return at;
}

}  // namespace heed::detail
