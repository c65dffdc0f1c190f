// SPDX-License-Identifier: BSL-1.0
// Evaluates a formula node by node as it is written: every intermediate result is stored, and softmax makes two passes.
// The tests use it as their oracle. It reads the graph and does not depend on plans and loops.
#pragma once

#include <heed/meta/config.hpp>

HEED_BEGIN_HEADERS
#include <heed/expr/deduce.hpp>
#include <heed/reference/graph_values.hpp>
#include <heed/trace/condition_check.hpp>
#include <heed/trace/for_each_leaf.hpp>
#include <heed/trace/length_values.hpp>
#include <heed/trace/number_as.hpp>
HEED_END_HEADERS

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace heed {

namespace detail::reference {

/// Copies the leaves of a formula to their places in a graph, in the order of the formula.
template <class T, std::size_t Capacity, class F>
void copy_leaves(const F& f, const graph<Capacity>& g, graph_values<T, Capacity>& nodes) {
    T* places[leaf_count<F> == 0 ? 1 : leaf_count<F>]{};
    for (node_id id = 0; id < g.nodes.size(); ++id)
        if (g[id].kind == node_kind::leaf) places[g[id].leaf] = nodes.of(id);
    std::size_t filled = 0;
    for_each_leaf(f, [&]<class Leaf>(const Leaf& leaf) {
        T* place = places[filled++];
        if (place == nullptr) return;  // of this leaf the formula uses only a size
        if constexpr (is_literal<Leaf>)
            *place = number_as<T>(leaf.value);
        else
            for (const auto& x : elements_of(leaf)) *place++ = element_as<T>(x);
    });
}

/// The value of result `which` in a tensor of the shape of F.
template <class T, class F, class Nodes>
tensor_of<T, F> value_of_result(Nodes& nodes, node_id which) {
    tensor_of<T, F> result;
    if constexpr (shape_of<F>.is_dynamic()) result.take_shape(nodes.dims_of(which));
    region at = nothing_of(shape_of<F>);
    at.rank = result.rank();
    auto to = result.begin();
    for (std::size_t i = 0; i < result.size(); ++i) {
        std::size_t rest = i;
        for (std::size_t a = at.rank; a-- > 0; rest /= result.extent(a)) at.begin[a] = rest % result.extent(a);
        *to++ = nodes.element(which, at);
    }
    return result;
}

template <class T, std::size_t Capacity, class Operand, class F>
auto with_values_of(const graph<Capacity>& g, const Operand& operand, const F& f) {
    graph_values<T, Capacity> nodes(g);
    copy_leaves(operand, g, nodes);
    nodes.evaluate_all();
    return f(nodes, g.results);
}

/// Evaluates all nodes, then calls f(nodes, results of the graph).
template <class T, class Operand, class F>
auto with_values(const Operand& operand, const F& f) {
    check_conditions_of<T, false>(operand);
    if constexpr (has_lengths<Operand>) {
        const length_values<Operand> lengths(operand);
        return with_values_of<T>(lengths.given().at(defined_graph_of<measured<Operand>>), operand, f);
    } else {
        return with_values_of<T>(defined_graph_of<Operand>, operand, f);
    }
}

}  // namespace detail::reference

/// The value of a formula, computed in T node by node without fusion. For tests and comparisons: it is slow and stores
/// every intermediate result.
/// T       float, double, long double, or a Boost.Multiprecision number without expression templates (et_off)
/// example const auto Y = evaluate_unfused<double>(softmax(S) * A);
template <class T, formula F>
[[nodiscard]] auto evaluate_unfused(const F& f) {
    (void)sizeof(detail::condition_law<F, T, false>);
    return detail::reference::with_values<T>(detail::operand_of(f), [](auto& nodes, const auto& results) {
        return detail::reference::value_of_result<T, F>(nodes, results[0]);
    });
}
/// The values of results(...), in a tuple of tensors.
template <class T, detail::formula_with_results F>
[[nodiscard]] auto evaluate_unfused(const F& f) {
    (void)sizeof(detail::condition_law<F, T, false>);
    return detail::reference::with_values<T>(f, [](auto& nodes, const auto& results) {
        return [&]<class... R, std::size_t... K>(detail::formula_list<R...>, std::index_sequence<K...>) {
            return std::tuple<detail::tensor_of<T, R>...>{
                detail::reference::value_of_result<T, R>(nodes, results[K])...};
        }(typename detail::results_of<F>::type(), std::make_index_sequence<detail::results_of<F>::type::size>{});
    });
}

}  // namespace heed
