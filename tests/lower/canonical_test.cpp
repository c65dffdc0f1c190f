// SPDX-License-Identifier: BSL-1.0
// The canonical form: views at the leaves, softmax along the last axis, weights on the left, exact scalars folded.
#include <heed/heed.hpp>
#include <tests/lower/passes.hpp>

#include <gtest/gtest.h>

namespace heed::test {

using detail::function;
using detail::node_id;
using detail::node_kind;
using detail::shape;

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

/// One column is a row: its sums are lanes of registers. Not where the other operand is computed, a tile of rows at a
/// time.
TEST(canonical, one_column_is_computed_as_a_row) {
    const matrix<float, 6, 1> column;
    const matrix<float, 1, 4> row;
    const auto dims = [](const auto& f) {
        const auto g = form_of<decltype(f)>;
        node_id id = g.results[0];
        if (g[id].kind == node_kind::view) id = g.operand(id, 0);
        return g[id].dims;
    };
    EXPECT_EQ(dims(A * column), shape(1, 4));
    EXPECT_EQ(dims(transpose(A) * transpose(row)), shape(1, 6));
    EXPECT_EQ(dims(transpose(row * A)), shape(1, 6));
    EXPECT_EQ(dims(relu(A * C) * matrix<float, 5, 1>()), shape(4, 1));
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

using lowered_graph = detail::graph<lowered_capacity>;

/// Operand k of a node: the leaf behind its view, and how the leaf is read.
struct read_leaf {
    std::size_t leaf;
    std::vector<int> from;
    std::vector<std::size_t> offset;

    friend bool operator==(const read_leaf&, const read_leaf&) = default;
};
read_leaf operand_of(const lowered_graph& g, node_id id, std::size_t k) {
    const node_id operand = g.operand(id, k);
    const bool viewed = g[operand].kind == node_kind::view;
    const detail::node& leaf = viewed ? g[g.operand(operand, 0)] : g[operand];
    const detail::index_map map = viewed ? g[operand].map : detail::identity_map(leaf.dims.rank);
    read_leaf r{leaf.leaf, {}, {}};
    for (std::size_t a = 0; a < map.rank; ++a) {
        r.from.push_back(map.from[a]);
        r.offset.push_back(map.offset[a]);
    }
    return r;
}

/// Rows of a product are rows of its left operand, columns are those of the right one, leading axes are read in both.
TEST(canonical, a_part_of_a_product_reads_parts_of_both_operands) {
    for (const bool transposed : {false, true}) {
        graph_builder b;
        const node_id left = b.leaf(shape(3, 7, 4)), right = b.leaf(shape(3, 4, 6));
        node_id part = b.slice(b.slice(b.slice(b.product(left, right), 0, 1, 2), 1, 2, 3), 2, 1, 5);
        if (transposed) part = b.transpose(part);
        const auto g = detail::canonical<lowered_capacity>(b.finished(part));
        const node_id product = g.results[0];
        ASSERT_EQ(g[product].kind, node_kind::product);
        EXPECT_EQ(g[product].dims, transposed ? shape(2, 5, 3) : shape(2, 3, 5));
        const read_leaf of_left{0, {0, transposed ? 2 : 1, transposed ? 1 : 2}, {1, 2, 0}};
        const read_leaf of_right{1, {0, transposed ? 2 : 1, transposed ? 1 : 2}, {1, 0, 1}};
        EXPECT_EQ(operand_of(g, product, 0), transposed ? of_right : of_left);
        EXPECT_EQ(operand_of(g, product, 1), transposed ? of_left : of_right);
    }
}

/// An operand without the leading axes, or with one of size 1, is read for all of them.
TEST(canonical, operands_of_a_product_repeat_along_leading_axes) {
    graph_builder b;
    const node_id left = b.leaf(shape(1, 7, 4)), right = b.leaf(shape(3, 4, 6));
    const node_id part = b.slice(b.product(left, right), 0, 2, 1);
    const auto g = detail::canonical<lowered_capacity>(b.finished(b.slice(part, 1, 3, 2)));
    const node_id product = g.results[0];
    ASSERT_EQ(g[product].kind, node_kind::product);
    EXPECT_EQ(operand_of(g, product, 0).offset, (std::vector<std::size_t>{0, 3, 0}));
    EXPECT_EQ(operand_of(g, product, 1).offset, (std::vector<std::size_t>{2, 0, 0}));
}

/// permute<2, 0, 1> of a part: each axis of the leaf follows its own axis of the result.
TEST(canonical, permutations_and_parts_become_one_view) {
    graph_builder b;
    const node_id part = b.slice(b.permute(b.slice(b.leaf(shape(5, 6, 7)), 0, 1, 4), {2, 0, 1}), 1, 2, 2);
    const auto g = detail::canonical<lowered_capacity>(b.finished(b.apply(function::negate, part)));
    const node_id negated = g.results[0];
    EXPECT_EQ(g[negated].dims, shape(7, 2, 6));
    EXPECT_EQ(operand_of(g, negated, 0), (read_leaf{0, {1, 2, 0}, {3, 0, 0}}));
}

/// A part that lies in one part of a concatenation is read from there; one that lies in two is read from the whole.
TEST(canonical, parts_of_a_concatenation) {
    const auto form_of_part = [](std::size_t begin, std::size_t size) {
        graph_builder b;
        const node_id first = b.leaf(shape(2, 3)), second = b.leaf(shape(2, 4)), third = b.leaf(shape(2, 5));
        const node_id part = b.slice(b.concat({first, second, third}, 1), 1, begin, size);
        return detail::canonical<lowered_capacity>(b.finished(b.apply(function::negate, part)));
    };
    for (std::size_t begin = 0; begin < 12; ++begin)
        for (std::size_t size = 1; begin + size <= 12 && size < 12; ++size) {
            const auto g = form_of_part(begin, size);
            const std::size_t starts[] = {0, 3, 7, 12};
            std::size_t k = 0;
            while (begin >= starts[k + 1]) ++k;
            const bool inside = begin + size <= starts[k + 1];
            ASSERT_EQ(count(g, node_kind::concat), inside ? 0U : 1U) << begin << " " << size;
            if (!inside) continue;
            ASSERT_EQ(operand_of(g, g.results[0], 0), (read_leaf{k, {0, 1}, {0, begin - starts[k]}}));
        }
}

TEST(canonical, vectors_become_matrices) {
    const vector<float, 6> v;
    const auto f = v + v;
    constexpr auto g = form_of<decltype(f)>;
    EXPECT_EQ(g[g.results[0]].dims, detail::shape(1, 6));
}

}  // namespace heed::test
