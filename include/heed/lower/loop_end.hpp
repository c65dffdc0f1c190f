// SPDX-License-Identifier: BSL-1.0
// Which elementwise nodes are the epilogue of a loop, and which are worth a loop of their own.
#pragma once

#include <heed/graph/graph.hpp>
#include <heed/lower/canonical_maps.hpp>

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

/// Whether the first operand of an elementwise node that is read through `map` as a tensor of shape `dims` is
/// elementwise, too, read in the same way, and by nothing else.
template <std::size_t Capacity>
constexpr bool first_operand_is_beside(const graph<Capacity>& g, const static_vector<std::size_t, Capacity>& uses,
                                       node_id id, const index_map& map, const shape& dims) {
    const node_id first = g.operand(id, 0);
    const node& n = g[first];
    return n.kind == node_kind::elementwise && uses[first] == 1 && n.dims == g[id].dims &&
           (n.dims.rank == 0 || reads_every_axis(map, dims)) &&
           !(stays_whole(map, n.dims, dims) && ends_a_loop(g, uses, first));
}

}  // namespace heed::detail
