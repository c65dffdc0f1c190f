// SPDX-License-Identifier: BSL-1.0
// Squares of distances from a mean, as in a variance, are corrected for the rounding of the mean.
//
// d = x - mean(x) is off by the error of the mean, which for numbers far from 0 is larger than their distances. The
// mean of d is that error: d - mean(d) is the same number without it, and its square is taken instead.
//
// source  Chan, Golub and LeVeque 1983, Algorithms for computing the sample variance
#pragma once

#include <heed/graph/graph.hpp>

#include <cstddef>

namespace heed::detail {

/// Copies a graph of at most From nodes into one of To, with as many corrections as there is room for.
template <std::size_t From, std::size_t To>
class centred_squares {
public:
    constexpr explicit centred_squares(const graph<From>& in) : in_(in) {
        copies_.resize(in.nodes.size(), no_node);
        rest_of_mean_.resize(in.nodes.size(), no_node);
    }

    constexpr graph<To> run() {
        for (node_id id = 0; id < in_.nodes.size(); ++id)
            copies_[id] = is_square_of_distance(id) && has_room(id) ? corrected(id) : copy(id);
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
        return is_elementwise(d, function::subtract) && are_means(in_.operand(d, 1), in_.operand(d, 0));
    }
    /// Whether `id` has means of x that are repeated along the axes that they were taken along, and stand in their
    /// place along the others.
    constexpr bool are_means(node_id id, node_id x) const {
        const axes_of_x axes = axes_in(id, x);
        const shape &whole = in_[x].dims, &means = in_[id].dims;
        if (!axes.exist || !axes.are_reduced || means.rank > whole.rank) return false;
        for (std::size_t a = 0; a < means.rank; ++a)
            if (axes.of[a] != none && axes.of[a] != whole.rank - means.rank + a) return false;
        return true;
    }

    static constexpr std::size_t none = max_rank;
    /// Which axis of x each axis of a value is; `none` along which it repeats, or has size 1.
    struct axes_of_x {
        std::size_t of[max_rank]{};
        bool exist = false, are_reduced = false;
    };
    /// Of means of x, and of views in which each of their axes is one; others do not exist.
    constexpr axes_of_x axes_in(node_id id, node_id x) const {
        const node& n = in_[id];
        axes_of_x result;
        if (id == x) {
            for (std::size_t a = 0; a < n.dims.rank; ++a) result.of[a] = a;
            result.exist = true;
        } else if (n.kind == node_kind::reduce && n.reduce == reduction::mean) {
            result = axes_in(in_.operand(id, 0), x);
            for (std::size_t a = n.axis; a < n.dims.rank; ++a) result.of[a] = result.of[a + 1];
            result.are_reduced = true;
        } else if (n.kind == node_kind::view) {
            result = seen_through(n, in_[in_.operand(id, 0)].dims, axes_in(in_.operand(id, 0), x));
        }
        return result;
    }
    static constexpr axes_of_x seen_through(const node& view, const shape& inner, const axes_of_x& axes) {
        axes_of_x result;
        result.are_reduced = axes.are_reduced;
        for (std::size_t& axis : result.of) axis = none;
        if (!axes.exist || !view.map.links.empty()) return result;
        for (std::size_t a = 0; a < inner.rank; ++a) {
            if (view.map.offset[a] != 0) return result;
            if (axes.of[a] == none) continue;
            if (view.map.from[a] == index_map::fixed) return result;
            const auto outer = static_cast<std::size_t>(view.map.from[a]);
            if (result.of[outer] != none || view.dims[outer].size != inner[a].size) return result;
            result.of[outer] = axes.of[a];
        }
        result.exist = true;
        return result;
    }

    /// For the means of the distance and two differences, beside what is still to be copied.
    constexpr bool has_room(node_id square) const {
        const node_id d = in_.operand(square, 0);
        std::size_t needed = in_.nodes.size() - square + 3;
        for (node_id id = in_.operand(d, 1); id != in_.operand(d, 0); id = in_.operand(id, 0)) ++needed;
        return out_.nodes.size() + needed <= To;
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
/// The most nodes that a graph has when it is corrected.
template <std::size_t Capacity>
constexpr std::size_t nodes_with_corrections(const graph<Capacity>& g) {
    return has_squares(g) ? 2 * g.nodes.size() : g.nodes.size();
}

}  // namespace heed::detail
