// SPDX-License-Identifier: BSL-1.0
// Rows with bounds: they hold the rows within, come close to their range, and keep the laws of weights.
#include <heed/reference/ball.hpp>
#include <heed/reference/enclosed_rows.hpp>
#include <heed/reference/interval.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <limits>
#include <random>
#include <vector>

namespace heed::test {
namespace {

template <class E>
constexpr E minus_infinity() {
    return lower_of(whole_line<E>());
}

template <class E>
constexpr bool is_exactly(const E& a, int n) {
    return encloses(E(n), a);
}

template <class E>
constexpr bool masked_elements_weigh_nothing() {
    const E x[6] = {E(1), E(9), minus_infinity<E>(), E(9), E(1), E(9)};  // the row at distance 2: 1, -inf, 1
    E y[6] = {}, z[6] = {};
    softmax_row(x, y, 3, 2);
    log_softmax_row(x, z, 3, 2);
    const E half = enclose_ratio<E>(1, 2), total = logsumexp_row(x, 3, 2);
    return is_exactly(y[2], 0) && encloses(y[0], half) && encloses(y[4], half) && is_exactly(y[1], 0) &&
           encloses(minus_infinity<E>(), z[2]) && intersects(z[0], -log(E(2))) && intersects(total, E(1) + log(E(2)));
}

template <class E>
constexpr bool masked_rows_weigh_nothing() {
    const E x[2] = {minus_infinity<E>(), minus_infinity<E>()};
    E y[2] = {E(1), E(1)}, z[2] = {};
    softmax_row(x, y, 2, 1);
    log_softmax_row(x, z, 2, 1);
    return is_exactly(y[0], 0) && is_exactly(y[1], 0) && encloses(minus_infinity<E>(), logsumexp_row(x, 2, 1)) &&
           encloses(minus_infinity<E>(), z[0]) && encloses(minus_infinity<E>(), z[1]);
}

template <class E>
constexpr bool a_single_element_weighs_one() {
    const E x[2] = {hull(E(-700), E(3)), minus_infinity<E>()};
    E y[2] = {};
    softmax_row(x, y, 1, 1);
    E z[2] = {};
    softmax_row(x, z, 2, 1);
    return is_exactly(y[0], 1) && is_exactly(z[0], 1) && is_exactly(z[1], 0);
}

template <class E>
constexpr bool unbounded_elements_leave_the_weights_open() {
    const E x[3] = {whole_line<E>(), E(2), minus_infinity<E>()};
    E y[3] = {};
    softmax_row(x, y, 3, 1);
    const E any = hull(E(0), E(1));
    return encloses(any, y[0]) && encloses(y[0], any) && encloses(y[1], any) && is_exactly(y[2], 0) &&
           !is_bounded(logsumexp_row(x, 3, 1));
}

template <class E>
constexpr bool weights_lie_within_zero_and_one() {
    E x[4] = {E(0), E(-40), hull(E(-100), E(0)), E(-600)};
    softmax_row(x, x, 4, 1);  // in place
    for (const E& y : x)
        if (!encloses(hull(E(0), E(1)), y)) return false;
    return certainly_less(x[1], enclose_decimal<E>(1, 17, 0)) && certainly_positive(x[0]);
}

template <class E>
constexpr bool laws_of_rows() {
    return masked_elements_weigh_nothing<E>() && masked_rows_weigh_nothing<E>() && a_single_element_weighs_one<E>() &&
           unbounded_elements_leave_the_weights_open<E>() && weights_lie_within_zero_and_one<E>();
}

TEST(enclosed_rows, keep_the_laws_of_weights) {
    static_assert(laws_of_rows<interval<double>>());
    static_assert(laws_of_rows<basic_ball<20>>());
    EXPECT_TRUE(laws_of_rows<interval<double>>());
    EXPECT_TRUE(laws_of_rows<ball>());
}

using numbers = std::vector<long double>;

long double log_of_sum(const numbers& row) {
    long double most = row[0], sum = 0;
    for (const long double x : row) most = std::fmax(most, x);
    for (const long double x : row) sum += std::exp(x - most);
    return most + std::log(sum);
}

/// Random rows, random members of them, and corners. The oracle rounds at 2^-64; enclosures of double are wider.
TEST(enclosed_rows, hold_the_rows_within) {
    using bounds = interval<double>;
    std::mt19937_64 random(1);
    const auto uniform = [&](double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(random);
    };
    double widest = 0;
    for (int round = 0; round < 40'000; ++round) {
        const std::size_t n = 1 + random() % 12;
        const double spread = round % 3 == 0 ? 1 : round % 3 == 1 ? 30 : 400;
        const double width = round % 4 == 0 ? 0 : std::exp2(-uniform(0, 40));
        std::vector<bounds> x(n), y(n), z(n);
        numbers member(n);
        for (std::size_t i = 0; i < n; ++i) {
            const double c = uniform(-spread, spread);
            x[i] = bounds(c - width, c + width);
            member[i] =
                std::fmin(x[i].upper, std::fmax(x[i].lower, c + width * (random() % 3 == 0 ? -1 : uniform(-1, 1))));
        }
        softmax_row(x.data(), y.data(), n, 1);
        log_softmax_row(x.data(), z.data(), n, 1);
        const bounds total = logsumexp_row(x.data(), n, 1);
        const long double sum = log_of_sum(member);
        ASSERT_TRUE(total.lower <= sum && sum <= total.upper);
        for (std::size_t i = 0; i < n; ++i) {
            const long double weight = std::exp(member[i] - sum),
                              slack = 1e-17L * weight * (1 + std::fabs(sum) + std::fabs(member[i]));
            ASSERT_TRUE(y[i].lower <= weight + slack && weight - slack <= y[i].upper) << round << " " << i;
            ASSERT_TRUE(z[i].lower <= member[i] - sum + 1e-16L && member[i] - sum - 1e-16L <= z[i].upper);
            if (width == 0 && spread == 1) widest = std::fmax(widest, (y[i].upper - y[i].lower) / y[i].upper);
        }
    }
    std::printf("weights of points: widest %.2g relative\n", widest);
    EXPECT_LE(widest, 3e-14);
}

// Weight i is least where x_i is lowest and the others are highest: the bounds are those two rows and rounding.
TEST(enclosed_rows, reach_the_corners) {
    using bounds = interval<double>;
    std::mt19937_64 random(2);
    double excess = 0;
    for (int round = 0; round < 2'000; ++round) {
        std::vector<bounds> x(9), y(9), z(9);
        for (bounds& a : x) {
            const double c = std::uniform_real_distribution<double>(-3, 3)(random);
            a = bounds(c - 0.5, c + 0.25);
        }
        softmax_row(x.data(), y.data(), 9, 1);
        log_softmax_row(x.data(), z.data(), 9, 1);
        for (std::size_t i = 0; i < 9; ++i) {
            numbers least(9), most(9);
            for (std::size_t j = 0; j < 9; ++j) {
                least[j] = i == j ? x[j].lower : x[j].upper;
                most[j] = i == j ? x[j].upper : x[j].lower;
            }
            const long double low = least[i] - log_of_sum(least), high = most[i] - log_of_sum(most);
            excess = std::fmax(excess, static_cast<double>(std::fabs(std::exp(low) - y[i].lower) +
                                                           std::fabs(std::exp(high) - y[i].upper)));
            excess = std::fmax(excess, static_cast<double>(std::fabs(low - z[i].lower) + std::fabs(high - z[i].upper)));
        }
    }
    std::printf("beyond the corners: at most %.2g\n", excess);
    EXPECT_LE(excess, 1e-13);
}

template <class E, class Row>
void expect_agreement(const Row& apply) {
    std::mt19937_64 random(3);
    for (int round = 0; round < 150; ++round) {
        interval<double> x[5], y[5];
        E u[5], v[5];
        for (std::size_t i = 0; i < 5; ++i) {
            const long long digits = std::uniform_int_distribution<long long>(-50000, 50000)(random);
            x[i] = enclose_decimal<interval<double>>(digits, 4, round % 2);
            u[i] = enclose_decimal<E>(digits, 4, round % 2);
        }
        apply(x, y);
        apply(u, v);
        for (std::size_t i = 0; i < 5; ++i) {
            const E around = hull(enclose_number<E>(y[i].lower), enclose_number<E>(y[i].upper));
            ASSERT_TRUE(encloses(around, v[i])) << round;
        }
    }
}

TEST(enclosed_rows, of_balls_lie_within_those_of_doubles) {
    expect_agreement<ball>([](const auto* x, auto* y) { softmax_row(x, y, 5, 1); });
    expect_agreement<ball>([](const auto* x, auto* y) { log_softmax_row(x, y, 5, 1); });
    expect_agreement<ball>([](const auto* x, auto* y) { *y = logsumexp_row(x, 5, 1); });
}

TEST(enclosed_rows, of_wider_elements_are_wider) {
    std::mt19937_64 random(4);
    for (int round = 0; round < 3'000; ++round) {
        interval<double> inner[6], outer[6], y[6], z[6];
        for (std::size_t i = 0; i < 6; ++i) {
            const double c = std::uniform_real_distribution<double>(-9, 9)(random);
            inner[i] = interval<double>(c - 0.01, c + 0.02);
            outer[i] = interval<double>(c - 0.02, c + 0.021);
        }
        softmax_row(inner, y, 6, 1);
        softmax_row(outer, z, 6, 1);
        for (std::size_t i = 0; i < 6; ++i) ASSERT_TRUE(encloses(z[i], y[i]));
        ASSERT_TRUE(encloses(logsumexp_row(outer, 6, 1), logsumexp_row(inner, 6, 1)));
    }
}

}  // namespace
}  // namespace heed::test
