// SPDX-License-Identifier: BSL-1.0
// exact_decimal against fractions of whole numbers of any size: with operands that are far too large, far too small or
// barely fit, what it says is true, and it knows all that fits.
#include <heed/reference/apply_enclosed.hpp>
#include <heed/reference/exact_decimal.hpp>

#include <gtest/gtest.h>
#include <boost/multiprecision/cpp_int.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>

namespace {

using namespace heed;
using whole = boost::multiprecision::number<boost::multiprecision::cpp_int_backend<>, boost::multiprecision::et_off>;
using integer = exact_decimal::integer;
__extension__ using natural = unsigned __int128;

/// top / bottom, bottom > 0
struct fraction {
    whole top = 0, bottom = 1;

    friend bool operator==(const fraction& a, const fraction& b) { return a.top * b.bottom == b.top * a.bottom; }
    friend bool operator<(const fraction& a, const fraction& b) { return a.top * b.bottom < b.top * a.bottom; }
};

whole power_of_ten(int n) { return boost::multiprecision::pow(whole(10), static_cast<unsigned>(n)); }

whole whole_of(integer x) {
    const auto size = static_cast<natural>(x < 0 ? -(x + 1) : x);
    const whole w = (whole(static_cast<std::uint64_t>(size >> 64)) << 64) + static_cast<std::uint64_t>(size);
    return x < 0 ? whole(-w - 1) : w;
}

fraction value_of(integer digits, int places) {
    const whole w = whole_of(digits);
    return places < 0 ? fraction{w * power_of_ten(-places), 1} : fraction{w, power_of_ten(places)};
}
fraction value_of(const exact_decimal& a) { return value_of(a.digits(), a.places()); }

fraction sum(const fraction& a, const fraction& b) {
    return {a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom};
}
fraction product(const fraction& a, const fraction& b) { return {a.top * b.top, a.bottom * b.bottom}; }
fraction quotient(const fraction& a, const fraction& b) {
    const whole sign = b.top < 0 ? -1 : 1;
    return {sign * a.top * b.bottom, sign * a.bottom * b.top};
}

const whole limit = whole(1) << 127;
bool fits(const whole& x) { return x < limit && x > -limit; }

/// Whether a fraction is a decimal whose digits, without zeros at the end, fit.
bool is_decimal_that_fits(const fraction& f) {
    if (f.top == 0) return true;
    whole top = f.top, bottom = f.bottom;
    const whole common = gcd(top, bottom);
    top /= common;
    bottom /= common;
    int twos = 0, fives = 0;
    for (; bottom % 2 == 0; bottom /= 2) ++twos;
    for (; bottom % 5 == 0; bottom /= 5) ++fives;
    for (int i = fives; i < twos; ++i) top *= 5;
    for (int i = twos; i < fives; ++i) top *= 2;
    while (top % 10 == 0) top /= 10;
    return bottom == 1 && fits(top);
}

struct operand {
    exact_decimal is;
    fraction value;
};

/// Few digits and many, units near 1 and far from it, and the ends of the type.
class operands {
public:
    operand draw() {
        integer digits = static_cast<integer>((static_cast<natural>(random_()) << 63) ^ random_());
        for (std::uint64_t n = below(39); n > 0; --n) digits /= 10;
        if (below(8) == 0) digits = few_[below(few_.size())];
        if (below(16) == 0) digits = largest_ - static_cast<integer>(below(3));
        if (below(2) == 0) digits = -digits;
        const int widths[] = {1, 4, 20, 45, 300};
        const int width = widths[below(5)];
        const int places = static_cast<int>(below(2 * static_cast<std::uint64_t>(width) + 1)) - width;
        return {exact_decimal(digits, places), value_of(digits, places)};
    }
    std::uint64_t below(std::uint64_t n) { return random_() % n; }

private:
    static constexpr integer largest_ = ((integer(1) << 126) - 1) * 2 + 1;
    static constexpr std::array<integer, 9> few_{0, 1, 2, 5, 8, 10, 125, 1024, 1000000};
    std::mt19937_64 random_{1};
};

/// What is known is so; what has to be known is.
void expect(const exact_decimal& found, const fraction& value, bool must_be_known, const char* what) {
    if (is_bounded(found)) {
        EXPECT_TRUE(value_of(found) == value) << what;
        EXPECT_TRUE(found.digits() == 0 ? found.places() == 0 : found.digits() % 10 != 0) << what;
    } else {
        EXPECT_FALSE(must_be_known) << what;
    }
}

TEST(exact_decimal, says_nothing_wrong_and_all_that_fits) {
    operands random;
    std::size_t known_sums = 0, known_products = 0, known_quotients = 0;
    constexpr std::size_t rounds = 40000;
    for (std::size_t round = 0; round < rounds && !testing::Test::HasFailure(); ++round) {
        const operand a = random.draw(), b = random.draw();
        expect(a.is, a.value, true, "an operand");
        const int places = a.is.places() < b.is.places() ? b.is.places() : a.is.places();
        const whole x = whole_of(a.is.digits()) * power_of_ten(places - a.is.places());
        const whole y = whole_of(b.is.digits()) * power_of_ten(places - b.is.places());
        const bool aligned = a.value.top == 0 || b.value.top == 0 || (fits(x) && fits(y));
        expect(a.is + b.is, sum(a.value, b.value), aligned && fits(x + y), "a sum");
        expect(a.is - b.is, sum(a.value, {-b.value.top, b.value.bottom}), aligned && fits(x - y), "a difference");
        expect(a.is * b.is, product(a.value, b.value), fits(whole_of(a.is.digits()) * whole_of(b.is.digits())),
               "a product");
        if (b.value.top == 0) {
            EXPECT_FALSE(is_bounded(a.is / b.is));
        } else {
            const fraction right = quotient(a.value, b.value);
            expect(a.is / b.is, right, is_decimal_that_fits(right), "a quotient");
        }
        const bool less_than = a.value < b.value, equal = a.value == b.value;
        EXPECT_EQ(certainly_less(a.is, b.is), less_than);
        EXPECT_EQ(certainly_at_most(a.is, b.is), less_than || equal);
        expect(min(a.is, b.is), less_than ? a.value : b.value, true, "min");
        expect(max(a.is, b.is), less_than ? b.value : a.value, true, "max");
        const fraction opposite{-a.value.top, a.value.bottom}, zero;
        expect(-a.is, opposite, true, "a negative");
        expect(abs(a.is), a.value < zero ? opposite : a.value, true, "abs");
        expect(magnitude_of(a.is), a.value < zero ? opposite : a.value, true, "magnitude");
        expect(relu(a.is), a.value < zero ? zero : a.value, true, "relu");
        expect(less(a.is, b.is), {less_than ? 1 : 0, 1}, true, "less");
        expect(less_equal(a.is, b.is), {less_than || equal ? 1 : 0, 1}, true, "less_equal");
        expect(hull(a.is, b.is), a.value, equal, "hull");
        expect(sqrt(a.is * a.is), a.value < zero ? opposite : a.value, is_bounded(a.is * a.is), "a root");
        const exact_decimal root = sqrt(a.is);
        EXPECT_TRUE(!is_bounded(root) || product(value_of(root), value_of(root)) == a.value);
        for (const int n : {-2, 0, 1, 3})
            if (const auto power = pow(a.is, exact_decimal(n)); is_bounded(power)) {
                fraction right{1, 1};
                for (int i = n < 0 ? -n : n; i > 0; --i) right = product(right, a.value);
                EXPECT_TRUE(value_of(power) == (n < 0 ? quotient({1, 1}, right) : right)) << n;
            }
        known_sums += is_bounded(a.is + b.is) ? 1U : 0U;
        known_products += is_bounded(a.is * b.is) ? 1U : 0U;
        known_quotients += is_bounded(a.is / b.is) ? 1U : 0U;
    }
    for (const std::size_t known : {known_sums, known_products, known_quotients}) {  // both happen
        EXPECT_GT(known, rounds / 50);
        EXPECT_LT(known, rounds - rounds / 50);
    }
}

/// Of what is not known no function knows anything.
TEST(exact_decimal, nothing_follows_from_nothing) {
    const exact_decimal line = exact_decimal::whole_line(), zero, one = 1, far(1, 200);
    for (const exact_decimal& x : {zero, one, far, -far, line}) {
        for (const exact_decimal& y :
             {line + x, x - line, line * x, x * line, line / x, x / line, min(x, line), min(line, x), max(x, line),
              max(line, x), hull(x, line), hull(line, x), less(x, line), less_equal(line, x), pow(line, x + 1)})
            EXPECT_FALSE(is_bounded(y));
        EXPECT_FALSE(certainly_less(x, line) || certainly_less(line, x));
        EXPECT_FALSE(certainly_at_most(x, line) || certainly_at_most(line, x));
    }
    for (const exact_decimal& y :
         {-line, abs(line), relu(line), sqrt(line), exp(line), log(line), tanh(line), erf(line), magnitude_of(line),
          lower_of(line), upper_of(line), radius_of(line), step(line)})
        EXPECT_FALSE(is_bounded(y));
    EXPECT_FALSE(
        is_bounded(detail::reference::evaluate_function(detail::function::quotient, exact_decimal(1, -30), one)));
    EXPECT_FALSE(is_bounded(detail::reference::evaluate_function(detail::function::where, line, one)));
}

TEST(exact_decimal, doubles_are_decimals) {
    std::mt19937_64 random(2);
    std::size_t known = 0;
    const auto check = [&](double x) {
        const exact_decimal found = exact_decimal::number(x);
        if (!is_bounded(found)) return;
        ++known;
        const fraction f = value_of(found);
        int exponent = 0;
        const double mantissa = std::frexp(x, &exponent);
        const whole digits = static_cast<long long>(std::ldexp(mantissa, 53));
        const whole scale = whole(1) << static_cast<unsigned>(exponent < 53 ? 53 - exponent : exponent - 53);
        EXPECT_TRUE((f == (exponent < 53 ? fraction{digits, scale} : fraction{digits * scale, 1}))) << x;
    };
    for (const double x : {0.0, 0.5, -0.75, 3.0, 0x1p100, -0x1p126, 0x1p-40, 5e21, 1e22, 9007199254740993.0}) {
        check(x);
        EXPECT_TRUE(is_bounded(exact_decimal::number(x))) << x;
    }
    for (int i = 0; i < 2000; ++i)
        check(std::ldexp(static_cast<double>(static_cast<long long>(random())),
                         static_cast<int>(random() % 200) - 150 - static_cast<int>(random() % 20)));
    EXPECT_GT(known, 100U);
    for (const double x : {std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
                           std::numeric_limits<double>::quiet_NaN(), 0x1p-1074, 0x1p1000})
        EXPECT_FALSE(is_bounded(exact_decimal::number(x))) << x;
}

/// Places that no number has, and the smallest integer, which has no opposite.
TEST(exact_decimal, ends_of_its_types) {
    constexpr integer smallest = -(integer(1) << 126) * 2;
    EXPECT_FALSE(is_bounded(exact_decimal(smallest, 0)));
    EXPECT_FALSE(is_bounded(exact_decimal(smallest / 2, 0) * 2));
    EXPECT_TRUE(is_bounded(exact_decimal(smallest + 1, 0) / -1));
    for (const int most : {std::numeric_limits<int>::max(), std::numeric_limits<int>::min(), 2000000001})
        EXPECT_FALSE(is_bounded(exact_decimal(1, most)));
    exact_decimal small(1, 9999), large(1, -9999);
    for (int i = 0; i < 30; ++i) {
        small = small * small;
        large = large * large;
        EXPECT_TRUE(!is_bounded(small) || certainly_less(small, exact_decimal(1, 9999)));
        EXPECT_TRUE(!is_bounded(large) || certainly_less(exact_decimal(1, -9999), large));
    }
    EXPECT_FALSE(is_bounded(small) || is_bounded(large));
    EXPECT_EQ(to_double(exact_decimal(1, 99999)), 0.0);
    EXPECT_GT(to_double(exact_decimal(1, -99999)), 1e299);
}

constexpr bool holds_in_constant_expressions() {
    const exact_decimal large(5, -21), small(-5, 17);
    return certainly_less(min(large, small), exact_decimal(0)) && certainly_at_most(large, max(small, large)) &&
           is_bounded(exact_decimal(1) / exact_decimal(8)) && !is_bounded(exact_decimal(1) / exact_decimal(3)) &&
           is_bounded(sqrt(exact_decimal(625, 2))) && is_bounded(exact_decimal::number(-1e22));
}
static_assert(holds_in_constant_expressions());

}  // namespace
