// SPDX-License-Identifier: BSL-1.0
// A shape as a std::string. A separate header, because <string> is not included by the headers that every program
// needs.
#pragma once

#include <heed/shape/shape_words.hpp>

#include <cstddef>
#include <string>

namespace heed::detail {

/// [12x3]; with axis names [tokens[12] x 3].
inline std::string text_of(const shape& s) {
    bool named = false;
    for (std::size_t i = 0; i < s.rank; ++i) named = named || s[i].name != nullptr;
    const char* const between = named ? " x " : "x";
    shape_writer counter;
    add_shape(counter, s, between);
    std::string text(counter.count, ' ');
    shape_writer writer{text.data(), text.size()};
    add_shape(writer, s, between);
    return text;
}

}  // namespace heed::detail
