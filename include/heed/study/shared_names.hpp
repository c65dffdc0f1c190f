// SPDX-License-Identifier: BSL-1.0
// Names of values that are computed once and used several times: s1, s2 ...
#pragma once

#include <heed/graph/graph.hpp>

#include <cstddef>

namespace heed::detail {

template <std::size_t Capacity>
class shared_names {
public:
    explicit constexpr shared_names(const graph<Capacity>& g) {
        const static_vector<std::size_t, Capacity> uses = count_uses(g);
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
    std::size_t number_[Capacity]{};
    node_id node_of_[Capacity]{};
    std::size_t count_ = 0;
};

}  // namespace heed::detail
