// SPDX-License-Identifier: BSL-1.0
// The loop orders of products, and the sizes of their blocks.
#pragma once

#include <heed/lower/plan.hpp>
#include <heed/lower/tiles.hpp>

#include <cstddef>

namespace heed::detail {

/// Chosen by the layout of the right operand; kernel/product.hpp has a loop for each.
enum class product_order : unsigned char { as_it_lies, depth_in_lanes, swept, packed, copied, far_rows };

/// `reads_rows_in_registers`: rows of the right operand are contiguous, and registers can hold its elements.
constexpr product_order order_of_product(const kernel& k, bool is_packed, bool reads_rows_in_registers) {
    if (is_packed) return product_order::packed;
    if (k.product.depth_lanes > 0) return product_order::depth_in_lanes;
    if (k.product.sweeps_rows && reads_rows_in_registers) return product_order::swept;
    if (!k.product.copies_panels) return product_order::as_it_lies;
    return reads_rows_in_registers ? product_order::far_rows : product_order::copied;
}

/// The number of columns whose sums are kept in registers, for this many rows of a tile. One row reads several panels
/// of a packed matrix together.
constexpr std::size_t panel_of_product(product_order order, std::size_t rows, std::size_t element_bytes) {
    const bool is_copy = order == product_order::copied || order == product_order::far_rows;
    return is_copy ? lanes_for(element_bytes) : product_columns(rows, element_bytes);
}

/// The most terms that are added before the next block of rows or columns.
constexpr std::size_t depth_of_product(const kernel& k, product_order order, std::size_t element_bytes) {
    if (order == product_order::as_it_lies) return k.product.inner;
    if (order == product_order::swept) return swept_rows;
    return order == product_order::packed ? packed_depth(element_bytes) : product_depth;
}

/// Depth in lanes: the terms of a block of sums, product_depth in each of the partial sums.
constexpr std::size_t block_of_parts(const kernel& k) { return product_depth * k.product.depth_lanes; }

/// Depth in lanes: partial sums.
struct depth_lanes_order {
    std::size_t width = 1;      ///< lanes of a register
    std::size_t registers = 1;  ///< of partial sums of one sum
    std::size_t columns = 1;    ///< computed together
    bool fetches = false;       ///< prefetches in memory order
};
constexpr depth_lanes_order order_of_depth_lanes(const kernel& k, std::size_t rows, std::size_t width) {
    depth_lanes_order o{.width = width, .registers = k.product.depth_lanes / width};
    o.columns = columns_of_parts(width, rows * o.registers);
    o.fetches = width > 1 && k.product.fetches;
    return o;
}

}  // namespace heed::detail
