// SPDX-License-Identifier: BSL-1.0
// The unfused evaluation against loops written out by hand: the oracle is not its own witness.
#include "tests/run/random_formula.hpp"

#include <heed/reference/evaluate.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace heed::test {

TEST(reference, attention_written_out) {
    const auto Q = random_tensor<double, 5, 3>(1);
    const auto K = random_tensor<double, 7, 3>(2);
    const auto V = random_tensor<double, 7, 2>(3);
    const auto Y = evaluate_unfused<long double>(attention(Q, K, V));
    for (std::size_t i = 0; i < 5; ++i) {
        long double total = 0, output[2] = {0, 0};
        for (std::size_t j = 0; j < 7; ++j) {
            long double score = 0;
            for (std::size_t d = 0; d < 3; ++d) score += static_cast<long double>(Q(i, d)) * K(j, d);
            const long double weight = std::exp(score / std::sqrt(3.0L));
            total += weight;
            for (std::size_t e = 0; e < 2; ++e) output[e] += weight * V(j, e);
        }
        for (std::size_t e = 0; e < 2; ++e) EXPECT_NEAR(static_cast<double>(Y(i, e) - output[e] / total), 0, 1e-18);
    }
}

TEST(reference, batches_broadcast) {
    const auto A = random_tensor<double, 2, 3, 4>(1);
    const auto B = random_tensor<double, 4, 5>(2);
    const auto Y = evaluate_unfused<double>(A * B);
    for (std::size_t b = 0; b < 2; ++b)
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 5; ++j) {
                double sum = 0;
                for (std::size_t k = 0; k < 4; ++k) sum += A(b, i, k) * B(k, j);
                EXPECT_EQ(Y(b, i, j), sum);
            }
}

TEST(reference, structure_moves_numbers) {
    const matrix<double, 2, 3> A{{1, 2, 3}, {4, 5, 6}};
    EXPECT_EQ(evaluate_unfused<double>(transpose(A)), (matrix<double, 3, 2>{{1, 4}, {2, 5}, {3, 6}}));
    EXPECT_EQ(evaluate_unfused<double>(cols<1, 3>(rows<1, 2>(A))), (matrix<double, 1, 2>{{5, 6}}));
    EXPECT_EQ(evaluate_unfused<double>(concat<0>(A, A)),
              (matrix<double, 4, 3>{{1, 2, 3}, {4, 5, 6}, {1, 2, 3}, {4, 5, 6}}));
    EXPECT_EQ(evaluate_unfused<double>(sum<0>(A)), (vector<double, 3>{5, 7, 9}));
    EXPECT_EQ(evaluate_unfused<double>(A + vector<double, 3>{10, 20, 30}),
              (matrix<double, 2, 3>{{11, 22, 33}, {14, 25, 36}}));
}

TEST(reference, rows_without_weight_are_zero) {
    constexpr double lowest = -std::numeric_limits<double>::infinity();
    const matrix<double, 2, 2> S{{lowest, lowest}, {0, lowest}};
    EXPECT_EQ(evaluate_unfused<double>(softmax(S)), (matrix<double, 2, 2>{{0, 0}, {1, 0}}));
    EXPECT_EQ(evaluate_unfused<double>(logsumexp(S)), (vector<double, 2>{lowest, 0}));
    EXPECT_EQ(evaluate_unfused<double>(log_softmax(S)), (matrix<double, 2, 2>{{lowest, lowest}, {0, lowest}}));
}

}  // namespace heed::test
