// SPDX-License-Identifier: BSL-1.0
// The cost of a plan is what a number type that counts its operations sees.
#include <heed/heed.hpp>
#include <tests/counting.hpp>
#include <tests/filled.hpp>

#include <gtest/gtest.h>

namespace heed::test {

template <class F>
constexpr detail::cost predicted(const F&) {
    return detail::cost_of(detail::plan_for<F, counting>::value);
}

template <class F>
tally counted(const F& f) {
    seen = {};
    [[maybe_unused]] const tensor value = f;
    return seen;
}

const auto A = filled<tensor<counting, 7, 9>>(0.37), B = filled<tensor<counting, 7, 9>>(0.11);
const auto C = filled<tensor<counting, 9, 5>>(0.71);

TEST(cost, of_elementwise_formulas) {
    const auto f = tanh(A + B) - A;
    EXPECT_EQ(predicted(f).flops(), 2U * 63);
    EXPECT_EQ(counted(f).flops, predicted(f).flops());
    EXPECT_EQ(counted(f).transcendentals, predicted(f).transcendentals);
}

TEST(cost, of_products) {
    const auto f = A * C + 1;
    EXPECT_EQ(predicted(f).multiply_adds, 7U * 9 * 5);
    EXPECT_EQ(counted(f).flops, predicted(f).flops());
}

TEST(cost, of_attention_is_one_exp_a_score) {
    const auto K = filled<tensor<counting, 11, 9>>(0.2);
    const auto V = filled<tensor<counting, 11, 4>>(0.3);
    const auto f = softmax(A * transpose(K) / 3.0) * V;
    const detail::cost c = predicted(f);
    EXPECT_EQ(c.multiply_adds, 7U * 11 * 9 + 7U * 11 * 4);
    EXPECT_EQ(c.exps, 7U * 11);
    EXPECT_EQ(c.rescales, 0U);
}

TEST(cost, of_more_than_one_block_of_keys) {
    const auto K = filled<tensor<counting, 130, 9>>(0.2);
    const auto V = filled<tensor<counting, 130, 4>>(0.3);
    const detail::cost c = predicted(attention(A, K, V));
    EXPECT_EQ(c.exps, 7U * 130);
    EXPECT_EQ(c.rescales, 7U * 2);
}

/// Row sums run in eight lanes, whose empty sums are added too: at most that much more is done than asked for.
TEST(cost, of_softmax_and_reductions) {
    const auto weights = softmax(A);
    EXPECT_EQ(counted(weights).exps, predicted(weights).exps);
    EXPECT_GE(counted(weights).flops, predicted(weights).flops() - 2 * 7);
    const auto total = logsumexp(A);
    EXPECT_EQ(counted(total).exps, predicted(total).exps);
    EXPECT_EQ(counted(total).transcendentals, predicted(total).transcendentals);
    EXPECT_EQ(counted(total).flops, predicted(total).flops() + 7 * 2 * 7);
}

TEST(cost, of_norms) {
    const auto rms = rms_norm(A);
    EXPECT_EQ(predicted(rms).flops(), 7U * (3 * 9 + 3));
    EXPECT_EQ(counted(rms).flops, predicted(rms).flops() + 7 * 7 + 1) << "epsilon is a quotient";
    EXPECT_EQ(counted(rms).transcendentals, predicted(rms).transcendentals);
    const auto layer = layer_norm(A + B, {.epsilon = 0.5});
    EXPECT_EQ(counted(layer).flops, predicted(layer).flops() + 7 * 3 * 7);
    EXPECT_EQ(counted(layer).transcendentals, 7U);
}

TEST(cost, of_indices_is_no_flop) {
    const auto bias = hadamard(A, 0.5 * (index::k - index::q)) + index::k;
    EXPECT_EQ(predicted(bias).flops(), 2U * 63);
    EXPECT_EQ(predicted(bias).index_operations, 2U * 63);
    EXPECT_EQ(counted(bias).flops, 4U * 63);
    const detail::cost masked = predicted(where(index::k <= index::q && index::q - index::k < 3, A));
    EXPECT_EQ(masked.flops(), 63U);
    EXPECT_EQ(masked.index_operations, 4U * 63);
}

TEST(cost, adds_up_over_the_steps_of_a_plan) {
    const auto one = A * C;
    const auto two = hadamard(A * C, B * C);
    EXPECT_EQ(predicted(two).multiply_adds, 2 * predicted(one).multiply_adds);
    EXPECT_EQ(counted(two).flops, predicted(two).flops());
}

/// What clang 19 was seen to take (-fconstexpr-steps, smallest that suffices, for double).
TEST(cost, steps_of_a_constant_expression) {
    const auto steps = [](const auto& f) {
        return static_cast<double>(detail::constexpr_steps(
            detail::cost_of(detail::plan_for<std::remove_cvref_t<decltype(f)>, double>::value)));
    };
    const matrix<double, 12, 3> Q;
    const matrix<double, 32, 16> P;
    const matrix<double, 16, 16> S;
    const matrix<double, 1, 16> q;
    const struct {
        double estimate;
        double seen;
    } cases[] = {{steps(attention(Q, Q, Q)), 19520},
                 {steps(attention(P, P, P)), 200810},
                 {steps(attention(q, P, P)), 9583},
                 {steps(S * S), 20527},
                 {steps(softmax(S)), 46601}};
    for (const auto& c : cases) {
        EXPECT_GE(c.estimate, 0.95 * c.seen);
        EXPECT_LE(c.estimate, 1.5 * c.seen);
    }
}

}  // namespace heed::test
