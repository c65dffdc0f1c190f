// SPDX-License-Identifier: BSL-1.0
// The value of a formula node by node, as it is written: every intermediate result is stored, softmax takes two passes.
// The oracle of the tests. It reads the graph and knows nothing of plans and loops.
#pragma once

#include <heed/expr/deduce.hpp>
#include <heed/reference/functions.hpp>
#include <heed/trace/leaves.hpp>
#include <heed/trace/trace.hpp>

#include <boost/hana/for_each.hpp>

#include <array>
#include <cstddef>
#include <vector>

namespace heed {

namespace detail::reference {

using index = std::array<std::size_t, max_rank>;

/// The next index in row-major order; back at the first after the last.
inline void advance(index& at, const shape& dims) {
    for (std::size_t a = dims.rank; a-- > 0;) {
        if (++at[a] < dims[a].size) return;
        at[a] = 0;
    }
}

inline std::size_t position(const index& at, const shape& dims) {
    std::size_t offset = 0;
    for (std::size_t a = 0; a < dims.rank; ++a) offset = offset * dims[a].size + at[a];
    return offset;
}

/// An operand's index from that of a result, axes aligned from the right, axes of size 1 repeated.
inline index aligned(const index& at, const shape& result, const shape& operand) {
    index inner{};
    for (std::size_t a = 0; a < operand.rank; ++a)
        inner[a] = operand[a].size == 1 ? 0 : at[a + result.rank - operand.rank];
    return inner;
}

template <class T>
struct value {
    shape dims{};
    std::vector<T> items{};

    const T& at(const index& i) const { return items[position(i, dims)]; }
};

/// Calls f(index) for every element and collects what it returns.
template <class T, class F>
value<T> tabulate(const shape& dims, const F& f) {
    value<T> result{dims, {}};
    result.items.reserve(dims.size());
    index at{};
    for (std::size_t i = 0; i < dims.size(); ++i, advance(at, dims)) result.items.push_back(f(at));
    return result;
}

/// The numbers of a row along an axis, the row chosen by the other coordinates of `at`.
template <class T>
std::vector<T> row_along(const value<T>& x, index at, std::size_t axis) {
    std::vector<T> row;
    for (at[axis] = 0; at[axis] < x.dims[axis].size; ++at[axis]) row.push_back(x.at(at));
    return row;
}

template <class T>
T sum_of(const std::vector<T>& row) {
    T sum = T(0);
    for (const T& x : row) sum += x;
    return sum;
}

template <class T>
T reduced(reduction r, const std::vector<T>& row) {
    using std::exp, std::log;
    T most = row[0], least = row[0];
    for (const T& x : row) {
        most = evaluate_function(function::max, most, x);
        least = evaluate_function(function::min, least, x);
    }
    if (r == reduction::sum) return sum_of(row);
    if (r == reduction::mean) return sum_of(row) / T(static_cast<long long>(row.size()));
    if (r == reduction::max) return most;
    if (r == reduction::min) return least;
    if (most == -std::numeric_limits<T>::infinity()) return most;
    T sum = T(0);
    for (const T& x : row) sum += exp(T(x - most));
    return log(sum) + most;
}

/// softmax in two passes; 0 where every number is minus infinity.
template <class T>
T weight(normalisation n, const std::vector<T>& row, const T& x) {
    using std::exp;
    const T total = reduced(reduction::logsumexp, row);
    const T lowest = -std::numeric_limits<T>::infinity();
    if (total == lowest) return n == normalisation::softmax ? T(0) : lowest;
    if (n == normalisation::log_softmax) return x - total;
    const T most = reduced(reduction::max, row);
    T sum = T(0);
    for (const T& y : row) sum += exp(T(y - most));
    return exp(T(x - most)) / sum;
}

/// Evaluates the nodes of a graph in order.
template <class T, std::size_t Capacity>
class evaluation {
public:
    evaluation(const graph<Capacity>& g, const std::vector<value<T>>& leaves) : g_(g) {
        for (node_id id = 0; id < g.nodes.size(); ++id) values_.push_back(evaluate(g[id], leaves));
    }
    const value<T>& result(std::size_t k) const { return values_[g_.results[k]]; }

private:
    const value<T>& operand(const node& n, std::size_t k) const { return values_[g_.operands[n.first_operand + k]]; }

    value<T> evaluate(const node& n, const std::vector<value<T>>& leaves) const {
        switch (n.kind) {
            case node_kind::leaf: return leaves[n.leaf];
            case node_kind::constant: return {n.dims, {constant_value(n.value)}};
            case node_kind::elementwise: return elementwise(n);
            case node_kind::product: return product(n);
            case node_kind::view: return viewed(n);
            case node_kind::reduce: return reduce(n);
            case node_kind::normalise: return normalise(n);
            case node_kind::concat: return concat(n);
        }
        return {};
    }

    static T constant_value(const surd& s) {
        using std::sqrt;
        return T(s.numerator) * sqrt(T(s.radicand)) / T(s.denominator);
    }

    value<T> elementwise(const node& n) const {
        return tabulate<T>(n.dims, [&](const index& at) {
            const value<T>& a = operand(n, 0);
            const T& x = a.at(aligned(at, n.dims, a.dims));
            if (n.operand_count == 1) return evaluate_function(n.apply, x);
            const value<T>& b = operand(n, 1);
            return evaluate_function(n.apply, x, b.at(aligned(at, n.dims, b.dims)));
        });
    }

    value<T> product(const node& n) const {
        const value<T>&a = operand(n, 0), &b = operand(n, 1);
        return tabulate<T>(n.dims, [&](const index& at) {
            index left = aligned(at, n.dims, a.dims), right = aligned(at, n.dims, b.dims);
            left[a.dims.rank - 2] = at[n.dims.rank - 2];
            right[b.dims.rank - 1] = at[n.dims.rank - 1];
            T sum = T(0);
            for (std::size_t k = 0; k < a.dims.from_right(0).size; ++k) {
                left[a.dims.rank - 1] = right[b.dims.rank - 2] = k;
                sum += a.at(left) * b.at(right);
            }
            return sum;
        });
    }

    value<T> viewed(const node& n) const {
        return tabulate<T>(n.dims, [&](const index& at) {
            index inner{};
            for (std::size_t a = 0; a < n.map.rank; ++a)
                inner[a] = n.map.offset[a] +
                           (n.map.from[a] == index_map::fixed ? 0 : at[static_cast<std::size_t>(n.map.from[a])]);
            return operand(n, 0).at(inner);
        });
    }

    value<T> reduce(const node& n) const {
        return tabulate<T>(n.dims, [&](const index& at) {
            index inner{};
            for (std::size_t a = 0; a < n.dims.rank; ++a) inner[a < n.axis ? a : a + 1] = at[a];
            return reduced(n.reduce, row_along(operand(n, 0), inner, n.axis));
        });
    }

    value<T> normalise(const node& n) const {
        return tabulate<T>(n.dims, [&](const index& at) {
            return weight(n.weights, row_along(operand(n, 0), at, n.axis), operand(n, 0).at(at));
        });
    }

    value<T> concat(const node& n) const {
        return tabulate<T>(n.dims, [&](index at) {
            std::size_t k = 0;
            for (; at[n.axis] >= operand(n, k).dims[n.axis].size; ++k) at[n.axis] -= operand(n, k).dims[n.axis].size;
            return operand(n, k).at(at);
        });
    }

    const graph<Capacity>& g_;
    std::vector<value<T>> values_;
};

/// The leaves of a formula as values of T, in the order of the formula.
template <class T>
struct leaf_values {
    std::vector<value<T>> items{};

    template <class Elements>
    void add_elements(const Elements& elements) {
        value<T> leaf{shape_of<Elements>, {}};
        for (const auto& x : elements) leaf.items.push_back(static_cast<T>(x));
        items.push_back(leaf);
    }
    template <class Tensor>
    void add(const named<Tensor>& leaf) {
        add_elements(*leaf.tensor);
    }
    template <class Tensor>
    void add(const owned<Tensor>& leaf) {
        add_elements(leaf.tensor);
    }
    template <tensor_or_view View>
    void add(const View& leaf) {
        add_elements(leaf);
    }
    template <class U>
    void add(const literal<U>& leaf) {
        items.push_back({shape(), {static_cast<T>(leaf.value)}});
    }
    template <surd V>
    void add(const exact_scalar<V>&) {}
    template <class Operation, class... Operands>
    void add(const formula_of<Operation, Operands...>& f) {
        boost::hana::for_each(f.operands, [this](const auto& operand) { this->add(operand); });
    }
};

}  // namespace detail::reference

/// The value of a formula, computed in T node by node without fusion. For tests and comparisons: it is slow, stores
/// every intermediate result and needs <vector>.
/// T       float, double, long double, or a Boost.Multiprecision number without expression templates (et_off)
template <class T, formula F>
[[nodiscard]] auto evaluate_unfused(const F& f) {
    const auto& operand = detail::operand_of(f);
    using Operand = std::remove_cvref_t<decltype(operand)>;
    detail::reference::leaf_values<T> leaves;
    leaves.add(operand);
    const detail::reference::evaluation<T, detail::graph_of<Operand>.capacity> values(detail::graph_of<Operand>,
                                                                                      leaves.items);
    return detail::tensor_of<T, F>(values.result(0).items);
}

}  // namespace heed
