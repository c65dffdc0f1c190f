// SPDX-License-Identifier: BSL-1.0
// Splits the argument of exp into a multiple of ln 2 and a remainder, without branches or integers, for functions that
// are composed of exp.
#pragma once

#include <heed/meta/config.hpp>
#include <heed/scalar/exp2.hpp>
#include <heed/scalar/lanes.hpp>

#include <concepts>

namespace heed::detail {

/// e^r = 1 + r + r^2 (c0 + c1 r + ...) for |r| <= 0.3466: minimax in the relative error, 2^-34 for float and 2^-60 for
/// double. ln 2 is in two parts; exponents times the first are exact.
template <std::floating_point T>
struct exp_rest;
template <>
struct exp_rest<float> {
    static constexpr float coefficients[]{0.5F,           0x1.555554p-3F,  0x1.55548cp-5F,
                                          0x1.111272p-7F, 0x1.6d8ddcp-10F, 0x1.9f07eep-13F};
    static constexpr float ln2 = 0x1.62e4p-1F, ln2_low = 0x1.7f7d1cp-20F;
};
template <>
struct exp_rest<double> {
    static constexpr double coefficients[]{
        0.5,
        0x1.5555555555558p-3,
        0x1.55555555554f2p-5,
        0x1.111111110fd17p-7,
        0x1.6c16c16c5494ap-10,
        0x1.a01a01ad15443p-13,
        0x1.a01a002e174c8p-16,
        0x1.71ddff4de7ba7p-19,
        0x1.27e84cf08bb0ep-22,
        0x1.af5370486e38fp-26,
        0x1.19ef1810d8583p-29,
    };
    static constexpr double ln2 = 0x1.62e42fefa38p-1, ln2_low = 0x1.ef35793c7673p-45;
};

/// x = n ln 2 + r + r_low with a whole number n and |r| <= 0.3466.
template <class V>
struct exp_argument {
    V n;
    V r;
    V r_low;
};

/// Splits x for |x| up to 2^8 (float) and 2^10 (double).
template <class V>
HEED_ALWAYS_INLINE constexpr exp_argument<V> in_multiples_of_ln2(const V& x) {
    using T = lane_t<V>;
    const V shifted = x * log2_of_e<T> + exp2_series<T>::rounder;
    const V n = known_as("n", V(shifted - exp2_series<T>::rounder), "rounded to a whole number");
    const V first = known_as("first", V(x - n * exp_rest<T>::ln2), "ln 2 in two parts");  // exact
    const V second = known_as("second", V(n * exp_rest<T>::ln2_low));
    const V r = known_as("r", V(first - second));
    return {n, r, known_as("r_low", V((first - r) - second))};
}

/// 2^n for a whole number n, if that is a normal number.
template <class V>
HEED_ALWAYS_INLINE constexpr V power_of_whole(const V& n) {
    return lanes<V>::from_exponent(n + exp2_series<lane_t<V>>::rounder);
}

}  // namespace heed::detail
