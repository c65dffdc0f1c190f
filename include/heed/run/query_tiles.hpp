// SPDX-License-Identifier: BSL-1.0
// Streaming attention of any number of queries: kernel/stream.hpp for each tile of them.
#pragma once

#include <heed/run/bound_few_queries.hpp>
#include <heed/run/bound_stream.hpp>

namespace heed::detail {

/// Any number of queries, a tile after the other. Lanes without a query are not computed in constant expressions.
template <class Plan, std::size_t K, std::size_t Lanes, class T, class Count, class Cursors>
constexpr void run_query_tiles(Count queries, const Cursors& cursors, T* scratch) {
    if constexpr (fixed_count<Count> <= Lanes) {  // few: unrolled
        bound_stream<Plan, K, Lanes, T, Count, Cursors> tile(cursors, 0, queries, scratch);
        stream_kernel(tile);
    } else {
        for (std::size_t first = 0; first < queries; first += Lanes) {
            bound_stream<Plan, K, Lanes, T, std::size_t, Cursors> tile(cursors, first,
                                                                       smaller_of(Lanes, queries - first), scratch);
            stream_kernel(tile);
        }
    }
}
template <class Plan, std::size_t K, std::size_t TileRows, class T, class Count, class Cursors>
constexpr void run_stream(Count queries, const Cursors& cursors, T* scratch) {
    constexpr std::size_t padded = Plan::value.kernels[K].stream.lanes, exact = smaller_of(TileRows, padded);
    using count_type = std::conditional_t<(TileRows < lanes_for(sizeof(T))), Count, std::size_t>;
    if constexpr (Plan::value.kernels[K].stream.depth_lanes > 0)
        run_few_queries<Plan, K>(queries, cursors, scratch);
    else if (!packable<T> || std::is_constant_evaluated())
        run_query_tiles<Plan, K, exact, T, count_type>(queries, cursors, scratch);
    else if constexpr (packable<T>)
        run_query_tiles<Plan, K, padded, T, count_type>(queries, cursors, scratch);
}

}  // namespace heed::detail
