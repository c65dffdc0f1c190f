// SPDX-License-Identifier: BSL-1.0
// Counts the tiles of scores that masks skip, without running the formula.
#pragma once

#include <heed/graph/sized_graph.hpp>
#include <heed/lower/tile_counts.hpp>
#include <heed/run/evaluate_formula.hpp>
#include <heed/trace/for_each_leaf.hpp>

#include <cstddef>
#include <type_traits>

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

/// What counting reads of a plan, with the values of lengths in place of their primes.
template <std::size_t Capacity>
constexpr plan<Capacity> countable_plan(plan<Capacity> p, const given_lengths& lengths) {
    if (lengths.lengths.empty()) return p;
    for (nest& n : p.nests) n.rows = lengths.at(n.rows), n.batch = lengths.at(n.batch);
    for (kernel& k : p.kernels) k.stream.keys = lengths.at(k.stream.keys);
    for (surd& constant : p.constants) constant = lengths.at(constant);
    for (slot& s : p.slots) {
        if (s.place != slot::index) continue;
        s.offset = s.offset_from(0, [&](std::size_t addend) { return lengths.at(addend); });
        s.row_stride = lengths.at(s.row_stride), s.col_stride = lengths.at(s.col_stride);
        for (std::size_t& stride : s.batch_stride) stride = lengths.at(stride);
    }
    return p;
}

/// Counts the tiles of a plan; a size of 0 in `wanted` stands for the plan's own tile size.
template <class Plan, class T, class F>
constexpr tile_counts count_tiles_of_plan(const F& f, const std::size_t* values, const tile_size& wanted) {
    const auto& planned = Plan::value;
    const auto p = countable_plan(planned, {Plan::lengths, values});
    numbers_of_leaves<T, leaf_count<F>> numbers;
    numbers.add(f);
    const auto range_of_leaf = [&](std::size_t i) {
        return numbers.are_known[i] ? range_of_number(numbers.values[i]) : index_range<T>();
    };
    tile_counts counts;
    for (std::size_t i = 0; i < p.nests.size(); ++i) {
        const nest& n = p.nests[i];
        for (std::size_t s = n.first_step; s < n.first_step + n.step_count; ++s) {
            const std::size_t k = p.steps[s].kernel;
            if (p.kernels[k].loop != skeleton::stream) continue;
            const tile_size own = tile_size_of(planned.nests[i], planned.kernels[k]);
            const tile_size tile{wanted.queries != 0 ? wanted.queries : own.queries,
                                 wanted.keys != 0 ? wanted.keys : own.keys};
            counts += count_tiles<T>(p, n, p.steps[s], tile, range_of_leaf);
        }
    }
    return counts;
}

/// With dynamic extents, those of the plan that runs for them.
template <class T, class F>
constexpr tile_counts count_tiles_of(const F& f, const tile_size& wanted) {
    const lengths_given<F> lengths(f);
    return with_plan_for<plan_for<F, T>, few_rows_for<F, T, sequential_policy>>(
        lengths.values, [&]<class Plan>(std::type_identity<Plan>, const std::size_t* values) {
            return count_tiles_of_plan<Plan, T>(f, values, wanted);
        });
}

}  // namespace detail

/// Counts the tiles of scores of softmax(where(mask, S)) * V that are skipped, computed with the mask, and computed
/// without it: the decisions of an evaluation, over all leading axes and all attentions of the formula. The template
/// arguments count tiles of another size. A condition on elements in memory (padding(lengths), same_document(ids))
/// decides no tile: alone, it makes all tiles partial; after causal &&, those that causal does not skip. Loops that
/// store weights, as those of gradients, are not counted.
/// cost    a few evaluations of the mask for each partial tile: 64 tiles of 64 x 64 take clang 60,000 steps; the narrow
///         tiles of double without AVX exceed its limit at 4096 x 4096: count larger ones. Works in constant
///         expressions: constexpr auto f = attention(Q, K, V, causal); static_assert(mask_tiles(f).skipped > 0);
/// errors  shape_error for dynamic extents that do not fit
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
