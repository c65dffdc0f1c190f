// SPDX-License-Identifier: BSL-1.0
// Quotients of sums with an exponential, for tanh and sigmoid.
#pragma once

#include <heed/scalar/double_word.hpp>
#include <heed/scalar/exp.hpp>
#include <heed/scalar/lanes.hpp>

#include <concepts>

namespace heed::detail {

/// a / b. The upper half of the bits of the quotient comes first, because its products with either half of b are exact.
template <class V>
HEED_ALWAYS_INLINE constexpr V quotient_by_halves(const double_word<V>& a, const double_word<V>& b) {
    const V inverse = known_as("inverse", V(lane_t<V>(1) / b.high));
    const V q = known_as("leading", leading_half(V(a.high * inverse)));
    const V b_first = known_as("b_first", leading_half(b.high)), b_rest = known_as("b_rest", V(b.high - b_first));
    const V rest = ((a.high - q * b_first) - q * b_rest) + (a.low - q * b.low);
    return q + rest * inverse;
}

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

}  // namespace heed::detail
