// SPDX-License-Identifier: BSL-1.0
// Builds graphs: the nodes of each kind, and products of vectors. graph::add appends a node with its operands.
#pragma once

#include <heed/graph/graph.hpp>
#include <heed/shape/rules.hpp>

#include <cstddef>

namespace heed::detail {

/// Nodes before they are added to a graph. Unless noted otherwise, `dims` is the shape of the node itself.
namespace node_of {

constexpr node leaf(std::size_t number, const shape& dims) {
    return {.kind = node_kind::leaf, .dims = dims, .leaf = number};
}
constexpr node constant(const surd& value) { return {.kind = node_kind::constant, .value = value}; }
constexpr node index(std::size_t axis, const shape& dims) {
    return {.kind = node_kind::index, .dims = dims, .axis = axis};
}
constexpr node elementwise(function f, const shape& dims) {
    return {.kind = node_kind::elementwise, .dims = dims, .apply = f};
}
/// The function of another node, for elements of another shape.
constexpr node elementwise(const node& of, const shape& dims) {
    return {.kind = node_kind::elementwise, .dims = dims, .apply = of.apply, .finds_rows = of.finds_rows};
}
constexpr node product(const shape& dims) { return {.kind = node_kind::product, .dims = dims}; }
constexpr node view(const index_map& map, const shape& dims) {
    return {.kind = node_kind::view, .dims = dims, .map = map};
}
constexpr node reshape(const shape& dims) { return {.kind = node_kind::reshape, .dims = dims}; }
constexpr node scatter(const index_map& map, const shape& dims) {
    return {.kind = node_kind::scatter, .dims = dims, .map = map};
}
constexpr node reduce(reduction r, std::size_t axis, const shape& dims) {
    return {.kind = node_kind::reduce, .dims = dims, .reduce = r, .axis = axis};
}
constexpr node normalise(normalisation n, std::size_t axis, const shape& dims) {
    return {.kind = node_kind::normalise, .dims = dims, .weights = n, .axis = axis};
}
constexpr node concat(std::size_t axis, const shape& dims) {
    return {.kind = node_kind::concat, .dims = dims, .axis = axis};
}
/// Reads a tensor through `map`, and along the axes `found` (which `map` leaves at 0) at the indices in the other
/// operands: node(i) = tensor(map(i) with axis found[k] at operand k + 1 (i)).
constexpr node lookup(const index_map& map, const std::size_t (&found)[most_found], const shape& dims) {
    node n{.kind = node_kind::lookup, .dims = dims, .map = map};
    for (std::size_t k = 0; k < most_found; ++k) n.found[k] = found[k];
    return n;
}
constexpr node inverse(const shape& dims) { return {.kind = node_kind::inverse, .dims = dims}; }

/// Exchanges the last two axes of an operand of this shape, which has at least two.
constexpr node transpose(const shape& operand) {
    const std::size_t last = operand.rank - 1;
    node n = view(identity_map(operand.rank), operand);
    n.dims[last - 1] = operand[last];
    n.dims[last] = operand[last - 1];
    n.map.from[last - 1] = static_cast<signed char>(last);
    n.map.from[last] = static_cast<signed char>(last - 1);
    return n;
}

/// The indices from `begin` on along one axis of the operand; `dims` says how many.
constexpr node slice(std::size_t axis, std::size_t begin, const shape& dims) {
    node n = view(identity_map(dims.rank), dims);
    n.map.offset[axis] = begin;
    return n;
}

/// An operand that lacks one axis, broadcast along that axis.
constexpr node repeat(std::size_t axis, const shape& dims) {
    node n{.kind = node_kind::view, .dims = dims};
    n.map.rank = dims.rank - 1;
    // g++ 12 does not see that the rank is at most max_rank.
    for (std::size_t a = 0; a < n.map.rank && a < max_rank; ++a)
        n.map.from[a] = static_cast<signed char>(a < axis ? a : a + 1);
    return n;
}

/// A vector, broadcast along all axes but one.
constexpr node along(std::size_t axis, const shape& dims) {
    node n{.kind = node_kind::view, .dims = dims};
    n.map.rank = 1;
    n.map.from[0] = static_cast<signed char>(axis);
    return n;
}

/// The operand at one index of an axis, which is dropped.
constexpr node at_index(std::size_t axis, std::size_t index, const shape& dims) {
    node n{.kind = node_kind::view, .dims = dims};
    n.map.rank = dims.rank + 1;
    for (std::size_t a = 0; a < n.map.rank && a < max_rank; ++a)
        n.map.from[a] = a == axis ? index_map::fixed : static_cast<signed char>(a < axis ? a : a - 1);
    n.map.offset[axis] = index;
    return n;
}

}  // namespace node_of

/// Whether the epsilon of this norm occurs in the formula that a reader sees.
template <class G>
constexpr bool says_epsilon(const G& g, node_id norm) {
    if (g[norm].kind != node_kind::normalise || !has_epsilon(g[norm].weights)) return false;
    const node& epsilon = g[g.operand(norm, 1)];
    return epsilon.kind != node_kind::constant || !(epsilon.value == usual_epsilon);
}

/// The product of two nodes; its shape is `dims`. A vector gains the axis that makes it a matrix, and the product loses
/// it again, so this adds at most four nodes.
template <class G>
constexpr node_id add_product(G& g, const shape& dims, node_id a, node_id b) {
    const shape of_a = g[a].dims, of_b = g[b].dims;
    const shape left = as_left_matrix(of_a), right = as_right_matrix(of_b);
    const node_id left_id = of_a.rank == 1 ? g.add(node_of::repeat(0, left), a) : a;
    const node_id right_id = of_b.rank == 1 ? g.add(node_of::repeat(1, right), b) : b;
    const shape matrix = product_rule(left, right).result;
    const node_id product = g.add(node_of::product(matrix), left_id, right_id);
    if (matrix.rank == dims.rank) return product;

    index_map map = identity_map(matrix.rank);
    std::size_t outer = 0;
    for (std::size_t axis = 0; axis < map.rank; ++axis) {
        const bool added = (axis + 2 == map.rank && of_a.rank == 1) || (axis + 1 == map.rank && of_b.rank == 1);
        map.from[axis] = added ? index_map::fixed : static_cast<signed char>(outer++);
    }
    return g.add(node_of::view(map, dims), product);
}

/// Repeats each index of an axis of the operand: `dims` has a multiple of its size there. It adds two nodes: a new axis
/// after that one, along which the operand is broadcast, and the two axes merged.
template <class G>
constexpr node_id add_group(G& g, std::size_t axis, const shape& dims, node_id a) {
    const shape of_a = g[a].dims;
    shape repeated;
    for (std::size_t i = 0; i < of_a.rank; ++i) {
        repeated.push_back(of_a[i]);
        if (i == axis) repeated.push_back(extent(dims[axis].size / of_a[axis].size));
    }
    return g.add(node_of::reshape(dims), g.add(node_of::repeat(axis + 1, repeated), a));
}

/// A number as the value of every element of a shape, for loops that read elements in memory.
template <class G>
constexpr node_id add_filled(G& g, node_id number, const shape& dims) {
    return dims.rank == 0 ? number : g.add(node_of::elementwise(function::copy, dims), number);
}

/// Appends a whole graph of another capacity: nodes, operands and results.
template <std::size_t To, std::size_t From>
constexpr void copy_graph(const graph<From>& from, graph<To>& to) {
    for (const node& n : from.nodes) to.nodes.push_back(n);
    for (const node_id id : from.operands) to.operands.push_back(id);
    for (const node_id id : from.results) to.results.push_back(id);
}

}  // namespace heed::detail
