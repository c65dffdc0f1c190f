// SPDX-License-Identifier: BSL-1.0
// Graphs and plans of one capacity: what writes the file of a formula is compiled once for nearly all formulas.
#pragma once

#include <heed/graph/build.hpp>
#include <heed/lower/plan.hpp>
#include <heed/meta/static_vector.hpp>
#include <heed/study/emit_step.hpp>

#include <algorithm>
#include <cstddef>

namespace heed::detail::emitted {

/// The capacity for which a formula is emitted, given those of its graphs: one for all that have up to 41 nodes.
template <std::size_t... Capacity>
inline constexpr std::size_t emitted_capacity = std::max({std::size_t{128}, Capacity...});

template <class T, std::size_t To, std::size_t From>
void copy_list(const static_vector<T, From>& from, static_vector<T, To>& to) {
    to.resize(0);
    for (const T& x : from) to.push_back(x);
}
/// A plan that gets another member does not compile here until that is copied too.
template <std::size_t To, std::size_t From>
void copy_plan(const plan<From>& from, plan<To>& to) {
    const auto& [nests, steps, slots, kernels, terms, constants, buffers, results, workspace, scratch] = from;
    copy_list(nests, to.nests);
    copy_list(steps, to.steps);
    copy_list(slots, to.slots);
    copy_list(kernels, to.kernels);
    copy_list(terms, to.terms);
    copy_list(constants, to.constants);
    copy_list(buffers, to.buffers);
    to.results = results;
    to.workspace = workspace;
    to.scratch = scratch;
}

/// Copies of all that the file of a formula is made from. Large: it belongs on the heap.
template <std::size_t Capacity>
struct emitted_subject {
    graph<Capacity> written;
    graph<Capacity> defined;
    graph<Capacity> form;
    roles<Capacity> node_roles;
    plan<Capacity> steps;

    template <std::size_t Written, std::size_t Defined, std::size_t Lowered>
    emitted_subject(const graph<Written>& as_written, const graph<Defined>& with_definitions,
                    const graph<Lowered>& canonical_form, const roles<Lowered>& roles_of_nodes,
                    const plan<Lowered>& loops) {
        copy_graph(as_written, written);
        copy_graph(with_definitions, defined);
        copy_graph(canonical_form, form);
        copy_list(roles_of_nodes, node_roles);
        copy_plan(loops, steps);
    }
    lowered_form<Capacity> passes(const length_list& lengths = no_lengths) const {
        return {steps, form, node_roles, lengths};
    }
};

}  // namespace heed::detail::emitted
