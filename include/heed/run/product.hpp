// SPDX-License-Identifier: BSL-1.0
// The product of two matrices, blocked for registers and the first-level cache, with an elementwise formula applied to
// each sum.
#pragma once

#include <heed/lower/tiles.hpp>
#include <heed/run/element.hpp>
#include <heed/run/in_loop.hpp>
#include <heed/run/micro_kernel.hpp>
#include <heed/run/panel.hpp>

namespace heed::detail {

/// A part of the sums of a product: terms first ... first + count - 1 of inner.
struct depth_block {
    std::size_t first, count;
    bool begins;  ///< nothing is in the target yet
    bool ends;    ///< the sums are whole afterwards
};

/// Columns first ... first + Lanes - 1 of a tile of rows.
template <class Plan, std::size_t K, std::size_t Lanes, class T, class Cursors>
struct product_panel {
    static constexpr kernel k = Plan::value.kernels[K];
    static constexpr bool writes_registers =
        is_dense_in<T, cursor_in<Cursors, 0>> && finishes_in_registers<Plan, K, T, Cursors>();

    const Cursors& cursors;
    std::size_t first;

    template <class Count, class B>
    constexpr void run(Count rows, const depth_block& depth, const B* panel, std::size_t panel_stride) const {
        const auto& a = boost::hana::at_c<1>(cursors);
        for_blocks<accumulator_rows>(rows, [&](auto block, std::size_t i) HEED_INLINE_LAMBDA {
            accumulate<decltype(block)::value, Lanes, T>(
                a.shifted(i, depth.first), panel, panel_stride, depth.count,
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
                });
        });
    }

private:
    template <class V>
    HEED_INLINE constexpr V stored(std::size_t i, std::size_t lane) const {
        const auto& out = boost::hana::at_c<0>(cursors);
        if constexpr (lanes<V>::count == 1 || is_dense_in<T, cursor_in<Cursors, 0>>) {
            return lanes<V>::load(&out.at(i, first + lane));
        } else {
            V sum{};
            for (std::size_t l = 0; l < lanes<V>::count; ++l) sum[l] = out.at(i, first + lane + l);
            return sum;
        }
    }
    template <bool Finished, class V>
    HEED_INLINE constexpr void write(std::size_t i, std::size_t lane, const V& sum) const {
        const auto& out = boost::hana::at_c<0>(cursors);
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

template <class T, class Cursor, std::size_t Rows>
constexpr bool copies_panels_of() {
    if constexpr (has_dense_rows<Cursor>())  // of any type: the plan has scratch where it copies, and knows no types
        return copies_panels(true, Cursor::row_stride * sizeof(T), Rows);
    else
        return true;
}

/// Calls f(width, col) for the panels of columns first ... first + count - 1 of Cols.
template <std::size_t Cols, std::size_t Lanes, class F>
HEED_INLINE constexpr void for_panels(std::size_t first, std::size_t count, const F& f) {
    std::size_t col = first;
    for (; col + Lanes <= first + count; col += Lanes) f(static_count<Lanes>{}, col);
    if constexpr (Cols % Lanes != 0)
        if (col < first + count) f(static_count<Cols % Lanes>{}, col);
}

/// The product, its right operand copied: slabs of rows and columns, in each the panels one after the other.
template <class Plan, std::size_t K, class T, class Count, class Cursors>
constexpr void run_copied_product(Count rows, const Cursors& cursors, T* slab) {
    constexpr kernel k = Plan::value.kernels[K];
    constexpr std::size_t lanes = lanes_for(sizeof(T)), most_cols = smaller_of(k.cols, slab_panels * lanes);
    const auto& b = boost::hana::at_c<2>(cursors);
    for (std::size_t first = 0; first < k.cols; first += most_cols) {
        const std::size_t cols = smaller_of(most_cols, k.cols - first);
        for (std::size_t from = 0; from < k.inner; from += product_depth) {
            const std::size_t count = smaller_of(product_depth, k.inner - from);
            const depth_block depth{from, count, !k.continues && from == 0, from + count == k.inner};
            in_loop<K, loop_part::read>([&]() HEED_INLINE_LAMBDA {
                for_panels<k.cols, lanes>(first, cols, [&](auto panel, std::size_t col) HEED_INLINE_LAMBDA {
                    copy_columns_to_lanes<decltype(panel)::value>(b.shifted(from, col), count,
                                                                  slab + (col - first) * count);
                });
            });
            in_loop<K, loop_part::sums>([&]() HEED_INLINE_LAMBDA {
                for_panels<k.cols, lanes>(first, cols, [&](auto panel, std::size_t col) HEED_INLINE_LAMBDA {
                    constexpr std::size_t width = decltype(panel)::value;
                    const product_panel<Plan, K, width, T, Cursors> sums{cursors, col};
                    sums.run(rows, depth, static_cast<const T*>(slab + (col - first) * count), width);
                });
            });
        }
    }
}

/// The product, its right operand packed ahead: all sums of a panel before the next.
template <class Plan, std::size_t K, class T, class Count, class Cursors>
constexpr void run_packed_product(Count rows, const Cursors& cursors) {
    constexpr kernel k = Plan::value.kernels[K];
    constexpr std::size_t lanes = lanes_for(sizeof(T)), most_rows = packed_depth(sizeof(T)), inner = k.inner;
    constexpr bool begins = !k.continues;
    const auto& b = boost::hana::at_c<2>(cursors);
    in_loop<K, loop_part::sums>([&]() HEED_INLINE_LAMBDA {
        for_panels<k.cols, lanes>(0, k.cols, [&](auto panel, std::size_t col) HEED_INLINE_LAMBDA {
            constexpr std::size_t width = decltype(panel)::value;
            const product_panel<Plan, K, width, T, Cursors> sums{cursors, col};
            for (std::size_t from = 0; from < inner; from += most_rows) {
                const std::size_t count = smaller_of(most_rows, inner - from);
                const depth_block depth{from, count, begins && from == 0, from + count == inner};
                sums.run(rows, depth, b.line(from, col), width == lanes ? lanes : b.width(col));
            }
        });
    });
}

/// out(i,j) = finished(sum over k of a(i,k) b(k,j)), or added to what is in out.
template <class Plan, std::size_t K, std::size_t TileRows, class T, class Count, class Cursors>
constexpr void run_product(Count rows, const Cursors& cursors, T* scratch) {
    constexpr kernel k = Plan::value.kernels[K];
    const auto& b = boost::hana::at_c<2>(cursors);
    if constexpr (is_panel_cursor<cursor_in<Cursors, 2>>) {
        run_packed_product<Plan, K, T>(rows, cursors);
    } else if constexpr (copies_panels_of<T, cursor_in<Cursors, 2>, TileRows>()) {
        run_copied_product<Plan, K, T>(rows, cursors, scratch);
    } else {
        in_loop<K, loop_part::sums>([&]() HEED_INLINE_LAMBDA {
            for_blocks<lanes_for(sizeof(T))>(
                static_count<k.cols>{}, [&](auto panel, std::size_t col) HEED_INLINE_LAMBDA {
                    const product_panel<Plan, K, decltype(panel)::value, T, Cursors> sums{cursors, col};
                    sums.run(rows, {0, k.inner, !k.continues, true}, &b.at(0, col), b.row_stride);
                });
        });
    }
}

}  // namespace heed::detail
