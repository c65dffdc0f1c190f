// SPDX-License-Identifier: BSL-1.0
// Streaming attention against plain loops: sizes around the edges of tiles, hard inputs, and its laws. Each
// shape that is known while compiling is a kernel of its own, which takes long to compile: there is one for each way
// through the loops, and all other sizes are known at run time only.
#include "tests/run/compare.hpp"
#include "tests/run/plain.hpp"
#include "tests/run/random_formula.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <limits>

namespace heed::test {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

template <class T, extent N, extent M, extent D, extent E>
struct inputs {
    matrix<T, N, D> Q = random_tensor<T, N, D>(1);
    matrix<T, M, D> K = random_tensor<T, M, D>(2);
    matrix<T, M, E> V = random_tensor<T, M, E>(3);
};

/// Distance from plain loops in long double.
template <class Inputs>
double error_of(const Inputs& in) {
    const tensor Y = attention(in.Q, in.K, in.V);
    return distance<typename decltype(Y)::value_type>(Y, plain_attention(in.Q, in.K, in.V));
}

template <class T, std::size_t N, std::size_t M, std::size_t D, std::size_t E>
void expect_small_error() {
    EXPECT_LE((error_of(inputs<T, N, M, D, E>())), 6) << N << " queries, " << M << " keys, " << D << " and " << E;
}

TEST(attention, agrees_at_the_edges_of_tiles) {
    expect_small_error<float, 1, 257, 8, 8>();
    expect_small_error<float, 3, 2, 2, 2>();  // lanes without a query, and columns that fill no register
    expect_small_error<float, 9, 65, 17, 23>();
    expect_small_error<float, 33, 129, 32, 1>();
    expect_small_error<double, 5, 64, 3, 5>();  // one block of keys, which is whole
    expect_small_error<long double, 5, 66, 4, 3>();
}

/// Of numbers of queries, keys and columns that are known at run time only: one kernel for all of them.
struct inputs_of_lengths {
    tensor<float, dyn, 5> Q, K;
    tensor<float, dyn, dyn> V;

    inputs_of_lengths(std::size_t queries, std::size_t keys, std::size_t columns)
        : Q(queries), K(keys), V(keys, columns) {
        fill_randomly(Q, 1);
        fill_randomly(K, 2);
        fill_randomly(V, 3);
    }
};

TEST(attention, agrees_for_lengths_around_the_edges_of_tiles) {
    for (const std::size_t queries : {1U, 3U, 4U, 5U, 8U, 9U, 17U, 33U})
        for (const std::size_t keys : {1U, 2U, 63U, 64U, 65U, 127U, 129U, 257U})
            for (const std::size_t columns : {1U, 3U, 4U, 5U, 16U, 33U})
                EXPECT_LE(error_of(inputs_of_lengths(queries, keys, columns)), 6)
                    << queries << " queries, " << keys << " keys, " << columns;
}

TEST(attention, error_does_not_grow_with_the_number_of_keys) {
    EXPECT_LE(error_of(inputs_of_lengths(9, 64, 64)), 6);
    EXPECT_LE(error_of(inputs_of_lengths(9, 4096, 64)), 6);
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
    for (std::size_t e = 0; e < 5; ++e) {
        double sum = 0;
        for (std::size_t j = 0; j < 70; ++j) sum += in.V(j, e);
        for (std::size_t i = 0; i < 9; ++i) EXPECT_NEAR(Y(i, e), sum / 70, 1e-15);
    }
}

TEST(attention, one_outlier_takes_all) {
    inputs_of_lengths in(40, 70, 6);
    for (float& x : in.Q) x = 1;
    for (float& x : in.K) x = 0;
    for (std::size_t d = 0; d < 5; ++d) in.K(67, d) = 1e4F;
    const tensor Y = attention(in.Q, in.K, in.V);
    for (std::size_t i = 0; i < 40; ++i)
        for (std::size_t e = 0; e < 6; ++e) EXPECT_EQ(Y(i, e), in.V(67, e));
}

/// Rising maxima: sums so far shrink with every block.
TEST(attention, maxima_that_rise_with_every_block) {
    inputs_of_lengths in(5, 300, 3);
    for (std::size_t j = 0; j < 300; ++j)
        for (std::size_t d = 0; d < 5; ++d) in.K(j, d) = 0.063F * static_cast<float>(j);
    for (float& x : in.Q) x = 1;
    EXPECT_LE(error_of(in), 64);
}

/// Scores that are stored share a shape, too.
struct scores_and_values {
    matrix<double, 9, 70> S = random_tensor<double, 9, 70>(7);
    matrix<double, 70, 4> V = random_tensor<double, 70, 4>(8);
};

TEST(attention, a_row_without_a_key_is_zero) {
    scores_and_values in;
    for (double& s : in.S[2]) s = -infinity;
    for (std::size_t j = 0; j < 64; ++j) in.S(1, j) = -infinity;  // a whole block of keys without weight
    const tensor Y = softmax(in.S) * in.V;
    for (const double y : Y[2]) EXPECT_EQ(y, 0);
    EXPECT_LE(distance<double>(Y, plain_product(plain_softmax(plain(in.S)), plain(in.V))), 6);
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
    const scores_and_values in;
    scores_and_values shifted;
    for (double& s : shifted.S) s += 3;
    EXPECT_LE(distance<double>(evaluate(softmax(in.S) * in.V), evaluate(softmax(shifted.S) * shifted.V)), 8);
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
    const inputs_of_lengths in(40, 70, 6);
    const tensor Y = attention(in.Q, in.K, in.V);
    for (std::size_t e = 0; e < 6; ++e) {
        float lowest = in.V(0, e), highest = in.V(0, e);
        for (std::size_t j = 1; j < 70; ++j) {
            lowest = std::min(lowest, in.V(j, e));
            highest = std::max(highest, in.V(j, e));
        }
        for (std::size_t i = 0; i < 40; ++i) {
            EXPECT_LE(Y(i, e), highest + 1e-6F);
            EXPECT_GE(Y(i, e), lowest - 1e-6F);
        }
    }
}

TEST(softmax, rows_sum_to_one) {
    const auto S = random_tensor<double, 7, 33>(9);
    const auto rows = plain(evaluate(softmax(S))), columns = plain_transpose(plain(evaluate(softmax<0>(S))));
    for (const plain_matrix& weights : {rows, columns})
        for (std::size_t i = 0; i < weights.rows; ++i) {
            long double sum = 0;
            for (std::size_t j = 0; j < weights.cols; ++j) sum += weights(i, j);
            EXPECT_NEAR(static_cast<double>(sum), 1, 4e-16);
        }
}

/// The matrix with these columns.
void set_transposed(auto& rows, const auto& columns) {
    for (std::size_t i = 0; i < rows.extent(0); ++i)
        for (std::size_t j = 0; j < rows.extent(1); ++j) rows(i, j) = columns(j, i);
}

/// W_Q X and X W_Q: tokens in columns or in rows give the same attention.
TEST(attention, columns_as_tokens) {
    const auto Q = random_tensor<double, 4, 9>(1);
    const auto K = random_tensor<double, 4, 70>(2);
    const auto V = random_tensor<double, 5, 70>(3);
    const tensor in_columns = V * softmax<0>(transpose(K) * Q / sqrt(dim<0>(K)));
    some_inputs rows;
    set_transposed(rows.Q, Q);
    set_transposed(rows.K, K);
    set_transposed(rows.V, V);
    tensor<double, 9, 5> Y;
    set_transposed(Y, in_columns);
    EXPECT_EQ(evaluate(attention(rows.Q, rows.K, rows.V)), Y);
}

/// Heads in a leading axis.
TEST(attention, leading_axes_are_a_batch) {
    const auto Q = random_tensor<double, 3, 9, 4>(1);
    const auto K = random_tensor<double, 3, 70, 4>(2);
    const auto V = random_tensor<double, 3, 70, 5>(3);
    const tensor Y = attention(Q, K, V);
    for (std::size_t h = 0; h < 3; ++h) {
        some_inputs of_head;
        of_head.Q = Q[h];
        of_head.K = K[h];
        of_head.V = V[h];
        EXPECT_EQ(evaluate(attention(of_head.Q, of_head.K, of_head.V)), Y[h]);
    }
}

/// Keys and values that the second-level cache does not hold are fetched a block ahead: the last block is not whole.
/// The mask leaves blocks as they are, parts of others, and nothing of some.
TEST(attention, more_keys_than_the_cache_holds) {
    using namespace index;
    const auto Q = random_tensor<float, 35, 64>(1);
    const auto K = random_tensor<float, 1190, 64>(2);
    const auto V = random_tensor<float, 1190, 64>(3);
    static_assert((K.size() + V.size()) * sizeof(float) > detail::tile_bytes);
    const tensor Y = attention(Q, K, V, (k < 128 || k % 7 != 3) && (k <= q + 600 || k >= 1088));
    const auto keeps = [](std::size_t i, std::size_t j) {
        return (j < 128 || j % 7 != 3) && (j <= i + 600 || j >= 1088);
    };
    EXPECT_LE(distance<float>(Y, plain_attention(plain(Q), plain(K), plain(V), keeps)), 8);
}

}  // namespace heed::test
