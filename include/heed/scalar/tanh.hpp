// SPDX-License-Identifier: BSL-1.0
// tanh, at compile time and at run time, of numbers and of registers with the same operations.
#pragma once

#include <heed/scalar/exp.hpp>
#include <heed/scalar/exp_argument.hpp>
#include <heed/scalar/exp_quotient.hpp>
#include <heed/scalar/function_list.hpp>
#include <heed/scalar/polynomial.hpp>

#include <concepts>
#include <limits>
#include <type_traits>

namespace heed::detail {

/// tanh(x) = x + x^3 (c0 + c1 x^2 + ...) for |x| <= 0.9: minimax in the relative error, 2^-29 for float and 2^-56 for
/// double. From `end` on tanh rounds to 1.
template <std::floating_point T>
struct tanh_series;
template <>
struct tanh_series<float> {
    static constexpr float coefficients[]{-0x1.55554ep-2F, 0x1.110f38p-3F, -0x1.b9ca4ep-5F, 0x1.62f1cap-6F,
                                          -0x1.0ed7a8p-7F, 0x1.529d4ap-9F, -0x1.ddd81ep-12F};
    static constexpr float end = 9.25F;
};
template <>
struct tanh_series<double> {
    static constexpr double coefficients[]{
        -0x1.5555555555519p-2,  0x1.111111110dbe4p-3,  -0x1.ba1ba1b80ce6fp-5,  0x1.664f4830151c7p-6,
        -0x1.226e2da5705eap-7,  0x1.d6d2e0afaeb7fp-9,  -0x1.7d9960658e0e3p-10, 0x1.350c3b4deb2c5p-11,
        -0x1.f23b64b1d65ebp-13, 0x1.8960dcf1949bdp-14, -0x1.22b227d11a55dp-15, 0x1.6ddf530e552aap-17,
        -0x1.4c7f58b1aed7fp-19, 0x1.3831634a38283p-22,
    };
    static constexpr double end = 19.5;
};

/// tanh of a number or of each lane of a register, without branches.
/// method  |x| <= 0.9: the series; else 1 - 2 / (exp(2 |x|) + 1)
template <class V>
HEED_ALWAYS_INLINE constexpr V tanh_in_lanes(const V& x) {
    using T = lane_t<V>;
    using series = tanh_series<T>;
    const V size = known_as("size", magnitude(x));
    const V inside =
        known_as("inside", choose(size > series::end, lanes<V>::broadcast(series::end), size));  // NaN is unchanged
    const auto twice = in_multiples_of_ln2<V>(known_as("twice", V(inside + inside)));
    const V q = known_as("q", polynomial(exp_rest<T>::coefficients, twice.r));
    const V fraction = twice.r + twice.r * twice.r * q;
    const V power = known_as("power", power_of_whole(twice.n));
    const V outer = known_as("outer", V(T(1) - T(2) / ((power + T(1)) + power * fraction)));
    const V square = known_as("square", V(inside * inside));
    const V rest = known_as("rest", polynomial(series::coefficients, square));
    const V inner = known_as("inner", V(inside + inside * (square * rest)));
    return with_sign_of(x, choose(size > T(0.9), outer, inner));
}

/// (e^y - 1) / (e^y + 1) with y = 2 |x|, and the sign of x, for number types whose bits are not known.
template <std::floating_point T>
constexpr T tanh_by_exp(T x) {
    if (x != x) return x;
    const T size = x < 0 ? -x : x;
    constexpr T tiny = power_of_two<T>(-std::numeric_limits<T>::digits / 2 - 3);
    if (size < tiny) return x;  // the next term is below a tenth of a unit in the last place
    if (size > 24) return x < 0 ? T(-1) : T(1);
    const auto e = exp_in_parts<T>(2 * size, 0);
    const T result = quotient(shifted_exponential(e, T(-1)), shifted_exponential(e, T(1)));
    return x < 0 ? -result : result;
}

/// The hyperbolic tangent: odd, never beyond 1.
/// error   float <= 1.07 ulp, 0.98 ulp with fused multiply-add, all floats tried; double <= 1.1 ulp; other types
///         0.61 ulp (tests/scalar/elementary_test.cpp, tests/simd/pack_error_test.cpp)
template <std::floating_point T>
constexpr T tanh(T x) {
    if constexpr (has_exp2<T>) {
        if (std::is_constant_evaluated() && x != x) return x;
        return tanh_in_lanes(x);
    } else {
        return tanh_by_exp(x);
    }
}
template <register_of_lanes V>
HEED_ALWAYS_INLINE V tanh(const V& x) {
    return tanh_in_lanes(x);
}

/// Hyperbolic tangent of each element.
/// error   <= 1.1 ulp, never beyond 1 (tests/scalar/elementary_test.cpp)
/// example const tensor Y = tanh(A);
template <>
struct described<function::tanh> {
    static constexpr function_traits traits{"tanh", 1, 0, 1};
    static constexpr emitted_function emitted{.name = "hyperbolic_tangent",
                                              .about = "1 - 2 / (exp(2 |x|) + 1), next to 0 a series; the sign of x"};

    template <class V>
    HEED_ALWAYS_INLINE static constexpr V value(const V& x) {
        if constexpr (is_recorded<V>)
            return tanh_in_lanes(x);
        else
            return tanh(x);
    }
    template <class M, class T>
    static constexpr T definition(const M& m, const T& x) {
        return m.tanh(x);
    }
    template <class M, class E>
    static constexpr E enclosure(const M&, const E& x) {
        return tanh(x);
    }
    template <class B, class Node>
    static constexpr Node adjoint(B& b, Node d, Node, Node y) {
        return b.times(d, b.one_minus(b.times(y, y)));
    }
    template <class M>
    static constexpr double error(const M& m, double, double y) {
        return m.units(m.format().tanh, y);
    }
};

}  // namespace heed::detail
