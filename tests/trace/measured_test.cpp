// SPDX-License-Identifier: BSL-1.0
// Lengths that have to agree are one number, sizes that are known stay what they are, and plans share kernels.
#include <heed/heed.hpp>

#include <gtest/gtest.h>

namespace heed::detail {
namespace {

inline constexpr axis tokens{"tokens"}, memory{"memory"};
using queries = tensor<float, tokens[dyn], 16>;
using keys = tensor<float, memory[dyn], 16>;

template <class F>
constexpr std::size_t lengths_of(const F&) {
    return traced_formula<F>::lengths.size();
}

TEST(measured, totals_of_parts_that_agree_are_one) {
    const queries a, b, x;
    EXPECT_EQ(lengths_of(concat<0>(a, b)), 3u);
    EXPECT_EQ(lengths_of(concat<0>(a, b) + concat<0>(a, b)), 5u);  // each time that a tensor is written
    EXPECT_EQ(lengths_of(let(a,
                             [&](auto first) {
                                 return let(b, [&](auto second) {
                                     return results(concat<0>(first, second), concat<0>(first, second) + x);
                                 });
                             })),
              3u);
    const tensor<float, tokens[3], 16> three;
    EXPECT_EQ(lengths_of(concat<0>(a, three)), 2u);
    EXPECT_EQ(lengths_of(concat<0>(a + three, three) + x), 0u);
}

TEST(measured, lengths_that_a_law_ties_are_one) {
    const queries Q;
    const keys K, V;
    const tensor<float, 16, 16> W;
    EXPECT_EQ(lengths_of(attention(Q, K, V)), 2U);
    EXPECT_EQ(lengths_of(attention(Q, Q, Q)), 2U);  // three leaves for all that a plan knows
    EXPECT_EQ(lengths_of(attention(Q, Q, Q, causal)), 1U);
    EXPECT_EQ(lengths_of(Q + Q * W), 1U);
    EXPECT_EQ(lengths_of(let(Q * W, [](auto y) { return y * heed::transpose(y); })), 1U);
    EXPECT_EQ(lengths_of(concat(Q, Q)), 1U);
}

/// A let's body has leaves of its own, which come after those of its value.
TEST(measured, lengths_that_no_law_ties_are_several) {
    const queries Q;
    const keys K, V;
    const auto f = let(Q * heed::transpose(K), [&](auto s) { return softmax(s) * V; });
    const auto& leaves = measuring<std::remove_const_t<decltype(f)>>::shapes.items;
    EXPECT_EQ(leaves[1], leaves[2]);
    EXPECT_NE(leaves[0][0].size, leaves[1][0].size);
}

TEST(measured, a_size_that_is_known_is_that_of_all_that_agree) {
    const keys K;
    const tensor<float, memory[100], 16> V;
    const queries Q;
    const auto f = attention(Q, K, V);
    using F = decltype(f);
    EXPECT_EQ(traced_formula<std::remove_const_t<F>>::lengths.size(), 1U);
    EXPECT_EQ((plan_for<F, float>::value.kernels[0].stream.keys), 100U);
    // Whatever is tied first.
    const tensor<float, tokens[100], 16> X;
    EXPECT_EQ(lengths_of(Q + Q + X), 0U);
    EXPECT_EQ(lengths_of(Q + (Q + X)), 0U);
}

TEST(measured, lengths_that_do_not_fit_are_noticed_wherever_they_are) {
    const queries three(3), four(4);
    const auto values = [](const auto& f) { return length_values(f).values[0]; };
    EXPECT_EQ(values(three + three + three), 3U);
    EXPECT_THROW(values(four + three + three), shape_error);
    EXPECT_THROW(values(three + four + three), shape_error);
    EXPECT_THROW(values(three + three + four), shape_error);
}

TEST(measured, primes_stand_for_lengths_and_for_nothing_else) {
    const tensor<float, tokens[dyn], 1009> X;
    const tensor<float, 1009, 1013> W;
    const auto f = X * W / 1019_c;
    using F = std::remove_const_t<decltype(f)>;
    const std::size_t prime = traced_formula<F>::lengths[0];
    EXPECT_GT(prime, 2022U);
    EXPECT_EQ(length_product(3 * prime * prime, traced_formula<F>::lengths).factor, 3U);
    EXPECT_EQ(length_product(1009 * 1013, traced_formula<F>::lengths).is_static, true);
    constexpr std::size_t alone = traced_formula<decltype(X * 2_c)>::lengths[0];
    EXPECT_GT((traced_formula<decltype(X * constant<alone>())>::lengths[0]), alone);
}

TEST(measured, heads_of_any_lengths_share_their_kernels) {
    const queries Q;
    const keys K, V, K2, V2;
    const tensor<float, 32, 8> W;
    const auto f = concat(attention(Q, K, V), attention(Q, K2, V2)) * W;
    const auto& plan = plan_for<decltype(f), float>::value;
    std::size_t streams = 0;
    for (const kernel& k : plan.kernels) streams += k.loop == skeleton::stream ? 1 : 0;
    EXPECT_EQ(streams, 1U);
}

TEST(measured, reshaped_axes_are_deduced) {
    const queries X;
    const auto f = merge<0, 1>(reshape<tokens[dyn], 4, 4>(X));
    using F = std::remove_const_t<decltype(f)>;
    const std::size_t prime = traced_formula<F>::lengths[0];
    EXPECT_EQ(measured<F>::shape_value[0].size, 4 * prime);
    EXPECT_EQ(measured<F>::shape_value[1].size, 4U);
}

}  // namespace
}  // namespace heed::detail
