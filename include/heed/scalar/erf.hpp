// SPDX-License-Identifier: BSL-1.0
// The error function, at compile time and at run time. Numbers and registers use the same operations; other number
// types use Taylor series around the nearest node of a table.
#pragma once

#include <heed/scalar/abs.hpp>
#include <heed/scalar/constants.hpp>
#include <heed/scalar/double_word.hpp>
#include <heed/scalar/erf_table.hpp>
#include <heed/scalar/exp.hpp>
#include <heed/scalar/exp2.hpp>
#include <heed/scalar/function_list.hpp>
#include <heed/scalar/polynomial.hpp>

#include <concepts>
#include <limits>
#include <type_traits>

namespace heed::detail {

/// erf(x) = x + x (c0 + c1 x^2 + ...) for |x| <= middle; erf(middle + t) = 1 - left 2^(t (d0 + d1 t + ...)) for t >= 0,
/// left = 1 - erf(middle): minimax, errors of 2^-28 (float) and 2^-56 (double). The number at which the series meet is
/// one where `left` is nearly a float, or a double. From `end` on erf rounds to 1.
template <std::floating_point T>
struct erf_series;
template <>
struct erf_series<float> {
    static constexpr float inner[]{0x1.06eba8p-3F, -0x1.81274p-2F,   0x1.ce2d5cp-4F, -0x1.b7ff9p-6F,
                                   0x1.543184p-8F, -0x1.a4cf9ep-11F, 0x1.49f53cp-14F};
    static constexpr float outer[]{-0x1.b02948p+1F, -0x1.2e591ep+0F, -0x1.24373ep-4F, 0x1.1ae0bcp-6F,
                                   -0x1.b4e066p-9F, 0x1.cbb1b6p-12F, -0x1.d5c63p-16F};
    static constexpr float middle = 0x1.a4p-1F, left_at_middle = 0x1.f7d3b8p-3F, end = 3.9375F;
};
template <>
struct erf_series<double> {
    static constexpr double inner[]{
        0x1.06eba8214db69p-3,  -0x1.812746b037a33p-2,  0x1.ce2f21a046f2fp-4,  -0x1.b82ce313fc44dp-6,
        0x1.565bcd5042007p-8,  -0x1.c02dc19f52108p-11, 0x1.f9a4e8960f5a3p-14, -0x1.f4f788906b74p-17,
        0x1.bbde4dbfc13d4p-20, -0x1.6fd8f7b56a615p-23, 0x1.49a25b34da376p-26, -0x1.2c6b81a0e141bp-29,
    };
    static constexpr double outer[]{
        -0x1.b3b549a3e2ac8p+1,  -0x1.2efca910274d9p+0,  -0x1.20dbb699266f6p-4,  0x1.16aa8ef29134fp-6,
        -0x1.9ebe49c8d53c4p-9,  0x1.11918ab482142p-12,  0x1.bd98fb70d0723p-14,  -0x1.0b9db9270d0b9p-14,
        0x1.3a86b2fadb2afp-16,  -0x1.72ec82276e3fdp-19, -0x1.c8f17496d6f93p-22, 0x1.dbaa4dc9b5b97p-22,
        -0x1.693a9b14fb1fbp-23, 0x1.6ab01ce24eab4p-25,  -0x1.0053198e4fac2p-27, 0x1.ee63923ba2091p-31,
        -0x1.24f3c38150519p-34, 0x1.41d4111bf7e43p-39,
    };
    static constexpr double middle = 0x1.aap-1, left_at_middle = 0x1.ea246dc9a50cdp-3, end = 5.9375;
};

/// erf of a number or of each lane of a register, without branches. There is no cancellation: 1 - erf is below 0.24
/// where it is subtracted.
template <class V>
HEED_ALWAYS_INLINE constexpr V erf_in_lanes(const V& x) {
    using T = lane_t<V>;
    using series = erf_series<T>;
    const V size = known_as("size", magnitude(x));
    const V inside =
        known_as("inside", choose(size > series::end, lanes<V>::broadcast(series::end), size));  // NaN is unchanged
    const V square = known_as("square", V(inside * inside));
    const V rest = known_as("rest", polynomial(series::inner, square));
    const V inner = known_as("inner", V(inside + inside * rest));
    const V beyond = known_as("beyond", V(inside - series::middle));
    const V slope = known_as("slope", polynomial(series::outer, beyond));
    const V power = exp2_of_non_positive(V(beyond * slope));
    const V outer = known_as("outer", V(T(1) - power * series::left_at_middle));
    return with_sign_of(x, choose(size > series::middle, outer, inner));
}

/// sum over n >= 1 of h_n t^n / (n + 1), where exp(-2ct - t^2) = sum h_n t^n:
/// how far the mean slope between c and c + t is from the slope at c. |t| <= 1/16, c <= 7.
template <std::floating_point T>
constexpr T erf_slope_change(T c, T t) {
    constexpr int terms = std::numeric_limits<T>::digits <= 53 ? 13 : 17;
    T before = 0, h = 1, power = 1, sum = 0;
    for (int n = 1; n <= terms; ++n) {
        const T next = -2 * (c * h + before) / T(n);
        before = h;
        h = next;
        power *= t;
        sum += h * power / T(n + 1);
    }
    return sum;
}

/// 2 / sqrt(pi) * x if further terms vanish and x is too small to be split into halves.
template <std::floating_point T>
constexpr T erf_next_to_zero(T x) {
    constexpr T larger = power_of_two<T>(2 * std::numeric_limits<T>::digits);
    const auto slope = two_sum(T(erf_nodes[0].slope), T(erf_nodes[0].slope_low));
    const auto value = two_product(slope.high, x * larger);
    return (value.high + (value.low + slope.low * (x * larger))) * (1 / larger);
}

/// erf from the nearest node of the table.
template <std::floating_point T>
constexpr T erf_by_table(T x) {
    if (x != x || x == 0) return x;
    const T size = x < 0 ? -x : x;
    if (size > T(6.75)) return x < 0 ? T(-1) : T(1);
    if (size < std::numeric_limits<T>::min() / std::numeric_limits<T>::epsilon()) return erf_next_to_zero(x);
    const int index = static_cast<int>(size / T(erf_spacing) + T(0.5));
    const T c = T(index) * T(erf_spacing), t = size - c;  // both exact
    const erf_node& node = erf_nodes[index];
    const auto value = two_sum(T(node.value), T(node.value_low));
    const auto slope = two_sum(T(node.slope), T(node.slope_low));
    const auto rise = two_product(slope.high, t);
    const auto sum = two_sum(value.high, rise.high);
    const T rest = value.low + (rise.low + slope.low * t) + rise.high * erf_slope_change(c, t);
    const T result = sum.high + (sum.low + rest);
    return x < 0 ? -result : result;
}

/// 2 / sqrt(pi) * integral of exp(-u^2) from 0 to x: odd, never beyond 1.
/// error   float <= 0.94 ulp, all floats tried; double <= 1 ulp; other types 0.52 ulp; denormal results 0.77 ulp
///         (tests/scalar/elementary_test.cpp, tests/simd/pack_error_test.cpp)
template <std::floating_point T>
constexpr T erf(T x) {
    if constexpr (has_exp2<T>) {
        if (std::is_constant_evaluated() && x != x) return x;
        return erf_in_lanes(x);
    } else {
        return erf_by_table(x);
    }
}
template <register_of_lanes V>
HEED_ALWAYS_INLINE V erf(const V& x) {
    return erf_in_lanes(x);
}

/// Error function of each element, 2 / sqrt(pi) times the integral of exp(-t^2) from 0 to x.
/// error   <= 1 ulp, never beyond 1 (tests/scalar/elementary_test.cpp)
/// example const tensor Y = erf(A);
template <>
struct described<function::erf> {
    static constexpr function_traits traits{"erf", 1, 0, 1};
    static constexpr emitted_function emitted{.name = "error_function",
                                              .about = "a series next to 0, else 1 - 2^(another); the sign of x"};

    template <class V>
    HEED_ALWAYS_INLINE static constexpr V value(const V& x) {
        if constexpr (is_recorded<V>)
            return erf_in_lanes(x);
        else
            return erf(x);
    }
    template <class M, class T>
    static constexpr T definition(const M& m, const T& x) {
        return m.erf(x);
    }
    template <class M, class E>
    static constexpr E enclosure(const M&, const E& x) {
        return erf(x);
    }
    template <class B, class Node>
    static constexpr Node adjoint(B& b, Node d, Node x, Node) {
        return b.times(d, b.apply(function::erf_slope, x));
    }
    template <class M>
    static constexpr double error(const M& m, double, double y) {
        return m.units(m.format().tanh, y);
    }
};

/// 2 / sqrt(pi) exp(-x^2), the slope of erf.
template <>
struct described<function::erf_slope> : slope_description {
    static constexpr function_traits traits{"erf_slope", 1, 3, 1, rounding_of::each_step};
    static constexpr emitted_function emitted{.name = "erf_slope", .about = "2 / sqrt(pi) exp(-x^2)"};

    template <class V>
    HEED_ALWAYS_INLINE static constexpr V value(const V& x) {
        using T = lane_t<V>;
        return T(T(2) * root_of_half<T>() * root_of_two_over_pi<T>()) * apply<function::exp>(V(-x * x));
    }
    template <class M, class T>
    static constexpr T definition(const M& m, const T& x) {
        return T(T(2) / m.sqrt(m.pi(x)) * m.exp(T(-x * x)));
    }
    template <class M, class E>
    static constexpr E enclosure(const M& m, const E& x) {
        const E size = enclosed<function::abs>(m, x);
        return m.template two_over_root_pi<E>() * exp(-(size * size));
    }
};

}  // namespace heed::detail
