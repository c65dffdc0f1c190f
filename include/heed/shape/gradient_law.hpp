// SPDX-License-Identifier: BSL-1.0
// The laws of gradients.
#pragma once

#include <heed/shape/shape_words.hpp>

namespace heed::law {

/// vjp(dY, [](auto q) { return results(q, q); }, Q);
template <class Returned, bool Holds>
struct formula_to_derive {
    static_assert(
        Holds,
        "heed: the function of vjp(dY, f, X...) or value_and_gradient(f, X...) must return one formula of its "
        "arguments; of several results, take the gradient of their weighted sum; what vjp returns has no gradient");
};
/// vjp(f, X...)
template <class Function, bool Holds>
struct adjoint_first {
    static_assert(
        Holds,
        "heed: vjp(dY, f, X...) begins with dY, a tensor or formula with the shape of f(X...), and then f; for a "
        "value without axes there is value_and_gradient(f, X...)");
};
/// vjp(dY, f, X...) with an f that does not take that many arguments.
template <class Function, std::size_t Operands, bool Holds>
struct arguments_of_derived {
    static_assert(Holds,
                  "heed: the f of vjp(dY, f, X...) and value_and_gradient(f, X...) is a function that takes each X: "
                  "[&](const auto& x, const auto& w) { return ...; } for two");
};
/// vjp(dY, f, ids);
template <class Element, bool Holds>
struct derived_operand {
    static_assert(Holds,
                  "heed: gradients are taken with respect to tensors or formulas of floating-point numbers; let the "
                  "function of vjp or value_and_gradient read whole numbers from outside, as [&](auto w) { ... rows(w, "
                  "ids) ... }");
};
/// vjp(dY, f, parameters) and value_and_gradient(f, parameters), with parameters in a struct or a tuple.
template <class Parameters, bool Holds>
struct derived_parameters {
    static_assert(Holds,
                  "heed: gradients are taken of tensors and formulas, each an argument of its own: "
                  "value_and_gradient(f, p.w, p.b), not of what holds them");
};
/// vjp(dY, f, X) with a dY that has not the shape of f(X).
template <class Adjoint, class Value>
struct adjoint_shape {
    static_assert(!sizeof(Adjoint), "heed: vjp(dY, f, X...) needs a dY with the shape of f(X...)");
};
/// value_and_gradient(f, X) with a value that has axes.
template <class Value>
struct scalar_value {
    static_assert(
        !sizeof(Value),
        "heed: value_and_gradient(f, X...) needs a value without axes, as sum<0, 1>(A) or cross_entropy(A, ids); "
        "for one with axes there is vjp(dY, f, X...)");
};
/// cross_entropy(logits, ids)
template <class Logits, class Ids>
struct classes_of_rows {
    static_assert(
        !sizeof(Logits),
        "heed: cross_entropy(logits, ids) needs the number of a class for each row of logits: ids with the axes "
        "of logits without the last one");
};
/// mean_squared_error(A, B)
template <class A, class B>
struct compared_numbers {
    static_assert(
        !sizeof(A),
        "heed: mean_squared_error(A, B) needs A and B of one shape, or one that repeats to the shape of the other; "
        "these would be compared each with each: reshape<n>(A) of [n x 1] has the shape of [n]");
};
/// vjp(dY, f) or value_and_gradient(f)
template <std::size_t Number, std::size_t Most, bool Holds>
struct derived_operands {
    static_assert(
        Holds,
        "heed: vjp(dY, f, X...) and value_and_gradient(f, X...) take from 1 to as many operands as there can be "
        "results, of which the value is one");
};

}  // namespace heed::law
