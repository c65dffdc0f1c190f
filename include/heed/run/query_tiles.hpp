// SPDX-License-Identifier: BSL-1.0
// Streaming attention for any number of queries: runs kernel/stream.hpp for each tile of them.
#pragma once

#include <heed/run/bound_few_queries.hpp>
#include <heed/run/bound_stream.hpp>

namespace heed::detail {

/// Whether a tile of a kernel's nests may end with so few queries that half of the lanes hold them: where their number
/// is dynamic, or leaves over so many.
template <class Plan, std::size_t K>
constexpr bool may_end_in_half() {
    const auto& p = Plan::value;
    const std::size_t lanes = p.kernels[K].stream.lanes;
    for (const nest& n : p.nests) {
        const bool has_half = !is_static_size(n.rows.size, Plan::lengths) || last_lanes_of(n, lanes) < lanes ||
                              lanes_of_rest(n.tile_rows, n.rows.size, lanes) < lanes;
        for (std::size_t i = n.first_step; i < n.first_step + n.step_count; ++i)
            if (p.steps[i].kernel == K && has_half) return true;
    }
    return false;
}

/// Takes all queries, tile after tile. Constant expressions do not compute lanes without a query. HasHalf: queries that
/// are left over are computed in half of the lanes if these hold them.
template <class Plan, std::size_t K, std::size_t Lanes, bool HasHalf, bool IsOneBlock, class T, class Count,
          class Cursors>
constexpr void run_query_tiles(Count queries, const Cursors& cursors, T* scratch) {
    if constexpr (fixed_count<Count> <= Lanes) {  // few: unrolled
        bound_stream<Plan, K, Lanes, IsOneBlock, T, Count, Cursors> tile(cursors, 0, queries, scratch);
        stream_kernel(tile);
    } else {
        const auto run = [&]<std::size_t Width>(static_count<Width>, std::size_t first) {
            bound_stream<Plan, K, Width, IsOneBlock, T, std::size_t, Cursors> tile(
                cursors, first, smaller_of(Width, queries - first), scratch);
            stream_kernel(tile);
        };
        std::size_t first = 0;
        for (; first < queries && !(HasHalf && queries - first <= Lanes / 2); first += Lanes)
            run(static_count<Lanes>(), first);
        if constexpr (HasHalf)
            if (first < queries) run(static_count<Lanes / 2>(), first);
    }
}

/// Whether the sums of a block that has all keys are written at once, and their number is dynamic.
template <class Plan, std::size_t K, class T>
inline constexpr bool may_be_one_block = !is_fixed_size<Plan, Plan::value.kernels[K].stream.keys> &&
                                         keeps_columns_in_lanes(Plan::value.kernels[K].cols, sizeof(T));
template <class Plan, std::size_t K, class Cursors>
constexpr bool is_one_block(const Cursors& cursors) {
    constexpr std::size_t keys = Plan::value.kernels[K].stream.keys;
    return size_in<Plan, keys>(cursors) <= keys_of_block(keys);
}

/// Takes the queries of a tile of the plan: few of them with the depth in lanes, others side by side. In constant
/// expressions, and for numbers that registers do not hold, no lane is without a query.
template <class Plan, std::size_t K, std::size_t TileRows, class T, class Count, class Cursors>
constexpr void run_stream(Count queries, const Cursors& cursors, T* scratch) {
    constexpr std::size_t padded = Plan::value.kernels[K].stream.lanes, exact = smaller_of(TileRows, padded);
    using count_type = std::conditional_t<(TileRows < lanes_for(sizeof(T))), Count, std::size_t>;
    if constexpr (Plan::value.kernels[K].stream.depth_lanes > 0) {
        run_few_queries<Plan, K>(queries, cursors, scratch);
    } else if (!packable<T> || HEED_CONSTANT_EVALUATED) {
        run_query_tiles<Plan, K, exact, false, false, T, count_type>(queries, cursors, scratch);
    } else if constexpr (packable<T>) {
        constexpr bool has_half = padded == lanes_for(sizeof(T)) && may_end_in_half<Plan, K>();
        if constexpr (may_be_one_block<Plan, K, T>)
            if (is_one_block<Plan, K>(cursors))
                return run_query_tiles<Plan, K, padded, has_half, true, T, count_type>(queries, cursors, scratch);
        run_query_tiles<Plan, K, padded, has_half, false, T, count_type>(queries, cursors, scratch);
    }
}

}  // namespace heed::detail
