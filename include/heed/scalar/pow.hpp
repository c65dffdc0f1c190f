// SPDX-License-Identifier: BSL-1.0
// pow, composed of the parts of log and exp. It has no branches, so that it can be recorded. That of integers is exact.
#pragma once

#include <heed/meta/raise.hpp>
#include <heed/scalar/exp.hpp>
#include <heed/scalar/function_list.hpp>
#include <heed/scalar/log.hpp>

#include <concepts>
#include <limits>
#include <type_traits>

namespace heed::detail {

/// 1 with the sign of x, of minus zero too.
template <class V>
constexpr V one_with_sign_of(const V& x) {
    if constexpr (has_exp2<lane_t<V>>)
        return with_sign_of(x, one<V>());
    else
        return V(__builtin_copysign(1.0, static_cast<double>(x)));
}

/// x^y = exp(y log x) for finite x > 0 and finite y.
template <class V>
constexpr V pow_of_positive(const V& x, const V& y) {
    using T = lane_t<V>;
    const auto l = log_in_parts(x);
    const V size = known_as("size", V(l.high * y), "of the exponent");
    const auto overflows = size > exp_overflow<T>, underflows = size < exp_underflow<T>;
    const V factor = known_as("factor", choose(one_holds(overflows, underflows), zero<V>(), y));
    const auto product = known_as("product", two_product<V>(l.high, factor));
    const auto exponent =
        known_as("exponent", fast_two_sum<V>(product.high, known_as("low_part", V(product.low + l.low * factor))));
    const auto parts = exp_in_parts<V>(exponent.high, exponent.low);
    const auto value = known_as("value", fast_two_sum<V>(one<V>(), parts.fraction.high));
    const V power = scaled_by_power_of_two(V(value.high + (value.low + parts.fraction.low)), parts.exponent);
    const V infinity = lanes<V>::broadcast(std::numeric_limits<T>::infinity());
    return choose(overflows, infinity, choose(underflows, zero<V>(), power));
}

/// x^y with the special values of IEEE 754.
template <class V>
constexpr V pow_of_any(const V& x, const V& y) {
    using T = lane_t<V>;
    constexpr T infinite = std::numeric_limits<T>::infinity();
    const auto finite = both_hold(y > -infinite, y < infinite);
    const V exponent = known_as("finite_y", choose(finite, y, zero<V>()));
    const V half = known_as("half_of_y", V(exponent * T(0.5)));
    const V side = known_as("side", one_with_sign_of(x));
    const auto whole = lanes<V>::whole_part(y) == y, odd = both_hold(whole, lanes<V>::whole_part(half) != half);
    const V base = known_as("base", choose(side < T(0), V(-x), x));
    const V sign = known_as("sign", choose(odd, side, one<V>()));
    const auto ordinary = both_hold(both_hold(base > T(0), base < infinite), finite);
    const V positive = known_as("positive", choose(ordinary, base, one<V>()));
    const V power = known_as("power_of_base", pow_of_positive(positive, exponent));

    const V rising = known_as("rising", choose(base > T(1), y, V(-y)));
    const V limit = known_as("limit", choose(rising > T(0), lanes<V>::broadcast(infinite), zero<V>()));
    const V size = known_as("size_of_result", choose(base == T(1), one<V>(), choose(ordinary, power, limit)));
    const V not_a_number = lanes<V>::broadcast(std::numeric_limits<T>::quiet_NaN());
    const auto is_real = one_holds(one_holds(!ordinary, side > T(0)), whole);
    const V value = known_as("of_numbers", choose(is_real, V(sign * size), not_a_number));
    const V or_nan = known_as("or_nan", choose(x != x, x, choose(y != y, y, value)));
    return choose(one_holds(y == T(0), x == T(1)), one<V>(), or_nan);
}

/// x^y with the special values of IEEE 754 (pow(x, 0) is 1, a negative x needs an integer y, else NaN).
/// error   float 0.501 ulp; double <= 0.61 ulp for |y log x| <= 90, 1.5 ulp up to overflow; long double 0.61 and 13 ulp
///         (tests/scalar/elementary_test.cpp)
template <std::floating_point T>
constexpr T pow(T x, T y) {
    return pow_of_any(x, y);
}

constexpr float pow(float x, float y) { return static_cast<float>(pow(double(x), double(y))); }

/// 1 / x^n for n > 0, as C++ divides: 0 but for 1 and -1. Of 0 it is a division by 0, which ends the program.
template <std::integral T>
constexpr T reciprocal_power(T x, bool is_odd) {
    if (x == T(0)) fail("heed: pow(0, n) of integers needs an n that is not negative: it would divide by 0");
    if constexpr (std::signed_integral<T>)
        if (x == T(-1)) return is_odd ? x : T(1);
    return x == T(1) ? x : T(0);
}

/// x^y of integers, by squaring: a product in integers, which overflows as one does. For y < 0 it is reciprocal_power.
template <std::integral T>
constexpr T pow(T x, T y) {
    using product = std::conditional_t<std::unsigned_integral<T>, std::common_type_t<T, unsigned>, decltype(+x)>;
    if (y < T(0)) return reciprocal_power(x, (y & 1) != 0);
    product power = 1, square = x;
    for (T n = y; n != T(0); n = static_cast<T>(n / 2)) {
        if ((n & 1) != 0) power *= square;
        if (n > T(1)) square *= square;
    }
    return static_cast<T>(power);
}

/// d(a^b) = b a^(b-1) da + log(a) a^b db
template <>
struct described<function::pow> : description_of_two {
    static constexpr function_traits traits{"pow", 2, 0, 2, rounding_of::once, function_kind::number};

    template <class V>
    HEED_ALWAYS_INLINE static constexpr V value(const V& a, const V& b) {
        return pow(a, b);
    }
    template <class M, class T>
    static constexpr T definition(const M& m, const T& a, const T& b) {
        return m.power(a, b);
    }
    template <class M, class E>
    static constexpr E enclosure(const M& m, const E& a, const E& b) {
        return m.power(a, b);
    }
    template <class B, class Node>
    static constexpr Node adjoint_of_first(B& n, Node d, Node a, Node b, Node y) {
        const Node exponent = n.one_less(b);
        return n.times(n.times(d, b), n.unless_zero(b, n.apply_like(y, function::pow, a, exponent)));
    }
    template <class B, class Node>
    static constexpr Node adjoint_of_second(B& n, Node d, Node a, Node, Node y) {
        return n.times(n.times(d, y), n.unless_zero(y, n.apply(function::log, a)));
    }
    template <class M, class Size>
    static constexpr double error(const M& m, const Size& b, double y) {
        return m.of_power(b, y);
    }
    template <class M, class Size>
    static constexpr double error_of_steps(const M& m, const Size&, const Size& b, const Size& y) {
        return m.of_power_steps(b, y);
    }
};

}  // namespace heed::detail
