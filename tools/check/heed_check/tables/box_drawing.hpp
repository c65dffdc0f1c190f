// SPDX-License-Identifier: BSL-1.0
// Tables whose borders are drawn with U+2500 to U+257F, as tabulate, rich and polars print them, as tables with bars.
#pragma once

#include <heed/printed/characters.hpp>
#include <heed/printed/text_cursor.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace heed::detail {

/// The ASCII sign for a part of a border: - for a horizontal line, | for a vertical one, + for what joins them; 0 for
/// other characters.
constexpr char border_sign(unsigned code) {
    if (code < 0x2500 || code > 0x257F) return '\0';
    for (const unsigned line : {0x2500U, 0x2501U, 0x2504U, 0x2505U, 0x2508U, 0x2509U, 0x254CU, 0x254DU, 0x2550U})
        if (code == line) return '-';
    for (const unsigned line : {0x2502U, 0x2503U, 0x2506U, 0x2507U, 0x250AU, 0x250BU, 0x254EU, 0x254FU, 0x2551U})
        if (code == line) return '|';
    return '+';
}

/// How a line is part of a table: a border, or cells between bars.
enum class border_line : unsigned char { none, rule, cells };

constexpr border_line border_line_of(cursor c) {
    bool horizontal = false, other = false, first = true, begins = false;
    for (; !c.done(); c.at += character_at(c).length) {
        if (blank_length(c) != 0) continue;
        const char sign = border_sign(character_at(c).code);
        if (first) begins = sign == '|' || sign == '+';
        first = false;
        horizontal = horizontal || sign == '-';
        other = other || sign == '\0';
    }
    if (!begins) return border_line::none;
    return horizontal && !other ? border_line::rule : border_line::cells;
}

/// The document with ASCII signs for the borders of such tables: consecutive lines from
/// a border to the last one. A sign takes the three bytes of the character, so positions do not change.
inline std::string with_plain_borders(std::string text) {
    if (text.find("\xE2\x94") == std::string::npos && text.find("\xE2\x95") == std::string::npos) return text;
    const auto line_at = [&](std::size_t begin) {
        const std::size_t end = text.find('\n', begin);
        return cursor{text.data(), begin, end == std::string::npos ? text.size() : end};
    };
    for (std::size_t begin = 0, end = 0; begin < text.size(); begin = end) {
        std::size_t first = text.size(), last = 0;  // from the first border to the last
        border_line kind = border_line::none;
        do {
            const cursor line = line_at(end);
            kind = border_line_of(line);
            if (kind == border_line::rule) first = std::min(first, line.at), last = line.end;
            end = line.end + 1;
        } while (end < text.size() && kind != border_line::none);
        for (cursor c{text.data(), first, std::max(first, last)}; !c.done();) {
            const character next = character_at(c);
            if (const char sign = border_sign(next.code); sign != '\0')
                text.replace(c.at, 3, sign == '|' ? "|  " : sign == '-' ? "---" : "+--");
            c.at += next.length;
        }
    }
    return text;
}

}  // namespace heed::detail
