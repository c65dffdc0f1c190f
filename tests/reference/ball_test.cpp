// SPDX-License-Identifier: BSL-1.0
// Balls: exact where decimals are, and bounds elsewhere, against 100 digits.
#include <heed/reference/apply_enclosed.hpp>
#include <heed/reference/ball.hpp>
#include <heed/reference/enclosed_steps.hpp>
#include <heed/reference/interval.hpp>
#include <tests/reference/hard_numbers.hpp>

#include <gtest/gtest.h>

#include <cstdio>

namespace heed::test {
namespace {

using narrow = basic_ball<20>;

constexpr bool same(const ball& a, const ball& b) { return encloses(a, b) && encloses(b, a); }
constexpr bool is_exactly(const ball& a, long long digits, int places) {
    return is_point(a) && same(a, enclose_decimal<ball>(digits, places, 0));
}
constexpr ball decimal_point(long long digits, int places) { return enclose_decimal<ball>(digits, places, 0); }

constexpr bool decimals_are_exact() {
    ball sum;
    for (int i = 0; i < 10; ++i) sum = sum + decimal_point(1, 1);
    return is_exactly(decimal_point(5, 1) * decimal_point(25, 2), 125, 3) && is_exactly(sum, 1, 0) &&
           is_exactly(decimal_point(123456789012345678, 18) * decimal_point(10, 1), 123456789012345678, 18) &&
           is_exactly(ball(1) / ball(8), 125, 3) && !is_point(ball(1) / ball(3)) &&
           is_exactly(sqrt(ball(2) + decimal_point(25, 2)), 15, 1) && is_exactly(rsqrt(ball(64)), 125, 3) &&
           is_exactly(exp(ball()), 1, 0) && is_exactly(log(ball(1)), 0, 0) && is_exactly(tanh(ball()), 0, 0) &&
           is_exactly(sigmoid(ball()), 5, 1) && is_exactly(erf(ball()), 0, 0) &&
           is_exactly(enclose_number<ball>(-0.375), -375, 3) && !is_point(enclose_number<ball>(0x1.999999999999ap-4)) &&
           is_exactly(pow(decimal_point(15, 1), ball(3)), 3375, 3) && is_exactly(enclose_ratio<ball>(3, -16), -1875, 4);
}

// 0.125 is printed as 0.13: the box of 0.13 includes its end, that of 0.12 too, and no more.
constexpr bool ties_are_decided() {
    const ball product = decimal_point(5, 1) * decimal_point(25, 2);
    const ball above = enclose_decimal<ball>(13, 2, 1), below = enclose_decimal<ball>(12, 2, 1);
    return encloses(above, product) && encloses(below, product) && certainly_at_most(product, above) &&
           certainly_at_most(below, product) && !intersects(enclose_decimal<ball>(14, 2, 1), product) &&
           same(lower_of(above), product) && same(upper_of(below), product);
}

constexpr bool nothing_wraps() {
    const ball large = pow(ball(10), ball(25)), line = whole_line<ball>();
    return is_bounded(large) && same(large + ball(1), line) && same(large * large, line) && same(exp(ball(58)), line) &&
           same(ball(1) / enclose_decimal<ball>(1, 50, 0), line) && same(enclose_decimal<ball>(1, -26, 0), line) &&
           same(enclose_decimal<ball>(123456789, -300, 1), line) &&
           encloses(enclose_decimal<ball>(7, 300, 2), ball()) && same(enclose_number<ball>(1e300), line) &&
           encloses(enclose_number<ball>(1e-300), ball()) && is_bounded(exp(ball(57))) &&
           encloses(exp(ball(-1000)), enclose_decimal<ball>(1, 50, 0)) && is_exactly(large / large, 1, 0);
}

constexpr bool infinities_and_undefined() {
    const ball infinite = ball::infinity(), masked = -infinite, line = whole_line<ball>(),
               around = hull(ball(-1), ball(1));
    return same(masked + ball(7), masked) && same(masked * ball(2), masked) && same(masked * ball(-2), infinite) &&
           same(masked + infinite, line) && same(masked * around, line) && same(masked / masked, line) &&
           same(ball(1) / around, line) && same(ball(3) / masked, ball()) && is_exactly(exp(masked), 0, 0) &&
           is_exactly(sigmoid(masked), 0, 0) && is_exactly(sigmoid(infinite), 1, 0) &&
           is_exactly(tanh(masked), -1, 0) && is_exactly(erf(infinite), 1, 0) && same(log(ball()), masked) &&
           same(log(around), line) && same(sqrt(around), line) && same(rsqrt(around), line) &&
           same(max(masked, ball(2)), ball(2)) && same(hull(masked, infinite), line) &&
           certainly_less(masked, ball()) && !certainly_less(masked, masked) && is_point(masked) && !is_point(line) &&
           same(lower_of(line), masked) && same(tanh(line), around) && encloses(line, masked);
}

constexpr bool questions_are_answered() {
    const ball a = hull(ball(1), ball(3)), b = hull(ball(2), ball(5)), c = hull(ball(4), ball(5));
    return intersects(a, b) && !intersects(a, c) && encloses(b, c) && certainly_less(a, c) &&
           certainly_at_most(a, ball(3)) && same(middle_of(a), ball(2)) && same(radius_of(a), ball(1)) &&
           same(magnitude_of(-b), ball(5)) && to_double(a) == 2 && same(min(a, b), a) && same(max(a, b), b) &&
           same(abs(hull(ball(-4), ball(3))), hull(ball(), ball(4))) && same(step(ball()), hull(ball(), ball(1))) &&
           same(sign(-a), ball(-1)) && same(less(a, c), ball(1)) && same(less_equal(c, a), ball()) &&
           same(a * hull(ball(), ball(1)), hull(ball(), ball(3)));
}

/// ln 2 and pi of interval<double>, and to 40 known digits.
constexpr bool constants_are_right() {
    const ball difference =
        enclose_number<ball>(detail::ln2_high) + enclose_number<ball>(detail::ln2_low) - log(ball(2));
    const ball pi = detail::enclosed_constants<ball>::pi();
    const interval<double> rough = detail::enclosed_constants<interval<double>>::pi();
    const ball slope = detail::two_over_root_pi<ball>() - enclose_number<ball>(0x1.20dd750429b6dp0);
    return certainly_less(abs(difference), enclose_decimal<ball>(63, 31, 0)) &&  // 2^-97
           certainly_less(enclose_number<ball>(rough.lower), pi) &&
           certainly_less(pi, enclose_number<ball>(rough.upper)) &&
           certainly_less(abs(slope), enclose_decimal<ball>(111, 18, 0)) &&
           intersects(pi, decimal_point(314159265358979323, 17) + decimal_point(846264338327950288, 35) +
                              hull(ball(), decimal_point(1, 35)));
}

constexpr bool few_places_suffice() {
    const narrow tie = enclose_decimal<narrow>(5, 1, 0) * enclose_decimal<narrow>(25, 2, 0);
    return is_point(tie) && to_double(tie) == 0.125 && contains_zero(exp(log(narrow(3))) - narrow(3)) &&
           certainly_less(radius_of(exp(narrow(1))), enclose_decimal<narrow>(5, 20, 0)) &&
           !is_bounded(pow(narrow(10), narrow(11)));
}

/// All small whole numbers, and those around powers of two and a third of them, up to 2^52; halves and thirds are none.
template <class E>
constexpr bool whole_numbers_are_found(long long small, int first_power) {
    const auto is_found = [](long long n) {
        const auto found = detail::whole_number_of(E::ratio(n, 1));
        return found && *found == n;
    };
    for (long long n = -small; n <= small; ++n)
        if (!is_found(n) || detail::whole_number_of(E::ratio(2 * n + 1, 2))) return false;
    for (int power = first_power; power <= 52; ++power)
        for (long long below = 0; below < 5; ++below) {
            const long long n = (1LL << power) - below;
            if (!is_found(n) || !is_found(-n) || !is_found(n / 3)) return false;
        }
    return !detail::whole_number_of(E::ratio(1, 3)) && !detail::whole_number_of(whole_line<E>()) &&
           !detail::whole_number_of(hull(E(1), E(2)));
}

/// What // and % of indices are, at every pair of small numbers.
template <class E>
constexpr bool whole_quotients_are_exact(int most) {
    for (int a = 0; a <= most; ++a)
        for (int b = 1; b <= most; ++b) {
            const E quotient = detail::reference::evaluate_function(detail::function::quotient, E(a), E(b));
            const E rest = detail::reference::evaluate_function(detail::function::remainder, E(a), E(b));
            if (!is_point(quotient) || detail::whole_number_of(quotient) != a / b) return false;
            if (!is_point(rest) || detail::whole_number_of(rest) != a % b) return false;
        }
    return true;
}

TEST(ball, whole_numbers_are_found) {
    static_assert(detail::whole_number_of(ball(3)) == 3 && whole_quotients_are_exact<ball>(2));
    EXPECT_TRUE(whole_numbers_are_found<ball>(3000, 12));
    EXPECT_TRUE(whole_numbers_are_found<interval<double>>(3000, 12));
    EXPECT_TRUE(whole_quotients_are_exact<ball>(60));
    EXPECT_TRUE(whole_quotients_are_exact<interval<double>>(60));
}

TEST(ball, decimals_are_exact) {
    static_assert(decimals_are_exact());
    EXPECT_TRUE(decimals_are_exact());
}

TEST(ball, ties_are_decided) {
    static_assert(ties_are_decided());
    EXPECT_TRUE(ties_are_decided());
}

TEST(ball, nothing_wraps) {
    static_assert(nothing_wraps());
    EXPECT_TRUE(nothing_wraps());
}

TEST(ball, infinities_and_undefined) {
    static_assert(infinities_and_undefined());
    EXPECT_TRUE(infinities_and_undefined());
    EXPECT_TRUE(same(enclose_number<ball>(std::nan("")), whole_line<ball>()));
    EXPECT_TRUE(same(enclose_number<ball>(-std::numeric_limits<double>::infinity()), -ball::infinity()));
}

TEST(ball, questions_are_answered) {
    static_assert(questions_are_answered());
    EXPECT_TRUE(questions_are_answered());
}

TEST(ball, constants_are_right) {
    static_assert(constants_are_right());
    EXPECT_TRUE(constants_are_right());
}

TEST(ball, few_places_suffice) {
    static_assert(few_places_suffice());
    EXPECT_TRUE(few_places_suffice());
}

wide units(const ball::integer& n) { return wide(boost::multiprecision::cpp_int(n)) / pow(wide(10), 50); }

/// Up to 10^-20 units are left to the oracle: its 100 digits are rounded too.
bool holds(const ball& a, const wide& x) {
    if (!is_bounded(a)) return true;
    const wide distance = x * pow(wide(10), 50) - wide(boost::multiprecision::cpp_int(a.middle_units()));
    return abs(distance) <= wide(boost::multiprecision::cpp_int(a.radius_units())) + wide(1e-20);
}

wide lower(const ball& a) { return units(a.middle_units() - a.radius_units()); }

/// A decimal of up to 18 figures, with or without a box around it.
ball random_ball(hard_numbers& numbers, int most_places) {
    const double figures = std::pow(10, numbers.pick(19));
    return enclose_decimal<ball>(static_cast<long long>(numbers.uniform(-1, 1) * figures), numbers.pick(most_places),
                                 numbers.pick(3));
}

/// The member at an end or somewhere between.
wide inside(hard_numbers& numbers, const ball& a) {
    const int where = numbers.pick(5);
    const double share = where == 0 ? 0 : where == 1 ? 2 : numbers.uniform(0, 2);
    return lower(a) + units(a.radius_units()) * share;
}

TEST(ball, holds_sums_products_and_quotients) {
    hard_numbers numbers(1);
    for (int i = 0; i < 60'000; ++i) {
        const ball a = random_ball(numbers, 60), b = random_ball(numbers, 60);
        const wide x = inside(numbers, a), y = inside(numbers, b);
        ASSERT_TRUE(holds(a + b, x + y) && holds(a - b, x - y) && holds(a * b, x * y)) << x << " " << y;
        ASSERT_TRUE(y == 0 || holds(a / b, x / y)) << x << " / " << y;
        ASSERT_TRUE(holds(hull(a, b), x) && holds(hull(a, b), y));
    }
}

/// The functions of a ball and of a member, and the radius that a point gets, in units.
TEST(ball, holds_the_elementary_functions) {
    hard_numbers numbers(2);
    for_each_function([&](const char* name, const auto& f, const auto& exact, double low, double high) {
        wide worst = 0;
        for (int i = 0; i < 700; ++i) {
            const double most = std::fmin(high, 50), least = std::fmax(low, -120);
            const ball a = hull(enclose_number<ball>(numbers.uniform(least, most)), ball(numbers.pick(2)));
            const ball point =
                i % 2 != 0 ? middle_of(a)
                           : enclose_decimal<ball>(static_cast<long long>(numbers.uniform(least, most) * 1e4), 4, 1);
            for (const ball& x : {a, point}) {
                const wide p = inside(numbers, x);
                if (p <= least || p >= most) continue;
                ASSERT_TRUE(holds(f(x), exact(p))) << name << " " << p;
            }
            const ball at = enclose_decimal<ball>(static_cast<long long>(numbers.uniform(0.1, 3) * 1e15), 15, 0),
                       y = f(at);
            const wide radius = units(y.radius_units()) * pow(wide(10), 50);
            if (worst < radius) worst = radius;
        }
        std::printf("%-16s radius of a point: at most %g units\n", name, static_cast<double>(worst));
        EXPECT_LE(worst, 60) << name;
    });
}

// Where both are right, each knows what the other leaves open.
TEST(ball, lies_within_interval_of_double) {
    hard_numbers numbers(3);
    for_each_function([&](const char* name, const auto& f, const auto&, double low, double high) {
        for (int i = 0; i < 400; ++i) {
            const double p = numbers.uniform(std::fmax(low, -6), std::fmin(high, 6)), r = numbers.pick(2) * 1e-4;
            const interval<double> x(std::fmax(low, p - r), p + r), y = f(x);
            const ball z = f(hull(enclose_number<ball>(x.lower), enclose_number<ball>(x.upper)));
            if (!is_bounded(y) || !is_bounded(z)) continue;
            const ball around = hull(enclose_number<ball>(y.lower), enclose_number<ball>(y.upper));
            ASSERT_TRUE(intersects(around, z)) << name << " " << p;
            ASSERT_TRUE(r != 0 || encloses(around, z)) << name << " " << p;
        }
    });
}

TEST(ball, wider_arguments_give_wider_results) {
    hard_numbers numbers(4);
    for (int i = 0; i < 20'000; ++i) {
        const long long n = static_cast<long long>(numbers.uniform(-1, 1) * 1e9),
                        m = static_cast<long long>(numbers.uniform(-1, 1) * 1e9);
        const ball a = enclose_decimal<ball>(n, 8, 2), b = enclose_decimal<ball>(m, 8, 2);
        const ball p = enclose_decimal<ball>(n, 8, 1), q = enclose_decimal<ball>(m, 8, 0);
        ASSERT_TRUE(encloses(a + b, p + q) && encloses(a - b, p - q) && encloses(a * b, p * q) &&
                    encloses(a / b, p / q));
        if (i % 50 != 0) continue;
        const ball noise = ball::from_units(0, 40);  // where the functions are flat, rounding is all there is
        ASSERT_TRUE(encloses(exp(a) + noise, exp(p)) && encloses(tanh(a) + noise, tanh(p)));
        ASSERT_TRUE(encloses(erf(a) + noise, erf(p)) && encloses(gelu(a) + noise, gelu(p)));
    }
}

}  // namespace
}  // namespace heed::test
