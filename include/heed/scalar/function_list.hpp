// SPDX-License-Identifier: BSL-1.0
// The list of elementwise functions. They are listed here and described in headers of their own: each function in the
// list has a value, a definition, an enclosure, a derivative, an error and its names everywhere.
#pragma once

#include <heed/meta/config.hpp>
#include <heed/scalar/lanes.hpp>

// These lists are macros, and are here and not in meta/config.hpp, because the names are needed as enumerators, as
// functions of formulas and as cases of a switch: HEED_FUNCTIONS(F) is F(copy) F(negate) ...

/// In C++ formulas, in text formulas, and for every number type with elementary functions.
#define HEED_BASIC_FUNCTIONS(F) F(exp) F(log) F(tanh) F(erf) F(sin) F(cos)
/// In C++ and text formulas; functions that others call come first.
#define HEED_COMPOSED_FUNCTIONS(F) \
    F(rsqrt) F(sigmoid) F(softplus) F(abs) F(relu) F(gelu) F(gelu_tanh) F(silu) F(trunc) F(floor) F(ceil) F(sign)
/// In gradients.
#define HEED_SLOPES(F) F(step) F(abs_step) F(erf_slope) F(gelu_slope) F(gelu_tanh_slope) F(silu_slope)
/// Functions that formulas write in another way, or that are parsed specially.
#define HEED_OTHER_FUNCTIONS(F) F(copy) F(negate) F(is_zero) F(sqrt) F(round) F(jump)

/// All functions of one operand.
#define HEED_FUNCTIONS(F)      \
    HEED_OTHER_FUNCTIONS(F)    \
    HEED_BASIC_FUNCTIONS(F)    \
    HEED_COMPOSED_FUNCTIONS(F) \
    HEED_SLOPES(F)

/// Functions of two operands that masks are made of. They come first: clang counts a step for each case of a switch
/// that is passed over.
#define HEED_FUNCTIONS_OF_MASKS(F) F(less_equal) F(less) F(keep) F(both) F(either) F(equal)
/// The others.
#define HEED_OPERATIONS(F) \
    F(subtract) F(add) F(multiply) F(quotient) F(remainder) F(min) F(max) F(divide) F(pow) F(where)

/// All functions of two operands.
#define HEED_FUNCTIONS_OF_TWO(F) HEED_FUNCTIONS_OF_MASKS(F) HEED_OPERATIONS(F)

namespace heed::detail {

enum class function : unsigned char {
#define HEED_ENUMERATOR(name) name,
    HEED_FUNCTIONS(HEED_ENUMERATOR) HEED_FUNCTIONS_OF_TWO(HEED_ENUMERATOR)
#undef HEED_ENUMERATOR
};
/// The functions before this one have one operand.
inline constexpr function first_of_two = function::less_equal;

/// What the values of a function are.
enum class function_kind : unsigned char {
    real,        ///< real numbers
    number,      ///< as C++ computes them with the operands promoted: a / b, pow(a, b)
    whole,       ///< the same, and whole numbers for whole numbers: a + b, -a
    choice,      ///< an operand
    comparison,  ///< 1 where numbers compare so, else 0
    truth,       ///< 1 or 0, of operands that are asked whether they are 0
    mask,        ///< the second operand where the first is not 0, else the same number everywhere
};

/// How a function rounds in a floating-point format.
enum class rounding_of : unsigned char {
    never,      ///< exact
    jumps,      ///< 0, 1 or a whole number: exact unless an operand's error makes it jump
    selects,    ///< exact: an operand, or the same number everywhere
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
    function_kind kind = function_kind::real;
    int tightness = 7;  ///< the precedence of an operator: || is 1, a name or a call is 7
};

/// How a function appears in emitted files.
struct emitted_function {
    const char* name = "";            ///< empty: it is emitted as an expression
    const char* about = "";           ///< its comment
    const char* about_float = about;  ///< the same in float
    bool is_recorded = true;  ///< its text is recorded from its value; otherwise emitted files have a text of their own
};

/// All that is known of a function, a specialisation for each. Of one operand:
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
///
/// Of two operands a and b, traits and
///
///   value(a, b), definition(m, a, b), enclosure(m, a, b)   the same
///   adjoint_of_first(n, d, a, b, y), adjoint_of_second     d dy/da and d dy/db as nodes that n adds to a graph
///   range(a, b)       of intervals of whole numbers (scalar/index_range.hpp); everything, if left out
///   error(m, b, y)    the relative error times y, for a format; 0 if left out. b is bounded, y a size
///   is_shift(m, a, b)           whether it only changes the exponent of a bounded operand
///   error_of_steps(m, a, b, y)  what steps outside of the normal numbers add
template <function F>
struct described;

/// What a function of two operands may leave out.
struct description_of_two {
    template <class R>
    HEED_ALWAYS_INLINE static constexpr R range(const R&, const R&) {
        return {};
    }
    template <class M, class Size>
    static constexpr double error(const M&, const Size&, double) {
        return 0;
    }
    template <class M, class Size>
    static constexpr bool is_shift(const M&, const Size&, const Size&) {
        return false;
    }
    template <class M, class Size>
    static constexpr double error_of_steps(const M&, const Size&, const Size&, const Size&) {
        return 0;
    }
};
/// For piecewise constant functions of two operands.
struct jumping_description_of_two : description_of_two {
    template <class B, class Node>
    static constexpr Node adjoint_of_first(B& b, Node d, Node, Node, Node y) {
        return b.jumping(d, y);
    }
    template <class B, class Node>
    static constexpr Node adjoint_of_second(B& b, Node d, Node, Node, Node y) {
        return b.jumping(d, y);
    }
};

/// For piecewise constant functions.
struct jumping_description {
    template <class B, class Node>
    static constexpr Node adjoint(B& b, Node d, Node, Node y) {
        return b.jumping(d, y);
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
HEED_ALWAYS_INLINE constexpr V apply(const V& x) {
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
HEED_ALWAYS_INLINE constexpr V one() {
    return lanes<V>::broadcast(lane_t<V>(1));
}
template <class V>
HEED_ALWAYS_INLINE constexpr V zero() {
    return lanes<V>::broadcast(lane_t<V>(0));
}

}  // namespace heed::detail
