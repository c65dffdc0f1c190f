// SPDX-License-Identifier: BSL-1.0
// Which values of a graph are known to be finite numbers, whatever is in memory.
#pragma once

#include <heed/graph/graph.hpp>

namespace heed::detail {

/// 1 or 0.
constexpr bool is_condition(const node& n) { return n.kind == node_kind::elementwise && is_truth(n.apply); }

/// Indices, exact scalars and conditions; sums of those, and their products with a condition.
template <std::size_t Capacity>
constexpr bool is_finite(const graph<Capacity>& g, node_id id) {
    const node& n = g[id];
    if (n.kind == node_kind::index || n.kind == node_kind::constant || is_condition(n)) return true;
    if (n.kind == node_kind::view) return is_finite(g, g.operand(id, 0));
    if (n.kind != node_kind::elementwise) return false;
    const bool adds = n.apply == function::add || n.apply == function::subtract;
    if (!adds && n.apply != function::multiply) return false;
    const node_id a = g.operand(id, 0), b = g.operand(id, 1);
    return is_finite(g, a) && is_finite(g, b) && (adds || is_condition(g[a]) || is_condition(g[b]));
}

}  // namespace heed::detail
