// SPDX-License-Identifier: BSL-1.0
// Blocks of keys of a streaming loop, without those of which a mask leaves nothing.
#pragma once

#include <heed/lower/tiles.hpp>
#include <heed/run/mask_tile.hpp>
#include <heed/run/micro_kernel.hpp>

#include <cstddef>
#include <limits>

namespace heed::detail {

/// The blocks of keys of a tile of queries. add(keys, first, masked) takes keys first ... first + keys - 1, of which
/// some may be masked for some of the queries.
template <class Plan, std::size_t K, class T, bool IsOneBlock, class Cursors, class Count, class Add>
struct key_blocks {
    static constexpr kernel k = Plan::value.kernels[K];
    static constexpr std::size_t block_keys = keys_of_block(k.stream.keys);

    const Cursors& cursors;
    std::size_t first_query;
    Count queries;
    const Add& add;

    constexpr void run() const {
        const auto keys = size_in<Plan, k.stream.keys>(cursors);
        if constexpr (is_fixed_size<Plan, k.stream.keys>) {
            constexpr std::size_t whole = k.stream.keys / block_keys;
            if constexpr (whole == 1) add_block(static_count<block_keys>(), 0);  // small attention has no loops
            if constexpr (whole > 1) add_blocks(whole);
            if constexpr (keys % block_keys != 0) add_block(static_count<keys % block_keys>(), whole * block_keys);
        } else if constexpr (IsOneBlock) {
            if (keys != 0) add_block(keys, 0);
        } else {
            const std::size_t left = keys % block_keys;
            if (keys >= block_keys) add_blocks(keys / block_keys);
            if (left != 0) add_block(left, keys - left);
        }
    }

private:
    template <class KeyCount>
    constexpr void add_block(KeyCount count, std::size_t first) const {
        const tile_kind kind = kind_of(first, count);
        if (kind != tile_kind::none) add(count, first, kind == tile_kind::mixed);
    }

    constexpr tile_kind kind_of(std::size_t first_key, std::size_t keys) const {
        return kind_of_tile<Plan, K, T>(cursors, {first_query, queries, first_key, keys});
    }

    /// Blocks of which nothing is left are not asked for one by one: 4096 keys are 64 blocks, a causal mask takes 6 to
    /// 12 questions.
    constexpr void add_blocks(std::size_t count) const { add_those_left(count); }
    HEED_FLATTEN constexpr void add_blocks(std::size_t count) const requires(packable<T>) { add_those_left(count); }
    /// Halves what a mask cuts. `ends` has where the halves end of which the first one is asked about, the outermost
    /// first: what is done with a block stands here once, as no recursion has it.
    HEED_INLINE constexpr void add_those_left(std::size_t count) const {
        std::size_t ends[std::numeric_limits<std::size_t>::digits + 1], open = 0;
        ends[0] = count;
        for (std::size_t begin = 0; begin < count;) {
            const std::size_t end = ends[open];
            const tile_kind kind = kind_of(begin * block_keys, (end - begin) * block_keys);
            if (kind == tile_kind::mixed && end - begin > 1) {
                ends[++open] = begin + (end - begin) / 2;
                continue;
            }
            if (kind != tile_kind::none)
                for (std::size_t b = begin; b < end; ++b)
                    add(static_count<block_keys>{}, b * block_keys, kind == tile_kind::mixed);
            begin = end;
            if (open > 0) --open;
        }
    }
};

/// Calls add(keys, first, masked) for the blocks of keys that a mask leaves to `queries` queries, in ascending order.
template <class Plan, std::size_t K, class T, bool IsOneBlock = false, class Cursors, class Count, class Add>
constexpr void for_key_blocks(const Cursors& cursors, std::size_t first_query, Count queries, const Add& add) {
    key_blocks<Plan, K, T, IsOneBlock, Cursors, Count, Add>{cursors, first_query, queries, add}.run();
}

/// The same without a mask, as a part of the function that calls it: what belongs to a tile of queries can then stay in
/// registers from block to block.
template <class Plan, std::size_t K, class Cursors, class Add>
HEED_INLINE constexpr void for_key_blocks_in_place(const Cursors& cursors, const Add& add) {
    constexpr std::size_t all_keys = Plan::value.kernels[K].stream.keys, block_keys = keys_of_block(all_keys);
    const auto keys = size_in<Plan, all_keys>(cursors);
    std::size_t first = 0;
    for (; first + block_keys <= keys; first += block_keys) add(static_count<block_keys>(), first, false);
    if constexpr (!is_fixed_size<Plan, all_keys>) {
        if (first < keys) add(keys - first, first, false);
    } else if constexpr (all_keys % block_keys > 0) {
        add(static_count<all_keys % block_keys>(), first, false);
    }
}

}  // namespace heed::detail
