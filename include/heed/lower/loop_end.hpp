// SPDX-License-Identifier: BSL-1.0
// Which elementwise nodes are the epilogue of a loop, and which are worth a loop of their own.
#pragma once

#include <heed/graph/graph.hpp>

#include <cstddef>

namespace heed::detail {

/// Whether the node is a product, a softmax or a norm, or an elementwise formula that is its only use.
template <std::size_t Capacity>
constexpr bool ends_a_loop(const graph<Capacity>& g, const static_vector<std::size_t, Capacity>& uses, node_id id) {
    const node& n = g[id];
    if (n.kind == node_kind::product || n.kind == node_kind::normalise) return true;
    if (n.kind != node_kind::elementwise) return false;
    for (std::size_t k = 0; k < n.operand_count; ++k) {
        const node_id operand = g.operand(id, k);
        if (uses[operand] == 1 && same_sizes(g[operand].dims, n.dims) && ends_a_loop(g, uses, operand)) return true;
    }
    return false;
}

/// Whether an elementwise operand that repeats is worth storing.
template <std::size_t Capacity>
constexpr bool is_expensive(const graph<Capacity>& g, node_id id) {
    const node& n = g[id];
    if (n.kind == node_kind::view) return is_expensive(g, g.operand(id, 0));
    if (n.kind != node_kind::elementwise) return false;  // leaves are read in place, other nodes are stored anyway
    if (traits_of(n.apply).transcendentals > 0) return true;
    for (std::size_t k = 0; k < n.operand_count; ++k)
        if (is_expensive(g, g.operand(id, k))) return true;
    return false;
}

}  // namespace heed::detail
