// SPDX-License-Identifier: BSL-1.0
// Text of a document for one line of a terminal: characters that are invisible there, or change what is visible, are
// written as numbers.
#pragma once

#include <heed/printed/characters.hpp>
#include <heed/printed/text_cursor.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace heed::detail {

/// Whether this is the valid UTF-8 encoding of a character: not longer than needed, and not half of a surrogate pair.
constexpr bool is_well_formed(const character& c) {
    if (c.length == 1) return c.code < 0x80;
    const unsigned least = c.length == 2 ? 0x80 : c.length == 3 ? 0x800 : 0x10000;
    return c.code >= least && c.code <= 0x10FFFF && !(c.code >= 0xD800 && c.code < 0xE000);
}

/// Control characters of terminals and of the writing direction, line ends, and characters without width.
constexpr bool is_invisible(unsigned code) {
    return (code >= 0x80 && code < 0xA0) || code == 0x61C || code == 0x200B || code == 0x200E || code == 0x200F ||
           (code >= 0x2028 && code <= 0x202E) || (code >= 0x2060 && code <= 0x206F) || code == 0xFEFF;
}

/// ASCII control characters become blanks, U+202E becomes \u{202E}, and a byte that is not UTF-8 becomes \xFF.
inline std::string visible_text(std::string_view text) {
    constexpr char digits[] = "0123456789ABCDEF";
    std::string shown;
    for (cursor c{text.data(), 0, text.size()}; !c.done();) {
        character next = character_at(c);
        if (next.length == 1 && (next.code < 32 || next.code == 127)) {
            shown += ' ';
        } else if (!is_well_formed(next)) {
            const auto byte = static_cast<unsigned char>(text[c.at]);
            shown += {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
            next.length = 1;
        } else if (is_invisible(next.code)) {
            std::string number;
            for (unsigned rest = next.code; rest != 0; rest >>= 4) number.insert(number.begin(), digits[rest & 15]);
            shown += "\\u{" + number + '}';
        } else {
            shown += text.substr(c.at, next.length);
        }
        c.at += next.length;
    }
    return shown;
}

}  // namespace heed::detail
