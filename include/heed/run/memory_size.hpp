// SPDX-License-Identifier: BSL-1.0
// A number of elements that may exceed 64 bits.
#pragma once

#include <cstddef>

namespace heed::detail {

/// Sums and products that exceed 64 bits are the largest number, so that one comparison after all of them is enough.
struct memory_size {
    std::size_t elements = 0;

    static constexpr std::size_t largest = static_cast<std::size_t>(-1);

    friend constexpr memory_size operator+(memory_size a, memory_size b) {
        std::size_t sum = 0;
        return {__builtin_add_overflow(a.elements, b.elements, &sum) ? largest : sum};
    }
    friend constexpr memory_size operator*(memory_size a, memory_size b) {
        std::size_t product = 0;
        return {__builtin_mul_overflow(a.elements, b.elements, &product) ? largest : product};
    }
    friend constexpr memory_size smaller_of(memory_size a, memory_size b) { return a.elements < b.elements ? a : b; }
    constexpr memory_size rounded_up(std::size_t to) const {
        return {(*this + memory_size{to - 1}).elements / to * to};
    }
};

}  // namespace heed::detail
