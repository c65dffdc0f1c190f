// SPDX-License-Identifier: BSL-1.0
// Marks in a formula of words that no reading keeps.
#pragma once

#include <heed/printed/text_cursor.hpp>
#include <heed_check/formula/scanner.hpp>

#include <cstddef>
#include <string_view>

namespace heed::detail {

/// Whether an operator has nothing behind it: softmax(S*)
inline bool has_open_operator(std::string_view text) {
    for (std::size_t at = 0; at < text.size(); ++at) {
        const std::size_t next = text.find_first_not_of(' ', at + 1);
        if (is_one_of(text[at], "*/@+-") && (next == std::string_view::npos || text[next] == ')')) return true;
    }
    return false;
}
/// Whether a name has a prime: Q'
inline bool has_prime(std::string_view text) {
    for (std::size_t at = 1; at < text.size(); ++at)
        if (text[at] == '\'' && formula_scanner::is_word(text[at - 1]) &&
            (at < 2 || !formula_scanner::is_word(text[at - 2])))
            return true;
    return false;
}

}  // namespace heed::detail
