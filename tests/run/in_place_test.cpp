// SPDX-License-Identifier: BSL-1.0
// Results that are written where a formula reads them: without a copy where each element depends on itself alone.
#include "tests/run/counted_allocations.hpp"
#include "tests/run/random_formula.hpp"

#include <heed/heed.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <tuple>

namespace heed::test {

namespace {
std::size_t largest = 0;
}
void see_allocation(std::size_t bytes) { largest = bytes > largest ? bytes : largest; }

namespace {

/// The largest allocation while f() runs.
template <class F>
std::size_t largest_allocation(const F& f) {
    largest = 0;
    f();
    return largest;
}

using square = tensor<float, 100, 100>;
constexpr std::size_t bytes = sizeof(float) * 100 * 100;
const square A0 = random_tensor<float, 100, 100>(1), B0 = random_tensor<float, 100, 100>(2),
             C0 = random_tensor<float, 100, 100>(3);

TEST(in_place, of_elements) {
    square A = A0;
    EXPECT_LT(largest_allocation([&] { evaluate_into(A, A + exp(B0) * 0.5F - hadamard(A, C0)); }), bytes);
    const square expected = A0 + exp(B0) * 0.5F - hadamard(A0, C0);
    EXPECT_EQ(A, expected);
    EXPECT_LT(largest_allocation([&] { evaluate_into(par, A, 2 * A + 1); }), bytes);
    const square doubled = 2 * expected + 1;
    EXPECT_EQ(A, doubled);
    tensor<double, dyn, 7> D(90);
    for (double& x : D) x = 3;
    EXPECT_LT(largest_allocation([&] { evaluate_into(D, hadamard(D, D) - D); }), sizeof(double) * D.size());
    for (const double x : D) EXPECT_EQ(x, 6);
}

/// Elements that depend on others: a copy is made.
TEST(in_place, not_of_other_elements) {
    square A = A0;
    evaluate_into(A, A + transpose(A));
    EXPECT_EQ(A, square(A0 + transpose(A0)));
    A = A0;
    evaluate_into(A, A - sum<1>(A, keep));
    EXPECT_EQ(A, square(A0 - sum<1>(A0, keep)));
    A = A0;
    evaluate_into(A, A + A[0]);  // a row for all
    EXPECT_EQ(A, square(A0 + tensor<float, 100>(A0[0])));
    vector<float, 6> v{1, 2, 3, 4, 5, 6};
    view<float, 5> head(v.data()), tail(v.data() + 1);
    evaluate_into(tail, head + tail);
    EXPECT_EQ(v, (vector<float, 6>{1, 3, 5, 7, 9, 11}));
    tensor<int, 100> back;
    for (std::size_t i = 0; i < 100; ++i) back(i) = static_cast<int>(99 - i);
    A = A0;
    evaluate_into(A, rows(A, back) + A);
    EXPECT_EQ(A, square(rows(A0, back) + A0));
}

/// A result of another shape than what it is written to has now.
TEST(in_place, not_of_other_shapes) {
    tensor<float, dyn, dyn> x(2, 2), b(2, 2);
    for (std::size_t i = 0; i < 4; ++i) x.data()[i] = static_cast<float>(i), b.data()[i] = 10;
    const tensor<float, dyn, dyn> longer = concat<0>(x, b), wider = concat<1>(x, b);
    tensor<float, dyn, dyn> y = x;
    evaluate_into(y, concat<0>(y, b));
    EXPECT_EQ(y, longer);
    y = x;
    evaluate_into(y, concat<1>(y, b));
    EXPECT_EQ(y, wider);
    y = x;
    tensor<float, dyn, dyn> z = b;
    evaluate_into(std::tie(y, z), results(concat<0>(y, b), z + 1));
    EXPECT_EQ(y, longer);
    tensor<float, dyn, dyn> large(50, 8);
    for (std::size_t i = 0; i < large.size(); ++i) large.data()[i] = static_cast<float>(i);
    const tensor<float, dyn, dyn> half = cols<0, 4>(2 * large);
    EXPECT_GE(largest_allocation([&] { evaluate_into(large, cols<0, 4>(2 * large)); }), sizeof(float) * half.size());
    EXPECT_EQ(large, half);
}

TEST(in_place, of_several_results) {
    square mean = A0, squares = B0;
    const auto step = [](const auto& m, const auto& s) {
        return results(0.9F * m + 0.1F * C0, 0.99F * s + 0.01F * hadamard(C0, C0));
    };
    EXPECT_LT(largest_allocation([&] { evaluate_into(std::tie(mean, squares), step(mean, squares)); }), bytes);
    const auto [m, s] = evaluate(step(A0, B0));
    EXPECT_EQ(mean, m);
    EXPECT_EQ(squares, s);
}

/// A later formula reads what an earlier one has written: all is copied first.
TEST(in_place, not_of_results_that_are_read_again) {
    square A = A0, B = B0;
    evaluate_into(std::tie(A, B), results(B, A));
    EXPECT_EQ(A, B0);
    EXPECT_EQ(B, A0);
    A = A0, B = B0;
    evaluate_into(std::tie(A, B), results(A + B, A - B));
    EXPECT_EQ(A, square(A0 + B0));
    EXPECT_EQ(B, square(A0 - B0));
    A = A0, B = B0;
    evaluate_into(std::tie(B, A), results(A + B, 2 * A));  // A is written last
    EXPECT_EQ(B, square(A0 + B0));
    EXPECT_EQ(A, square(2 * A0));
    A = A0, B = B0;
    evaluate_into(std::tie(B, A), results(transpose(A) + B, 2 * A));  // but read elsewhere
    EXPECT_EQ(B, square(transpose(A0) + B0));
    EXPECT_EQ(A, square(2 * A0));
}

TEST(in_place, of_halves_goes_through_float) {
    tensor<float16, 40> h;
    for (std::size_t i = 0; i < 40; ++i) h.data()[i] = float16(static_cast<float>(i));
    evaluate_into(h, h + h);
    for (std::size_t i = 0; i < 40; ++i) EXPECT_EQ(static_cast<float>(h.data()[i]), static_cast<float>(2 * i));
}

}  // namespace
}  // namespace heed::test
