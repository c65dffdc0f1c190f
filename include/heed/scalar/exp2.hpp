// SPDX-License-Identifier: BSL-1.0
// 2^x for x <= 0, and 2^(factor x): the weights of softmax, from scores minus their maximum.
#pragma once

#include <heed/meta/config.hpp>
#include <heed/scalar/lanes.hpp>

#include <concepts>
#include <cstddef>
#include <limits>

namespace heed::detail {

/// 2^f = 1 + f (c0 + c1 f + ...) for |f| <= 1/2: minimax in the relative error, 2^-26 for float and 2^-60 for double.
/// `least` is the argument from which on results are 0. x + rounder has no places after the point, and its last bits
/// are those of an exponent: x + the bias of the number type, 0 for `least`.
template <std::floating_point T>
struct exp2_series;
template <>
struct exp2_series<float> {
    static constexpr float coefficients[]{0x1.62e43p-1F,  0x1.ebfbd8p-3F,  0x1.c6afbap-5F,
                                          0x1.3b34e6p-7F, 0x1.5ed5f8p-10F, 0x1.3a60f4p-13F};
    static constexpr float least = -127;
    static constexpr float rounder = 0x1.8p23F + 127;
};
template <>
struct exp2_series<double> {
    static constexpr double coefficients[]{0x1.62e42fefa39efp-1,  0x1.ebfbdff82c58fp-3,  0x1.c6b08d704a0c5p-5,
                                           0x1.3b2ab6fba4ddep-7,  0x1.5d87fe78a48a4p-10, 0x1.430912f8a3b96p-13,
                                           0x1.ffcbfc69fa0cfp-17, 0x1.62c0213415055p-20, 0x1.b524f547c5b3bp-24,
                                           0x1.e4d38640277a1p-28, 0x1.e9db6306cbc14p-32, 0x1.bdce61c22be2cp-36};
    static constexpr double least = -1023;
    static constexpr double rounder = 0x1.8p52 + 1023;
};

template <std::floating_point T>
inline constexpr T log2_of_e = T(1.442695040888963407359924681001892137L);
/// Half of the largest number: times log2(e) it is finite.
template <std::floating_point T>
inline constexpr T most_steepness = std::numeric_limits<T>::max() / 2;

/// Number types whose softmax weights are computed as powers of two: those with an exp2_series.
template <class T>
concept has_exp2 = std::same_as<T, float> || std::same_as<T, double>;

/// The argument of a power of two as it is.
template <std::floating_point T>
struct in_powers_of_two {
    static constexpr T least = exp2_series<T>::least;
    template <class V>
    HEED_ALWAYS_INLINE static constexpr V plus(const V& x, T more) {
        return x + more;
    }
    template <class V>
    HEED_ALWAYS_INLINE static constexpr V minus(const V& x, const V& whole) {
        return x - whole;
    }
};
/// The argument times `factor`, which is at least 1: with fused multiply-add it takes no instruction and is not
/// rounded.
template <std::floating_point T>
struct times_factor {
    T factor;
    T least = exp2_series<T>::least / factor;
    template <class V>
    HEED_ALWAYS_INLINE constexpr V plus(const V& x, T more) const {
        return x * factor + more;
    }
    template <class V>
    HEED_ALWAYS_INLINE constexpr V minus(const V& x, const V& whole) const {
        return x * factor - whole;
    }
};

/// x[i] becomes 2^x[i], or 2^(factor x[i]), numbers or registers, for x <= 0, minus infinity or NaN. Results below the
/// smallest normal number are 0. One step of all of them after the other: the steps of each, which wait for each other,
/// are far apart.
/// error   float <= 0.83 ulp, double <= 0.89 ulp with fused multiply-add; 1.11 and 1.17 ulp without; 1 for x = 0
///         (tests/simd/exp2_test.cpp). With log2(e) as factor, in addition 0.16 |factor x| ulp,
///         with a rounded product of it 0.85 |factor x|, and 0.7 |factor x| more without fused multiply-add
/// method  2^x = 2^f * 2^n with n an integer, |f| <= 1/2
template <class V, std::size_t Count, class Argument = in_powers_of_two<lane_t<V>>>
HEED_ALWAYS_INLINE constexpr void exp2_of_non_positives(V (&x)[Count], const Argument& argument = {}) {
    using series = exp2_series<lane_t<V>>;
    constexpr std::size_t last = sizeof(series::coefficients) / sizeof(series::coefficients[0]) - 1;
    const V least = lanes<V>::broadcast(argument.least);
    V rounded[Count], f[Count];
    typename lanes<V>::variable power[Count];
    HEED_UNROLL for (std::size_t i = 0; i < Count; ++i) f[i] =
        known_as("inside", choose(least > x[i], least, x[i]));  // NaN is unchanged
    HEED_UNROLL for (std::size_t i = 0; i < Count; ++i) rounded[i] =
        known_as("rounded", V(argument.plus(f[i], series::rounder)), "its last bits are an exponent");
    HEED_UNROLL for (std::size_t i = 0; i < Count; ++i) f[i] =
        known_as("f", V(argument.minus(f[i], V(rounded[i] - series::rounder))));
    HEED_UNROLL for (std::size_t i = 0; i < Count; ++i) power[i] = lanes<V>::broadcast(series::coefficients[last]);
    for (std::size_t c = last; c-- > 0;)
        HEED_UNROLL for (std::size_t i = 0; i < Count; ++i) power[i] = power[i] * f[i] + series::coefficients[c];
    HEED_UNROLL for (std::size_t i = 0; i < Count; ++i) power[i] = power[i] * f[i] + lane_t<V>(1);
    HEED_UNROLL for (std::size_t i = 0; i < Count; ++i) x[i] =
        known_as("power", V(power[i])) * lanes<V>::from_exponent(rounded[i]);
}

/// 2^x of one number or register.
template <class V>
HEED_ALWAYS_INLINE constexpr V exp2_of_non_positive(const V& x) {
    V values[]{x};
    exp2_of_non_positives(values);
    return values[0];
}

}  // namespace heed::detail
