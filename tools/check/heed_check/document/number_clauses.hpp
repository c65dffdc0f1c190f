// SPDX-License-Identifier: BSL-1.0
// Clauses before a matrix that give a number to something else: p = 0.5, loss = 0.35, shape = (2, 3).
#pragma once

#include <heed_check/document/name_text.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace heed::detail {

/// Whether a clause is one: what has a number is not the name of a matrix behind it.
inline bool is_number_of_something(std::string_view clause) {
    std::string_view right = clause;
    for (std::size_t at = assignment_in(right); at != std::string_view::npos; at = assignment_in(right))
        right.remove_prefix(at + 1);
    right = right.substr(0, right.find_last_not_of(" :.,;|#&") + 1);
    right.remove_prefix(std::min(right.find_first_not_of(' '), right.size()));
    const std::string_view left = clause.substr(0, assignment_in(clause));
    const bool is_sentence =
        left.find(" for ") != std::string_view::npos || left.find(" with ") != std::string_view::npos;
    if (is_sentence || right.find_first_of("0123456789") == std::string_view::npos)
        return right == "True" || right == "False" || right == "None";
    std::string bare(right);
    for (const std::string_view root : {"sqrt_", "sqrt"})
        if (const std::size_t at = bare.find(root); at != std::string::npos) bare.erase(at, root.size());
    return bare.find_first_not_of("0123456789.,+-/()%e ") == std::string::npos && bare.find(" (") == std::string::npos;
}

}  // namespace heed::detail
