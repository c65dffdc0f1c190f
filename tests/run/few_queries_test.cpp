// SPDX-License-Identifier: BSL-1.0
// Attention of one query against the unfused evaluation in long double, around the edges of blocks and groups of keys,
// with hard numbers. Bits do not depend on when and by what it is computed. Compiled for each instruction set; what
// does not depend on them is in few_queries_formulas_test.cpp.
#include "tests/run/few_queries.hpp"
#include "tests/run/error_of.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace heed::test {

template <class T>
inline constexpr T infinity = std::numeric_limits<T>::infinity();

template <class T, std::size_t Keys, std::size_t Depth, std::size_t Columns>
void expect_small_error() {
    const auto Q = random_tensor<T, 1, Depth>(1);
    const auto K = random_tensor<T, Keys, Depth>(2);
    const auto V = random_tensor<T, Keys, Columns>(3);
    const auto f = attention(Q, K, V);
    EXPECT_EQ(depth_lanes<decltype(f)>(), Depth >= 64 / sizeof(T) ? 64 / sizeof(T) : 0);
    EXPECT_LE(error_of(f), 5) << Keys << " keys, " << Depth << " and " << Columns;
}

template <class T, std::size_t Depth, std::size_t Columns, std::size_t... Keys>
void expect_small_errors() {
    (expect_small_error<T, Keys, Depth, Columns>(), ...);
}

// Groups and blocks are of keys, whatever their depth: each edge with one depth and a number of keys that is known at
// run time only, some of them known, and those inside and outside of a block with another depth and columns that fill
// no register.
TEST(few_queries, agrees_at_the_edges_of_blocks) {
    expect_small_errors<float, 16, 64, 1, 16, 65>();
    expect_small_errors<float, 80, 7, 17, 65>();
    expect_small_errors<double, 16, 64, 9, 64>();
    expect_small_errors<double, 80, 7, 65>();
}

template <class T>
void expect_small_errors_of_any_number_of_keys() {
    const auto Q = random_tensor<T, 1, 16>(1);
    for (std::size_t keys = 1; keys <= 130; ++keys) {
        tensor<T, dyn, 16> K(keys);
        tensor<T, dyn, 64> V(keys);
        std::uint64_t seed = 2;
        for (T& x : K) x = static_cast<T>(drawn(++seed, 0, 2000)) / 1000 - 1;
        for (T& x : V) x = static_cast<T>(drawn(++seed, 0, 2000)) / 1000 - 1;
        EXPECT_LE(error_of(attention(Q, K, V)), 5) << keys << " keys";
    }
}

TEST(few_queries, agrees_for_any_number_of_keys) {
    expect_small_errors_of_any_number_of_keys<float>();
    expect_small_errors_of_any_number_of_keys<double>();
}

TEST(few_queries, agrees_for_many_keys_and_all_depths) {
    expect_small_error<float, 1000, 32, 33>();
    expect_small_error<float, 4096, 64, 64>();
    expect_small_error<float, 1000, 128, 300>();
    expect_small_error<float, 100, 24, 64>();
    expect_small_error<float, 100, 12, 64>();  // fewer terms than parts: queries are in lanes
    expect_small_error<float, 65, 31, 7>();
    expect_small_error<double, 4096, 128, 128>();
    expect_small_error<double, 100, 20, 64>();
}

template <class T>
class few_queries_of : public testing::Test {};
using element_types = testing::Types<float, double>;
TYPED_TEST_SUITE(few_queries_of, element_types);

/// Each of a few has the bits that it has alone; where there are more, queries are in lanes.
TYPED_TEST(few_queries_of, of_a_few_is_as_of_one) {
    const operands<TypeParam> in;
    const auto Q = random_tensor<TypeParam, 4, 32>(12);
    const auto f = attention(Q, in.K, in.V);
    EXPECT_GT(depth_lanes<decltype(f)>(), 0U);
    EXPECT_LE(error_of(f), 5);
    const tensor Y = f;
    for (std::size_t i = 0; i < 4; ++i) {
        tensor<TypeParam, 1, 32> one;
        for (std::size_t d = 0; d < 32; ++d) one(0, d) = Q(i, d);
        EXPECT_EQ(evaluate(attention(one, in.K, in.V))[0], Y[i]) << "query " << i;
    }
    EXPECT_LE(error_of(attention(rows<0, 3>(Q), in.K, in.V, causal_upper_left)), 5);
    EXPECT_LE(error_of(attention(rows<0, 2>(Q), in.K, in.V, index::k % 4 > index::q)), 5);
    const auto more = random_tensor<TypeParam, 5, 32>(13);
    EXPECT_EQ((depth_lanes<decltype(attention(more, in.K, in.V))>()), 0U);
}

/// What cannot be known is NaN, and a key of weight 1 is its value.
TYPED_TEST(few_queries_of, nan_and_infinity) {
    using T = TypeParam;
    for (const std::size_t key : {0U, 13U, 63U, 64U, 149U}) {
        operands<T> in;
        in.K(key, 5) = std::numeric_limits<T>::quiet_NaN();
        for (const T x : evaluate(attention(in.Q, in.K, in.V))) EXPECT_TRUE(std::isnan(x)) << "key " << key;
        in = {};
        in.Q(0, 5) = 1;
        in.K(key, 5) = T(1e6);
        EXPECT_LE((distance<T>(evaluate(attention(in.Q, in.K, in.V)), in.V[key])), 1);
        in.K(key, 5) = -infinity<T>;
        const auto without = softmax(where(!(index::k == static_cast<int>(key)), in.Q * transpose(in.K))) * in.V;
        EXPECT_EQ(evaluate(softmax(in.Q * transpose(in.K)) * in.V), evaluate(without)) << "it weighs nothing";
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
    static constexpr auto f = [](const auto& q, const auto& k, const auto& v) {
        return evaluate(softmax(where(index::k < 70, q * transpose(k) * 0.5 + 1)) * v);
    };
    static constexpr auto value = f(Q, K, V);
    static constexpr auto plain = [](const auto& q, const auto& k, const auto& v) {
        return evaluate(attention(q, k, v));
    };
    static constexpr auto plain_value = plain(Q, K, V);
};

/// Built without contraction of products and sums.
TYPED_TEST(few_queries_of, constant_expressions_have_the_same_bits) {
    using c = constant_case<TypeParam>;
    auto Q = c::Q;
    auto K = c::K;
    auto V = c::V;
    asm volatile("" : : "r"(Q.data()), "r"(K.data()), "r"(V.data()) : "memory");
    EXPECT_EQ(c::f(Q, K, V), c::value);
    EXPECT_EQ(c::plain(Q, K, V), c::plain_value);
}

}  // namespace heed::test
