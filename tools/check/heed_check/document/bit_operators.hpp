// SPDX-License-Identifier: BSL-1.0
// Operators of Python that work on the bits of whole numbers, and are logical only for truth values.
#pragma once

#include <heed_check/document/table_names.hpp>

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace heed::detail {

/// Whether &, | or ~ stands beside an operand of numbers: A & 2.
/// is_of_numbers(word)  whether the operand is one of numbers that are no truth values
template <class IsOfNumbers>
bool works_on_bits(std::string_view formula, const IsOfNumbers& is_of_numbers) {
    for (std::size_t i = 0; i < formula.size(); ++i) {
        if (!is_one_of(formula[i], "&|~")) continue;
        const std::string_view left = formula.substr(0, i), right = formula.substr(i + 1);
        const std::string_view before = word_before(left, left.find_last_not_of(' ') + 1);
        const std::string_view behind = word_from(right, std::min(right.find_first_not_of(' '), right.size()));
        if ((!before.empty() && is_of_numbers(before)) || (!behind.empty() && is_of_numbers(behind))) return true;
    }
    return false;
}

}  // namespace heed::detail
