// SPDX-License-Identifier: BSL-1.0
// Gradients of attention with masks of all kinds: the numbers of the columns that are left are those of all columns.
#include <heed/heed.hpp>
#include <heed/reference/evaluate.hpp>
#include <tests/run/differences.hpp>
#include <tests/run/kept_columns.hpp>
#include <tests/run/random_formula.hpp>

#include <gtest/gtest.h>

#include <cstddef>

namespace heed::test {
namespace {

using namespace index;

template <std::size_t N, std::size_t M, class Mask>
void expect_gradients(const Mask& mask) {
    const auto q = random_tensor<double, N, 9>(1), d = random_tensor<double, N, 9>(4);
    const auto k = random_tensor<double, M, 9>(2), v = random_tensor<double, M, 9>(3);
    const auto f = gradients(mask, q, k, v, d);
    static_assert(steps_with_parts<decltype(f)>() == steps_of_backward);
    EXPECT_LT(largest_difference(evaluate(f), evaluate_unfused<long double>(f)), 1e-13) << N << " x " << M;
}

TEST(kept_columns, of_any_mask) {
    expect_gradients<70, 150>(causal_upper_left);
    expect_gradients<150, 150>(causal);
    expect_gradients<129, 200>(causal_lower_right);
    expect_gradients<330, 330>(sliding_window<40>);
    expect_gradients<330, 330>(global_tokens<3> || sliding_window<20, 20>);
    expect_gradients<65, 300>(padding(77));
    expect_gradients<200, 200>(q / 50 == index::k / 50);
    expect_gradients<300, 150>(index::k >= q + 20 && q % 3 != 1);
    expect_gradients<70, 150>(index::k < 0);
}

/// A part of a condition that is in memory decides no tile, but the rest of it does.
TEST(kept_columns, of_masks_in_memory) {
    vector<int, 200> ids;
    for (std::size_t i = 0; i < 200; ++i) ids(i) = static_cast<int>(i / 70);
    const auto q = random_tensor<double, 200, 9>(1), k = random_tensor<double, 200, 9>(2),
               v = random_tensor<double, 200, 9>(3);
    const auto f = gradients(causal && same_document(ids), q, k, v, q);
    static_assert(steps_with_parts<decltype(f)>() >= steps_of_backward);
    EXPECT_LT(largest_difference(evaluate(f), evaluate_unfused<long double>(f)), 1e-13);
    const auto of_memory = gradients(same_document(ids), q, k, v, q);
    static_assert(steps_with_parts<decltype(of_memory)>() == 0);
}

}  // namespace
}  // namespace heed::test
