// SPDX-License-Identifier: BSL-1.0
// The value of a formula node by node, as it is written: every intermediate result is stored, softmax takes two passes.
// The oracle of the tests. It reads the graph and knows nothing of plans and loops.
#pragma once

#include <heed/expr/deduce.hpp>
#include <heed/reference/graph_values.hpp>
#include <heed/trace/for_each_leaf.hpp>
#include <heed/trace/trace.hpp>

#include <cstddef>
#include <type_traits>

namespace heed {

namespace detail::reference {

/// Copies the leaves of a formula to where a graph has them, in the order of the formula.
template <class T, std::size_t Capacity, class F>
void copy_leaves(const F& f, const graph<Capacity>& g, graph_values<T, Capacity>& nodes) {
    static_vector<T*, Capacity> places;
    for (node_id id = 0; id < g.nodes.size(); ++id)
        if (g[id].kind == node_kind::leaf) places.push_back(nodes.of(id));
    std::size_t filled = 0;
    for_each_leaf(f, [&]<class Leaf>(const Leaf& leaf) {
        T* place = places[filled++];
        if constexpr (is_literal<Leaf>)
            *place = static_cast<T>(leaf.value);
        else
            for (const auto& x : elements_of(leaf)) *place++ = static_cast<T>(x);
    });
}

}  // namespace detail::reference

/// The value of a formula, computed in T node by node without fusion. For tests and comparisons: it is slow and stores
/// every intermediate result.
/// T       float, double, long double, or a Boost.Multiprecision number without expression templates (et_off)
template <class T, formula F>
[[nodiscard]] auto evaluate_unfused(const F& f) {
    const auto& operand = detail::operand_of(f);
    using Operand = std::remove_cvref_t<decltype(operand)>;
    constexpr const auto& graph = detail::graph_of<Operand>;
    detail::reference::graph_values<T, graph.capacity> nodes(graph);
    detail::reference::copy_leaves(operand, graph, nodes);
    nodes.evaluate_all();
    detail::tensor_of<T, F> result;
    detail::region at = detail::nothing_of(detail::shape_of<F>);
    at.rank = result.rank();
    for (std::size_t i = 0; i < result.size(); ++i) {
        std::size_t rest = i;
        for (std::size_t a = at.rank; a-- > 0; rest /= result.extent(a)) at.begin[a] = rest % result.extent(a);
        result.data()[i] = nodes.element(graph.results[0], at);
    }
    return result;
}

}  // namespace heed
