// SPDX-License-Identifier: BSL-1.0
// Operators of Python that work on the bits of whole numbers, and are logical only for truth values.
#pragma once

#include <heed_check/document/name_text.hpp>
#include <heed_check/formula/scanner.hpp>

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace heed::detail {

/// The word that ends before, or begins behind, the blanks at a position; empty if there is another sign.
inline std::string_view word_before(std::string_view text, std::size_t at) {
    std::size_t end = at;
    while (end > 0 && text[end - 1] == ' ') --end;
    std::size_t begin = end;
    while (begin > 0 && formula_scanner::is_word(text[begin - 1])) --begin;
    return text.substr(begin, end - begin);
}
inline std::string_view word_behind(std::string_view text, std::size_t at) {
    const std::size_t begin = std::min(text.find_first_not_of(' ', at), text.size());
    std::size_t end = begin;
    while (end < text.size() && formula_scanner::is_word(text[end])) ++end;
    return text.substr(begin, end - begin);
}

/// Whether &, | or ~ stands beside an operand of numbers: A & 2.
/// is_of_numbers(word)  whether the operand is one of numbers that are no truth values
template <class IsOfNumbers>
bool works_on_bits(std::string_view formula, const IsOfNumbers& is_of_numbers) {
    for (std::size_t i = 0; i < formula.size(); ++i) {
        if (!is_one_of(formula[i], "&|~")) continue;
        const std::string_view before = word_before(formula, i), behind = word_behind(formula, i + 1);
        if ((!before.empty() && is_of_numbers(before)) || (!behind.empty() && is_of_numbers(behind))) return true;
    }
    return false;
}

}  // namespace heed::detail
