// SPDX-License-Identifier: BSL-1.0
// log, at compile time and at run time, with the same operations for numbers and registers; and log as a sum of two
// numbers, for pow.
#pragma once

#include <heed/scalar/binary_exponent.hpp>
#include <heed/scalar/double_word.hpp>
#include <heed/scalar/exp.hpp>
#include <heed/scalar/exp_argument.hpp>
#include <heed/scalar/function_list.hpp>
#include <heed/scalar/polynomial.hpp>

#include <bit>
#include <concepts>
#include <limits>
#include <type_traits>

namespace heed::detail {

/// log(1 + f) = f - f^2 / 2 + f^3 (c0 + c1 f + ...) for sqrt(1/2) <= 1 + f < sqrt(2): minimax in the relative error,
/// 2^-28 for float and 2^-57 for double. ln 2 is in two parts; exponents times the first are exact.
template <std::floating_point T>
struct log_series;
template <>
struct log_series<float> {
    static constexpr float coefficients[]{0x1.555548p-2F,  -0x1.000006p-2F, 0x1.99a4b6p-3F,
                                          -0x1.555c58p-3F, 0x1.233762p-3F,  -0x1.fc2080p-4F,
                                          0x1.e6ef8cp-4F,  -0x1.de445ap-4F, 0x1.1462c8p-4F};
    static constexpr float root_of_half = 0x1.6a09e6p-1F, denormal_scale = 0x1p25F, denormal_exponent = 25;
};
template <>
struct log_series<double> {
    static constexpr double coefficients[]{
        0x1.555555555556bp-2, -0x1.ffffffffffe7bp-3, 0x1.9999999994dc8p-3, -0x1.555555556b1fcp-3,
        0x1.249249275d305p-3, -0x1.fffffff3a497dp-4, 0x1.c71c702e2baf7p-4, -0x1.99999aa0fda8bp-4,
        0x1.745d58d012b0bp-4, -0x1.555576b1c15bap-4, 0x1.3b0d78c788d63p-4, -0x1.24894c53fac81p-4,
        0x1.116a0114f3871p-4, -0x1.00cfa3687212dp-4, 0x1.dc97ae41ac0cfp-5, -0x1.b45e84b56fafdp-5,
        0x1.bbad1a837d316p-5, -0x1.0106c5a807591p-4, 0x1.d2b0265ca9493p-5, -0x1.8dbd612e3c5d4p-6,
    };
    static constexpr double root_of_half = 0x1.6a09e667f3bcdp-1, denormal_scale = 0x1p54, denormal_exponent = 54;
};

/// x = 2^exponent * mantissa, sqrt(1/2) <= mantissa < sqrt(2), for finite x > 0; a mantissa in that range for any x.
template <class V>
struct centred_parts {
    V mantissa;
    V exponent;
};

template <class V>
HEED_ALWAYS_INLINE constexpr centred_parts<V> split_at_root_of_half(const V& x) {
    using T = lane_t<V>;
    using series = log_series<T>;
    using bits = unsigned_bits_t<T>;
    constexpr int places = std::numeric_limits<T>::digits - 1;
    constexpr bits one = std::bit_cast<bits>(T(1)), centre = std::bit_cast<bits>(series::root_of_half);
    constexpr T whole_numbers = power_of_two<T>(places);  // the last bits of this plus n are n
    constexpr T bias = T(std::numeric_limits<T>::max_exponent - 1);

    const auto is_small = x < std::numeric_limits<T>::min();
    const V factor = choose(is_small, lanes<V>::broadcast(series::denormal_scale), lanes<V>::broadcast(T(1)));
    const V normal = x * factor;
    const auto shifted = known_as("shifted", lanes<V>::bits_of(normal) + static_cast<bits>(one - centre));
    const V mantissa = lanes<V>::of_bits((shifted & static_cast<bits>((bits{1} << places) - 1)) + centre);
    const V biased = lanes<V>::of_bits((shifted >> places) | std::bit_cast<bits>(whole_numbers));
    const V zero = lanes<V>::broadcast(T(0)), denormal = lanes<V>::broadcast(series::denormal_exponent);
    const V moved = known_as("moved", choose(is_small, denormal, zero));
    return {mantissa, known_as("n", V((biased - (whole_numbers + bias)) - moved))};
}

/// log of a number or of each lane of a register, without branches.
template <class V>
HEED_ALWAYS_INLINE constexpr V log_in_lanes(const V& x) {
    using T = lane_t<V>;
    using limits = std::numeric_limits<T>;
    const auto parts = split_at_root_of_half(x);
    const V f = known_as("f", V(parts.mantissa - T(1)));  // exact
    const V square = known_as("square", V(f * f));
    const V half = known_as("minus_half", V(-(square * T(0.5))), "log m = f - f^2 / 2 + f^3 p");
    const auto start = known_as("start", fast_two_sum<V>(f, half));
    const V of_power = known_as("of_power", V(parts.exponent * exp_rest<T>::ln2), "ln 2 in two parts");
    const auto sum = known_as("sum", fast_two_sum<V>(of_power, start.high));
    const V p = known_as("p", polynomial(log_series<T>::coefficients, f));
    const V cube = known_as("cube", V(f * square * p));
    const V low = sum.low + (start.low + (cube + parts.exponent * exp_rest<T>::ln2_low));
    const V value = known_as("finite", choose(x > limits::max(), x, V(sum.high + low)));
    const V of_the_rest = known_as("others", choose(x == T(0), lanes<V>::broadcast(-limits::infinity()),
                                                    lanes<V>::broadcast(limits::quiet_NaN())));
    return choose(x > T(0), value, of_the_rest);
}

template <std::floating_point T>
inline constexpr T two_thirds = T(2) / T(3);
template <std::floating_point T>
inline constexpr T two_thirds_low = [] {
    const auto back = two_product(two_thirds<T>, T(3));
    return ((2 - back.high) - back.low) / 3;
}();

/// 2 / 5, 2 / 7, ...: what is left of 2 artanh s, over s^5, in powers of s^2.
template <std::floating_point T>
struct artanh_series {
    static constexpr std::size_t count = std::numeric_limits<T>::digits <= 53 ? 11 : 14;
    T coefficients[count];
};
template <std::floating_point T>
inline constexpr artanh_series<T> artanh_tail = [] {
    artanh_series<T> tail{};
    for (std::size_t i = 0; i < tail.count; ++i) tail.coefficients[i] = T(2) / T(2 * i + 5);
    return tail;
}();

/// x = 2^exponent * mantissa as above, also for types whose bits are not known.
template <class V>
constexpr centred_parts<V> split_for_log(const V& x) {
    if constexpr (has_exp2<lane_t<V>>) {
        return split_at_root_of_half(x);
    } else {
        const auto [m, k] = split_binary(x);
        const bool is_large = m > V(1.4142135623730950488L);
        return {is_large ? m / 2 : m, V(is_large ? k + 1 : k)};
    }
}

/// log(x) as a sum of two numbers, for finite x > 0.
/// method  x = 2^k m, m in [0.7, 1.42); log m = 2 artanh s, s = (m - 1) / (m + 1), as a series in s^2 <= 0.03
template <class V>
constexpr double_word<V> log_in_parts(const V& x) {
    using T = lane_t<V>;
    const auto parts = split_for_log(x);
    const V m = known_as("m", parts.mantissa, "x = 2^k m"), k = known_as("k", parts.exponent);
    const V f = known_as("f", V(m - T(1)));  // exact
    const auto divisor = known_as("divisor", two_sum<V>(m, lanes<V>::broadcast(T(1))));
    const V s = known_as("s", V(f / divisor.high), "log m = 2 artanh s");
    const auto back = known_as("back", two_product<V>(s, divisor.high));
    const V s_low = known_as("s_low", V((((f - back.high) - back.low) - s * divisor.low) / divisor.high));

    // 2 s^3 / 3 is a double word, so that the rest of the series is below 1e-4.
    const auto square = known_as("square", two_product<V>(s, s));
    const auto cube = known_as("cube", two_product<V>(square.high, s));
    const auto third = known_as("third", two_product<V>(cube.high, lanes<V>::broadcast(two_thirds<T>)));
    const V third_low = third.low + (cube.low + square.low * s) * two_thirds<T> +
                        (cube.high * two_thirds_low<T> + T(2) * square.high * s_low);
    const V series = known_as("series", polynomial(artanh_tail<T>.coefficients, square.high));
    const V tail = series * (cube.high * square.high);

    const auto leading =
        known_as("leading", two_sum<V>(known_as("of_power", V(k * T(ln2_parts[0]))), known_as("twice_s", V(T(2) * s))));
    const auto sum = known_as("sum", two_sum<V>(leading.high, third.high));
    const V rest = sum.low + (leading.low + (k * T(ln2_parts[1]) + (T(2) * s_low + (third_low + tail))));
    return known_as("log", fast_two_sum<V>(sum.high, known_as("rest_of_log", rest)));
}

/// The natural logarithm: minus infinity at 0, NaN below.
/// error   float and double <= 0.72 ulp, all floats tried; other types 0.51 ulp
///         (tests/scalar/elementary_test.cpp, tests/simd/pack_error_test.cpp)
template <std::floating_point T>
constexpr T log(T x) {
    if constexpr (has_exp2<T>)
        if (!std::is_constant_evaluated() || (x > 0 && x < std::numeric_limits<T>::infinity())) return log_in_lanes(x);
    if (x != x || x == std::numeric_limits<T>::infinity()) return x;
    if (x == 0) return -std::numeric_limits<T>::infinity();
    if (x < 0) return std::numeric_limits<T>::quiet_NaN();
    const auto parts = log_in_parts(x);
    return parts.high + parts.low;
}
template <register_of_lanes V>
HEED_ALWAYS_INLINE V log(const V& x) {
    return log_in_lanes(x);
}

/// Natural logarithm of each element; minus infinity at 0, NaN below.
/// error   <= 0.72 ulp (tests/scalar/elementary_test.cpp)
/// example const tensor Y = log(A);
template <>
struct described<function::log> {
    static constexpr function_traits traits{"log", 1, 0, 1};
    static constexpr emitted_function emitted{
        .name = "logarithm", .about = "x = 2^n m with m next to 1: n log 2 + log m, a series in f = m - 1"};

    template <class V>
    HEED_ALWAYS_INLINE static constexpr V value(const V& x) {
        if constexpr (is_recorded<V>)
            return log_in_lanes(x);
        else
            return log(x);
    }
    template <class M, class T>
    static constexpr T definition(const M& m, const T& x) {
        return m.log(x);
    }
    template <class M, class E>
    static constexpr E enclosure(const M&, const E& x) {
        return log(x);
    }
    template <class B, class Node>
    static constexpr Node adjoint(B& b, Node d, Node x, Node) {
        return b.apply(function::divide, d, x);
    }
    template <class M>
    static constexpr double error(const M& m, double, double y) {
        return m.units(m.format().log, y);
    }
};

}  // namespace heed::detail
