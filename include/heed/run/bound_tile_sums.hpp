// SPDX-License-Identifier: BSL-1.0
// The machine that runs a product whose terms are the rows of a nest, for one tile of them (see lower/tile_sums.hpp).
#pragma once

#include <heed/run/bound_product.hpp>
#include <heed/run/tiles_of_nest.hpp>

#include <cstddef>

namespace heed::detail {

/// Adds the terms of a tile of rows to the result: sums that begin at zero, added to those of earlier tiles.
template <class Plan, std::size_t K, std::size_t PanelColumns, class T, class Count, class Terms, class Cursors>
struct bound_tile_sums : bound_product<Plan, K, PanelColumns, product_depth, T, Count, Cursors> {
    using base = bound_product<Plan, K, PanelColumns, product_depth, T, Count, Cursors>;
    Terms terms;  ///< of this tile
    tile_place place;

    constexpr bound_tile_sums(const base& product, Terms n, tile_place of_tile)
        : base(product), terms(n), place(of_tile) {}

    HEED_INLINE constexpr counted_depth<Terms> whole_depth() const {
        return {.first = 0,
                .count = terms,
                .begins = true,
                .has_earlier = !place.is_first,
                .ends = true,
                .completes = place.is_last};
    }
    template <class F>
    HEED_INLINE constexpr void depths(const F& f) const {
        f(depth_block{.first = 0,
                      .count = terms,
                      .begins = true,
                      .has_earlier = !place.is_first,
                      .ends = true,
                      .completes = place.is_last});
    }
    template <class Slab>
    HEED_INLINE constexpr std::uintptr_t slab_after(Slab slab, const depth_block&, std::size_t col) const {
        return base::address(0, col + slab);
    }
};

/// Adds rows of the right operand to the rows of the result that the left one numbers, in their order. Numbers that are
/// none of a row have no place.
template <class Plan, std::size_t K, class T, class Terms, class Cursors>
constexpr void run_added_rows(Terms terms, tile_place place, const Cursors& cursors) {
    constexpr kernel k = Plan::value.kernels[K];
    const auto rows = size_in<Plan, k.product.rows>(cursors);
    const auto columns = size_in<Plan, k.cols>(cursors);
    const auto& out = cursor_at<result_slot>(cursors);
    const auto& from = cursor_at<product_slot::right>(cursors);
    if (place.is_first)
        for (std::size_t i = 0; i < rows; ++i)
            for (std::size_t j = 0; j < columns; ++j) out.at(i, j) = T(0);
    for (std::size_t t = 0; t < terms; ++t) {
        const auto row =
            static_cast<std::size_t>(static_cast<long long>(cursor_at<product_slot::left>(cursors).at(0, t)));
        if (row >= rows) continue;
        for (std::size_t j = 0; j < columns; ++j) out.at(row, j) += element_as<T>(from.at(t, j));
    }
    if constexpr (k.epilogue != no_term)
        if (place.is_last)
            for (std::size_t i = 0; i < rows; ++i)
                for (std::size_t j = 0; j < columns; ++j)
                    out.at(i, j) = finished<Plan, K, T>(cursors, i, j, T(out.at(i, j)));
}

template <class Plan, std::size_t K, class T, class Terms, class Cursors>
constexpr void run_summed_product(Terms terms, tile_place place, const Cursors& cursors, T* scratch) {
    constexpr kernel k = Plan::value.kernels[K];
    using left = cursor_in<Cursors, product_slot::left>;
    using right = cursor_in<Cursors, product_slot::right>;
    const auto all_rows = size_in<Plan, k.product.rows>(cursors);
    constexpr std::size_t fixed_rows = fixed_count<std::remove_const_t<decltype(all_rows)>>;
    const auto rows = [&] {
        if constexpr (requires { cursors.kept_rows; })
            return cursors.kept_rows;
        else
            return all_rows;
    }();
    using count = std::remove_const_t<decltype(rows)>;
    if constexpr (fixed_count<Terms> == unknown_count)
        if (terms == 0) return run_empty_product<Plan, K, T>(rows, cursors);  // operands without elements
    constexpr product_order order = order_of_product(k, false, packable<T> && is_dense_in<T, right>);
    const auto with = [&](T* memory, auto panel, const auto& f) HEED_INLINE_LAMBDA {
        using product = bound_product<Plan, K, decltype(panel)::value, product_depth, T, count, Cursors>;
        f(bound_tile_sums<Plan, K, decltype(panel)::value, T, count, Terms, Cursors>(product(rows, cursors, memory),
                                                                                     terms, place));
    };
    constexpr static_count<panel_of_product(order, fixed_rows, sizeof(T))> panel;
    if constexpr (order == product_order::as_it_lies && converts_operands<fixed_rows, left, right>()) {
        alignas(heap_alignment) T lines[lanes_for(sizeof(T)) * product_depth];
        with(lines, static_count<lanes_for(sizeof(T))>(), [](const auto& m) { copied_product_kernel(m); });
    } else if constexpr (order == product_order::as_it_lies) {
        with(scratch, panel, [](const auto& m) { product_kernel(m); });
    } else if (order != product_order::far_rows || HEED_CONSTANT_EVALUATED) {
        with(scratch, panel, [](const auto& m) { copied_product_kernel(m); });
    } else if constexpr (order == product_order::far_rows) {
        with(scratch, panel, [](const auto& m) { far_rows_product_kernel(m); });
    }
}

template <class Plan, std::size_t K, class T, class Terms, class Cursors>
HEED_INLINE constexpr void run_loops_of_sums(Terms terms, tile_place place, const Cursors& cursors, T* scratch) {
    if constexpr (Plan::value.kernels[K].product.adds_rows)
        run_added_rows<Plan, K, T>(terms, place, cursors);
    else
        run_summed_product<Plan, K>(terms, place, cursors, scratch);
}

template <class Plan, std::size_t K, class T, class Terms, class Cursors>
HEED_ONE_COPY constexpr void run_tile_sums(Terms terms, tile_place place, const Cursors& cursors, T* scratch) {
    run_loops_of_sums<Plan, K>(terms, place, cursors, scratch);
}
template <class Plan, std::size_t K, class T, class Terms, class Cursors>
requires(packable<T>) HEED_FLATTEN HEED_ONE_COPY
    constexpr void run_tile_sums(Terms terms, tile_place place, const Cursors& cursors, T* scratch) {
    run_loops_of_sums<Plan, K>(terms, place, cursors, scratch);
}

}  // namespace heed::detail
