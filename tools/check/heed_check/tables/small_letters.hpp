// SPDX-License-Identifier: BSL-1.0
// Text without its capital letters, of ASCII.
#pragma once

#include <string>
#include <string_view>

namespace heed::detail {

inline char small_letter(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

inline std::string in_small_letters(std::string_view text) {
    std::string letters(text);
    for (char& c : letters) c = small_letter(c);
    return letters;
}

}  // namespace heed::detail
