// SPDX-License-Identifier: BSL-1.0
// What is said of lengths that do not fit, and which sizes and numbers are lengths: laws of the language. Memory and
// numbers are in lengths_test.cpp, for sanitizers.
#include "tests/run/checked.hpp"
#include "tests/run/of_lengths.hpp"

#include <heed/heed.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace heed::test {

inline constexpr axis batch{"batch"}, tokens{"tokens"}, memory{"memory"}, d_k{"d_k"};
using namespace heed::index;

TEST(laws_of_lengths, that_do_not_fit_are_said_with_their_law) {
    tensor<float, tokens[dyn], d_k[16]> Q(3), K(4), V(5);
    EXPECT_EQ(words_of_check(attention(Q, K, V)),
              "heed: attention(Q, K, V) needs rows(K) == rows(V), as many keys as values: [tokens[4] x d_k[16]] and "
              "[tokens[5] x d_k[16]]");
    EXPECT_EQ(words_of_formula(Q + K), words_of_check(Q + K));
    EXPECT_EQ(words_of_check(Q + K),
              "heed: A + B (- / hadamard min max pow) needs the same shape: [tokens[3] x d_k[16]] and "
              "[tokens[4] x d_k[16]]");
    EXPECT_EQ(words_of_check(attention(Q, K, K, causal)),
              "heed: where(causal, S) needs as many queries as keys; write causal_upper_left (the first query sees the "
              "first key) or causal_lower_right (the last query sees all keys): [tokens[3] x tokens[4]]");
    const matrix<float, dyn, dyn> wide(4, 9), narrow(5, 8), scores(3, 5);
    EXPECT_EQ(
        words_of_check(softmax(wide * transpose(narrow) + scores) * narrow),
        "heed: attention(Q, K, V) needs columns(Q) == columns(K), the dimension of the heads: [4 x 9] and [5 x 8]");
    const matrix<float, dyn, dyn> mask(3, 4);
    EXPECT_EQ(words_of_check(softmax(where(mask, scores)) * narrow),
              "heed: where(mask, S) needs a mask of the shape of S: [3 x 4] and [3 x 5]");
    // Other products are what is written.
    EXPECT_EQ(words_of_check(softmax(narrow * wide) * narrow),
              "heed: A * B needs columns(A) == rows(B): [5 x 8] and [4 x 9]");
    EXPECT_EQ(words_of_check(softmax(scores) * wide), "heed: A * B needs columns(A) == rows(B): [3 x 5] and [4 x 9]");
    EXPECT_EQ(words_of_check(narrow * narrow), "heed: A * B needs columns(A) == rows(B): [5 x 8] and [5 x 8]");
    EXPECT_EQ(words_of_check(wide * transpose(narrow)), "heed: A * B needs columns(A) == rows(B): [4 x 9] and [8 x 5]");
    EXPECT_EQ(words_of_check(softmax((narrow * wide) * transpose(wide)) * wide),
              "heed: A * B needs columns(A) == rows(B): [5 x 8] and [4 x 9]");
    EXPECT_EQ(words_of_check(rows<3, 5>(K)),
              "heed: a part needs an axis that is long enough: [tokens[4] x d_k[16]] and [tokens[5]]");
    tensor<int, dyn> ids{1, 50};
    matrix<float, 50, 16> table;
    EXPECT_EQ(words_of_formula<index_error>(rows(table, ids)), words_of_check<index_error>(rows(table, ids)));
    EXPECT_EQ(words_of_check<index_error>(rows(table, ids)),
              "heed: what is looked up along [50] needs indices from 0 to 49: 50 stands at (1)");
}

/// A vector has no transposed form: what is not that of scores is a product like others.
TEST(laws_of_lengths, of_a_vector_within_a_softmax) {
    const matrix<float, dyn, dyn> M{{1, 0}, {0, 1}}, V{{1, 2}, {3, 2}};
    const vector<float, dyn> v{5, 5};
    EXPECT_EQ(tensor(softmax(M * permute<0>(v)) * V), (vector<float, 2>{2, 2}));
}

TEST(laws_of_lengths, that_are_1_do_not_repeat) {
    tensor<float, dyn, 4> A(1), B(5);
    matrix<float, 5, 4> S;
    tensor<float, tokens[dyn], d_k[16]> Q(5);
    tensor<int, tokens[dyn]> ids{1};
    const std::string law =
        "heed: an axis repeats where its size is 1 while compiling, not where it is 1 at run time: ";
    EXPECT_EQ(words_of_check(A + B), law + "[5 x 4] and [1 x 4]");
    EXPECT_EQ(words_of_check(B + A), law + "[1 x 4] and [5 x 4]");
    EXPECT_EQ(words_of_check(S + A), law + "[1 x 4] and [5]");
    EXPECT_EQ(words_of_check(attention(Q, Q, Q, same_document(ids))), law + "[tokens[5] x d_k[16]] and [tokens[1]]");
    EXPECT_EQ(words_of_check(attention(Q, Q, Q, at(ids, index::q) == 1)),
              law + "[tokens[5] x d_k[16]] and [tokens[1]]");
    tensor<float, dyn, dyn> M(2, 30);
    tensor<float, 4, dyn> C(6);
    tensor<float, dyn> one(1);
    const auto [left, right] = split<2>(C);
    EXPECT_EQ(words_of_check(merge<0, 1>(M) + one), law + "[1] and [2 x 30]");
    EXPECT_EQ(words_of_check(left + one), law + "[4 x 6] and [1]");
    EXPECT_EQ(words_of_check((left + one) * transpose(right + one)), law + "[4 x 6] and [1]");
}

TEST(laws_of_lengths, of_tables_are_known_at_run_time_too) {
    tensor<float, tokens[dyn], d_k[16]> Q(5), K(7);
    tensor<float, dyn> distances(11);
    fill(Q, K, distances);
    const tensor y = Q * transpose(K) + at(distances, q - k + 6);
    const auto products = evaluate_unfused<double>(Q * transpose(K));
    for (std::size_t i = 0; i < 5; ++i)
        for (std::size_t j = 0; j < 7; ++j)
            EXPECT_NEAR(static_cast<double>(y(i, j)), products(i, j) + static_cast<double>(distances(i + 6 - j)), 1e-5);
}

TEST(laws_of_lengths, numbers_of_operations_are_no_lengths) {
    tensor<float, dyn> x(2018);
    tensor<float, dyn, 1009> y(2);
    vector<float, 3000> ones;
    for (float& e : x) e = 1;
    ones = ones + 1;
    EXPECT_EQ(float(evaluate(sum(slice<0, 0, 2018>(ones)) * x(0))), 2018);
    EXPECT_EQ(evaluate(reshape<dyn, 1009>(y + 1)).extent(0), 2U);
    EXPECT_EQ(float(evaluate(sum(slice<0, 0, 2018>(x)))), 2018);
}

TEST(laws_of_lengths, constants_of_them_are_exact_or_refused) {
    tensor<float, dyn> thousand(1000), many(3'000'000);
    thousand = thousand + 1;
    const auto cube = [](const auto& x) { return dim<0>(x) * dim<0>(x) * dim<0>(x); };
    EXPECT_EQ(evaluate(thousand * cube(thousand))(0), 1e9F);
    EXPECT_THROW((void)evaluate(many * cube(many)), shape_error);
    EXPECT_THROW((void)evaluate(many / cube(many)), shape_error);
}

/// 6 query heads, two for each of 3: a group is as many of these three as a key head divides.
TEST(grouped_lengths, of_a_multiple_need_key_heads_that_divide_the_length) {
    const auto grouped = [](std::size_t n, std::size_t keys) {
        const tensor<float, tokens[dyn], 48> A(n);
        const tensor<float, batch[dyn], 6, 4> K(keys);
        const auto Q = reshape<memory[dyn], 6, 4>(A);
        return words_of_check(Q + group<0>(K, Q));
    };
    EXPECT_EQ(grouped(4, 2), "no error");
    EXPECT_NE(grouped(3, 2).find("needs a number of key heads that divides this size"), std::string::npos)
        << grouped(3, 2);
    EXPECT_NE(grouped(3, 4).find("needs a number of query heads that the number of key heads divides"),
              std::string::npos);
}

/// The position of a query among the keys: the past comes first.
TEST(position, counts_from_the_end_of_the_keys) {
    tensor<float, tokens[3], d_k[16]> Q;
    tensor<float, memory[40], d_k[16]> K;
    fill(Q), fill(K);
    tensor<float, tokens[dyn], d_k[16]> any = Q;
    tensor<float, memory[dyn], d_k[16]> keys(40);
    std::copy(K.begin(), K.end(), keys.begin());
    const auto expected = evaluate_unfused<double>(attention(Q, K, K, k <= q + 37 && q + 37 - k < 9));
    const auto known = evaluate(attention(Q, K, K, k <= position && position - k < 9));
    const auto found = evaluate(attention(any, keys, keys, k <= position && position - k < 9));
    tensor<int, dyn> ids(40);
    for (std::size_t i = 0; i < 40; ++i) ids(i) = static_cast<int>(i / 7);
    const auto looked_up = evaluate(attention(any, keys, keys, at(ids, position) == at(ids, k)));
    const auto counted = evaluate_unfused<double>(attention(any, keys, keys, at(ids, q + 37) == at(ids, k)));
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 16; ++j) {
            EXPECT_NEAR(static_cast<double>(known(i, j)), expected(i, j), 1e-6);
            EXPECT_NEAR(static_cast<double>(found(i, j)), expected(i, j), 1e-6);
            EXPECT_NEAR(static_cast<double>(looked_up(i, j)), counted(i, j), 1e-6);
        }
    // More queries than keys: the first ones come before all keys.
    const auto before = evaluate(attention(keys, any, any, k <= position && position - k < 9));
    for (std::size_t j = 0; j < 16; ++j) {
        EXPECT_EQ(before(36, j), 0);
        EXPECT_FLOAT_EQ(before(37, j), Q(0, j));
    }
}

/// Axes that follow are at other places in the result.
TEST(merged_lengths, are_products) {
    tensor<float, batch[2], tokens[dyn], d_k[dyn]> X(3, 4);
    tensor<float, d_k[4], 6> W;
    fill(X), fill(W);
    const auto merged = evaluate(merge<batch, tokens>(X));
    EXPECT_EQ(merged.extent(0), 6U);
    EXPECT_EQ(merged.extent(1), 4U);
    const auto product = evaluate(softmax(merge<batch, tokens>(X)) * W);
    for (std::size_t i = 0; i < 6; ++i) {
        const tensor<float, 1, 4> row{{merged(i, 0), merged(i, 1), merged(i, 2), merged(i, 3)}};
        const auto expected = evaluate(softmax(row) * W);
        for (std::size_t j = 0; j < 6; ++j) EXPECT_FLOAT_EQ(product(i, j), expected(0, j)) << i << ' ' << j;
    }
    tensor<float, dyn, dyn, dyn, 5> U(2, 3, 4);
    fill(U);
    const auto middle = evaluate(merge<0, 1>(permute<1, 0, 2, 3>(U)));
    EXPECT_EQ(middle.extent(0), 6U);
    EXPECT_EQ(middle.extent(1), 4U);
    EXPECT_EQ(middle(5, 3, 2), U(1, 2, 3, 2));
    EXPECT_EQ(evaluate(merge<1, 2>(U)).extent(1), 12U);
    const tensor<float, dyn, dyn> tall(9, 0), wide(0, 2049638230412172402U);  // 2^64 + 2 elements
    EXPECT_NE(words_of_formula(merge<0, 1>(tall * wide)).find("more than memory can hold"), std::string::npos);
}

}  // namespace heed::test
