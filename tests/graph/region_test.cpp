// SPDX-License-Identifier: BSL-1.0
// Boxes of indices against what nodes really read: one element of an operand is poisoned with NaN, and every element of
// the node that reads it is NaN. All nodes of formulas drawn at random and of their gradients, each by itself, then
// whole graphs.
#include "tests/run/random_shapes_formula.hpp"

#include <heed/graph/build.hpp>
#include <heed/graph/gradient.hpp>
#include <heed/graph/region.hpp>
#include <heed/reference/gradient_values.hpp>
#include <heed/trace/trace.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using namespace heed;
using detail::function;
using detail::node;
using detail::node_id;
using detail::node_kind;
using detail::reduction;
using detail::region;
using detail::shape;
using test::mixed;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

template <class F>
using operand_of = std::remove_cvref_t<decltype(detail::operand_of(std::declval<const F&>()))>;

region element_of(const shape& dims, std::size_t i) {
    region at = detail::whole_of(dims);
    for (std::size_t a = dims.rank; a-- > 0; i /= dims[a].size) {
        at.begin[a] = i % dims[a].size;
        at.end[a] = at.begin[a] + 1;
    }
    return at;
}
bool has(const region& box, const region& element) {
    if (box.empty()) return false;
    for (std::size_t a = 0; a < element.rank; ++a)
        if (element.begin[a] < box.begin[a] || element.begin[a] >= box.end[a]) return false;
    return true;
}
/// Empty boxes are all alike.
bool agree(const region& a, const region& b) { return (a.empty() && b.empty()) || a == b; }

region random_box(const shape& dims, std::uint64_t seed) {
    region box = detail::whole_of(dims);
    for (std::size_t a = 0; a < dims.rank; ++a) {
        box.begin[a] = test::drawn(seed + 2 * a, 0, dims[a].size - 1);
        box.end[a] = test::drawn(seed + 2 * a + 1, box.begin[a] + 1, dims[a].size);
    }
    return box;
}
double random_value(std::uint64_t seed) { return 0.5 + static_cast<double>(mixed(seed) % 1000003) / 1000003; }

using small_graph = detail::graph<16>;
using small_values = detail::reference::graph_values<double, 16>;

/// One node of a graph, its operands being leaves.
template <std::size_t Capacity>
small_graph alone(const detail::graph<Capacity>& g, node_id id) {
    small_graph lone;
    std::vector<node_id> leaves;
    for (std::size_t k = 0; k < g[id].operand_count; ++k)
        leaves.push_back(lone.add(detail::node_of::leaf(k, g[g.operand(id, k)].dims)));
    lone.results.push_back(lone.add(g[id], leaves.data(), leaves.size()));
    return lone;
}

/// The last node of a graph, evaluated whole or in part.
class evaluation {
public:
    explicit evaluation(const small_graph& g) : g_(g), values_(g), id_(g.results[0]) {
        for (node_id k = 0; k < id_; ++k)
            for (std::size_t i = 0; i < g[k].dims.size(); ++i) operand(k, i) = random_value(1000 * k + i);
    }

    double& operand(std::size_t k, std::size_t i) { return values_.of(k)[i]; }
    std::vector<double> evaluate(const region& box) {
        if (g_[id_].kind != node_kind::view)
            for (std::size_t i = 0; i < g_[id_].dims.size(); ++i) values_.of(id_)[i] = -1;
        values_.evaluate(id_, box);
        std::vector<double> all;
        for (std::size_t i = 0; i < g_[id_].dims.size(); ++i)
            all.push_back(values_.element(id_, element_of(g_[id_].dims, i)));
        return all;
    }

private:
    const small_graph& g_;
    small_values values_;
    node_id id_;
};

/// The elements of operand k that a box reads lie in read_by, and it is no wider than they need. Evaluating the box
/// alone gives the same numbers.
void check_read(const small_graph& g, std::size_t k, const region& box) {
    const node& n = g[g.results[0]];
    const shape& dims = g[k].dims;
    evaluation e(g);
    const std::vector<double> whole = e.evaluate(detail::whole_of(n.dims)), part = e.evaluate(box);
    for (std::size_t i = 0; i < whole.size(); ++i) {
        if (has(box, element_of(n.dims, i))) {
            ASSERT_EQ(whole[i], part[i]);
        }
    }
    region needed = detail::nothing_of(dims);
    for (std::size_t i = 0; i < dims.size(); ++i) {
        const double kept = std::exchange(e.operand(k, i), nan);
        const std::vector<double> poisoned = e.evaluate(detail::whole_of(n.dims));
        bool read = false;
        for (std::size_t j = 0; j < poisoned.size(); ++j)
            read = read || (poisoned[j] != poisoned[j] && has(box, element_of(n.dims, j)));
        if (read) needed = detail::hull_of(needed, element_of(dims, i));
        e.operand(k, i) = kept;
    }
    EXPECT_TRUE(agree(detail::read_by(g, g.results[0], k, box), needed)) << "kind " << static_cast<int>(n.kind);
}

bool is_comparison(const node& n) {
    if (n.kind != node_kind::elementwise) return false;
    return n.apply == function::step || n.apply == function::abs_step || n.apply == function::sign ||
           n.apply == function::less || n.apply == function::less_equal;
}

/// Kinds of which nodes of a gradient are made that depend on the seed.
bool is_linear(const node& n, std::size_t k) {
    switch (n.kind) {
        case node_kind::elementwise:
            return n.apply == function::copy || n.apply == function::negate || n.apply == function::add ||
                   n.apply == function::subtract || n.apply == function::multiply ||
                   (n.apply == function::divide && k == 0);
        case node_kind::product:
        case node_kind::view:
        case node_kind::scatter: return true;
        case node_kind::reduce: return n.reduce == reduction::sum || n.reduce == reduction::mean;
        default: return false;
    }
}

/// Operand k is zero outside of a box, the others are not: what is not zero lies in support_of, and only sums of
/// products may have a support that is too wide (where no term has two factors).
void check_support(const small_graph& g, std::size_t k, const region& box) {
    const node& n = g[g.results[0]];
    evaluation e(g);
    region supports[16];
    for (node_id id = 0; id < g.results[0]; ++id) supports[id] = detail::whole_of(g[id].dims);
    supports[k] = box;
    const bool sum = n.kind == node_kind::elementwise && n.operand_count == 2 && n.apply != function::multiply &&
                     n.apply != function::divide;
    for (std::size_t i = 0; i < g[k].dims.size(); ++i)
        if (!has(box, element_of(g[k].dims, i))) e.operand(k, i) = 0;
    if (sum) {  // of a part that does not depend on the seed: in a gradient both do
        supports[1 - k] = detail::nothing_of(g[1 - k].dims);
        for (std::size_t i = 0; i < g[1 - k].dims.size(); ++i) e.operand(1 - k, i) = 0;
    }
    const std::vector<double> all = e.evaluate(detail::whole_of(n.dims));
    region needed = detail::nothing_of(n.dims);
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i] != 0) needed = detail::hull_of(needed, element_of(n.dims, i));
    const region found = detail::support_of(g, g.results[0], supports);
    EXPECT_TRUE(agree(found, needed)) << "kind " << static_cast<int>(n.kind) << " function "
                                      << static_cast<int>(n.apply);
}

/// How many nodes of each kind were looked at.
struct kinds {
    std::size_t read[16]{}, supported[16]{};
};

template <std::size_t Capacity>
void check_nodes(const detail::graph<Capacity>& g, std::uint64_t seed, kinds& seen) {
    for (node_id id = 0; id < g.nodes.size(); ++id) {
        if (g[id].operand_count == 0 || g[id].operand_count > 10) continue;
        const small_graph lone = alone(g, id);
        std::size_t work = g[id].dims.size();
        for (std::size_t k = 0; k < g[id].operand_count; ++k) work *= 1 + lone[k].dims.size();
        if (work > 40000) continue;
        for (std::size_t k = 0; k < g[id].operand_count; ++k)
            for (std::uint64_t draw = 0; draw < 3; ++draw) {
                const std::uint64_t mix = test::branch(seed, 100 * id + 10 * k + draw);
                if (!is_comparison(g[id])) {
                    check_read(lone, k, random_box(g[id].dims, mix));
                    ++seen.read[static_cast<std::size_t>(g[id].kind)];
                }
                if (is_linear(g[id], k)) {
                    check_support(lone, k, random_box(lone[k].dims, mix));
                    check_support(lone, k, detail::nothing_of(lone[k].dims));
                    ++seen.supported[static_cast<std::size_t>(g[id].kind)];
                }
            }
    }
}

template <std::size_t Capacity>
detail::leaf_set<Capacity> every_leaf(const detail::graph<Capacity>&) {
    detail::leaf_set<Capacity> all;
    all.resize(Capacity, true);
    return all;
}

template <class Values, std::size_t Capacity>
void fill_leaves(const detail::graph<Capacity>& g, Values& values) {
    for (node_id id = 0; id < g.nodes.size(); ++id)
        for (std::size_t i = 0; g[id].kind == node_kind::leaf && i < g[id].dims.size(); ++i)
            values.of(id)[i] = random_value(1000 * id + i);
}

/// With everything NaN but leaves and what an element is made of, the element is what it was.
template <std::size_t Capacity>
void check_demanded(const detail::graph<Capacity>& g) {
    using values_type = detail::reference::graph_values<double, Capacity>;
    values_type all(g), some(g);
    fill_leaves(g, all);
    fill_leaves(g, some);
    all.evaluate_all();
    const node_id result = g.results[0];
    const shape& dims = g[result].dims;
    for (std::size_t i = 0; i < dims.size(); i += 1 + dims.size() / 10) {
        const auto demanded = detail::demanded_by(g, result, element_of(dims, i));
        for (node_id id = 0; id <= result; ++id)
            for (std::size_t j = 0; g[id].kind != node_kind::view && j < g[id].dims.size(); ++j)
                if (g[id].kind != node_kind::leaf || !has(demanded[id], element_of(g[id].dims, j)))
                    some.of(id)[j] = nan;
        for (node_id id = 0; id <= result; ++id) some.evaluate(id, demanded[id]);
        EXPECT_EQ(some.element(result, element_of(dims, i)), all.element(result, element_of(dims, i)));
        fill_leaves(g, some);
    }
}

/// The gradient of an element in the parts that are not zero is the gradient.
template <std::size_t Capacity>
void check_gradient(const detail::gradient<Capacity>& d, const shape& dims) {
    using values_type = detail::reference::graph_values<double, Capacity>;
    detail::reference::gradient_values<double, Capacity> parts(d);
    fill_leaves(d.g, parts.values());
    for (std::size_t i = 0; i < dims.size(); ++i) parts.values().of(d.seed)[i] = 0;
    parts.evaluate_formula();
    for (std::size_t i = 0; i < dims.size(); i += 1 + dims.size() / 10) {
        values_type all(d.g);
        fill_leaves(d.g, all);
        for (std::size_t j = 0; j < dims.size(); ++j) all.of(d.seed)[j] = i == j ? 1 : 0;
        all.evaluate_all();
        parts.seed(element_of(dims, i));
        for (node_id id = 0; id < d.formula_nodes; ++id) {
            const node_id adjoint = d.adjoints[id];
            if (d.g[id].kind != node_kind::leaf || adjoint == detail::no_node) continue;
            for (std::size_t j = 0; j < d.g[id].dims.size(); ++j) {
                const region at = element_of(d.g[id].dims, j);
                const double expected = all.element(adjoint, at);
                const double found = has(parts.support(adjoint), at) ? parts.values().element(adjoint, at) : 0;
                EXPECT_NEAR(found, expected, 1e-12 * (1 + std::abs(expected)));
            }
        }
    }
}

template <std::uint64_t Seed>
void check_random(kinds& seen) {
    constexpr shape s = test::random_shape(Seed);
    const auto f = test::random_formula_of_shape<double, Seed, 3, s>();
    constexpr const auto& g = detail::graph_of<operand_of<decltype(f)>>;
    SCOPED_TRACE(testing::Message() << "seed " << Seed);
    constexpr std::size_t capacity = detail::gradient_capacity(g.nodes.size());
    const auto d = std::make_unique<detail::gradient<capacity>>(detail::gradient_of<capacity>(g, every_leaf(g)));
    check_nodes(d->g, Seed, seen);
    std::size_t elements = 0;
    for (const node& n : d->g.nodes) elements += n.dims.size();
    if (elements > 20000) return;
    check_demanded(g);
    check_gradient(*d, g[g.results[0]].dims);
}

TEST(region, of_random_formulas_and_their_gradients) {
    kinds seen;
    []<std::uint64_t... Seed>(kinds & all, std::integer_sequence<std::uint64_t, Seed...>) {
        (check_random<Seed>(all), ...);
    }
    (seen, std::make_integer_sequence<std::uint64_t, 50>());
    for (const node_kind kind : {node_kind::elementwise, node_kind::product, node_kind::view, node_kind::reduce,
                                 node_kind::normalise, node_kind::concat, node_kind::scatter})
        EXPECT_GE(seen.read[static_cast<std::size_t>(kind)], 50U) << static_cast<int>(kind);
    for (const node_kind kind :
         {node_kind::elementwise, node_kind::product, node_kind::view, node_kind::reduce, node_kind::scatter})
        EXPECT_GE(seen.supported[static_cast<std::size_t>(kind)], 50U) << static_cast<int>(kind);
}

TEST(region, of_inverses) {
    kinds seen;
    const tensor<double, 2, 3, 3> matrices;
    const tensor<double, 3, 2> b;
    const auto f = inverse(matrices) * b;
    constexpr const auto& g = detail::graph_of<operand_of<decltype(f)>>;
    const auto d = detail::gradient_of<128>(g, every_leaf(g));
    check_nodes(d.g, 1, seen);
    check_demanded(g);
    check_gradient(d, g[g.results[0]].dims);
    EXPECT_GE(seen.read[static_cast<std::size_t>(node_kind::inverse)], 3U);
}

}  // namespace
