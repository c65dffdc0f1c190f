// SPDX-License-Identifier: BSL-1.0
// Which values of a graph in canonical form can be computed directly into the memory of their user, and which are
// copied there.
#pragma once

#include <heed/graph/graph.hpp>
#include <heed/meta/static_vector.hpp>
#include <heed/shape/index_map.hpp>
#include <heed/shape/reshaping.hpp>

#include <cstddef>

namespace heed::detail {

/// The operand of a view, or the node itself.
template <std::size_t Capacity>
constexpr node_id behind_view(const graph<Capacity>& g, node_id id) {
    return g[id].kind == node_kind::view ? g.operand(id, 0) : id;
}

/// Works on a graph under construction with at most `Uses` nodes that have several uses.
template <std::size_t Capacity, std::size_t Uses>
class placement {
public:
    explicit constexpr placement(const graph<Capacity>& g) : g_(g) {}

    /// Records that the node has several uses, possibly through a view.
    constexpr void share(node_id id) { shared_.push_back(behind_view(g_, id)); }

    constexpr bool is_shared(node_id id) const {
        for (const node_id shared : shared_)
            if (shared == id) return true;
        return false;
    }

    /// Whether the node has a single use and can be computed into any place, as for a part of a concatenation.
    constexpr bool is_placeable(node_id id) const {
        if (is_read_in_place(id) || is_shared(id)) return false;
        return g_[id].kind != node_kind::reshape ||
               (merges_only(id) && is_placeable(behind_view(g_, g_.operand(id, 0))));
    }

    /// Whether the elements of the node are contiguous and in order in memory, or can be computed that way.
    constexpr bool is_in_order(node_id id) const {
        const node& n = g_[id];
        if (n.kind != node_kind::view) return is_placeable(id) || is_shared(id);
        const node_id inner = g_.operand(id, 0);
        return g_[inner].kind != node_kind::reshape && is_placeable_through(n, inner);
    }

    /// Whether the node is computed directly into a result, possibly with permuted axes. Other users read it there.
    constexpr bool can_be_result(node_id id) const {
        const node& n = g_[id];
        if (n.kind == node_kind::reshape) return has_place_of_its_own(id);
        if (n.kind == node_kind::view) return is_placeable_through(n, g_.operand(id, 0));
        return !is_read_in_place(id) && !is_result(id);
    }

private:
    constexpr bool is_read_in_place(node_id id) const {
        const node_kind kind = g_[id].kind;
        return kind == node_kind::leaf || kind == node_kind::index || kind == node_kind::constant ||
               kind == node_kind::view;
    }

    constexpr bool is_placeable_through(const node& view, node_id inner) const {
        return is_placeable(inner) && is_bijection(view.map, g_[inner].dims, view.dims);
    }

    constexpr bool merges_only(node_id reshape) const {
        const reshaping r = reshaping_of(g_[g_.operand(reshape, 0)].dims, g_[reshape].dims);
        return r.merged.rank == g_[reshape].dims.rank;
    }

    /// Whether only the reshape determines where the elements are.
    constexpr bool has_place_of_its_own(node_id reshape) const {
        const node_id inner = behind_view(g_, g_.operand(reshape, 0));
        if (g_[inner].kind == node_kind::reshape) return false;
        return !is_shared(inner) && !is_result(inner) && !is_result(reshape);
    }

    constexpr bool is_result(node_id id) const {
        for (const node_id result : g_.results)
            if (behind_view(g_, result) == id) return true;
        return false;
    }

    const graph<Capacity>& g_;
    static_vector<node_id, Uses> shared_{};
};

}  // namespace heed::detail
