// SPDX-License-Identifier: BSL-1.0
// What a loop reads next is fetched into the second-level cache beside its sums.
#pragma once

#include <heed/lower/tiles.hpp>

#include <cstddef>
#include <cstdint>

namespace heed::detail {

/// A slab of memory: rows of Lines lines each. Line k of a block of sums fetches one of them, several in turn the same,
/// so that all of them are fetched while all blocks of sums go by, and memory is asked for little at a time. Addresses
/// are numbers: after the last slab there may be nothing.
template <std::size_t Lines>
struct fetching {
    std::uintptr_t slab;
    std::size_t row_bytes;
    std::size_t begin;  ///< lines of sums before this block
    unsigned shift;     ///< log2 of the lines of sums for each line of the slab

    template <class V, std::size_t Registers>
    HEED_INLINE void operator()(std::size_t k, std::size_t, const V (&)[Registers]) const {
        const std::size_t line = (begin + k) >> shift;
        __builtin_prefetch(
            reinterpret_cast<const void*>(slab + line / Lines * row_bytes + line % Lines * cache_line_bytes), 0, 2);
    }
};

/// Memory in its order, as many bytes as a block of sums reads beside it.
template <class Element, class Decision>
struct fetching_in_order {
    std::uintptr_t from;
    std::size_t lines;   ///< of the operand that a block reads side by side
    Decision is_needed;  ///< known while compiling or not

    template <class V, std::size_t Registers>
    HEED_INLINE constexpr void operator()(std::size_t k, std::size_t first, const V (&)[Registers]) const {
        if (HEED_CONSTANT_EVALUATED || !is_needed) return;
        HEED_UNROLL for (std::size_t r = 0; r < Registers; ++r) __builtin_prefetch(reinterpret_cast<const void*>(
            from + sizeof(Element) * (first * lines + (k * Registers + r) * lanes<V>::count)));
    }
};

/// Lines of memory that some elements side by side take.
template <class T>
constexpr std::size_t cache_lines_of(std::size_t elements) {
    return cache_lines(elements * sizeof(T));
}

}  // namespace heed::detail
