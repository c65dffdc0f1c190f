// SPDX-License-Identifier: BSL-1.0
// The node that a graph records for each operation of a formula.
#pragma once

#include <heed/expr/operation.hpp>
#include <heed/graph/build.hpp>

#include <cstddef>

namespace heed::detail {

/// One overload for each operation whose operands are in the graph.
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

}  // namespace heed::detail
