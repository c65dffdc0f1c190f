// SPDX-License-Identifier: BSL-1.0
// Whether a word is one of some.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string_view>

namespace heed::detail {

inline bool is_any_of(std::string_view word, std::initializer_list<std::string_view> words) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace heed::detail
