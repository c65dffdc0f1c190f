// SPDX-License-Identifier: BSL-1.0
// exp, at compile time and at run time with the same operations.
#pragma once

#include <heed/scalar/binary_exponent.hpp>
#include <heed/scalar/double_word.hpp>
#include <heed/scalar/exp_argument.hpp>
#include <heed/scalar/function_list.hpp>
#include <heed/scalar/polynomial.hpp>

#include <concepts>
#include <limits>
#include <type_traits>

namespace heed::detail {

/// ln 2 in parts of 40 bits: integers of up to 13 bits times a part are exact in double.
inline constexpr double ln2_parts[3] = {0x1.62e42fefa2p-1, 0x1.9ef35793c6p-41, 0x1.673007e5ed5e8p-81};

template <std::floating_point T>
inline constexpr T one_over_ln2 = T(1.442695040888963407359924681001892137L);

/// Arguments beyond these limits give infinity and zero.
template <std::floating_point T>
inline constexpr T exp_overflow = T(11356.523406294143949491931077970765L);
template <>
inline constexpr double exp_overflow<double> = 0x1.62e42fefa39efp+9;
template <>
inline constexpr float exp_overflow<float> = 0x1.62e42ep+6F;
template <std::floating_point T>
inline constexpr T exp_underflow = T(-11399.498531488860558L);
template <>
inline constexpr double exp_underflow<double> = -0x1.74910d52d3052p+9;

/// 1/n!, n = 3 first: the tail of the series reaches 2^-60 (double) and 2^-72 (long double) for |r| <= 0.35.
template <std::floating_point T>
struct exp_series {
    static constexpr std::size_t count = std::numeric_limits<T>::digits <= 53 ? 11 : 15;
    T coefficients[count];
};

template <std::floating_point T>
inline constexpr exp_series<T> exp_tail = [] {
    exp_series<T> tail{};
    T factorial = 2;
    for (std::size_t i = 0; i < tail.count; ++i) {
        factorial *= T(i + 3);
        tail.coefficients[i] = 1 / factorial;
    }
    return tail;
}();

/// exp(x) = 2^exponent * (1 + fraction.high + fraction.low), |fraction| < 0.42.
template <class V>
struct exp_parts {
    typename lanes<V>::integer exponent;
    double_word<V> fraction;
};

// The following functions are written once for numbers and registers (scalar/lanes.hpp), without branches.

/// exp(x + x_low) for |x| up to the overflow threshold and |x_low| below a unit in the last place of x.
template <class V>
HEED_ALWAYS_INLINE constexpr exp_parts<V> exp_in_parts(const V& x, const V& x_low) {
    using T = lane_t<V>;
    const auto n = known_as("n", lanes<V>::nearest_integer(known_as("turns", V(x * one_over_ln2<T>)),
                                                           T(2 * std::numeric_limits<T>::min_exponent)));
    const V whole = known_as("whole", lanes<V>::to_real(n));
    const V first = known_as("first", V(x - whole * T(ln2_parts[0])), "ln 2 in three parts");  // exact
    const auto second = known_as("second", two_sum<V>(first, known_as("minus", V(whole * -T(ln2_parts[1])))));
    const auto reduced = known_as(
        "r", fast_two_sum<V>(second.high, known_as("rest", V(second.low + (x_low - whole * T(ln2_parts[2]))))));
    const V r = reduced.high, r_low = reduced.low;

    const V tail = known_as("tail", polynomial(exp_tail<T>.coefficients, r));
    const auto square = known_as("square", two_product<V>(r, r));
    const auto linear = known_as("linear", fast_two_sum<V>(r, known_as("half_square", V(square.high * T(0.5)))));
    const V rest = linear.low + (square.low * T(0.5) + (r_low + (r * r_low + tail * (r * square.high))));
    return {n, known_as("fraction", fast_two_sum<V>(linear.high, known_as("beyond_linear", rest)))};
}

/// exp for double, long double and registers of double. Arguments are clamped to a range beyond whose ends the result
/// overflows or underflows by itself; NaN passes through.
template <class V>
HEED_ALWAYS_INLINE constexpr V exp_of_double(const V& x) {
    using T = lane_t<V>;
    const V inside = known_as("inside", lanes<V>::clamped(x, exp_underflow<T> - 1, exp_overflow<T> + T(0.25)),
                              "beyond: 0 and infinity");
    const auto parts = exp_in_parts<V>(inside, lanes<V>::broadcast(T(0)));
    const auto value = known_as("value", fast_two_sum<V>(lanes<V>::broadcast(T(1)), parts.fraction.high));
    return scaled_by_power_of_two(V(value.high + (value.low + parts.fraction.low)), parts.exponent);
}

/// e^(r + r_low) of what is left of an argument in multiples of ln 2.
template <class V>
HEED_ALWAYS_INLINE constexpr V exp_of_rest(const exp_argument<V>& x) {
    const V q = known_as("q", polynomial(exp_rest<float>::coefficients, x.r));
    const V sum = known_as("sum", V(x.r + 1.0F));
    const V rest = (x.r - (sum - 1.0F)) + (x.r_low + x.r * x.r * q);
    return sum + rest;
}

/// exp for float and registers of float, in float throughout.
/// method  x = n ln 2 + r, |r| <= 0.347; exp(r) = 1 + r + r^2 q(r), q a minimax polynomial of degree 5 (2^-34)
template <class V>
HEED_ALWAYS_INLINE constexpr V exp_of_float(const V& x) {
    const V inside = known_as("inside", lanes<V>::clamped(x, -104.0F, 89.0F), "beyond: 0 and infinity");
    const auto parts = in_multiples_of_ln2(inside);
    const V half = known_as("half", V(V(parts.n * 0.5F + exp2_series<float>::rounder) - exp2_series<float>::rounder),
                            "2^n may be no normal number");
    return exp_of_rest(parts) * power_of_whole(half) * power_of_whole(V(parts.n - half));
}

/// exp(x) for float, double and long double, in constant expressions too.
/// error   float <= 0.69 ulp for normal results, 0.77 ulp for denormal ones, all floats tried; double and long double
///         <= 0.57 ulp for normal results, 0.77 ulp for denormal ones (tests/scalar/elementary_test.cpp)
template <std::floating_point T>
constexpr T exp(T x) {
    if (std::is_constant_evaluated()) {  // nothing may overflow in a constant expression
        if (x > exp_overflow<T>) return std::numeric_limits<T>::infinity();
        if (x != x) return x;
    }
    if constexpr (std::same_as<T, float>)
        return exp_of_float(x);
    else
        return exp_of_double(x);
}

/// exp of every lane, by the same operations.
template <register_of_lanes V>
HEED_ALWAYS_INLINE V exp(const V& x) {
    if constexpr (std::same_as<lane_t<V>, float>)
        return exp_of_float(x);
    else
        return exp_of_double(x);
}

/// exp(x) for x <= 0, minus infinity and NaN: as exp, in fewer steps.
template <class V>
HEED_ALWAYS_INLINE constexpr V exp_of_non_positive(const V& x) {
    if constexpr (std::same_as<lane_t<V>, float>) {
        const V inside = known_as("inside", choose(x < -104.0F, lanes<V>::broadcast(-104.0F), x), "beyond: 0");
        const auto parts = in_multiples_of_ln2(inside);
        const V power = known_as("power", lanes<V>::from_exponent(V(parts.n + (exp2_series<float>::rounder + 64.0F))),
                                 "2^(n + 64): 2^n may be no normal number");
        return exp_of_rest(parts) * power * 0x1p-64F;
    } else {
        return exp(x);
    }
}

/// exp of each element.
/// error   float <= 0.69 ulp, double <= 0.57 ulp; denormal results 0.77 ulp (tests/scalar/elementary_test.cpp)
/// example const tensor Y = exp(A);
template <>
struct described<function::exp> {
    static constexpr function_traits traits{"exp", 1, 0, 1};
    static constexpr emitted_function emitted{
        .name = "exponential",
        .about = "exp(x), within 0.57 units in the last place: x = n ln 2 + r, and the series of exp(r)",
        .about_float = "exp(x), within 0.77 units in the last place: x = n ln 2 + r, exp(r) by a polynomial"};

    template <class V>
    HEED_ALWAYS_INLINE static constexpr V value(const V& x) {
        if constexpr (!is_recorded<V>)
            return exp(x);
        else if constexpr (std::same_as<lane_t<V>, float>)
            return exp_of_float(x);
        else
            return exp_of_double(x);
    }
    template <class M, class T>
    static constexpr T definition(const M& m, const T& x) {
        return m.exp(x);
    }
    template <class M, class E>
    static constexpr E enclosure(const M&, const E& x) {
        return exp(x);
    }
    template <class B, class Node>
    static constexpr Node adjoint(B& b, Node d, Node, Node y) {
        return b.times(d, y);
    }
    template <class M>
    static constexpr double error(const M& m, double, double y) {
        return m.units(m.format().exp, y);
    }
};

}  // namespace heed::detail
