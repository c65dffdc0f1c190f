// SPDX-License-Identifier: BSL-1.0
// HTML entities: &times; &minus; &#8722; &#x2212;
#pragma once

#include <heed/printed/characters.hpp>
#include <heed/printed/text_cursor.hpp>

#include <cstddef>

namespace heed::detail {

/// Stands for an unknown entity: it is neither a letter nor a mark.
inline constexpr unsigned unknown_character = 0xFFFF;

/// The character of &#8722; or &#x2212;, read after the #.
constexpr unsigned numbered_character(cursor c) {
    const bool hexadecimal = c.accept("x") || c.accept("X");
    unsigned code = 0;
    for (; !c.done(); ++c.at) {
        const char next = c.peek();
        const char small = static_cast<char>(next | 0x20);
        const bool letter = hexadecimal && small >= 'a' && small <= 'f';
        if (!is_digit(next) && !letter) return unknown_character;
        code = code * (hexadecimal ? 16 : 10) + static_cast<unsigned>(letter ? small - 'a' + 10 : next - '0');
        if (code > 0x10FFFF) return unknown_character;
    }
    return code;
}

constexpr unsigned named_character(const cursor& name) {
    constexpr struct {
        const char* name;
        unsigned code;
    } known[] = {{"nbsp", 0xA0},    {"ensp", 0x2002},   {"emsp", 0x2003},   {"thinsp", 0x2009}, {"lt", '<'},
                 {"gt", '>'},       {"amp", '&'},       {"quot", '"'},      {"apos", '\''},     {"minus", 0x2212},
                 {"times", 0xD7},   {"middot", 0xB7},   {"sdot", 0x22C5},   {"plus", '+'},      {"plusmn", 0xB1},
                 {"divide", 0xF7},  {"ast", '*'},       {"lowast", 0x2217}, {"hellip", 0x2026}, {"mdash", 0x2014},
                 {"ndash", 0x2013}, {"equals", '='},    {"asymp", 0x2248},  {"rarr", 0x2192},   {"larr", 0x2190},
                 {"rArr", 0x21D2},  {"isin", 0x2208},   {"ne", 0x2260},     {"notin", 0x2209},  {"ldquo", 0x201C},
                 {"rdquo", 0x201D}, {"lsquo", 0x2018},  {"rsquo", 0x2019},  {"laquo", 0xAB},    {"raquo", 0xBB},
                 {"bull", 0x2022},  {"vellip", 0x22EE}, {"prime", 0x2032},  {"frac12", 0xBD},   {"sup2", 0xB2},
                 {"infin", 0x221E}, {"radic", 0x221A},  {"alpha", 0x3B1},   {"beta", 0x3B2},    {"gamma", 0x3B3},
                 {"lambda", 0x3BB}, {"sigma", 0x3C3}};
    for (const auto& k : known) {
        std::size_t n = 0;
        while (k.name[n] != '\0' && name.peek(n) == k.name[n]) ++n;
        if (k.name[n] == '\0' && name.at + n == name.end) return k.code;
    }
    return unknown_character;
}

/// The character of the &name; at this position; of length 0 if there is none.
constexpr character entity_at(const cursor& c) {
    constexpr std::size_t longest = 40;
    if (c.peek() != '&') return {0, 0};
    std::size_t length = 1;
    while (length < longest && (is_letter(c.peek(length)) || is_digit(c.peek(length)) || c.peek(length) == '#'))
        ++length;
    if (length < 3 || c.peek(length) != ';') return {0, 0};
    const bool numbered = c.peek(1) == '#';
    const cursor name{c.text, c.at + (numbered ? 2U : 1U), c.at + length};
    return {numbered ? numbered_character(name) : named_character(name), length + 1};
}

constexpr bool is_blank_character(unsigned code) {
    return code == ' ' || code == '\t' || code == '\n' || code == '\r' || code == 0xA0 ||
           (code >= 0x2000 && code <= 0x200B) || code == 0x202F || code == 0xFEFF;
}

}  // namespace heed::detail
