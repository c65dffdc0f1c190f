// SPDX-License-Identifier: BSL-1.0
// A formula as a value: an array of nodes, operands before their users.
#pragma once

#include <heed/meta/list_view.hpp>
#include <heed/meta/static_vector.hpp>
#include <heed/scalar/function.hpp>
#include <heed/scalar/normalisation.hpp>
#include <heed/scalar/reduction.hpp>
#include <heed/scalar/surd.hpp>
#include <heed/shape/index_map.hpp>
#include <heed/shape/shape.hpp>

#include <cstddef>

namespace heed::detail {

/// The position of a node in its graph.
using node_id = std::size_t;
inline constexpr node_id no_node = static_cast<node_id>(-1);

enum class node_kind : unsigned char {
    leaf,         ///< a tensor or a number of the user
    constant,     ///< an exact scalar
    index,        ///< the index along an axis: a leaf without memory
    elementwise,  ///< a function of one or two operands of the same index
    product,      ///< matrix product of the last two axes, leading axes broadcast
    view,         ///< the operand read through an index map
    reshape,      ///< the elements of the operand, in their order, with other axes
    reduce,       ///< along one axis, which is dropped
    normalise,    ///< softmax, log_softmax or a norm along one axis; of norms the second operand is epsilon, one number
    concat,       ///< operands side by side along one axis
    scatter,      ///< the transpose of a view: each element of the operand is added where the index map leads
    inverse,      ///< of the square matrices of the last two axes
    lookup,       ///< elements of the first operand where the others, whole numbers, say
};

/// One operation. The kind decides which members are used.
struct node {
    node_kind kind = node_kind::leaf;
    shape dims{};

    std::size_t first_operand = 0;  ///< position in graph::operands
    std::size_t operand_count = 0;

    std::size_t leaf = 0;              ///< leaf: which one, in the order of the formula
    bool strided = false;              ///< leaf: its strides are known at run time only
    std::size_t unit_axis = max_rank;  ///< such a leaf: an axis whose stride is known to be 1, else max_rank
    bool last_may_be_unit = false;     ///< such a leaf: no stride is known to be 1, and that of the last axis may be
    std::size_t panel_columns = 0;     ///< leaf: a matrix that lies in panels of so many columns, else 0
    surd value{};                      ///< constant
    function apply{};                  ///< elementwise
    bool finds_rows = false;           ///< elementwise, index == numbers: these have to be indices of that axis
    index_map map{};                   ///< view, scatter, lookup: of the axes that follow its own
    std::size_t found[most_found]{};   ///< lookup: axes of the first operand along which the others say where
    reduction reduce{};                ///< reduce
    normalisation weights{};           ///< normalise
    std::size_t axis = 0;              ///< reduce, normalise, concat, index

    friend constexpr bool operator==(const node&, const node&) = default;
};

/// How many formulas are evaluated together at most.
inline constexpr std::size_t most_results = 64;

/// Nodes in topological order. Capacity is that of all three lists; a graph may have several results.
template <std::size_t Capacity>
struct graph {
    static constexpr std::size_t capacity = Capacity;

    static_vector<node, Capacity> nodes{};
    static_vector<node_id, 2 * Capacity> operands{};
    static_vector<node_id, most_results> results{};

    constexpr const node& operator[](node_id id) const { return nodes[id]; }
    constexpr node_id operand(node_id id, std::size_t i) const { return operands[nodes[id].first_operand + i]; }

    constexpr node_id add(node n) { return nodes.push_back(n); }
    constexpr node_id add(node n, node_id a) {
        n.first_operand = operands.push_back(a);
        n.operand_count = 1;
        return nodes.push_back(n);
    }
    constexpr node_id add(node n, node_id a, node_id b) {
        n.first_operand = operands.push_back(a);
        operands.push_back(b);
        n.operand_count = 2;
        return nodes.push_back(n);
    }
    constexpr node_id add(node n, const node_id* ids, std::size_t count) {
        n.first_operand = count == 0 ? 0 : operands.size();
        n.operand_count = count;
        for (std::size_t k = 0; k < count; ++k) operands.push_back(ids[k]);
        return nodes.push_back(n);
    }

    friend constexpr bool operator==(const graph&, const graph&) = default;
};

/// A graph of any capacity, to read. Valid as long as the graph.
struct graph_view {
    list_view<node> nodes{};
    list_view<node_id> operands{};
    list_view<node_id> results{};

    constexpr graph_view() = default;
    template <class Graph>
    requires requires(const Graph& g) { g.nodes.size() + g.operands.size() + g.results.size(); }
    constexpr graph_view(const Graph& g) : nodes(g.nodes), operands(g.operands), results(g.results) {}

    constexpr const node& operator[](node_id id) const { return nodes[id]; }
    constexpr node_id operand(node_id id, std::size_t i) const { return operands[nodes[id].first_operand + i]; }
};

/// The operand behind views.
constexpr node_id behind_views(const graph_view& g, node_id id) {
    while (g[id].kind == node_kind::view) id = g.operand(id, 0);
    return id;
}

constexpr bool is_leaf_behind_views(const graph_view& g, node_id id) {
    return g[behind_views(g, id)].kind == node_kind::leaf;
}

/// The node whose elements a chain of views and reshapes reads, or the node itself.
constexpr node_id behind_names(const graph_view& g, node_id id) {
    while (g[id].kind == node_kind::view || g[id].kind == node_kind::reshape) id = g.operand(id, 0);
    return id;
}

/// Whether a node is computed from indices and exact scalars alone, as a mask, or by arithmetic also from run-time
/// scalars.
constexpr bool is_of_indices(const graph_view& g, node_id id, bool or_scalars = false) {
    if (g[id].kind == node_kind::index || g[id].kind == node_kind::constant) return true;
    const node& named = g[behind_names(g, id)];
    if (or_scalars && named.kind == node_kind::leaf && named.dims.rank == 0) return true;
    if (g[id].kind != node_kind::elementwise) return false;
    if (or_scalars && traits_of(g[id].apply).transcendentals > 0) return false;
    for (std::size_t k = 0; k < g[id].operand_count; ++k)
        if (!is_of_indices(g, g.operand(id, k), or_scalars)) return false;
    return true;
}

/// Whether a condition on indices is a part of a condition: it says of which tiles of a matrix nothing is left.
constexpr bool joins_condition_on_indices(const graph_view& g, node_id id) {
    const node& n = g[id];
    if (n.kind != node_kind::elementwise || !is_truth(n.apply)) return false;
    if (is_of_indices(g, id, true)) return true;
    bool any = false;
    for (std::size_t k = 0; k < n.operand_count; ++k) any = any || joins_condition_on_indices(g, g.operand(id, k));
    return any && (n.apply == function::both || n.apply == function::either);
}

/// Whether a node is computed again for each use, which is cheaper than to store it.
constexpr bool is_cheap_again(const graph_view& g, node_id id) {
    return is_of_indices(g, id) || (g[id].dims.rank > 0 && is_of_indices(g, id, true)) ||
           joins_condition_on_indices(g, id);
}

/// How often each node is an operand, as often as its user is computed, or a result.
template <std::size_t Capacity>
constexpr static_vector<std::size_t, Capacity> count_uses(const graph<Capacity>& g) {
    static_vector<std::size_t, Capacity> uses;
    uses.resize(g.nodes.size());
    for (const node_id id : g.operands) ++uses[id];
    for (const node_id id : g.results) ++uses[id];
    for (node_id id = g.nodes.size(); id-- > 0;)
        if (uses[id] > 1 && is_cheap_again(g, id))
            for (std::size_t k = 0; k < g[id].operand_count; ++k) uses[g.operand(id, k)] += uses[id] - 1;
    return uses;
}

/// Whether a view with several uses reads a computed value, and is therefore a value itself. Leaves are read at each
/// use.
template <std::size_t Capacity>
constexpr bool is_shared_view(const graph<Capacity>& g, const static_vector<std::size_t, Capacity>& uses, node_id id) {
    if (g[id].kind != node_kind::view || uses[id] == 1) return false;
    while (g[id].kind == node_kind::view) id = g.operand(id, 0);
    return g[id].operand_count != 0;
}

/// The only use of a node, if that keeps some of its elements by a condition; else no_node.
template <class Graph>
constexpr node_id only_keeping_user(const Graph& g, node_id id) {
    node_id user = no_node;
    for (std::size_t k = 0; k < g.results.size(); ++k)
        if (g.results[k] == id) return no_node;
    for (node_id n = 0; n < g.nodes.size(); ++n)
        for (std::size_t k = 0; k < g[n].operand_count; ++k) {
            if (g.operand(n, k) != id) continue;
            const bool keeps = g[n].kind == node_kind::elementwise && g[n].apply == function::keep && k == 1;
            if (user != no_node || !keeps) return no_node;
            user = n;
        }
    return user;
}

/// Capacities are powers of two, so that there are few graph types and passes are compiled for few of them.
constexpr std::size_t round_up_capacity(std::size_t n) {
    std::size_t capacity = 16;
    while (capacity < n) capacity *= 2;
    return capacity;
}

}  // namespace heed::detail
