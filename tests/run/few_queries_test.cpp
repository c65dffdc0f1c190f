// SPDX-License-Identifier: BSL-1.0
// Attention of one query against the unfused evaluation in long double, around the edges of blocks and groups of keys,
// with masks, hard numbers and operands of other types. Bits do not depend on when and by what it is computed.
#include "tests/run/error_of.hpp"
#include "tests/run/random_formula.hpp"

#include <heed/heed.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <limits>

namespace heed::test {

template <class T>
inline constexpr T infinity = std::numeric_limits<T>::infinity();

/// Parts of the sum of a score side by side in the plan of a formula, 0 if queries are.
template <class F>
constexpr std::size_t depth_lanes() {
    return detail::plan_for<F, detail::value_of<F>>::value.kernels[0].stream.depth_lanes;
}

template <class T, std::size_t Keys, std::size_t Depth, std::size_t Columns>
void expect_small_error() {
    const auto Q = random_tensor<T, 1, Depth>(1);
    const auto K = random_tensor<T, Keys, Depth>(2);
    const auto V = random_tensor<T, Keys, Columns>(3);
    const auto f = attention(Q, K, V);
    EXPECT_EQ(depth_lanes<decltype(f)>(), Depth % (64 / sizeof(T)) == 0 ? 64 / sizeof(T) : 0);
    EXPECT_LE(error_of(f), 5) << Keys << " keys, " << Depth << " and " << Columns;
}

template <class T, std::size_t Depth, std::size_t Columns, std::size_t... Keys>
void expect_small_errors() {
    (expect_small_error<T, Keys, Depth, Columns>(), ...);
}

// Groups and blocks are of keys, whatever their depth: each edge with one depth, those inside and outside of a block
// with another and columns that fill no register.
TEST(few_queries, agrees_at_the_edges_of_blocks) {
    expect_small_errors<float, 16, 64, 1, 15, 16, 17, 63, 64, 65>();
    expect_small_errors<float, 80, 7, 17, 65>();
    expect_small_errors<double, 16, 64, 1, 7, 8, 9, 64, 65>();
    expect_small_errors<double, 80, 7, 9, 65>();
}

TEST(few_queries, agrees_for_many_keys_and_all_depths) {
    expect_small_error<float, 1000, 32, 33>();
    expect_small_error<float, 4096, 64, 64>();
    expect_small_error<float, 1000, 128, 300>();
    expect_small_error<float, 100, 24, 64>();
    expect_small_error<double, 1000, 32, 33>();
    expect_small_error<double, 4096, 128, 128>();
    expect_small_error<double, 100, 24, 1>();
    expect_small_error<double, 100, 20, 64>();
}

template <class T>
struct operands {
    tensor<T, 1, 32> Q = random_tensor<T, 1, 32>(1);
    tensor<T, 150, 32> K = random_tensor<T, 150, 32>(2);
    tensor<T, 150, 21> V = random_tensor<T, 150, 21>(3);
};

template <class T>
class few_queries_of : public testing::Test {};
using element_types = testing::Types<float, double>;
TYPED_TEST_SUITE(few_queries_of, element_types);

TYPED_TEST(few_queries_of, reads_operands_where_they_lie) {
    using T = TypeParam;
    using other = std::conditional_t<sizeof(T) == 4, double, float>;
    const auto wide = random_tensor<T, 150, 96>(4);
    const operands<T> in;
    const auto slice = attention(in.Q, cols<7, 39>(wide), cols<40, 77>(wide));
    EXPECT_GT(depth_lanes<decltype(slice)>(), 0U);
    EXPECT_LE(error_of(slice), 5);
    EXPECT_LE(error_of(attention(rows<3, 4>(in.K), in.K, in.V)), 5);
    const auto columns = random_tensor<T, 21, 150>(5);
    EXPECT_LE(error_of(attention(in.Q, in.K, transpose(columns))), 5);
    const auto keys_by_column = random_tensor<T, 32, 150>(6);
    const auto apart = softmax(in.Q * keys_by_column) * in.V;
    EXPECT_EQ(depth_lanes<decltype(apart)>(), 0U) << "the elements of a key are not neighbours";
    EXPECT_LE(error_of(apart), 5);
    const auto K = random_tensor<other, 150, 32>(7);
    const auto V = random_tensor<other, 150, 21>(8);
    const auto mixed_types = evaluate_as<T>(attention(in.Q, K, V));
    const auto same_K = evaluate_as<T>(K * 1);
    const auto same_V = evaluate_as<T>(V * 1);
    EXPECT_EQ(mixed_types, evaluate(attention(in.Q, same_K, same_V)));
    EXPECT_LE((distance<float>(mixed_types, evaluate_unfused<long double>(attention(in.Q, K, V)))), 5);
}

TYPED_TEST(few_queries_of, formulas_and_masks) {
    using T = TypeParam;
    using namespace index;
    const operands<T> in;
    EXPECT_LE(error_of(softmax(in.Q * transpose(in.K)) * in.V), 5);
    EXPECT_LE(error_of(softmax(tanh(in.Q * transpose(in.K)) * 3 - 0.01 * k) * in.V * 2 + 1), 5);
    EXPECT_LE(error_of(attention(in.Q, in.K, in.V, k >= 40 && k < 131)), 5);
    EXPECT_LE(error_of(attention(in.Q, in.K, in.V, k % 3 == 1)), 5);
    EXPECT_LE(error_of(attention(in.Q, in.K, in.V, k == 149)), 5);
    EXPECT_LE(error_of(attention(in.Q, in.K, in.V, causal_lower_right)), 5);
    EXPECT_LE(error_of(attention(in.Q, in.K, in.V, causal_upper_left)), 5);
    const auto bias = random_tensor<T, 1, 150>(9);
    EXPECT_LE(error_of(softmax(in.Q * transpose(in.K) + bias) * in.V), 5);
    const auto heads = random_tensor<T, 2, 3, 1, 32>(10);
    const auto keys = random_tensor<T, 2, 3, 70, 32>(11);
    EXPECT_LE(error_of(attention(heads, keys, keys)), 5);
    const vector<int, 2> lengths{1, 67};
    EXPECT_LE(error_of(attention(heads, keys, keys, padding(lengths))), 5);
}

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

TYPED_TEST(few_queries_of, masks_skip_what_they_hide) {
    using namespace index;
    operands<TypeParam> in;
    const tensor seen = attention(in.Q, rows<64, 128>(in.K), rows<64, 128>(in.V));
    for (std::size_t j = 0; j < 64; ++j)
        for (auto& x : in.K[j]) x = std::numeric_limits<TypeParam>::quiet_NaN();
    EXPECT_EQ(evaluate(attention(in.Q, in.K, in.V, k >= 64 && k < 128)), seen);
    for (const auto x : evaluate(attention(in.Q, in.K, in.V, k < 0))) EXPECT_EQ(x, 0);
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

/// Softmax does not see what is added to all scores.
TYPED_TEST(few_queries_of, scores_may_be_large) {
    const operands<TypeParam> in;
    const auto S = in.Q * transpose(in.K);
    EXPECT_LE((distance<TypeParam>(evaluate(softmax(S + 1024) * in.V), evaluate(softmax(S) * in.V))), 1100);
    EXPECT_LE(error_of(softmax(S * 100) * in.V), 200);
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
