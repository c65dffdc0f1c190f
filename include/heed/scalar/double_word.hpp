// SPDX-License-Identifier: BSL-1.0
// Unevaluated sums of two floating-point numbers: the few error-free steps that the elementary functions need.
// T is a number or a register of numbers.
#pragma once

#include <heed/meta/config.hpp>
#include <heed/scalar/lanes.hpp>

#include <concepts>
#include <limits>
#include <type_traits>

namespace heed::detail {

/// high + low, |low| at most half a unit in the last place of high.
template <class T>
struct double_word {
    T high;
    T low;
};

/// Names both parts for emitted programs: name and name_low.
template <class T>
HEED_ALWAYS_INLINE constexpr double_word<T> known_as(const char* name, const double_word<T>& x, const char* note = "") {
    return {known_as(name, x.high, note), low_known_as(name, x.low)};
}

/// a + b exactly.
/// source  Knuth, The Art of Computer Programming 2, 4.2.2, theorem B
template <class T>
HEED_ALWAYS_INLINE constexpr double_word<T> two_sum(T a, T b) {
    const T sum = a + b;
    const T b_part = known_as("b_part", T(sum - a));
    return {sum, (a - (sum - b_part)) + (b - b_part)};
}

/// a + b exactly, for |a| >= |b| or a == 0.
/// source  Dekker 1971, A floating-point technique for extending the available precision
template <class T>
HEED_ALWAYS_INLINE constexpr double_word<T> fast_two_sum(T a, T b) {
    const T sum = a + b;
    return {sum, b - (sum - a)};
}

/// The upper half of the bits of a.
template <class T>
HEED_ALWAYS_INLINE constexpr T upper_half(T a) {
    using Lane = lane_t<T>;
    constexpr Lane splitter = Lane((1ULL << ((std::numeric_limits<Lane>::digits + 1) / 2)) + 1);
    const T scaled = known_as("scaled", T(a * splitter));
    return scaled - (scaled - a);
}

/// a * b exactly, unless it overflows or underflows.
/// source  Dekker 1971; with a fused multiply-add where the target has one, which gives the same two numbers
template <class T>
HEED_ALWAYS_INLINE constexpr double_word<T> two_product(T a, T b) {
    const T product = a * b;
#if HEED_HAS_FMA
    if constexpr (std::same_as<T, double>)
        if (!std::is_constant_evaluated()) return {product, __builtin_fma(a, b, -product)};
#endif
    const T a_high = known_as("a_high", upper_half(a)), b_high = known_as("b_high", upper_half(b));
    const T a_low = known_as("a_low", T(a - a_high)), b_low = known_as("b_low", T(b - b_high));
    return {product, ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low};
}

}  // namespace heed::detail
