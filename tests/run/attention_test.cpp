// SPDX-License-Identifier: BSL-1.0
// Streaming attention against the unfused evaluation: all sizes around the edges of tiles, hard inputs, and its laws.
#include "tests/run/error_of.hpp"
#include "tests/run/random_formula.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace heed::test {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

template <class T, extent N, extent M, extent D, extent E>
struct inputs {
    matrix<T, N, D> Q = random_tensor<T, N, D>(1);
    matrix<T, M, D> K = random_tensor<T, M, D>(2);
    matrix<T, M, E> V = random_tensor<T, M, E>(3);
};

/// Distance of the fused from the unfused evaluation.
template <class T, extent N, extent M, extent D, extent E>
double error_of(const inputs<T, N, M, D, E>& in) {
    const auto f = attention(in.Q, in.K, in.V);
    return error_of(f);
}

template <class T, std::size_t N, std::size_t M, std::size_t D, std::size_t E>
void expect_small_error() {
    EXPECT_LE((error_of(inputs<T, N, M, D, E>())), 6) << N << " queries, " << M << " keys, " << D << " and " << E;
}

TEST(attention, agrees_at_the_edges_of_tiles) {
    expect_small_error<float, 1, 1, 1, 1>();
    expect_small_error<float, 1, 1, 64, 3>();
    expect_small_error<float, 1, 257, 8, 8>();
    expect_small_error<float, 3, 2, 2, 2>();
    expect_small_error<float, 7, 63, 5, 9>();
    expect_small_error<float, 8, 64, 16, 16>();
    expect_small_error<float, 9, 65, 17, 15>();
    expect_small_error<float, 31, 127, 1, 33>();
    expect_small_error<float, 33, 129, 32, 1>();
    expect_small_error<double, 1, 1, 1, 1>();
    expect_small_error<double, 4, 63, 3, 5>();
    expect_small_error<double, 5, 64, 8, 8>();
    expect_small_error<double, 17, 65, 13, 7>();
    expect_small_error<long double, 5, 66, 4, 3>();
}

TEST(attention, error_does_not_grow_with_the_number_of_keys) {
    expect_small_error<float, 4, 64, 64, 64>();
    expect_small_error<float, 4, 4096, 64, 64>();
}

/// Tests of numbers share a shape, and so a kernel, that takes long to compile: more than a block of keys, and a last
/// tile that is not whole.
using some_inputs = inputs<double, 9, 70, 4, 5>;

/// Large scores are themselves rounded: their unit in the last place is the error of the exponent.
TEST(attention, scores_of_ten_thousand) {
    some_inputs in;
    for (double& x : in.Q) x *= 20000;
    EXPECT_LE(error_of(in), 10000);
    for (const double y : evaluate(attention(in.Q, in.K, in.V))) EXPECT_LE(std::abs(y), 1);
}

TEST(attention, equal_scores_give_the_mean) {
    some_inputs in;
    for (double& x : in.Q) x = 0;
    const tensor Y = attention(in.Q, in.K, in.V);
    const vector<double, 5> centre = mean<0>(in.V);
    for (std::size_t i = 0; i < 9; ++i)
        for (std::size_t e = 0; e < 5; ++e) EXPECT_NEAR(Y(i, e), centre(e), 1e-15);
}

TEST(attention, one_outlier_takes_all) {
    inputs<float, 40, 70, 8, 6> in;
    for (float& x : in.Q) x = 1;
    for (float& x : in.K) x = 0;
    for (std::size_t d = 0; d < 8; ++d) in.K(67, d) = 1e4F;
    const tensor Y = attention(in.Q, in.K, in.V);
    for (std::size_t i = 0; i < 40; ++i)
        for (std::size_t e = 0; e < 6; ++e) EXPECT_EQ(Y(i, e), in.V(67, e));
}

/// Rising maxima: sums so far shrink with every block.
TEST(attention, maxima_that_rise_with_every_block) {
    inputs<double, 5, 300, 2, 3> in;
    for (std::size_t j = 0; j < 300; ++j) in.K(j, 0) = in.K(j, 1) = 0.1 * static_cast<double>(j);
    for (double& x : in.Q) x = 1;
    EXPECT_LE(error_of(in), 64);
}

TEST(attention, a_row_without_a_key_is_zero) {
    matrix<double, 4, 70> S = random_tensor<double, 4, 70>(5);
    const matrix<double, 70, 3> V = random_tensor<double, 70, 3>(6);
    for (double& s : S[2]) s = -infinity;
    for (std::size_t j = 0; j < 64; ++j) S(1, j) = -infinity;  // a whole block of keys without weight
    const auto f = softmax(S) * V;
    const matrix<double, 4, 3> Y = f;
    for (const double y : Y[2]) EXPECT_EQ(y, 0);
    EXPECT_LE(distance<double>(Y, evaluate_unfused<long double>(f)), 6);
}

TEST(attention, not_a_number_and_infinity_appear_in_the_same_places) {
    for (const double odd : {std::numeric_limits<double>::quiet_NaN(), infinity, -infinity})
        for (const std::size_t place : {0UL, 5UL, 63UL, 64UL, 69UL}) {
            some_inputs in;
            in.Q(2, 1) = odd;
            EXPECT_LE(error_of(in), 6) << odd << " in Q";
            some_inputs keys;
            keys.K(place, 1) = odd;
            EXPECT_LE(error_of(keys), 6) << odd << " in K at " << place;
            some_inputs values;
            values.V(place, 1) = odd;
            EXPECT_LE(error_of(values), 6) << odd << " in V at " << place;
        }
}

TEST(attention, a_shift_of_all_scores_changes_nothing) {
    const auto S = random_tensor<double, 9, 70>(7);
    const auto V = random_tensor<double, 70, 4>(8);
    const tensor plain = softmax(S) * V, shifted = softmax(S + 3.0) * V;
    EXPECT_LE((distance<double>(plain, shifted)), 8);
}

TEST(attention, keys_and_values_may_change_places_together) {
    const some_inputs in;
    some_inputs reversed;
    for (std::size_t j = 0; j < 70; ++j) {
        reversed.K[j] = in.K[69 - j];
        reversed.V[j] = in.V[69 - j];
    }
    const tensor Y = attention(in.Q, in.K, in.V), Z = attention(in.Q, reversed.K, reversed.V);
    EXPECT_LE((distance<double>(Y, Z)), 8);
}

TEST(attention, is_a_convex_combination_of_the_values) {
    const inputs<float, 40, 70, 8, 6> in;
    const tensor Y = attention(in.Q, in.K, in.V);
    const tensor highest = max<0>(in.V), lowest = min<0>(in.V);
    for (std::size_t i = 0; i < 40; ++i)
        for (std::size_t e = 0; e < 6; ++e) {
            EXPECT_LE(Y(i, e), highest(e) + 1e-6F);
            EXPECT_GE(Y(i, e), lowest(e) - 1e-6F);
        }
}

TEST(softmax, rows_sum_to_one) {
    const auto S = random_tensor<double, 7, 33>(9);
    const tensor sums = sum(softmax(S));
    for (const double s : sums) EXPECT_NEAR(s, 1, 4e-16);
    const tensor column_sums = sum<0>(softmax<0>(S));
    for (const double s : column_sums) EXPECT_NEAR(s, 1, 4e-16);
}

/// W_Q X and X W_Q: tokens in columns or in rows give the same attention.
TEST(attention, columns_as_tokens) {
    const auto Q = random_tensor<double, 4, 9>(1);
    const auto K = random_tensor<double, 4, 70>(2);
    const auto V = random_tensor<double, 5, 70>(3);
    const tensor in_columns = V * softmax<0>(transpose(K) * Q / sqrt(dim<0>(K)));
    const tensor in_rows = attention(transpose(Q), transpose(K), transpose(V));
    EXPECT_EQ(tensor(transpose(in_columns)), in_rows);
}

/// Heads in a leading axis.
TEST(attention, leading_axes_are_a_batch) {
    const auto Q = random_tensor<double, 3, 9, 4>(1);
    const auto K = random_tensor<double, 3, 70, 4>(2);
    const auto V = random_tensor<double, 3, 70, 5>(3);
    const tensor Y = attention(Q, K, V);
    for (std::size_t h = 0; h < 3; ++h) EXPECT_EQ(tensor(attention(Q[h], K[h], V[h])), Y[h]);
}

/// Keys and values that the second-level cache does not hold are fetched a block ahead: the last block is not whole.
TEST(attention, more_keys_than_the_cache_holds) {
    const auto Q = random_tensor<float, 35, 64>(1);
    const auto K = random_tensor<float, 1190, 64>(2);
    const auto V = random_tensor<float, 1190, 64>(3);
    static_assert((K.size() + V.size()) * sizeof(float) > detail::tile_bytes);
    const auto f = attention(Q, K, V);
    EXPECT_LE(error_of(f), 8);
    const auto causal_window = attention(Q, K, V, index::k <= index::q + 600 && index::k % 7 != 3);
    EXPECT_LE(error_of(causal_window), 8);
}

}  // namespace heed::test
