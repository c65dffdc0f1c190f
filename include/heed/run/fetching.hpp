// SPDX-License-Identifier: BSL-1.0
// Prefetches what a loop reads next, as extra work in its inner loop.
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

/// Prefetches so many bytes from an address on. Addresses are integers, because nothing may follow an operand.
template <std::size_t Bytes>
HEED_INLINE void fetch_bytes(std::uintptr_t from) {
    constexpr std::size_t lines = cache_lines(Bytes);
    HEED_UNROLL for (std::size_t line = 0; line < lines; ++line)
        __builtin_prefetch(reinterpret_cast<const void*>(from + line * cache_line_bytes));
}

/// Prefetches what iteration k of a block of sums reads, of the row at from + k * row_bytes.
template <class Element>
struct fetching_rows_ahead {
    std::uintptr_t from;
    std::size_t row_bytes;

    template <class V, std::size_t Registers>
    HEED_INLINE void operator()(std::size_t k, std::size_t first, const V (&)[Registers]) const {
        fetch_bytes<sizeof(Element) * Registers * lanes<V>::count>(from + k * row_bytes + sizeof(Element) * first);
    }
};

/// Prefetches into the L1 cache, in memory order, as many bytes as a block of sums reads: iteration k as many as it
/// reads. A block reads `rows` rows of the operand in turn. If there are fewer left, some lines after the operand's end
/// and none of its own are prefetched.
template <class Element, class Decision>
struct fetching_in_order {
    std::uintptr_t from;
    std::size_t rows;
    Decision is_needed;  ///< std::true_type, or decided at run time

    template <class V, std::size_t Registers>
    HEED_INLINE constexpr void operator()(std::size_t k, std::size_t first, const V (&)[Registers]) const {
        if (HEED_CONSTANT_EVALUATED || !is_needed) return;
        constexpr std::size_t elements = Registers * lanes<V>::count;
        fetch_bytes<sizeof(Element) * elements>(from + sizeof(Element) * (first * rows + k * elements));
    }
};

/// The number of cache lines that contiguous elements take.
template <class T>
constexpr std::size_t cache_lines_of(std::size_t elements) {
    return cache_lines(elements * sizeof(T));
}

}  // namespace heed::detail
