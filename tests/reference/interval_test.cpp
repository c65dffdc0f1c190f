// SPDX-License-Identifier: BSL-1.0
// interval<double> holds what it says, against 100 digits, and is not much wider than it must be.
#include <heed/reference/interval.hpp>
#include <tests/reference/hard_numbers.hpp>

#include <gtest/gtest.h>

#include <cstdio>
#include <string>

namespace heed::test {
namespace {

using bounds = interval<double>;
constexpr double infinity = std::numeric_limits<double>::infinity();

bool holds(const bounds& a, const wide& x) {
    return !(a.lower != a.lower) && !(a.upper != a.upper) && wide(a.lower) <= x && x <= wide(a.upper);
}

constexpr bool same(const bounds& a, const bounds& b) { return a.lower == b.lower && a.upper == b.upper; }

constexpr bool masks_stay_infinite() {
    const bounds masked(-infinity, -infinity);
    return same(masked + bounds(1.0, 2.0), masked) && same(masked - bounds(3), masked) &&
           same(masked * bounds(2), masked) && same(exp(masked), bounds()) && same(tanh(masked), bounds(-1)) &&
           same(sigmoid(masked), bounds()) && same(max(masked, bounds(1)), bounds(1)) && same(log(bounds()), masked) &&
           same(relu(masked), bounds()) && !is_bounded(masked) && is_point(masked) && certainly_negative(masked);
}

constexpr bool undefined_is_the_whole_line() {
    const bounds masked(-infinity, -infinity), line = whole_line<bounds>();
    return same(masked - masked, line) && same(masked * bounds(), line) && same(bounds(-1.0, 2.0) * masked, line) &&
           same(masked / masked, line) && same(bounds(1) / bounds(-1.0, 1.0), line) &&
           same(bounds(1) / bounds(), line) && same(log(bounds(-1.0, 1.0)), line) &&
           same(sqrt(bounds(-1.0, 1.0)), line) && same(rsqrt(bounds(-1.0, 1.0)), line) && same(line + line, line) &&
           same(line * line, line) && same(line / line, line) &&
           same(pow(bounds(-1.0, 1.0), enclose_ratio<bounds>(1, 3)), line) &&
           log(bounds(0.0, 1.0)).lower == -infinity && log(bounds(0.0, 1.0)).upper == 0 &&
           rsqrt(bounds(0.0, 4.0)).upper == infinity && same(exp(line), bounds(0.0, infinity)) &&
           same(tanh(line), bounds(-1.0, 1.0)) && same(erf(line), bounds(-1.0, 1.0)) &&
           same(sigmoid(line), bounds(0.0, 1.0)) && same(enclose_ratio<bounds>(1, 0), line);
}

constexpr bool overflow_is_an_end() {
    const bounds large(0x1p1022, 0x1p1022);
    return (large + large).upper == infinity && (large + large).lower > 1e300 && (large * large).upper == infinity &&
           (large * large).lower > 1e300 && (large * -large).lower == -infinity && (large * -large).upper < -1e300 &&
           (large / bounds(0x1p-1000, 1.0)).upper == infinity && exp(bounds(800)).upper == infinity &&
           exp(bounds(800)).lower > 1e300 && exp(bounds(-800)).lower == 0 && exp(bounds(-800)).upper < 1e-300 &&
           (bounds(0x1p-1074, 1.0) * bounds(0x1p-1074, 1.0)).lower == 0;
}

constexpr bool questions_are_answered() {
    const bounds a(1.0, 3.0), b(2.0, 5.0), c(4.0, 5.0);
    return same(hull(a, c), bounds(1.0, 5.0)) && intersects(a, b) && !intersects(a, c) && encloses(b, c) &&
           !encloses(c, b) && certainly_less(a, c) && !certainly_less(a, b) && certainly_at_most(a, bounds(3)) &&
           certainly_positive(a) && certainly_negative(-a) && contains_zero(bounds(0.0, 1.0)) && !contains_zero(a) &&
           same(middle_of(a), bounds(2)) && radius_of(a).upper >= 1 && radius_of(a).upper < 1.0001 &&
           same(magnitude_of(bounds(-4.0, 3.0)), bounds(4)) && to_double(a) == 2 && same(min(a, b), bounds(1.0, 3.0)) &&
           same(max(a, b), bounds(2.0, 5.0)) && same(abs(bounds(-4.0, 3.0)), bounds(0.0, 4.0)) &&
           same(step(a), bounds(1)) && same(step(bounds()), bounds(0.0, 1.0)) && same(sign(-a), bounds(-1)) &&
           same(less(a, c), bounds(1)) && same(less(a, b), bounds(0.0, 1.0)) && same(less_equal(c, a), bounds()) &&
           same(less(c, a), bounds());
}

constexpr bool printed_numbers_become_boxes() {
    const bounds exact = enclose_decimal<bounds>(1904, 4, 0), half = enclose_decimal<bounds>(11904, 4, 1);
    const bounds whole = enclose_decimal<bounds>(-25, -1, 2);
    return exact.lower < 0.1904 && exact.upper > 0.1904 && exact.upper - exact.lower < 2e-16 && half.lower <= 1.19035 &&
           half.upper >= 1.19045 && half.upper - half.lower < 1.0000001e-4 && whole.lower <= -260 &&
           whole.upper >= -240 && whole.lower > -260.0001 && same(enclose_decimal<bounds>(7, 0, 0), bounds(7)) &&
           same(enclose_number<bounds>(0.1), bounds(0.1, 0.1)) && same(sqrt(bounds(64)), bounds(8)) &&
           same(exp(bounds()), bounds(1)) && same(log(bounds(1)), bounds());
}

constexpr bool whole_powers_may_be_negative() {
    const bounds square = pow(bounds(-2.0, 3.0), bounds(2)), cube = pow(bounds(-2.0, 3.0), bounds(3));
    return square.lower == 0 && square.upper >= 9 && square.upper < 9.001 && cube.lower <= -8 && cube.lower > -8.001 &&
           cube.upper >= 27 && cube.upper < 27.001 && encloses(pow(bounds(2), bounds(-2)), bounds(0.25, 0.25)) &&
           same(pow(bounds(9), enclose_number<bounds>(0.5)), bounds(3)) &&
           pow(bounds(0.0, 8.0), enclose_ratio<bounds>(1, 3)).lower == 0;
}

TEST(interval, masks_stay_infinite) {
    static_assert(masks_stay_infinite());
    EXPECT_TRUE(masks_stay_infinite());
}

TEST(interval, undefined_is_the_whole_line) {
    static_assert(undefined_is_the_whole_line());
    EXPECT_TRUE(undefined_is_the_whole_line());
    EXPECT_TRUE(same(enclose_number<bounds>(std::nan("")), whole_line<bounds>()));
}

TEST(interval, overflow_is_an_end) {
    static_assert(overflow_is_an_end());
    EXPECT_TRUE(overflow_is_an_end());
}

TEST(interval, questions_are_answered) {
    static_assert(questions_are_answered());
    EXPECT_TRUE(questions_are_answered());
}

TEST(interval, printed_numbers_become_boxes) {
    static_assert(printed_numbers_become_boxes());
    EXPECT_TRUE(printed_numbers_become_boxes());
}

TEST(interval, whole_powers_may_be_negative) {
    static_assert(whole_powers_may_be_negative());
    EXPECT_TRUE(whole_powers_may_be_negative());
}

TEST(interval, holds_sums_products_and_quotients) {
    hard_numbers numbers(1);
    for (int i = 0; i < 250'000; ++i) {
        const bounds a = numbers.around(numbers.any(1e300)), b = numbers.around(numbers.any(1e300));
        const double x = numbers.inside(a), y = numbers.inside(b);
        const wide p = x, q = y;
        ASSERT_TRUE(holds(a + b, p + q)) << x << " + " << y;
        ASSERT_TRUE(holds(a - b, p - q)) << x << " - " << y;
        ASSERT_TRUE(holds(a * b, p * q)) << x << " * " << y;
        ASSERT_TRUE(q == 0 || holds(a / b, p / q)) << x << " / " << y;
    }
}

#if defined(HEED_TEST_NIGHT)
constexpr int draws = 12'000;
#else
constexpr int draws = 4'000;
#endif

TEST(interval, holds_the_elementary_functions) {
    hard_numbers numbers(2);
    for_each_function([&](const char* name, const auto& f, const auto& exact, double low, double high) {
        for (int i = 0; i < draws; ++i) {
            bounds x = numbers.around(numbers.any(high));
            if (x.upper < low) x = -x;
            x = {std::fmin(high, std::fmax(low, x.lower)), std::fmin(high, std::fmax(low, x.upper))};
            const double p = numbers.inside(x);
            if (p == 0 && low == 0) continue;
            ASSERT_TRUE(holds(f(x), exact(wide(p)))) << name << " " << p << " in " << x.lower << " " << x.upper;
        }
    });
}

TEST(interval, is_sharp) {
    hard_numbers numbers(3);
    for_each_function([&](const char* name, const auto& f, const auto&, double low, double high) {
        double worst = 0, worst_error = 0;
        for (int i = 0; i < 20'000; ++i) {
            const double p = numbers.uniform(std::fmax(low, -30), std::fmin(high, 30));
            const bounds y = f(bounds(p, p));
            worst_error = std::fmax(worst_error, y.upper - y.lower);
            if (y.lower > 0 || y.upper < 0) worst = std::fmax(worst, (y.upper - y.lower) / std::fabs(to_double(y)));
        }
        const std::string n = name;
        const bool near_zero = n.find("lu") != std::string::npos || n == "sin" || n == "cos";
        std::printf("%-16s widest %.2g relative, %.2g absolute\n", name, worst, worst_error);
        const double most = std::string(name) == "erf_slope" ? 1.5e-13 : 2e-14;
        EXPECT_LE(near_zero ? worst_error : worst, near_zero ? 1e-13 : most) << name;
    });
}

// What mean-value forms cost where the slope may be 0: a few squares of the width.
TEST(interval, narrow_arguments_give_narrow_results) {
    hard_numbers numbers(4);
    for_each_function([&](const char* name, const auto& f, const auto& exact, double low, double high) {
        if (std::string(name).find("slope") != std::string::npos) return;
        double worst = 0;
        for (int i = 0; i < 300; ++i) {
            const double p = numbers.uniform(std::fmax(low + 0.1, -3), std::fmin(high, 3)), r = 5e-5;
            const bounds y = f(bounds(p - r, p + r));
            wide least = exact(wide(p)), most = least;
            for (int k = -2; k <= 2; ++k) {
                const wide v = exact(wide(p) + wide(k) * r / 2);
                if (v < least) least = v;
                if (most < v) most = v;
            }
            worst = std::fmax(worst, y.upper - y.lower - static_cast<double>(wide(most - least)));
        }
        std::printf("%-16s at most %.2g wider than the range over 1e-4\n", name, worst);
        EXPECT_LE(worst, 1e-8) << name;
    });
}

TEST(interval, wider_arguments_give_wider_results) {
    hard_numbers numbers(5);
    for_each_function([&](const char* name, const auto& f, const auto&, double low, double high) {
        for (int i = 0; i < 20'000; ++i) {
            const double p = numbers.uniform(std::fmax(low, -12), std::fmin(high, 12));
            const double r = std::exp2(-numbers.uniform(0, 50));
            const bounds inner(std::fmax(low, p - r / 3), p + r / 4), outer(std::fmax(low, p - r), p + r);
            const bounds y = f(inner), z = f(outer);
            if (!is_bounded(y)) continue;
            const double slack = 1e-13 * (std::fabs(y.lower) + std::fabs(y.upper) + 1);
            ASSERT_TRUE(z.lower <= y.lower + slack && y.upper <= z.upper + slack) << name << " " << p << " " << r;
        }
    });
    for (int i = 0; i < 100'000; ++i) {
        const bounds a = numbers.around(numbers.any(1e300)), b = numbers.around(numbers.any(1e300));

        const bounds p = enclose_number<bounds>(numbers.inside(a)), q = enclose_number<bounds>(numbers.inside(b));
        ASSERT_TRUE(encloses(a + b, p + q) && encloses(a - b, p - q) && encloses(a * b, p * q) &&
                    encloses(a / b, p / q));
    }
}

TEST(interval, boxes_of_printed_numbers_hold_their_ends) {
    hard_numbers numbers(6);
    for (int i = 0; i < 20'000; ++i) {
        const long long digits = static_cast<long long>(numbers.uniform(-1, 1) * std::pow(10, numbers.pick(19)));
        const int places = numbers.pick(2) == 0 ? numbers.pick(20) : numbers.pick(601) - 300, half = numbers.pick(3);
        const bounds box = enclose_decimal<bounds>(digits, places, half);
        const wide scale = pow(wide(10), -places) / 2;
        ASSERT_TRUE(holds(box, (2 * wide(digits) - half) * scale) && holds(box, (2 * wide(digits) + half) * scale))
            << digits << " " << places;
        const double size = std::fabs(to_double(box));
        if (half != 0 || size < 1e-290 || size > 1e300) continue;
        ASSERT_LE(box.upper - box.lower, size * (places >= 0 && places < 22 ? 2e-15 : 1.5e-14));
    }
}

}  // namespace
}  // namespace heed::test
