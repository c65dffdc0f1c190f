// SPDX-License-Identifier: BSL-1.0
// What whole numbers the nodes of a formula can have, found before a plan runs.
#pragma once

#include <heed/graph/region.hpp>
#include <heed/graph/sized_graph.hpp>
#include <heed/scalar/index_range.hpp>
#include <heed/trace/leaves.hpp>
#include <heed/trace/measured.hpp>

#include <concepts>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <utility>

namespace heed::detail {

/// A whole number in memory; the largest index instead of a larger one.
template <std::integral I>
constexpr long long as_index(I i) {
    if constexpr (std::numeric_limits<I>::digits > std::numeric_limits<long long>::digits)
        if (i > static_cast<I>(std::numeric_limits<long long>::max())) return std::numeric_limits<long long>::max();
    return static_cast<long long>(i);
}

/// The ranges of the nodes of a formula F that is computed in T, by interval arithmetic, in which a tensor counts with
/// its smallest and largest element.
template <class F, class T>
class node_ranges {
public:
    static constexpr const auto& g = traced_formula<F>::value;
    using number = std::conditional_t<std::floating_point<T>, T, double>;
    using range = index_range<number>;
    template <std::size_t Leaf>
    using element = typename type_at<leaf_types<F>.items[Leaf], typename element_types<F>::type>::type;

    constexpr node_ranges(const leaf_table_for<F, T>& leaves, const std::size_t* lengths)
        : leaves_(leaves), sizes_{traced_formula<F>::lengths, lengths} {}

    constexpr const given_lengths& sizes() const { return sizes_; }
    constexpr T number_of(std::size_t leaf) const { return leaves_.numbers[leaf]; }

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
        else if constexpr (n.kind == node_kind::reduce && is_choice(n.reduce))
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

    /// visit(whole number, its index)
    template <node_id Id, class Visit>
    constexpr void for_each_element(const region& box, const Visit& visit) const {
        for_each_line<Id>(box, [&](const auto* line, std::size_t step, const region& of) {
            region at = of;
            for (std::size_t& i = at.begin[at.rank - 1]; i < at.end[at.rank - 1]; ++i, line += step)
                visit(as_index(*line), at);
        });
    }
    /// The elements of a leaf along its last axis: visit(the first one, their distance, their indices)
    template <node_id Id, class Visit>
    constexpr void for_each_line(const region& box, const Visit& visit) const {
        constexpr node n = g[Id];
        constexpr std::size_t last = n.dims.rank - 1;
        const element<n.leaf>* const data = leaves_.template pointer<element<n.leaf>>(n.leaf);
        const strides step = strides_of_leaf<Id>();
        region at = box;
        while (!box.empty()) {
            std::size_t position = 0;
            for (std::size_t a = 0; a < at.rank; ++a) position += at.begin[a] * step[a];
            visit(data + position, step[last], at);
            std::size_t a = last;
            while (a > 0 && ++at.begin[a - 1] == box.end[a - 1]) {
                at.begin[a - 1] = box.begin[a - 1];
                --a;
            }
            if (a == 0) return;
        }
    }

private:
    template <node_id Leaf>
    constexpr strides strides_of_leaf() const {
        if constexpr (leaves_with_strides<F>[g[Leaf].leaf])
            return leaves_.steps[g[Leaf].leaf];
        else
            return contiguous_strides(g[Leaf].dims);
    }

    const leaf_table_for<F, T>& leaves_;
    given_lengths sizes_;
};

}  // namespace heed::detail
