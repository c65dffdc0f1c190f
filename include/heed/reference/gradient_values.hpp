// SPDX-License-Identifier: BSL-1.0
// The gradient of a formula at one point or over a box of points, for one element of the result at a time.
#pragma once

#include <heed/graph/gradient.hpp>
#include <heed/reference/graph_values.hpp>

#include <cstddef>

namespace heed::detail::reference {

/// For one element of the result, most adjoints are zero except in a small part, such as the softmax row of the
/// element. These parts are found first, and nothing else is computed.
template <class T, std::size_t Capacity>
class gradient_values {
public:
    constexpr explicit gradient_values(const gradient<Capacity>& d) : d_(d), values_(d.g) {
        depends_on_seed_[d.seed] = true;
        for (node_id id = d.seed + 1; id < d.g.nodes.size(); ++id)
            for (std::size_t k = 0; k < d.g[id].operand_count; ++k)
                depends_on_seed_[id] = depends_on_seed_[id] || depends_on_seed_[d.g.operand(id, k)];
    }

    constexpr graph_values<T, Capacity>& values() { return values_; }
    constexpr const graph_values<T, Capacity>& values() const { return values_; }

    /// Evaluates the formula and the parts that its derivatives share, after its leaves were filled.
    constexpr void evaluate_formula() {
        evaluate_formula([](node_id) {});
    }
    /// The same, but after(node) is called for each node of the formula before the nodes that read it.
    template <class After>
    constexpr void evaluate_formula(const After& after) {
        for (node_id id = 0; id < d_.g.nodes.size(); ++id) {
            supports_[id] = whole_of(d_.g[id].dims);
            if (!depends_on_seed_[id]) values_.evaluate(id, supports_[id]);
            if (id < d_.formula_nodes) after(id);
        }
    }

    /// Computes the adjoints of all leaves for one element of the result, a box of size 1.
    constexpr void seed(const region& element) {
        clear();
        supports_[d_.seed] = element;
        *place_of_seed(element) = T(1);
        for (node_id id = d_.seed + 1; id < d_.g.nodes.size(); ++id) {
            if (!depends_on_seed_[id]) continue;
            supports_[id] = support_of(d_.g, id, supports_);
            values_.evaluate(id, supports_[id], supports_);
        }
        seeded_ = true;
    }

    /// The box in which the adjoint of a node may be nonzero.
    constexpr const region& support(node_id adjoint) const { return supports_[adjoint]; }

private:
    constexpr T* place_of_seed(const region& element) {
        std::size_t position = 0;
        const access where = dense(d_.g[d_.seed].dims);
        for (std::size_t a = 0; a < element.rank; ++a) position += element.begin[a] * where.step[a];
        return values_.of(d_.seed) + position;
    }

    /// Sets the adjoints of the last element back to zero.
    constexpr void clear() {
        if (!seeded_) return;
        for (node_id id = d_.seed; id < d_.g.nodes.size(); ++id)
            if (depends_on_seed_[id] && d_.g[id].kind != node_kind::view) values_.clear(id, supports_[id]);
    }

    const gradient<Capacity>& d_;
    graph_values<T, Capacity> values_;
    bool depends_on_seed_[Capacity]{};
    region supports_[Capacity]{};
    bool seeded_ = false;
};

}  // namespace heed::detail::reference
