// SPDX-License-Identifier: BSL-1.0
// Which results may be written where a formula reads them: X = X + Y needs no copy.
#pragma once

#include <heed/run/checked_formula.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>

namespace heed::detail {

/// Whether elements are contiguous, in row-major order.
template <class Out>
inline constexpr bool is_dense = requires(Out& out) {
    { out.begin() } -> std::same_as<decltype(out.data())>;
};

/// Whether a plan has loops over elements alone, which pass nothing on.
constexpr bool is_element_by_element(const plan_view& p) {
    for (const kernel& k : p.kernels)
        if (k.loop != skeleton::map) return false;
    return p.buffers.empty();
}

/// Whether a slot reads a leaf, contiguous with sizes that are known at run time, in the order of the loop.
constexpr bool follows_loop(const slot& s) {
    if (!s.map.links.empty() || s.map.rank > s.loop_rank) return false;
    for (std::size_t axis = 0; axis < s.map.rank; ++axis)
        if (s.map.from[axis] != static_cast<signed char>(axis + s.loop_rank - s.map.rank) || s.map.offset[axis] != 0)
            return false;
    return true;
}

/// Whether what is read from a contiguous tensor and what is written are in the same places of it.
constexpr bool are_same_places(const slot& a, const slot& b) {
    if (b.strided || a.is_looked_up || a.offset != b.offset) return false;
    if (a.strided) return b.offset == 0 && follows_loop(a);
    for (std::size_t axis = 0; axis < max_rank; ++axis)
        if (a.batch_stride[axis] != b.batch_stride[axis]) return false;
    return a.divisor == 1 && a.row_stride == b.row_stride && a.col_stride == b.col_stride;
}

/// Whether a leaf has the shape of a result, whatever the lengths are.
template <std::size_t Capacity>
constexpr bool has_shape_of_result(const graph<Capacity>& g, std::size_t leaf, std::size_t result) {
    const shape& wanted = g[g.results[result]].dims;
    for (const node& n : g.nodes)
        if (n.kind == node_kind::leaf && n.leaf == leaf) return same_sizes(n.dims, wanted, wanted.rank);
    return false;
}

/// Whether a leaf may be what a result is written to: all steps read it at the element that is written, and none after
/// the step that writes it.
constexpr bool leaf_may_be_result(const plan_view& p, std::size_t leaf, std::size_t result) {
    std::size_t writer = 0;
    while (p.slot_at(p.steps[writer], result_slot).id != result) ++writer;
    const slot& written = p.slot_at(p.steps[writer], result_slot);
    for (std::size_t s = 0; s < p.steps.size(); ++s)
        for (std::size_t i = 1; i < p.steps[s].slot_count; ++i) {
            const slot& read = p.slot_at(p.steps[s], i);
            if (read.place != slot::leaf || read.id != leaf) continue;
            if (s > writer || !are_same_places(read, written)) return false;
        }
    return true;
}
template <class Plan, std::size_t Leaves>
struct leaves_and_results {
    bool may_be[Leaves][Plan::value.results]{};

    constexpr leaves_and_results() {
        for (std::size_t leaf = 0; leaf < Leaves; ++leaf)
            for (std::size_t result = 0; result < Plan::value.results; ++result)
                may_be[leaf][result] = has_shape_of_result(Plan::source_graph::value, leaf, result) &&
                                       leaf_may_be_result(Plan::value, leaf, result);
    }
};

/// Whether a formula, computed in T, may be evaluated into tensors that it reads. Only at run time.
template <class T, class Policy, class F, class... Out>
bool runs_in_place(const F& f, const Out&... out) {
    using plan = plan_for<F, T, Policy>;
    if constexpr (!is_element_by_element(plan::value)) {
        return false;
    } else {
        static constexpr leaves_and_results<plan, leaf_count<F>> known;
        bool all = true;
        std::size_t at = 0;
        for_each_leaf(f, [&]<class Leaf>(const Leaf& leaf) {
            if constexpr (!is_literal<Leaf> && !is_owned<Leaf> && !has_sizes_only<Leaf> && panel_columns<Leaf> == 0) {
                using elements = std::remove_cvref_t<decltype(elements_of(leaf))>;
                constexpr bool may_be_it =
                    is_dense<elements> && std::same_as<std::remove_const_t<typename Leaf::value_type>, T>;
                const memory_range read = memory_of(elements_of(leaf));
                std::size_t result = 0;
                const auto check = [&](const memory_range& written) {
                    const bool is_it = may_be_it && read.begin == written.begin && read.end == written.end;
                    all = all && (!read.meets(written) || (is_it && known.may_be[at][result]));
                    ++result;
                };
                (check(memory_of(out)), ...);
            }
            ++at;
        });
        return all;
    }
}

}  // namespace heed::detail
