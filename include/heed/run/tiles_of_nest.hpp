// SPDX-License-Identifier: BSL-1.0
// How many tiles the nests of a plan have, for actual lengths.
#pragma once

#include <heed/lower/plan.hpp>
#include <heed/lower/shared_work.hpp>
#include <heed/shape/size_from.hpp>

#include <cstddef>
#include <utility>

namespace heed::detail {

/// Rows of a whole tile; at least 1, because with dynamic extents the number of rows may be 0.
template <class Plan, std::size_t N>
constexpr std::size_t tile_rows_of(const std::size_t* lengths) {
    const std::size_t rows = size_from<Plan, Plan::value.nests[N].tile_rows>(lengths);
    return rows == 0 ? 1 : rows;
}
/// Tiles of all rows; one without rows if there are none to sum: sums of no rows are 0.
template <class Plan, std::size_t N>
constexpr std::size_t tiles_of_rows(const std::size_t* lengths) {
    const std::size_t rows = tile_rows_of<Plan, N>(lengths);
    const std::size_t tiles = (size_from<Plan, Plan::value.nests[N].rows.size>(lengths) + rows - 1) / rows;
    constexpr bool are_summed = sums_tiles(Plan::value, Plan::value.nests[N]);
    return tiles == 0 && are_summed ? 1 : tiles;
}
/// Tiles begin ... end - 1 of a matrix.
struct tile_range {
    std::size_t begin, end;
};
/// Whether a tile is the first or the last one of a sum.
struct tile_place {
    bool is_first, is_last;
};
/// Those of one sum: all of a matrix, or a part of them. The parts of a matrix are numbered one after the other.
template <class Plan, std::size_t N>
constexpr tile_range tiles_of_sum(std::size_t sum, const std::size_t* lengths) {
    constexpr std::size_t parts = Plan::value.nests[N].sum_parts;
    const std::size_t tiles = tiles_of_rows<Plan, N>(lengths), part = sum % parts;
    return {part * tiles / parts, (part + 1) * tiles / parts};
}
template <class Plan, std::size_t N>
constexpr std::size_t batch_size_of(std::size_t axis, const std::size_t* lengths) {
    return [&]<std::size_t... A>(std::index_sequence<A...>) {
        std::size_t result = 1;
        ((axis == A ? void(result = size_from<Plan, Plan::value.nests[N].batch[A].size>(lengths)) : void()), ...);
        return result;
    }
    (std::make_index_sequence<Plan::value.nests[N].batch.rank>{});
}
/// Tiles of all rows of all elements of a batch.
template <class Plan, std::size_t N>
constexpr std::size_t tiles_of_nest(const std::size_t* lengths) {
    std::size_t tiles = tiles_of_rows<Plan, N>(lengths);
    for (std::size_t a = 0; a < Plan::value.nests[N].batch.rank; ++a) tiles *= batch_size_of<Plan, N>(a, lengths);
    return tiles;
}

/// Tiles of the nest that has most, of those that are worth the threads of a policy.
template <class Plan, class Policy>
constexpr std::size_t most_shared_tiles(const std::size_t* lengths) {
    std::size_t most = 0;
    const auto take = [&]<std::size_t N>(std::integral_constant<std::size_t, N>) {
        if constexpr (is_worth_sharing(Plan::value, Plan::value.nests[N], Policy::least_work)) {
            std::size_t tiles = tiles_of_nest<Plan, N>(lengths);
            if constexpr (sums_tiles(Plan::value, Plan::value.nests[N])) tiles /= tiles_of_rows<Plan, N>(lengths);
            if (tiles > most) most = tiles;
        }
    };
    [&]<std::size_t... N>(std::index_sequence<N...>) { (take(std::integral_constant<std::size_t, N>()), ...); }
    (std::make_index_sequence<Plan::value.nests.size()>{});
    return most;
}

}  // namespace heed::detail
