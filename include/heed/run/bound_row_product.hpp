// SPDX-License-Identifier: BSL-1.0
// The machine of a product of few rows whose sums have their terms in lanes.
#pragma once

#include <heed/kernel/product.hpp>
#include <heed/lower/product_order.hpp>
#include <heed/run/fetching.hpp>
#include <heed/run/in_loop.hpp>
#include <heed/run/load_row.hpp>
#include <heed/run/product_panel.hpp>
#include <heed/simd/lane_sums.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace heed::detail {

/// Rows rows. Register is a register of T, or T itself: the sums are the same, in the same order.
template <class Plan, std::size_t K, std::size_t Rows, class Register, class Cursors>
class bound_row_product {
    using V = Register;
    using T = lane_t<V>;
    static constexpr kernel k = Plan::value.kernels[K];
    static constexpr depth_lanes_order order = order_of_depth_lanes(k, Rows, lanes<V>::count);
    static constexpr std::size_t all_parts = k.product.depth_lanes, width = order.width, registers = order.registers;
    static constexpr std::size_t block = block_of_parts(k);
    using right_cursor = cursor_in<Cursors, product_slot::right>;

    const Cursors& cursors_;
    T* copy_;       ///< of rows that are not contiguous, one after the other
    bool fetches_;  ///< what the plan leaves to run time: for dynamic extents

public:
    constexpr bound_row_product(const Cursors& cursors, T* scratch)
        : cursors_(cursors),
          copy_(scratch),
          fetches_(order.fetches && are_adjacent() && fetches_in_order(inner(), columns(), sizeof(T))) {}

    template <loop_part Part, class F>
    HEED_INLINE constexpr void part(const F& f) const {
        in_loop<Plan::first_kernel + K, Part>(f);
    }
    static constexpr bool copies_rows() { return k.product.copied_rows > 0; }
    constexpr void copy_rows() const {
        for (std::size_t i = 0; i < Rows; ++i)
            for (std::size_t d = 0; d < inner(); ++d)
                copy_[i * inner() + d] = element_as<T>(cursor_at<product_slot::left>(cursors_).at(i, d));
    }
    template <class F>
    HEED_INLINE constexpr void column_groups(const F& f) const {
        for_blocks_and_halves<width>(columns(), f);
    }
    /// Columns from `col` on, at most as many as a register has lanes.
    template <std::size_t Columns>
    HEED_INLINE constexpr void add_columns(static_count<Columns> columns, std::size_t col) const {
        V parts[Rows][width];
        if constexpr (Columns < width)
            for (V(&parts_of_row)[width] : parts)
                for (std::size_t j = Columns; j < width; ++j) parts_of_row[j] = V{};
        for_blocks<order.columns>(columns, [&](auto some, std::size_t j) HEED_INLINE_LAMBDA {
            constexpr std::size_t count = decltype(some)::value;
            V sums[Rows * count][registers];
            from_zero()(0, sums);
            this->template add_products<count>(col + j, sums);
            HEED_UNROLL for (std::size_t i = 0; i < Rows; ++i) HEED_UNROLL for (std::size_t m = 0; m < count; ++m)
                parts[i][j + m] = halved(sums[i * count + m]);
        });
        for (std::size_t i = 0; i < Rows; ++i) this->finish(columns, i, col, sums_of_rows(parts[i]));
    }

private:
    HEED_INLINE constexpr auto columns() const { return size_in<Plan, k.cols>(cursors_); }
    HEED_INLINE constexpr auto inner() const { return size_in<Plan, k.product.inner>(cursors_); }
    /// Whether each column of the right operand begins where the one before ends.
    HEED_INLINE constexpr bool are_adjacent() const {
        return cursor_at<product_slot::right>(cursors_).col_stride == inner();
    }
    /// The rows of the left operand: themselves, or their copies.
    HEED_INLINE constexpr auto left() const {
        if constexpr (k.product.copied_rows > 0)
            return strided_cursor<const T, any_stride, 1>{copy_, inner(), 1};
        else
            return cursor_at<product_slot::left>(cursors_);
    }

    /// sums[i * Columns + m] is that of row i and column m.
    template <std::size_t Columns>
    HEED_INLINE constexpr void add_products(std::size_t col, V (&sums)[Rows * Columns][registers]) const {
        // One pointer for all columns: g++ 12 keeps some of several in vector registers.
        auto column = cursor_at<product_slot::right>(cursors_).shifted(0, col);
        column.data = of_unknown_origin(column.data);
        if constexpr (is_fixed_size<Plan, k.product.inner> && k.product.inner <= block)
            add_terms<Columns>(column, 0, inner(), sums);
        else
            add_in_blocks<block>(inner(), 0, sums, from_zero(),
                                 [&](std::size_t from, std::size_t to)
                                     HEED_INLINE_LAMBDA { this->template add_terms<Columns>(column, from, to, sums); });
    }
    template <std::size_t Columns>
    HEED_INLINE constexpr void add_terms(const right_cursor& column, std::size_t from, std::size_t to,
                                         V (&sums)[Rows * Columns][registers]) const {
        const std::size_t whole = from + (to - from) / all_parts * all_parts;
        for (std::size_t d = from; d < whole; d += all_parts) {
            fetch<Columns>(column, d);
            if constexpr (width == 1)
                add_numbers<Columns>(column, d, all_parts, sums);
            else
                HEED_UNROLL for (std::size_t r = 0; r < registers; ++r)
                    add_registers<Columns>(column, sums, r, [&](const auto& rows, std::size_t i) HEED_INLINE_LAMBDA {
                        return load_row<V>(rows, i, d + r * width);
                    });
        }
        if (const std::size_t rest = to - whole; rest > 0) {
            if constexpr (width == 1)
                add_numbers<Columns>(column, whole, rest, sums);
            else
                HEED_UNROLL for (std::size_t r = 0; r < registers; ++r) if (rest > r * width)
                    add_registers<Columns>(column, sums, r, [&](const auto& rows, std::size_t i) HEED_INLINE_LAMBDA {
                        return load_first_of_row<V>(rows, i, whole + r * width, rest - r * width);
                    });
        }
    }
    /// Few steps: in constant expressions there is a limit.
    template <std::size_t Columns>
    constexpr void add_numbers(const right_cursor& from, std::size_t d, std::size_t n,
                               V (&sums)[Rows * Columns][registers]) const {
        static_assert(Columns == 1);
        const auto rows = left();
        for (std::size_t i = 0; i < Rows; ++i)
            for (std::size_t l = 0; l < n; ++l)
                sums[i][l] += element_as<T>(rows.at(i, d + l)) * element_as<T>(from.at(d + l, 0));
    }
    /// Register r of the parts of all sums; load(rows, i) reads it of row i of an operand, whose rows are the terms.
    template <std::size_t Columns, class Load>
    HEED_INLINE void add_registers(const right_cursor& columns, V (&sums)[Rows * Columns][registers], std::size_t r,
                                   const Load& load) const {
        V rows[Rows];
        HEED_UNROLL for (std::size_t i = 0; i < Rows; ++i) rows[i] =
            kept_in_register<is_half<element_of<right_cursor>>>(load(left(), i));
        HEED_UNROLL for (std::size_t m = 0; m < Columns; ++m) {
            const V column = load(columns.transposed(), m);
            HEED_UNROLL for (std::size_t i = 0; i < Rows; ++i) sums[i * Columns + m][r] += rows[i] * column;
        }
    }

    /// Prefetches in memory order, fetched_ahead bytes after these columns, as much as is read of them now.
    template <std::size_t Columns>
    HEED_INLINE constexpr void fetch(const right_cursor& columns, std::size_t d) const {
        constexpr std::size_t bytes = sizeof(typename right_cursor::element) * Columns;
        if constexpr (order.fetches)
            if (fetches_)
                fetch_bytes<bytes * all_parts>(reinterpret_cast<std::uintptr_t>(columns.data) + fetched_ahead +
                                               bytes * d);
    }

    /// Lane l is the sum of column col + l.
    template <std::size_t Columns>
    HEED_INLINE constexpr void finish(static_count<Columns>, std::size_t i, std::size_t col, const V& sums) const {
        const product_panel<Plan, K, Columns, 1, T, Cursors> panel{cursors_, col};
        if constexpr (Columns == width)
            panel.template write<true>(i, 0, with_earlier(panel, i, 0, sums));
        else
            for (std::size_t l = 0; l < Columns; ++l)
                panel.template write<true>(i, l, with_earlier(panel, i, l, T(sums[l])));
    }
    /// Of a product that continues.
    template <class Panel, class W>
    HEED_INLINE static constexpr W with_earlier(const Panel& panel, std::size_t i, std::size_t lane, const W& sum) {
        if constexpr (k.product.continues)
            return panel.template stored<W>(i, lane) + sum;
        else
            return sum;
    }
};

/// A product of few rows, where a plan has its depth in lanes: a sum is that of product_loop::depth_lanes parts.
/// cost    each element of the right operand is read once, for all rows
template <class Plan, std::size_t K, class T, std::size_t Rows, class Cursors>
constexpr void run_depth_in_lanes(static_count<Rows>, const Cursors& cursors, T* scratch) {
    if (!packable<T> || HEED_CONSTANT_EVALUATED)
        depth_in_lanes_product_kernel(bound_row_product<Plan, K, Rows, T, Cursors>(cursors, scratch));
    else if constexpr (packable<T>)
        depth_in_lanes_product_kernel(
            bound_row_product<Plan, K, Rows, pack<T, vector_bytes / sizeof(T)>, Cursors>(cursors, scratch));
}

}  // namespace heed::detail
