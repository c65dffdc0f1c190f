// SPDX-License-Identifier: BSL-1.0
// The elementwise functions as values, and what each computes.
#pragma once

#include <heed/scalar/erf.hpp>
#include <heed/scalar/exp.hpp>
#include <heed/scalar/log.hpp>
#include <heed/scalar/pow.hpp>
#include <heed/scalar/sigmoid.hpp>
#include <heed/scalar/sqrt.hpp>
#include <heed/scalar/tanh.hpp>

#include <concepts>
#include <limits>

namespace heed::detail {

enum class function : unsigned char {
    copy,
    negate,
    exp,
    log,
    sqrt,
    rsqrt,
    tanh,
    erf,
    sigmoid,
    relu,
    gelu,
    gelu_tanh,
    silu,
    abs,
    is_zero,    ///< 1 where x is 0, else 0
    step,       ///< the slope of relu
    sign,       ///< the slope of abs
    erf_slope,  ///< 2 / sqrt(pi) exp(-x^2)
    gelu_slope,
    gelu_tanh_slope,
    silu_slope,
    sin,  ///< this and the next three: of formulas that are text and of gradients only (is_evaluated_only)
    cos,
    round,  ///< to the nearest whole number
    jump,   ///< the slope of a function that is constant but for jumps, from its value: 0 where it has one
    add,
    subtract,
    multiply,
    divide,
    pow,
    min,
    max,
    less,        ///< 1 where a < b, else 0
    less_equal,  ///< 1 where a <= b, else 0
    equal,       ///< 1 where a == b, else 0
    both,        ///< 1 where neither is 0, else 0
    either,      ///< 1 where one is not 0, else 0
    quotient,    ///< of whole numbers, cut off towards 0; by 0 it is 0
    remainder,   ///< of whole numbers, with the sign of the first; by 0 it is 0
    where,       ///< b where a is not 0, else minus infinity
    keep,        ///< b where a is not 0, else 0
};

/// What study and cost need to know of a function.
struct function_traits {
    const char* name;
    int operands;
    int flops;            ///< additions, multiplications, divisions, comparisons
    int transcendentals;  ///< calls of exp, log, tanh, erf, sqrt
};

constexpr function_traits traits_of(function f) {
    switch (f) {
        case function::copy: return {"copy", 1, 0, 0};
        case function::negate: return {"negate", 1, 1, 0};
        case function::exp: return {"exp", 1, 0, 1};
        case function::log: return {"log", 1, 0, 1};
        case function::sqrt: return {"sqrt", 1, 0, 1};
        case function::rsqrt: return {"rsqrt", 1, 1, 1};
        case function::tanh: return {"tanh", 1, 0, 1};
        case function::erf: return {"erf", 1, 0, 1};
        case function::sigmoid: return {"sigmoid", 1, 2, 1};
        case function::relu: return {"relu", 1, 1, 0};
        case function::gelu: return {"gelu", 1, 4, 1};
        case function::gelu_tanh: return {"gelu_tanh", 1, 8, 1};
        case function::silu: return {"silu", 1, 3, 1};
        case function::abs: return {"abs", 1, 1, 0};
        case function::is_zero: return {"!", 1, 1, 0};
        case function::step: return {"step", 1, 1, 0};
        case function::sign: return {"sign", 1, 2, 0};
        case function::erf_slope: return {"erf_slope", 1, 3, 1};
        case function::gelu_slope: return {"gelu_slope", 1, 8, 2};
        case function::gelu_tanh_slope: return {"gelu_tanh_slope", 1, 16, 1};
        case function::silu_slope: return {"silu_slope", 1, 6, 1};
        case function::sin: return {"sin", 1, 0, 1};
        case function::cos: return {"cos", 1, 0, 1};
        case function::round: return {"round", 1, 1, 0};
        case function::jump: return {"jump", 1, 0, 0};
        case function::add: return {"+", 2, 1, 0};
        case function::subtract: return {"-", 2, 1, 0};
        case function::multiply: return {"hadamard", 2, 1, 0};
        case function::divide: return {"/", 2, 1, 0};
        case function::pow: return {"pow", 2, 0, 2};
        case function::min: return {"min", 2, 1, 0};
        case function::max: return {"max", 2, 1, 0};
        case function::less: return {"<", 2, 1, 0};
        case function::less_equal: return {"<=", 2, 1, 0};
        case function::equal: return {"==", 2, 1, 0};
        case function::both: return {"&&", 2, 1, 0};
        case function::either: return {"||", 2, 1, 0};
        case function::quotient: return {"/", 2, 1, 0};
        case function::remainder: return {"%", 2, 1, 0};
        case function::where: return {"where", 2, 1, 0};
        case function::keep: return {"keep", 2, 1, 0};
    }
    return {"", 0, 0, 0};
}

/// Functions that reference/ evaluates and loops do not: formulas that are text have them, those in C++ do not.
constexpr bool is_evaluated_only(function f) {
    return f == function::sin || f == function::cos || f == function::round || f == function::jump;
}

/// Functions that give one of their operands, or its size: nothing is computed.
constexpr bool is_choice(function f) {
    switch (f) {
        case function::copy:
        case function::negate:
        case function::abs:
        case function::relu:
        case function::min:
        case function::max: return true;
        default: return false;
    }
}

/// Functions of two operands that are constant but for jumps.
constexpr bool is_constant_but_for_jumps(function f) {
    switch (f) {
        case function::less:
        case function::less_equal:
        case function::equal:
        case function::both:
        case function::either:
        case function::quotient:
        case function::remainder: return true;
        default: return false;
    }
}

/// The larger of two numbers; NaN if either is.
template <class T>
constexpr T larger(const T& a, const T& b) {
    return a < b || b != b ? b : a;
}

/// The smaller of two numbers; NaN if either is.
template <class T>
constexpr T smaller(const T& a, const T& b) {
    return b < a || b != b ? b : a;
}

/// x without its fraction.
template <class T>
constexpr T whole_part(const T& x) {
    constexpr T limit = T(1LL << (std::numeric_limits<T>::digits - 2)) * T(2);  // from here on there are no fractions
    return -limit < x && x < limit ? T(static_cast<long long>(x)) : x;
}

/// a / b of whole numbers, cut off towards 0; 0 where b is. The rounded ratio of whole numbers that T holds does not
/// reach the next whole number.
template <class T>
constexpr T quotient_of_whole(const T& a, const T& b) {
    if (b == T(0)) return T(0);
    if constexpr (std::floating_point<T>)
        return whole_part(T(a / b));
    else
        return T(static_cast<long long>(a) / static_cast<long long>(b));
}

template <class V>
HEED_INLINE constexpr V logistic(const V& x) {
    if constexpr (std::floating_point<lane_t<V>>)
        return sigmoid(x);
    else
        return V(1) / (V(1) + exp(V(-x)));
}

template <class T>
constexpr T root_of_half() {
    if constexpr (std::floating_point<T>)
        return T(0.7071067811865475244008443621048490L);
    else
        return sqrt(T(T(1) / T(2)));
}

template <class T>
constexpr T root_of_two_over_pi() {
    if constexpr (std::floating_point<T>)
        return T(0.7978845608028653558798921198687638L);
    else
        return sqrt(T(T(1) / (T(2) * atan(T(1)))));
}

// x is a number, or a register of numbers T.

/// 2 / sqrt(pi) exp(-x^2), the slope of erf.
template <class V>
HEED_INLINE constexpr V slope_of_erf(const V& x) {
    using T = lane_t<V>;
    return T(T(2) * root_of_half<T>() * root_of_two_over_pi<T>()) * exp(V(-x * x));
}

template <class V>
HEED_INLINE constexpr V slope_of_gelu(const V& x) {
    using T = lane_t<V>;
    const V inner = known_as("inner", V(x * root_of_half<T>()), "x / sqrt(2)");
    return (T(1) + erf(inner)) / T(2) + inner / T(2) * slope_of_erf(inner);
}

template <class V>
HEED_INLINE constexpr V slope_of_gelu_tanh(const V& x) {
    using T = lane_t<V>;
    const T c = T(44715) / T(1000000);
    const V t = known_as("t", tanh(V(root_of_two_over_pi<T>() * (x + c * x * x * x))));
    return (T(1) + t) / T(2) + x / T(2) * (T(1) - t * t) * root_of_two_over_pi<T>() * (T(1) + T(3) * c * x * x);
}

template <class V>
HEED_INLINE constexpr V slope_of_silu(const V& x) {
    using T = lane_t<V>;
    const V s = known_as("s", logistic(x));
    return s * (T(1) + x * (T(1) - s));
}

/// 1 or 0, in every lane.
template <class V>
HEED_INLINE constexpr V one() {
    return lanes<V>::broadcast(lane_t<V>(1));
}
template <class V>
HEED_INLINE constexpr V zero() {
    return lanes<V>::broadcast(lane_t<V>(0));
}

/// A function of a number, or of each lane of a register.
template <function F, class V>
HEED_INLINE constexpr V apply(const V& x) {
    using T = lane_t<V>;
    static_assert(!is_evaluated_only(F), "heed: internal: no loop computes sin, cos, round or jump");
    if constexpr (F == function::copy)
        return x;
    else if constexpr (F == function::negate)
        return -x;
    else if constexpr (F == function::exp)
        return exp(x);
    else if constexpr (F == function::log)
        return log(x);
    else if constexpr (F == function::sqrt)
        return sqrt(x);
    else if constexpr (F == function::rsqrt)
        return T(1) / sqrt(x);
    else if constexpr (F == function::tanh)
        return tanh(x);
    else if constexpr (F == function::erf)
        return erf(x);
    else if constexpr (F == function::sigmoid)
        return logistic(x);
    else if constexpr (F == function::relu)
        return choose(x < T(0), zero<V>(), x);
    else if constexpr (F == function::gelu)
        return x / T(2) * (T(1) + erf(V(x * root_of_half<T>())));
    else if constexpr (F == function::gelu_tanh)
        return x / T(2) *
               (T(1) + tanh(known_as("inner", V(root_of_two_over_pi<T>() * (x + T(44715) / T(1000000) * x * x * x)))));
    else if constexpr (F == function::silu)
        return x * logistic(x);
    else if constexpr (F == function::abs)
        return choose(x < T(0), V(-x), V(x + T(0)));
    else if constexpr (F == function::is_zero)
        return choose(x == T(0), one<V>(), zero<V>());
    else if constexpr (F == function::step)
        return choose(T(0) < x, one<V>(), zero<V>());
    else if constexpr (F == function::sign)
        return choose(T(0) < x, one<V>(), choose(x < T(0), lanes<V>::broadcast(T(-1)), zero<V>()));
    else if constexpr (F == function::erf_slope)
        return slope_of_erf(x);
    else if constexpr (F == function::gelu_slope)
        return slope_of_gelu(x);
    else if constexpr (F == function::gelu_tanh_slope)
        return slope_of_gelu_tanh(x);
    else if constexpr (F == function::silu_slope)
        return slope_of_silu(x);
}

template <function F, class T>
HEED_INLINE constexpr T apply(const T& a, const T& b) {
    if constexpr (F == function::add)
        return a + b;
    else if constexpr (F == function::subtract)
        return a - b;
    else if constexpr (F == function::multiply)
        return a * b;
    else if constexpr (F == function::divide)
        return a / b;
    else if constexpr (F == function::pow)
        return pow(a, b);
    else if constexpr (F == function::min)
        return smaller(a, b);
    else if constexpr (F == function::max)
        return larger(a, b);
    else if constexpr (F == function::less)
        return T(a < b ? 1 : 0);
    else if constexpr (F == function::less_equal)
        return T(a < b || a == b ? 1 : 0);
    else if constexpr (F == function::equal)
        return T(a == b ? 1 : 0);
    else if constexpr (F == function::both)
        return T(a == T(0) || b == T(0) ? 0 : 1);
    else if constexpr (F == function::either)
        return T(a == T(0) && b == T(0) ? 0 : 1);
    else if constexpr (F == function::quotient)
        return quotient_of_whole(a, b);
    else if constexpr (F == function::remainder)
        return b == T(0) ? T(0) : T(a - b * quotient_of_whole(a, b));
    else if constexpr (F == function::where)
        return a == T(0) ? T(-std::numeric_limits<T>::infinity()) : b;
    else if constexpr (F == function::keep)
        return a == T(0) ? T(0) : b;
}

}  // namespace heed::detail
