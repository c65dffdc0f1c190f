// SPDX-License-Identifier: BSL-1.0
// enclose<E>(formula): the value of a formula with rigorous bounds, at compile time or at run time.
#pragma once

#include <heed/expr/deduce.hpp>
#include <heed/reference/graph_values.hpp>
#include <heed/reference/interval.hpp>
#include <heed/verify/ask.hpp>
#include <heed/verify/judging.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace heed {

/// One enclosure for each element of a formula.
template <enclosure E, extent... X>
struct enclosures {
    static constexpr detail::shape shape_value = detail::shape_from<X...>;
    E items[shape_value.size()]{};  ///< row-major

    /// The bounds of the element at these indices, one for each axis, from 0.
    template <std::convertible_to<std::size_t>... I>
    requires(sizeof...(I) == sizeof...(X)) constexpr const E& operator()(I... i) const {
        return items[detail::offset_of(shape_value, detail::contiguous_strides(shape_value), i...)];
    }
    /// How many elements.
    static constexpr std::size_t size() { return shape_value.size(); }
    /// Bounds in row-major order.
    constexpr const E* begin() const { return items; }
    /// Past the bounds of the last element.
    constexpr const E* end() const { return items + size(); }
};

namespace detail {

template <class E, class F, class Indices = std::make_index_sequence<F::shape_value.rank>>
struct enclosures_for;
template <class E, class F, std::size_t... I>
struct enclosures_for<E, F, std::index_sequence<I...>> {
    using type = enclosures<E, F::shape_value[I]...>;
};

}  // namespace detail

/// Bounds of every element of a formula, for all printed inputs within their digits; with exact inputs only (tensors,
/// numbers, exact(printed<...>)) the bounds are those of the arithmetic.
/// E       interval<double>: about 1e-15, also in constant expressions. ball (reference/ball.hpp): 50 decimal digits,
///         also in constant expressions. wide_interval<50> (reference/wide_interval.hpp): run time only
/// error   node by node: sharp for exact inputs; for rounded ones, each use of the same unknown varies independently
///         (verify does better)
/// errors  law::exact_elements; at run time throws arithmetic_error
/// example constexpr auto P = printed<"[[1, 2], [3, 4]]">;
///         constexpr auto bounds = enclose(softmax(exact(P)));
///         static_assert(bounds(0, 0).lower < bounds(0, 0).upper);
template <enclosure E = interval<double>, formula F>
[[nodiscard]] constexpr auto enclose(const F& f) {
    detail::require_ieee_arithmetic();
    const auto& operand = detail::operand_of(f);
    using Operand = std::remove_cvref_t<decltype(operand)>;
    constexpr const auto& g = detail::defined_graph_of<Operand>;
    const detail::known_leaves<Operand> known(operand);
    detail::reference::graph_values<E, g.capacity> nodes(g);
    std::size_t leaf = 0;
    for (detail::node_id id = 0; id < g.nodes.size(); ++id) {
        if (g[id].kind != detail::node_kind::leaf) continue;
        for (std::size_t i = 0; i < g[id].dims.size(); ++i)
            nodes.of(id)[i] = detail::box_of<E>(known.leaves()[leaf].elements[i]);
        ++leaf;
    }
    nodes.evaluate_all();
    typename detail::enclosures_for<E, Operand>::type result;
    for (std::size_t i = 0; i < result.size(); ++i)
        result.items[i] = nodes.element(g.results[0], detail::element_at(g[g.results[0]].dims, i));
    return result;
}

}  // namespace heed
