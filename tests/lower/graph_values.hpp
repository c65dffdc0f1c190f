// SPDX-License-Identifier: BSL-1.0
// What a graph means: its nodes one after the other, in doubles, straight from the words of graph.hpp. Knows no pass.
#pragma once

#include <heed/graph/graph.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <vector>

namespace heed::test {

using numbers = std::vector<double>;
using index = std::array<std::size_t, detail::max_rank>;

/// The index of the i-th element in row-major order.
inline index index_of(std::size_t i, const detail::shape& dims) {
    index at{};
    for (std::size_t a = dims.rank; a-- > 0; i /= dims[a].size) at[a] = i % dims[a].size;
    return at;
}

inline std::size_t position_of(const index& at, const detail::shape& dims) {
    std::size_t position = 0;
    for (std::size_t a = 0; a < dims.rank; ++a) position = position * dims[a].size + at[a];
    return position;
}

/// Where an operand of shape `inner`, aligned from the right, is read for an element of shape `outer`.
inline index aligned(const index& at, const detail::shape& inner, const detail::shape& outer) {
    index result{};
    for (std::size_t a = 0; a < inner.rank; ++a) result[a] = inner[a].size == 1 ? 0 : at[a + outer.rank - inner.rank];
    return result;
}

/// The functions of the graphs that tests build.
inline double applied(detail::function f, double a, double b) {
    using detail::function;
    switch (f) {
        case function::copy: return a;
        case function::negate: return -a;
        case function::abs: return std::abs(a);
        case function::tanh: return std::tanh(a);
        case function::relu: return a > 0 ? a : 0;
        case function::add: return a + b;
        case function::subtract: return a - b;
        case function::multiply: return a * b;
        case function::divide: return a / b;
        case function::max: return std::max(a, b);
        case function::less: return a < b;
        case function::less_equal: return a <= b;
        case function::both: return a != 0 && b != 0;
        case function::where: return a != 0 ? b : -std::numeric_limits<double>::infinity();
        default: throw std::logic_error("no graph of these tests has this function");
    }
}

inline numbers normalised(const numbers& row, detail::normalisation what) {
    const double most = *std::max_element(row.begin(), row.end());
    if (std::isinf(most)) return numbers(row.size(), 0);
    double sum = 0;
    for (const double x : row) sum += std::exp(x - most);
    numbers result;
    for (const double x : row)
        result.push_back(what == detail::normalisation::softmax ? std::exp(x - most) / sum : x - most - std::log(sum));
    return result;
}

inline double reduced(const numbers& row, detail::reduction what) {
    double sum = 0, most = row[0], least = row[0], exps = 0;
    for (const double x : row) {
        sum += x;
        most = std::max(most, x);
        least = std::min(least, x);
    }
    for (const double x : row) exps += std::exp(x - most);
    switch (what) {
        case detail::reduction::sum: return sum;
        case detail::reduction::mean: return sum / static_cast<double>(row.size());
        case detail::reduction::max: return most;
        case detail::reduction::min: return least;
        case detail::reduction::logsumexp: return most + std::log(exps);
    }
    return 0;
}

/// The inverse of an n x n matrix whose diagonal outweighs the rest.
inline numbers inverted(numbers m, std::size_t n) {
    numbers result(n * n, 0);
    for (std::size_t i = 0; i < n; ++i) result[i * n + i] = 1;
    for (std::size_t pivot = 0; pivot < n; ++pivot)
        for (std::size_t i = 0; i < n; ++i) {
            const double factor = (m[i * n + pivot] - (i == pivot ? 1 : 0)) / m[pivot * n + pivot];
            for (std::size_t j = 0; j < n; ++j) {
                const double of_m = factor * m[pivot * n + j], of_result = factor * result[pivot * n + j];
                m[i * n + j] -= of_m;
                result[i * n + j] -= of_result;
            }
        }
    return result;
}

/// The values of all nodes; leaves[i] has the elements of leaf i in row-major order.
template <std::size_t Capacity>
class graph_meaning {
public:
    graph_meaning(const detail::graph<Capacity>& g, const std::vector<numbers>& leaves) : g_(g), leaves_(leaves) {
        for (detail::node_id id = 0; id < g.nodes.size(); ++id) values_.push_back(value_of(id));
    }
    const numbers& operator[](detail::node_id id) const { return values_[id]; }
    const numbers& result(std::size_t which = 0) const { return values_[g_.results[which]]; }

private:
    using shape = detail::shape;
    using node_kind = detail::node_kind;

    double element(detail::node_id id, const index& at) const { return values_[id][position_of(at, g_[id].dims)]; }

    /// The elements of operand 0 along an axis: `at` is any index of them.
    numbers line(detail::node_id operand, index at, std::size_t axis) const {
        numbers result;
        for (at[axis] = 0; at[axis] < g_[operand].dims[axis].size; ++at[axis]) result.push_back(element(operand, at));
        return result;
    }

    numbers value_of(detail::node_id id) const {
        const detail::node& n = g_[id];
        if (n.kind == node_kind::leaf) return leaves_[n.leaf];
        if (n.kind == node_kind::inverse) return inverse_of(id);
        if (n.kind == node_kind::normalise) return normalised_lines_of(id);
        numbers result;
        result.reserve(n.dims.size());
        for (std::size_t i = 0; i < n.dims.size(); ++i) result.push_back(element_of(id, index_of(i, n.dims)));
        return result;
    }

    numbers normalised_lines_of(detail::node_id id) const {
        const detail::node& n = g_[id];
        numbers result(n.dims.size());
        for (std::size_t i = 0; i < n.dims.size(); ++i) {
            index at = index_of(i, n.dims);
            if (at[n.axis] != 0) continue;
            for (const double x : normalised(line(g_.operand(id, 0), at, n.axis), n.weights)) {
                result[position_of(at, n.dims)] = x;
                ++at[n.axis];
            }
        }
        return result;
    }

    double element_of(detail::node_id id, const index& at) const {
        const detail::node& n = g_[id];
        const auto operand = [&](std::size_t k) { return k < n.operand_count ? g_.operand(id, k) : 0; };
        const shape& dims = g_[operand(0)].dims;
        switch (n.kind) {
            case node_kind::constant:
                return static_cast<double>(n.value.numerator) / static_cast<double>(n.value.denominator) *
                       std::sqrt(static_cast<double>(n.value.radicand));
            case node_kind::index: return static_cast<double>(at[n.axis]);
            case node_kind::elementwise: {
                const auto operand_at = [&](std::size_t k) {
                    return element(operand(k), aligned(at, g_[operand(k)].dims, n.dims));
                };
                return applied(n.apply, operand_at(0), n.operand_count == 2 ? operand_at(1) : 0);
            }
            case node_kind::view: {
                index inner{};
                for (std::size_t a = 0; a < n.map.rank; ++a)
                    inner[a] = n.map.offset[a] + (n.map.from[a] < 0 ? 0 : at[static_cast<std::size_t>(n.map.from[a])]);
                for (const detail::index_link& link : n.map.links) {
                    inner[static_cast<std::size_t>(link.inner)] +=
                        at[static_cast<std::size_t>(link.outer)] / link.divisor * link.factor;
                }
                for (std::size_t a = 0; a < dims.rank; ++a)
                    if (inner[a] >= dims[a].size) throw std::out_of_range("a view reads beside its operand");
                return element(operand(0), inner);
            }
            case node_kind::reshape: return element(operand(0), index_of(position_of(at, g_[id].dims), dims));
            case node_kind::product: return sum_of_products(id, at);
            case node_kind::reduce: {
                index inner{};
                for (std::size_t a = 0; a < dims.rank; ++a) inner[a] = a < n.axis ? at[a] : a > n.axis ? at[a - 1] : 0;
                return reduced(line(operand(0), inner, n.axis), n.reduce);
            }
            case node_kind::concat: {
                index inner = at;
                std::size_t k = 0;
                for (; inner[n.axis] >= g_[operand(k)].dims[n.axis].size; ++k)
                    inner[n.axis] -= g_[operand(k)].dims[n.axis].size;
                return element(operand(k), inner);
            }
            default: throw std::logic_error("no graph of these tests has this kind of node");
        }
    }

    double sum_of_products(detail::node_id id, const index& at) const {
        const shape& dims = g_[id].dims;
        const detail::node_id a = g_.operand(id, 0), b = g_.operand(id, 1);
        index left = aligned(at, g_[a].dims, dims), right = aligned(at, g_[b].dims, dims);
        left[g_[a].dims.rank - 2] = at[dims.rank - 2];
        right[g_[b].dims.rank - 1] = at[dims.rank - 1];
        double sum = 0;
        for (std::size_t k = 0; k < g_[a].dims.from_right(0).size; ++k) {
            left[g_[a].dims.rank - 1] = right[g_[b].dims.rank - 2] = k;
            sum += element(a, left) * element(b, right);
        }
        return sum;
    }

    numbers inverse_of(detail::node_id id) const {
        const numbers& m = values_[g_.operand(id, 0)];
        const std::size_t n = g_[id].dims.from_right(0).size;
        numbers result;
        for (std::size_t begin = 0; begin < m.size(); begin += n * n) {
            const auto first = m.begin() + static_cast<std::ptrdiff_t>(begin);
            const numbers one = inverted(numbers(first, first + static_cast<std::ptrdiff_t>(n * n)), n);
            result.insert(result.end(), one.begin(), one.end());
        }
        return result;
    }

    const detail::graph<Capacity>& g_;
    const std::vector<numbers>& leaves_;
    std::vector<numbers> values_;
};

}  // namespace heed::test
