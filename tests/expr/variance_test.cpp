// SPDX-License-Identifier: BSL-1.0
// Variance and standard deviation against loops and against the reference.
#include "tests/run/compare.hpp"

#include <heed/heed.hpp>
#include <heed/reference/evaluate.hpp>
#include <heed/study/cost.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <vector>

namespace heed::test {

using detail::shape;

inline constexpr axis tokens{"tokens"}, d_model{"d_model"};

template <class F>
constexpr shape of(const F&) {
    return F::shape_value;
}

tensor<double, tokens[6], d_model[7]> numbers() {
    tensor<double, tokens[6], d_model[7]> X;
    int i = 0;
    for (double& x : X) x = 3 + std::cos(1.3 * ++i);
    return X;
}

double variance_of(const std::vector<double>& all, double divisor) {
    double sum = 0, squares = 0;
    for (const double x : all) sum += x;
    const double mean = sum / static_cast<double>(all.size());
    for (const double x : all) squares += (x - mean) * (x - mean);
    return squares / divisor;
}

TEST(variance, has_the_shape_of_a_mean) {
    const auto X = numbers();
    EXPECT_EQ(of(var(X)), shape(tokens[6]));
    EXPECT_EQ(of(var<tokens>(X, keep)), shape(tokens[1], d_model[7]));
    EXPECT_EQ(of(stddev<0, 1>(X + X)), shape());
    EXPECT_EQ(of(stddev<d_model>(X, unbiased, keep)), shape(tokens[6], d_model[1]));
    EXPECT_EQ(of(stddev<d_model>(X, keep, unbiased)), shape(tokens[6], d_model[1]));
}

TEST(variance, is_that_of_loops) {
    const auto X = numbers();
    const tensor biased = var(X), estimated = var<1>(X, unbiased), roots = stddev(X);
    const tensor kept = stddev(X, keep, unbiased);
    for (std::size_t r = 0; r < 6; ++r) {
        const std::vector<double> row(X[r].begin(), X[r].end());
        EXPECT_NEAR(biased(r), variance_of(row, 7), 1e-14);
        EXPECT_NEAR(estimated(r), variance_of(row, 6), 1e-14);
        EXPECT_NEAR(roots(r), std::sqrt(variance_of(row, 7)), 1e-14);
        EXPECT_NEAR(kept(r, 0), std::sqrt(variance_of(row, 6)), 1e-14);
    }
    const std::vector<double> all(X.begin(), X.end());
    EXPECT_NEAR((evaluate(var<tokens, d_model>(X))()), variance_of(all, 42), 1e-14);
    EXPECT_NEAR((evaluate(var<0, 1>(X, unbiased))()), variance_of(all, 41), 1e-14);
}

TEST(variance, of_formulas_agrees_with_the_reference) {
    const auto X = numbers();
    matrix<double, d_model[7], 5> W;
    int i = 0;
    for (double& w : W) w = std::sin(0.7 * ++i);
    const auto normed = (X * W - mean(X * W, keep)) / stddev(X * W, keep);
    const tensor Y = normed;
    EXPECT_LE(distance<double>(Y, evaluate_unfused<long double>(normed), 1), 16);
    for (std::size_t r = 0; r < 6; ++r) {
        double sum = 0, squares = 0;
        for (const double y : Y[r]) sum += y, squares += y * y;
        EXPECT_NEAR(sum, 0, 1e-13);
        EXPECT_NEAR(squares, 5, 1e-13);
    }
}

TEST(variance, computes_its_argument_once) {
    const auto X = numbers();
    const matrix<double, d_model[7], 5> W{};
    using of_product = decltype(var(X * W));
    static_assert(study::cost<of_product>().multiply_adds == 6 * 7 * 5);
    static_assert(study::cost<decltype(stddev<0, 1>(X * W, keep))>().multiply_adds == 6 * 7 * 5);
    static_assert(study::cost<decltype(argmax<0>(X * W))>().multiply_adds == 6 * 7 * 5);
    const auto tables = rope_tables<double>(6, 4);
    const matrix<double, 7, 4> V{};
    static_assert(study::cost<decltype(rope(X * V, tables, pairs::halves))>().multiply_adds == 6 * 7 * 4);
    static_assert(study::cost<decltype(rope(X * V, tables, pairs::neighbours))>().multiply_adds == 6 * 7 * 4);
}

constexpr bool holds_while_compiling() {
    constexpr matrix<double, 2, 3> X{{1, 2, 3}, {4, 9, 5}};
    return evaluate(var<1>(X, keep, unbiased)) == matrix<double, 2, 1>{{1.0}, {7.0}} &&
           evaluate(stddev<0>(X, unbiased))(2) * evaluate(stddev<0>(X, unbiased))(2) - 2 < 1e-15 &&
           evaluate(var<0, 1>(X + 1))() == evaluate(var<1, 0>(X))();
}
static_assert(holds_while_compiling());
TEST(variance, means_the_same_while_compiling) { EXPECT_TRUE(holds_while_compiling()); }

}  // namespace heed::test
