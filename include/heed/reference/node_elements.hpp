// SPDX-License-Identifier: BSL-1.0
// Stores one value for every element of every node of a graph.
#pragma once

#include <heed/graph/graph.hpp>
#include <heed/meta/buffer.hpp>

#include <cstddef>

namespace heed::detail::reference {

/// One T for each element of each node that is not a view, row-major, value-initialized.
template <class T, std::size_t Capacity>
class node_elements {
public:
    constexpr explicit node_elements(const graph<Capacity>& g) : items_(lay_out(g)) {}

    constexpr T* of(node_id id) { return items_.data() + offsets_[id]; }
    constexpr const T* of(node_id id) const { return items_.data() + offsets_[id]; }

    constexpr void fill(const T& x) {
        for (std::size_t i = 0; i < items_.size(); ++i) items_[i] = x;
    }

private:
    constexpr std::size_t lay_out(const graph<Capacity>& g) {
        std::size_t total = 0;
        for (node_id id = 0; id < g.nodes.size(); ++id) {
            offsets_[id] = total;
            if (g[id].kind != node_kind::view) total += g[id].dims.size();
        }
        return total;
    }

    std::size_t offsets_[Capacity]{};
    buffer_of<T> items_;
};

}  // namespace heed::detail::reference
