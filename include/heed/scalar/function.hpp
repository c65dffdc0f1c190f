// SPDX-License-Identifier: BSL-1.0
// The elementwise functions, and what each computes: all that scalar/function_list.hpp lists, and those of two
// operands.
#pragma once

#include <heed/scalar/abs.hpp>
#include <heed/scalar/copy.hpp>
#include <heed/scalar/erf.hpp>
#include <heed/scalar/exp.hpp>
#include <heed/scalar/function_list.hpp>
#include <heed/scalar/functions_of_text.hpp>
#include <heed/scalar/gelu.hpp>
#include <heed/scalar/gelu_tanh.hpp>
#include <heed/scalar/log.hpp>
#include <heed/scalar/pow.hpp>
#include <heed/scalar/relu.hpp>
#include <heed/scalar/sigmoid.hpp>
#include <heed/scalar/silu.hpp>
#include <heed/scalar/softplus.hpp>
#include <heed/scalar/sqrt.hpp>
#include <heed/scalar/tanh.hpp>

#include <concepts>
#include <limits>

namespace heed::detail {

/// What visit(described<f>()) returns.
template <class Visit>
constexpr auto with_description(function f, const Visit& visit) {
    switch (f) {
#define HEED_DESCRIBED(name) \
    case function::name: return visit(described<function::name>());
        HEED_FUNCTIONS(HEED_DESCRIBED)
#undef HEED_DESCRIBED
        default: break;
    }
    fail("heed: internal: not a function of one operand");
    return visit(described<function::copy>());  // never: fail does not return
}

/// visit(described<F>()) for each function of one operand, in the order of the list.
template <class Visit>
constexpr void for_each_description(const Visit& visit) {
#define HEED_DESCRIBED(name) visit(described<function::name>());
    HEED_FUNCTIONS(HEED_DESCRIBED)
#undef HEED_DESCRIBED
}

constexpr function_traits traits_of(function f) {
    switch (f) {
#define HEED_TRAITS(name) \
    case function::name: return described<function::name>::traits;
        HEED_FUNCTIONS(HEED_TRAITS)
#undef HEED_TRAITS
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

/// Functions that give one of their operands, or its size: nothing is computed.
constexpr bool is_choice(function f) {
    switch (f) {
        case function::min:
        case function::max: return true;
        default: return traits_of(f).rounding == rounding_of::never;
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
