// SPDX-License-Identifier: BSL-1.0
// Decimal numbers without rounding: up to 38 digits with any exponent, or an unknown value. They detect ties: 0.5 *
// 0.25 is exactly 0.125, which may be printed as 0.12 or as 0.13. This header is cheap to include; ball
// (reference/ball.hpp) carries bounds too.
#pragma once

#include <heed/reference/enclosed_functions.hpp>
#include <heed/reference/ieee_arithmetic.hpp>
#include <heed/scalar/binary_exponent.hpp>

#include <bit>
#include <cstdint>
#include <limits>

namespace heed {

/// digits / 10^places, or the whole line.
/// exact   sums, products, quotients and roots that are finite decimals; min, max, abs and comparisons of any two
/// numbers
/// line    results with more digits than 2^127 holds (a sum needs all digits of both numbers, aligned at the point),
/// and values of other functions that are not such numbers
class exact_decimal {
public:
    __extension__ using integer = __int128;

    constexpr exact_decimal() = default;
    constexpr exact_decimal(int n) : exact_decimal(integer(n), 0) {}
    constexpr exact_decimal(integer digits, int places) : digits_(digits), places_(places) { normalise(); }

    static constexpr exact_decimal whole_line() {
        exact_decimal line;
        line.known_ = false;
        return line;
    }
    static constexpr exact_decimal ratio(long long n, long long d) { return exact_decimal(n, 0) / exact_decimal(d, 0); }
    static constexpr exact_decimal decimal(long long digits, int places, int half_units) {
        return half_units == 0 ? exact_decimal(digits, places) : whole_line();
    }
    /// Every double is a decimal: m * 2^-k = m * 5^k / 10^k. It is unknown if it has too many digits.
    static constexpr exact_decimal number(double x) {
        constexpr double infinity = std::numeric_limits<double>::infinity();
        if (x == 0) return {};
        if (!(x < infinity && x > -infinity)) return whole_line();
        const auto parts = detail::split_binary(x < 0 ? -x : x);
        auto whole = static_cast<std::uint64_t>(parts.mantissa * 0x1p52);
        const int zeros = std::countr_zero(whole), power = parts.exponent - 52 + zeros;
        whole >>= zeros;
        integer digits = x < 0 ? -integer(whole) : integer(whole);
        for (int k = power < 0 ? -power : power; k > 0; --k)
            if (__builtin_mul_overflow(digits, integer(power < 0 ? 5 : 2), &digits)) return whole_line();
        return {digits, power < 0 ? -power : 0};
    }

    /// The digits without trailing zeros, if the number is known.
    constexpr integer digits() const { return digits_; }
    constexpr int places() const { return places_; }

    friend constexpr exact_decimal operator-(const exact_decimal& a) {
        exact_decimal result = a;
        result.digits_ = -a.digits_;  // never the smallest integer, whose negative would overflow
        return result;
    }
    friend constexpr exact_decimal operator+(const exact_decimal& a, const exact_decimal& b) {
        if (!a.known_ || !b.known_) return whole_line();
        if (a.digits_ == 0 || b.digits_ == 0) return a.digits_ == 0 ? b : a;
        const int places = a.places_ < b.places_ ? b.places_ : a.places_;
        integer x = a.digits_, y = b.digits_, sum = 0;
        if (!append_zeros(x, places - a.places_) || !append_zeros(y, places - b.places_)) return whole_line();
        if (__builtin_add_overflow(x, y, &sum)) return whole_line();
        return {sum, places};
    }
    friend constexpr exact_decimal operator-(const exact_decimal& a, const exact_decimal& b) { return a + -b; }
    friend constexpr exact_decimal operator*(const exact_decimal& a, const exact_decimal& b) {
        integer product = 0;
        if (!a.known_ || !b.known_ || __builtin_mul_overflow(a.digits_, b.digits_, &product)) return whole_line();
        return {product, a.places_ + b.places_};
    }
    /// If the divisor, without common factors, is not 2^i 5^j, the quotient has infinitely many digits.
    friend constexpr exact_decimal operator/(const exact_decimal& a, const exact_decimal& b) {
        if (!a.known_ || !b.known_ || b.digits_ == 0) return whole_line();
        if (a.digits_ == 0) return a;
        const integer common = common_divisor(a.digits_, b.digits_);
        integer quotient = a.digits_ / common, rest = b.digits_ / common;
        int twos = 0, fives = 0;
        for (; rest % 2 == 0; rest /= 2) ++twos;
        for (; rest % 5 == 0; rest /= 5) ++fives;
        if (rest != 1 && rest != -1) return whole_line();
        for (int i = twos; i < fives; ++i)
            if (__builtin_mul_overflow(quotient, integer(2), &quotient)) return whole_line();
        for (int i = fives; i < twos; ++i)
            if (__builtin_mul_overflow(quotient, integer(5), &quotient)) return whole_line();
        return exact_decimal(quotient, a.places_ - b.places_ + (twos < fives ? fives : twos)) * exact_decimal(rest, 0);
    }

    friend constexpr bool is_bounded(const exact_decimal& a) { return a.known_; }
    friend constexpr exact_decimal lower_of(const exact_decimal& a) { return a; }
    friend constexpr exact_decimal upper_of(const exact_decimal& a) { return a; }
    friend constexpr exact_decimal middle_of(const exact_decimal& a) { return a.known_ ? a : exact_decimal(); }
    friend constexpr exact_decimal radius_of(const exact_decimal& a) { return a.known_ ? exact_decimal() : a; }
    friend constexpr exact_decimal hull(const exact_decimal& a, const exact_decimal& b) {
        return a.known_ && b.known_ && order(a, b) == 0 ? a : whole_line();
    }
    friend constexpr exact_decimal min(const exact_decimal& a, const exact_decimal& b) {
        return a.known_ && b.known_ ? (order(b, a) < 0 ? b : a) : whole_line();
    }
    friend constexpr exact_decimal max(const exact_decimal& a, const exact_decimal& b) {
        return a.known_ && b.known_ ? (order(a, b) < 0 ? b : a) : whole_line();
    }
    friend constexpr exact_decimal magnitude_of(const exact_decimal& a) { return a.digits_ < 0 ? -a : a; }
    friend constexpr bool certainly_less(const exact_decimal& a, const exact_decimal& b) {
        return a.known_ && b.known_ && order(a, b) < 0;
    }
    friend constexpr bool certainly_at_most(const exact_decimal& a, const exact_decimal& b) {
        return a.known_ && b.known_ && order(a, b) <= 0;
    }
    /// An approximation; at most about 1e300 in size.
    friend constexpr double to_double(const exact_decimal& a) {
        double x = static_cast<double>(a.digits_);
        for (int i = 0; i < a.places_ && x != 0; ++i) x /= 10;
        for (int i = a.places_; i < 0 && x < 1e300 && x > -1e300; ++i) x *= 10;
        return x;
    }

    friend constexpr exact_decimal exp(const exact_decimal& a) { return a.is(0) ? exact_decimal(1) : whole_line(); }
    friend constexpr exact_decimal log(const exact_decimal& a) { return a.is(1) ? exact_decimal() : whole_line(); }
    /// The root of perfect squares: 16, 64, 6.25. Scores divide by sqrt(d_k).
    friend constexpr exact_decimal sqrt(const exact_decimal& a) {
        integer square = a.digits_;
        if (!a.known_ || square < 0 || !append_zeros(square, a.places_ % 2 == 0 ? 0 : 1)) return whole_line();
        const integer root = whole_root(square);
        const int places = a.places_ % 2 == 0 ? a.places_ : a.places_ + 1;
        return root * root == square ? exact_decimal(root, places / 2) : whole_line();
    }
    friend constexpr exact_decimal tanh(const exact_decimal& a) { return a.is(0) ? a : whole_line(); }
    friend constexpr exact_decimal erf(const exact_decimal& a) { return a.is(0) ? a : whole_line(); }

private:
    static constexpr integer smallest = -(integer(1) << 126) * 2;
    static constexpr int most_places = 1'000'000'000;  // so that the places of a product or a quotient fit an int

    constexpr bool is(int n) const { return known_ && digits_ == n && places_ == 0; }

    /// The unique form of a number, without trailing zeros: 1.200 is {12, 1}, 1200 is {12, -2}.
    constexpr void normalise() {
        if (digits_ == 0) {
            places_ = 0;
            return;
        }
        const bool fits = places_ <= 2 * most_places && places_ >= -2 * most_places;
        for (; fits && digits_ % 10 == 0; --places_) digits_ /= 10;
        if (!fits || places_ > most_places || places_ < -most_places || digits_ == smallest) *this = whole_line();
    }
    /// Multiplies x by 10^n; false if that does not fit.
    static constexpr bool append_zeros(integer& x, int n) {
        for (; n > 0; --n)
            if (__builtin_mul_overflow(x, integer(10), &x)) return false;
        return true;
    }
    /// Negative if a < b, 0 if they are equal. It also compares numbers whose aligned digits would not fit.
    static constexpr int order(const exact_decimal& a, const exact_decimal& b) {
        const int sign_a = sign_of(a.digits_), sign_b = sign_of(b.digits_);
        if (sign_a != sign_b || sign_a == 0) return sign_a - sign_b;
        integer x = a.digits_, y = b.digits_;
        if (!append_zeros(x, b.places_ - a.places_)) return sign_a;
        if (!append_zeros(y, a.places_ - b.places_)) return -sign_a;
        return x < y ? -1 : x == y ? 0 : 1;
    }
    static constexpr int sign_of(integer x) { return x < 0 ? -1 : x > 0 ? 1 : 0; }
    static constexpr integer common_divisor(integer a, integer b) {
        while (b != 0) {
            const integer rest = a % b;
            a = b;
            b = rest;
        }
        return a < 0 ? -a : a;
    }
    /// The root of x >= 0, rounded down: Newton's method from above.
    static constexpr integer whole_root(integer x) {
        if (x < 2) return x;
        integer power = 1;
        while (power <= x / power) power *= 2;  // above the root
        integer root = power, next = (root + x / root) / 2;
        while (next < root) {
            root = next;
            next = (root + x / root) / 2;
        }
        return root;
    }

    integer digits_ = 0;  ///< without trailing zeros, never the smallest integer
    int places_ = 0;
    bool known_ = true;
};

template <>
inline constexpr bool is_enclosure<exact_decimal> = true;

/// What is known of either.
template <>
constexpr exact_decimal detail::intersection(const exact_decimal& a, const exact_decimal& b) {
    return is_bounded(a) ? a : b;
}

template <>
struct detail::enclosed_constants<exact_decimal> {
    static constexpr bool constant = true;
    static constexpr exact_decimal pi() { return exact_decimal::whole_line(); }
};

}  // namespace heed
