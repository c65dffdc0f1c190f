// SPDX-License-Identifier: BSL-1.0
// Masked attention against the unfused evaluation in long double: sizes around the edges of tiles, leading axes, rows
// without a key, biases, captured tensors, hard numbers.
#include "tests/filled.hpp"
#include "tests/run/error_of.hpp"
#include "tests/run/random_formula.hpp"
#include "tests/words_of.hpp"

#include <heed/run/mask_tiles.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

namespace heed::test {

using namespace index;

/// Masks that go with scores of any size.
inline constexpr auto last_keys = k <= position && position - k < 9;
inline constexpr auto window = sliding_window<31, 2> && q % 5 != 3;  // and rows without a key

void expect_small_error(const char* name, const auto& Q, const auto& K, const auto& V, const auto& mask) {
    EXPECT_LE(error_of(attention(Q, K, V, mask)), 8)
        << name << ": " << Q.extent(0) << " queries, " << K.extent(0) << " keys, " << K.extent(1);
}

// Blocks of queries and blocks of keys are loops of their own: each edge of either beside each of the other, of lengths
// that are known at run time only.
TEST(mask, agrees_at_the_edges_of_tiles) {
    const auto numbers = [](tensor<float, dyn, 3>& t, std::uint64_t seed) {
        for (float& x : t) x = static_cast<float>(drawn(++seed, 0, 2000)) / 1000 - 1;
    };
    for (const std::size_t n : {1U, 2U, 31U, 32U, 33U, 63U, 64U, 65U, 127U, 130U})
        for (const std::size_t m : {1U, 2U, 31U, 32U, 33U, 63U, 64U, 65U, 127U, 130U}) {
            tensor<float, dyn, 3> Q(n), K(m), V(m);
            numbers(Q, 100), numbers(K, 1000), numbers(V, 2000);
            expect_small_error("causal_lower_right", Q, K, V, causal_lower_right);
            expect_small_error("the last keys up to its own", Q, K, V, last_keys);
            expect_small_error("a window", Q, K, V, window);
        }
}

template <class T, std::size_t N, std::size_t M, std::size_t D>
void expect_small_error_of_known(const char* name, const auto& mask) {
    expect_small_error(name, random_tensor<T, N, D>(1), random_tensor<T, M, D>(2), random_tensor<T, M, D>(3), mask);
}

// The same where sizes are known: more and fewer keys than queries, as many, whole blocks of both and not. Each
// mask has one of these sizes; it does not matter which.
TEST(mask, agrees_where_sizes_are_known) {
    expect_small_error_of_known<float, 1, 65, 3>("the last keys up to its own", last_keys);
    expect_small_error_of_known<float, 2, 63, 3>("a window", window);
    expect_small_error_of_known<float, 33, 127, 3>("the last keys up to its own", last_keys);
    expect_small_error_of_known<float, 64, 64, 3>("a window", window);
    expect_small_error_of_known<float, 130, 33, 3>("causal_lower_right", causal_lower_right);
}
TEST(mask, agrees_at_other_depths) {
    expect_small_error_of_known<float, 33, 65, 1>("causal_lower_right", causal_lower_right);
    expect_small_error_of_known<float, 33, 65, 64>("the last keys up to its own", last_keys);
    expect_small_error_of_known<double, 33, 65, 65>("a window", window);
}

/// Tensors of two batch entries with four heads.
struct batch_of_heads {
    using queries = tensor<float, 2, 4, 37, 5>;
    using keys = tensor<float, 2, 4, 70, 5>;
    queries Q = random_tensor<float, 2, 4, 37, 5>(1);
    keys K = random_tensor<float, 2, 4, 70, 5>(2), V = random_tensor<float, 2, 4, 70, 5>(3);
    auto scores() const { return Q * transpose(K) / sqrt(dim<-1>(K)); }
};

TEST(mask, heads_and_batches_in_the_mask) {
    const batch_of_heads in;
    EXPECT_LE(error_of(attention(in.Q, in.K, in.V, k <= q + 9 * h && k < 40 + 20 * b)), 8);
    EXPECT_LE(error_of(attention(in.Q, in.K, in.V, h % 2 == 0 || (q - k) * (b + 1) < 7)), 8);
}

/// One set of keys for all heads: the mask takes the shape of the scores.
TEST(mask, keys_that_repeat_over_heads) {
    const auto Q = random_tensor<float, 4, 37, 5>(4);
    const auto K = random_tensor<float, 70, 5>(5);
    EXPECT_LE(error_of(attention(Q, K, K, k < 10 * (h + 1) && k <= q + 33)), 8);
}

TEST(mask, captured_tensors) {
    const batch_of_heads in;
    for (const int first : {70, 5})
        EXPECT_LE(error_of(attention(in.Q, in.K, in.V, padding(vector<int, 2>{first, 13}) && causal_lower_right)), 8)
            << first;
    const auto S = random_tensor<float, 2, 4, 33, 5>(1), V = random_tensor<float, 2, 4, 33, 5>(2);
    tensor<int, 2, 33> ids;
    for (std::size_t i = 0; i < ids.size(); ++i) ids.data()[i] = static_cast<int>(i * i / 100);
    EXPECT_LE(error_of(attention(S, S, V, same_document(ids))), 8);
    vector<int, 33> one_text;
    for (std::size_t i = 0; i < 33; ++i) one_text(i) = static_cast<int>(i / 7);
    EXPECT_LE(error_of(attention(S, S, V, same_document(one_text) && causal)), 8);
    const auto bias = random_tensor<float, 4, 37, 70>(9);
    const auto per_key = random_tensor<float, 1, 70>(8);
    EXPECT_LE(error_of(softmax(where(causal_lower_right, in.scores() + at(bias, h, q, k))) * in.V), 8);
    EXPECT_LE(error_of(softmax(where(causal_lower_right, in.scores() + at(per_key, q, k))) * in.V), 8);
    EXPECT_LE(error_of(softmax(in.scores() + hadamard(at(bias, h, q, k), k - q)) * in.V), 64);
}

TEST(mask, conditions_as_tensors) {
    const batch_of_heads in;
    tensor<bool, 37, 70> whole;
    tensor<float, 70> by_key;
    tensor<int, 2, 1, 1, 70> by_batch;
    for (std::size_t i = 0; i < whole.size(); ++i) whole.data()[i] = i * i % 7 < 3;
    for (std::size_t j = 0; j < 70; ++j) by_key(j) = j % 3 == 0 ? 1 : 0;
    for (std::size_t j = 0; j < 140; ++j) by_batch.data()[j] = j % 11 < 6;
    EXPECT_LE(error_of(attention(in.Q, in.K, in.V, whole)), 8);
    EXPECT_LE(error_of(attention(in.Q, in.K, in.V, by_key)), 8);
    EXPECT_LE(error_of(attention(in.Q, in.K, in.V, by_batch)), 8);
    EXPECT_LE(error_of(attention(in.Q, in.K, in.V, at(whole, q, k) && causal_upper_left)), 8);
}

TEST(mask, order_of_scores_softcap_bias_mask) {
    const batch_of_heads in;
    const auto scores = softcap(in.scores(), 2) + alibi<4>;
    EXPECT_LE(error_of(softmax(where(causal_upper_left && sliding_window<9>, scores)) * in.V), 8);
}

TEST(alibi, slopes_are_those_of_the_released_code) {
    const tensor<double, 8, 2, 2> zero;
    const tensor biases = zero + alibi<8>;
    for (std::size_t i = 0; i < 8; ++i) {
        EXPECT_EQ(biases(i, 1, 0), -std::ldexp(1.0, -static_cast<int>(i + 1)));
        EXPECT_EQ(biases(i, 0, 1), std::ldexp(1.0, -static_cast<int>(i + 1)));
        EXPECT_EQ(biases(i, 1, 1), 0);
    }
    // For six heads the released code takes those of four, then the first, third, ... of eight.
    const tensor<double, 6, 1, 2> six_heads;
    const tensor six = six_heads + alibi<6>, of_paper = six_heads + alibi<6, alibi_slopes::paper>;
    const double released[]{1.0 / 4, 1.0 / 16, 1.0 / 64, 1.0 / 256, 1.0 / 2, 1.0 / 8};
    for (std::size_t i = 0; i < 6; ++i) {
        EXPECT_EQ(six(i, 0, 0), -released[i]) << i;
        EXPECT_EQ(six(i, 0, 1), 0) << i;
        EXPECT_NEAR(of_paper(i, 0, 0), -std::exp2(-8.0 * static_cast<double>(i + 1) / 6), 1e-16) << i;
    }
}

/// Queries after cached keys get the biases that they get among all queries.
TEST(alibi, distance_is_by_position) {
    constexpr std::size_t keys = 30;
    const tensor<double, 4, keys, keys> all_scores;
    const tensor<double, 4, 3, keys> last_scores;
    const tensor all = all_scores + alibi<4>;
    const tensor last = last_scores + alibi<4>;
    for (std::size_t h = 0; h < 4; ++h)
        for (std::size_t q = 0; q < 3; ++q)
            for (std::size_t k = 0; k < keys; ++k) EXPECT_EQ(last(h, q, k), all(h, keys - 3 + q, k)) << h << q << k;
}

/// A row without a key has weights and output 0 and a logsumexp of minus infinity, fused or not.
TEST(mask, rows_without_a_key) {
    const auto Q = random_tensor<float, 70, 5>(1), K = random_tensor<float, 70, 5>(2);
    const auto scores = where(k < q - 33, Q * transpose(K));
    const tensor Y = softmax(scores) * K;
    const tensor weights = softmax(scores);
    const tensor sums = logsumexp(scores);
    for (std::size_t i = 0; i < 70; ++i) {
        EXPECT_EQ(sums(i) == -std::numeric_limits<float>::infinity(), i < 34) << i;
        float sum = 0;
        for (std::size_t j = 0; j < 70; ++j) sum += weights(i, j);
        EXPECT_NEAR(sum, i < 34 ? 0 : 1, 1e-6) << i;
        for (std::size_t c = 0; c < 5 && i < 34; ++c) EXPECT_EQ(Y(i, c), 0) << i;
    }
    for (const float y : evaluate(attention(Q, K, K, k < 0))) EXPECT_EQ(y, 0);
    EXPECT_EQ(mask_tiles(attention(Q, K, K, k < 0)).partial + mask_tiles(attention(Q, K, K, k < 0)).full, 0U);
}

/// The same for few queries, whose loop has memory of its own, with keys that are masked and without any.
template <std::size_t Queries, class Mask>
void expect_nothing(std::size_t keys, const Mask& mask) {
    auto Q = random_tensor<float, Queries, 32>(1);
    tensor<float, dyn, 32> K(keys), V(keys);
    for (float& x : K) x = 1;
    for (float& x : V) x = 7;
    // What is on the stack is not 0.
    volatile char used[20000];
    for (volatile char& c : used) c = 0x7f;
    const tensor Y = attention(Q, K, V, mask);
    for (const float y : Y) EXPECT_EQ(y, 0) << Queries << " queries, " << keys << " keys";
    const auto scores = where(mask, Q * transpose(K));
    const auto [Z, sums] = evaluate(results(softmax(scores) * V, logsumexp(scores)));
    for (const float z : Z) EXPECT_EQ(z, 0) << Queries << " queries, " << keys << " keys";
    for (const float s : sums) EXPECT_EQ(s, -std::numeric_limits<float>::infinity());
}
TEST(mask, few_queries_without_a_key) {
    for (const std::size_t keys : {0U, 1U, 50U, 200U}) {
        expect_nothing<1>(keys, k > q + 1000);
        expect_nothing<2>(keys, k > q + 1000);
        expect_nothing<3>(keys, k > q + 1000);
        expect_nothing<4>(keys, k > q + 1000);
    }
    expect_nothing<3>(0, k <= q + 100);
}

/// The maximum falls and rises from block to block.
TEST(mask, scores_of_ten_thousand) {
    auto Q = random_tensor<double, 33, 4>(1);
    const auto K = random_tensor<double, 130, 4>(2), V = random_tensor<double, 130, 4>(3);
    for (double& x : Q) x *= 20000;
    EXPECT_LE(error_of(attention(Q, K, V, causal_lower_right)), 10000);
    EXPECT_LE(error_of(attention(Q, K, V, k % 64 == 5)), 10000);
    for (const double y : evaluate(attention(Q, K, V, causal_lower_right))) EXPECT_LE(std::abs(y), 1);
}

/// A mask inside of heads that are put side by side and multiplied.
TEST(mask, heads_side_by_side) {
    const auto X = random_tensor<float, 37, 12>(1);
    const auto Wq = random_tensor<float, 2, 12, 4>(2);
    const auto Wo = random_tensor<float, 8, 12>(3);
    const auto head = [&](auto i) { return attention(X * Wq[i], X * Wq[i], X * Wq[i], causal); };
    EXPECT_LE(error_of(concat(heads<2>(head)) * Wo), 16);
}

template <class F>
std::string words_of_mask(const F& f) {
    return words_of<shape_error>([&] { return evaluate(f); });
}

// Those that are added to scores, as PyTorch has them.
TEST(mask, of_numbers_is_not_negative) {
    const std::string words =
        "heed: a mask of numbers is 0 at keys that are not seen, and nowhere negative; add minus infinities to the "
        "scores, softmax(S + M) * V, or write not_equal(M, 0): a negative number stands at ";
    const auto Q = filled<tensor<float, 3, 8>>(1);
    const auto K = filled<tensor<float, 5, 8>>(2);
    constexpr float infinity = std::numeric_limits<float>::infinity();
    tensor<float, 3, 5> M{{1, 0, 1, 0, 1}, {-0.0f, 1, 0.5f, infinity, 1}, {0, 0, 0, 0, 0}};
    EXPECT_EQ(words_of_mask(attention(Q, K, K, M)), "no error");
    M(1, 3) = -infinity;
    EXPECT_EQ(words_of_mask(attention(Q, K, K, M)), words + "(1, 3)");
    EXPECT_EQ(words_of_mask(attention(Q, K, K, M && causal_lower_right)), words + "(1, 3)");
    EXPECT_EQ(words_of_mask(attention(Q, K, K, !(!M || k > 3))), words + "(1, 3)");
    EXPECT_EQ(words_of_mask(softmax(where(M, Q * transpose(K)))), words + "(1, 3)");
    EXPECT_EQ(words_of_mask(attention(Q, K, K, reshape<3, 5>(reshape<15>(M)))), words + "(1, 3)");
    EXPECT_EQ(words_of_mask(attention(Q, K, K, !M)), "no error") << "where a key is seen, it is 0";
    EXPECT_EQ(words_of_mask(attention(Q, K, K, M > -1)), "no error");
    EXPECT_EQ(words_of_mask(attention(Q, K, K, not_equal(M, 0))), "no error");
    EXPECT_EQ(words_of_mask(attention(rows<2, 3>(Q), K, K, rows<2, 3>(M))), "no error") << "what a view leaves out";
    EXPECT_EQ(words_of_mask(attention(Q, K, K, transpose(transpose(M)))), words + "(1, 3)");
    EXPECT_EQ(words_of_mask(attention(Q, K, K, concat<1>(cols<0, 2>(M), cols<2, 5>(M)))), words + "(1, 3)");
    EXPECT_EQ(words_of_mask(attention(rows<2, 3>(Q), K, K, rows<2, 3>(reshape<3, 5>(reshape<15>(M))))), "no error");
    EXPECT_EQ(words_of_mask(attention(Q, K, K, packed(M))), "no error") << "is not looked at";
}
TEST(mask, of_numbers_of_any_type_and_layout_is_not_negative) {
    const auto Q = filled<tensor<float, 3, 8>>(1);
    const auto K = filled<tensor<float, 5, 8>>(2);
    const auto place = [&](const auto& mask) {
        const std::string words = words_of_mask(attention(Q, K, K, mask));
        return words.find('(') == words.npos ? words : words.substr(words.rfind('('));
    };
    tensor<double, dyn, dyn> lengths(3, 5);
    lengths(2, 4) = -1e9;
    EXPECT_EQ(place(lengths), "(2, 4)");
    tensor<bfloat16, 5> keys;
    keys(1) = bfloat16(-1e4f);
    EXPECT_EQ(place(keys), "(1)");
    tensor<float16, 3, 5> half;
    half(0, 0) = std::numeric_limits<float16>::lowest();
    EXPECT_EQ(place(half), "(0, 0)");
    tensor<float, 5, 6> turned;
    turned(4, 2) = -1;
    EXPECT_EQ(place(transpose(cols<0, 3>(turned))), "(4, 2)");
    EXPECT_EQ(place(transpose(cols<3, 6>(turned))), "no error");
    EXPECT_EQ(place(tensor<std::int8_t, 5>{1, -1, 0, 1, 1}), "no error") << "whole numbers are truth values";

    tensor<float, 3, 8> Y = Q;
    EXPECT_NE(words_of<shape_error>([&] { Y = attention(Q, K, K, lengths); }), "no error");
    EXPECT_EQ(Y, Q) << "nothing is written";
}

/// What masked keys hold is not read in tiles that are skipped, here keys from 64 on.
TEST(mask, nan_behind_the_mask) {
    const auto Q = random_tensor<float, 5, 3>(1);
    auto K = random_tensor<float, 130, 3>(2), V = random_tensor<float, 130, 3>(3);
    const tensor before = attention(Q, K, V, k < 64);
    for (std::size_t j = 64; j < 130; ++j) K(j, 0) = V(j, 1) = std::numeric_limits<float>::quiet_NaN();
    EXPECT_TRUE(tensor(attention(Q, K, V, k < 64)) == before);
    for (std::size_t j = 64; j < 130; ++j) K(j, 0) = std::numeric_limits<float>::infinity();
    EXPECT_TRUE(tensor(attention(Q, K, V, k < 64)) == before);
    // In a tile that is computed a masked key costs nothing in K, and a NaN in V passes: 0 * NaN.
    K(3, 0) = V(3, 1) = std::numeric_limits<float>::quiet_NaN();
    const tensor mixed = attention(Q, K, V, k < 64 && k != 3);
    EXPECT_TRUE(std::isnan(mixed(0, 1)));
    EXPECT_FALSE(std::isnan(mixed(0, 0)));
}

TEST(where, chooses_between_two) {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
    const matrix<float, 2, 3> A{{1, 2, nan}, {4, 5, infinity}}, B{{-1, nan, -3}, {-4, -infinity, -6}};
    const tensor chosen = where(k == 0 || (k == 1 && q == 0), A, B);
    EXPECT_TRUE(chosen == (matrix<float, 2, 3>{{1, 2, -3}, {4, -infinity, -6}}));
    EXPECT_TRUE(tensor(where(k <= q, A, 7)) == (matrix<float, 2, 3>{{1, 7, 7}, {4, 5, 7}}));
    const matrix<bool, 2, 3> third{{true, true, false}, {true, true, false}};
    EXPECT_TRUE(tensor(where(third, A, 0.5)) == (matrix<float, 2, 3>{{1, 2, 0.5F}, {4, 5, 0.5F}}));
    EXPECT_TRUE(evaluate(hadamard(B, where(k < 1, 2, 3)))(1, 0) == -8);
}

/// Indices as numbers, in a formula that streams nothing.
TEST(index, whole_numbers) {
    const matrix<int, 3, 4> zero;
    EXPECT_TRUE(tensor(zero + (q - k) / 2) == (matrix<int, 3, 4>{{0, 0, -1, -1}, {0, 0, 0, -1}, {1, 0, 0, 0}}));
    EXPECT_TRUE(tensor(zero + (q - k) % 2) == (matrix<int, 3, 4>{{0, -1, 0, -1}, {1, 0, -1, 0}, {0, 1, 0, -1}}));
    EXPECT_TRUE(tensor(zero + 5 / k) == (matrix<int, 3, 4>{{0, 5, 2, 1}, {0, 5, 2, 1}, {0, 5, 2, 1}}));
    EXPECT_TRUE(tensor(transpose(zero) + k) == tensor(transpose(zero + q)));
}

}  // namespace heed::test
