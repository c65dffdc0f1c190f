// SPDX-License-Identifier: BSL-1.0
// What is wrong with a formula that was read as text, and where.
#pragma once

#include <heed/shape/shape.hpp>
#include <heed/shape/words.hpp>

#include <cstddef>
#include <exception>
#include <string>
#include <utility>

namespace heed::detail {

class formula_error : public std::exception {
public:
    formula_error(std::size_t at, std::string words) : position(at), words_(std::move(words)) {}
    const char* what() const noexcept override { return words_.c_str(); }

    std::size_t position;  ///< the byte of the text at which it is wrong, from 0

private:
    std::string words_;
};

/// [12x3], and where axes have names [tokens[12] x 3].
inline std::string text_of(const shape& s) {
    bool named = false;
    for (std::size_t i = 0; i < s.rank; ++i) named = named || s[i].name != nullptr;
    const char* const between = named ? " x " : "x";
    shape_writer counter;
    counter.add_shape(s, between);
    std::string text(counter.count, ' ');
    shape_writer writer{text.data(), text.size()};
    writer.add_shape(s, between);
    return text;
}

}  // namespace heed::detail
