// SPDX-License-Identifier: BSL-1.0
// The laws of conditions on elements and of functions that are applied to elements.
#pragma once

#include <heed/shape/rules.hpp>
#include <heed/shape/shape_words.hpp>

namespace heed::law {

/// Elements that are compared or joined.
template <class A, class B>
struct compared_elements {
    static constexpr detail::fit rule = detail::broadcast(A::value, B::value);
    static_assert(rule.sizes,
                  "heed: A < B (<= > >= && || equal not_equal) needs the same shape; only an axis of size 1 or a "
                  "missing leading axis repeats");
    static_assert(!rule.sizes || rule.names,
                  "heed: A < B (<= > >= && || equal not_equal) needs the names of the axes to agree");
};

/// 0 < x < 2
template <bool Holds>
struct chained_comparison {
    static_assert(Holds,
                  "heed: 0 < x < 2 compares the truth value of 0 < x with 2, as in C++: write 0 < x && x < 2, or "
                  "equal(0 < x, y < 2) for whether both are true or both false");
};

/// causal | padding(lengths)
template <bool Holds>
struct joined_conditions {
    static_assert(Holds,
                  "heed: masks and conditions are joined with && and ||, not with & and |: causal && padding(lengths)");
};

/// A == 1
template <class A, bool Holds>
struct tensor_is_number {
    static_assert(Holds,
                  "heed: A == 1 (!=) of a tensor and a number is written equal(A, 1) (not_equal), a formula of "
                  "truth values, one for each element; A == B compares whole tensors");
};

/// where(true, A, B)
template <bool Holds>
struct choice_condition {
    static_assert(Holds,
                  "heed: where(condition, a, b) needs a condition on elements, a formula such as X > 0, or a tensor of "
                  "0 and 1: equal(A, B) instead of A == B, which is one bool; one bool chooses by condition ? a : b");
};

/// where(k <= q, S, row)
template <class A, class B, bool Holds>
struct choice_by_index {
    static_assert(Holds,
                  "heed: where(k <= q, a, b) by indices needs a and b of the same shape, numbers, vectors of keys, or "
                  "elements at indices: at(bias, q)");
};
/// The same of sizes that are known at run time only.
inline constexpr char sizes_of_choice_by_index[] =
    "heed: where(k <= q, a, b) by indices needs a and b of the same shape";

/// if (A < B)
template <bool Holds>
struct truth_of_formula {
    static_assert(Holds,
                  "heed: if (f), f ? a : b and while (f) need one truth value, and f is a formula with one for each "
                  "element: where(f, a, b) chooses element by element; evaluate(f) has them all");
};

/// apply([](auto x) { return 1; }, A)
template <class Result, bool Holds>
struct applied_function {
    static_assert(Holds,
                  "heed: apply(f, A, ...) needs an f that returns elements, computed from its arguments: "
                  "apply([](auto x) { return x * sigmoid(x); }, A)");
};
/// apply([&](auto x) { return x + v; }, A)
template <bool Holds>
struct elements_beside_formula {
    static_assert(
        Holds,
        "heed: in apply(f, A), f computes with elements, and a tensor or a formula beside them is an operand of "
        "its own: apply([](auto x, auto v) { return x + v; }, A, v)");
};
/// apply([](float x) { return x; }, A), apply([](auto x, auto y) { return x; }, A)
template <bool Holds>
struct called_function {
    static_assert(Holds,
                  "heed: apply(f, A, ...) calls f once with the elements of each operand, which are formulas and no "
                  "numbers: apply([](auto x, auto y) { return x * y; }, A, B)");
};
/// x = 2 * x in a function that is applied
template <bool Holds>
struct changed_elements {
    static_assert(Holds,
                  "heed: in apply(f, A), x = 2 * x (+= -= *= /=) would change the type of x, which names a formula: "
                  "write const auto y = 2 * x");
};
/// apply([](auto x) { return x / sum(x); }, A)
template <bool Holds>
struct rows_of_elements {
    static_assert(Holds,
                  "heed: in apply(f, A), f computes with single elements, and sum, softmax, transpose and their like "
                  "take rows: apply([](auto x, auto s) { return x / s; }, A, sum<1>(A, keep))");
};

}  // namespace heed::law
