// SPDX-License-Identifier: BSL-1.0
// Rows of a matrix on separate lines, one of which has a name or a factor before it.
#pragma once

#include <heed/printed/characters.hpp>
#include <heed_check/tables/document_lines.hpp>
#include <heed_check/tables/number_rows.hpp>

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace heed::detail {

/// A line that ends with a row of numbers.
struct drawn_row {
    bool valid = false;
    bool beside = false;        ///< a name and =, or a factor, is before the row
    std::size_t indent = 0;     ///< how many characters are before the row
    std::size_t text_ends = 0;  ///< ... before the blanks that precede the row
};

/// The sides of a row: [ 1 2 ], | 1 2 |, and the parts of tall brackets.
inline constexpr std::string_view opening_sides[] = {"[",
                                                     "(",
                                                     "|",
                                                     "\xE2\x8E\xA1",
                                                     "\xE2\x8E\xA2",
                                                     "\xE2\x8E\xA3",
                                                     "\xE2\x8E\x9B",
                                                     "\xE2\x8E\x9C",
                                                     "\xE2\x8E\x9D",
                                                     "\xE2\x94\x82"};
inline constexpr std::string_view closing_sides[] = {"]",
                                                     ")",
                                                     "|",
                                                     "\xE2\x8E\xA4",
                                                     "\xE2\x8E\xA5",
                                                     "\xE2\x8E\xA6",
                                                     "\xE2\x8E\x9E",
                                                     "\xE2\x8E\x9F",
                                                     "\xE2\x8E\xA0",
                                                     "\xE2\x94\x82"};

/// The numbers of a row between its sides; empty if the sides do not match.
inline std::string_view within_sides(std::string_view row) {
    for (const std::string_view open : opening_sides) {
        if (row.substr(0, open.size()) != open) continue;
        for (const std::string_view close : closing_sides)
            if (row.size() > open.size() + close.size() && row.substr(row.size() - close.size()) == close)
                return row.substr(open.size(), row.size() - open.size() - close.size());
    }
    return {};
}

inline std::size_t characters_in(std::string_view text) {
    std::size_t count = 0;
    for (cursor c{text.data(), 0, text.size()}; !c.done(); c.at += character_at(c).length) ++count;
    return count;
}

inline constexpr std::string_view signs_before_a_row[] = {"=", "*", "\xC3\x97", "\xC2\xB7", "\xE2\x8B\x85"};

/// Whether a text ends with = or a multiplication sign, or with a number if `sides` follow.
inline bool is_beside_a_row(std::string_view text, bool sides) {
    for (const std::string_view sign : signs_before_a_row)
        if (text.size() >= sign.size() && text.substr(text.size() - sign.size()) == sign) return true;
    return sides && !text.empty() && is_digit(text.back());
}

/// A row in brackets without what is written behind it: [1 2]  <- "a".
inline std::string_view without_note(std::string_view row) {
    const std::size_t close = row.substr(0, 1) == "[" ? row.rfind(']') : std::string_view::npos;
    return close == std::string_view::npos ? row : row.substr(0, close + 1);
}

inline drawn_row drawn_row_of(std::string_view line) {
    constexpr std::size_t longest = 4000;
    if (line.size() > longest || line.find_first_of("0123456789") == std::string_view::npos) return {};
    std::size_t side = line.size(), sign = 0;
    for (const std::string_view open : opening_sides) side = std::min(side, line.find(open));
    for (const std::string_view one : signs_before_a_row)
        if (const std::size_t at = line.rfind(one); at != std::string_view::npos)
            sign = std::max(sign, at + one.size());
    const bool sides = side < line.size();
    const std::size_t begin = sides ? side : std::min(line.find_first_not_of(" \t", sign), line.size());
    const std::string_view before = line.substr(0, begin), text = without_blanks(before);
    const std::string_view row = without_note(without_blanks(line.substr(begin)));
    const std::string_view numbers = sides ? within_sides(row) : row;
    const bool one = sides && read_cell({numbers.data(), 0, numbers.size()}, {}).kind == cell_kind::entry;
    if (!one && !is_number_row(numbers)) return {};
    const std::size_t end = text.empty() ? 0 : before.find_last_not_of(" \t") + 1;
    const bool beside = is_beside_a_row(text, sides);
    return {beside || text.empty(), beside, characters_in(before), characters_in(before.substr(0, end))};
}

/// Of two consecutive lines: whether one has text before its row and the other is indented beyond that text.
inline bool is_drawn_beside(const drawn_row& a, const drawn_row& b) {
    return (a.beside && !b.beside && b.indent >= a.text_ends) || (b.beside && !a.beside && a.indent >= b.text_ends);
}

}  // namespace heed::detail
