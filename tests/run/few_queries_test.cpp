// SPDX-License-Identifier: BSL-1.0
// Attention of one query against plain loops in long double, around the edges of blocks and groups of keys, with hard
// numbers. Bits do not depend on when and by what it is computed. Compiled for each instruction set; what
// does not depend on them is in few_queries_formulas_test.cpp.
#include "tests/run/few_queries.hpp"
#include "tests/run/compare.hpp"
#include "tests/run/plain.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace heed::test {

template <class T>
inline constexpr T infinity = std::numeric_limits<T>::infinity();

/// Distance from plain loops.
template <class Q, class K, class V>
double error_of_attention(const Q& q, const K& k, const V& v) {
    return distance<typename V::value_type>(evaluate(attention(q, k, v)), plain_attention(q, k, v));
}

template <class T, std::size_t Keys, std::size_t Depth, std::size_t Columns>
void expect_small_error() {
    const auto Q = random_tensor<T, 1, Depth>(1);
    const auto K = random_tensor<T, Keys, Depth>(2);
    const auto V = random_tensor<T, Keys, Columns>(3);
    EXPECT_EQ(depth_lanes<decltype(attention(Q, K, V))>(), 64 / sizeof(T));
    EXPECT_LE(error_of_attention(Q, K, V), 5) << Keys << " keys, " << Depth << " and " << Columns;
}

// Groups and blocks are of keys, whatever their depth: each edge with one depth and a number of keys that is known at
// run time only, some of them known, and those inside and outside of a block with another depth and columns that fill
// no register. In float any number of keys is in one_row_test.cpp and one_query_lengths_test.cpp.
TEST(few_queries, agrees_at_the_edges_of_blocks) {
    expect_small_error<float, 17, 80, 7>();
    expect_small_error<float, 65, 16, 64>();
    expect_small_error<float, 65, 31, 33>();
}

TEST(few_queries, agrees_for_any_number_of_keys) {
    const auto Q = random_tensor<double, 1, 16>(1);
    for (std::size_t keys = 1; keys <= 130; ++keys) {
        tensor<double, dyn, 16> K(keys);
        tensor<double, dyn, 64> V(keys);
        fill_randomly(K, 2);
        fill_randomly(V, 3);
        EXPECT_LE(error_of_attention(Q, K, V), 5) << keys << " keys";
    }
}

// More parts of a sum, and more columns, than are taken at once: whole ones, some that are left, and what fills none.
TEST(few_queries, agrees_for_many_keys_and_all_depths) {
    expect_small_error<float, 4096, 64, 64>();
    expect_small_error<float, 1000, 200, 300>();
    expect_small_error<double, 1000, 84, 69>();
}

// With fewer terms than parts queries are in lanes.
TEST(few_queries, are_in_lanes_where_terms_are_few) {
    const tensor<float, 1, 15> Q;
    const tensor<float, 100, 15> K;
    EXPECT_EQ(depth_lanes<decltype(attention(Q, K, K))>(), 0U);
    const tensor<double, 1, 7> q;
    const tensor<double, 100, 7> k;
    EXPECT_EQ(depth_lanes<decltype(attention(q, k, k))>(), 0U);
}

/// Each of a few has the bits that it has alone; where there are more, queries are in lanes.
TEST(few_queries, of_a_few_is_as_of_one) {
    const operands<float> in;
    const auto Q = random_tensor<float, 4, 32>(12);
    EXPECT_GT(depth_lanes<decltype(attention(Q, in.K, in.V))>(), 0U);
    EXPECT_LE(error_of_attention(Q, in.K, in.V), 5);
    const tensor Y = attention(Q, in.K, in.V);
    for (std::size_t i = 0; i < 4; ++i) {
        tensor<float, 1, 32> one;
        for (std::size_t d = 0; d < 32; ++d) one(0, d) = Q(i, d);
        EXPECT_EQ(evaluate(attention(one, in.K, in.V))[0], Y[i]) << "query " << i;
    }
    const auto more = random_tensor<float, 5, 32>(13);
    EXPECT_EQ((depth_lanes<decltype(attention(more, in.K, in.V))>()), 0U);
}

/// Of three the mask leaves other keys to each, nothing of the last block, and of the first one block and nothing more.
TEST(few_queries, each_has_a_mask) {
    using namespace index;
    const operands<double> in;
    const auto Q = random_tensor<double, 3, 32>(12);
    const auto f = attention(Q, in.K, in.V, k % 4 > q && k <= 62 * q + 3);
    EXPECT_GT(depth_lanes<decltype(f)>(), 0U);
    const auto keeps = [](std::size_t i, std::size_t j) { return j % 4 > i && j <= 62 * i + 3; };
    EXPECT_LE(distance<double>(evaluate(f), plain_attention(plain(Q), plain(in.K), plain(in.V), keeps)), 5);
}

/// What cannot be known is NaN, and a key of weight 1 is its value.
TEST(few_queries, nan_and_infinity) {
    using T = float;
    for (const std::size_t key : {0U, 13U, 63U, 64U, 149U}) {
        operands<T> in;
        in.K(key, 5) = std::numeric_limits<T>::quiet_NaN();
        for (const T x : evaluate(attention(in.Q, in.K, in.V))) EXPECT_TRUE(std::isnan(x)) << "key " << key;
        in = {};
        in.Q(0, 5) = 1;
        in.K(key, 5) = T(1e6);
        EXPECT_LE((distance<T>(evaluate(attention(in.Q, in.K, in.V)), in.V[key])), 1);
        in.K(key, 5) = -infinity<T>;
        const auto without = attention(in.Q, in.K, in.V, !(index::k == static_cast<int>(key)));
        EXPECT_EQ(evaluate(attention(in.Q, in.K, in.V)), evaluate(without)) << "it weighs nothing";
    }
    operands<T> in;
    for (std::size_t j = 0; j < 150; ++j) in.K(j, 5) = -infinity<T>;
    in.Q(0, 5) = 1;
    for (const T x : evaluate(attention(in.Q, in.K, in.V))) EXPECT_EQ(x, 0) << "no key has a weight";
}

template <class T>
struct constant_case {
    template <extent... E>
    static constexpr tensor<T, E...> numbers(unsigned state) {
        tensor<T, E...> t;
        for (T& x : t) {
            state = state * 1664525 + 1013904223;
            x = static_cast<T>(static_cast<int>(state >> 12) % 4001 - 2000) / T(1000);
        }
        return t;
    }
    static constexpr auto Q = numbers<1, 16>(1);
    static constexpr auto K = numbers<75, 16>(2);
    static constexpr auto V = numbers<75, 5>(3);
};

template <class T, class F>
void expect_bits_of_constant(const F& f) {
    using c = constant_case<T>;
    static constexpr auto constant = F()(c::Q, c::K, c::V);
    auto Q = c::Q;
    auto K = c::K;
    auto V = c::V;
    asm volatile("" : : "r"(Q.data()), "r"(K.data()), "r"(V.data()) : "memory");
    EXPECT_EQ(f(Q, K, V), constant);
}

/// Built without contraction of products and sums.
TEST(few_queries, constant_expressions_have_the_same_bits) {
    expect_bits_of_constant<float>([](const auto& q, const auto& k, const auto& v) {
        return evaluate(softmax(where(index::k < 70, q * transpose(k) * 0.5 + 1)) * v);
    });
    expect_bits_of_constant<double>(
        [](const auto& q, const auto& k, const auto& v) { return evaluate(attention(q, k, v)); });
}

}  // namespace heed::test
