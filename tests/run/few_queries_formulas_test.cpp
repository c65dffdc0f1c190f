// SPDX-License-Identifier: BSL-1.0
// Attention of one query and of a few against the unfused evaluation in long double: operands of other types and as
// they lie, masks, what is added to scores.
#include "tests/run/error_of.hpp"
#include "tests/run/few_queries.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <limits>
#include <type_traits>

namespace heed::test {

template <class T>
class few_queries_formulas : public testing::Test {};
using element_types = testing::Types<float, double>;
TYPED_TEST_SUITE(few_queries_formulas, element_types);

TYPED_TEST(few_queries_formulas, reads_operands_where_they_lie) {
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

TYPED_TEST(few_queries_formulas, formulas_and_masks) {
    using T = TypeParam;
    using namespace index;
    const operands<T> in;
    EXPECT_LE(error_of(softmax(tanh(in.Q * transpose(in.K)) * 3 - 0.01 * k) * in.V * 2 + 1), 5);
    EXPECT_LE(error_of(attention(in.Q, in.K, in.V, k >= 40 && k < 131)), 5);
    const auto bias = random_tensor<T, 1, 150>(9);
    EXPECT_LE(error_of(softmax(in.Q * transpose(in.K) + bias) * in.V), 5);
    const auto heads = random_tensor<T, 2, 3, 1, 32>(10);
    const auto keys = random_tensor<T, 2, 3, 70, 32>(11);
    const vector<int, 2> lengths{1, 67};
    EXPECT_LE(error_of(attention(heads, keys, keys, padding(lengths))), 5);
}

TEST(few_queries, other_masks) {
    using namespace index;
    const operands<float> in;
    EXPECT_LE(error_of(softmax(in.Q * transpose(in.K)) * in.V), 5);
    EXPECT_LE(error_of(attention(in.Q, in.K, in.V, k % 3 == 1)), 5);
    EXPECT_LE(error_of(attention(in.Q, in.K, in.V, k == 149)), 5);
    EXPECT_LE(error_of(attention(in.Q, in.K, in.V, causal_lower_right)), 5);
    EXPECT_LE(error_of(attention(in.Q, in.K, in.V, causal_upper_left)), 5);
    const auto heads = random_tensor<float, 2, 3, 1, 32>(10);
    const auto keys = random_tensor<float, 2, 3, 70, 32>(11);
    EXPECT_LE(error_of(attention(heads, keys, keys)), 5);
}

TYPED_TEST(few_queries_formulas, masks_skip_what_they_hide) {
    using namespace index;
    operands<TypeParam> in;
    const tensor seen = attention(in.Q, rows<64, 128>(in.K), rows<64, 128>(in.V));
    for (std::size_t j = 0; j < 64; ++j)
        for (auto& x : in.K[j]) x = std::numeric_limits<TypeParam>::quiet_NaN();
    EXPECT_EQ(evaluate(attention(in.Q, in.K, in.V, k >= 64 && k < 128)), seen);
    for (const auto x : evaluate(attention(in.Q, in.K, in.V, k < 0))) EXPECT_EQ(x, 0);
}

/// Softmax does not see what is added to all scores.
TYPED_TEST(few_queries_formulas, scores_may_be_large) {
    const operands<TypeParam> in;
    const auto S = in.Q * transpose(in.K);
    EXPECT_LE((distance<TypeParam>(evaluate(softmax(S + 1024) * in.V), evaluate(softmax(S) * in.V))), 1100);
    EXPECT_LE(error_of(softmax(S * 100) * in.V), 200);
}

}  // namespace heed::test
