// SPDX-License-Identifier: BSL-1.0
// Builds the graph of a formula from its type.
#pragma once

#include <heed/expr/dim.hpp>
#include <heed/expr/lookup.hpp>
#include <heed/expr/pick.hpp>
#include <heed/graph/definition.hpp>
#include <heed/graph/without_scatters.hpp>
#include <heed/shape/index_law.hpp>
#include <heed/shape/length_list.hpp>
#include <heed/shape/result_law.hpp>
#include <heed/trace/append.hpp>
#include <heed/trace/leaf_strides.hpp>
#include <heed/trace/node_count.hpp>

#include <cstddef>
#include <type_traits>

namespace heed::detail {

/// The axis of such a leaf along which elements are known to be contiguous, or max_rank.
template <class F>
inline constexpr std::size_t unit_axis = [] {
    if constexpr (requires { fixed_strides_of_leaf<F>; })
        return unit_axis_of(fixed_strides_of_leaf<F>, F::shape_value.rank);
    else
        return max_rank;
}();

/// Whether elements along its last axis are contiguous if a stride turns out to be 1 at run time.
template <class F>
inline constexpr bool last_may_be_unit = [] {
    if constexpr (requires { fixed_strides_of_leaf<F>; })
        return F::shape_value.rank > 0 && unit_axis<F> == max_rank &&
               fixed_strides_of_leaf<F>[F::shape_value.rank - 1] == unknown_stride;
    else
        return false;
}();

/// Builds the graph of a formula, operands first. Leaves are numbered in the order in which they are written.
template <std::size_t Capacity>
struct tracer {
    graph<Capacity> g{};
    std::size_t leaves = 0;
    node_id values[most_scopes];  ///< the values of the enclosing lets
    bool names_outside = false;   ///< whether a value is used outside of its let
    bool has_gradients = false;
    bool has_lengths = false;  ///< whether some sizes are dynamic, with numbers in their place

    constexpr tracer() {
        for (node_id& value : values) value = no_node;
    }

    template <class F>
    constexpr void add_results(const F* f) {
        g.results.push_back(add(f, shape()));
    }
    template <class... F>
    constexpr void add_results(const formula_of<op::results, F...>*) {
        (add_results(static_cast<const F*>(nullptr)), ...);
    }
    template <std::size_t Scope, class Value, several_formulas Body>
    constexpr void add_results(const formula_of<op::let<Scope>, Value, Body>*) {
        const node_id outside = name<Scope, Value>();
        add_results(static_cast<const Body*>(nullptr));
        values[Scope] = outside;
    }

    /// The operands, the adjoint of the formula, the formula; then what its adjoints need.
    template <bool WithValue, std::size_t... Scopes, class... Operands>
    constexpr void add_results(const formula_of<op::vjp<WithValue, Scopes...>, Operands...>*) {
        using parts = parts_of_vjp<Operands...>;
        constexpr std::size_t scopes[] = {Scopes...};
        node_id operands[parts::count]{}, outside[parts::count]{};
        [&]<std::size_t... K>(std::index_sequence<K...>) {
            ((operands[K] = add_apart(static_cast<const typename parts::template operand<K>*>(nullptr))), ...);
        }
        (std::make_index_sequence<parts::count>{});
        const node_id seed = add(static_cast<const typename parts::seed*>(nullptr), shape());
        for (std::size_t k = 0; k < parts::count; ++k) {
            outside[k] = values[scopes[k]];
            values[scopes[k]] = operands[k];
        }
        const node_id value = add(static_cast<const typename parts::body*>(nullptr), shape());
        for (std::size_t k = 0; k < parts::count; ++k) values[scopes[k]] = outside[k];
        if (WithValue) g.results.push_back(value);
        add_adjoints(value, seed, operands, parts::count);
    }
    /// A node of its own, also where the value has another name.
    template <class F>
    constexpr node_id add_apart(const F* f) {
        const std::size_t before = g.nodes.size();
        const node_id id = add(f, shape());
        return id >= before ? id : g.add(node_of::view(identity_map(g[id].dims.rank), g[id].dims), id);
    }
    constexpr void add_adjoints(node_id value, node_id seed, const node_id* operands, std::size_t count) {
        has_gradients = true;
        const auto wanted = [&](node_id id) {
            for (std::size_t k = 0; k < count; ++k)
                if (operands[k] == id) return true;
            return false;
        };
        const auto adjoints = differentiation<Capacity>(g, value, slopes_are::numbers, wanted).run(seed);
        for (std::size_t k = 0; k < count; ++k) {
            const node_id id = operands[k] <= value ? adjoints[operands[k]] : no_node;
            // What the formula does not depend on has the gradient 0.
            g.results.push_back(
                id != no_node ? id : add_filled(g, g.add(node_of::constant({0, 1, 1})), g[operands[k]].dims));
        }
    }

    /// Computes the value of a let. Returns the previous value of its scope.
    template <std::size_t Scope, class Value>
    constexpr node_id name() {
        const node_id value = add(static_cast<const Value*>(nullptr), shape()), outside = values[Scope];
        values[Scope] = value;
        return outside;
    }
    template <std::size_t Scope, class Value, class Body>
    constexpr node_id add(const formula_of<op::let<Scope>, Value, Body>*, const shape&) {
        const node_id outside = name<Scope, Value>();
        const node_id result = add(static_cast<const Body*>(nullptr), shape());
        values[Scope] = outside;
        return result;
    }
    template <std::size_t Scope, int Weight, class T, extent... E>
    constexpr node_id add(const shared_value<Scope, Weight, T, E...>*, const shape&) {
        if (values[Scope] != no_node) return values[Scope];
        names_outside = true;
        constexpr shape dims{E...};  // any node of that shape, so that there is one error only
        return g.add(dims.rank == 0 ? node_of::constant({0, 1, 1}) : node_of::index(0, dims));
    }

    /// Formulas of indices take the shape `beside` of the other operand.
    template <class F>
    constexpr node_id add(const F*, const shape&) {
        node n = node_of::leaf(leaves++, F::shape_value);
        n.strided = is_strided<F>;
        if constexpr (is_strided<F>) {
            n.unit_axis = unit_axis<F>;
            n.last_may_be_unit = last_may_be_unit<F>;
        }
        n.panel_columns = panel_columns<F>;
        return g.add(n);
    }
    template <std::size_t Axis, class A>
    constexpr node_id add(const formula_of<op::length<Axis>, A>*, const shape&) {
        leaves += leaf_count<A>;
        return g.add(node_of::constant({static_cast<long long>(A::shape_value[Axis].size), 1, 1}));
    }
    template <std::size_t Axis, class A>
    constexpr node_id add(const formula_of<op::elementwise<function::sqrt>, formula_of<op::length<Axis>, A>>*,
                          const shape&) {
        leaves += leaf_count<A>;
        return g.add(node_of::constant({1, 1, static_cast<long long>(A::shape_value[Axis].size)}));
    }
    template <class Operation, class A, class Like>
    requires(Operation::reads_sizes_of_second) constexpr node_id
        add(const formula_of<Operation, A, Like>*, const shape&) {
        const node_id operands[] = {add(static_cast<const A*>(nullptr), shape())};
        leaves += leaf_count<Like>;
        return append(g, Operation{}, formula_of<Operation, A, Like>::shape_value, operands);
    }
    template <std::size_t Axis, class A, class Bounds>
    constexpr node_id add(const formula_of<op::part<Axis>, A, Bounds>*, const shape&) {
        const node_id whole = add(static_cast<const A*>(nullptr), shape());
        leaves += leaf_count<Bounds>;
        const shape& dims = formula_of<op::part<Axis>, A, Bounds>::shape_value;
        return g.add(node_of::slice(Axis, Bounds::shape_value[0].size, dims), whole);
    }
    template <surd S>
    constexpr node_id add(const exact_scalar<S>*, const shape&) {
        return g.add(node_of::constant(S));
    }
    template <index_kind I>
    constexpr node_id add(const index_leaf<I>*, const shape& beside) {
        if (axis_of_index(I, beside) == max_rank)
            fail("heed: a formula of indices (q, k, h, b) needs scores beside it");
        if (I == index_kind::position) return add_position(beside);
        return is_plain(I) ? add_index(I, beside) : add_causal(I, beside);
    }
    constexpr node_id add_index(index_kind i, const shape& beside) {
        return g.add(node_of::index(axis_of_index(i, beside), beside));
    }
    /// q + (keys - queries)
    constexpr node_id add_position(const shape& beside) {
        const auto keys = static_cast<long long>(beside.from_right(0).size);
        const auto queries = static_cast<long long>(beside.from_right(1).size);
        const node_id query = add_index(index_kind::query, beside);
        const node_id more = g.add(node_of::constant({has_lengths ? keys : keys - queries, 1, 1}));
        const node_id sum = g.add(node_of::elementwise(function::add, beside), query, more);
        if (!has_lengths) return sum;
        // Each length is a number in the plan, but their difference is not.
        const node_id fewer = g.add(node_of::constant({queries, 1, 1}));
        return g.add(node_of::elementwise(function::subtract, beside), sum, fewer);
    }
    /// k <= q, or k <= q + (keys - queries)
    constexpr node_id add_causal(index_kind i, const shape& beside) {
        const node_id key = add_index(index_kind::key, beside);
        const node_id last =
            i == index_kind::causal_lower_right ? add_position(beside) : add_index(index_kind::query, beside);
        return g.add(node_of::elementwise(function::less_equal, beside), key, last);
    }
    template <index_kind... I, class A>
    constexpr node_id add(const formula_of<op::at<I...>, A>*, const shape& beside) {
        const node_id whole = add(static_cast<const A*>(nullptr), shape());
        index_map map;
        for (const index_kind i : {I...}) {
            const std::size_t along = axis_of_index(i, beside);
            const bool is_as_long = A::shape_value[map.rank].size == beside[along].size;
            map.from[map.rank++] = is_as_long ? static_cast<signed char>(along) : index_map::fixed;
        }
        return g.add(node_of::view(map, beside), whole);
    }
    /// Axes that an index of the scores follows unchanged are read as through a view.
    template <class A, class... Indices>
    constexpr node_id add(const formula_of<op::look_up, A, Indices...>*, const shape& beside) {
        lookup_parts parts;
        parts.operands[0] = add(static_cast<const A*>(nullptr), shape());
        (add_index_of<Indices>(parts, A::shape_value, beside), ...);
        return g.add(node_of::lookup(parts.map, parts.found, beside), parts.operands, parts.count);
    }
    struct lookup_parts {
        node_id operands[most_found + 1]{};
        std::size_t count = 1;
        index_map map{};
        std::size_t found[most_found]{};
    };
    template <class I>
    constexpr void add_index_of(lookup_parts& parts, const shape& own, const shape& beside) {
        const std::size_t axis = parts.map.rank++;
        parts.map.from[axis] = index_map::fixed;
        if constexpr (is_plain_index<I>) {
            const std::size_t along = axis_of_index(kind_of_index<I>, beside);
            if (own[axis].size == beside[along].size) parts.map.from[axis] = static_cast<signed char>(along);
        } else {
            parts.found[parts.count - 1] = axis;
            parts.operands[parts.count++] = add(static_cast<const I*>(nullptr), beside);
        }
    }
    /// The axes of the result are those of the numbers, then those of the table after its first axis.
    template <class A, class Ids>
    constexpr node_id add(const formula_of<op::look_up_rows, A, Ids>*, const shape&) {
        const shape& table = A::shape_value;
        const shape dims = op::look_up_rows::shape_of_result(table, Ids::shape_value);
        const node_id whole = add(static_cast<const A*>(nullptr), shape());
        const node_id ids = add(static_cast<const Ids*>(nullptr), shape());
        index_map map, repeats = identity_map(Ids::shape_value.rank);
        map.rank = table.rank;
        map.from[0] = index_map::fixed;
        for (std::size_t a = 1; a < table.rank; ++a)
            map.from[a] = static_cast<signed char>(Ids::shape_value.rank + a - 1);
        const std::size_t found[most_found]{};
        const node_id operands[] = {whole, dims.rank == repeats.rank ? ids : g.add(node_of::view(repeats, dims), ids)};
        return g.add(node_of::lookup(map, found, dims), operands, 2);
    }
    template <class A, class Ids>
    constexpr node_id add(const formula_of<op::pick, A, Ids>*, const shape&) {
        const node_id operands[] = {add(static_cast<const A*>(nullptr), shape()),
                                    add(static_cast<const Ids*>(nullptr), shape())};
        const std::size_t last = A::shape_value.rank - 1;
        index_map map = identity_map(last + 1);
        map.from[last] = index_map::fixed;
        const std::size_t found[most_found]{last};
        return g.add(node_of::lookup(map, found, without_axis(A::shape_value, last)), operands, 2);
    }
    template <class Operation, class... Operands>
    constexpr node_id add(const formula_of<Operation, Operands...>*, const shape& beside) {
        using F = formula_of<Operation, Operands...>;
        const shape dims = is_index_formula<F> ? beside : F::shape_value;
        const shape beside_operands = is_elementwise_operation<Operation> ? dims : shape();
        const node_id operands[] = {add(static_cast<const Operands*>(nullptr), beside_operands)...};
        return append(g, Operation{}, dims, operands);
    }
};

/// Whether numbers represent lengths of a formula (trace/measured.hpp).
template <class F>
inline constexpr bool are_measured = false;
template <class Operation, class... Operands>
inline constexpr bool are_measured<formula_of<Operation, Operands...>> = (are_measured<Operands> || ...);

/// Names the law. Never called, because clang does not evaluate a function that names a broken law.
template <class F>
constexpr auto report_nothing_beside() {
    (void)sizeof(law::index_alone<!is_index_formula<F>>);
    return 0;
}

template <class F>
constexpr auto trace_formula() {
    tracer<round_up_capacity(are_measured<F> ? 2 * node_count<F> : node_count<F>)> t;
    t.has_lengths = are_measured<F>;
    if constexpr (is_index_formula<F>)
        t.g.results.push_back(t.g.add(node_of::constant({sizeof(report_nothing_beside<F>()), 1, 1})));
    else
        t.add_results(static_cast<const F*>(nullptr));
    return t;
}

template <class F>
inline constexpr auto trace_of = trace_formula<F>();

template <class F>
inline constexpr auto graph_of_gradients =
    without_scatters<capacity_without_scatters(trace_of<F>.g)>(trace_of<F>.g, trace_of<F>.has_lengths);

template <class F>
constexpr const auto& find_graph() {
    if constexpr (trace_of<F>.has_gradients)
        return graph_of_gradients<F>;
    else
        return trace_of<F>.g;
}
/// The graph of a formula. F is a result of as_operand.
template <class F>
inline constexpr const auto& graph_of = find_graph<F>();

template <class F>
inline constexpr auto graph_of_definitions = with_definitions<definition_capacity(graph_of<F>)>(graph_of<F>);

/// The graph of a formula in which operations are replaced by their definitions.
template <class F>
constexpr const auto& find_defined_graph() {
    if constexpr (has_defined_operations(graph_of<F>))
        return graph_of_definitions<F>;
    else
        return graph_of<F>;
}
template <class F>
inline constexpr const auto& defined_graph_of = find_defined_graph<F>();

/// The graph of a formula under a short name: passes are templates over it.
template <class F>
struct traced {
    static_assert(sizeof(law::let_outside<!trace_of<F>.names_outside>) != 0);
    static constexpr const auto& value = graph_of<F>;
    static constexpr const length_list& lengths = no_lengths;
};

}  // namespace heed::detail
