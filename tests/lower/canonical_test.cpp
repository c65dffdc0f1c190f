// SPDX-License-Identifier: BSL-1.0
// The canonical form: views at the leaves, softmax along the last axis, weights on the left, exact scalars folded.
#include <heed/heed.hpp>

#include <gtest/gtest.h>

namespace heed::test {

using detail::function;
using detail::node_kind;

template <class F>
inline constexpr auto form_of = detail::canonical<64>(detail::graph_of<std::remove_cvref_t<F>>);

template <class Graph>
constexpr std::size_t count(const Graph& g, node_kind kind) {
    std::size_t n = 0;
    for (const auto& node : g.nodes) n += node.kind == kind;
    return n;
}

template <class Graph>
constexpr bool views_are_of_leaves_or_stored_values(const Graph& g) {
    for (detail::node_id id = 0; id < g.nodes.size(); ++id)
        if (g[id].kind == node_kind::view && g[g.operand(id, 0)].kind == node_kind::view) return false;
    return true;
}

const matrix<float, 4, 6> A, B;
const matrix<float, 6, 5> C;

TEST(canonical, views_move_to_the_leaves) {
    const auto f = rows<1, 3>(transpose(transpose(cols<0, 3>(A + B))));
    constexpr auto g = form_of<decltype(f)>;
    static_assert(views_are_of_leaves_or_stored_values(g));
    static_assert(count(g, node_kind::view) == 2);
    const auto& sum = g[g.results[0]];
    EXPECT_EQ(sum.kind, node_kind::elementwise);
    EXPECT_EQ(sum.dims, detail::shape(2, 3));
}

/// (A C)^T = C^T A^T: the order in which the result is written.
TEST(canonical, a_transposed_product_is_a_product_of_transposes) {
    const auto f = transpose(A * C);
    constexpr auto g = form_of<decltype(f)>;
    constexpr auto result = g[g.results[0]];
    static_assert(result.kind == node_kind::product);
    EXPECT_EQ(result.dims, detail::shape(5, 4));
}

TEST(canonical, division_by_an_exact_scalar_is_multiplication) {
    const auto f = A / sqrt(dim<1>(A)) * dim<0>(A);
    constexpr auto g = form_of<decltype(f)>;
    for (const auto& n : g.nodes) EXPECT_NE(n.apply, function::divide);
    for (const auto& n : g.nodes)
        EXPECT_TRUE(n.kind != node_kind::constant || n.value.radicand == 6 || n.value == detail::surd({4, 1, 1}) ||
                    n.value == detail::surd({6, 1, 1}));
}

TEST(canonical, softmax_runs_along_the_last_axis) {
    const auto f = softmax<0>(A);
    constexpr auto g = form_of<decltype(f)>;
    for (const auto& n : g.nodes) EXPECT_TRUE(n.kind != node_kind::normalise || n.axis + 1 == n.dims.rank);
    EXPECT_EQ(count(g, node_kind::normalise), 1U);
}

TEST(canonical, weights_are_on_the_left) {
    const auto f = transpose(C) * softmax<0>(transpose(A));
    constexpr auto g = form_of<decltype(f)>;
    for (detail::node_id id = 0; id < g.nodes.size(); ++id)
        EXPECT_TRUE(g[id].kind != node_kind::product || g[g.operand(id, 0)].kind == node_kind::normalise);
    EXPECT_EQ(count(g, node_kind::product), 1U);
}

TEST(canonical, vectors_become_matrices) {
    const vector<float, 6> v;
    const auto f = v + v;
    constexpr auto g = form_of<decltype(f)>;
    EXPECT_EQ(g[g.results[0]].dims, detail::shape(1, 6));
}

}  // namespace heed::test
