// SPDX-License-Identifier: BSL-1.0
// HTML tags and their effect on the text around them.
#pragma once

#include <heed/printed/beside_words.hpp>
#include <heed/printed/text_cursor.hpp>

#include <cstddef>

namespace heed::detail {

enum class tag_sort : unsigned char {
    none,    ///< there is no tag here
    inside,  ///< <b>, </sup>, a comment: the text continues as if the tag were not there
    raised,  ///< <sup>, <sub>
    hidden,  ///< text that is struck out or not shown
    parts,   ///< all others: they separate the texts on both sides
};

struct tag {
    tag_sort sort = tag_sort::none;
    std::size_t length = 0;
};

/// Whether an attribute is somewhere in a tag, given in small letters, in any capitalization and with any blanks.
template <std::size_t N>
constexpr bool has_attribute(cursor c, const char (&attribute)[N]) {
    for (; !c.done(); ++c.at) {
        std::size_t at = 0, matched = 0;
        for (; matched + 1 < N && c.at + at < c.end; ++at) {
            const char next = c.peek(at);
            const char small = next >= 'A' && next <= 'Z' ? static_cast<char>(next - 'A' + 'a') : next;
            if (small == attribute[matched])
                ++matched;
            else if (matched == 0 || next != ' ')
                break;
        }
        if (matched + 1 == N) return true;
    }
    return false;
}

/// The effect of a tag; c is the tag, from < to >.
constexpr tag_sort sort_of_tag(cursor c) {
    if (c.peek(1) == '!') return tag_sort::inside;
    ++c.at;
    const bool closes = c.accept("/");
    cursor name = c;
    while (is_letter(name.peek()) || is_digit(name.peek())) ++name.at;
    name = {c.text, c.at, name.at};
    if (is_any_word(name, "sup", "sub")) return closes ? tag_sort::inside : tag_sort::raised;
    if (is_any_word(name, "del", "s", "strike", "style", "script")) return tag_sort::hidden;
    if (has_attribute(c, "display:none") || has_attribute(c, " hidden") || has_attribute(c, "visibility:hidden") ||
        has_attribute(c, "visibility:collapse"))
        return tag_sort::hidden;
    return is_any_word(name, "b", "i", "u", "em", "strong", "span", "a", "code", "font", "small", "big", "mark", "var",
                       "samp", "kbd", "tt", "abbr", "ins", "wbr", "bdi", "bdo", "q", "cite", "label", "time", "data")
               ? tag_sort::inside
               : tag_sort::parts;
}

/// The tag or comment that begins here, if it is short.
constexpr tag tag_at(const cursor& c) {
    constexpr std::size_t longest = 400;
    const char next = c.peek(1);
    if (c.peek() != '<' || !(is_letter(next) || next == '/' || next == '!')) return {};
    const bool comment = c.length_of("<!--") != 0;
    for (std::size_t n = 2; n < longest && c.at + n < c.end; ++n) {
        if (!comment && c.peek(n) == '<') return {};
        if (c.peek(n) != '>' || (comment && (c.peek(n - 1) != '-' || c.peek(n - 2) != '-'))) continue;
        return {sort_of_tag({c.text, c.at, c.at + n + 1}), n + 1};
    }
    return {};
}

}  // namespace heed::detail
