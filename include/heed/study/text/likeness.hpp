// SPDX-License-Identifier: BSL-1.0
// Finds subformulas that differ only in their leaves or in the offsets of slices, such as the heads of an attention.
#pragma once

#include <heed/graph/graph.hpp>
#include <heed/meta/sized_list.hpp>

#include <cstddef>

namespace heed::detail {

/// For each node, the first node of the same form. Operands come first, so two nodes have the same form if they are the
/// same operation on operands of the same form; no recursion is needed.
class likeness {
public:
    explicit constexpr likeness(const graph_view& g) : g_(g), first_(g.nodes.size()) {
        for (node_id id = 0; id < g.nodes.size(); ++id) {
            node_id form = 0;
            while (form < id && (first_[form] != form || !is_like(form, id))) ++form;
            first_[id] = form;
        }
    }

    constexpr node_id first(node_id id) const { return first_[id]; }
    constexpr bool alike(node_id a, node_id b) const { return first_[a] == first_[b]; }

private:
    constexpr bool is_like(node_id a, node_id b) const {
        if (g_[a].kind != g_[b].kind || g_[a].operand_count != g_[b].operand_count) return false;
        for (std::size_t k = 0; k < g_[a].operand_count; ++k)
            if (!alike(g_.operand(a, k), g_.operand(b, k))) return false;
        node x = g_[a];
        x.leaf = g_[b].leaf;
        x.first_operand = g_[b].first_operand;
        for (std::size_t i = 0; i < max_rank; ++i) x.map.offset[i] = g_[b].map.offset[i];
        return x == g_[b];
    }

    graph_view g_;
    sized_list<node_id> first_;
};

}  // namespace heed::detail
