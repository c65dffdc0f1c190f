// SPDX-License-Identifier: BSL-1.0
// layer_norm and rms_norm against their definition, in loops and in fifty digits, on rows where rounding hurts.
#include <heed/heed.hpp>
#include <heed/reference/evaluate.hpp>
#include <tests/run/compare.hpp>

#include <gtest/gtest.h>
#include <boost/multiprecision/cpp_bin_float.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <limits>
#include <random>
#include <type_traits>

namespace heed::test {

using fifty_digits =
    boost::multiprecision::number<boost::multiprecision::cpp_bin_float<50>, boost::multiprecision::et_off>;

inline constexpr axis tokens{"tokens"}, model{"d_model"};

template <class Tensor>
Tensor random_numbers(unsigned seed, double mean = 0, double deviation = 1) {
    std::mt19937 engine(seed);
    std::normal_distribution<double> draw(mean, deviation);
    Tensor t;
    for (auto& x : t) x = static_cast<typename Tensor::value_type>(draw(engine));
    return t;
}

using stored = tensor<double, tokens[7], model[21]>;
const auto x = random_numbers<stored>(1), z = random_numbers<stored>(2);
const auto gain = random_numbers<tensor<double, model[21]>>(3), bias = random_numbers<tensor<double, model[21]>>(4);
const auto W = random_numbers<tensor<double, 21, 21>>(5);

/// As a reader would write it.
template <class Tensor>
stored plain(const Tensor& a, bool is_centred, double epsilon) {
    stored y;
    for (std::size_t i = 0; i < 7; ++i) {
        double mean = 0, squares = 0;
        for (std::size_t j = 0; j < 21; ++j) mean += is_centred ? a(i, j) / 21 : 0;
        for (std::size_t j = 0; j < 21; ++j) squares += (a(i, j) - mean) * (a(i, j) - mean) / 21;
        for (std::size_t j = 0; j < 21; ++j) y(i, j) = (a(i, j) - mean) / std::sqrt(squares + epsilon);
    }
    return y;
}

template <class A, class B>
double difference(const A& a, const B& b) {
    double worst = 0;
    auto other = b.begin();
    for (const double y : a) worst = std::max(worst, std::abs(y - *other++));
    return worst;
}

TEST(norm, is_what_its_definition_says) {
    EXPECT_LT(difference(evaluate(layer_norm(x)), plain(x, true, 1e-5)), 1e-14);
    EXPECT_LT(difference(evaluate(rms_norm(x)), plain(x, false, 1e-5)), 1e-14);
    EXPECT_LT(difference(evaluate(layer_norm(x, {.epsilon = 0.3})), plain(x, true, 0.3)), 1e-14);
    double epsilon = 0.1;
    epsilon *= 5;  // a number of the program
    EXPECT_LT(difference(evaluate(rms_norm(x, {.epsilon = epsilon})), plain(x, false, 0.5)), 1e-14);
}

TEST(norm, takes_gain_and_bias) {
    const stored n = plain(x, true, 1e-5), r = plain(x, false, 1e-6);
    EXPECT_LT(difference(evaluate(layer_norm(x, gain)), evaluate(hadamard(n, gain))), 1e-14);
    EXPECT_LT(difference(evaluate(layer_norm(x, gain, bias)), evaluate(hadamard(n, gain) + bias)), 1e-14);
    EXPECT_LT(difference(evaluate(rms_norm(x, gain, {.epsilon = 1e-6})), evaluate(hadamard(r, gain))), 1e-14);
    const stored s = plain(x, true, 0.25);
    EXPECT_LT(difference(evaluate(layer_norm(x, gain, {.epsilon = 0.25})), evaluate(hadamard(s, gain))), 1e-14);
    EXPECT_LT(difference(evaluate(layer_norm(x, gain + gain, bias * 3, {.epsilon = 0.25})),
                         evaluate(hadamard(s, gain) * 2 + bias * 3)),
              1e-14);
}

TEST(norm, runs_along_any_axis) {
    const tensor across = transpose(x);
    const tensor wanted = layer_norm(x, gain, bias, {.epsilon = 0.01});
    EXPECT_LT(difference(evaluate(layer_norm<0>(across, gain, bias, {.epsilon = 0.01})), evaluate(transpose(wanted))),
              1e-15);
    EXPECT_LT(
        difference(evaluate(layer_norm<model>(across, gain, bias, {.epsilon = 0.01})), evaluate(transpose(wanted))),
        1e-15);
    EXPECT_LT(difference(evaluate(transpose(rms_norm<-2>(across, gain))), evaluate(rms_norm(x, gain))), 1e-15);
    const auto batch = random_numbers<tensor<double, 2, 5, 3>>(6);
    const auto of_five = random_numbers<tensor<double, 5>>(7);
    const tensor y = rms_norm<1>(batch, of_five);
    for (std::size_t i = 0; i < 2; ++i)
        for (std::size_t k = 0; k < 3; ++k) {
            double squares = 0;
            for (std::size_t j = 0; j < 5; ++j) squares += batch(i, j, k) * batch(i, j, k) / 5;
            for (std::size_t j = 0; j < 5; ++j)
                EXPECT_NEAR(y(i, j, k), batch(i, j, k) / std::sqrt(squares + 1e-5) * of_five(j), 1e-14);
        }
    const tensor<double, 4> vector{1, 2, 3, 6};
    EXPECT_NEAR(evaluate(layer_norm(vector))(3), 3 / std::sqrt(3.5 + 1e-5), 1e-15);
}

// Over several axes.

using block = tensor<double, tokens[4], 3, model[5]>;
const auto of_blocks = random_numbers<block>(8);

/// By mean, variance and roots, as a reader would write it.
template <chosen_axis A, chosen_axis B, class X>
auto over_two(const X& a) {
    return evaluate((a - mean<A, B>(a, keep)) / sqrt(var<A, B>(a, keep) + 1e-5));
}

TEST(norm, runs_over_several_axes) {
    EXPECT_LT(difference(evaluate(layer_norm<1, 2>(of_blocks)), over_two<1, 2>(of_blocks)), 1e-14);
    EXPECT_LT(difference(evaluate(layer_norm<model, tokens>(of_blocks)), over_two<0, 2>(of_blocks)), 1e-14);
    EXPECT_LT(difference(evaluate(layer_norm<0, 1>(of_blocks + of_blocks)), over_two<0, 1>(2 * of_blocks)), 1e-14);
    const tensor squares = mean<0, 1, 2>(hadamard(of_blocks, of_blocks), keep);
    EXPECT_LT(difference(evaluate(rms_norm<0, 1, 2>(of_blocks, {.epsilon = 0.25})),
                         evaluate(of_blocks / sqrt(squares + 0.25))),
              1e-14);
}

TEST(norm, takes_gain_and_bias_over_several_axes_in_the_order_of_its_argument) {
    using of_both = tensor<double, tokens[4], model[5]>;
    const auto g = random_numbers<of_both>(9), b = random_numbers<of_both>(10);
    const tensor n = over_two<0, 2>(of_blocks);
    const tensor wide_g = reshape<4, 1, 5>(g), wide_b = reshape<4, 1, 5>(b);
    EXPECT_LT(difference(evaluate(layer_norm<model, tokens>(of_blocks, g, b)), evaluate(hadamard(n, wide_g) + wide_b)),
              1e-14);
    EXPECT_LT(difference(evaluate(layer_norm<0, -1>(of_blocks, g + g, b, {.epsilon = 1e-5})),
                         evaluate(hadamard(n, wide_g) * 2 + wide_b)),
              1e-14);
    const tensor last = layer_norm<1, 2>(of_blocks);
    EXPECT_EQ(evaluate(layer_norm<1, 2>(of_blocks + 0, tensor<double, 3, model[5]>())), evaluate(0 * last));
}

TEST(norm, over_several_axes_is_known_in_fifty_digits) {
    const auto f = layer_norm<0, 2>(of_blocks);
    const auto exact = evaluate_unfused<fifty_digits>(f);
    const tensor y = f;
    for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t k = 0; k < 5; ++k) EXPECT_NEAR(y(i, 1, k), static_cast<double>(exact(i, 1, k)), 1e-14);
}

TEST(norm, over_the_last_axes_copies_nothing) {
    const auto f = layer_norm<1, 2>(of_blocks, random_numbers<tensor<double, 3, model[5]>>(11));
    constexpr const auto& p = detail::plan_for<decltype(f), double>::value;
    EXPECT_EQ(p.buffers.size(), 0U);
    EXPECT_EQ(p.steps.size(), 1U);
}

TEST(norm, is_part_of_formulas) {
    const tensor sum = x + z * W;
    const tensor n = layer_norm(sum, gain, bias);
    EXPECT_LT(difference(evaluate(layer_norm(x + z * W, gain, bias)), n), 1e-15);
    EXPECT_LT(difference(evaluate(relu(layer_norm(x + z * W, gain, bias) * W) + x), evaluate(relu(n * W) + x)), 1e-13);
    EXPECT_LT(difference(evaluate(layer_norm(rms_norm(x)) * transpose(rms_norm(z))),
                         evaluate(plain(plain(x, false, 1e-5), true, 1e-5) * transpose(plain(z, false, 1e-5)))),
              1e-13);
    EXPECT_LT(difference(evaluate(softmax(layer_norm(x) * transpose(layer_norm(z))) * z),
                         evaluate(softmax(plain(x, true, 1e-5) * transpose(plain(z, true, 1e-5))) * z)),
              1e-13);
}

TEST(norm, has_the_elements_of_its_operands) {
    static_assert(std::is_same_v<detail::value_of<decltype(layer_norm(tensor<float, 3>()))>, float>);
}

constexpr bool constant_rows() {
    constexpr tensor<double, 2, 3> a{{1, 2, 3}, {1, 5, 9}};
    constexpr tensor n = layer_norm(a), r = rms_norm(a, {.epsilon = 0});
    constexpr tensor g = layer_norm(a, tensor<double, 3>{1, 2, 3}, tensor<double, 3>{0, 7, 0});
    constexpr tensor both = layer_norm<0, 1>(tensor<double, 2, 3>{{1, 2, 3}, {-3, -2, 9}});
    return n(0, 1) == 0 && n(1, 0) == -n(1, 2) && n(1, 2) > 1.22474 && n(1, 2) < 1.22475 && r(1, 0) > 0.1674 &&
           r(1, 0) < 0.1675 && g(0, 1) == 7 && g(1, 2) == 3 * n(1, 2) && both(0, 0) < 0 && both(1, 2) > 1.879 &&
           both(1, 2) < 1.88;
}
static_assert(constant_rows());

// Accuracy.

/// The largest error of rows of x, in units of the last place of the largest number of each row, of no less than 1.
template <class T, std::size_t N, class Tensor, class Norm>
double worst_error(const Tensor& rows_of_numbers, const Norm& norm) {
    const auto f = norm(rows_of_numbers);
    const tensor y = evaluate(f);
    const auto exact = evaluate_unfused<fifty_digits>(f);
    double worst = 0;
    for (std::size_t i = 0; i < 6; ++i)
        for (std::size_t j = 0; j < N; ++j) {
            const double error = static_cast<double>(abs(fifty_digits(y(i, j)) - exact(i, j)));
            const double unit = static_cast<double>(std::numeric_limits<T>::epsilon()) *
                                std::max(1.0, std::abs(static_cast<double>(exact(i, j))));
            worst = std::max(worst, error / unit);
        }
    return worst;
}

template <class T, std::size_t N>
void check_accuracy(double bound) {
    using many = tensor<T, 6, N>;
    const auto layer = [](const auto& a) { return layer_norm(a); };
    const auto layer_exact = [](const auto& a) { return layer_norm(a, {.epsilon = 1e-30}); };
    const auto rms = [](const auto& a) { return rms_norm(a); };
    double worst_layer = 0, worst_rms = 0;
    for (unsigned seed = 0; seed < 20; ++seed) {
        struct kind {
            double mean, deviation;
        };
        // ordinary rows; a large mean; variance of a few units of the last place; epsilon dominates
        for (const kind& k : {kind{0, 1}, kind{5, 1}, kind{1e4, 1}, kind{1e4, 1e-2}, kind{-300, 1e-4}, kind{0, 1e-4},
                              kind{1e-3, 1e-6}, kind{0, 1e12}}) {
            const auto a = random_numbers<many>(seed, k.mean, k.deviation);
            worst_layer = std::max(worst_layer, worst_error<T, N>(a, layer));
            worst_rms = std::max(worst_rms, worst_error<T, N>(a, rms));
            if (k.deviation >= 1e-2) worst_layer = std::max(worst_layer, worst_error<T, N>(a, layer_exact));
        }
        // an outlier in front
        auto a = random_numbers<many>(seed);
        for (std::size_t i = 0; i < 6; ++i) a(i, 0) = static_cast<T>(1e6);
        worst_layer = std::max(worst_layer, worst_error<T, N>(a, layer));
        // all the same number
        for (auto& e : a) e = static_cast<T>(12345.678 + seed);
        worst_layer = std::max(worst_layer, worst_error<T, N>(a, layer));
    }
    std::printf("%zu bytes, rows of %zu: layer_norm %.2f, rms_norm %.2f\n", sizeof(T), N, worst_layer, worst_rms);
    EXPECT_LT(worst_layer, bound);
    EXPECT_LT(worst_rms, bound);
}

TEST(norm, is_as_accurate_as_it_says) {
    check_accuracy<float, 3>(4);
    check_accuracy<float, 24>(4);
    check_accuracy<float, 768>(8);
    check_accuracy<double, 64>(4);
}

TEST(norm, of_a_row_of_one_number_is_zero) {
    EXPECT_EQ(evaluate(layer_norm(tensor<float, 3, 1>{{1}, {1e30F}, {-5}}, {.epsilon = 1e-6}))(1, 0), 0);
}

TEST(norm, has_nan_where_its_row_has) {
    tensor<float, 3, 20> a = random_numbers<tensor<float, 3, 20>>(9);
    a(1, 7) = std::numeric_limits<float>::quiet_NaN();
    a(2, 7) = std::numeric_limits<float>::infinity();
    const tensor y = layer_norm(a);
    for (std::size_t j = 0; j < 20; ++j) {
        EXPECT_FALSE(std::isnan(y(0, j)));
        EXPECT_TRUE(std::isnan(y(1, j)));
        EXPECT_TRUE(std::isnan(y(2, j)));
    }
}

// Plans.

TEST(norm, reads_its_argument_once) {
    const auto f = layer_norm(x + z * W, gain, bias);
    constexpr const auto& p = detail::plan_for<decltype(f), double>::value;
    EXPECT_EQ(detail::cost_of(p).multiply_adds, 7U * 21 * 21);
    EXPECT_EQ(p.steps.size(), 2U) << "the product with the sum, the norm with gain and bias";
}

TEST(norm, is_kept_a_tile_of_rows_at_a_time) {
    static const tensor<float, 512, 768> rows_;
    static const tensor<float, 768> g;
    static const tensor<float, 768, 64> weights;
    const auto f = relu(layer_norm(rows_, g) * weights);
    constexpr const auto& p = detail::plan_for<decltype(f), float>::value;
    ASSERT_EQ(p.buffers.size(), 1U);
    EXPECT_TRUE(p.buffers[0].tile);
    EXPECT_EQ(detail::plan_view(p).temporaries(), 0U);
}

}  // namespace heed::test
