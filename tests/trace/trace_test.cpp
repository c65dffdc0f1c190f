// SPDX-License-Identifier: BSL-1.0
// The graph of a formula: its nodes in order, leaves as they are written, exact scalars as constants.
#include <heed/expr/along_axis.hpp>
#include <heed/expr/attention.hpp>
#include <heed/expr/elementwise.hpp>
#include <heed/expr/matrix_product.hpp>
#include <heed/expr/reduce.hpp>
#include <heed/expr/structure.hpp>
#include <heed/trace/trace.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <utility>
#include <vector>

namespace {

using heed::matrix;
using heed::tensor;
using heed::vector;
using heed::detail::graph_of;
using heed::detail::index_map;
using heed::detail::node_id;
using heed::detail::node_kind;
using heed::detail::operand_t;
using heed::detail::shape;
using heed::detail::surd;

inline constexpr heed::axis tokens{"tokens"}, d_k{"d_k"};

const tensor<float, tokens[5], d_k[3]> Q{}, K{}, V{};

/// The graph of the formula that an expression makes.
template <class F>
constexpr auto graph_for(const F&) {
    return graph_of<operand_t<const F&>>;
}

template <class G>
std::vector<node_kind> kinds(const G& g) {
    std::vector<node_kind> all;
    for (const auto& n : g.nodes) all.push_back(n.kind);
    return all;
}

template <class G>
std::vector<node_id> operands(const G& g, node_id id) {
    std::vector<node_id> all;
    for (std::size_t i = 0; i < g[id].operand_count; ++i) all.push_back(g.operand(id, i));
    return all;
}

TEST(trace, of_attention_has_its_nodes_in_order) {
    const auto g = graph_for(attention(Q, K, V));
    using enum node_kind;
    ASSERT_EQ(kinds(g), (std::vector{leaf, leaf, view, product, constant, elementwise, normalise, leaf, product}));
    EXPECT_EQ(operands(g, 2), std::vector<node_id>{1});
    EXPECT_EQ(operands(g, 3), (std::vector<node_id>{0, 2}));
    EXPECT_EQ(operands(g, 5), (std::vector<node_id>{3, 4}));
    EXPECT_EQ(operands(g, 6), std::vector<node_id>{5});
    EXPECT_EQ(operands(g, 8), (std::vector<node_id>{6, 7}));
    ASSERT_EQ(g.results.size(), 1U);
    EXPECT_EQ(g.results[0], 8U);

    EXPECT_EQ(g[3].dims, shape(tokens[5], tokens[5]));
    EXPECT_EQ(g[4].value, (surd{1, 1, 3}));
    EXPECT_EQ(g[4].dims, shape());
    EXPECT_EQ(g[5].apply, heed::detail::function::divide);
    EXPECT_EQ(g[6].weights, heed::detail::normalisation::softmax);
    EXPECT_EQ(g[6].axis, 1U);
    EXPECT_EQ(g[8].dims, shape(tokens[5], d_k[3]));
}

TEST(trace, numbers_leaves_as_they_are_written) {
    const auto g = graph_for(hadamard(Q + 2.0F, V) - K);
    std::vector<std::size_t> numbers;
    for (const auto& n : g.nodes)
        if (n.kind == node_kind::leaf) numbers.push_back(n.leaf);
    EXPECT_EQ(numbers, (std::vector<std::size_t>{0, 1, 2, 3}));
    EXPECT_EQ(operands(g, g.results[0]).size(), 2U);
    EXPECT_EQ(g[g.operand(g.results[0], 1)].leaf, 3U);
}

/// A leaf is a place in the formula: the same tensor twice is two leaves.
TEST(trace, does_not_guess_which_leaves_are_the_same) {
    const auto g = graph_for(Q + Q);
    EXPECT_EQ(kinds(g), (std::vector{node_kind::leaf, node_kind::leaf, node_kind::elementwise}));
}

TEST(trace, of_equal_formulas_is_equal) {
    const matrix<float, 5, 3> a{}, b{};
    const matrix<double, 5, 3> wide{};
    EXPECT_EQ(graph_for(softmax(a * transpose(b))), graph_for(softmax(b * transpose(a))));
    EXPECT_EQ(graph_for(exp(a)), graph_for(exp(matrix<float, 5, 3>())));
    EXPECT_EQ(graph_for(exp(a)), graph_for(exp(wide)));
    EXPECT_FALSE(graph_for(exp(a)) == graph_for(log(a)));
    EXPECT_FALSE(graph_for(a + Q) == graph_for(Q + a));  // names belong to the graph
    EXPECT_EQ(graph_for(attention(Q, K, V)), graph_for(softmax(Q * transpose(K) / sqrt(heed::constant<3>{})) * V));
}

TEST(trace, gives_vectors_the_axis_of_a_matrix_and_takes_it_away) {
    const vector<float, 3> v{};
    const auto g = graph_for(Q * v);
    using enum node_kind;
    ASSERT_EQ(kinds(g), (std::vector{leaf, leaf, view, product, view}));
    EXPECT_EQ(g[2].dims, shape(3, 1));
    EXPECT_EQ(g[2].map.from[0], 0);
    EXPECT_EQ(g[3].dims, shape(tokens[5], 1));
    EXPECT_EQ(g[4].dims, shape(tokens[5]));
    EXPECT_EQ(g[4].map.from[0], 0);
    EXPECT_EQ(g[4].map.from[1], index_map::fixed);

    const auto& row = graph_for(v * transpose(Q));
    ASSERT_EQ(kinds(row), (std::vector{leaf, leaf, view, view, product, view}));
    EXPECT_EQ(row[3].dims, shape(1, 3));
    EXPECT_EQ(row[3].map.from[0], 1);
    EXPECT_EQ(row[5].map.from[0], index_map::fixed);
    EXPECT_EQ(row[5].map.from[1], 0);
}

TEST(trace, reads_parts_and_transposes_through_index_maps) {
    const tensor<float, 2, 3, 4> t{};
    const auto& moved = graph_for(heed::permute<2, 0, 1>(t));
    EXPECT_EQ(moved[1].dims, shape(4, 2, 3));
    EXPECT_EQ(moved[1].map.from[0], 1);  // y(i, j, k) = t(j, k, i)
    EXPECT_EQ(moved[1].map.from[1], 2);
    EXPECT_EQ(moved[1].map.from[2], 0);

    const auto& part = graph_for(heed::cols<1, 3>(t));
    EXPECT_EQ(part[1].dims, shape(2, 3, 2));
    EXPECT_EQ(part[1].map.offset[2], 1U);
    EXPECT_EQ(part[1].map.offset[1], 0U);
}

TEST(trace, records_axes_and_all_parts_of_a_concatenation) {
    const auto& reduced = graph_for(logsumexp<tokens>(Q));
    EXPECT_EQ(reduced[1].kind, node_kind::reduce);
    EXPECT_EQ(reduced[1].axis, 0U);
    EXPECT_EQ(reduced[1].reduce, heed::detail::reduction::logsumexp);

    const auto g = graph_for(heed::concat<0>(Q, K + 1, V));
    EXPECT_EQ(operands(g, g.results[0]), (std::vector<node_id>{0, 3, 4}));
    EXPECT_EQ(g[g.results[0]].axis, 0U);
}

TEST(trace, marks_leaves_whose_strides_are_known_at_run_time) {
    const heed::strided_view<const float, 3, 5> columns(Q.data(), {1, 3});
    const auto g = graph_for(Q + heed::strided_view<const float, 5, 3>(Q.data(), {3, 1}));
    EXPECT_FALSE(g[0].strided);
    EXPECT_TRUE(g[1].strided);
    EXPECT_TRUE(graph_for(columns)[0].strided);
    EXPECT_FALSE(graph_for(heed::view(Q))[0].strided);
}

}  // namespace
