// SPDX-License-Identifier: BSL-1.0
// Prefetches what a loop reads next into the L2 cache, as extra work in its inner loop.
#pragma once

#include <heed/lower/tiles.hpp>
#include <heed/meta/config.hpp>
#include <heed/scalar/lanes.hpp>

#include <cstddef>
#include <cstdint>

namespace heed::detail {

/// Memory to prefetch: rows of Lines cache lines each. Iteration k of a block of sums prefetches one cache line, and
/// several consecutive iterations the same one, so that the requests are spread evenly over all blocks of sums.
/// Addresses are integers, because nothing may follow the last slab.
template <std::size_t Lines>
struct fetching {
    std::uintptr_t slab;
    std::size_t row_bytes;
    std::size_t begin;  ///< iterations of the sums before this block
    unsigned shift;     ///< log2 of the number of iterations per cache line of the slab

    template <class V, std::size_t Registers>
    HEED_INLINE void operator()(std::size_t k, std::size_t, const V (&)[Registers]) const {
        const std::size_t line = (begin + k) >> shift;
        __builtin_prefetch(
            reinterpret_cast<const void*>(slab + line / Lines * row_bytes + line % Lines * cache_line_bytes), 0, 2);
    }
};

/// Prefetches memory in its order, as many bytes as the block of sums beside it reads.
template <class Element, class Decision>
struct fetching_in_order {
    std::uintptr_t from;
    std::size_t lines;   ///< rows of the operand that a block reads in turn
    Decision is_needed;  ///< known while compiling or not

    template <class V, std::size_t Registers>
    HEED_INLINE constexpr void operator()(std::size_t k, std::size_t first, const V (&)[Registers]) const {
        if (HEED_CONSTANT_EVALUATED || !is_needed) return;
        HEED_UNROLL for (std::size_t r = 0; r < Registers; ++r) __builtin_prefetch(reinterpret_cast<const void*>(
            from + sizeof(Element) * (first * lines + (k * Registers + r) * lanes<V>::count)));
    }
};

/// The number of cache lines that contiguous elements take.
template <class T>
constexpr std::size_t cache_lines_of(std::size_t elements) {
    return cache_lines(elements * sizeof(T));
}

}  // namespace heed::detail
