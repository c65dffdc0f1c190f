// SPDX-License-Identifier: BSL-1.0
// UTF-8 characters beyond ASCII: which are signs, digits of other scripts, letters.
#pragma once

#include <heed/printed/text_cursor.hpp>

#include <cstddef>

namespace heed::detail {

struct character {
    unsigned code = 0;
    std::size_t length = 1;  ///< in bytes; a byte that begins no character counts as one
};

constexpr character character_at(const cursor& c) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned>(static_cast<unsigned char>(c.peek(i))); };
    const auto follows = [&](std::size_t i) { return (byte(i) & 0xC0) == 0x80; };
    const unsigned first = byte(0);
    if (first < 0xC0) return {first, 1};
    if (first < 0xE0) return follows(1) ? character{(first & 0x1F) << 6 | (byte(1) & 0x3F), 2} : character{0xFFFD, 1};
    if (!follows(1) || !follows(2)) return {0xFFFD, 1};
    const unsigned three = (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F);
    if (first < 0xF0) return {(first & 0x0F) << 12 | three, 3};
    return follows(3) ? character{(first & 0x07) << 18 | three << 6 | (byte(3) & 0x3F), 4} : character{0xFFFD, 1};
}

/// Digits other than 0 to 9: of other scripts, wide, mathematical, superscript and subscript digits, fractions.
constexpr bool is_other_digit(unsigned code) {
    if (code < 0xB2) return false;
    constexpr unsigned zeros[] = {
        0x0660,  0x06F0,  0x07C0,  0x0966,  0x09E6,  0x0A66,  0x0AE6,  0x0B66,  0x0BE6,  0x0C66,  0x0CE6,  0x0D66,
        0x0DE6,  0x0E50,  0x0ED0,  0x0F20,  0x1040,  0x1090,  0x17E0,  0x1810,  0x1946,  0x19D0,  0x1A80,  0x1A90,
        0x1B50,  0x1BB0,  0x1C40,  0x1C50,  0xA620,  0xA8D0,  0xA900,  0xA9D0,  0xA9F0,  0xAA50,  0xABF0,  0xFF10,
        0x104A0, 0x10D30, 0x11066, 0x110F0, 0x11136, 0x111D0, 0x112F0, 0x11450, 0x114D0, 0x11650, 0x116C0, 0x11730,
        0x118E0, 0x11950, 0x11C50, 0x11D50, 0x11DA0, 0x16A60, 0x16AC0, 0x16B50, 0x1E140, 0x1E2F0, 0x1E950, 0x1FBF0};
    for (const unsigned zero : zeros)
        if (code >= zero && code < zero + 10) return true;
    return code == 0xB2 || code == 0xB3 || code == 0xB9 || (code >= 0xBC && code <= 0xBE) ||
           (code >= 0x2070 && code <= 0x2089 && code != 0x2071) || (code >= 0x2150 && code <= 0x2189) ||
           (code >= 0x2460 && code <= 0x249B) || (code >= 0x24EA && code <= 0x24FF) ||
           (code >= 0x2776 && code <= 0x2793) || (code >= 0x1D7CE && code <= 0x1D7FF);
}

/// Letters of any script, approximately: characters outside ASCII and outside the blocks of signs, dashes and symbols.
constexpr bool is_other_letter(unsigned code) {
    if (code < 0xC0 || code == 0xD7 || code == 0xF7 || is_other_digit(code)) return false;
    return code < 0x2000 || (code >= 0x2C00 && code < 0xFE00) || (code >= 0xFE70 && code < 0xFF00) ||
           (code >= 0xFF21 && code < 0xFFE0) || code >= 0x10000;
}

/// The length of a minus sign, a hyphen or a figure dash, else 0: - and U+2010 to U+2013, U+2212, U+FE63, U+FF0D. A
/// soft hyphen is none, because it is invisible except at the end of a line.
constexpr std::size_t minus_length(const cursor& c) {
    const char first = c.peek();
    if (first == '-') return 1;
    if (first != '\xE2' && first != '\xEF') return 0;
    const unsigned code = character_at(c).code;
    return (code >= 0x2010 && code <= 0x2013) || code == 0x2212 || code == 0xFE63 || code == 0xFF0D ? 3 : 0;
}

constexpr bool accept_minus(cursor& c) {
    const std::size_t length = minus_length(c);
    c.at += length;
    return length != 0;
}

/// The value of a superscript digit, 10 for a superscript minus, 11 for a superscript plus, else -1.
constexpr int raised_digit(unsigned code) {
    if (code == 0xB9) return 1;
    if (code == 0xB2 || code == 0xB3) return static_cast<int>(code - 0xB0);
    if (code == 0x2070 || (code >= 0x2074 && code <= 0x2079)) return static_cast<int>(code - 0x2070);
    return code == 0x207B ? 10 : code == 0x207A ? 11 : -1;
}

/// Whether a character is a relation, so that the texts on both sides are separate: an arrow, an equals sign, an
/// element sign.
constexpr bool is_relation_sign(unsigned code) {
    return (code >= 0x2190 && code <= 0x21FF) || (code >= 0x27F0 && code <= 0x27FF) ||
           (code >= 0x2900 && code <= 0x297F) || (code >= 0x2208 && code <= 0x220D) || code == 0x221D ||
           (code >= 0x2234 && code <= 0x2237) || (code >= 0x223C && code <= 0x223D) ||
           (code >= 0x2241 && code <= 0x228B) || code == 0x22EE || code == 0x22EF || (code >= 0x2A6C && code <= 0x2A99);
}

/// Relations that say that both sides differ: not equal, not approximately equal, not an element of.
constexpr bool is_denied_relation(unsigned code) {
    constexpr unsigned signs[] = {0x2260, 0x2262, 0x2249, 0x2247, 0x2244, 0x2241, 0x2209};
    for (const unsigned sign : signs)
        if (code == sign) return true;
    return false;
}

/// Whether a character beyond ASCII is an operator on the adjacent matrix.
constexpr bool is_operator_sign(unsigned code) {
    const bool mathematical = (code >= 0x2200 && code < 0x2300) || (code >= 0x2A00 && code < 0x2B00);
    return (mathematical && !is_relation_sign(code)) || code == 0xF7 || code == 0xB1 || code == 0xD7 || code == 0xB7 ||
           code == 0x2016 || code == 0x2044 || code == 0x2715 || code == 0x2716 || (code >= 0x2795 && code <= 0x2797) ||
           code == 0xFF05 || code == 0xFF0A || code == 0xFF0B || code == 0xFF0F;
}

/// A dagger or a prime.
constexpr bool is_transpose_sign(unsigned code) { return code == 0x2020 || (code >= 0x2032 && code <= 0x2034); }

}  // namespace heed::detail
