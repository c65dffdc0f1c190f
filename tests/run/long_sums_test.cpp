// SPDX-License-Identifier: BSL-1.0
// Sums of many terms: their error is that of a block of them, in every loop that forms them, and each loop has the bits
// of the others.
#include <heed/heed.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <random>

namespace heed::test {

using detail::product_depth;

/// Random numbers around `mean`.
template <class Tensor>
void fill(Tensor& t, unsigned seed, double mean = 0) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> uniform(-1, 1);
    for (auto& x : t) x = static_cast<typename Tensor::value_type>(mean + uniform(random));
}

/// The largest error of a product, in units of epsilon / 2 times the sum of the sizes of the terms.
template <class Y, class A, class B>
double error_of_product(const Y& y, const A& a, const B& b) {
    double worst = 0;
    for (std::size_t i = 0; i < y.extent(0); ++i)
        for (std::size_t j = 0; j < y.extent(1); ++j) {
            double sum = 0, size = 0;
            for (std::size_t k = 0; k < a.extent(1); ++k) {
                const double term = static_cast<double>(a(i, k)) * static_cast<double>(b(k, j));
                sum += term;
                size += std::fabs(term);
            }
            worst = std::max(worst, std::fabs(static_cast<double>(y(i, j)) - sum) / size);
        }
    return worst * 2 / static_cast<double>(std::numeric_limits<float>::epsilon());
}

/// As it lies, with sizes of the program, transposed (copied or with the depth in lanes), packed ahead.
template <std::size_t Rows, std::size_t Depth, std::size_t Columns>
void expect_product(double mean, double most) {
    SCOPED_TRACE(testing::Message() << Rows << " x " << Depth << " x " << Columns << " around " << mean);
    tensor<float, Rows, Depth> A;
    tensor<float, Depth, Columns> B;
    fill(A, 1, mean);
    fill(B, 2, mean);
    const tensor Y = A * B;
    EXPECT_LE(error_of_product(Y, A, B), most);
    const tensor<float, dyn, dyn> Ad = A, Bd = B;
    EXPECT_EQ(evaluate(Ad * Bd), Y);
    EXPECT_EQ(evaluate(A * packed(B)), Y);
    const tensor<float, Columns, Depth> columns = transpose(B);
    const tensor Z = A * transpose(columns);
    EXPECT_LE(error_of_product(Z, A, B), most);
    if constexpr (Rows > 4) {
        EXPECT_EQ(Z, Y);
    }
}

TEST(long_sums, of_products_err_like_a_block) {
    expect_product<9, 256, 20>(0, 6);
    expect_product<9, 257, 20>(0, 6);
    expect_product<2, 257, 150>(0, 6);
    expect_product<9, 384, 20>(0, 6);
    expect_product<1, 512, 150>(0, 6);
    expect_product<9, 2880, 20>(0, 6);
    expect_product<9, 2880, 20>(1, 16);
    expect_product<40, 700, 290>(0, 6);   // rows far apart: panels are copied
    expect_product<2, 2880, 150>(1, 16);  // few rows: swept
    expect_product<3, 700, 150>(0, 6);
    expect_product<5, 8200, 6>(1, 24);  // more than a packed panel takes at a time
    expect_product<1, 20000, 3>(1, 24);
}

/// Two keys with scores of 2^24 + 64 and of 2^24, between which one chain of sums sees no difference. The rows of the
/// result are the values of the first key.
template <std::size_t Queries, std::size_t Depth = 96>
constexpr bool tells_scores_apart() {
    tensor<float, Queries, Depth> Q;
    tensor<float, 2, Depth> K;
    tensor<float, 2, 3> V{{1, 2, 3}, {4, 5, 6}};
    for (std::size_t d = 0; d < Depth; ++d) {
        for (std::size_t q = 0; q < Queries; ++q) Q(q, d) = 1;
        K(0, d) = d == 0 ? 16777216.0f : d < detail::score_depth ? 0.0f : 1.0f;
        K(1, d) = d == 0 ? 16777216.0f : 0.0f;
    }
    const auto Y = evaluate(softmax(Q * transpose(K)) * V);
    for (std::size_t q = 0; q < Queries; ++q)
        for (std::size_t e = 0; e < 3; ++e)
            if (Y(q, e) != V(0, e)) return false;
    return true;
}

TEST(long_sums, of_scores_are_formed_in_blocks) {
    EXPECT_TRUE((tells_scores_apart<1>()));
    EXPECT_TRUE((tells_scores_apart<3>()));
    EXPECT_TRUE((tells_scores_apart<5>()));
    EXPECT_TRUE((tells_scores_apart<40>()));
    static_assert(tells_scores_apart<2>() && tells_scores_apart<5>());
}

/// Standard normal numbers: the mean over some inputs of the largest error, divided by the largest output.
template <std::size_t Tokens, std::size_t Depth>
double mean_error_of_attention(unsigned inputs) {
    double sum = 0;
    for (unsigned seed = 0; seed < inputs; ++seed) {
        std::mt19937 random(seed);
        std::normal_distribution<float> normal;
        tensor<float, Tokens, Depth> Q, K, V;
        for (auto* const x : {&Q, &K, &V}) std::generate(x->begin(), x->end(), [&] { return normal(random); });
        const auto attention = softmax(Q * transpose(K) / sqrt(dim<1>(K))) * V;
        const tensor Y = attention;
        const auto exact = evaluate_as<double>(attention);
        double error = 0, largest = 0;
        for (std::size_t i = 0; i < Tokens; ++i)
            for (std::size_t e = 0; e < Depth; ++e) {
                error = std::max(error, std::fabs(static_cast<double>(Y(i, e)) - exact(i, e)));
                largest = std::max(largest, std::fabs(exact(i, e)));
            }
        sum += error / largest;
    }
    return sum / inputs;
}

TEST(long_sums, of_attention_err_little) {
    EXPECT_LE((mean_error_of_attention<128, 64>(6)), 6e-7);
    EXPECT_LE((mean_error_of_attention<128, 128>(6)), 6e-7);
    EXPECT_LE((mean_error_of_attention<300, 200>(6)), 6e-7);
}

/// One chain of sums stands still at 2^24 ones.
TEST(long_sums, of_a_product_do_not_stand_still) {
    const std::size_t n = 17'000'000;
    tensor<float, dyn, 1> ones(n);
    for (float& x : ones) x = 1;
    EXPECT_EQ(evaluate(transpose(ones) * ones)(0, 0), static_cast<float>(n));
    EXPECT_EQ(evaluate(sum<0>(ones))(0), static_cast<float>(n));
}

/// A product of few rows has the sums of one of many rows.
TEST(long_sums, of_few_rows_are_those_of_many) {
    tensor<float, 12, 777> A;
    tensor<float, 777, 140> W;
    fill(A, 3, 0.5);
    fill(W, 4);
    const tensor Y = A * W;
    EXPECT_EQ(evaluate(rows<3, 4>(A) * W), evaluate(rows<3, 4>(Y)));
    EXPECT_EQ(evaluate(rows<5, 8>(A) * W), evaluate(rows<5, 8>(Y)));
    const tensor R = gelu(A * W + 1);
    EXPECT_EQ(evaluate(gelu(rows<5, 8>(A) * W + 1)), evaluate(rows<5, 8>(R)));
}

/// Parts of a concatenation go on where the one before ended, block by block.
TEST(long_sums, of_parts_err_like_a_block) {
    tensor<float, 2, 300> A;
    tensor<float, 2, 600> B;
    tensor<float, 900, 150> W;
    fill(A, 5, 1);
    fill(B, 6, 1);
    fill(W, 7, 1);
    const tensor joined = concat(A, B);
    EXPECT_LE(error_of_product(evaluate(concat(A, B) * W), joined, W), 16);
    const tensor<float, 150, 900> columns = transpose(W);
    EXPECT_LE(error_of_product(evaluate(concat(A, B) * transpose(columns)), joined, W), 16);
}

constexpr auto product_of_600 = [] {
    tensor<float, 1, 600> A;
    tensor<float, 600, 2> W;
    float x = 0;
    for (float& a : A) a = 1 / (x += 1);
    for (float& w : W) w = 1 / (x += 1);
    return evaluate(A * W);
};
constexpr auto sum_of_3000 = [] {
    tensor<float, 3000> A;
    float x = 0;
    for (float& a : A) a = 1 / (x += 1);
    return evaluate(sum(A));
};

TEST(long_sums, have_the_bits_of_constants) {
    constexpr auto product = product_of_600();
    EXPECT_EQ(product, product_of_600());
    constexpr auto total = sum_of_3000();
    EXPECT_EQ(total, sum_of_3000());
}

/// The relative errors of sum, mean, a sum of squares and the sum of a softmax, in units of epsilon / 2.
void expect_rows(std::size_t n, double around, double most) {
    SCOPED_TRACE(testing::Message() << n << " around " << around);
    tensor<float, dyn> X(n);
    fill(X, 8, around);
    double total = 0, total_of_squares = 0, size = 0, powers = 0;
    for (const float x : X) {
        total += static_cast<double>(x);
        size += std::fabs(static_cast<double>(x));
        total_of_squares += static_cast<double>(x) * static_cast<double>(x);
        powers += std::exp(static_cast<double>(x));
    }
    const double unit = static_cast<double>(std::numeric_limits<float>::epsilon()) / 2;
    const double length = static_cast<double>(n);
    EXPECT_LE(std::fabs(static_cast<double>(evaluate(sum(X))) - total), most * unit * size);
    EXPECT_LE(std::fabs(static_cast<double>(evaluate(mean(X))) - total / length), most * unit * size / length);
    EXPECT_LE(std::fabs(static_cast<double>(evaluate(sum(hadamard(X, X)))) - total_of_squares),
              most * unit * total_of_squares);
    EXPECT_LE(std::fabs(static_cast<double>(evaluate(logsumexp(X))) - std::log(powers)),
              most * unit * (1 + std::log(powers)));
}

TEST(long_sums, of_rows_err_like_a_block) {
    for (const std::size_t n : {std::size_t{384}, std::size_t{2047}, std::size_t{2048}, std::size_t{2049},
                                std::size_t{2880}, std::size_t{1'000'001}}) {
        expect_rows(n, 0, 4);
        expect_rows(n, 0.7, 12);
    }
}

/// Rounding goes one way when the same number is added again and again.
TEST(long_sums, of_equal_numbers_err_like_a_block) {
    tensor<float, dyn> X(3'000'000);
    for (float& x : X) x = 0.1F;
    const double right = 3e6 * static_cast<double>(0.1F);
    EXPECT_NEAR(static_cast<double>(evaluate(sum(X))) / right, 1, 5e-6);
}

TEST(long_sums, keep_infinity_and_nan) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    tensor<float, dyn> X(5000);
    for (float& x : X) x = 1;
    X(3000) = infinity;
    EXPECT_EQ(evaluate(sum(X)), infinity);
    X(2) = -infinity;
    EXPECT_TRUE(std::isnan(evaluate(sum(X))));
    X(3000) = 1;
    EXPECT_EQ(evaluate(mean(X)), -infinity);
}

/// What is no distance from a mean of its own row, or column, is squared as it is written.
TEST(long_sums, of_other_differences_stay_as_they_are) {
    const tensor<double, 3, 3> X{{1, 2, 3}, {4, 5, 9}, {7, 8, 10}};
    const auto square = [](const auto& d) { return hadamard(d, d); };
    const auto expect_as_written = [&](const auto& d) {
        const tensor difference = d;
        EXPECT_EQ(evaluate(let(d, square)), evaluate(hadamard(difference, difference)));
    };
    expect_as_written(X - mean(X));  // the means of rows, along columns
    expect_as_written(X - transpose(mean<1>(X, keep)));
    expect_as_written(X - mean<0>(transpose(X), keep));  // the same
    expect_as_written(X - mean(transpose(X), keep));     // of columns, along rows
    expect_as_written(X - rows<0, 1>(mean<1>(X, keep)));
    expect_as_written(X - 2.0 * mean<1>(X, keep));
    // These are; what is subtracted is so near to 0 that the squares are the same here.
    expect_as_written(X - mean<1>(X, keep));
    expect_as_written(X - mean<0>(X, keep));
    expect_as_written(X - mean<0>(X));
    expect_as_written(X - mean<0, 1>(X));
}

/// Distances that share a mean, more than there is room to correct.
TEST(long_sums, of_many_variances) {
    const tensor<float, 4> far{2e7F, 2e7F + 2, 2e7F + 4, 2e7F + 6};
    const auto five = heads<6>([&](auto) { return var(far, keep); });
    EXPECT_EQ(evaluate(concat(five)), (tensor<float, 6>{5, 5, 5, 5, 5, 5}));
}

/// Of n numbers within 1 of the mean; the numbers themselves are rounded.
template <class T>
void expect_variance(std::size_t n, double around, double relative) {
    SCOPED_TRACE(testing::Message() << n << " around " << around);
    tensor<T, dyn> X(n);
    tensor<T, dyn, 3> columns(n);
    fill(X, 9, around);
    long double total = 0, squares = 0;  // of the exact distances from `around`
    for (const T x : X) total += static_cast<long double>(x) - static_cast<long double>(around);
    total /= static_cast<long double>(n);
    for (const T x : X) {
        const long double distance = static_cast<long double>(x) - static_cast<long double>(around) - total;
        squares += distance * distance;
    }
    const double right = static_cast<double>(squares) / static_cast<double>(n);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < 3; ++j) columns(i, j) = X(i);
    EXPECT_NEAR(static_cast<double>(evaluate(var(X))) / right, 1, relative);
    EXPECT_NEAR(static_cast<double>(evaluate(var<0>(columns))(1)) / right, 1, relative);
    EXPECT_NEAR(static_cast<double>(evaluate(var<0, 1>(columns))) / right, 1, relative);
    EXPECT_NEAR(static_cast<double>(evaluate(stddev(X, unbiased))),
                std::sqrt(right * static_cast<double>(n) / static_cast<double>(n - 1)), relative);
}

TEST(long_sums, of_variances_do_not_depend_on_the_mean) {
    for (const double mean : {0.0, 1e3, 1e5, 1e6})
        for (const std::size_t n : {std::size_t{7}, std::size_t{768}, std::size_t{100'000}}) {
            expect_variance<float>(n, mean, 3e-6);
            expect_variance<double>(n, 1e6 * mean, 1e-14);
        }
    const tensor<float, 4> far{2e7F, 2e7F + 2, 2e7F + 4, 2e7F + 6};
    EXPECT_EQ(evaluate(var(far)), 5);
    EXPECT_EQ(evaluate(var(2.0F * far)), 20);
    constexpr double of_constants = evaluate(var(tensor<double, 3>{1e15, 1e15 + 1, 1e15 + 2}));
    EXPECT_DOUBLE_EQ(of_constants, 2.0 / 3);
}

}  // namespace heed::test
