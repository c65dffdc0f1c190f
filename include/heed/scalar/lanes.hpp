// SPDX-License-Identifier: BSL-1.0
// The operations in which one number and a register of numbers differ. Code that uses them computes the same bits for
// both; simd/pack.hpp has the operations for registers.
#pragma once

#include <heed/meta/config.hpp>
#include <heed/meta/strict_arithmetic.hpp>
#include <heed/scalar/binary_exponent.hpp>
#include <heed/scalar/far_angle.hpp>

#include <cstddef>
#include <type_traits>

namespace heed::detail {

/// From this number on, all numbers are whole.
template <class T>
inline constexpr T first_without_fraction = T(1LL << (std::numeric_limits<T>::digits - 2)) * T(2);

/// The operations for one number.
template <class V>
struct lanes {
    using number = V;
    using integer = int;
    using bits = unsigned_bits_t<V>;
    using variable = V;
    static constexpr std::size_t count = 1;

    static constexpr V load(const V* from) { return *from; }
    static constexpr void store(V* to, const V& x) { *to = x; }
    static constexpr V broadcast(const V& x) { return x; }
    /// x clamped to [low, high]; NaN is unchanged.
    static constexpr V clamped(const V& x, const V& low, const V& high) { return x < low ? low : x > high ? high : x; }
    /// The integer nearest to x; `lowest` if that is larger or x is NaN.
    static constexpr integer nearest_integer(const V& x, const V& lowest) {
        const V at_least = x > lowest ? x : lowest;
        return static_cast<integer>(at_least + (at_least < 0 ? V(-0.5) : V(0.5)));
    }
    /// x truncated.
    static constexpr V whole_part(const V& x) {
        constexpr V limit = first_without_fraction<V>;
        return -limit < x && x < limit ? static_cast<V>(static_cast<long long>(x)) : x;
    }
    /// The quarter turns of angles that are too large for scalar/angle.hpp, and what is left of them; else 0.
    static constexpr V far_quarters(const V& x) { return quarters_of_far(x); }
    static constexpr V far_rest(const V& x) { return rest_of_far(x); }
    static constexpr V to_real(integer n) { return static_cast<V>(n); }
    static constexpr V power_of_two(integer n) { return heed::detail::power_of_two<V>(n); }
    static constexpr bits bits_of(const V& x) { return std::bit_cast<bits>(x); }
    static constexpr V of_bits(const bits& b) { return std::bit_cast<V>(b); }
    /// The number with mantissa 1 whose biased exponent is in the last bits of x.
    static constexpr V from_exponent(const V& x) {
        return of_bits(static_cast<bits>(bits_of(x) << (std::numeric_limits<V>::digits - 1)));
    }
};

/// Whether V is a register type; numbers are not. simd/pack.hpp defines them.
template <class V>
concept register_of_lanes = !std::is_class_v<V> && requires(V v) {
    v[0];
};

/// Number types that record what is computed with them (machine/recorded.hpp).
template <class V>
inline constexpr bool is_recorded = false;

template <class V>
using lane_t = typename lanes<V>::number;

/// a in lanes where the mask holds, else b.
template <class Mask, class V>
HEED_ALWAYS_INLINE constexpr V choose(const Mask& mask, const V& a, const V& b) {
    return mask ? a : b;
}

/// Logical and, and or, of conditions: for numbers, lanes and recordings.
template <class Mask>
HEED_ALWAYS_INLINE constexpr Mask both_hold(const Mask& a, const Mask& b) {
    if constexpr (std::is_same_v<Mask, bool>)
        return a && b;
    else
        return a & b;
}
template <class Mask>
HEED_ALWAYS_INLINE constexpr Mask one_holds(const Mask& a, const Mask& b) {
    if constexpr (std::is_same_v<Mask, bool>)
        return a || b;
    else
        return a | b;
}

/// Returns x. Emitted programs use the name, and the remark about it.
template <class V>
HEED_ALWAYS_INLINE constexpr V known_as(const char*, const V& x, const char* = "") {
    return x;
}

/// Returns x, the low part of the number with this name.
template <class V>
HEED_ALWAYS_INLINE constexpr V low_known_as(const char*, const V& x) {
    return x;
}

/// The sign of a float or a double among its bits.
template <class T>
inline constexpr unsigned_bits_t<T> sign_bit = static_cast<unsigned_bits_t<T>>(1) << (8 * sizeof(T) - 1);

/// |x|, of NaN too.
template <class V>
HEED_ALWAYS_INLINE constexpr V magnitude(const V& x) {
    constexpr auto others = static_cast<unsigned_bits_t<lane_t<V>>>(~sign_bit<lane_t<V>>);
    return lanes<V>::of_bits(lanes<V>::bits_of(x) & others);
}

/// `size`, which is nonnegative, with the sign of x.
template <class V>
HEED_ALWAYS_INLINE constexpr V with_sign_of(const V& x, const V& size) {
    return lanes<V>::of_bits((lanes<V>::bits_of(x) & sign_bit<lane_t<V>>) | lanes<V>::bits_of(size));
}

/// x without the lower half of its bits: products of two such numbers are exact.
template <class V>
HEED_ALWAYS_INLINE constexpr V leading_half(const V& x) {
    using bits = unsigned_bits_t<lane_t<V>>;
    constexpr int dropped = (std::numeric_limits<lane_t<V>>::digits + 1) / 2;
    constexpr bits kept = static_cast<bits>(static_cast<bits>(~bits{0}) << dropped);
    return lanes<V>::of_bits(lanes<V>::bits_of(x) & kept);
}

/// x * 2^n, rounded once, for results up to overflow and down to the smallest denormal number.
template <class V>
HEED_ALWAYS_INLINE constexpr V scaled_by_power_of_two(const V& x, const typename lanes<V>::integer& n) {
    const auto half = known_as("half", typename lanes<V>::integer(n / 2));
    return x * lanes<V>::power_of_two(half) * lanes<V>::power_of_two(n - half);
}

}  // namespace heed::detail
