// SPDX-License-Identifier: BSL-1.0
// Formulas whose lengths are known at run time only: the numbers, for lengths around all edges of blocks, the bits of
// the same formula over sizes that are known, and that nothing is touched where they do not fit. What is said then is
// in lengths_laws_test.cpp.
#include "tests/run/of_lengths.hpp"

#include <heed/heed.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

namespace heed::test {

inline constexpr axis tokens{"tokens"}, memory{"memory"}, head{"head"}, d_k{"d_k"};
using namespace heed::index;

struct sizes {
    std::size_t queries, keys;
};

class lengths : public testing::TestWithParam<sizes> {
protected:
    std::size_t n = GetParam().queries, m = GetParam().keys;
    tensor<float, tokens[dyn], d_k[16]> Q{n}, X{n};
    tensor<float, memory[dyn], d_k[16]> K{m}, V{m};
    tensor<float, tokens[dyn], memory[dyn]> B{n, m};
    matrix<float, 16, 16> A;
    matrix<float, 16, 24> W;

    lengths() { fill(Q, X, K, V, B, A, W); }
};

TEST_P(lengths, attention_and_its_masks) {
    expect_right("attention", attention(Q, K, V));
    expect_right("lower right", attention(Q, K, V, causal_lower_right));
    vector<float, 400> distances;
    fill(distances);
    const auto scores = Q * transpose(K) / sqrt(dim<0>(K)) + B + at(distances, q - k + 199);
    expect_right("scaled by a length, biases, relative positions", softmax(scores) * V);
    expect_right("causal", let(X * A, [](auto y) { return attention(y, y, y, causal); }));
}

TEST_P(lengths, one_query) {
    tensor<float, tokens[1], d_k[16]> one;
    tensor<float, memory[at_most<200>], d_k[16]> keys, values;
    keys = K;
    values = V;
    fill(one);
    expect_right("bounded", attention(one, keys, values));
    tensor<float, memory[dyn], dyn> wide(m, n);
    tensor<float, 2, tokens[dyn], d_k[16]> two(n);
    tensor<float, 2, 8> values_of_two;
    fill(wide, two, values_of_two);
    expect_right("values as wide as a length", softmax(one * transpose(K)) * wide);
    const auto deep = reshape<1, dyn>(X) * transpose(reshape<2, dyn>(two));
    expect_right("sums as long as a length", softmax(deep / 1000.0) * values_of_two);
}

TEST_P(lengths, products_and_rows) {
    tensor<float, 16, dyn> columns(m);
    fill(columns);
    expect_right("columns, then a sum over them", relu(Q * columns) * transpose(columns));
    expect_right("rows", softmax(B));
    expect_right("sums", sum<1>(B));
    expect_right("at least 0", max(X, 0_c));
    expect_right("beside the mean", X - mean<0>(X, keep));
}

TEST_P(lengths, shapes) {
    const auto heads_of = [](const auto& x) { return permute<1, 0, 2>(reshape<tokens[dyn], head[4], 4>(x)); };
    expect_right("heads as an axis",
                 reshape<tokens[dyn], 16>(permute<1, 0, 2>(attention(heads_of(X * A), heads_of(X), heads_of(X)))));
    matrix<float, 32, 16> below;
    fill(below);
    expect_right("side by side", concat(Q, X) * below, 24);
}

TEST_P(lengths, looked_up) {
    matrix<float, 50, 16> table;
    tensor<int, tokens[dyn]> ids(n);
    fill(table);
    for (std::size_t i = 0; i < n; ++i) ids(i) = static_cast<int>(7 * i % 50);
    expect_right("rows", rows(table, ids) * W);
}

TEST_P(lengths, several_results) {
    const auto f = let(Q * transpose(K) / 4_c, [&](auto s) { return results(softmax(s) * V, logsumexp(s)); });
    const auto [y, l] = evaluate(f);
    const auto [exact_y, exact_l] = evaluate_unfused<double>(f);
    EXPECT_LE(distance<float>(y, exact_y, 1), allowed_units);
    EXPECT_LE(distance<float>(l, exact_l, 1), allowed_units);
    tensor<float, tokens[dyn], d_k[16]> into;
    tensor<float, tokens[dyn]> sums;
    evaluate_into(std::tie(into, sums), f);
    EXPECT_TRUE(std::equal(into.begin(), into.end(), y.begin(), y.end()));
    EXPECT_TRUE(std::equal(sums.begin(), sums.end(), l.begin(), l.end()));
}

TEST_P(lengths, half_precision_is_computed_in_float) {
    tensor<bfloat16, memory[dyn], d_k[16]> keys(m), values(m);
    fill(keys, values);
    expect_right("bfloat16", attention(Q, keys, values));
}

INSTANTIATE_TEST_SUITE_P(edges, lengths,
                         testing::Values(sizes{0, 0}, sizes{0, 3}, sizes{1, 0}, sizes{1, 1}, sizes{2, 3}, sizes{7, 64},
                                         sizes{15, 65}, sizes{16, 127}, sizes{33, 63}, sizes{64, 128}, sizes{65, 129},
                                         sizes{130, 31}));

// The same bits as where all is known while compiling.

TEST(lengths, leave_the_bits) {
    tensor<float, tokens[33], d_k[16]> Q;
    tensor<float, memory[70], d_k[16]> K, V;
    matrix<float, 16, 16> A;
    fill(Q, K, V, A);
    tensor<float, tokens[dyn], d_k[16]> q_;
    tensor<float, memory[dyn], d_k[16]> k_, v_;
    q_ = Q;
    k_ = K;
    v_ = V;
    const auto layer = [&](const auto& q, const auto& k, const auto& v) {
        return layer_norm(q + attention(q * A, k, v) * A);
    };
    expect_same_bits("layer", evaluate(layer(q_, k_, v_)), evaluate(layer(Q, K, V)));
    tensor<float, tokens[dyn], d_k[16]> q12(12);
    tensor<float, memory[dyn], d_k[16]> k12(12), v12(12);
    fill(q12, k12, v12);
    expect_right("layer of as many keys as queries", layer(q12, k12, v12));
}

// Tensors that exist.

TEST(lengths, are_taken_by_what_is_assigned_to) {
    tensor<float, dyn, 4> X(3), Y;
    fill(X);
    Y = X * 2;
    EXPECT_EQ(Y.extent(0), 3U);
    X = transpose(X) * X;  // reads what it writes, and has another length then
    EXPECT_EQ(X.extent(0), 4U);
    EXPECT_FLOAT_EQ(X(1, 2), X(2, 1));
    tensor<float, 4, 4> fixed = X;
    EXPECT_EQ(fixed(1, 2), X(1, 2));
    X = fixed;
    EXPECT_TRUE(X == fixed);
}

TEST(lengths, any_number_type) {
    tensor<double, dyn, 16> Q(5), K(7), V(7);
    fill(Q, K, V);
    const auto exact = evaluate_unfused<long double>(attention(Q, K, V));
    EXPECT_LE(distance<double>(evaluate(attention(Q, K, V)), exact, 1), allowed_units);
}

TEST(lengths, results_of_known_sizes_are_taken_and_checked) {
    const vector<float, 3> A{1, 2, 3};
    tensor<float, dyn> y, z;
    evaluate_into(std::tie(y, z), results(A + 1, A + 2));
    EXPECT_EQ(y.extent(0), 3U);
    EXPECT_EQ(z(2), 5);
    float memory_of_views[8]{};
    view<float, dyn> a(memory_of_views, 3), b(memory_of_views + 4, 2);
    EXPECT_THROW(evaluate_into(std::tie(a, b), results(A + 1, A + 2)), shape_error);
    EXPECT_EQ(memory_of_views[0], 0);
}

TEST(lengths, that_do_not_fit_leave_everything_as_it_was) {
    tensor<float, dyn, 4> A(3), B(2), Y(1);
    tensor<float, 3, 4> fixed;
    fill(A, B, Y, fixed);
    const auto before = Y;
    const auto fixed_before = fixed;
    EXPECT_THROW(Y = A + B, shape_error);
    EXPECT_THROW(fixed = B, shape_error);
    EXPECT_TRUE(Y == before);
    EXPECT_TRUE(fixed == fixed_before);
    tensor<int, dyn> ids{0, 9};
    EXPECT_THROW(B = rows(fixed, ids), index_error);
    EXPECT_EQ(B.extent(0), 2U);
    tensor<float, 2, 4> short_one;
    EXPECT_THROW(evaluate_into(std::tie(Y, short_one), results(A + 1, A * 2)), shape_error);
    EXPECT_TRUE(Y == before);
}

}  // namespace heed::test
