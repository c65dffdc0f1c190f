// SPDX-License-Identifier: BSL-1.0
// What is wrong with a formula that was read as text, and where.
#pragma once

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

}  // namespace heed::detail
