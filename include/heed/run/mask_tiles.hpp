// SPDX-License-Identifier: BSL-1.0
// Counts the tiles of scores that masks skip, without running the formula.
#pragma once

#include <heed/lower/tile_counts.hpp>
#include <heed/run/evaluate_formula.hpp>
#include <heed/trace/for_each_leaf.hpp>

#include <cstddef>

namespace heed {

namespace detail {

/// The run-time scalars among the leaves of a formula. Tensors are not read, so that mask_tiles works in a constant
/// expression.
template <class T, std::size_t Leaves>
struct numbers_of_leaves {
    T values[Leaves == 0 ? 1 : Leaves]{};
    bool are_known[Leaves == 0 ? 1 : Leaves]{};

    template <class F>
    constexpr void add(const F& f) {
        std::size_t filled = 0;
        for_each_leaf(f, [&]<class Leaf>(const Leaf& leaf) {
            if constexpr (is_literal<Leaf>) {
                are_known[filled] = true;
                values[filled] = element_as<T>(leaf.value);
            }
            ++filled;
        });
    }
};

/// Counts the tiles of a plan; a size of 0 in `wanted` stands for the plan's own tile size.
template <class T, class F>
constexpr tile_counts count_tiles_of(const F& f, const tile_size& wanted) {
    const auto& p = plan_for<F, T>::value;
    numbers_of_leaves<T, leaf_count<F>> numbers;
    numbers.add(f);
    const auto range_of_leaf = [&](std::size_t i) {
        return numbers.are_known[i] ? range_of_number(numbers.values[i]) : index_range<T>();
    };
    tile_counts counts;
    for (const nest& n : p.nests)
        for (std::size_t s = n.first_step; s < n.first_step + n.step_count; ++s) {
            const kernel& k = p.kernels[p.steps[s].kernel];
            if (k.loop != skeleton::stream) continue;
            const tile_size own = tile_size_of(n, k);
            const tile_size tile{wanted.queries != 0 ? wanted.queries : own.queries,
                                 wanted.keys != 0 ? wanted.keys : own.keys};
            counts += count_tiles<T>(p, n, p.steps[s], tile, range_of_leaf);
        }
    return counts;
}

}  // namespace detail

/// Counts the tiles of scores of softmax(where(mask, S)) * V that are skipped, computed with the mask, and computed
/// without it: the decisions of an evaluation, over all leading axes and all attentions of the formula. The template
/// arguments count tiles of another size. A condition on elements in memory (padding(lengths), same_document(ids))
/// decides no tile: alone, it makes all tiles partial; after causal &&, those that causal does not skip. Loops that
/// store weights have no tiles.
/// cost    a few evaluations of the mask for each partial tile: 64 tiles of 64 x 64 take clang 60,000 steps; the narrow
///         tiles of double without AVX exceed its limit at 4096 x 4096: count larger ones. Works in constant
///         expressions: constexpr auto f = attention(Q, K, V, causal); static_assert(mask_tiles(f).skipped > 0);
/// example const auto tiles = mask_tiles(attention(Q, K, V, causal));
///         std::cout << tiles.skipped;
template <std::size_t TileQueries = 0, std::size_t TileKeys = TileQueries, formula F>
[[nodiscard]] constexpr tile_counts mask_tiles(const F& f) {
    if constexpr (detail::is_broken<F>) {
        return {};
    } else {
        const auto& operand = detail::operand_of(f);
        return detail::count_tiles_of<detail::computed_t<detail::value_of<F>>>(operand, {TileQueries, TileKeys});
    }
}

}  // namespace heed
