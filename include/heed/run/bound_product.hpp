// SPDX-License-Identifier: BSL-1.0
// The machine that runs a product on its operands.
#pragma once

#include <heed/kernel/product.hpp>
#include <heed/lower/product_order.hpp>
#include <heed/run/bound_kernel.hpp>
#include <heed/run/bound_row_product.hpp>
#include <heed/run/fetching.hpp>
#include <heed/run/panel.hpp>
#include <heed/run/product_panel.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace heed::detail {

/// Copies lines of a panel so that later blocks of rows read them contiguously.
template <std::size_t Lanes, class T>
struct copying_lines {
    T* to;

    template <class V, std::size_t Registers>
    HEED_INLINE void operator()(std::size_t k, std::size_t first, const V (&row)[Registers]) const {
        HEED_UNROLL for (std::size_t r = 0; r < Registers; ++r)
            lanes<V>::store(to + k * Lanes + first + r * lanes<V>::count, row[r]);
    }
};

/// How many terms its sums have: all, or those that a mask leaves.
template <class Plan, std::size_t K, class Cursors>
HEED_INLINE constexpr auto terms_of_product(const Cursors& cursors) {
    if constexpr (requires { cursors.kept_terms; })
        return cursors.kept_terms;
    else
        return size_in<Plan, Plan::value.kernels[K].product.inner>(cursors);
}

/// A product over `row_count` rows, in panels of PanelColumns columns and at most MostDepth terms.
template <class Plan, std::size_t K, std::size_t PanelColumns, std::size_t MostDepth, class T, class Count,
          class Cursors>
struct bound_product : bound_kernel<Plan, K, T, Count, Cursors> {
    using base = bound_kernel<Plan, K, T, Count, Cursors>;
    using base::base;
    using base::cursors;
    using base::k;
    using base::row_count;
    using right_cursor = cursor_in<Cursors, product_slot::right>;
    using right_element = std::remove_const_t<typename right_cursor::element>;
    static constexpr std::size_t panel = lanes_for(sizeof(T));

    // Loop orders.

    template <class F>
    HEED_INLINE constexpr void panels(const F& f) const {
        if constexpr (is_panel_cursor<right_cursor> && PanelColumns > panel)
            for_panels_together(base::columns(), f);
        else
            for_columns<PanelColumns, T>(base::columns(), f);
    }
    template <class F>
    HEED_INLINE constexpr void slabs(const F& f) const {
        if constexpr (base::has_fixed_columns)
            for_blocks<slab_panels * panel>(base::columns(), f);
        else
            for_slabs(base::columns(), f);
    }
    template <class Slab, class F>
    HEED_INLINE constexpr void panels_of(Slab slab, const F& f) const {
        for_blocks<panel>(slab, f);
    }
    /// In the remaining columns of a dynamic number of columns, remaining rows are taken one by one: there are few of
    /// these sums, and less code is compiled.
    template <class Width, class F>
    HEED_INLINE constexpr void row_blocks(Width, const F& f) const {
        if constexpr (base::has_fixed_columns || Width::value >= panel)
            for_blocks_and_halves<accumulator_rows>(row_count, f);
        else
            for_blocks<accumulator_rows>(row_count, f);
    }
    template <class F>
    HEED_INLINE constexpr void depths(const F& f) const {
        for_depths<Plan, K, MostDepth>(inner(), f);
    }
    template <class F>
    HEED_INLINE constexpr void sweeps(const F& f) const {
        for_sweeps<Plan, K, MostDepth>(inner(), f);
    }
    HEED_INLINE constexpr auto inner() const { return terms_of_product<Plan, K>(cursors); }
    HEED_INLINE constexpr auto whole_depth() const {
        return depth_at(std::size_t{0}, inner(), inner(), k.product.continues);
    }

    // Where lines of the right operand are.

    /// Both operands may be in one array, as x and transpose(x) are: see of_unknown_origin.
    template <class Depth>
    HEED_INLINE constexpr auto right_at(const Depth& depth, std::size_t col) const {
        return lines_with_stride<right_element>{of_unknown_origin(&right().at(depth.first, col)), right().row_stride};
    }
    /// A panel or a part of it, or several panels.
    template <class Width>
    HEED_INLINE constexpr auto packed_panel(Width, const depth_block& depth, std::size_t col) const {
        return lines_of_panels<Width::value>(right(), depth.first, col);
    }
    template <class Width>
    HEED_INLINE constexpr lines_with_stride<T> copied_panel(Width width) const {
        return {base::scratch, width};
    }
    template <class Width>
    HEED_INLINE constexpr void copy_panel(Width, const depth_block& depth, std::size_t col) const {
        copy_columns_to_lanes<Width::value>(right().shifted(depth.first, col), depth.count, base::scratch);
    }
    /// An integer, because nothing may follow the last slab.
    template <class Slab>
    HEED_INLINE constexpr std::uintptr_t slab_after(Slab slab, const depth_block& depth, std::size_t col) const {
        return depth.completes ? address(0, col + slab) : address(depth.first + depth.count, col);
    }

    // Extra work in the inner loop.

    static constexpr nothing_beside nothing() { return {}; }
    template <class Width>
    HEED_INLINE constexpr auto copying(Width) const {
        return copying_lines<Width::value, T>{base::scratch};
    }
    /// Prefetches the rows of a panel that follow those of a block of sums.
    template <class Rows, class Width>
    HEED_INLINE constexpr auto fetching_rows(Rows, Width, std::size_t col) const {
        if constexpr (k.product.fetches && Rows::value == accumulator_rows && Width::value == panel) {
            using element = typename right_cursor::element;
            std::uintptr_t from = 0;
            if (!HEED_CONSTANT_EVALUATED) from = address(rows_ahead, col);
            return fetching_rows_ahead<element>{from, sizeof(element) * right().row_stride};
        } else {
            return nothing_beside();
        }
    }
    /// Prefetches the next panel while whole blocks of rows use this one.
    template <class Rows, class Lines>
    HEED_INLINE constexpr auto fetching_panel(Rows, const Lines& now, const depth_block& depth, std::size_t i) const {
        if constexpr (Rows::value == accumulator_rows) {
            std::uintptr_t next = 0;
            if (!HEED_CONSTANT_EVALUATED)
                next = reinterpret_cast<std::uintptr_t>(now.data) + sizeof(*now.data) * panel * inner();
            return fetching<1>{next, cache_line_bytes, i / accumulator_rows * depth.count,
                               fetch_shift(row_count / accumulator_rows, cache_lines_of<T>(panel))};
        } else {
            return nothing_beside();
        }
    }
    /// Prefetches the next slab during all panels of this one.
    template <class Slab>
    HEED_INLINE constexpr auto fetching_slab(Slab, std::uintptr_t next, const depth_block& depth, std::size_t i,
                                             std::size_t j) const {
        const std::size_t blocks = row_count / accumulator_rows, before = j / panel * blocks;
        using element = typename right_cursor::element;
        return fetching<cache_lines_of<element>(Slab::value)>{next, sizeof(element) * right().row_stride,
                                                              (before + i / accumulator_rows) * depth.count,
                                                              fetch_shift(blocks, cache_lines_of<element>(panel))};
    }

    /// Prefetches in memory order, fetched_ahead bytes after what a sweep reads of these columns.
    template <class Depth>
    HEED_INLINE constexpr auto fetching_sweep(const Depth& depth, std::size_t col) const {
        if constexpr (!k.product.fetches) {
            return nothing_beside();
        } else {
            using element = typename right_cursor::element;
            std::uintptr_t from = 0;
            if (!HEED_CONSTANT_EVALUATED)
                from = address(depth.first, 0) + fetched_ahead + sizeof(element) * MostDepth * col;
            if constexpr (right_cursor::fixed_row_stride == k.cols && is_fixed_size<Plan, k.cols> &&
                          is_fixed_size<Plan, k.product.inner>)
                return fetching_in_order<element, std::true_type>{from, MostDepth, {}};
            else
                return fetching_in_order<element, bool>{
                    from, MostDepth,
                    right().row_stride == base::columns() && fetches_in_order(base::columns(), inner(), sizeof(T))};
        }
    }

    template <class Rows, class Width, class Depth, class Lines, class Beside>
    HEED_INLINE constexpr void add_block(Rows, Width, std::size_t i, std::size_t col, const Depth& depth,
                                         const Lines& from, const Beside& beside) const {
        if constexpr (base::has_fixed_columns || !packable<T>)
            product_panel<Plan, K, Width::value, MostDepth, T, Cursors>{cursors, col, base::scratch}
                .template add_block<Rows::value>(i, depth, from, beside);
        else
            add_block_apart<Rows::value, Width::value>(cursors, base::scratch, i, col, depth, from, beside);
    }
    /// Treats the first block of rows in a tile differently from the others.
    template <class Rows, class Width, class First, class BesideFirst, class Later, class BesideLater>
    HEED_INLINE constexpr void add_first_or_later(Rows rows, Width width, std::size_t i, std::size_t col,
                                                  const depth_block& depth, const First& first,
                                                  const BesideFirst& beside_first, const Later& later,
                                                  const BesideLater& beside_later) const {
        if (i == 0)
            add_block(rows, width, i, col, depth, first, beside_first);
        else
            add_block(rows, width, i, col, depth, later, beside_later);
    }

protected:
    HEED_INLINE constexpr std::uintptr_t address(std::size_t i, std::size_t j) const {
        return reinterpret_cast<std::uintptr_t>(right().data) +
               sizeof(typename right_cursor::element) * (i * right().row_stride + j * right().col_stride);
    }

private:
    /// With cursors of its own, which no result overwrites as far as the compiler knows: they stay in registers.
    template <std::size_t Rows, std::size_t Width, class Depth, class Lines, class Beside>
    HEED_APART static constexpr void add_block_apart(const Cursors& all, T* scratch, std::size_t i, std::size_t col,
                                                     const Depth& depth, const Lines& from, const Beside& beside) {
        in_loop<Plan::first_kernel + K, loop_part::sums>([&]() HEED_INLINE_LAMBDA {
            const Cursors own = all;
            product_panel<Plan, K, Width, MostDepth, T, Cursors>{own, col, scratch}.template add_block<Rows>(
                i, depth, from, beside);
        });
    }
    /// Panels of a packed matrix: several together, as many as there are, then one by one.
    template <class Columns, class F>
    HEED_INLINE constexpr void for_panels_together(Columns n, const F& f) const {
        const std::size_t together = n / PanelColumns * PanelColumns;
        for (std::size_t col = 0; col < together; col += PanelColumns) f(static_count<PanelColumns>(), col);
        const auto rest = [&] {
            if constexpr (is_fixed_size<Plan, k.cols>)
                return static_count<k.cols % PanelColumns>();
            else
                return n - together;
        }();
        for_columns<panel, T>(rest, [&](auto width, std::size_t col) HEED_INLINE_LAMBDA { f(width, together + col); });
    }
    /// For a dynamic number of columns: slabs, then panels, then the remainder.
    template <class F>
    HEED_INLINE constexpr void for_slabs(std::size_t n, const F& f) const {
        constexpr std::size_t whole = slab_panels * panel;
        const std::size_t slabs_end = n / whole * whole;
        for (std::size_t col = 0; col < slabs_end; col += whole) f(static_count<whole>(), col);
        for_columns<panel, T>(n - slabs_end,
                              [&](auto width, std::size_t col) HEED_INLINE_LAMBDA { f(width, slabs_end + col); });
    }
    HEED_INLINE constexpr const right_cursor& right() const { return cursor_at<product_slot::right>(cursors); }
};

/// Whether blocks of both operands are converted first, from half precision or from whole numbers and scales: if
/// several blocks of rows read each panel.
template <std::size_t Rows, class Left, class Right>
constexpr bool converts_operands() {
    if constexpr (is_panel_cursor<Right>)
        return Rows > accumulator_rows && is_scaled_cursor<Right>;
    else
        return Rows > accumulator_rows && (is_half<element_of<Left>> || is_half<element_of<Right>>);
}

/// A product over an inner extent of 0: there is nothing to read.
template <class Plan, std::size_t K, class T, class Count, class Cursors>
constexpr void run_empty_product(Count rows, const Cursors& cursors) {
    const bound_kernel<Plan, K, T, Count, Cursors> bound(rows, cursors, nullptr);
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t j = 0; j < bound.columns(); ++j)
            bound.finish_result(i, j, bound.k.product.continues ? T(cursor_at<result_slot>(cursors).at(i, j)) : T(0));
}

/// The most terms that are added at once. For a dynamic inner extent whose right operand is read in place this is
/// unknown_count, so that no row_block has room for a copy.
template <class Plan, std::size_t K>
constexpr std::size_t most_depth(product_order order, std::size_t element_bytes) {
    constexpr kernel k = Plan::value.kernels[K];
    if (order == product_order::as_it_lies && !is_fixed_size<Plan, k.product.inner>) return unknown_count;
    return depth_of_product(k, order, element_bytes);
}

template <class Plan, std::size_t K, class T, class Count, class Cursors>
constexpr void run_product(Count rows, const Cursors& cursors, T* scratch) {
    using right = cursor_in<Cursors, product_slot::right>;
    constexpr kernel k = Plan::value.kernels[K];
    const auto terms = terms_of_product<Plan, K>(cursors);
    if constexpr (fixed_count<std::remove_const_t<decltype(terms)>> == unknown_count)
        if (terms == 0) return run_empty_product<Plan, K, T>(rows, cursors);
    if constexpr (is_panel_cursor<right> && fixed_count<Count> == unknown_count)
        if (rows == 1) return run_product<Plan, K>(static_count<1>(), cursors, scratch);
    if constexpr (k.product.depth_lanes > 0) return run_depth_in_lanes<Plan, K>(rows, cursors, scratch);
    using left = cursor_in<Cursors, product_slot::left>;
    constexpr product_order order = order_of_product(k, is_panel_cursor<right>, packable<T> && is_dense_in<T, right>);
    constexpr bool reads_all_rows = order == product_order::as_it_lies || order == product_order::packed;
    if constexpr (reads_all_rows && converts_operands<fixed_count<Count>, left, right>()) {
        constexpr bool is_fixed = is_fixed_size<Plan, k.product.inner>;
        constexpr std::size_t depth = is_fixed ? smaller_of(k.product.inner, product_depth) : product_depth;
        alignas(heap_alignment) T panel[lanes_for(sizeof(T)) * depth];
        const bound_product<Plan, K, lanes_for(sizeof(T)), depth, T, Count, Cursors> converting(rows, cursors, panel);
        return copied_product_kernel(converting);
    }
    const bound_product<Plan, K, panel_of_product(order, fixed_count<Count>, sizeof(T)),
                        most_depth<Plan, K>(order, sizeof(T)), T, Count, Cursors>
        bound(rows, cursors, scratch);
    if constexpr (order == product_order::packed) {
        packed_product_kernel(bound);
    } else if constexpr (order == product_order::as_it_lies) {
        product_kernel(bound);
    } else if constexpr (order == product_order::swept) {
        swept_product_kernel(bound);
    } else if (order != product_order::far_rows || HEED_CONSTANT_EVALUATED) {
        copied_product_kernel(bound);
    } else if constexpr (order == product_order::far_rows) {
        far_rows_product_kernel(bound);
    }
}

}  // namespace heed::detail
