// SPDX-License-Identifier: BSL-1.0
// The elementwise functions with their values: those of scalar/function_list.hpp, and those of two operands.
#pragma once

#include <heed/meta/raise.hpp>
#include <heed/scalar/abs.hpp>
#include <heed/scalar/copy.hpp>
#include <heed/scalar/erf.hpp>
#include <heed/scalar/exp.hpp>
#include <heed/scalar/extremes.hpp>
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

/// The result type of visit(described<f>()).
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
    return visit(described<function::copy>());  // not reached, because fail does not return
}

/// Calls visit(described<F>()) for each function of one operand, in the order of the list.
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

/// Functions whose result is one of their operands, or its absolute value: they compute nothing.
constexpr bool is_choice(function f) {
    switch (f) {
        case function::min:
        case function::max: return true;
        default: return traits_of(f).rounding == rounding_of::never;
    }
}

/// Functions of two operands that are piecewise constant.
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

// The following functions are written once for numbers and registers, and can be recorded.

/// Whether a <= b, also for types that have only < and ==.
template <class V>
HEED_INLINE constexpr auto at_most(const V& a, const V& b) {
    if constexpr (requires { a <= b; })
        return a <= b;
    else
        return a < b || a == b;
}

/// a / b of whole numbers, truncated; 0 if b is 0. The rounded ratio of whole numbers that T represents does not reach
/// the next whole number.
template <class V>
HEED_INLINE constexpr V quotient_of_whole(const V& a, const V& b) {
    using T = lane_t<V>;
    if constexpr (std::floating_point<T>) {
        const V divisor = known_as("divisor", choose(b == T(0), one<V>(), b));
        return choose(b == T(0), zero<V>(), lanes<V>::whole_part(V(a / divisor)));
    } else {
        return b == T(0) ? T(0) : T(static_cast<long long>(a) / static_cast<long long>(b));
    }
}

/// a - b * quotient(a, b); 0 if b is 0.
template <class V>
HEED_INLINE constexpr V remainder_of_whole(const V& a, const V& b) {
    return choose(b == lane_t<V>(0), zero<V>(), V(a - b * quotient_of_whole(a, b)));
}

/// A function of two operands, each a number or a register of numbers. Conditions are 1 and 0.
template <function F, class V>
HEED_INLINE constexpr V apply(const V& a, const V& b) {
    using T = lane_t<V>;
    const T none(0);
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
        return choose(a < b, one<V>(), zero<V>());
    else if constexpr (F == function::less_equal)
        return choose(at_most(a, b), one<V>(), zero<V>());
    else if constexpr (F == function::equal)
        return choose(a == b, one<V>(), zero<V>());
    else if constexpr (F == function::both)
        return choose(both_hold(a != none, b != none), one<V>(), zero<V>());
    else if constexpr (F == function::either)
        return choose(one_holds(a != none, b != none), one<V>(), zero<V>());
    else if constexpr (F == function::quotient)
        return quotient_of_whole(a, b);
    else if constexpr (F == function::remainder)
        return remainder_of_whole(a, b);
    else if constexpr (F == function::where)
        return choose(a != none, b, lanes<V>::broadcast(T(-std::numeric_limits<T>::infinity())));
    else if constexpr (F == function::keep)
        return choose(a != none, b, zero<V>());
}

}  // namespace heed::detail
