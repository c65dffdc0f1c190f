// SPDX-License-Identifier: BSL-1.0
// Builds the graph of a formula from its type.
#pragma once

#include <heed/expr/dim.hpp>
#include <heed/expr/lookup.hpp>
#include <heed/graph/definition.hpp>
#include <heed/shape/index_law.hpp>
#include <heed/shape/length_list.hpp>
#include <heed/shape/result_law.hpp>
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

/// The node that the graph records for an operation: one overload for each.
template <class G, function F>
constexpr node_id append(G& g, op::elementwise<F>, const shape& dims, const node_id* operands) {
    return g.add(node_of::elementwise(F, dims), operands, traits_of(F).operands);
}

template <class G>
constexpr node_id append(G& g, op::product, const shape& dims, const node_id* operands) {
    return add_product(g, dims, operands[0], operands[1]);
}

template <class G, reduction R, std::size_t Axis>
constexpr node_id append(G& g, op::reduce<R, Axis>, const shape& dims, const node_id* operands) {
    return g.add(node_of::reduce(R, Axis, dims), operands[0]);
}

template <class G, std::size_t Axis, const axis* Name>
constexpr node_id append(G& g, op::unit_axis<Axis, Name>, const shape& dims, const node_id* operands) {
    return g.add(node_of::repeat(Axis, dims), operands[0]);
}

template <class G, std::size_t Axis, std::size_t Index>
constexpr node_id append(G& g, op::at_index<Axis, Index>, const shape& dims, const node_id* operands) {
    return g.add(node_of::at_index(Axis, Index, dims), operands[0]);
}

template <class G, normalisation N, std::size_t Axis>
constexpr node_id append(G& g, op::normalise<N, Axis>, const shape& dims, const node_id* operands) {
    return g.add(node_of::normalise(N, Axis, dims), operands[0]);
}

/// The last operand is epsilon; gain and bias, if any, are before it.
template <class G, normalisation N, std::size_t Axis, std::size_t Count>
constexpr node_id append(G& g, op::norm<N, Axis>, const shape& dims, const node_id (&operands)[Count]) {
    node_id y = g.add(node_of::normalise(N, Axis, dims), operands[0], operands[Count - 1]);
    for (std::size_t k = 1; k + 1 < Count; ++k) {
        node_id vector = operands[k];
        if (Axis + 1 < dims.rank) vector = g.add(node_of::along(Axis, dims), vector);
        y = g.add(node_of::elementwise(k == 1 ? function::multiply : function::add, dims), y, vector);
    }
    return y;
}

template <class G, std::size_t... Axes>
constexpr node_id append(G& g, op::permute<Axes...>, const shape& dims, const node_id* operands) {
    index_map map;
    map.rank = dims.rank;
    signed char outer = 0;
    for (const std::size_t inner : {Axes...}) map.from[inner] = outer++;
    return g.add(node_of::view(map, dims), operands[0]);
}

template <class G, std::size_t Axis, std::size_t Begin, std::size_t Size>
constexpr node_id append(G& g, op::slice<Axis, Begin, Size>, const shape& dims, const node_id* operands) {
    return g.add(node_of::slice(Axis, Begin, dims), operands[0]);
}

template <class G, std::size_t Axis, std::size_t Index, std::size_t Parts>
constexpr node_id append(G& g, op::equal_part<Axis, Index, Parts>, const shape& dims, const node_id* operands) {
    return g.add(node_of::slice(Axis, Index * dims[Axis].size, dims), operands[0]);
}

template <class G, extent... E>
constexpr node_id append(G& g, op::reshape<E...>, const shape& dims, const node_id* operands) {
    return g.add(node_of::reshape(dims), operands[0]);
}

template <class G, kept_axes Kept, extent... E>
constexpr node_id append(G& g, op::sized_reshape<Kept, E...>, const shape& dims, const node_id* operands) {
    return g.add(node_of::reshape(dims), operands[0]);
}

template <class G, std::size_t First, std::size_t Count>
constexpr node_id append(G& g, op::merge<First, Count>, const shape& dims, const node_id* operands) {
    return g.add(node_of::reshape(dims), operands[0]);
}

template <class G, std::size_t Axis, extent Heads>
constexpr node_id append(G& g, op::group<Axis, Heads>, const shape& dims, const node_id* operands) {
    return add_group(g, Axis, dims, operands[0]);
}

template <class G, std::size_t Axis, std::size_t HeadsAxis>
constexpr node_id append(G& g, op::group_as<Axis, HeadsAxis>, const shape& dims, const node_id* operands) {
    return add_group(g, Axis, dims, operands[0]);
}

template <class G>
constexpr node_id append(G& g, op::reshape_as, const shape& dims, const node_id* operands) {
    return g.add(node_of::reshape(dims), operands[0]);
}

/// Operations that use their first operand only.
template <class G, class Operation>
requires(Operation::is_first_operand) constexpr node_id append(G&, Operation, const shape&, const node_id* operands) {
    return operands[0];
}

template <class G>
constexpr node_id append(G& g, op::table_rows, const shape& dims, const node_id* operands) {
    return g.add(node_of::slice(0, 0, dims), operands[0]);
}

template <class G>
constexpr node_id append(G& g, op::inverse, const shape& dims, const node_id* operands) {
    return g.add(node_of::inverse(dims), operands[0]);
}

template <class G, std::size_t Axis, std::size_t N>
constexpr node_id append(G& g, op::concat<Axis>, const shape& dims, const node_id (&operands)[N]) {
    return g.add(node_of::concat(Axis, dims), operands, N);
}

template <class G, std::size_t Axis, std::size_t Size>
constexpr node_id append(G& g, op::concat_to<Axis, Size>, const shape& dims, const node_id* operands) {
    return g.add(node_of::concat(Axis, dims), operands, 2);
}

template <class Operation>
inline constexpr bool is_elementwise_operation = false;
template <function F>
inline constexpr bool is_elementwise_operation<op::elementwise<F>> = true;

/// Builds the graph of a formula, operands first. Leaves are numbered in the order in which they are written.
template <std::size_t Capacity>
struct tracer {
    graph<Capacity> g{};
    std::size_t leaves = 0;
    node_id values[most_scopes];  ///< the values of the enclosing lets
    bool names_outside = false;   ///< whether a value is used outside of its let
    bool has_lengths = false;     ///< whether some sizes are dynamic, with numbers in their place

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

/// The graph of a formula. F is a result of as_operand.
template <class F>
inline constexpr const auto& graph_of = trace_of<F>.g;

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
