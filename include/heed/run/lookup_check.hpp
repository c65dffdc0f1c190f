// SPDX-License-Identifier: BSL-1.0
// Checks the indices of lookups, once, before anything is written.
#pragma once

#include <heed/meta/for_each_index.hpp>
#include <heed/shape/index_error.hpp>
#include <heed/trace/node_ranges.hpp>

#include <cstddef>
#include <type_traits>

namespace heed::detail {

template <std::size_t Capacity>
constexpr bool looks_up(const graph<Capacity>& g) {
    for (const node& n : g.nodes)
        if (n.kind == node_kind::lookup || n.finds_rows) return true;
    return false;
}

/// Checks the indices of the lookups in a formula F that is computed in T: indices that are stored in a leaf one by
/// one, computed ones by their ranges. A lookup that is kept nowhere is not read, and needs none.
template <class F, class T>
class lookup_check {
    static constexpr const auto& g = traced_formula<F>::value;

public:
    constexpr lookup_check(const leaf_table_for<F, T>& leaves, const std::size_t* lengths) : ranges_(leaves, lengths) {}

    constexpr void run() const {
        for_each_index<0, g.nodes.size()>([&]<node_id Id>() { this->template check_node<Id>(); });
    }

private:
    template <node_id Id>
    constexpr void check_node() const {
        if constexpr (g[Id].finds_rows) {
            constexpr node_id index = g.operand(Id, 0);
            check_index<leaf_behind(g.operand(Id, 1))>(ranges_.sizes().at(g[index].dims[g[index].axis]));
        } else if constexpr (g[Id].kind == node_kind::lookup) {
            if (is_left_out<Id>()) return;
            constexpr std::size_t found = g[Id].operand_count - 1;
            constexpr const shape& dims = g[g.operand(Id, 0)].dims;
            check_index<g.operand(Id, 1)>(ranges_.sizes().at(dims[g[Id].found[0]]));
            if constexpr (found == 2) check_index<g.operand(Id, 2)>(ranges_.sizes().at(dims[g[Id].found[1]]));
        }
    }

    /// Whether the only use of a node keeps none of its elements.
    template <node_id Id>
    constexpr bool is_left_out() const {
        constexpr node_id user = only_keeping_user(g, Id);
        if constexpr (user == no_node) {
            return false;
        } else {
            const auto condition = ranges_.template range_of_node<g.operand(user, 0)>();
            return (condition.known() && condition.is_zero()) || this->template is_left_out<user>();
        }
    }

    static constexpr node_id leaf_behind(node_id id) {
        while (g[id].operand_count > 0) id = g.operand(id, 0);
        return id;
    }

    template <node_id Id>
    constexpr void check_index(const extent& axis) const {
        constexpr node_id read = behind_views(g, Id);
        const auto size = static_cast<long long>(axis.size);
        const region box = ranges_.template box_behind_views<Id>();
        if (box.empty()) return;
        if constexpr (g[read].kind == node_kind::leaf && g[read].dims.rank > 0) {
            ranges_.template for_each_element<read>(box, [&](long long i, const region& at) {
                if (i < 0 || i >= size) report(axis, i, i, [&] { raise<index_error>(axis, i, &at.begin[0], at.rank); });
            });
        } else {
            const auto r = ranges_.template range_of_node<read>();
            if (!r.known()) report(axis, r.low, r.high, [&] { raise<index_error>(axis); });
            if (r.low < 0 || r.high >= size)
                report(axis, r.low, r.high, [&] { raise<index_error>(axis, r.low, r.high); });
        }
    }

    template <class Raise>
    static constexpr void report(const extent& axis, long long low, long long high, const Raise& raised) {
        if (std::is_constant_evaluated())
            fail_index("heed: rows(E, ids) and at(A, i, ...) need indices that the table has", low, high, axis.size);
        else
            raised();
    }

    node_ranges<F, T> ranges_;
};

/// Raises index_error if a formula looks up outside of a table; in a constant expression this does not compile.
template <class F, class T>
constexpr void check_lookups(const leaf_table_for<F, T>& leaves, const std::size_t* lengths) {
    if constexpr (looks_up(traced_formula<F>::value)) lookup_check<F, T>(leaves, lengths).run();
}

}  // namespace heed::detail
