// SPDX-License-Identifier: BSL-1.0
// The strides of the leaves of a formula, as far as their types say.
#pragma once

#include <heed/tensor/strides_of.hpp>
#include <heed/trace/leaves.hpp>

#include <utility>

namespace heed::detail {

/// The tensor or view of a leaf.
template <class Leaf>
using elements_t = std::remove_cvref_t<decltype(elements_of(std::declval<const Leaf&>()))>;

/// Its static strides.
template <class Leaf>
inline constexpr const strides& fixed_strides_of_leaf = fixed_strides_of<elements_t<Leaf>>;

/// The first axis along which elements are contiguous, as far as strides are static; else max_rank.
constexpr std::size_t unit_axis_of(const strides& fixed, std::size_t rank) {
    for (std::size_t a = 0; a < rank; ++a)
        if (fixed[a] == 1) return a;
    return max_rank;
}

template <std::size_t Leaves>
struct strides_of_leaves {
    strides items[Leaves == 0 ? 1 : Leaves]{};
};
/// The same for all leaves of a formula.
template <class F>
inline constexpr auto fixed_strides_of_leaves = [] {
    strides_of_leaves<leaf_count<F>> all;
    std::size_t filled = 0;
    for_each_leaf_type<F>([&]<class Leaf>(const Leaf*) {
        if constexpr (!is_literal<Leaf>) all.items[filled] = fixed_strides_of_leaf<Leaf>;
        ++filled;
    });
    return all;
}();

}  // namespace heed::detail
