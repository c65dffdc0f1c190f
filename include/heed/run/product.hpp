// SPDX-License-Identifier: BSL-1.0
// The product of two matrices, blocked for registers and caches, with an elementwise formula applied to each sum.
#pragma once

#include <heed/run/copied_product.hpp>
#include <heed/run/fetching.hpp>
#include <heed/run/in_loop.hpp>
#include <heed/run/product_panel.hpp>

namespace heed::detail {

/// The product, its right operand packed ahead: all sums of a panel before the next, which is fetched meanwhile.
template <class Plan, std::size_t K, class T, class Count, class Cursors>
constexpr void run_packed_product(Count rows, const Cursors& cursors) {
    constexpr kernel k = Plan::value.kernels[K];
    constexpr std::size_t lanes = lanes_for(sizeof(T)), lines = cache_lines_of<T>(lanes);
    const auto& b = boost::hana::at_c<2>(cursors);
    in_loop<K, loop_part::sums>([&]() HEED_INLINE_LAMBDA {
        for_blocks<lanes>(static_count<k.cols>{}, [&](auto width, std::size_t col) HEED_INLINE_LAMBDA {
            const product_panel<Plan, K, decltype(width)::value, T, Cursors> panel{cursors, col};
            const std::size_t stride = width == lanes ? lanes : b.width(col);
            for_depths<Plan, K, packed_depth(sizeof(T))>([&](const depth_block& depth) HEED_INLINE_LAMBDA {
                const auto* const from = b.line(depth.first, col);
                for_blocks<accumulator_rows>(rows, [&](auto block, std::size_t i) HEED_INLINE_LAMBDA {
                    constexpr std::size_t block_rows = decltype(block)::value;
                    if constexpr (block_rows == accumulator_rows) {
                        if (!std::is_constant_evaluated()) {
                            const auto next = reinterpret_cast<std::uintptr_t>(from) + sizeof(T) * lanes * k.inner;
                            return panel.template add_block<block_rows>(
                                i, depth, from, stride,
                                fetching<1>{next, cache_line_bytes, i / accumulator_rows * depth.count,
                                            fetch_shift(rows / accumulator_rows, lines)});
                        }
                    }
                    panel.template add_block<block_rows>(i, depth, from, stride, nothing_beside());
                });
            });
        });
    });
}

/// out(i,j) = finished(sum over k of a(i,k) b(k,j)), or added to what is in out.
template <class Plan, std::size_t K, class T, class Count, class Cursors>
constexpr void run_product(Count rows, const Cursors& cursors, T* scratch) {
    constexpr kernel k = Plan::value.kernels[K];
    const auto& b = boost::hana::at_c<2>(cursors);
    if constexpr (is_panel_cursor<cursor_in<Cursors, 2>>) {
        run_packed_product<Plan, K, T>(rows, cursors);
    } else if constexpr (k.copies_panels) {
        run_copied_product<Plan, K>(rows, cursors, scratch);
    } else {
        in_loop<K, loop_part::sums>([&]() HEED_INLINE_LAMBDA {
            for_blocks<product_columns(fixed_count<Count>, sizeof(T))>(
                static_count<k.cols>{}, [&](auto width, std::size_t col) HEED_INLINE_LAMBDA {
                    const product_panel<Plan, K, decltype(width)::value, T, Cursors> panel{cursors, col};
                    panel.run(rows, {0, k.inner, !k.continues, true}, &b.at(0, col), b.row_stride);
                });
        });
    }
}

}  // namespace heed::detail
