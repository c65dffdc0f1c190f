// SPDX-License-Identifier: BSL-1.0
// pow, from the parts of log and exp.
#pragma once

#include <heed/scalar/exp.hpp>
#include <heed/scalar/log.hpp>

#include <concepts>
#include <limits>

namespace heed::detail {

template <std::floating_point T>
constexpr bool is_integer(T y) {
    constexpr T all_integers = power_of_two<T>(std::numeric_limits<T>::digits - 1);
    return y >= all_integers || y <= -all_integers || T(static_cast<long long>(y)) == y;
}

template <std::floating_point T>
constexpr bool is_odd_integer(T y) {
    constexpr T largest_odd = power_of_two<T>(std::numeric_limits<T>::digits);
    return is_integer(y) && y < largest_odd && y > -largest_odd && static_cast<long long>(y) % 2 != 0;
}

/// x^y for finite x > 0 and finite y.
template <std::floating_point T>
constexpr T pow_of_positive(T x, T y) {
    const auto l = log_in_parts(x);
    if (l.high * y > exp_overflow<T>) return std::numeric_limits<T>::infinity();
    if (l.high * y < exp_underflow<T>) return 0;
    const auto product = two_product(l.high, y);
    const auto exponent = fast_two_sum(product.high, product.low + l.low * y);
    const auto parts = exp_in_parts<T>(exponent.high, exponent.low);
    const auto value = fast_two_sum(T(1), parts.fraction.high);
    return scaled_by_power_of_two(value.high + (value.low + parts.fraction.low), parts.exponent);
}

/// x^y with the special values of IEEE 754 (pow(x, 0) is 1, a negative x needs an integer y, else NaN).
/// error   float 0.501 ulp; double <= 0.61 ulp for |y log x| <= 90, 1.5 ulp up to overflow; long double 0.61 and 13 ulp
///         (tests/scalar/elementary_test.cpp)
template <std::floating_point T>
constexpr T pow(T x, T y) {
    constexpr T infinity = std::numeric_limits<T>::infinity();
    if (y == 0 || x == 1) return 1;
    if (x != x) return x;
    if (y != y) return y;
    const bool negative = __builtin_copysign(1.0, static_cast<double>(x)) < 0;  // minus zero is
    const T size = negative ? -x : x;
    const T sign = negative && is_odd_integer(y) ? T(-1) : T(1);
    if (y == infinity || y == -infinity) return size == 1 ? T(1) : (size > 1) == (y > 0) ? infinity : T(0);
    if (size == 0 || size == infinity) return (size == 0) == (y > 0) ? T(0) * sign : infinity * sign;
    if (negative && !is_integer(y)) return std::numeric_limits<T>::quiet_NaN();
    if (size == 1) return sign;
    return sign * pow_of_positive(size, y);
}

constexpr float pow(float x, float y) { return static_cast<float>(pow(double(x), double(y))); }

}  // namespace heed::detail
