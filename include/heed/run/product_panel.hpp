// SPDX-License-Identifier: BSL-1.0
// Sums of a product in a panel of columns, with register blocking and an elementwise epilogue.
#pragma once

#include <heed/lower/tiles.hpp>
#include <heed/run/converted_rows.hpp>
#include <heed/run/element.hpp>
#include <heed/run/micro_kernel.hpp>

namespace heed::detail {

/// A range of the terms of each sum: first ... first + count - 1 of inner.
template <class Count>
struct counted_depth {
    std::size_t first;
    Count count;  ///< static or dynamic
    bool begins;  ///< the target holds no earlier terms
    bool ends;    ///< the sums are complete afterwards
};
using depth_block = counted_depth<std::size_t>;

/// Columns first ... first + Lanes - 1 of a tile of rows; at most MostDepth terms of each sum at a time.
template <class Plan, std::size_t K, std::size_t Lanes, std::size_t MostDepth, class T, class Cursors>
struct product_panel {
    static constexpr kernel k = Plan::value.kernels[K];
    static constexpr bool writes_registers =
        is_dense_in<T, cursor_in<Cursors, result_slot>> && finishes_in_registers<Plan, K, T, Cursors>();

    const Cursors& cursors;
    std::size_t first;

    /// Rows i ... i + Rows - 1.
    template <std::size_t Rows, class Count, class B, class Beside>
    HEED_INLINE constexpr void add_block(std::size_t i, const counted_depth<Count>& depth, const B* panel,
                                         std::size_t panel_stride, const Beside& beside) const {
        row_block<T, cursor_in<Cursors, product_slot::left>, Rows, MostDepth> left;
        left.read(cursor_at<product_slot::left>(cursors), i, depth.first, Rows, depth.count);
        accumulate<Rows, Lanes, T>(
            left.rows(cursor_at<product_slot::left>(cursors), i, depth.first), panel, panel_stride, depth.count,
            [&](std::size_t lane, auto& sums) HEED_INLINE_LAMBDA {
                if (depth.begins)
                    from_zero()(lane, sums);
                else
                    for_sums(lane, sums, [&]<class V>(std::size_t m, std::size_t l, V& sum) HEED_INLINE_LAMBDA {
                        sum = this->template stored<V>(i + m, l);
                    });
            },
            [&](std::size_t lane, auto& sums) HEED_INLINE_LAMBDA {
                if (depth.ends)
                    for_sums(lane, sums, [&]<class V>(std::size_t m, std::size_t l, V& sum) HEED_INLINE_LAMBDA {
                        this->template write<true>(i + m, l, sum);
                    });
                else
                    for_sums(lane, sums, [&]<class V>(std::size_t m, std::size_t l, V& sum) HEED_INLINE_LAMBDA {
                        this->template write<false>(i + m, l, sum);
                    });
            },
            beside);
    }

    template <class V>
    HEED_INLINE constexpr V stored(std::size_t i, std::size_t lane) const {
        const auto& out = cursor_at<result_slot>(cursors);
        if constexpr (lanes<V>::count == 1 || is_dense_in<T, cursor_in<Cursors, result_slot>>) {
            return lanes<V>::load(&out.at(i, first + lane));
        } else {
            V sum{};
            for (std::size_t l = 0; l < lanes<V>::count; ++l) sum[l] = out.at(i, first + lane + l);
            return sum;
        }
    }
    template <bool Finished, class V>
    HEED_INLINE constexpr void write(std::size_t i, std::size_t lane, const V& sum) const {
        const auto& out = cursor_at<result_slot>(cursors);
        const std::size_t j = first + lane;
        if constexpr (lanes<V>::count == 1 || writes_registers) {
            if constexpr (Finished)
                lanes<V>::store(&out.at(i, j), finished<Plan, K, V, along_row>(cursors, i, j, sum));
            else
                lanes<V>::store(&out.at(i, j), sum);
        } else {
            for (std::size_t l = 0; l < lanes<V>::count; ++l) write<Finished, T>(i, lane + l, sum[l]);
        }
    }
};

/// Calls f(depth) for blocks of at most Most terms of the sums of kernel K.
template <class Plan, std::size_t K, std::size_t Most, class Count, class F>
HEED_INLINE constexpr void for_depths(Count inner, const F& f) {
    constexpr kernel k = Plan::value.kernels[K];
    for (std::size_t from = 0; from < inner; from += Most) {
        const std::size_t count = smaller_of(Most, inner - from);
        f(depth_block{from, count, !k.product.continues && from == 0, from + count == inner});
    }
}

/// The same for sweeps over rows of memory, whose number of terms is static.
template <class Plan, std::size_t K, std::size_t Most, class Count, class F>
HEED_INLINE constexpr void for_sweeps(Count inner, const F& f) {
    for_blocks<Most>(inner, [&](auto count, std::size_t from) HEED_INLINE_LAMBDA {
        // g++ 12 cannot read a local constant from here.
        constexpr bool continues = Plan::value.kernels[K].product.continues;
        using terms = unrolled_terms<decltype(count)::value>;
        f(counted_depth<terms>{from, terms(), !continues && from == 0, from + count == inner});
    });
}

}  // namespace heed::detail
