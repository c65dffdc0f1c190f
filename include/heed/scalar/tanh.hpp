// SPDX-License-Identifier: BSL-1.0
// tanh and the logistic function, from the parts of exp.
#pragma once

#include <heed/scalar/exp.hpp>

#include <concepts>
#include <limits>

namespace heed::detail {

/// (2^n (1 + fraction) + c) as a double word.
template <std::floating_point T>
constexpr double_word<T> shifted_exponential(const exp_parts<T>& e, T c) {
    const T scale = power_of_two<T>(e.exponent);
    const auto whole = two_sum(scale, c);
    const auto sum = two_sum(whole.high, scale * e.fraction.high);
    return fast_two_sum(sum.high, sum.low + (whole.low + scale * e.fraction.low));
}

template <std::floating_point T>
constexpr T quotient(const double_word<T>& a, const double_word<T>& b) {
    const T q = a.high / b.high;
    const auto back = two_product(q, b.high);
    return q + (((a.high - back.high) - back.low) + (a.low - q * b.low)) / b.high;
}

/// (e^y - 1) / (e^y + 1) with y = 2 |x|, the sign of x restored.
/// error   <= 0.61 ulp (tests/scalar/elementary_test.cpp)
template <std::floating_point T>
constexpr T tanh(T x) {
    if (x != x) return x;
    const T size = x < 0 ? -x : x;
    constexpr T tiny = power_of_two<T>(-std::numeric_limits<T>::digits / 2 - 3);
    if (size < tiny) return x;  // the next term is below a tenth of a unit in the last place
    if (size > 24) return x < 0 ? T(-1) : T(1);
    const auto e = exp_in_parts<T>(2 * size, 0);
    const T result = quotient(shifted_exponential(e, T(-1)), shifted_exponential(e, T(1)));
    return x < 0 ? -result : result;
}

constexpr float tanh(float x) { return static_cast<float>(tanh(double(x))); }

/// 1 / (1 + exp(-x))
/// error   <= 0.56 ulp for normal results, 0.77 ulp for denormal ones (tests/scalar/elementary_test.cpp)
template <std::floating_point T>
constexpr T sigmoid(T x) {
    if (x != x) return x;
    if (x < exp_underflow<T>) return 0;
    if (x < T(-2) * std::numeric_limits<T>::digits) return exp(x);
    if (x > T(2) * std::numeric_limits<T>::digits) return 1;
    const auto e = exp_in_parts<T>(x < 0 ? x : -x, 0);
    const double_word<T> one{1, 0};
    return quotient(x < 0 ? shifted_exponential(e, T(0)) : one, shifted_exponential(e, T(1)));
}

constexpr float sigmoid(float x) { return static_cast<float>(sigmoid(double(x))); }

}  // namespace heed::detail
