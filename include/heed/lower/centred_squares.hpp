// SPDX-License-Identifier: BSL-1.0
// Squares of distances from a mean, as in a variance, are corrected for the rounding of the mean.
//
// d = x - mean(x) is off by the error of the mean, which for numbers far from 0 is larger than their distances. The
// mean of d is that error: d - mean(d) is the same number without it, and its square is taken instead. source  Chan,
// Golub and LeVeque 1983, Algorithms for computing the sample variance
#pragma once

#include <heed/graph/graph.hpp>

#include <cstddef>

namespace heed::detail {

/// Copies a graph of at most From nodes into one of To, in which there is room for the corrections.
template <std::size_t From, std::size_t To>
class centred_squares {
public:
    constexpr explicit centred_squares(const graph<From>& in) : in_(in) {
        copies_.resize(in.nodes.size(), no_node);
        rest_of_mean_.resize(in.nodes.size(), no_node);
    }

    constexpr graph<To> run() {
        for (node_id id = 0; id < in_.nodes.size(); ++id)
            copies_[id] = is_square_of_distance(id) ? corrected(id) : copy(id);
        for (const node_id result : in_.results) out_.results.push_back(copies_[result]);
        return out_;
    }

private:
    constexpr bool is_elementwise(node_id id, function f) const {
        return in_[id].kind == node_kind::elementwise && in_[id].apply == f;
    }
    /// d * d, where d = x - means of x.
    constexpr bool is_square_of_distance(node_id id) const {
        if (!is_elementwise(id, function::multiply) || in_.operand(id, 0) != in_.operand(id, 1)) return false;
        const node_id d = in_.operand(id, 0);
        return is_elementwise(d, function::subtract) && is_mean_of(in_.operand(d, 1), in_.operand(d, 0), false);
    }
    /// Whether `id` has means of x, along one axis or more, repeated for all elements of x.
    constexpr bool is_mean_of(node_id id, node_id x, bool has_mean) const {
        if (id == x) return has_mean;
        const node& n = in_[id];
        const bool is_mean = n.kind == node_kind::reduce && n.reduce == reduction::mean;
        return (is_mean || n.kind == node_kind::view || n.kind == node_kind::reshape) &&
               is_mean_of(in_.operand(id, 0), x, has_mean || is_mean);
    }

    constexpr node_id corrected(node_id square) {
        const node_id d = in_.operand(square, 0);
        if (rest_of_mean_[d] == no_node) rest_of_mean_[d] = means_of(copies_[d], in_.operand(d, 1), in_.operand(d, 0));
        const node difference = in_[d];
        const node_id left = out_.add(difference, copies_[d], rest_of_mean_[d]);
        return out_.add(in_[square], left, out_.add(difference, copies_[d], rest_of_mean_[d]));
    }
    /// The means `id` of x, taken of y.
    constexpr node_id means_of(node_id y, node_id id, node_id x) {
        return id == x ? y : out_.add(in_[id], means_of(y, in_.operand(id, 0), x));
    }

    constexpr node_id copy(node_id id) {
        node n = in_[id];
        const std::size_t first = out_.operands.size();
        for (std::size_t i = 0; i < n.operand_count; ++i) out_.operands.push_back(copies_[in_.operand(id, i)]);
        n.first_operand = n.operand_count == 0 ? 0 : first;
        return out_.add(n);
    }

    const graph<From>& in_;
    graph<To> out_{};
    static_vector<node_id, From> copies_{};        ///< of each node
    static_vector<node_id, From> rest_of_mean_{};  ///< the means of each distance that is squared
};

/// Whether there may be something to correct.
template <std::size_t Capacity>
constexpr bool has_squares(const graph<Capacity>& g) {
    for (node_id id = 0; id < g.nodes.size(); ++id)
        if (g[id].kind == node_kind::elementwise && g[id].apply == function::multiply &&
            g.operand(id, 0) == g.operand(id, 1))
            return true;
    return false;
}
/// The most nodes that a graph has when it is corrected: the means of a distance and two differences for each square,
/// which has as many already.
template <std::size_t Capacity>
constexpr std::size_t nodes_with_corrections(const graph<Capacity>& g) {
    return has_squares(g) ? 2 * g.nodes.size() : g.nodes.size();
}

}  // namespace heed::detail
