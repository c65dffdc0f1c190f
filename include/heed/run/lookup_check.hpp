// SPDX-License-Identifier: BSL-1.0
// Checks the indices of lookups, once, before anything is written.
#pragma once

#include <heed/graph/region.hpp>
#include <heed/graph/sized_graph.hpp>
#include <heed/scalar/index_range.hpp>
#include <heed/shape/index_error.hpp>
#include <heed/trace/leaves.hpp>
#include <heed/trace/measured.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace heed::detail {

template <std::size_t Capacity>
constexpr bool looks_up(const graph<Capacity>& g) {
    for (const node& n : g.nodes)
        if (n.kind == node_kind::lookup) return true;
    return false;
}

/// The operand behind views.
template <std::size_t Capacity>
constexpr node_id behind_views(const graph<Capacity>& g, node_id id) {
    while (g[id].kind == node_kind::view) id = g.operand(id, 0);
    return id;
}

/// Checks the indices of the lookups in a formula F that is computed in T: indices that are stored in a leaf one by
/// one, computed ones by interval arithmetic, in which a tensor counts with its smallest and largest element.
template <class F, class T>
class lookup_check {
    static constexpr const auto& g = traced_formula<F>::value;
    using number = std::conditional_t<std::floating_point<T>, T, double>;
    using range = index_range<number>;
    template <std::size_t Leaf>
    using element = typename type_at<leaf_types<F>.items[Leaf], typename element_types<F>::type>::type;

public:
    constexpr lookup_check(const leaf_table_for<F, T>& leaves, const std::size_t* lengths)
        : leaves_(leaves), sizes_{traced_formula<F>::lengths, lengths} {}

    constexpr void run() const {
        [&]<std::size_t... Id>(std::index_sequence<Id...>) { (this->template check_node<Id>(), ...); }
        (std::make_index_sequence<g.nodes.size()>{});
    }

private:
    template <node_id Id>
    constexpr void check_node() const {
        if constexpr (g[Id].kind == node_kind::lookup) {
            constexpr std::size_t found = g[Id].operand_count - 1;
            constexpr const shape& dims = g[g.operand(Id, 0)].dims;
            check_index<g.operand(Id, 1)>(sizes_.at(dims[g[Id].found[0]]));
            if constexpr (found == 2) check_index<g.operand(Id, 2)>(sizes_.at(dims[g[Id].found[1]]));
        }
    }

    template <node_id Id>
    constexpr void check_index(const extent& axis) const {
        constexpr node_id read = behind_views(g, Id);
        const auto size = static_cast<long long>(axis.size);
        const region box = this->template box_behind_views<Id>();
        if (box.empty()) return;
        if constexpr (g[read].kind == node_kind::leaf && g[read].dims.rank > 0) {
            for_each_element<read>(box, [&](long long i, const region& at) {
                if (i < 0 || i >= size) report(axis, i, i, [&] { raise<index_error>(axis, i, &at.begin[0], at.rank); });
            });
        } else {
            const range r = range_of_node<read>();
            if (!r.known()) report(axis, r.low, r.high, [&] { raise<index_error>(axis); });
            if (r.low < 0 || r.high >= size)
                report(axis, r.low, r.high, [&] { raise<index_error>(axis, r.low, r.high); });
        }
    }

    template <node_id Id>
    constexpr region box_behind_views() const {
        if constexpr (traced_formula<F>::lengths.empty()) {
            constexpr region known = box_with(given_lengths{traced_formula<F>::lengths, nullptr}, Id);
            return known;
        } else {
            return box_with(sizes_, Id);
        }
    }
    /// The elements that views read of their operand. The bounds of a part may be sums of lengths, which are not
    /// numbers of the graph, so maps get their run-time values before they are applied.
    static constexpr region box_with(const given_lengths& sizes, node_id id) {
        region box = whole_of(sizes.at(g[id].dims));
        for (; g[id].kind == node_kind::view; id = g.operand(id, 0)) box = through(sizes.at(g[id].map), box);
        return box;
    }

    template <class Raise>
    static constexpr void report(const extent& axis, long long low, long long high, const Raise& raised) {
        if (std::is_constant_evaluated())
            fail_index("heed: rows(E, ids) and at(A, i, ...) need indices that the table has", low, high, axis.size);
        else
            raised();
    }

    template <node_id Id>
    constexpr range range_of_node() const {
        constexpr node_id read = behind_views(g, Id);
        constexpr node n = g[read];
        if constexpr (n.kind == node_kind::index)
            return range::from(0, static_cast<long long>(sizes_.at(n.dims[n.axis].size)) - 1);
        else if constexpr (n.kind == node_kind::constant)
            return n.value.denominator == 1 && n.value.radicand == 1
                       ? range::from(sizes_.at(n.value.numerator), sizes_.at(n.value.numerator))
                       : range();
        else if constexpr (n.kind == node_kind::leaf)
            return range_of_leaf<read>(this->template box_behind_views<Id>());
        else if constexpr (n.kind == node_kind::lookup || n.kind == node_kind::concat)
            return range_of_tensors<read>(
                std::make_index_sequence < n.kind == node_kind::lookup ? 1 : n.operand_count > {});
        else if constexpr (n.kind == node_kind::reduce && (n.reduce == reduction::max || n.reduce == reduction::min))
            return range_of_node<g.operand(read, 0)>();
        else if constexpr (n.kind == node_kind::elementwise && n.operand_count == 1)
            return range_of(n.apply, range_of_node<g.operand(read, 0)>());
        else if constexpr (n.kind == node_kind::elementwise)
            return range_of(n.apply, range_of_node<g.operand(read, 0)>(), range_of_node<g.operand(read, 1)>());
        else
            return {};
    }
    template <node_id Id, std::size_t... K>
    constexpr range range_of_tensors(std::index_sequence<K...>) const {
        range all = range_of_node<g.operand(Id, 0)>();
        const auto add = [&](const range& r) { all = {smaller(all.low, r.low), larger(all.high, r.high)}; };
        (add(range_of_node<g.operand(Id, K)>()), ...);
        return all;
    }

    template <node_id Id>
    constexpr range range_of_leaf(const region& box) const {
        constexpr node n = g[Id];
        if constexpr (n.dims.rank == 0) {
            return range_of_number(static_cast<number>(leaves_.numbers[n.leaf]));
        } else if constexpr (!std::integral<element<n.leaf>>) {
            return {};
        } else {
            bool is_first = true;
            long long low = 0, high = 0;
            for_each_element<Id>(box, [&](long long i, const region&) {
                low = is_first || i < low ? i : low;
                high = is_first || i > high ? i : high;
                is_first = false;
            });
            return is_first ? range() : range::from(low, high);
        }
    }

    /// visit(element, its index)
    template <node_id Id, class Visit>
    constexpr void for_each_element(const region& box, const Visit& visit) const {
        constexpr node n = g[Id];
        const element<n.leaf>* const data = leaves_.template pointer<element<n.leaf>>(n.leaf);
        const strides& step = leaves_.steps[n.leaf];
        region at = box;
        while (!box.empty()) {
            std::size_t position = 0;
            for (std::size_t a = 0; a < at.rank; ++a) position += at.begin[a] * step[a];
            visit(static_cast<long long>(data[position]), at);
            std::size_t a = at.rank;
            while (a > 0 && ++at.begin[a - 1] == box.end[a - 1]) {
                at.begin[a - 1] = box.begin[a - 1];
                --a;
            }
            if (a == 0) return;
        }
    }

    const leaf_table_for<F, T>& leaves_;
    given_lengths sizes_;
};

/// Raises index_error if a formula looks up outside of a table; in a constant expression this does not compile.
template <class F, class T>
constexpr void check_lookups(const leaf_table_for<F, T>& leaves, const std::size_t* lengths) {
    if constexpr (looks_up(traced_formula<F>::value)) lookup_check<F, T>(leaves, lengths).run();
}

}  // namespace heed::detail
