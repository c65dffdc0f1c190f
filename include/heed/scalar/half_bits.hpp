// SPDX-License-Identifier: BSL-1.0
// Converts between floats and 16-bit half precision, with the same steps for numbers (also in constant expressions) and
// for lanes of a register.
#pragma once

#include <heed/scalar/lanes.hpp>

namespace heed::detail {

/// The two 16-bit formats, by their number of significant bits.
inline constexpr int digits_of_float16 = 11;  ///< IEEE binary16
inline constexpr int digits_of_bfloat16 = 8;  ///< the upper half of a float

/// NaN stays NaN: it becomes quiet, and keeps as much of its payload as fits.
inline constexpr std::uint32_t quiet_bit_of_float = 0x0040'0000;

/// The float with these 16 bits, which are the lower half of each lane of `half`. Exact.
template <int Digits, class V>
HEED_ALWAYS_INLINE constexpr V float_of_half(const typename lanes<V>::bits& half) {
    if constexpr (Digits == digits_of_bfloat16) {
        return lanes<V>::of_bits(half << 16);
    } else {
        using bits = typename lanes<V>::bits;
        using integer = typename lanes<V>::integer;
        constexpr std::uint32_t other_bias = 0x3800'0000;  // 127 - 15, where exponents are
        const bits size = half & 0x7FFFu, sign = (half & 0x8000u) << 16, moved = size << 13;
        const integer n = integer(size);  // compared as signed, which every instruction set supports
        const bits denormal = lanes<V>::bits_of(lanes<V>::to_real(n) * 0x1p-24F);
        const bits normal = moved + other_bias;
        const bits infinite = normal + other_bias;
        const bits finite = choose(n < 0x0400, denormal, normal);
        const bits number = choose(n < 0x7C00, finite, infinite);
        return lanes<V>::of_bits(choose(n > 0x7C00, bits(infinite | quiet_bit_of_float), number) | sign);
    }
}

/// The 16 bits of the nearest half-precision number, ties to even, in the lower half of each lane.
template <int Digits, class V>
HEED_ALWAYS_INLINE constexpr typename lanes<V>::bits half_of_float(const V& x) {
    using bits = typename lanes<V>::bits;
    using integer = typename lanes<V>::integer;
    const bits all = lanes<V>::bits_of(x), size = all & 0x7FFF'FFFFu;
    const integer n = integer(size);
    if constexpr (Digits == digits_of_bfloat16) {
        const bits rounded = all + 0x7FFFu + ((all >> 16) & 1u);
        return choose(n > 0x7F80'0000, bits(all | quiet_bit_of_float), rounded) >> 16;
    } else {
        // A number in [2^-1, 1) has its last bit where half-precision denormal numbers have theirs.
        const bits denormal = lanes<V>::bits_of(lanes<V>::of_bits(size) + 0.5F) - 0x3F00'0000u;
        const bits normal = (size - 0x3800'0000u + 0x0FFFu + ((size >> 13) & 1u)) >> 13;
        const bits nan = ((size >> 13) & 0x03FFu) | 0x7E00u;
        const bits finite = choose(n < 0x3880'0000, denormal, normal);
        const bits number = choose(n < 0x4780'0000, finite, bits(size - size + 0x7C00u));
        return choose(n > 0x7F80'0000, nan, number) | (all >> 16 & 0x8000u);
    }
}

/// A double or another real number as a float whose last bit is set if it is not exact. Rounding that float to half
/// precision then gives the same result as rounding once.
template <class Real>
constexpr float rounded_to_odd(Real x) {
    const Real size = x < 0 ? -x : x;
    if (!(size <= Real(std::numeric_limits<float>::max())))  // NaN, and numbers beyond every half-precision format
        return x != x  ? std::numeric_limits<float>::quiet_NaN()
               : x < 0 ? -std::numeric_limits<float>::infinity()
                       : std::numeric_limits<float>::infinity();
    const float nearest = static_cast<float>(x);
    const Real back = static_cast<Real>(nearest);
    if (back == x) return nearest;
    auto bits = std::bit_cast<std::uint32_t>(nearest);
    if ((back < 0 ? -back : back) > size) --bits;
    return std::bit_cast<float>(bits | 1u);
}

}  // namespace heed::detail
