// SPDX-License-Identifier: BSL-1.0
// Graphs and plans of any size that can be changed.
#pragma once

#include <heed/graph/sized_graph.hpp>
#include <heed/lower/plan.hpp>
#include <heed/lower/roles.hpp>

#include <cstddef>
#include <vector>

namespace heed::detail::emitted {

template <class T>
std::vector<T> copy_of(const list_view<T>& list) {
    return {list.begin(), list.end()};
}

/// A graph with values in place of its lengths.
struct stored_graph {
    std::vector<node> nodes;
    std::vector<node_id> operands, results;

    stored_graph(const graph_view& g, const given_lengths& given)
        : nodes(copy_of(g.nodes)), operands(copy_of(g.operands)), results(copy_of(g.results)) {
        for (node& n : nodes) n = given.at(n);
    }
};

/// A copy of a plan.
struct stored_plan {
    std::vector<nest> nests;
    std::vector<step> steps;
    std::vector<slot> slots;
    std::vector<kernel> kernels;
    std::vector<term> terms;
    std::vector<surd> constants;
    std::vector<buffer> buffers;
    std::size_t results, workspace, scratch;

    explicit stored_plan(const plan_view& p)
        : nests(copy_of(p.nests)),
          steps(copy_of(p.steps)),
          slots(copy_of(p.slots)),
          kernels(copy_of(p.kernels)),
          terms(copy_of(p.terms)),
          constants(copy_of(p.constants)),
          buffers(copy_of(p.buffers)),
          results(p.results),
          workspace(p.workspace),
          scratch(p.scratch) {}
};

}  // namespace heed::detail::emitted
