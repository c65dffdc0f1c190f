// SPDX-License-Identifier: BSL-1.0
// Clauses before a matrix that give a number to something else: p = 0.5, loss = 0.35, shape = (2, 3).
#pragma once

#include <heed_check/document/name_text.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace heed::detail {

/// Whether words in front of a number say for which parameter it is: Scores at step = 2, Weights for T = 3. "The number
/// of heads = 2" is the number itself; before such an "of" there is no plural.
inline bool ends_with_parameter(std::string_view left) {
    left.remove_prefix(std::min(left.find_first_not_of(' '), left.size()));
    for (const std::string_view preposition : {" at ", " in ", " after ", " of ", " for ", " with "}) {
        const std::size_t at = left.find(preposition);
        if (at == std::string_view::npos || at == 0) continue;
        const bool plural = left[at - 1] == 's' && (at < 2 || left[at - 2] != 's');
        if (preposition != " of " || plural) return true;
    }
    return false;
}

/// Whether a clause is one: what has a number is not the name of a matrix behind it.
inline bool is_number_of_something(std::string_view clause) {
    std::string_view right = clause;
    for (std::size_t at = assignment_in(right); at != std::string_view::npos; at = assignment_in(right))
        right.remove_prefix(at + 1);
    right = right.substr(0, right.find_last_not_of(" :.,;|#&") + 1);
    right.remove_prefix(std::min(right.find_first_not_of(' '), right.size()));
    const std::string_view left = clause.substr(0, assignment_in(clause));
    if (ends_with_parameter(left) || right.find_first_of("0123456789") == std::string_view::npos)
        return right == "True" || right == "False" || right == "None";
    std::string bare(right);
    for (const std::string_view root : {"sqrt_", "sqrt"})
        if (const std::size_t at = bare.find(root); at != std::string::npos) bare.erase(at, root.size());
    return bare.find_first_not_of("0123456789.,+-/()%e ") == std::string::npos && bare.find(" (") == std::string::npos;
}

}  // namespace heed::detail
