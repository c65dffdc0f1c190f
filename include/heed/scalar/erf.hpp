// SPDX-License-Identifier: BSL-1.0
// The error function, by Taylor series around the nearest node of a table.
#pragma once

#include <heed/scalar/double_word.hpp>
#include <heed/scalar/erf_table.hpp>

#include <concepts>
#include <limits>

namespace heed::detail {

/// sum over n >= 1 of h_n t^n / (n + 1), where exp(-2ct - t^2) = sum h_n t^n:
/// how far the mean slope between c and c + t is from the slope at c. |t| <= 1/16, c <= 7.
template <std::floating_point T>
constexpr T erf_slope_change(T c, T t) {
    constexpr int terms = std::numeric_limits<T>::digits <= 53 ? 13 : 17;
    T before = 0, h = 1, power = 1, sum = 0;
    for (int n = 1; n <= terms; ++n) {
        const T next = -2 * (c * h + before) / T(n);
        before = h;
        h = next;
        power *= t;
        sum += h * power / T(n + 1);
    }
    return sum;
}

/// 2 / sqrt(pi) * x where that is all, and too small to be split into halves.
template <std::floating_point T>
constexpr T erf_next_to_zero(T x) {
    constexpr T larger = power_of_two<T>(2 * std::numeric_limits<T>::digits);
    const auto slope = two_sum(T(erf_nodes[0].slope), T(erf_nodes[0].slope_low));
    const auto value = two_product(slope.high, x * larger);
    return (value.high + (value.low + slope.low * (x * larger))) * (1 / larger);
}

/// 2 / sqrt(pi) * integral of exp(-u^2) from 0 to x
/// error   <= 0.52 ulp; denormal results 0.77 ulp (tests/scalar/elementary_test.cpp)
template <std::floating_point T>
constexpr T erf(T x) {
    if (x != x || x == 0) return x;
    const T size = x < 0 ? -x : x;
    if (size > T(6.75)) return x < 0 ? T(-1) : T(1);
    if (size < std::numeric_limits<T>::min() / std::numeric_limits<T>::epsilon()) return erf_next_to_zero(x);
    const int index = static_cast<int>(size / T(erf_spacing) + T(0.5));
    const T c = T(index) * T(erf_spacing), t = size - c;  // both exact
    const erf_node& node = erf_nodes[index];
    const auto value = two_sum(T(node.value), T(node.value_low));
    const auto slope = two_sum(T(node.slope), T(node.slope_low));
    const auto rise = two_product(slope.high, t);
    const auto sum = two_sum(value.high, rise.high);
    const T rest = value.low + (rise.low + slope.low * t) + rise.high * erf_slope_change(c, t);
    const T result = sum.high + (sum.low + rest);
    return x < 0 ? -result : result;
}

constexpr float erf(float x) { return static_cast<float>(erf(double(x))); }

}  // namespace heed::detail
