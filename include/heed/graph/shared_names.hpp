// SPDX-License-Identifier: BSL-1.0
// Names of values that are computed once and used several times: s1, s2 ...
#pragma once

#include <heed/graph/graph.hpp>
#include <heed/meta/sized_list.hpp>

#include <cstddef>

namespace heed::detail {

class shared_names {
public:
    explicit constexpr shared_names(const graph_view& g) : number_(g.nodes.size()), node_of_(g.nodes.size()) {
        sized_list<std::size_t> uses(g.nodes.size());
        for (const node_id id : g.operands) ++uses[id];
        for (const node_id id : g.results) ++uses[id];
        for (node_id id = 0; id < g.nodes.size(); ++id)
            if (uses[id] > 1 && g[id].operand_count > 0) {
                number_[id] = ++count_;
                node_of_[count_ - 1] = id;
            }
    }

    constexpr std::size_t size() const { return count_; }
    /// From 1 on; 0 if a node has no name.
    constexpr std::size_t number(node_id id) const { return number_[id]; }
    constexpr node_id node(std::size_t number) const { return node_of_[number - 1]; }

private:
    sized_list<std::size_t> number_;
    sized_list<node_id> node_of_;
    std::size_t count_ = 0;
};

}  // namespace heed::detail
