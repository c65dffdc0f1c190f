// SPDX-License-Identifier: BSL-1.0
// Gradients of every operation beside differences; ties and jumps; several operands, let, results beside; evaluated by
// the compiler and in high precision; losses.
#include "tests/run/slopes.hpp"

#include <heed/reference/evaluate.hpp>
#include <heed/study.hpp>

#include <gtest/gtest.h>
#include <boost/multiprecision/cpp_bin_float.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>

namespace heed::test {
namespace {

inline constexpr axis tokens{"tokens"}, d_model{"d_model"}, head{"head"}, batch{"batch"};
constexpr double most = 1e-8;

using rows_of_model = tensor<double, tokens[6], d_model[8]>;
template <class Tensor>
Tensor filled(double seed) {
    Tensor x;
    fill_with_sines(x, seed);
    return x;
}
const rows_of_model X = filled<rows_of_model>(1), Y = filled<rows_of_model>(2), Z = filled<rows_of_model>(3);
const auto S = filled<matrix<double, 6, 6>>(4);
const auto gain = filled<tensor<double, d_model[8]>>(5), bias = filled<tensor<double, d_model[8]>>(6);
const auto texts = filled<tensor<double, batch[2], tokens[6], d_model[8]>>(7);
const auto W = filled<matrix<double, 8, 5>>(8);
const auto b = filled<vector<double, 5>>(9);
const auto in_heads = filled<tensor<double, head[2], tokens[6], 4>>(10),
           keys_in_heads = filled<tensor<double, head[2], tokens[6], 4>>(11);

TEST(vjp, of_products) {
    const auto linear = [](const auto& x, const auto& w, const auto& c) { return x * w + c; };
    EXPECT_LT(worst_slope(linear, X, W, b), most);
    EXPECT_LT(worst_slope(linear, texts, W, b), most);
    EXPECT_LT(worst_slope([](const auto& x, const auto& y) { return transpose(x) * y; }, X, Y), most);
    EXPECT_LT(worst_slope([](const auto& x, const auto& v) { return x * v; }, X, gain), most);
    EXPECT_LT(
        worst_slope([](const auto& h, const auto& x) { return einsum<"h t d, t c -> h d c">(h, x); }, in_heads, X),
        most);
    EXPECT_LT(worst_slope([](const auto& s) { return inverse(s + 3 * hadamard(s, s)); }, S), 1e-3);
}

TEST(vjp, of_elements) {
    EXPECT_LT(
        worst_slope([](const auto& x) { return gelu(x) + silu(x) - sigmoid(x) + tanh(x) + softplus(x) + relu(x); }, X),
        most);
    EXPECT_LT(
        worst_slope([](const auto& x) { return pow(x, 3_c) + exp(x) + sqrt(x + 2) + log(x + 2) + erf(x) + abs(x); }, X),
        most);
    EXPECT_LT(worst_slope([](const auto& x, const auto& g) { return x / (g + 2) - hadamard(x, g); }, X, gain), most);
    EXPECT_LT(worst_slope([](const auto& x, const auto& y) { return max(x, y) + min(2 * x, y); }, X, Y), most);
    EXPECT_LT(worst_slope([](const auto& x) { return where(x > 0, x, 0.1 * x); }, X), most);
    EXPECT_LT(worst_slope([](const auto& x) { return clamp(x, -0.2, 0.3); }, X), most);
    EXPECT_LT(
        worst_slope([](const auto& x) { return apply([](const auto& e) { return e * sigmoid(1.702 * e); }, x); }, X),
        most);
}

TEST(vjp, of_rows) {
    EXPECT_LT(
        worst_slope([](const auto& x, const auto& g, const auto& c) { return layer_norm(x, g, c); }, X, gain, bias),
        most);
    EXPECT_LT(worst_slope([](const auto& x, const auto& g) { return rms_norm(x, g); }, texts, gain), most);
    EXPECT_LT(worst_slope([](const auto& x) { return layer_norm<0, 1>(x); }, X), most);
    EXPECT_LT(worst_slope([](const auto& s) { return softmax(s) + log_softmax(s) + softmax<0>(s); }, S), most);
    EXPECT_LT(
        worst_slope(
            [](const auto& x) { return logsumexp(x) + sum(x) + mean(x) + max(x) - min(x) + var(x) + stddev(x); }, X),
        most);
    EXPECT_LT(worst_slope([](const auto& x) { return mean<1, 2>(x) * sum<0, 1, 2>(x); }, texts), most);
}

/// The gradients of parts that stand side by side are the parts of one tensor: no zeros are added up.
TEST(vjp, parts_side_by_side_are_not_added) {
    const auto halves = [](const auto& x) { return hadamard(exp(cols<4, 8>(x)), silu(cols<0, 4>(x))); };
    const auto thirds = [](const auto& x) {
        return hadamard(cols<6, 8>(x), hadamard(exp(cols<0, 2>(x)), cols<3, 5>(x)));
    };
    EXPECT_LT(worst_slope(halves, X), most);
    EXPECT_LT(worst_slope(thirds, X), most);
    const auto dY = filled<matrix<double, 6, 4>>(5);
    EXPECT_TRUE(study::explain(vjp(dY, halves, X)).contains("(result + 4)("));
}

TEST(vjp, of_parts) {
    tensor<std::int32_t, 4> ids{0, 3, 3, 5};
    tensor<std::int32_t, 6> classes{0, 1, 7, 3, 3, 2};
    EXPECT_LT(worst_slope([](const auto& x) { return hadamard(cols<0, 3>(x), silu(cols<2, 5>(x))); }, X), most);
    EXPECT_LT(worst_slope([](const auto& x) { return rows<1, 4>(x); }, X), most);
    const auto parts = [](const auto& x) {
        return hadamard(cols<3, 5>(x), exp(cols<0, 2>(x))) + cols<1, 3>(hadamard(x, x));
    };
    EXPECT_LT(worst_slope(parts, X), most);
    EXPECT_LT(worst_slope([](const auto& x) { return x(2_c, all) + x[4_c]; }, X), most);
    EXPECT_LT(worst_slope([](const auto& x) { return reshape<4, 12>(x); }, X), most);
    EXPECT_LT(worst_slope([](const auto& x, const auto& y) { return concat(x, y, x); }, X, Y), most);
    EXPECT_LT(worst_slope([](const auto& x) { return concat<0>(x, 2 * x); }, X), most);
    EXPECT_LT(worst_slope([&](const auto& x) { return rows(x, ids); }, X), most);
    EXPECT_LT(worst_slope([&](const auto& x) { return pick(x, classes); }, X), most);
    const auto tables = rope_tables<double>(6, 8, 10000);
    EXPECT_LT(worst_slope([&](const auto& x) { return rope(x, tables, pairs::halves); }, X), most);
}

TEST(vjp, of_attention) {
    const auto full = [](const auto& q, const auto& k, const auto& v) { return attention(q, k, v); };
    const auto with_causal = [](const auto& q, const auto& k, const auto& v) { return attention(q, k, v, causal); };
    EXPECT_LT(worst_slope(full, X, Y, Z), most);
    EXPECT_LT(worst_slope(with_causal, X, Y, Z), most);
    EXPECT_LT(worst_slope(with_causal, in_heads, keys_in_heads, in_heads), most);
    EXPECT_LT(worst_slope([](const auto& s, const auto& v) { return softmax(30.0 * tanh(s / 30.0)) * v; }, S, X), most);
    const auto by_distance = [](const auto& s, const auto& r, const auto& v) {
        return softmax(s + at(r, index::q - index::k + 5)) * v;
    };
    EXPECT_LT(worst_slope(by_distance, S, filled<vector<double, 11>>(12), X), most);
    const auto two_heads = [](const auto& x, const auto& w) {
        return concat(heads<2>([&](auto i) { return attention(x * w[i], x * w[i], x); }));
    };
    EXPECT_LT(worst_slope(two_heads, X, filled<tensor<double, head[2], 8, 4>>(13)), most);
    EXPECT_LT(worst_slope(
                  [](const auto& x) { return let(x * transpose(x), [](const auto& s) { return softmax(s) + s; }); }, X),
              most);
}

/// Where a root is 0 it passes nothing on: rows without spread, and without length, have the gradient 0. What has no
/// value there, as it is divided by 0, has no gradient either.
constexpr matrix<double, 3, 4> with_flat_rows{{2, 2, 2, 2}, {0, 0, 0, 0}, {1, 2, 3, 2}};
constexpr tensor<double, 3> ones{1, 1, 1};
constexpr auto slopes_of_spread = evaluate(vjp(
    ones, [](const auto& x) { return stddev(x); }, with_flat_rows));
TEST(vjp, of_roots_that_are_zero) {
    const auto& spread = std::get<0>(slopes_of_spread);
    for (std::size_t i = 0; i < 2; ++i)
        for (std::size_t j = 0; j < 4; ++j) EXPECT_EQ(spread(i, j), 0);
    EXPECT_NEAR(spread(2, 2), std::sqrt(0.125), 1e-15);
    EXPECT_EQ(spread(2, 0), -spread(2, 2));
    EXPECT_EQ(spread(2, 1), 0);
    const auto [length] = evaluate(vjp(
        ones, [](const auto& x) { return sqrt(sum(hadamard(x, x))); }, with_flat_rows));
    EXPECT_EQ(length(0, 1), 0.5);
    EXPECT_EQ(length(1, 1), 0);
    const matrix<float, 1, 3> flat{{5, 5, 5}};
    const auto [undefined] = evaluate(vjp(
        flat, [](const auto& x) { return (x - mean(x, keep)) / stddev(x, keep); }, flat));
    for (const float slope : undefined) EXPECT_TRUE(std::isnan(slope));
}

/// The adjoint of a sum is one number for all elements.
TEST(vjp, of_sums_of_what_has_a_loop) {
    const auto slope = [](const auto& f, const auto& x) { return worst_slope(f, x); };
    EXPECT_LT(slope([](const auto& w) { return sum<0, 1>(X * w); }, W), most);
    EXPECT_LT(slope([](const auto& x) { return mean(mean(x * W)); }, X), most);
    EXPECT_LT(slope([](const auto& x) { return sum<0, 1>(attention(x, X, Y)); }, Z), most);
    EXPECT_LT(slope([](const auto& x) { return sum<0, 1>(softmax(x) * X); }, S), most);
    EXPECT_LT(slope([](const auto& x) { return sum<0, 1>(concat(x * W, x)); }, X), most);
    EXPECT_LT(slope([](const auto& x) { return sum<0, 1>(rms_norm(x)); }, X), 1e-6);
}

TEST(vjp, of_losses) {
    const tensor<std::int32_t, 6> classes{0, 1, 7, 3, 3, 2};
    EXPECT_LT(worst_slope([&](const auto& x) { return cross_entropy(x, classes); }, X), most);
    EXPECT_LT(worst_slope([](const auto& x, const auto& y) { return mean_squared_error(x, y); }, X, Y), most);
    const tensor loss = cross_entropy(X, classes);
    double by_hand = 0;
    for (std::size_t i = 0; i < 6; ++i) {
        double total = 0;
        for (std::size_t c = 0; c < 8; ++c) total += std::exp(X(i, c));
        by_hand += (std::log(total) - X(i, static_cast<std::size_t>(classes(i)))) / 6;
    }
    EXPECT_NEAR(loss(), by_hand, 1e-15);
    tensor<std::int32_t, 6> outside = classes;
    outside(4) = 8;
    EXPECT_THROW((void)evaluate(cross_entropy(X, outside)), index_error);
    EXPECT_THROW((void)evaluate(value_and_gradient([&](const auto& x) { return cross_entropy(x, outside); }, X)),
                 index_error);
}

/// A slope is one of those between both sides: ties share what is passed on.
TEST(vjp, shares_among_ties) {
    const vector<double, 4> x{1, 3, 3, 2}, dy{1, 2, 4, 8};
    const auto [of_two] = evaluate(vjp(
        dy, [](const auto& a) { return max(a, a) + min(a, a); }, x));
    EXPECT_EQ(of_two, (vector<double, 4>{2, 4, 8, 16}));
    tensor<double> one;
    one() = 5;
    const auto [of_row] = evaluate(vjp(
        one, [](const auto& a) { return max(a); }, x));
    EXPECT_EQ(of_row, (vector<double, 4>{0, 2.5, 2.5, 0}));
    const auto [of_clamp] = evaluate(vjp(
        dy, [](const auto& a) { return clamp(a, 1.5, 2.5); }, x));
    EXPECT_EQ(of_clamp, (vector<double, 4>{0, 0, 0, 8}));
    const auto [of_powers, of_exponents] = evaluate(vjp(
        dy, [](const auto& a, const auto& e) { return pow(a, e); }, vector<double, 4>{0, 2, 0, 1},
        vector<double, 4>{2, 0, 0, 3}));
    EXPECT_EQ(of_powers, (vector<double, 4>{0, 0, 0, 24}));
    EXPECT_EQ(of_exponents(0), 0);
    EXPECT_EQ(of_exponents(3), 0);
    const auto [of_condition] = evaluate(vjp(
        dy, [](const auto& a) { return where(a > 2, a, 0); }, x));
    EXPECT_EQ(of_condition, (vector<double, 4>{0, 2, 4, 0}));
}

/// What the formula does not read has the gradient 0, one tensor given twice has two gradients, and a formula may be an
/// operand.
TEST(vjp, of_operands) {
    const auto [dX, dY] = evaluate(vjp(
        Z, [](const auto& x, auto) { return 2 * x; }, X, Y));
    EXPECT_EQ(dX, rows_of_model(2 * Z));
    EXPECT_EQ(dY, rows_of_model());
    const auto [first, second] = evaluate(vjp(
        Z, [](const auto& x, const auto& y) { return 3 * x - y; }, X, X));
    EXPECT_EQ(first, rows_of_model(3 * Z));
    EXPECT_EQ(second, rows_of_model(-Z));
    const auto [of_formula] = evaluate(vjp(
        Z + Z, [](const auto& x) { return hadamard(x, x); }, X + Y));
    EXPECT_EQ(of_formula, rows_of_model(hadamard(4 * Z, X + Y)));
}

/// Operands that are the value of a let, and a let around the gradient.
TEST(vjp, inside_of_let) {
    const auto formula = let(X + Y, [&](const auto& s) {
        return vjp(
            Z,
            [&](const auto& a, const auto& c) {
                return let(hadamard(a, c), [](const auto& p) { return hadamard(p, p); });
            },
            s, s);
    });
    const auto [da, dc] = evaluate(formula);
    const rows_of_model s = X + Y, expected = hadamard(hadamard(2 * Z, s), hadamard(s, s));
    for (std::size_t i = 0; i < s.size(); ++i) {
        ASSERT_NEAR(da.data()[i], expected.data()[i], 1e-15);
        ASSERT_NEAR(dc.data()[i], expected.data()[i], 1e-15);
    }
}

constexpr matrix<double, 3, 2> small{{1, 0}, {0, 1}, {1, 1}};
constexpr auto attend_small = [](const auto& q, const auto& k, const auto& v) {
    return softmax(q * transpose(k) / sqrt(2_c)) * v;
};
constexpr auto in_the_compiler = evaluate(vjp(small, attend_small, small, small, small));

TEST(vjp, in_the_compiler_and_in_50_digits) {
    using digits = boost::multiprecision::cpp_bin_float_50;
    const auto runs = evaluate(vjp(small, attend_small, small, small, small));
    const auto exact = evaluate_unfused<digits>(vjp(small, attend_small, small, small, small));
    const auto compare = [](const auto& compiled, const auto& run, const auto& reference) {
        for (std::size_t i = 0; i < run.size(); ++i) {
            EXPECT_NEAR(compiled.data()[i], run.data()[i], 1e-15);
            EXPECT_NEAR(static_cast<double>(reference.data()[i]), run.data()[i], 1e-15);
        }
    };
    compare(std::get<0>(in_the_compiler), std::get<0>(runs), std::get<0>(exact));
    compare(std::get<1>(in_the_compiler), std::get<1>(runs), std::get<1>(exact));
    compare(std::get<2>(in_the_compiler), std::get<2>(runs), std::get<2>(exact));
}

/// Into tensors that are there, also those that the formula reads.
TEST(vjp, into_tensors) {
    rows_of_model A = X, B = Y;
    const auto f = [](const auto& a, const auto& c) { return attention(a, c, c); };
    const auto [dA, dB] = evaluate(vjp(Z, f, A, B));
    evaluate_into(std::tie(A, B), vjp(Z, f, A, B));
    EXPECT_EQ(A, dA);
    EXPECT_EQ(B, dB);
}

TEST(vjp, is_shown) {
    EXPECT_TRUE(study::explain(value_and_gradient([&](const auto& x) { return sum<0, 1>(hadamard(x, Y)); }, X))
                    .contains("result 2"));
    EXPECT_NE(study::emit(vjp(
                              Z, [](const auto& x) { return rms_norm(x); }, X))
                  .find("rsqrt"),
              std::string::npos);
}

/// A formula that a function returns reads the tensors that it took by value until the end of the expression.
TEST(vjp, of_functions_of_tensors_by_value) {
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wreturn-stack-address"
#endif
    const auto square = [](auto x) { return hadamard(x, x); };
    const tensor y = square(X);
    EXPECT_EQ(y, rows_of_model(hadamard(X, X)));
}

}  // namespace
}  // namespace heed::test
