// SPDX-License-Identifier: BSL-1.0
// Intervals of 50 and 100 digits, at run time. Their bounds use Boost.Multiprecision's functions, which share nothing
// with those of interval<double> and ball.
#pragma once

#include <heed/reference/enclosed_functions.hpp>
#include <heed/reference/interval_arithmetic.hpp>

#include <boost/multiprecision/cpp_bin_float.hpp>

#include <limits>

namespace heed {

/// Binary floating point with this many decimal digits, without expression templates.
template <unsigned Digits>
using wide_number =
    boost::multiprecision::number<boost::multiprecision::cpp_bin_float<Digits>, boost::multiprecision::et_off>;

template <unsigned Digits>
using wide_interval = interval<wide_number<Digits>>;

namespace detail {

/// A bound of x +- |x| 2^-bits, and at least the smallest normal number away.
template <class T>
T moved(const T& x, int bits, int direction) {
    if (x == std::numeric_limits<T>::infinity() || x == -std::numeric_limits<T>::infinity()) return x;
    const T width = ldexp(T(abs(x)), -bits) + (std::numeric_limits<T>::min)();
    return direction < 0 ? T(x - width) : T(x + width);
}

/// + - * / of cpp_bin_float are within one unit of the last place; bounds allow four. The exponent has 31 bits, so
/// finite numbers do not overflow before 10^600'000'000.
template <unsigned Digits>
struct outward<wide_number<Digits>> {
    using T = wide_number<Digits>;
    static constexpr int bits = std::numeric_limits<T>::digits - 3;

    static T down(const T& x) { return x == std::numeric_limits<T>::infinity() ? x : moved(x, bits, -1); }
    static T up(const T& x) { return moved(x, bits, 1); }
    static T lower_sum(const T& x, const T& y) {
        const T infinity = std::numeric_limits<T>::infinity();
        if (x == -infinity || y == -infinity) return -infinity;
        const T sum = x + y;
        return sum == 0 ? sum : down(sum);
    }
    static T upper_sum(const T& x, const T& y) { return -lower_sum(T(-x), T(-y)); }
    static interval<T> from(long long n) { return {T(n), T(n)}; }
    static interval<T> from_double(double x) { return x != x ? interval<T>::whole_line() : interval<T>(T(x), T(x)); }
    static bool safe_factor(const T& l, const T& u) {
        return l > -std::numeric_limits<T>::infinity() && u < std::numeric_limits<T>::infinity();
    }
    static bool safe_divisor(const T& l, const T& u) { return safe_factor(l, u); }
    static T product(const T& x, const T& y) { return x * y; }
    static T quotient(const T& x, const T& y) { return x / y; }
};

/// Boost states no error bounds for its functions; they lose a few bits. Bounds allow 16 bits.
template <class T>
interval<T> widened(const T& x) {
    constexpr int bits = std::numeric_limits<T>::digits - 16;
    return {moved(x, bits, -1), moved(x, bits, 1)};
}

template <unsigned Digits>
struct enclosed_constants<interval<wide_number<Digits>>> {
    static constexpr bool constant = false;
    static interval<wide_number<Digits>> pi() {
        using T = wide_number<Digits>;
        return widened(T(4 * atan(T(1))));
    }
};

/// erf(x) = 2/sqrt(pi) x exp(-x^2) (1 + 2x^2/3 (1 + 2x^2/5 (...))) for x > 0. All terms are positive. There are about
/// as many roundings as terms; x < 16 needs fewer than 2^11.
template <class T>
T erf_of_wide(const T& x) {
    T term = x, sum = x;
    for (int n = 1; term > sum * std::numeric_limits<T>::epsilon() / 1024 || n < 2 * x * x; ++n) {
        term *= 2 * x * x / (2 * n + 1);
        sum += term;
    }
    return exp(T(-x * x)) * sum / sqrt(T(atan(T(1))));
}

/// Boost computes tanh from sinh and cosh, which overflow.
template <class T>
T tanh_of_wide(const T& x) {
    return x > 1000 ? T(1) : x < -1000 ? T(-1) : T(tanh(x));
}

/// f(x), widened; the functions below are exact at 0 and at infinity.
template <class T, class F>
interval<T> widened_at(const T& x, const F& f) {
    const T value = f(x);
    const bool exact = x == 0 || abs(x) == std::numeric_limits<T>::infinity();
    return exact ? interval<T>(value, value) : widened(value);
}

/// f at both ends, limited to [least, most].
template <class T, class F>
interval<T> over(const interval<T>& x, const T& least, const T& most, const F& f) {
    const T low = widened_at(x.lower, f).lower, high = widened_at(x.upper, f).upper;
    return {low < least ? least : low, most < high ? most : high};
}

}  // namespace detail

// error   Boost's, and 2^(16 - digits), relative

template <unsigned Digits>
wide_interval<Digits> exp(const wide_interval<Digits>& x) {
    using T = wide_number<Digits>;
    constexpr T (*infinity)() = std::numeric_limits<T>::infinity;
    return detail::over(x, T(0), infinity(), [&](const T& y) {
        return y == infinity() ? y : y == -infinity() ? T(0) : T(exp(y));
    });
}

/// The whole line where x may be negative.
template <unsigned Digits>
wide_interval<Digits> log(const wide_interval<Digits>& x) {
    using T = wide_number<Digits>;
    constexpr T (*infinity)() = std::numeric_limits<T>::infinity;
    if (x.lower < 0) return wide_interval<Digits>::whole_line();
    return detail::over(x, T(-infinity()), infinity(), [&](const T& y) {
        return y == infinity() ? y : y == 0 ? T(-infinity()) : T(log(y));
    });
}

/// The whole line where x may be negative.
template <unsigned Digits>
wide_interval<Digits> sqrt(const wide_interval<Digits>& x) {
    using T = wide_number<Digits>;
    constexpr T (*infinity)() = std::numeric_limits<T>::infinity;
    if (x.lower < 0) return wide_interval<Digits>::whole_line();
    return detail::over(x, T(0), infinity(), [&](const T& y) { return y == infinity() ? y : T(sqrt(y)); });
}

template <unsigned Digits>
wide_interval<Digits> tanh(const wide_interval<Digits>& x) {
    using T = wide_number<Digits>;
    return detail::over(x, T(-1), T(1), [](const T& y) { return detail::tanh_of_wide(y); });
}

template <unsigned Digits>
wide_interval<Digits> erf(const wide_interval<Digits>& x) {
    using T = wide_number<Digits>;
    return detail::over(x, T(-1), T(1), [](const T& y) {
        if (y == 0) return y;
        if (y > 16) return T(1);  // 1 - erf(16) < 10^-113
        if (y < -16) return T(-1);
        return y < 0 ? T(-detail::erf_of_wide(T(-y))) : detail::erf_of_wide(y);
    });
}

}  // namespace heed
