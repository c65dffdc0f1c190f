// SPDX-License-Identifier: BSL-1.0
// The order in which attention takes queries, keys and columns, and the sizes of its blocks.
#pragma once

#include <heed/lower/plan.hpp>
#include <heed/lower/tiles.hpp>

#include <bit>
#include <cstddef>

namespace heed::detail {

/// Queries in lanes: the loops of kernel/stream.hpp.
struct stream_order {
    std::size_t lanes = 0;          ///< queries
    std::size_t depth = 0;          ///< of the dot product of a score
    std::size_t block_keys = 0;     ///< between two updates of the maximum
    bool has_blocks = false;        ///< more than one block of keys
    bool columns_in_lanes = false;  ///< of the output, instead of queries
    bool fetches = false;           ///< prefetches the next block of keys during the sums of this one
    std::size_t score_rows = 1;     ///< keys whose scores are summed together
    std::size_t value_rows = 1;     ///< queries whose values are summed together, or columns if queries are in lanes
    std::size_t panel = 1;          ///< columns in lanes that are summed together

    /// Whether means are written directly, because there is only one block of keys.
    constexpr bool writes_at_once() const { return columns_in_lanes && !has_blocks; }

    // Iterations of sums, each of which may prefetch one cache line.

    constexpr std::size_t sums_of_scores(std::size_t keys) const { return keys / score_rows * depth; }
    constexpr std::size_t sums_of_values(std::size_t keys, std::size_t columns) const {
        return columns / panel * (lanes / value_rows) * keys;
    }
    /// Iterations before those of key j of a block, as a number or as text.
    template <class Index>
    constexpr Index sums_before_scores(const Index& j) const {
        return j / score_rows * depth;
    }
    /// Iterations before those of query i and column e.
    template <class Index>
    constexpr Index sums_before_values(std::size_t keys, const Index& i, const Index& e) const {
        return (e / panel * (lanes / value_rows) + i / value_rows) * keys;
    }
};

/// How many matrices of an operand a loop reads: one for all indices of a leading axis along which it does not move.
constexpr std::size_t matrices_read(const slot& s, const shape& domain) {
    std::size_t count = 1;
    for (std::size_t a = 0; a + 2 < domain.rank; ++a)
        if (s.strided || s.batch_stride[a] != 0)
            count *= a == s.divided_axis && s.divisor > 1 ? domain[a].size / s.divisor : domain[a].size;
    return count;
}

/// Whether keys and values of all heads exceed half of an L2 cache; otherwise they are not prefetched. A dynamic number
/// of keys may be that large, so it is prefetched: where keys are near, that costs up to 2 %; 4096 keys without it take
/// 10 % longer.
constexpr bool are_far(const kernel& k, std::size_t matrices, std::size_t element_bytes, const length_list& lengths) {
    const std::size_t keys = k.stream.keys * matrices;
    return !is_static_size(keys, lengths) || keys * (k.stream.depth + k.cols) * element_bytes > tile_bytes;
}

/// `has_dense_values`: rows of values are contiguous and of the type of the computation. `is_one_block`: a dynamic
/// number of keys is at most that of a block.
constexpr stream_order order_of_stream(const kernel& k, std::size_t lanes, std::size_t element_bytes,
                                       bool has_dense_values, bool is_one_block = false) {
    const stream_loop& s = k.stream;
    stream_order o{.lanes = lanes, .depth = s.depth, .block_keys = keys_of_block(s.keys)};
    o.has_blocks = s.keys > o.block_keys && !is_one_block;
    o.columns_in_lanes = keeps_columns_in_lanes(k.cols, element_bytes) && has_dense_values;
    o.fetches = o.columns_in_lanes && s.depth > 0 && s.is_far && !is_one_block;
    o.score_rows = keys_of_score_block(lanes, element_bytes);
    o.value_rows = accumulator_rows;
    o.panel = lanes_for(element_bytes);
    return o;
}
/// One query after another, in single numbers.
constexpr stream_order order_of_single_numbers(const kernel& k) {
    const std::size_t keys = keys_of_block(k.stream.keys);
    return {.lanes = 1,
            .depth = k.stream.depth,
            .block_keys = keys,
            .has_blocks = k.stream.keys > keys,
            .columns_in_lanes = true};
}

/// Whether rows are so short and close together that one register per column holds all lanes.
constexpr bool fit_in_columns(std::size_t lanes, std::size_t columns, std::size_t row_stride,
                              std::size_t element_bytes) {
    return columns <= 4 && row_stride == columns && lanes > 1 && lanes * element_bytes <= vector_bytes &&
           std::has_single_bit(lanes);
}

/// Lanes of the last queries of a nest that has a static number of rows.
constexpr std::size_t last_lanes_of(const nest& n, std::size_t lanes) {
    const std::size_t rest = n.tile_rows == 0 ? 0 : n.rows.size % n.tile_rows;
    return lanes_of_rest(rest == 0 ? n.tile_rows : rest, n.rows.size, lanes);
}

/// Depth in lanes: the loops of kernel/few_queries.hpp.
struct few_queries_order {
    std::size_t width = 1;          ///< lanes of a register
    std::size_t registers = 0;      ///< of partial sums of a score
    std::size_t block_keys = 0;     ///< between two updates of the maximum
    bool has_blocks = false;        ///< more than one block of keys
    bool columns_in_lanes = false;  ///< of values
    std::size_t score_rows = 1;     ///< keys whose scores are summed together
    std::size_t panel = 1;          ///< columns that are summed together
};
constexpr few_queries_order order_of_few_queries(const kernel& k, std::size_t width, bool has_dense_values) {
    few_queries_order o{.width = width, .registers = k.stream.depth_lanes / width};
    o.block_keys = keys_of_block(k.stream.keys);
    o.has_blocks = k.stream.keys > o.block_keys;
    o.columns_in_lanes = width > 1 && has_dense_values;
    o.score_rows = keys_at_once(width, o.registers);
    o.panel = o.columns_in_lanes ? registers_of_one_row * width : accumulator_rows;
    return o;
}

}  // namespace heed::detail
