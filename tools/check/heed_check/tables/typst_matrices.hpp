// SPDX-License-Identifier: BSL-1.0
// Matrices of Typst, A = mat(1, 2; 3, 4), as lists of rows: A =    [1, 2; 3, 4].
#pragma once

#include <heed/printed/characters.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace heed::detail {

/// Where the entries of mat( begin, after delim: "[", and perhaps other blanks; `at` is after the parenthesis.
inline std::size_t begin_of_entries(std::string_view text, std::size_t at) {
    constexpr std::string_view word = "delim:";
    const std::size_t first = std::min(text.find_first_not_of(" \t\r\n", at), text.size());
    if (text.substr(first, word.size()) != word) return at;
    const std::size_t comma = text.substr(first, 40).find(',');
    return comma == std::string_view::npos ? at : first + comma + 1;
}

/// The document with brackets for mat( and ), where these hold numbers only, a relation is before and the end of the
/// formula, a relation or a sign of punctuation behind them: what else is beside a matrix in a formula is a factor or
/// an operation. Positions do not change.
inline std::string with_plain_typst(std::string text) {
    constexpr std::string_view call = "mat(";
    for (std::size_t at = text.find(call); at != std::string::npos; at = text.find(call, at + 1)) {
        const std::size_t before = at == 0 ? at : text.find_last_not_of(" \t\r\n", at - 1);
        if (at == 0 || before == std::string::npos || text[before] != '=') continue;
        const std::size_t begin = begin_of_entries(text, at + call.size());
        const std::size_t close = text.find_first_not_of("0123456789+-.,; \t\r\n", begin);
        if (close == std::string::npos || text[close] != ')') continue;
        const std::size_t behind = text.find_first_not_of(" \t\r\n", close + 1);
        if (behind == std::string::npos || !is_one_of(text[behind], "$=,.;\\")) continue;
        std::fill(text.begin() + static_cast<std::ptrdiff_t>(at), text.begin() + static_cast<std::ptrdiff_t>(begin),
                  ' ');
        text[begin - 1] = '[';
        text[close] = ']';
    }
    return text;
}

}  // namespace heed::detail
