// SPDX-License-Identifier: BSL-1.0
// The logistic function, at compile time and at run time, of numbers and of registers with the same operations.
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

/// Below -end the logistic function, also times its argument, is 0. Powers of two from 2^least on are normal, and
/// negligible when added to 1.
template <std::floating_point T>
struct sigmoid_ends;
template <>
struct sigmoid_ends<float> {
    static constexpr float end = 112, least = -100;
};
template <>
struct sigmoid_ends<double> {
    static constexpr double end = 756, least = -1000;
};

/// The logistic function itself, and times its argument.
struct alone {
    template <class V>
    HEED_ALWAYS_INLINE static constexpr V times(const V& ratio, const V&) {
        return ratio;
    }
};
struct times_argument {
    template <class V>
    HEED_ALWAYS_INLINE static constexpr V times(const V& ratio, const V& x) {
        return ratio * x;
    }
};

/// The logistic function of a number or of each lane of a register, without branches.
/// method  with e = exp(-|x|) as a double word: 1 / (1 + e), and e / (1 + e) for negative x, there without the power of
///         two of e, which comes last and in two factors: denormal results are rounded once, and no digit of a product
///         with the argument is lost
template <class Product = alone, class V>
HEED_ALWAYS_INLINE constexpr V sigmoid_in_lanes(const V& x) {
    using T = lane_t<V>;
    using ends = sigmoid_ends<T>;
    const V size = known_as("size", magnitude(x)), zero = lanes<V>::broadcast(T(0)), one = lanes<V>::broadcast(T(1));
    const V inside = choose(size > ends::end, lanes<V>::broadcast(ends::end), size);  // NaN is unchanged
    const auto y = in_multiples_of_ln2<V>(known_as("y", V(-inside)));
    const V q = known_as("q", polynomial(exp_rest<T>::coefficients, y.r));
    const auto sum = known_as("sum", fast_two_sum<V>(one, y.r));
    const V rest = known_as("rest", V(sum.low + (y.r_low + y.r * y.r * q)));
    const auto e = known_as("e", fast_two_sum<V>(sum.high, rest), "e + e_low: exp(-|x|) / 2^n");

    const V n = known_as("most", choose(y.n > ends::least, y.n, lanes<V>::broadcast(ends::least)));
    const V power = known_as("power", power_of_whole(n));
    const auto divisor = known_as("divisor", fast_two_sum<V>(one, known_as("shifted", V(power * e.high))));
    const double_word<V> above{known_as("above", choose(x < T(0), e.high, one)),
                               known_as("above_low", choose(x < T(0), e.low, zero))};
    const V ratio = known_as("ratio", quotient_by_halves<V>(above, {divisor.high, divisor.low + power * e.low}));
    const V product = Product::template times<V>(ratio, choose(x < T(0), V(-inside), x));
    const V scaled = known_as("scaled", V(product * power * power_of_whole(V(y.n - n))));
    return choose(x < T(0), scaled, product);
}

/// The logistic function for number types whose bits are not known.
template <std::floating_point T>
constexpr T sigmoid_by_exp(T x) {
    if (x != x) return x;
    if (x < exp_underflow<T>) return 0;
    if (x < T(-2) * std::numeric_limits<T>::digits) return exp(x);
    if (x > T(2) * std::numeric_limits<T>::digits) return 1;
    const auto e = exp_in_parts<T>(x < 0 ? x : -x, 0);
    const double_word<T> one{1, 0};
    return quotient(x < 0 ? shifted_exponential(e, T(0)) : one, shifted_exponential(e, T(1)));
}

/// 1 / (1 + exp(-x))
/// error   <= 0.68 ulp for normal results, 0.77 ulp for denormal ones, all floats tried
///         (tests/scalar/elementary_test.cpp, tests/simd/pack_error_test.cpp)
template <std::floating_point T>
constexpr T sigmoid(T x) {
    if constexpr (has_exp2<T>) {
        if (std::is_constant_evaluated() && x != x) return x;
        return sigmoid_in_lanes(x);
    } else {
        return sigmoid_by_exp(x);
    }
}
template <register_of_lanes V>
HEED_ALWAYS_INLINE V sigmoid(const V& x) {
    return sigmoid_in_lanes(x);
}

/// 1 / (1 + exp(-x)) of each element.
/// error   <= 0.68 ulp; denormal results 0.77 ulp (tests/scalar/elementary_test.cpp)
/// example const tensor Y = sigmoid(A);
template <>
struct described<function::sigmoid> {
    static constexpr function_traits traits{"sigmoid", 1, 2, 1, rounding_of::each_step};
    static constexpr emitted_function emitted{
        .name = "logistic",
        .about = "with e = exp(-|x|) as a sum of two numbers: 1 / (1 + e), or e / (1 + e) for negative x"};

    template <class V>
    HEED_ALWAYS_INLINE static constexpr V value(const V& x) {
        if constexpr (is_recorded<V>)
            return sigmoid_in_lanes(x);
        else if constexpr (std::floating_point<lane_t<V>>)
            return sigmoid(x);
        else
            return V(1) / (V(1) + apply<function::exp>(V(-x)));
    }
    template <class M, class T>
    static constexpr T definition(const M& m, const T& x) {
        return T(T(1) / (T(1) + m.exp(T(-x))));
    }
    template <class M, class E>
    static constexpr E enclosure(const M& m, const E& x) {
        return m.increasing(x, [](const E& point) {
            if (!certainly_negative(point)) return min(E(1) / (E(1) + exp(-point)), E(1));
            const E power = exp(point);
            return power / (E(1) + power);
        });
    }
    template <class B, class Node>
    static constexpr Node adjoint(B& b, Node d, Node, Node y) {
        return b.times(d, b.times(y, b.one_minus(y)));
    }
    /// As 1 / (1 + exp(-x)) it has relative errors only; as (1 + tanh(x / 2)) / 2 it has the errors of tanh and of the
    /// sum.
    template <class M>
    static constexpr double error(const M& m, double, double y) {
        return m.in_steps(m.units(m.sigmoid_units(), 1) + m.units(m.format().exp + 5, y));
    }
};

}  // namespace heed::detail
