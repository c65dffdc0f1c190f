// SPDX-License-Identifier: BSL-1.0
// One plan that writes several results: a graph made by hand over the leaves of a formula. Each result has the bits
// that a plan for it alone gives it.
#include <heed/graph/build.hpp>
#include <heed/heed.hpp>

#include <gtest/gtest.h>

namespace heed::test {

using detail::function;
using detail::graph;
using detail::node_id;
using detail::shape;
namespace node_of = detail::node_of;

constexpr std::size_t rows = 21, inner = 70, columns = 13, capacity = 32;

const tensor<float, rows, inner>& left() {
    static const tensor<float, rows, inner> A = [] {
        tensor<float, rows, inner> a;
        for (std::size_t i = 0; i < a.size(); ++i) a.data()[i] = static_cast<float>(i * 37 % 101) / 101 - 0.5f;
        return a;
    }();
    return A;
}
const tensor<float, inner, columns>& right() {
    static const tensor<float, inner, columns> B = [] {
        tensor<float, inner, columns> b;
        for (std::size_t i = 0; i < b.size(); ++i) b.data()[i] = static_cast<float>(i * 53 % 97) / 97 - 0.5f;
        return b;
    }();
    return B;
}

/// Leaves A and B. Results: softmax(A * B), row sums of exp(A), A * B with its axes exchanged, and A.
constexpr graph<capacity> graph_of_results() {
    graph<capacity> g;
    const node_id a = g.add(node_of::leaf(0, shape(rows, inner))), b = g.add(node_of::leaf(1, shape(inner, columns)));
    const node_id product = detail::add_product(g, shape(rows, columns), a, b);
    const node_id powers = g.add(node_of::elementwise(function::exp, shape(rows, inner)), a);
    g.results.push_back(g.add(node_of::normalise(detail::normalisation::softmax, 1, shape(rows, columns)), product));
    g.results.push_back(g.add(node_of::reduce(detail::reduction::sum, 1, shape(extent(rows))), powers));
    g.results.push_back(g.add(node_of::transpose(shape(rows, columns)), product));
    g.results.push_back(a);
    return g;
}

/// All results in one plan, or one of them alone.
struct together {
    static constexpr graph<capacity> value = graph_of_results();
};
template <std::size_t Which>
struct alone {
    static constexpr graph<capacity> value = [] {
        graph<capacity> g = graph_of_results();
        const node_id wanted = g.results[Which];
        g.results = {};
        g.results.push_back(wanted);
        return g;
    }();
};

template <class Graph, class Policy, class... Result>
void run(const Policy& policy, Result&... result) {
    using plan = detail::lowered<Graph, sizeof(float), Policy::shares_tiles>;
    const auto formula = detail::operand_of(left() * right());
    using F = std::remove_cvref_t<decltype(formula)>;
    detail::leaf_table_for<F, float> leaves;
    leaves.add(formula);
    const detail::planned_formula<plan, F, float, Policy> planned{formula, leaves, {}, policy};
    typename detail::planned_formula<plan, F, float, Policy>::memory memory(planned);
    planned.run({result.data()...}, memory);
}

template <std::size_t Which, class Policy, class Tensor>
void expect_as_alone(const Policy& policy, const Tensor& result) {
    Tensor expected;
    run<alone<Which>>(policy, expected);
    EXPECT_TRUE(result == expected) << "result " << Which;
}

template <class Policy>
void expect_all_as_alone(const Policy& policy) {
    tensor<float, rows, columns> weights;
    tensor<float, rows> sums;
    tensor<float, columns, rows> exchanged;
    tensor<float, rows, inner> copy;
    run<together>(policy, weights, sums, exchanged, copy);
    expect_as_alone<0>(policy, weights);
    expect_as_alone<1>(policy, sums);
    expect_as_alone<2>(policy, exchanged);
    expect_as_alone<3>(policy, copy);
    EXPECT_TRUE(copy == left());
    EXPECT_TRUE(exchanged == evaluate(transpose(left() * right())));
}

TEST(several_results, are_what_each_is_alone) { expect_all_as_alone(seq); }

/// Shared by threads, tiles are others.
struct shared_tiles : sequential_policy {
    static constexpr bool shares_tiles = true;
};
TEST(several_results, are_what_each_is_alone_in_tiles_of_threads) { expect_all_as_alone(shared_tiles()); }

}  // namespace heed::test
