// SPDX-License-Identifier: BSL-1.0
// Closed intervals [lower, upper] and their arithmetic, rounded outwards by a policy for the type of the bounds.
#pragma once

#include <heed/reference/enclosure.hpp>
#include <heed/reference/ieee_arithmetic.hpp>

#include <limits>

namespace heed {

namespace detail {

/// How results in T become bounds. Members, all static and constexpr where T is a literal type:
///   down(x), up(x)            a bound for the exact result of one operation that was rounded to x
///   lower_sum(x, y)           a bound for the exact x + y; minus infinity where either is; upper_sum(x, y) likewise
///   from(n)                   the enclosure of a long long
///   safe_factor(l, u)         whether products with such bounds cannot overflow
///   safe_divisor(l, u)        whether quotients of safe factors by such bounds cannot overflow
///   product(x, y)             x * y, where the above is not known; 0 * infinity does not occur
///   quotient(x, y)            x / y likewise; 0 / 0 and infinity / infinity do not occur
template <class T>
struct outward;

}  // namespace detail

/// A closed set of reals, infinities included. lower <= upper, and neither is NaN.
template <class T>
struct interval {
    T lower{};
    T upper{};

    constexpr interval() = default;
    constexpr interval(int n) : lower(n), upper(n) {}
    constexpr explicit interval(long n) : interval(static_cast<long long>(n)) {}
    constexpr explicit interval(long long n) : interval(detail::outward<T>::from(n)) {}
    /// needs   l <= u
    constexpr interval(const T& l, const T& u) : lower(l), upper(u) {}

    static constexpr interval whole_line() { return {-infinity(), infinity()}; }
    static constexpr interval ratio(long long n, long long d) {
        return d == 1 ? interval(n) : interval(n) / interval(d);
    }
    static constexpr interval decimal(long long digits, int places, int half_units);
    static constexpr interval number(double x) { return detail::outward<T>::from_double(x); }

    friend constexpr interval operator-(const interval& a) { return {-a.upper, -a.lower}; }

    friend constexpr interval operator+(const interval& a, const interval& b) {
        return b.lower == 0 && b.upper == 0 ? a
               : a.lower == 0 && a.upper == 0
                   ? b
                   : interval(outward::lower_sum(a.lower, b.lower), outward::upper_sum(a.upper, b.upper));
    }
    friend constexpr interval operator-(const interval& a, const interval& b) {
        return b.lower == 0 && b.upper == 0
                   ? a
                   : interval(outward::lower_sum(a.lower, -b.upper), outward::upper_sum(a.upper, -b.lower));
    }

    friend constexpr interval operator*(const interval& a, const interval& b) {
        if (!outward::safe_factor(a.lower, a.upper) || !outward::safe_factor(b.lower, b.upper))
            return careful_product(a, b);
        if ((a.lower == 0 && a.upper == 0) || (b.lower == 0 && b.upper == 0)) return {};
        if (a.lower == 1 && a.upper == 1) return b;
        if (b.lower == 1 && b.upper == 1) return a;
        const T p = a.lower * b.lower, q = a.lower * b.upper, r = a.upper * b.lower, s = a.upper * b.upper;
        return spanning(p, q, r, s, a, b);
    }

    friend constexpr interval operator/(const interval& a, const interval& b) {
        if (b.lower <= 0 && b.upper >= 0) return whole_line();
        if (is_zero(a)) return {};
        if (!outward::safe_factor(a.lower, a.upper) || !outward::safe_divisor(b.lower, b.upper))
            return careful_quotient(a, b);
        const T p = a.lower / b.lower, q = a.lower / b.upper, r = a.upper / b.lower, s = a.upper / b.upper;
        return spanning(p, q, r, s, a, b);
    }

    friend constexpr interval lower_of(const interval& a) { return {a.lower, a.lower}; }
    friend constexpr interval upper_of(const interval& a) { return {a.upper, a.upper}; }
    friend constexpr interval hull(const interval& a, const interval& b) {
        return {b.lower < a.lower ? b.lower : a.lower, a.upper < b.upper ? b.upper : a.upper};
    }
    friend constexpr bool is_bounded(const interval& a) { return a.lower > -infinity() && a.upper < infinity(); }
    friend constexpr bool certainly_less(const interval& a, const interval& b) { return a.upper < b.lower; }
    friend constexpr bool certainly_at_most(const interval& a, const interval& b) { return a.upper <= b.lower; }

    /// A member near the middle, as a point; for an unbounded interval the finite end, or 0.
    friend constexpr interval middle_of(const interval& a) {
        const T c = middle(a);
        return {c, c};
    }
    /// An upper bound of the distance of any member from middle_of(a).
    friend constexpr interval radius_of(const interval& a) {
        if (a.lower == a.upper) return {};
        const interval c = middle_of(a), left = c - lower_of(a), right = upper_of(a) - c;
        return left.upper < right.upper ? upper_of(right) : upper_of(left);
    }
    friend constexpr double to_double(const interval& a) { return static_cast<double>(middle(a)); }

private:
    using outward = detail::outward<T>;

    static constexpr T infinity() { return std::numeric_limits<T>::infinity(); }
    static constexpr bool is_zero(const interval& a) { return a.lower == 0 && a.upper == 0; }
    static constexpr bool bounded_below(const interval& a) { return a.lower > -infinity(); }
    static constexpr bool bounded_above(const interval& a) { return a.upper < infinity(); }

    static constexpr T middle(const interval& a) {
        if (a.lower == a.upper) return a.lower;
        if (!bounded_below(a)) return bounded_above(a) ? a.upper : T(0);
        if (!bounded_above(a)) return a.lower;
        const T c = a.lower / 2 + a.upper / 2;
        return c < a.lower ? a.lower : a.upper < c ? a.upper : c;
    }

    /// The hull of the four corner values of a * b or a / b. Underflow loses the sign of a 0, so it is taken from the
    /// operands.
    static constexpr interval spanning(const T& p, const T& q, const T& r, const T& s, const interval& a,
                                       const interval& b) {
        const T least_left = q < p ? q : p, most_left = p < q ? q : p;
        const T least_right = s < r ? s : r, most_right = r < s ? s : r;
        const T least = least_right < least_left ? least_right : least_left;
        const T most = most_left < most_right ? most_right : most_left;
        const bool never_negative = (a.lower >= 0 && b.lower >= 0) || (a.upper <= 0 && b.upper <= 0);
        const bool never_positive = (a.lower >= 0 && b.upper <= 0) || (a.upper <= 0 && b.lower >= 0);
        return {least == 0 && never_negative ? T(0) : outward::down(least),
                most == 0 && never_positive ? T(0) : outward::up(most)};
    }

    static constexpr bool has_zero(const interval& a) { return a.lower <= 0 && a.upper >= 0; }

    static constexpr interval careful_product(const interval& a, const interval& b) {
        if ((has_zero(a) && !is_bounded(b)) || (has_zero(b) && !is_bounded(a))) return whole_line();
        if (is_zero(a) || is_zero(b)) return {};
        return spanning(outward::product(a.lower, b.lower), outward::product(a.lower, b.upper),
                        outward::product(a.upper, b.lower), outward::product(a.upper, b.upper), a, b);
    }

    static constexpr interval careful_quotient(const interval& a, const interval& b) {
        if (!is_bounded(a) && !is_bounded(b)) return whole_line();
        return spanning(outward::quotient(a.lower, b.lower), outward::quotient(a.lower, b.upper),
                        outward::quotient(a.upper, b.lower), outward::quotient(a.upper, b.upper), a, b);
    }
};

template <class T>
inline constexpr bool is_enclosure<interval<T>> = true;

namespace detail {

/// 10^n, n >= 0, as a product of powers up to 10^22, which are exact in double and wider types.
template <class T>
constexpr interval<T> power_of_ten(int n) {
    T first = 1, most = 1;
    for (int i = n % 22; i > 0; --i) first *= 10;
    interval<T> result(first, first);
    if (n < 22) return result;
    for (int i = 0; i < 22; ++i) most *= 10;
    for (int i = n / 22; i > 0; --i) result = result * interval<T>(most, most);
    return result;
}

}  // namespace detail

template <class T>
constexpr interval<T> interval<T>::decimal(long long digits, int places, int half_units) {
    if (half_units == 0 && places == 0) return interval(digits);
    const interval ends(interval(2 * digits - half_units).lower, interval(2 * digits + half_units).upper);
    const interval scale = interval(2) * detail::power_of_ten<T>(places < 0 ? -places : places);
    return places < 0 ? ends * scale / interval(4) : ends / scale;
}

}  // namespace heed
