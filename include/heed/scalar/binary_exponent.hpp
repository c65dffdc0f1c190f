// SPDX-License-Identifier: BSL-1.0
// Powers of two and the binary exponent of a number, in constant expressions too.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace heed::detail {

/// The bits of a float or a double.
template <class T>
using unsigned_bits_t = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

/// 2^n for a normal result.
template <std::floating_point T>
constexpr T power_of_two(int n) {
    if constexpr (std::same_as<T, double>) {
        return std::bit_cast<double>(static_cast<std::uint64_t>(n + 1023) << 52);
    } else if constexpr (std::same_as<T, float>) {
        return std::bit_cast<float>(static_cast<std::uint32_t>(n + 127) << 23);
    } else {
        T result = 1, square = n < 0 ? T(0.5) : T(2);
        for (unsigned rest = static_cast<unsigned>(n < 0 ? -n : n); rest != 0; rest >>= 1) {
            if ((rest & 1) != 0) result *= square;
            if (rest > 1) square *= square;
        }
        return result;
    }
}

/// x = mantissa * 2^exponent with mantissa in [1, 2), for finite x > 0.
template <std::floating_point T>
struct binary_parts {
    T mantissa;
    int exponent;
};

template <std::floating_point T>
constexpr binary_parts<T> split_binary(T x) {
    int exponent = 0;
    if constexpr (std::same_as<T, double>) {
        if (x < std::numeric_limits<T>::min()) {
            x *= 0x1p54;
            exponent = -54;
        }
        const auto bits = std::bit_cast<std::uint64_t>(x);
        exponent += static_cast<int>(bits >> 52) - 1023;
        return {std::bit_cast<double>((bits & 0x000F'FFFF'FFFF'FFFFU) | 0x3FF0'0000'0000'0000U), exponent};
    } else {
        // Bisects the range of the exponent, because the representation of long double is not known.
        int step = 1;
        while (step * 2 < std::numeric_limits<T>::max_exponent) step *= 2;
        for (; step > 0; step /= 2) {
            while (x >= power_of_two<T>(step)) {
                x *= power_of_two<T>(-step);
                exponent += step;
            }
            while (x < power_of_two<T>(1 - step)) {
                x *= power_of_two<T>(step);
                exponent -= step;
            }
        }
        return {x, exponent};
    }
}

}  // namespace heed::detail
