// SPDX-License-Identifier: BSL-1.0
// Sine and cosine, at compile time and at run time, of numbers and of registers with the same operations.
#pragma once

#include <heed/scalar/angle.hpp>
#include <heed/scalar/exp_argument.hpp>
#include <heed/scalar/function_list.hpp>
#include <heed/scalar/polynomial.hpp>

#include <concepts>
#include <limits>
#include <type_traits>

namespace heed::detail {

/// sin(r) = r + r^3 (s0 + s1 r^2 + ...), cos(r) = 1 - r^2 / 2 + r^4 (c0 + c1 r^2 + ...) for |r| <= pi / 4: minimax in
/// the relative error, 2^-27 and 2^-32 for float, 2^-56 and 2^-59 for double.
template <std::floating_point T>
struct circle_series;
template <>
struct circle_series<float> {
    static constexpr float sine[]{-0x1.555546p-3F, 0x1.110738p-7F, -0x1.99428ap-13F};
    static constexpr float cosine[]{0x1.55554ap-5F, -0x1.6c0c3p-10F, 0x1.99ea62p-16F};
};
template <>
struct circle_series<double> {
    static constexpr double sine[]{-0x1.5555555555548p-3, 0x1.111111110f7b7p-7,   -0x1.a01a019bfab46p-13,
                                   0x1.71de3564ec18dp-19, -0x1.ae5e58386327dp-26, 0x1.5d8f1e27f7326p-33};
    static constexpr double cosine[]{0x1.555555555554bp-5,   -0x1.6c16c16c14f75p-10, 0x1.a01a019c8172ap-16,
                                     -0x1.27e4f7e8a5caap-22, 0x1.1ee9d63ade1ep-29,   -0x1.8fa3d1cd5b81ap-37};
};

template <class V>
HEED_ALWAYS_INLINE constexpr V sine_of_rest(const double_word<V>& r) {
    const V square = known_as("square", V(r.high * r.high));
    const V terms = known_as("terms", polynomial(circle_series<lane_t<V>>::sine, square));
    return r.high + (r.low + r.high * square * terms);
}

template <class V>
HEED_ALWAYS_INLINE constexpr V cosine_of_rest(const double_word<V>& r) {
    using T = lane_t<V>;
    const V square = known_as("square", V(r.high * r.high));
    const V terms = known_as("terms_of_cosine", polynomial(circle_series<T>::cosine, square));
    const V half = known_as("half", V(square * T(0.5)));
    const V sum = known_as("sum", V(T(1) - half));
    return sum + (((T(1) - sum) - half) + (square * square * terms - r.high * r.low));
}

/// sin(x + shift pi / 2), without branches. The last bit of the quarters says which series, the one before it the sign.
template <unsigned Shift, class V>
HEED_ALWAYS_INLINE constexpr V circular(const V& x) {
    using T = lane_t<V>;
    constexpr int sign = 8 * int(sizeof(T)) - 1;
    const V size = known_as("size", magnitude(x));
    const angle<V> a = without_quarter_turns(size);
    using bits = typename lanes<V>::bits;
    const bits quarters = known_as("quarters", Shift == 0 ? a.quarters : bits(a.quarters + Shift));
    const auto rest = known_as("angle", a.rest);
    const V is_even = known_as("is_even", with_sign_of(lanes<V>::of_bits(quarters << sign), one<V>()));
    const V side = known_as("side", with_sign_of(lanes<V>::of_bits(quarters << (sign - 1)), one<V>()));
    const V value = known_as("value", choose(is_even > T(0), sine_of_rest(rest), cosine_of_rest(rest)));
    if constexpr (Shift == 0)
        return value * side * with_sign_of(x, one<V>());
    else
        return value * side;
}

/// The same by Taylor's series, for number types whose bits are not known.
template <unsigned Shift, std::floating_point T>
constexpr T circular_by_series(T x) {
    static_assert(std::numeric_limits<T>::digits <= 64,
                  "heed: sin and cos of built-in numbers are for at most 64 binary digits; use a type of "
                  "Boost.Multiprecision");
    const T size = x < 0 ? -x : x;
    const turned_angle<T> a = size < T(0.75) ? turned_angle<T>{0, size} : without_turns(size);
    const unsigned quarters = static_cast<unsigned>(a.quarters) + Shift;
    const T square = a.rest * a.rest;
    T term = quarters % 2 == 0 ? a.rest : T(1), sum = term;
    for (int n = quarters % 2 == 0 ? 2 : 1; n < 40 && term != 0; n += 2) {
        term *= -square / T(n * (n + 1));
        sum += term;
    }
    const T value = quarters % 4 < 2 ? sum : -sum;
    return Shift == 0 && x < 0 ? -value : value;
}

template <unsigned Shift, std::floating_point T>
constexpr T circular_number(T x) {
    if (std::is_constant_evaluated()) {
        if (x != x) return x;
        const T size = x < 0 ? -x : x;
        if (size > std::numeric_limits<T>::max()) return std::numeric_limits<T>::quiet_NaN();
    }
    if constexpr (has_exp2<T>)
        return circular<Shift>(x);
    else
        return circular_by_series<Shift>(x);
}

/// The sine and the cosine of an angle in radians; NaN of an infinite one.
/// error   float and double <= 1 ulp up to 1600 and 1.5 * 2^20, beyond that <= 1.6 ulp, multiples of pi included; long
///         double 6 ulp up to 2^1024, from there on NaN (tests/scalar/sine_test.cpp)
template <std::floating_point T>
constexpr T sin(T x) {
    return circular_number<0>(x);
}
template <std::floating_point T>
constexpr T cos(T x) {
    return circular_number<1>(x);
}
template <register_of_lanes V>
HEED_ALWAYS_INLINE V sin(const V& x) {
    return circular<0>(x);
}
template <register_of_lanes V>
HEED_ALWAYS_INLINE V cos(const V& x) {
    return circular<1>(x);
}

/// For both: the same error, one more unit for a format whose reduction of the argument is not known.
struct circular_description {
    template <class M>
    static constexpr double error(const M& m, double, double y) {
        return m.units(m.format().tanh, y) + m.format().u;
    }
};

/// Sine of each element, in radians; NaN of infinities.
/// error   <= 1 ulp up to 1600 (double: 1.5 * 2^20), beyond that <= 1.6 ulp (tests/scalar/sine_test.cpp)
/// cost    larger elements are reduced one by one: floats up to 1.5 * 2^20 take 8 times as long, other numbers 30 to 80
/// example const tensor Y = sin(A);
template <>
struct described<function::sin> : circular_description {
    static constexpr function_traits traits{"sin", 1, 0, 1};
    static constexpr emitted_function emitted{.name = "sine",
                                              .about = "a series of what is left of x without quarter turns"};

    template <class V>
    HEED_ALWAYS_INLINE static constexpr V value(const V& x) {
        if constexpr (is_recorded<V>)
            return circular<0>(x);
        else
            return sin(x);
    }
    template <class M, class T>
    static constexpr T definition(const M& m, const T& x) {
        return m.sin(x);
    }
    template <class M, class E>
    static constexpr E enclosure(const M&, const E& x) {
        return sin(x);
    }
    template <class B, class Node>
    static constexpr Node adjoint(B& b, Node d, Node x, Node) {
        return b.times(d, b.apply(function::cos, x));
    }
};

/// Cosine of each element, in radians; NaN of infinities.
/// error   that of sin
/// example const tensor Y = cos(A);
template <>
struct described<function::cos> : circular_description {
    static constexpr function_traits traits{"cos", 1, 0, 1};
    static constexpr emitted_function emitted{.name = "cosine", .about = "as the sine, a quarter turn ahead"};

    template <class V>
    HEED_ALWAYS_INLINE static constexpr V value(const V& x) {
        if constexpr (is_recorded<V>)
            return circular<1>(x);
        else
            return cos(x);
    }
    template <class M, class T>
    static constexpr T definition(const M& m, const T& x) {
        return m.cos(x);
    }
    template <class M, class E>
    static constexpr E enclosure(const M&, const E& x) {
        return cos(x);
    }
    template <class B, class Node>
    static constexpr Node adjoint(B& b, Node d, Node x, Node) {
        return b.minus(b.times(d, b.apply(function::sin, x)));
    }
};

}  // namespace heed::detail
