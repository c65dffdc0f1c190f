// SPDX-License-Identifier: BSL-1.0
// Dashes that are no minus signs: arrows, runs of dashes, rules and borders.
#pragma once

#include <heed/printed/characters.hpp>
#include <heed/printed/text_cursor.hpp>

#include <cstddef>

namespace heed::detail {

/// The length of an arrow drawn with ASCII signs: ->, -->, =>, |->, <-, <<-, else 0.
constexpr std::size_t arrow_length(const cursor& c) {
    std::size_t n = 0;
    while (c.peek(n) == '<') ++n;
    const bool left = n == 1 || n == 2;
    if (left && c.peek(n) != '-') return 0;
    n += c.peek() == '|' ? 1U : 0U;
    const std::size_t shaft = n;
    while (c.peek(n) == '-' || (c.peek(n) == '=' && !left)) ++n;
    if (n == shaft) return 0;
    if (c.peek(n) == '>') return n + 1;
    return left ? n : 0;
}

/// The length in bytes of consecutive minus signs, hyphens and dashes.
constexpr std::size_t dashes_length(cursor c) {
    const std::size_t begin = c.at;
    while (accept_minus(c)) {
    }
    return c.at - begin;
}

/// Whether a line is the border of a table or the rule of a title, +---+---+ or -----, and nothing else.
constexpr bool is_border(cursor line) {
    std::size_t drawn = 0;
    for (; !line.done(); ++line.at) {
        if (is_one_of(line.peek(), "-=_~*#"))
            ++drawn;
        else if (!is_one_of(line.peek(), "+:| \t\r"))
            return false;
    }
    return drawn > 1;
}

}  // namespace heed::detail
