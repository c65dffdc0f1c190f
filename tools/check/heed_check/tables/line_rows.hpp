// SPDX-License-Identifier: BSL-1.0
// Lists whose rows end with their lines, as MATLAB, Octave and Julia read them in a fence of their language.
#pragma once

#include <heed/printed/text_cursor.hpp>

#include <cstddef>
#include <string_view>

namespace heed::detail {

/// What the end of a line is in [1 0 <line end> 0 1].
enum class line_rows : unsigned char {
    unknown,  ///< of no language that is known
    always,   ///< MATLAB, Octave: the end of a row, also behind a comma
    blanks,   ///< Julia: the end of a row, unless a comma is before it
};

/// The role of line ends in a fence that begins with this line: ```matlab, ~~~ {.julia}
inline line_rows line_rows_of_fence(std::string_view line) {
    std::size_t begin = line.find_first_not_of(" \t`~{.");
    if (begin == std::string_view::npos) return line_rows::unknown;
    std::size_t end = begin;
    while (end < line.size() && (is_letter(line[end]) || line[end] == '-')) ++end;
    const auto is = [&](std::string_view word) {
        bool equal = word.size() == end - begin;
        for (std::size_t i = 0; equal && i < word.size(); ++i)
            equal = (line[begin + i] | 0x20) == word[i] || line[begin + i] == word[i];
        return equal;
    };
    if (is("matlab") || is("octave")) return line_rows::always;
    return is("julia") || is("jl") || is("julia-repl") || is("jldoctest") ? line_rows::blanks : line_rows::unknown;
}

/// Whether a list of numbers, which begins with its bracket and holds no other, has its rows on lines of their own.
inline bool has_line_rows(std::string_view list, line_rows how) {
    if (how == line_rows::unknown || list.empty() || list[0] != '[') return false;
    bool several = false;
    for (std::size_t at = list.find('\n'); at != std::string_view::npos; at = list.find('\n', at + 1)) {
        const std::size_t last = list.find_last_not_of(" \t\r\n", at), next = list.find_first_not_of(" \t\r\n", at);
        if (last == 0 || next == std::string_view::npos || list[next] == ']') continue;
        if (how == line_rows::blanks && list[last] == ',') return false;
        several = true;
    }
    return several;
}

}  // namespace heed::detail
