// SPDX-License-Identifier: BSL-1.0
// Products of few rows against plain loops in long double, around the edges of parts of sums, of groups of columns and
// of sweeps, with formulas around them and operands of other types. Bits do not depend on when they are computed.
#include "tests/run/error_of.hpp"
#include "tests/run/plain.hpp"
#include "tests/run/random_formula.hpp"

#include <heed/heed.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <type_traits>

namespace heed::test {

template <class F>
constexpr const detail::product_loop& product_of() {
    const auto& p = detail::plan_for<F, detail::value_of<F>>::value;
    for (const detail::kernel& k : p.kernels)
        if (k.loop == detail::skeleton::product) return k.product;
    return p.kernels[0].product;
}
/// Parts of a sum side by side in the plan of a formula, 0 if columns are.
template <class F>
constexpr std::size_t depth_lanes(const F&) {
    return product_of<F>().depth_lanes;
}
template <class F>
constexpr bool sweeps_rows(const F&) {
    return product_of<F>().sweeps_rows;
}

/// x W', with columns of the right operand in memory. Sums in order are as far off as their terms let them be, parts of
/// sums are not.
template <class T, std::size_t Rows, std::size_t Inner, std::size_t Columns>
void expect_small_error_down() {
    const auto x = random_tensor<T, Rows, Inner>(1);
    const auto W = random_tensor<T, Columns, Inner>(2);
    const auto down = x * transpose(W);
    EXPECT_EQ(depth_lanes(down), Inner >= 64 / sizeof(T) ? 64 / sizeof(T) : 0);
    EXPECT_LE(distance<T>(evaluate(down), plain_product(plain(x), plain_transpose(plain(W)))),
              Inner >= 64 / sizeof(T) ? 3 + std::sqrt(double(Inner)) / 8 : 2 + double(Inner) / 8)
        << Rows << " x " << Inner << " x " << Columns;
}
/// x V, with rows of it.
template <class T, std::size_t Rows, std::size_t Inner, std::size_t Columns>
void expect_small_error_along() {
    const auto x = random_tensor<T, Rows, Inner>(1);
    const auto V = random_tensor<T, Inner, Columns>(3);
    const auto along = x * V;
    EXPECT_EQ(sweeps_rows(along), Inner > 8 && Columns > detail::product_columns(1, sizeof(T)));
    EXPECT_LE(distance<T>(evaluate(along), plain_product(plain(x), plain(V))), 2 + double(Inner) / 8)
        << Rows << " x " << Inner << " x " << Columns;
}

TEST(few_rows, agree_at_the_edges_of_parts_and_columns) {
    expect_small_error_down<float, 1, 17, 300>();
    expect_small_error_down<float, 4, 100, 33>();
    expect_small_error_down<double, 3, 9, 150>();
    expect_small_error_along<float, 1, 15, 17>();  // neither swept nor in parts
    expect_small_error_along<float, 1, 17, 300>();
    expect_small_error_along<double, 3, 9, 150>();
    const tensor<float, 1, 15> short_row;
    const tensor<float, 17, 15> short_rows;
    EXPECT_EQ(depth_lanes(short_row * transpose(short_rows)), 0U);
}

// It is fetched ahead: its rows and columns are shorter than pages.
TEST(few_rows, agree_for_matrices_that_caches_do_not_hold) {
    expect_small_error_down<float, 4, 300, 1000>();
    expect_small_error_along<float, 4, 300, 1000>();
}

template <class F>
constexpr bool fetches(const F&) {
    return product_of<F>().fetches;
}

/// In the order of memory: what is larger than caches keep at hand, and of which no line is as long as a page.
TEST(few_rows, fetch_what_lies_in_short_lines) {
    const auto x = random_tensor<float, 1, 300>(1);
    const auto W = random_tensor<float, 300, 1000>(2);
    const auto y = random_tensor<float, 1, 1000>(3);
    EXPECT_TRUE(fetches(x * W) && fetches(y * transpose(W)));
    EXPECT_FALSE(fetches(x * random_tensor<float, 300, 1024>(2)));
    EXPECT_FALSE(fetches(random_tensor<float, 1, 1024>(3) * transpose(random_tensor<float, 300, 1024>(2))));
    const auto small = random_tensor<float, 60, 500>(2);
    EXPECT_TRUE(sweeps_rows(random_tensor<float, 1, 60>(1) * small));
    EXPECT_FALSE(fetches(random_tensor<float, 1, 60>(1) * small));
    EXPECT_FALSE(fetches(random_tensor<float, 1, 60>(1) * transpose(random_tensor<float, 500, 60>(2))));
    EXPECT_FALSE(fetches(x * cols<100, 900>(W)));
    EXPECT_FALSE(fetches(random_tensor<float, 1, 800>(3) * transpose(cols<100, 900>(W))));
    EXPECT_TRUE(fetches(y * transpose(rows<50, 250>(W))));
}

TEST(few_rows, of_vectors_are_those_of_rows) {
    const auto W = random_tensor<float, 50, 70>(1);
    const auto x = random_tensor<float, 70>(2);
    EXPECT_EQ(depth_lanes(W * x), 16U);
    EXPECT_LE(error_of(W * x), 3);
    EXPECT_TRUE(evaluate(W * x) == evaluate(x * transpose(W)));
}

TEST(few_rows, are_few) {
    const auto W = random_tensor<float, 40, 32>(1);
    EXPECT_EQ(depth_lanes(random_tensor<float, 4, 32>(2) * transpose(W)), 16U);
    EXPECT_EQ(depth_lanes(random_tensor<float, 5, 32>(2) * transpose(W)), 0U);
    EXPECT_FALSE(sweeps_rows(random_tensor<float, 5, 32>(2) * random_tensor<float, 32, 300>(3)));
    EXPECT_EQ(depth_lanes(random_tensor<long double, 2, 32>(2) * transpose(random_tensor<long double, 40, 32>(1))), 0U);
    const auto V = random_tensor<float, 32, 300>(3);
    EXPECT_TRUE(sweeps_rows(random_tensor<float, 4, 32>(2) * V));
    EXPECT_FALSE(sweeps_rows(random_tensor<float, 1, 32>(2) * packed(V)));
}

TEST(few_rows, with_formulas_around_them) {
    const auto x = random_tensor<float, 2, 70>(1);
    const auto W = random_tensor<float, 50, 70>(2);
    const auto V = random_tensor<float, 70, 200>(3);
    const auto residual = random_tensor<float, 2, 50>(4);
    const auto bias = random_tensor<float, 200>(5);
    EXPECT_LE(error_of(gelu(rms_norm(x) * transpose(W)) + residual), 6);
    EXPECT_LE(error_of(silu(rms_norm(x) * V + bias)), 16);
    EXPECT_LE(error_of((x * V) * random_tensor<float, 200, 30>(6)), 30);
}

// A part of a sum that others began adds to what is there.
TEST(few_rows, of_concatenations_add_up) {
    const auto a = random_tensor<float, 1, 20>(1), b = random_tensor<float, 1, 20>(2);
    const auto c = random_tensor<float, 1, 33>(3);
    const auto W = random_tensor<float, 37, 73>(4);
    const auto V = random_tensor<float, 73, 290>(5);
    EXPECT_LE(error_of(concat(a * 2, b, c) * transpose(W)), 5);
    EXPECT_LE(error_of(concat(a, b * 2, c) * V), 12);
}

TEST(few_rows, of_leading_axes) {
    const auto x = random_tensor<float, 3, 2, 40>(1);
    EXPECT_LE(error_of(x * transpose(random_tensor<float, 3, 21, 40>(2))), 4);
}

TEST(few_rows, that_are_no_rows_of_memory) {
    const auto x = random_tensor<float, 40, 2>(1);
    const auto W = random_tensor<float, 21, 40>(2);
    EXPECT_EQ(product_of<decltype(transpose(x) * transpose(W))>().copied_rows, 2U);
    EXPECT_LE(error_of(transpose(x) * transpose(W)), 4);
    EXPECT_LE(error_of(transpose(random_tensor<float, 3, 40, 2>(1)) * random_tensor<float, 3, 40, 150>(3)), 10);
}

template <class T>
class few_rows_of_half : public testing::Test {};
using half_types = testing::Types<float16, bfloat16>;
TYPED_TEST_SUITE(few_rows_of_half, half_types);

/// Those of the same formula over converted operands.
template <class F, class Converted>
void expect_same_bits(const F& f, const Converted& converted) {
    EXPECT_TRUE(evaluate(f) == evaluate(converted));
}

TYPED_TEST(few_rows_of_half, have_the_bits_of_converted_operands) {
    const auto x = random_tensor<TypeParam, 3, 40>(1);
    const auto W = random_tensor<TypeParam, 37, 40>(2);
    const auto V = random_tensor<TypeParam, 40, 200>(3);
    matrix<float, 3, 40> wide_x;
    matrix<float, 37, 40> wide_W;
    matrix<float, 40, 200> wide_V;
    const auto widen = [](const auto& from, auto& to) {
        for (std::size_t i = 0; i < from.size(); ++i) to.data()[i] = float(from.data()[i]);
    };
    widen(x, wide_x), widen(W, wide_W), widen(V, wide_V);
    if constexpr (std::is_same_v<TypeParam, float16>) {  // each right operand, and each left one of half precision
        expect_same_bits(x * transpose(W), wide_x * transpose(wide_W));
        expect_same_bits(wide_x * V, wide_x * wide_V);
    } else {
        expect_same_bits(wide_x * transpose(W), wide_x * transpose(wide_W));
        expect_same_bits(x * V, wide_x * wide_V);
    }
}

/// Numbers that constant expressions can make.
template <class T, extent... E>
constexpr tensor<T, E...> numbers(int seed) {
    tensor<T, E...> t;
    for (T& x : t) x = static_cast<T>((seed = seed * 1103 % 4001) - 2000) / T(1000);
    return t;
}
struct down {
    constexpr auto operator()(const auto& x, const auto& W) const { return evaluate(x * transpose(W)); }
};
struct along {
    constexpr auto operator()(const auto& x, const auto& V) const { return evaluate(x * V); }
};

/// Product(x, W) as a constant, and from tensors that the optimiser cannot see.
template <class T, class Product, extent Inner, extent Rows, extent Columns>
void expect_bits_of_run_time() {
    static constexpr auto x = numbers<T, 2, Inner>(1);
    static constexpr auto W = numbers<T, Rows, Columns>(2);
    static constexpr auto constant = Product()(x, W);
    auto a = x;
    auto b = W;
    asm volatile("" : : "r"(a.data()), "r"(b.data()) : "memory");
    EXPECT_TRUE(Product()(a, b) == constant);
}

TEST(few_rows, have_the_bits_of_constant_expressions) {
    expect_bits_of_run_time<float, down, 19, 5, 19>();
    expect_bits_of_run_time<double, along, 9, 9, 70>();
    expect_bits_of_run_time<long double, along, 9, 9, 70>();
}

/// The same, of lengths that are known at run time only, for all of `inner`.
void expect_bits_of_lengths(std::size_t inner) {
    static constexpr axis depth{"depth"}, wide{"wide"};
    tensor<float, 1, depth[dyn]> x{inner};
    tensor<float, 21, depth[dyn]> W{inner};
    tensor<float, depth[dyn], 150> V{inner};
    fill_randomly(x, 1), fill_randomly(W, 2), fill_randomly(V, 3);
    const auto down = evaluate(x * transpose(W));
    EXPECT_LE(distance<float>(down, plain_product(plain(x), plain_transpose(plain(W))), 1), 4) << inner;
    EXPECT_LE(distance<float>(evaluate(x * V), plain_product(plain(x), plain(V)), 1), 12) << inner;
    for (const std::size_t columns : {1U, 2U, 3U, 4U, 7U, 8U, 9U, 15U, 16U, 17U, 21U}) {
        tensor<float, wide[dyn], depth[dyn]> some{columns, inner};
        for (std::size_t at = 0; at < some.size(); ++at) some.data()[at] = W.data()[at];
        const auto any = evaluate(x * transpose(some));
        for (std::size_t j = 0; j < columns; ++j) EXPECT_EQ(down(0, j), any(0, j)) << inner << ", " << columns;
    }
}

TEST(few_rows, of_lengths_known_at_run_time) {
    for (const std::size_t inner : {0U, 1U, 7U, 8U, 9U, 15U, 16U, 17U, 33U, 100U}) expect_bits_of_lengths(inner);
}

/// A number of a user that is not 0 unless one says so.
struct amount {
    double cents = 1e9;
    constexpr amount() = default;
    constexpr amount(double x) : cents(x) {}
    friend constexpr amount operator+(amount a, amount b) { return a.cents + b.cents; }
    friend constexpr amount operator-(amount a, amount b) { return a.cents - b.cents; }
    friend constexpr amount operator*(amount a, amount b) { return a.cents * b.cents; }
    friend constexpr amount operator/(amount a, amount b) { return a.cents / b.cents; }
    constexpr amount operator-() const { return -cents; }
    constexpr amount& operator+=(amount b) { return *this = *this + b; }
    constexpr amount& operator-=(amount b) { return *this = *this - b; }
    constexpr amount& operator*=(amount b) { return *this = *this * b; }
    constexpr amount& operator/=(amount b) { return *this = *this / b; }
    friend constexpr auto operator<=>(amount a, amount b) = default;
    constexpr explicit operator double() const { return cents; }
    friend amount exp(amount x) { return std::exp(x.cents); }
    friend amount log(amount x) { return std::log(x.cents); }
    friend amount sqrt(amount x) { return std::sqrt(x.cents); }
    friend amount tanh(amount x) { return std::tanh(x.cents); }
};

TEST(few_rows, begin_at_zero_in_any_number) {
    tensor<double, 1, 20> x;
    tensor<double, 5, 20> W;
    for (double& one : x) one = 1;
    for (double& one : W) one = 2;
    for (const amount& sum : evaluate_as<amount>(x * transpose(W))) EXPECT_EQ(sum.cents, 40);
    for (const amount& mean : evaluate_as<amount>(softmax(x * transpose(W)) * W)) EXPECT_EQ(mean.cents, 2);
}

}  // namespace heed::test
