// SPDX-License-Identifier: BSL-1.0
// Derivatives: a pass from the graph of a formula to the graph of its gradient (reverse mode).
#pragma once

#include <heed/graph/definition.hpp>

#include <cstddef>

namespace heed::detail {

/// The nodes of a formula, then those of its gradient. With y the result, x a leaf and s the seed, the adjoint of x is
/// sum_i s(i) dy(i)/dx: with s = 1 at one element and 0 elsewhere it is the gradient of that element.
template <std::size_t Capacity>
struct gradient {
    graph<Capacity> g{};
    std::size_t formula_nodes = 0;  ///< the first nodes are the formula, unchanged
    node_id seed = no_node;         ///< a leaf with the shape of the result
    static_vector<node_id, Capacity>
        adjoints{};  ///< for each node of the formula its adjoint; no_node if it was not requested
};

/// The requested leaves, by their number.
template <std::size_t Capacity>
using leaf_set = static_vector<bool, Capacity>;

/// How many nodes a gradient has at most.
constexpr std::size_t gradient_capacity(std::size_t nodes) { return round_up_capacity(10 * nodes + 2); }

/// Where a function has no derivative: relu, abs, min and max at ties, comparisons and round where they jump.
enum class slopes_are : unsigned char {
    numbers,  ///< one slope between those of both sides: ties share it, jumps have none
    ranges,   ///< for intervals: of all elements that may be the largest, unknown where a function may jump
};

/// Appends the nodes of a gradient to a graph.
template <std::size_t Capacity>
class differentiation {
public:
    /// wanted(id): whether the adjoint of this node is requested
    template <class Wanted>
    constexpr differentiation(graph<Capacity>& g, node_id result, slopes_are slopes, const Wanted& wanted)
        : g_(g), result_(result), slopes_(slopes) {
        adjoints_.resize(result + 1, no_node);
        for (node_id id = 0; id <= result; ++id) {
            bool depends = wanted(id);
            for (std::size_t k = 0; k < g_[id].operand_count; ++k) depends = depends || dependent_[operand(id, k)];
            dependent_.push_back(depends);
        }
    }

    /// For each node up to the result its adjoint, with this node as that of the result; no_node where it is 0 or was
    /// not requested.
    constexpr const static_vector<node_id, Capacity>& run(node_id seed) {
        add_to(result_, seed);
        for (node_id id = result_ + 1; id-- > 0;)
            if (adjoints_[id] != no_node) pass_on(id, adjoints_[id]);
        return adjoints_;
    }

private:
    constexpr const shape& dims(node_id id) const { return g_[id].dims; }
    constexpr node_id operand(node_id id, std::size_t k) const { return g_.operand(id, k); }

    // Nodes of the gradient.
    constexpr node_id apply(function f, node_id a) { return g_.add(node_of::elementwise(f, dims(a)), a); }
    /// a has the shape of the result; b may be broadcast.
    constexpr node_id apply(function f, node_id a, node_id b) { return g_.add(node_of::elementwise(f, dims(a)), a, b); }
    constexpr node_id times(node_id a, node_id b) { return apply(function::multiply, a, b); }
    constexpr node_id exact(long long numerator, long long denominator) {
        return g_.add(node_of::constant({numerator, denominator, 1}));
    }
    constexpr node_id view(node_id a, const index_map& map, const shape& to) {
        return g_.add(node_of::view(map, to), a);
    }
    constexpr node_id reshaped(node_id a, const shape& to) { return g_.add(node_of::reshape(to), a); }
    constexpr node_id transposed(node_id a) { return g_.add(node_of::transpose(dims(a)), a); }
    constexpr node_id product(node_id a, node_id b) {
        return g_.add(node_of::product(product_rule(dims(a), dims(b)).result), a, b);
    }
    /// a, which lacks one axis, broadcast along it to shape `to`.
    constexpr node_id repeated(node_id a, std::size_t axis, const shape& to) {
        return g_.add(node_of::repeat(axis, to), a);
    }
    /// Scatters an adjoint back to the elements that were read through a map.
    constexpr node_id scattered(node_id a, const index_map& map, const shape& to) {
        if (is_identity(map, to, dims(a))) return a;
        return g_.add(node_of::scatter(map, to), a);
    }

    constexpr void add_to(node_id id, node_id adjoint) {
        if (!dependent_[id] || adjoint == no_node) return;
        node_id& sum = adjoints_[id];
        sum = sum == no_node ? adjoint : apply(function::add, sum, adjoint);
    }
    /// The same for an operand of an elementwise node or a product: summed along the axes of its broadcast.
    constexpr void add_repeated(node_id id, node_id adjoint) {
        if (dependent_[id] && adjoint != no_node)
            add_to(id, scattered(adjoint, broadcast_map(dims(id), dims(adjoint)), dims(id)));
    }

    constexpr void pass_on(node_id id, node_id d) {
        const node n = g_[id];
        switch (n.kind) {
            case node_kind::elementwise:
                n.operand_count == 1 ? pass_on_unary(id, d, operand(id, 0))
                                     : pass_on_binary(id, d, operand(id, 0), operand(id, 1));
                break;
            case node_kind::product: pass_on_product(d, operand(id, 0), operand(id, 1)); break;
            case node_kind::view: pass_on_view(n, d, operand(id, 0)); break;
            case node_kind::reshape: add_to(operand(id, 0), reshaped(d, dims(operand(id, 0)))); break;
            case node_kind::scatter: add_to(operand(id, 0), view(d, n.map, dims(operand(id, 0)))); break;
            case node_kind::reduce: pass_on_reduce(id, d, operand(id, 0)); break;
            case node_kind::normalise: pass_on_normalise(id, d, operand(id, 0)); break;
            case node_kind::concat: pass_on_concat(id, d); break;
            case node_kind::inverse: pass_on_inverse(id, d, operand(id, 0)); break;
            case node_kind::lookup: pass_on_lookup(id, d, operand(id, 0)); break;
            case node_kind::leaf:
            case node_kind::constant:
            case node_kind::index: break;
        }
    }

    /// The operations with which functions write their slopes (scalar/function_list.hpp).
    class builder {
    public:
        constexpr explicit builder(differentiation& to) : to_(to) {}
        constexpr node_id apply(function f, node_id a) { return to_.apply(f, a); }
        constexpr node_id apply(function f, node_id a, node_id b) { return to_.apply(f, a, b); }
        /// In the shape of a node, to which a and b are broadcast.
        constexpr node_id apply_like(node_id shaped, function f, node_id a, node_id b) {
            return to_.g_.add(node_of::elementwise(f, to_.dims(shaped)), a, b);
        }
        constexpr node_id times(node_id a, node_id b) { return to_.times(a, b); }
        constexpr node_id minus(node_id a) { return to_.apply(function::negate, a); }
        constexpr node_id one_minus(node_id a) { return to_.apply(function::add, minus(a), to_.exact(1, 1)); }
        constexpr node_id half(node_id a) { return to_.times(a, to_.exact(1, 2)); }
        /// Exact scalars stay exact; negative numbers have whole powers only.
        constexpr node_id one_less(node_id a) {
            const surd x = to_.g_[a].value;
            if (to_.g_[a].kind == node_kind::constant && x.radicand == 1)
                return to_.exact(x.numerator - x.denominator, x.denominator);
            return to_.apply(function::subtract, a, to_.exact(1, 1));
        }
        /// The adjoint of the operand of a function that is constant but for jumps; y is its value.
        constexpr node_id jumping(node_id d, node_id y) {
            return to_.slopes_ == slopes_are::numbers ? no_node : times(d, apply(function::jump, y));
        }
        /// A factor beside a, which is 0 where that is: a product with infinity would be no number.
        constexpr node_id unless_zero(node_id a, node_id factor) {
            const node& n = to_.g_[a];
            const bool is_constant = n.kind == node_kind::constant && n.value.numerator != 0;
            if (is_constant || to_.slopes_ == slopes_are::ranges) return factor;
            return apply_like(factor, function::keep, a, factor);
        }
        /// a / b, 0 where b is: nothing is divided by 0, which constant expressions must not do.
        constexpr node_id quotient_or_zero(node_id a, node_id b) {
            if (to_.slopes_ == slopes_are::ranges) return apply(function::divide, a, b);
            const node_id divisor = apply(function::add, b, apply(function::is_zero, b));
            return apply(function::keep, b, apply(function::divide, a, divisor));
        }
        constexpr node_id no_derivative() {
            fail("heed: internal: a function without a derivative");
            return no_node;
        }

    private:
        differentiation& to_;
    };
    /// The same for operations along an axis (scalar/reduction.hpp, scalar/normalisation.hpp).
    class row_builder : public builder {
    public:
        constexpr row_builder(differentiation& to, const shape& dims, std::size_t axis)
            : builder(to), to_(to), dims_(dims), axis_(axis) {}
        constexpr node_id along_row(node_id a) { return to_.repeated(a, axis_, dims_); }
        constexpr node_id sum_along_row(node_id a) {
            return along_row(to_.g_.add(node_of::reduce(reduction::sum, axis_, without_axis(dims_, axis_)), a));
        }
        constexpr node_id mean(node_id a) {
            return to_.g_.add(node_of::reduce(reduction::mean, axis_, without_axis(dims_, axis_)), a);
        }
        constexpr node_id apply_to_rows(function f, node_id a) { return to_.apply(f, a); }
        constexpr node_id apply_to_rows(function f, node_id a, node_id b) { return to_.apply(f, a, b); }
        /// The adjoint of those elements that are the largest or the smallest one.
        constexpr node_id among_ties(node_id d, node_id are_extreme) {
            const node_id all = this->times(d, are_extreme);
            return to_.slopes_ == slopes_are::ranges ? all
                                                     : this->apply(function::divide, all, sum_along_row(are_extreme));
        }
        constexpr node_id one_of_row() { return to_.exact(1, static_cast<long long>(dims_[axis_].size)); }
        constexpr node_id softmax(node_id x) {
            return to_.g_.add(node_of::normalise(normalisation::softmax, axis_, dims_), x);
        }

    private:
        differentiation& to_;
        const shape dims_;
        const std::size_t axis_;
    };
    constexpr void pass_on_unary(node_id y, node_id d, node_id x) {
        builder b(*this);
        add_to(x, with_description(g_[y].apply, [&](auto f) { return f.adjoint(b, d, x, y); }));
    }

    constexpr void pass_on_binary(node_id y, node_id d, node_id a, node_id b) {
        builder n(*this);
        with_description_of_two(g_[y].apply, [&](auto f) {
            if (dependent_[a]) add_repeated(a, f.adjoint_of_first(n, d, a, b, y));
            if (dependent_[b]) add_repeated(b, f.adjoint_of_second(n, d, a, b, y));
        });
    }

    /// C = A B: dA = dC B^T, dB = A^T dC
    constexpr void pass_on_product(node_id d, node_id a, node_id b) {
        if (dependent_[a]) add_repeated(a, product(d, transposed(b)));
        if (dependent_[b]) add_repeated(b, product(transposed(a), d));
    }

    constexpr void pass_on_view(const node& n, node_id d, node_id x) {
        const bool permutes = dims(x).rank == n.dims.rank && is_bijection(n.map, dims(x), n.dims);
        bool invertible = permutes;
        for (std::size_t a = 0; a < n.map.rank; ++a) invertible = invertible && n.map.from[a] != index_map::fixed;
        if (!invertible) return add_to(x, scattered(d, n.map, dims(x)));
        index_map back = identity_map(n.map.rank);
        for (std::size_t a = 0; a < n.map.rank; ++a)
            back.from[static_cast<std::size_t>(n.map.from[a])] = static_cast<signed char>(a);
        add_to(x, view(d, back, dims(x)));
    }

    constexpr void pass_on_reduce(node_id y, node_id d, node_id x) {
        const node n = g_[y];
        row_builder b(*this, dims(x), n.axis);
        const node_id row = b.along_row(d);
        add_to(x, with_description(n.reduce, [&](auto r) { return r.adjoint(b, row, x, y); }));
    }

    constexpr void pass_on_normalise(node_id y, node_id d, node_id x) {
        const node n = g_[y];
        row_builder b(*this, n.dims, n.axis);
        add_to(x, with_description(n.weights, [&](auto described) {
                   if constexpr (described.traits.has_epsilon)
                       return described.adjoint(b, d, x, operand(y, 1), y);
                   else
                       return described.adjoint(b, d, y);
               }));
    }

    constexpr void pass_on_concat(node_id y, node_id d) {
        const node n = g_[y];
        std::size_t begin = 0;
        for (std::size_t k = 0; k < n.operand_count; ++k) {
            const node_id part = operand(y, k);
            if (dependent_[part]) add_to(part, g_.add(node_of::slice(n.axis, begin, dims(part)), d));
            begin += dims(part)[n.axis].size;
        }
    }

    /// Adds each element where it was looked up. With one more axis for each index, the adjoint is nonzero only where
    /// that axis equals the index; the map of the node leads back from there. Whole numbers have no slope.
    constexpr void pass_on_lookup(node_id y, node_id d, node_id x) {
        if (!dependent_[x]) return;
        const node n = g_[y];
        const std::size_t found = n.operand_count - 1;
        if (n.dims.rank + found > max_rank) fail("heed: the gradient of a lookup needs more axes than there can be");
        shape with;
        index_map own, to = n.map;
        own.rank = n.dims.rank;
        for (std::size_t k = 0; k < found; ++k) {
            with.push_back(dims(x)[n.found[k]]);
            to.from[n.found[k]] = static_cast<signed char>(k);
        }
        for (std::size_t a = 0; a < n.dims.rank; ++a) {
            with.push_back(n.dims[a]);
            own.from[a] = static_cast<signed char>(found + a);
        }
        for (std::size_t a = 0; a < to.rank; ++a)
            if (n.map.from[a] != index_map::fixed)
                to.from[a] = static_cast<signed char>(n.map.from[a] + static_cast<signed char>(found));
        node_id there = view(d, own, with);
        for (std::size_t k = 0; k < found; ++k) {
            const node_id index = operand(y, k + 1);
            const index_map repeats = compose(own, broadcast_map(dims(index), n.dims));
            const node_id place = g_.add(node_of::index(k, with)), wanted = view(index, repeats, with);
            const node_id here = g_.add(node_of::elementwise(function::equal, with), place, wanted);
            there = g_.add(node_of::elementwise(function::keep, with), here, there);
        }
        add_to(x, scattered(there, to, dims(x)));
    }

    /// Y = X^-1: dX = -Y^T dY Y^T
    constexpr void pass_on_inverse(node_id y, node_id d, node_id x) {
        const node_id yt = transposed(y);
        add_to(x, apply(function::negate, product(product(yt, d), yt)));
    }

    graph<Capacity>& g_;
    node_id result_;
    slopes_are slopes_;
    static_vector<bool, Capacity> dependent_{};
    static_vector<node_id, Capacity> adjoints_{};
};

/// The gradient of the first result of a graph; its seed is one more leaf. wanted(id): whether the adjoint of this node
/// is requested
template <std::size_t To, std::size_t From, class Wanted>
constexpr gradient<To> gradient_with(const graph<From>& g, const Wanted& wanted) {
    gradient<To> d;
    d.formula_nodes = g.nodes.size();
    copy_graph(g, d.g);
    std::size_t leaves = 0;
    for (const node& n : g.nodes) leaves += n.kind == node_kind::leaf ? 1 : 0;
    d.seed = d.g.add(node_of::leaf(leaves, g[g.results[0]].dims));
    d.adjoints = differentiation<To>(d.g, g.results[0], slopes_are::ranges, wanted).run(d.seed);
    d.adjoints.resize(d.formula_nodes, no_node);
    return d;
}

/// The gradient of the first result of a graph with respect to some of its leaves.
template <std::size_t To, std::size_t From>
constexpr gradient<To> gradient_of(const graph<From>& g, const leaf_set<From>& wanted) {
    return gradient_with<To>(g, [&](node_id id) { return g[id].kind == node_kind::leaf && wanted[g[id].leaf]; });
}

/// The gradient with respect to every node, as if an error were added to each: the effect of rounding errors. Whole
/// numbers up to 256 have no errors in any format.
template <std::size_t To, std::size_t From>
constexpr gradient<To> gradient_of_nodes(const graph<From>& g) {
    return gradient_with<To>(g, [&](node_id id) {
        const surd& x = g[id].value;
        const bool small = x.numerator >= -256 && x.numerator <= 256 && x.denominator == 1 && x.radicand == 1;
        return g[id].kind != node_kind::constant || !small;
    });
}

}  // namespace heed::detail
