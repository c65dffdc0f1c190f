// SPDX-License-Identifier: BSL-1.0
// Reductions along one axis and several, by number and by name, of which the axes stay or not.
#include "tests/expr/named_axes.hpp"
#include "tests/run/compare.hpp"

#include <heed/heed.hpp>
#include <heed/reference/evaluate.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace heed::test {

TEST(reduce, keeps_axes_with_their_names) {
    const auto X = numbers();
    EXPECT_EQ(of(mean<1>(X, keep)), shape(batch[3], tokens[1], d_k[5]));
    EXPECT_EQ(of(mean(X, keep)), shape(batch[3], tokens[4], d_k[1]));
    EXPECT_EQ(of(max<tokens>(X + X, keep)), shape(batch[3], tokens[1], d_k[5]));
    EXPECT_EQ(of(sum<0, 2>(X, keep)), shape(batch[1], tokens[4], d_k[1]));
    EXPECT_EQ(of(logsumexp<d_k, batch>(-X, keep)), shape(batch[1], tokens[4], d_k[1]));
    EXPECT_EQ(of(min<0, 1, -1>(X, keep)), shape(batch[1], tokens[1], d_k[1]));
    EXPECT_EQ(of(X - mean<0, 1>(X, keep)), of(X));
}

TEST(reduce, drops_several_axes) {
    const auto X = numbers();
    EXPECT_EQ(of(sum<0, 1>(X)), shape(d_k[5]));
    EXPECT_EQ(of(sum<1, 0>(X)), shape(d_k[5]));
    EXPECT_EQ(of(mean<d_k, batch>(X)), shape(tokens[4]));
    EXPECT_EQ(of(max<-1, tokens>(X)), shape(batch[3]));
    EXPECT_EQ(of(min<0, 1, 2>(X)), shape());
}

/// combine(all elements of X with that token) for each token.
template <class Combine>
vector<double, 4> of_each_token(const Combine& combine) {
    const auto X = numbers();
    vector<double, 4> result;
    for (std::size_t t = 0; t < 4; ++t) {
        std::vector<double> elements;
        for (std::size_t b = 0; b < 3; ++b)
            for (std::size_t d = 0; d < 5; ++d) elements.push_back(X(b, t, d));
        result(t) = combine(elements);
    }
    return result;
}
double sum_of(const std::vector<double>& all) {
    double sum = 0;
    for (const double x : all) sum += x;
    return sum;
}

template <class F>
void expect_near(const F& f, const vector<double, 4>& wanted) {
    const tensor value = f;
    ASSERT_EQ(value.size(), wanted.size());
    for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(value.data()[i], wanted(i), 1e-14) << i;
    EXPECT_LE(distance<double>(value, evaluate_unfused<long double>(f), 1), 4);
}

TEST(reduce, several_axes_are_reduced_like_loops_over_both) {
    const auto X = numbers();
    const auto sums = of_each_token(sum_of);
    expect_near(sum<batch, d_k>(X), sums);
    expect_near(sum<2, 0>(X, keep), sums);
    const auto means = of_each_token([](const auto& all) { return sum_of(all) / 15; });
    expect_near(mean<batch, d_k>(X), means);
    expect_near(mean<batch, d_k>(X, keep), means);
    const auto largest = of_each_token([](const auto& all) { return *std::max_element(all.begin(), all.end()); });
    expect_near(max<0, -1>(X), largest);
    const auto smallest = of_each_token([](const auto& all) { return *std::min_element(all.begin(), all.end()); });
    expect_near(min<0, -1>(X, keep), smallest);
    const auto logs = of_each_token([](const auto& all) {
        double sum = 0;
        for (const double x : all) sum += std::exp(x);
        return std::log(sum);
    });
    expect_near(logsumexp<0, 2>(X), logs);
}

TEST(reduce, what_stays_repeats_beside_the_whole) {
    const auto X = numbers();
    const tensor centred = X - mean<0, 1>(X, keep);
    for (std::size_t d = 0; d < 5; ++d) {
        double sum = 0;
        for (std::size_t b = 0; b < 3; ++b)
            for (std::size_t t = 0; t < 4; ++t) sum += centred(b, t, d);
        EXPECT_NEAR(sum, 0, 1e-14);
    }
    const tensor<double, batch[3], tokens[4], tokens[4]> products = (X / sum<d_k>(X, keep)) * transpose(X);
    EXPECT_LE(distance<double>(products, evaluate_unfused<long double>((X / sum<d_k>(X, keep)) * transpose(X)), 1), 8);
}

TEST(reduce, minus_infinity_and_nan_pass_through_several_axes) {
    constexpr double lowest = -std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
    const matrix<double, 2, 2> masked{{lowest, lowest}, {lowest, lowest}}, some{{lowest, 0}, {lowest, lowest}},
        unknown{{1, nan}, {2, 3}};
    EXPECT_EQ(evaluate(logsumexp<0, 1>(masked))(), lowest);
    EXPECT_EQ(evaluate(logsumexp<0, 1>(some, keep))(0, 0), 0);
    EXPECT_TRUE(std::isnan(evaluate(max<0, 1>(unknown))()));
}

constexpr bool holds_while_compiling() {
    constexpr tensor<double, tokens[2], d_k[3]> X{{1, 2, 3}, {4, 5, 9}};
    constexpr tensor<int, 2, 3> I{{1, 2, 3}, {4, 5, 9}};
    return evaluate(mean<1>(X, keep)) == tensor<double, tokens[2], d_k[1]>{{2.0}, {6.0}} &&
           evaluate(sum<d_k, tokens>(X))() == 24 && evaluate(max<0, 1>(I, keep)) == matrix<int, 1, 1>{{9}} &&
           evaluate(X - mean(X, keep)) == tensor<double, tokens[2], d_k[3]>{{-1, 0, 1}, {-2, -1, 3}};
}
static_assert(holds_while_compiling());
TEST(reduce, means_the_same_while_compiling) { EXPECT_TRUE(holds_while_compiling()); }

}  // namespace heed::test
