// SPDX-License-Identifier: BSL-1.0
// Decimal numbers without rounding: a number of up to 38 figures, or nothing known. They tell ties: 0.5 * 0.25 is 0.125
// exactly, which may be printed as 0.12 or as 0.13. Cheap to include; ball (reference/ball.hpp) carries bounds as well.
#pragma once

#include <heed/reference/enclosed_functions.hpp>

#include <limits>

namespace heed {

/// digits / 10^places, or the whole line. Sums, products and quotients that come out even are exact; what does not fit,
/// and every other function, is the whole line.
class exact_decimal {
public:
    __extension__ using integer = __int128;

    constexpr exact_decimal() = default;
    constexpr exact_decimal(int n) : digits_(n) {}
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
    /// x * 2^k with k up to 30 is a whole number, or nothing is known.
    static constexpr exact_decimal number(double x) {
        constexpr double largest = 9007199254740992;  // 2^53
        exact_decimal scale = 1;
        for (int k = 0; k <= 30 && x <= largest && x >= -largest; ++k, x *= 2, scale = scale * exact_decimal(2))
            if (const auto whole = static_cast<long long>(x); static_cast<double>(whole) == x)
                return exact_decimal(whole, 0) / scale;
        return whole_line();
    }

    friend constexpr exact_decimal operator-(const exact_decimal& a) {
        exact_decimal result = a;
        result.digits_ = -a.digits_;
        return result;
    }
    friend constexpr exact_decimal operator+(const exact_decimal& a, const exact_decimal& b) {
        exact_decimal x = a, y = b;
        integer sum = 0;
        if (!align(x, y) || __builtin_add_overflow(x.digits_, y.digits_, &sum)) return whole_line();
        return {sum, x.places_};
    }
    friend constexpr exact_decimal operator-(const exact_decimal& a, const exact_decimal& b) { return a + -b; }
    friend constexpr exact_decimal operator*(const exact_decimal& a, const exact_decimal& b) {
        integer product = 0;
        if (!a.known_ || !b.known_ || __builtin_mul_overflow(a.digits_, b.digits_, &product)) return whole_line();
        return {product, a.places_ + b.places_};
    }
    friend constexpr exact_decimal operator/(const exact_decimal& a, const exact_decimal& b) {
        exact_decimal dividend = a;
        if (!a.known_ || !b.known_ || b.digits_ == 0) return whole_line();
        while (dividend.digits_ % b.digits_ != 0)
            if (!dividend.append_zero()) return whole_line();
        return {dividend.digits_ / b.digits_, dividend.places_ - b.places_};
    }

    friend constexpr bool is_bounded(const exact_decimal& a) { return a.known_; }
    friend constexpr exact_decimal lower_of(const exact_decimal& a) { return a; }
    friend constexpr exact_decimal upper_of(const exact_decimal& a) { return a; }
    friend constexpr exact_decimal middle_of(const exact_decimal& a) { return a.known_ ? a : exact_decimal(); }
    friend constexpr exact_decimal radius_of(const exact_decimal& a) { return a.known_ ? exact_decimal() : a; }
    friend constexpr exact_decimal hull(const exact_decimal& a, const exact_decimal& b) {
        return certainly_at_most(a, b) && certainly_at_most(b, a) ? a : whole_line();
    }
    friend constexpr exact_decimal min(const exact_decimal& a, const exact_decimal& b) {
        return a.known_ && b.known_ ? (certainly_less(b, a) ? b : a) : whole_line();
    }
    friend constexpr exact_decimal max(const exact_decimal& a, const exact_decimal& b) {
        return a.known_ && b.known_ ? (certainly_less(a, b) ? b : a) : whole_line();
    }
    friend constexpr exact_decimal magnitude_of(const exact_decimal& a) { return a.digits_ < 0 ? -a : a; }
    friend constexpr bool certainly_less(const exact_decimal& a, const exact_decimal& b) {
        exact_decimal x = a, y = b;
        return align(x, y) && x.digits_ < y.digits_;
    }
    friend constexpr bool certainly_at_most(const exact_decimal& a, const exact_decimal& b) {
        exact_decimal x = a, y = b;
        return align(x, y) && x.digits_ <= y.digits_;
    }
    friend constexpr double to_double(const exact_decimal& a) {
        double x = static_cast<double>(a.digits_);
        for (int i = 0; i < a.places_; ++i) x /= 10;
        for (int i = a.places_; i < 0; ++i) x *= 10;
        return x;
    }

    friend constexpr exact_decimal exp(const exact_decimal& a) { return a.is(0) ? exact_decimal(1) : whole_line(); }
    friend constexpr exact_decimal log(const exact_decimal& a) { return a.is(1) ? exact_decimal() : whole_line(); }
    friend constexpr exact_decimal sqrt(const exact_decimal& a) {
        for (int root = 0; root <= 1000; ++root)  // whole numbers: sqrt(d_k) of 16, 64
            if (a.is(root * root)) return root;
        return whole_line();
    }
    friend constexpr exact_decimal tanh(const exact_decimal& a) { return a.is(0) ? a : whole_line(); }
    friend constexpr exact_decimal erf(const exact_decimal& a) { return a.is(0) ? a : whole_line(); }

private:
    constexpr bool is(int n) const { return known_ && digits_ == n && places_ == 0; }

    /// One form for each number: 1.200 is 1.2, 12e2 is 1200.
    constexpr void normalise() {
        for (; places_ > 0 && digits_ % 10 == 0; --places_) digits_ /= 10;
        while (places_ < 0)
            if (!append_zero()) *this = whole_line();
    }
    constexpr bool append_zero() {
        if (__builtin_mul_overflow(digits_, integer(10), &digits_)) return false;
        ++places_;
        return true;
    }
    static constexpr bool align(exact_decimal& a, exact_decimal& b) {
        if (!a.known_ || !b.known_) return false;
        while (a.places_ < b.places_)
            if (!a.append_zero()) return false;
        while (b.places_ < a.places_)
            if (!b.append_zero()) return false;
        return true;
    }

    integer digits_ = 0;
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
