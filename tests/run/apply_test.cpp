// SPDX-License-Identifier: BSL-1.0
// Functions of one's own: values as a loop computes them, by the compiler, in high precision, emitted and shown.
#include <heed/heed.hpp>
#include <heed/reference/evaluate.hpp>
#include <heed/study.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <string>
#include <tuple>
#include <type_traits>

/// A function of a program, whose name heed does not take.
int elements(int count) { return count + 1; }
namespace of_program {
using namespace heed;
int next(int count) { return elements(count); }
}  // namespace of_program

namespace heed::test {

inline constexpr axis tokens{"tokens"}, d{"d"};

constexpr auto quick_gelu = [](auto x) { return x * sigmoid(1.702 * x); };
constexpr auto huber = [](auto x, auto y) {
    const auto off = abs(x - y);
    return where(off < 1, off * off / 2, off - 0.5);
};

template <class Tensor>
void fill(Tensor& t, int step) {
    int i = 0;
    for (auto& x : t) x = static_cast<std::remove_reference_t<decltype(x)>>((i += step) % 17 - 8) / 3;
}

TEST(apply, leaves_the_name_of_elements_to_programs) { EXPECT_EQ(of_program::next(2), 3); }

TEST(apply, multiplies_elements) {
    tensor<double, 3, 3> X;
    fill(X, 5);
    const tensor square = apply([](auto x) { return x * x; }, X);
    const tensor same = apply([](auto x) { return 2 * (x + 1) * (x - 1) / x - x; }, X + 10);
    for (std::size_t i = 0; i < 9; ++i) {
        const double x = X.data()[i], y = x + 10;
        ASSERT_EQ(square.data()[i], x * x);
        ASSERT_NEAR(same.data()[i], 2 * (y + 1) * (y - 1) / y - y, 1e-14 * y);
    }
}

TEST(apply, takes_several_operands_of_any_shape) {
    tensor<float, tokens[dyn], d[7]> X(5);
    tensor<float, d[7]> Y;
    fill(X, 5);
    fill(Y, 3);
    const tensor loss = apply(huber, X, Y);
    static_assert(std::is_same_v<std::remove_const_t<decltype(loss)>, tensor<float, tokens[dyn], d[7]>>);
    for (std::size_t r = 0; r < 5; ++r)
        for (std::size_t c = 0; c < 7; ++c) {
            const float off = std::fabs(X(r, c) - Y(c));
            ASSERT_NEAR(loss(r, c), off < 1 ? off * off / 2 : off - 0.5F, 1e-6F);
        }
    const tensor three = apply([](auto a, auto b, auto c) { return clamp(a, min(b, c), max(b, c)); }, X, Y, 2 * Y);
    for (std::size_t r = 0; r < 5; ++r)
        for (std::size_t c = 0; c < 7; ++c)
            ASSERT_EQ(three(r, c), std::fmin(std::fmax(X(r, c), std::fmin(Y(c), 2 * Y(c))), std::fmax(Y(c), 2 * Y(c))));
}

TEST(apply, has_all_functions_and_conditions) {
    const vector<double, 4> x{-1.5, -0.25, 0, 2};
    const auto expect = [&](const auto& f, const auto& of_number) {
        const tensor y = apply(f, x);
        for (std::size_t i = 0; i < 4; ++i)
            ASSERT_NEAR(static_cast<double>(y(i)), static_cast<double>(of_number(x(i))), 4e-15) << i;
    };
    expect([](auto v) { return exp(v) + tanh(v) * erf(v); },
           [](double v) { return std::exp(v) + std::tanh(v) * std::erf(v); });
    expect([](auto v) { return sqrt(v * v) + pow(v, 2) + -v; }, [](double v) { return std::fabs(v) + v * v - v; });
    expect([](auto v) { return relu(v) + log(1_c + abs(v)) / 2_c; },
           [](double v) { return (v > 0 ? v : 0) + std::log(1 + std::fabs(v)) / 2; });
    expect([](auto v) { return clamp(v, -1_c, 3_c / 2_c) * (1_c / 3_c); },
           [](double v) { return std::fmin(std::fmax(v, -1), 1.5) / 3; });
    expect([](auto v) { return v > 0 || v == -0.25; }, [](double v) { return v > 0 || v == -0.25 ? 1 : 0; });
    expect([](auto v) { return !(v != 0) && v <= 0; }, [](double v) { return v == 0 ? 1 : 0; });
    expect([](auto v) { return where(v >= 1 && v < 3_c, 1, v); }, [](double v) { return v >= 1 && v < 3 ? 1 : v; });
    static_assert(std::is_same_v<decltype(evaluate(apply([](auto v) { return v > 0; }, x))), tensor<bool, 4>>);
}

TEST(apply, computes_a_formula_once) {
    tensor<float, 4, 6> A;
    tensor<float, 6, 5> B;
    fill(A, 5);
    fill(B, 3);
    const auto f = apply(quick_gelu, A * B);
    using F = std::remove_const_t<decltype(f)>;
    static_assert(study::cost<F>().multiply_adds == 4 * 5 * 6);
    static_assert(study::cost<F>().temporaries == 0);
    const tensor y = f, product = A * B;
    for (std::size_t i = 0; i < 20; ++i) {
        const double x = product.data()[i];
        ASSERT_NEAR(y.data()[i], x / (1 + std::exp(-1.702 * x)), 2e-6);
    }
    const tensor temporary = apply(quick_gelu, tensor<float, 3>{1, 2, 3});
    ASSERT_NEAR(temporary(2), 3 / (1 + std::exp(-1.702 * 3)), 1e-6);
}

TEST(apply, takes_let_and_apply_in_its_function) {
    tensor<double, 3, 4> X, Y;
    fill(X, 5);
    fill(Y, 3);
    const auto nested = [](auto x, auto y) {
        const auto both = [](auto a, auto b) {
            return let(a * b, [&](auto p) { return where(equal(p, a), p, p * b) + where(not_equal(p, 0), 1, 0); });
        };
        return apply(both, x + y, y) + hadamard(x, y);
    };
    const tensor of_tensors = apply(nested, X, Y), of_formulas = apply(nested, X + 0.0, Y - 0.0);
    const tensor masked = apply([](auto x) { return where(x > 0, x); }, X);
    for (std::size_t i = 0; i < 12; ++i) {
        const double x = X.data()[i], y = Y.data()[i], a = x + y, p = a * y;
        const double expected = (p == a ? p : p * y) + (p != 0 ? 1 : 0) + x * y;
        ASSERT_NEAR(of_tensors.data()[i], expected, 1e-12);
        ASSERT_NEAR(of_formulas.data()[i], expected, 1e-12);
        ASSERT_EQ(masked.data()[i], x > 0 ? x : -std::numeric_limits<double>::infinity());
    }
}

TEST(apply, gives_truth_values_however_operands_are_stored) {
    const tensor<float, 2, 3> X{{1, -2, 3}, {0, 5, -6}};
    tensor<float, dyn, 3> lengths(2);
    lengths = X;
    const auto positive = [](auto x) { return x > 0; };
    static_assert(std::is_same_v<decltype(evaluate(apply(positive, X))), tensor<bool, 2, 3>>);
    static_assert(std::is_same_v<decltype(evaluate(apply(positive, lengths))), tensor<bool, dyn, 3>>);
    static_assert(std::is_same_v<decltype(evaluate(apply(positive, X + X))), tensor<bool, 2, 3>>);
    static_assert(std::is_same_v<decltype(evaluate(let(X > 0, [](auto s) { return s; }))), tensor<bool, 2, 3>>);
    static_assert(std::is_same_v<decltype(evaluate(concat<0>(X > 0, X < 0))), tensor<bool, 4, 3>>);
    static_assert(std::is_same_v<decltype(evaluate(concat<0>(X > 0, X))), tensor<float, 4, 3>>);
    const tensor<bool, 2, 3> expected = X > 0;
    const tensor of_lengths = apply(positive, lengths);
    const tensor of_sums = apply(positive, X + X);
    const tensor both = concat<0>(X > 0, X < 0);
    for (std::size_t r = 0; r < 2; ++r)
        for (std::size_t c = 0; c < 3; ++c) {
            ASSERT_EQ(of_lengths(r, c), expected(r, c));
            ASSERT_EQ(of_sums(r, c), expected(r, c));
            ASSERT_EQ(both(r, c), expected(r, c));
            ASSERT_EQ(both(r + 2, c), X(r, c) < 0);
        }
}

/// Where functions of the standard library of the same names are visible.
TEST(apply, is_not_that_of_tuples) {
    using namespace std;
    tensor<float, 3> X{1, -2, 3}, low{0, 0, 0};
    const tensor<float, 3> high{2, 2, 2};
    EXPECT_EQ(evaluate(apply(std::negate<>{}, X)), evaluate(-X));
    EXPECT_EQ(evaluate(apply([](auto x) { return x + 1; }, X)), evaluate(X + 1));
    EXPECT_EQ(evaluate(apply([n = 0](auto x) mutable { return x + ++n; }, high)), evaluate(high + 1));
    EXPECT_EQ(evaluate(clamp(high, high, high)), high);
    EXPECT_EQ(evaluate(heed::apply([](auto v, auto w) { return max(v, w) - min(w, v); }, X, low)), evaluate(abs(X)));
    EXPECT_EQ(evaluate(heed::apply([](auto v) { return clamp(v, v, v); }, X)), X);
    EXPECT_EQ(evaluate(clamp(X, low, high)), (heed::tensor<float, 3>{1, 0, 2}));
    EXPECT_EQ(evaluate(clamp(X + 0, -1, 2)), (heed::tensor<float, 3>{1, -1, 2}));
}

TEST(apply, is_evaluated_by_the_compiler) {
    constexpr vector<double, 2> c{-1, 2};
    constexpr tensor squared = apply([](auto v) { return where(v < 0, -v, v * v); }, c);
    static_assert(squared(0) == 1 && squared(1) == 4);
}

TEST(apply, is_shown_emitted_and_nested) {
    static const tensor<float, tokens[4], d[8]> X;
    const auto f = apply([](auto x) { return where(x > 0, x, x / 4_c); }, X);
    EXPECT_TRUE(study::explain(f).contains("where(a < A, B, D / 4)")) << study::explain(f);
    EXPECT_NE(study::emit(f, {.name = "leaky"}).find("leaky: where(0 < A, A, A / 4)"), std::string::npos);
    const tensor twice = softmax(apply(quick_gelu, apply([](auto x) { return x + 1; }, X)));
    EXPECT_NEAR(twice(0, 0), 0.125, 1e-7);
}

}  // namespace heed::test
