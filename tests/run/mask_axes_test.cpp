// SPDX-License-Identifier: BSL-1.0
// Indices of heads and batches, and what is read at them, in whatever order the axes of the scores are.
#include "tests/run/error_of.hpp"
#include "tests/run/random_formula.hpp"

#include <heed/study/tree.hpp>

#include <gtest/gtest.h>

#include <cstddef>

namespace heed::test {

using axes::batch, axes::head, axes::query, axes::key, axes::tokens;
inline constexpr axis depth{"depth"};

/// 100 h + 10 b + 1000 (k - q) at every element, where head and batch are these axes.
template <class Scores>
constexpr bool has_indices(const Scores& scores, std::size_t heads, std::size_t batches) {
    const tensor y = scores + 100 * index::h + 10 * index::b + 1000 * (index::k - index::q);
    for (std::size_t a = 0; a < y.extent(0); ++a)
        for (std::size_t c = 0; c < y.extent(1); ++c)
            for (std::size_t i = 0; i < y.extent(2); ++i)
                for (std::size_t j = 0; j < y.extent(3); ++j) {
                    const std::size_t at[] = {a, c};
                    const int expected =
                        static_cast<int>(100 * at[heads] + 10 * at[batches] + 1000 * j) - static_cast<int>(1000 * i);
                    if (y(a, c, i, j) != static_cast<float>(expected)) return false;
                }
    return true;
}
static_assert(has_indices(tensor<float, batch[2], head[3], query[2], key[2]>(), 1, 0));
static_assert(has_indices(tensor<float, head[3], batch[2], query[2], key[3]>(), 0, 1));
static_assert(has_indices(tensor<float, 3, 2, 2, 2>(), 1, 0));

TEST(mask_axes, of_lengths) {
    for (const std::size_t h : {1U, 3U, 5U})
        for (const std::size_t b : {1U, 2U, 9U}) {
            EXPECT_TRUE(has_indices(tensor<float, head[dyn], batch[dyn], query[4], key[dyn]>(h, b, 21), 0, 1));
            EXPECT_TRUE(has_indices(tensor<float, batch[dyn], head[dyn], query[dyn], key[5]>(b, h, 6), 1, 0));
            EXPECT_TRUE(has_indices(tensor<float, dyn, dyn, dyn, dyn>(b, h, 3, 4), 1, 0));
        }
}

/// Texts of these lengths, without heads and with them before and behind: each query sees as many keys.
template <class Padded>
void expect_as_long(const Padded& weights, const vector<int, 3>& lengths, std::size_t text, std::size_t where) {
    EXPECT_EQ(weights(where), where < static_cast<std::size_t>(lengths(text)) ? 1.0F / float(lengths(text)) : 0.0F)
        << text << ' ' << where;
}
TEST(mask_axes, padding_without_heads) {
    const vector<int, 3> lengths{4, 1, 17};
    const tensor<float, batch[3], query[5], key[17]> S;
    const tensor<float, 3, 5, 17> unnamed;
    const tensor<float, batch[dyn], query[dyn], key[dyn]> long_ones(3, 5, 17);
    const tensor a = softmax(where(padding(lengths), S));
    const tensor b = softmax(where(padding(lengths), unnamed));
    const tensor c = softmax(where(padding(lengths), long_ones));
    for (std::size_t t = 0; t < 3; ++t)
        for (std::size_t i = 0; i < 5; ++i)
            for (std::size_t j = 0; j < 17; ++j) {
                expect_as_long(a[t][i], lengths, t, j);
                expect_as_long(b[t][i], lengths, t, j);
                expect_as_long(c[t][i], lengths, t, j);
            }
}
TEST(mask_axes, padding_beside_heads) {
    const vector<int, 3> lengths{4, 1, 17};
    const tensor<float, head[2], batch[3], query[5], key[17]> S;
    const tensor<float, 3, 2, 5, 17> unnamed;
    const tensor a = softmax(where(padding(lengths), S));
    const tensor b = softmax(where(padding(lengths), unnamed));
    for (std::size_t t = 0; t < 3; ++t)
        for (std::size_t h = 0; h < 2; ++h)
            for (std::size_t j = 0; j < 17; ++j) {
                expect_as_long(a[h][t][4], lengths, t, j);
                expect_as_long(b[t][h][4], lengths, t, j);
            }
}

TEST(mask_axes, fused_attention) {
    const auto Q = random_tensor<float, batch[3], query[37], depth[16]>(1);
    const auto K = random_tensor<float, batch[3], key[70], depth[16]>(2);
    const auto V = random_tensor<float, batch[3], key[70], depth[8]>(3);
    const vector<int, batch[3]> lengths{70, 9, 33};
    EXPECT_LE(error_of(attention(Q, K, V, padding(lengths))), 8);
    EXPECT_LE(error_of(attention(Q, K, V, padding(lengths) && index::q % 3 != index::b)), 8);
    const tensor<float, batch[dyn], query[dyn], depth[16]> q = Q;
    const tensor<float, batch[dyn], key[dyn], depth[16]> k = K;
    EXPECT_LE(error_of(attention(q, k, V, padding(lengths) && causal_lower_right)), 8);
    const auto Qh = random_tensor<float, head[2], batch[3], query[37], depth[16]>(4);
    EXPECT_LE(error_of(attention(Qh, K, V, padding(lengths) && (index::h + index::b + index::k) % 4 != 1)), 8);
    EXPECT_LE(error_of(softmax(Qh * transpose(K) + alibi<2>) * V), 8);
}
TEST(mask_axes, texts_without_heads) {
    const auto X = random_tensor<float, batch[2], tokens[11], depth[4]>(5);
    tensor<int, batch[2], tokens[11]> ids;
    for (std::size_t i = 0; i < 11; ++i) ids(0, i) = static_cast<int>(i / 4), ids(1, i) = static_cast<int>(i / 7);
    const tensor w = softmax(where(same_document(ids), X * transpose(X)));
    for (std::size_t b = 0; b < 2; ++b)
        for (std::size_t i = 0; i < 11; ++i)
            for (std::size_t j = 0; j < 11; ++j) ASSERT_EQ(w(b, i, j) > 0, ids(b, i) == ids(b, j));
}

TEST(mask_axes, biases_looked_up) {
    const tensor<float, head[3], batch[2], query[6], key[7]> S;
    const auto by_distance = random_tensor<float, head[3], 13>(6);
    const auto bias = random_tensor<float, head[3], query[6], key[7]>(7);
    const auto of_text = random_tensor<float, batch[2], 8>(8);
    using namespace index;
    const tensor y = S + at(by_distance, h, q - k + 7) + at(bias, h, q, k) + at(of_text, b, k + 1);
    for (std::size_t a = 0; a < 3; ++a)
        for (std::size_t c = 0; c < 2; ++c)
            for (std::size_t i = 0; i < 6; ++i)
                for (std::size_t j = 0; j < 7; ++j)
                    ASSERT_EQ(y(a, c, i, j), by_distance(a, i + 7 - j) + bias(a, i, j) + of_text(c, j + 1));
}

TEST(mask_axes, in_words) {
    const tensor<float, head[3], batch[2], query[6], key[7]> S;
    EXPECT_TRUE(study::tree(S + index::h).contains("index h"));
    EXPECT_TRUE(study::tree(S + index::b).contains("index b"));
    const tensor<float, batch[2], query[6], key[7]> without_heads;
    EXPECT_TRUE(study::tree(without_heads + index::b).contains("index b"));
}

}  // namespace heed::test
