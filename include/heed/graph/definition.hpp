// SPDX-License-Identifier: BSL-1.0
// Replaces operations with loops of their own by the operations that define them. Reference values, enclosures and
// gradients read the resulting graph.
#pragma once

#include <heed/graph/build.hpp>

#include <cstddef>

namespace heed::detail {

constexpr bool is_defined_by_others(const node& n) { return n.kind == node_kind::normalise && has_epsilon(n.weights); }

template <std::size_t Capacity>
constexpr bool has_defined_operations(const graph<Capacity>& g) {
    for (const node& n : g.nodes)
        if (is_defined_by_others(n)) return true;
    return false;
}

/// The capacity for a graph with all operations replaced by their definitions.
template <std::size_t Capacity>
constexpr std::size_t definition_capacity(const graph<Capacity>& g) {
    constexpr std::size_t most_nodes = 10;
    std::size_t nodes = g.nodes.size();
    for (const node& n : g.nodes) nodes += is_defined_by_others(n) ? most_nodes : 0;
    return round_up_capacity(nodes);
}

template <std::size_t To, std::size_t From>
class definitions {
public:
    explicit constexpr definitions(const graph<From>& g) : in_(g) {}

    constexpr graph<To> run() {
        node_id became[From]{};
        for (node_id id = 0; id < in_.nodes.size(); ++id) {
            node_id operands[From]{};
            for (std::size_t k = 0; k < in_[id].operand_count; ++k) operands[k] = became[in_.operand(id, k)];
            became[id] = is_defined_by_others(in_[id]) ? norm(in_[id], operands[0], operands[1])
                                                       : out_.add(in_[id], operands, in_[id].operand_count);
        }
        for (const node_id result : in_.results) out_.results.push_back(became[result]);
        return out_;
    }

private:
    /// The operations with which norms are defined (scalar/normalisation.hpp).
    struct builder {
        graph<To>& g;
        const node& n;
        const shape rows = without_axis(n.dims, n.axis);

        constexpr node_id apply(function f, node_id a, node_id b) {
            return g.add(node_of::elementwise(f, n.dims), a, b);
        }
        constexpr node_id apply_to_rows(function f, node_id a) { return g.add(node_of::elementwise(f, rows), a); }
        constexpr node_id apply_to_rows(function f, node_id a, node_id b) {
            return g.add(node_of::elementwise(f, rows), a, b);
        }
        constexpr node_id along_row(node_id a) { return g.add(node_of::repeat(n.axis, n.dims), a); }
        constexpr node_id mean(node_id a) { return g.add(node_of::reduce(reduction::mean, n.axis, rows), a); }
    };
    constexpr node_id norm(const node& n, node_id x, node_id epsilon) {
        builder b{out_, n};
        return with_description(n.weights, [&](auto described) {
            if constexpr (described.traits.has_epsilon)
                return described.definition(b, x, epsilon);
            else
                return fail("heed: internal: this operation has no definition"), no_node;
        });
    }

    const graph<From>& in_;
    graph<To> out_{};
};

/// The graph with every defined operation replaced by its definition.
template <std::size_t To, std::size_t From>
constexpr graph<To> with_definitions(const graph<From>& g) {
    return definitions<To, From>(g).run();
}

}  // namespace heed::detail
