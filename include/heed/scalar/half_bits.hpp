// SPDX-License-Identifier: BSL-1.0
// Between floats and the 16 bits of half precision: the same steps for a number, in constant expressions too, and for
// the lanes of a register.
#pragma once

#include <heed/scalar/lanes.hpp>

namespace heed::detail {

/// The two formats of 16 bits, by their significant digits.
inline constexpr int digits_of_float16 = 11;  ///< IEEE binary16
inline constexpr int digits_of_bfloat16 = 8;  ///< the upper half of a float

/// NaN stays NaN, quiet, with what fits of its payload.
inline constexpr std::uint32_t quiet_bit_of_float = 0x0040'0000;

/// The float that 16 bits stand for, which are the lower half of each lane of `half`. Exact.
template <int Digits, class V>
HEED_INLINE constexpr V float_of_half(const typename lanes<V>::bits& half) {
    if constexpr (Digits == digits_of_bfloat16) {
        return lanes<V>::of_bits(half << 16);
    } else {
        using bits = typename lanes<V>::bits;
        using integer = typename lanes<V>::integer;
        constexpr std::uint32_t other_bias = 0x3800'0000;  // 127 - 15, where exponents are
        const bits size = half & 0x7FFFu, sign = (half & 0x8000u) << 16, moved = size << 13;
        const integer n = integer(size);  // compared with sign: every instruction set can do that
        const bits denormal = lanes<V>::bits_of(lanes<V>::to_real(n) * 0x1p-24F);
        const bits normal = moved + other_bias;
        const bits infinite = normal + other_bias;
        const bits finite = choose(n < 0x0400, denormal, normal);
        const bits number = choose(n < 0x7C00, finite, infinite);
        return lanes<V>::of_bits(choose(n > 0x7C00, bits(infinite | quiet_bit_of_float), number) | sign);
    }
}

/// The 16 bits of the nearest number of half precision, ties to even, in the lower half of each lane.
template <int Digits, class V>
HEED_INLINE constexpr typename lanes<V>::bits half_of_float(const V& x) {
    using bits = typename lanes<V>::bits;
    using integer = typename lanes<V>::integer;
    const bits all = lanes<V>::bits_of(x), size = all & 0x7FFF'FFFFu;
    const integer n = integer(size);
    if constexpr (Digits == digits_of_bfloat16) {
        const bits rounded = all + 0x7FFFu + ((all >> 16) & 1u);
        return choose(n > 0x7F80'0000, bits(all | quiet_bit_of_float), rounded) >> 16;
    } else {
        // A number in [2^-1, 1) has its last bit where denormal numbers of half precision have theirs.
        const bits denormal = lanes<V>::bits_of(lanes<V>::of_bits(size) + 0.5F) - 0x3F00'0000u;
        const bits normal = (size - 0x3800'0000u + 0x0FFFu + ((size >> 13) & 1u)) >> 13;
        const bits nan = ((size >> 13) & 0x03FFu) | 0x7E00u;
        const bits finite = choose(n < 0x3880'0000, denormal, normal);
        const bits number = choose(n < 0x4780'0000, finite, bits(size - size + 0x7C00u));
        return choose(n > 0x7F80'0000, nan, number) | (all >> 16 & 0x8000u);
    }
}

/// The double, or what else a real number is, as a float with its last bit set where it is not exact: what is rounded
/// to half precision next is rounded as if it were rounded once.
template <class Real>
constexpr float rounded_to_odd(Real x) {
    const Real size = x < 0 ? -x : x;
    if (!(size <= Real(std::numeric_limits<float>::max())))  // NaN, and what any half precision has no number for
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
