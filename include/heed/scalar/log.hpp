// SPDX-License-Identifier: BSL-1.0
// log, at compile time and at run time with the same operations.
#pragma once

#include <heed/scalar/binary_exponent.hpp>
#include <heed/scalar/double_word.hpp>
#include <heed/scalar/exp.hpp>

#include <concepts>
#include <limits>

namespace heed::detail {

template <std::floating_point T>
inline constexpr T two_thirds = T(2) / T(3);
template <std::floating_point T>
inline constexpr T two_thirds_low = [] {
    const auto back = two_product(two_thirds<T>, T(3));
    return ((2 - back.high) - back.low) / 3;
}();

/// log(x) as a sum of two numbers, for finite x > 0.
/// method  x = 2^k m, m in [0.7, 1.42); log m = 2 artanh s, s = (m - 1) / (m + 1), as a series in s^2 <= 0.03
template <std::floating_point T>
constexpr double_word<T> log_in_parts(T x) {
    auto [m, k] = split_binary(x);
    if (m > T(1.4142135623730950488L)) {
        m /= 2;
        k += 1;
    }
    const T f = m - 1;  // exact
    const auto divisor = two_sum(m, T(1));
    const T s = f / divisor.high;
    const auto back = two_product(s, divisor.high);
    const T s_low = (((f - back.high) - back.low) - s * divisor.low) / divisor.high;

    // 2 s^3 / 3 as a double word, so that what is left of the series is below 1e-4.
    const auto square = two_product(s, s);
    const auto cube = two_product(square.high, s);
    const auto third = two_product(cube.high, two_thirds<T>);
    const T third_low = third.low + (cube.low + square.low * s) * two_thirds<T> +
                        (cube.high * two_thirds_low<T> + 2 * square.high * s_low);

    constexpr int terms = std::numeric_limits<T>::digits <= 53 ? 12 : 15;
    T tail = 0;
    for (int n = terms; n >= 2; --n) tail = tail * square.high + T(2) / T(2 * n + 1);
    tail *= cube.high * square.high;

    const auto leading = two_sum(T(k) * T(ln2_parts[0]), 2 * s);
    const auto sum = two_sum(leading.high, third.high);
    const T rest = sum.low + (leading.low + (T(k) * T(ln2_parts[1]) + (2 * s_low + (third_low + tail))));
    return fast_two_sum(sum.high, rest);
}

/// The natural logarithm for double and long double: minus infinity at 0, NaN below.
/// error   <= 0.51 ulp (tests/scalar/elementary_test.cpp)
template <std::floating_point T>
constexpr T log(T x) {
    if (x != x || x == std::numeric_limits<T>::infinity()) return x;
    if (x == 0) return -std::numeric_limits<T>::infinity();
    if (x < 0) return std::numeric_limits<T>::quiet_NaN();
    const auto parts = log_in_parts(x);
    return parts.high + parts.low;
}

/// The natural logarithm for float, computed in double.
/// error   <= 0.51 ulp (tests/scalar/elementary_test.cpp)
constexpr float log(float x) { return static_cast<float>(log(double(x))); }

}  // namespace heed::detail
