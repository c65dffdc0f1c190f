// SPDX-License-Identifier: BSL-1.0
// The product of two matrices, blocked for registers, with an elementwise formula applied to each sum.
#pragma once

#include <heed/lower/tiles.hpp>
#include <heed/run/element.hpp>
#include <heed/run/in_loop.hpp>
#include <heed/run/micro_kernel.hpp>

namespace heed::detail {

/// Columns first ... first + Lanes - 1 of a tile of rows.
template <class Plan, std::size_t K, std::size_t Lanes, class T, class Count, class Cursors, class B>
constexpr void run_product_panel(Count rows, std::size_t first, const Cursors& cursors, const B* panel,
                                 std::size_t panel_stride) {
    constexpr kernel k = Plan::value.kernels[K];
    const auto& out = boost::hana::at_c<0>(cursors);
    const auto& a = boost::hana::at_c<1>(cursors);
    in_loop<K, loop_part::sums>([&]() HEED_INLINE_LAMBDA {
        for_blocks<accumulator_rows>(rows, [&](auto block, std::size_t i) HEED_INLINE_LAMBDA {
            constexpr std::size_t block_rows = decltype(block)::value;
            T sums[block_rows * Lanes];
            if constexpr (k.continues)
                for (std::size_t m = 0; m < block_rows; ++m)
                    for (std::size_t l = 0; l < Lanes; ++l) sums[m * Lanes + l] = out.at(i + m, first + l);
            accumulate<!k.continues, block_rows, Lanes>(sums, a.shifted(i, 0), panel, panel_stride, k.inner);
            for (std::size_t m = 0; m < block_rows; ++m)
                for (std::size_t l = 0; l < Lanes; ++l)
                    out.at(i + m, first + l) = finished<Plan, K, T>(cursors, i + m, first + l, sums[m * Lanes + l]);
        });
    });
}

template <class Plan, std::size_t K, std::size_t Lanes, class T, class Count, class Cursors>
constexpr void run_product_columns(Count rows, std::size_t first, const Cursors& cursors, T* scratch) {
    constexpr kernel k = Plan::value.kernels[K];
    const auto& b = boost::hana::at_c<2>(cursors);
    if constexpr (has_dense_rows<std::remove_cvref_t<decltype(b)>>()) {
        run_product_panel<Plan, K, Lanes, T>(rows, first, cursors, b.data + first, b.row_stride);
    } else {
        in_loop<K, loop_part::read>([&]() HEED_INLINE_LAMBDA {
            for (std::size_t row = 0; row < k.inner; ++row)
                for (std::size_t l = 0; l < Lanes; ++l) scratch[row * Lanes + l] = static_cast<T>(b.at(row, first + l));
        });
        run_product_panel<Plan, K, Lanes, T>(rows, first, cursors, static_cast<const T*>(scratch), Lanes);
    }
}

/// out(i,j) = finished(sum over k of a(i,k) b(k,j)), or added to what is in out.
template <class Plan, std::size_t K, class T, class Count, class Cursors>
constexpr void run_product(Count rows, const Cursors& cursors, T* scratch) {
    constexpr std::size_t cols = Plan::value.kernels[K].cols, lanes = smaller_of(cols, lanes_for(sizeof(T)));
    std::size_t first = 0;
    for (; first + lanes <= cols; first += lanes) run_product_columns<Plan, K, lanes, T>(rows, first, cursors, scratch);
    if constexpr (cols % lanes != 0) run_product_columns<Plan, K, cols % lanes, T>(rows, first, cursors, scratch);
}

}  // namespace heed::detail
