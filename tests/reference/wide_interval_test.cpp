// SPDX-License-Identifier: BSL-1.0
// Intervals of 50 digits hold what 100 digits say, and agree with the other two number types.
#include <heed/reference/ball.hpp>
#include <heed/reference/enclosed_rows.hpp>
#include <heed/reference/interval.hpp>
#include <tests/reference/hard_numbers.hpp>

#include <gtest/gtest.h>

#include <cstdio>
#include <string>

namespace heed::test {
namespace {

using fifty = wide_interval<50>;
using number = wide_number<50>;

bool holds(const fifty& a, const wide& x) { return wide(a.lower) <= x && x <= wide(a.upper); }

fifty widened(const interval<double>& x) { return {number(x.lower), number(x.upper)}; }

TEST(wide_interval, holds_sums_products_and_quotients) {
    hard_numbers numbers(1);
    for (int i = 0; i < 60'000; ++i) {
        // Beyond 2^-300 100 digits are exact for sums and products of such bounds, or nearly so.
        const interval<double> a = numbers.around(numbers.any(1e10)), b = numbers.around(numbers.any(1e10));
        const wide x = numbers.inside(a), y = numbers.inside(b);
        const fifty p = widened(a), q = widened(b);
        ASSERT_TRUE(holds(p + q, x + y) && holds(p - q, x - y) && holds(p * q, x * y)) << x << " " << y;
        ASSERT_TRUE(y == 0 || holds(p / q, x / y)) << x << " / " << y;
    }
}

#if defined(HEED_TEST_NIGHT)
constexpr int draws = 2'000;
#else
constexpr int draws = 700;
#endif

TEST(wide_interval, holds_the_elementary_functions) {
    hard_numbers numbers(2);
    for_each_function([&](const char* name, const auto& f, const auto& exact, double low, double high) {
        double worst = 0;
        for (int i = 0; i < draws; ++i) {
            interval<double> x = numbers.around(numbers.any(high));
            if (x.upper < low) x = -x;
            x = {std::fmin(high, std::fmax(low, x.lower)), std::fmin(high, std::fmax(low, x.upper))};
            const double p = numbers.inside(x);
            if (p == 0 && low == 0) continue;
            ASSERT_TRUE(holds(f(widened(x)), exact(wide(p))))
                << name << " " << p << " in " << x.lower << " " << x.upper;
            const double q = numbers.uniform(0.1, 3);
            const fifty y = f(fifty(number(q), number(q)));
            worst = std::fmax(worst, static_cast<double>(number((y.upper - y.lower) / abs(number(y.upper)))));
        }
        std::printf("%-16s widest %.2g relative\n", name, worst);
        const std::string n = name;
        EXPECT_LE(worst, n == "log" || n == "sin" || n == "cos" ? 1e-41 : 1e-44) << name;  // near their zeros
    });
}

// Three ways to one number: each pair has it in common.
TEST(wide_interval, agrees_with_the_other_number_types) {
    hard_numbers numbers(3);
    for_each_function([&](const char* name, const auto& f, const auto&, double low, double high) {
        for (int i = 0; i < 300; ++i) {
            const long long digits =
                static_cast<long long>(numbers.uniform(std::fmax(low, -8), std::fmin(high, 8)) * 1e4);
            const int half = numbers.pick(3);
            if (digits < 2 && low == 0) continue;
            const interval<double> a = f(enclose_decimal<interval<double>>(digits, 4, half));
            const ball b = f(enclose_decimal<ball>(digits, 4, half));
            const fifty c = f(enclose_decimal<fifty>(digits, 4, half));
            ASSERT_TRUE(intersects(widened(a), c)) << name << " " << digits;
            ASSERT_TRUE(half != 0 || encloses(widened(a), c)) << name << " " << digits;
            const wide unit = pow(wide(10), -50),
                       middle = wide(boost::multiprecision::cpp_int(b.middle_units())) * unit;
            const wide radius = wide(boost::multiprecision::cpp_int(b.radius_units())) * unit;
            ASSERT_TRUE(middle - radius <= wide(c.upper) && wide(c.lower) <= middle + radius) << name << " " << digits;
        }
    });
}

bool same(const fifty& a, const fifty& b) { return a.lower == b.lower && a.upper == b.upper; }

TEST(wide_interval, keeps_infinities_and_never_makes_nan) {
    const number infinity = std::numeric_limits<number>::infinity();
    const fifty masked(-infinity, -infinity), line = whole_line<fifty>(), around(number(-1), number(1));
    EXPECT_TRUE(same(masked + fifty(2), masked) && same(masked * fifty(2), masked) && same(exp(masked), fifty()));
    EXPECT_TRUE(same(masked - masked, line) && same(masked * around, line) && same(fifty(1) / around, line));
    EXPECT_TRUE(same(masked / masked, line) && same(log(around), line) && same(sqrt(around), line));
    EXPECT_TRUE(same(rsqrt(around), line) && same(log(fifty()), masked) && same(sigmoid(masked), fifty()));
    EXPECT_TRUE(same(enclose_number<fifty>(std::nan("")), line) && exp(line).lower == 0 && exp(line).upper == infinity);
    EXPECT_TRUE(encloses(around, tanh(line)) && encloses(around, erf(line)));
    EXPECT_TRUE(contains_zero(enclose_decimal<fifty>(125, 3, 0) - enclose_ratio<fifty>(1, 8)));
}

TEST(wide_interval, rows_lie_within_those_of_doubles) {
    hard_numbers numbers(4);
    for (int i = 0; i < 300; ++i) {
        interval<double> x[5], y[5];
        fifty u[5], v[5];
        for (int k = 0; k < 5; ++k) {
            const double c = numbers.uniform(-20, 20);
            x[k] = {c, c};
            u[k] = widened(x[k]);
        }
        softmax_row(x, y, 5, 1);
        softmax_row(u, v, 5, 1);
        for (int k = 0; k < 5; ++k) ASSERT_TRUE(encloses(widened(y[k]), v[k]));
        ASSERT_TRUE(encloses(widened(logsumexp_row(x, 5, 1)), logsumexp_row(u, 5, 1)));
    }
}

}  // namespace
}  // namespace heed::test
