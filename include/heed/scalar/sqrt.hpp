// SPDX-License-Identifier: BSL-1.0
// sqrt, correctly rounded at compile time as the hardware does it at run time.
#pragma once

#include <heed/scalar/binary_exponent.hpp>
#include <heed/scalar/double_word.hpp>
#include <heed/scalar/lanes.hpp>

#include <concepts>
#include <limits>
#include <type_traits>

namespace heed::detail {

/// The square root of m in [1, 4), correctly rounded.
template <std::floating_point T>
constexpr T sqrt_of_mantissa(T m) {
    T root = (1 + m) / 2;
    for (int i = 0; i < 6; ++i) root = (root + m / root) / 2;
    const auto square = two_product(root, root);
    root += ((m - square.high) - square.low) / (2 * root);
    // Which neighbour is nearest is decided by the exact residual against the midpoints root +- unit / 2.
    const T unit = std::numeric_limits<T>::epsilon();
    const auto nearest = two_product(root, root);
    const T residual = m - nearest.high;
    if ((residual - root * unit) - nearest.low > unit * unit / 4) return root + unit;
    if ((residual + root * unit) - nearest.low < unit * unit / 4) return root - unit;
    return root;
}

template <std::floating_point T>
constexpr T sqrt_at_compile_time(T x) {
    if (x != x || x == 0 || x == std::numeric_limits<T>::infinity()) return x;
    if (x < 0) return std::numeric_limits<T>::quiet_NaN();
    auto [mantissa, exponent] = split_binary(x);
    if (exponent % 2 != 0) {
        mantissa *= 2;
        exponent -= 1;
    }
    return sqrt_of_mantissa(mantissa) * power_of_two<T>(exponent / 2);
}

/// The square root of x.
/// error   correctly rounded
template <std::floating_point T>
constexpr T sqrt(T x) {
    if (std::is_constant_evaluated()) {
        if constexpr (std::same_as<T, float>)
            return static_cast<float>(sqrt_at_compile_time(double(x)));  // 53 >= 2 * 24 + 2 digits: rounds once
        else
            return sqrt_at_compile_time(x);
    }
    if constexpr (std::same_as<T, float>)
        return __builtin_sqrtf(x);
    else if constexpr (std::same_as<T, double>)
        return __builtin_sqrt(x);
    else
        return __builtin_sqrtl(x);
}
template <register_of_lanes V>
HEED_INLINE V sqrt(const V& x) {
    return lanes<V>::sqrt(x);
}

}  // namespace heed::detail
