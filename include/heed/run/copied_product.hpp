// SPDX-License-Identifier: BSL-1.0
// Products whose right operand is copied a panel at a time: its rows are far apart, or its columns are not neighbours.
#pragma once

#include <heed/run/fetching.hpp>
#include <heed/run/in_loop.hpp>
#include <heed/run/panel.hpp>
#include <heed/run/product_panel.hpp>

namespace heed::detail {

/// Lines of a panel are copied to where blocks of rows that follow find them side by side.
template <std::size_t Lanes, class T>
struct copying {
    T* to;

    template <class V, std::size_t Registers>
    HEED_INLINE void operator()(std::size_t k, std::size_t first, const V (&row)[Registers]) const {
        HEED_UNROLL for (std::size_t r = 0; r < Registers; ++r)
            lanes<V>::store(to + k * Lanes + first + r * lanes<V>::count, row[r]);
    }
};

/// Rows far apart: slabs of rows and columns, panel after panel. The first block of rows copies a panel while it
/// computes, the others read the copy and fetch the slab that comes next: a row of it is a piece of memory.
template <class Plan, std::size_t K, class T, class Count, class Cursors>
struct far_rows_product {
    static constexpr kernel k = Plan::value.kernels[K];
    static constexpr std::size_t lanes = lanes_for(sizeof(T)), slab_cols = slab_panels * lanes;

    Count rows;
    const Cursors& cursors;
    T* copy;  ///< [product_depth][lanes]

    void run() const {
        for_blocks<slab_cols>(static_count<k.cols>{}, [&](auto slab, std::size_t col) HEED_INLINE_LAMBDA {
            for_depths<Plan, K, product_depth>([&](const depth_block& depth) HEED_INLINE_LAMBDA {
                const std::uintptr_t next =
                    depth.ends ? address(0, col + decltype(slab)::value) : address(depth.first + depth.count, col);
                for_blocks<lanes>(slab, [&](auto panel, std::size_t j) HEED_INLINE_LAMBDA {
                    add_panel<decltype(panel)::value, decltype(slab)::value>(depth, col, j, next);
                });
            });
        });
    }

private:
    using right_cursor = cursor_in<Cursors, 2>;
    const right_cursor& right() const { return boost::hana::at_c<2>(cursors); }

    std::uintptr_t address(std::size_t i, std::size_t j) const {
        return reinterpret_cast<std::uintptr_t>(right().data) +
               sizeof(T) * (i * right_cursor::row_stride + j * right_cursor::col_stride);
    }

    /// Columns col + j on; the next slab is fetched by all panels of this one.
    template <std::size_t Width, std::size_t SlabWidth>
    HEED_INLINE void add_panel(const depth_block& depth, std::size_t col, std::size_t j, std::uintptr_t next) const {
        const product_panel<Plan, K, Width, T, Cursors> panel{cursors, col + j};
        const std::size_t blocks = rows / accumulator_rows, before = j / lanes * blocks;
        const unsigned shift = fetch_shift(blocks, cache_lines_of<T>(lanes));
        for_blocks<accumulator_rows>(rows, [&](auto block, std::size_t i) HEED_INLINE_LAMBDA {
            constexpr std::size_t block_rows = decltype(block)::value;
            if (i == 0)
                panel.template add_block<block_rows>(i, depth, &right().at(depth.first, col + j),
                                                     right_cursor::row_stride, copying<Width, T>{copy});
            else
                panel.template add_block<block_rows>(
                    i, depth, static_cast<const T*>(copy), Width,
                    fetching<cache_lines_of<T>(SlabWidth)>{next, sizeof(T) * right_cursor::row_stride,
                                                           (before + i / accumulator_rows) * depth.count, shift});
        });
    }
};

/// The product, its right operand copied.
template <class Plan, std::size_t K, class T, class Count, class Cursors>
constexpr void run_copied_product(Count rows, const Cursors& cursors, T* copy) {
    constexpr kernel k = Plan::value.kernels[K];
    if constexpr (packable<T> && is_dense_in<T, cursor_in<Cursors, 2>>)
        if (!std::is_constant_evaluated())
            return in_loop<K, loop_part::sums>([&]() HEED_INLINE_LAMBDA {
                far_rows_product<Plan, K, T, Count, Cursors>{rows, cursors, copy}.run();
            });
    for_blocks<lanes_for(sizeof(T))>(static_count<k.cols>{}, [&](auto panel, std::size_t col) HEED_INLINE_LAMBDA {
        constexpr std::size_t width = decltype(panel)::value;
        for_depths<Plan, K, product_depth>([&](const depth_block& depth) HEED_INLINE_LAMBDA {
            in_loop<K, loop_part::read>([&]() HEED_INLINE_LAMBDA {
                copy_columns_to_lanes<width>(boost::hana::at_c<2>(cursors).shifted(depth.first, col), depth.count,
                                             copy);
            });
            in_loop<K, loop_part::sums>([&]() HEED_INLINE_LAMBDA {
                product_panel<Plan, K, width, T, Cursors>{cursors, col}.run(rows, depth, static_cast<const T*>(copy),
                                                                            width);
            });
        });
    });
}

}  // namespace heed::detail
