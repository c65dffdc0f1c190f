// SPDX-License-Identifier: BSL-1.0
// The list of elementwise functions. Functions of one operand are listed here and described in headers of their own:
// each function in the list has a value, a definition, an enclosure, a derivative, an error and its names everywhere.
#pragma once

#include <heed/meta/config.hpp>
#include <heed/scalar/lanes.hpp>

// These lists are macros, and are here and not in meta/config.hpp, because the names are needed as enumerators, as
// functions of formulas and as cases of a switch: HEED_FUNCTIONS(F) is F(copy) F(negate) ...

/// In C++ formulas, in text formulas, and for every number type with elementary functions.
#define HEED_BASIC_FUNCTIONS(F) F(exp) F(log) F(tanh) F(erf)
/// In C++ and text formulas; functions that others call come first.
#define HEED_COMPOSED_FUNCTIONS(F) F(rsqrt) F(sigmoid) F(softplus) F(abs) F(relu) F(gelu) F(gelu_tanh) F(silu)
/// In gradients.
#define HEED_SLOPES(F) F(step) F(sign) F(erf_slope) F(gelu_slope) F(gelu_tanh_slope) F(silu_slope)
/// In text formulas and gradients: no loop computes them.
#define HEED_FUNCTIONS_OF_TEXT(F) F(sin) F(cos)
/// Functions that formulas write in another way, or that are parsed specially.
#define HEED_OTHER_FUNCTIONS(F) F(copy) F(negate) F(is_zero) F(sqrt) F(round) F(jump)

/// All functions of one operand.
#define HEED_FUNCTIONS(F)      \
    HEED_OTHER_FUNCTIONS(F)    \
    HEED_BASIC_FUNCTIONS(F)    \
    HEED_COMPOSED_FUNCTIONS(F) \
    HEED_SLOPES(F)             \
    HEED_FUNCTIONS_OF_TEXT(F)

/// All functions of two operands.
#define HEED_FUNCTIONS_OF_TWO(F) \
    F(add)                       \
    F(subtract)                  \
    F(multiply)                  \
    F(divide)                    \
    F(pow) F(min) F(max) F(less) F(less_equal) F(equal) F(both) F(either) F(quotient) F(remainder) F(where) F(keep)

namespace heed::detail {

enum class function : unsigned char {
#define HEED_ENUMERATOR(name) name,
    HEED_FUNCTIONS(HEED_ENUMERATOR)
#undef HEED_ENUMERATOR
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

/// How a function rounds in a floating-point format.
enum class rounding_of : unsigned char {
    never,      ///< exact; whole numbers stay whole
    jumps,      ///< 0, 1 or a whole number: exact unless an operand's error makes it jump
    once,       ///< its relative error is that of one operation
    each_step,  ///< several operations, each of which rounds: signs may change
};

/// The properties that study, cost and verdicts need.
struct function_traits {
    const char* name;  ///< in formulas, in C++ or text, and on pages
    int operands;
    int flops;            ///< additions, multiplications, divisions, comparisons
    int transcendentals;  ///< calls of exp, log, tanh, erf, sqrt
    rounding_of rounding = rounding_of::once;
};

/// How a function appears in emitted files.
struct emitted_function {
    const char* name = "";            ///< empty: it is emitted as an expression
    const char* about = "";           ///< its comment
    const char* about_float = about;  ///< the same in float
    bool is_recorded = true;  ///< its text is recorded from its value; otherwise emitted files have a text of their own
};

/// All that is known of a function of one operand, a specialisation for each:
///
///   traits, emitted
///   value(x)          of a number, of each lane of a register, or written down (machine/recorded.hpp); left out where
///                     no loop computes it. Other functions are called as apply<function::exp>(x).
///   definition(m, x)  the same straight from its definition, with exp, log ... of m and nothing of scalar/: what
///                     reference/ evaluates in any number type, and emitted files in double to check themselves
///   enclosure(m, x)   what holds f(p) for every p in x (reference/enclosure.hpp); m has what types of enclosures share
///   adjoint(b, d, x, y)  d f'(x) as a node that b adds to a graph, for y = f(x): from y where that is cheaper
///   error(m, a, y)    how far a format of floating-point numbers may be off, a and y the sizes of x and f(x); left out
///                     where rounding is `never` or `jumps`
template <function F>
struct described;

/// For piecewise constant functions.
struct jumping_description {
    template <class B, class Node>
    static constexpr Node adjoint(B& b, Node d, Node, Node y) {
        return b.times(d, b.apply(function::jump, y));
    }
};

/// For slopes: they occur in gradients only, so they have no derivatives or rounding errors.
struct slope_description {
    template <class B, class Node>
    static constexpr Node adjoint(B& b, Node, Node, Node) {
        return b.no_derivative();
    }
    template <class M>
    static constexpr double error(const M& m, double, double) {
        return m.unknown();
    }
};

/// A function of a number, or of each lane of a register.
template <function F, class V>
HEED_INLINE constexpr V apply(const V& x) {
    return described<F>::value(x);
}

/// The definition of a function, for definitions that use it.
template <function F, class M, class T>
constexpr T defined(const M& m, const T& x) {
    return described<F>::definition(m, x);
}

/// The enclosure of a function, for enclosures that use it.
template <function F, class M, class E>
constexpr E enclosed(const M& m, const E& x) {
    return described<F>::enclosure(m, x);
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

}  // namespace heed::detail
