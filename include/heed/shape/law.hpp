// SPDX-License-Identifier: BSL-1.0
// The laws of shapes: one class template for each rule, with the offending values as arguments, so that a violation
// prints both shapes. An operator names its law as (void)sizeof(law::product<A, B>): every compiler then shows the
// message, the numbers and the user's line.
#pragma once

#include <heed/shape/axis_law.hpp>
#include <heed/shape/condition_law.hpp>
#include <heed/shape/norm_law.hpp>
#include <heed/shape/rules.hpp>
#include <heed/shape/shape_words.hpp>

#include <cstddef>

namespace heed::law {

template <class A, class B>
struct product {
    static constexpr bool inner = sizes_agree(detail::columns_of(A::value), detail::rows_of(B::value));
    static constexpr bool transposed_fits = B::value.rank > 1 &&
                                            extents_agree(detail::columns_of(A::value), detail::columns_of(B::value));
    static constexpr detail::fit rule = detail::product_rule(A::value, B::value);
    static_assert(inner || !transposed_fits, "heed: A * B needs columns(A) == rows(B); did you mean A * transpose(B)?");
    static_assert(inner || transposed_fits, "heed: A * B needs columns(A) == rows(B)");
    static constexpr bool inner_names = names_agree(detail::columns_of(A::value), detail::rows_of(B::value));
    static_assert(!inner || inner_names || !transposed_fits,
                  "heed: A * B needs the names of columns(A) and rows(B) to agree; did you mean A * transpose(B)?");
    static_assert(!inner || inner_names || transposed_fits,
                  "heed: A * B needs the names of columns(A) and rows(B) to agree");
    static constexpr bool fits_grouped = detail::fits_if_grouped(A::value, B::value);
    static_assert(!inner || rule.sizes || fits_grouped,
                  "heed: A * B needs leading axes of the same size, or of size 1");
    static_assert(!inner || rule.sizes || !fits_grouped,
                  "heed: A * B needs leading axes of the same size, or of size 1; did you mean group<head>(K, Q), of "
                  "key heads that several query heads share?");
    static_assert(!inner || rule.names || !inner_names, "heed: A * B needs the names of the leading axes to agree");
};

/// Elementwise operations.
template <class A, class B>
struct elementwise {
    static constexpr detail::fit rule = detail::broadcast(A::value, B::value);
    static_assert(rule.sizes,
                  "heed: A + B (- / hadamard min max pow) needs the same shape; only an axis of size 1 or a missing "
                  "leading axis repeats");
    static_assert(!rule.sizes || rule.names,
                  "heed: A + B (- / hadamard min max pow) needs the names of the axes to agree");
};

/// A mask or condition, and the tensor to which it is applied.
template <class Mask, class S>
struct mask_beside {
    static constexpr detail::fit rule = detail::broadcast(Mask::value, S::value);
    static constexpr bool exchanged = !rule.names && detail::fits_transposed(Mask::value, S::value);
    static_assert(rule.sizes || !rule.names,
                  "heed: where(mask, S) needs a mask of the shape of S; only an axis of size 1 or a missing leading "
                  "axis repeats");
    static_assert(rule.names || exchanged,
                  "heed: where(mask, S) needs a mask over the axes of S, in the order of S: the names differ");
    static_assert(rule.names || !exchanged,
                  "heed: where(mask, S) needs a mask over the axes of S, in the order of S; did you mean "
                  "transpose(mask)?");
};

/// Printed numbers as an operand.
template <class A, bool Holds>
struct complete_operand {
    static_assert(Holds,
                  "heed: printed numbers with elided entries (\\dots) cannot be an operand; verify(formula, "
                  "printed) takes them");
};

template <class Scores, bool Holds>
struct causal {
    static_assert(Holds,
                  "heed: where(causal, S) needs as many queries as keys; write causal_upper_left (the first query "
                  "sees the first key) or causal_lower_right (the last query sees all keys)");
};

template <class Scores, bool Holds>
struct softcap {
    static_assert(Holds,
                  "heed: softcap(S, cap) needs scores before their mask, where(mask, softcap(S, cap)): else it "
                  "would give masked keys a weight");
};

template <class A>
struct inverse {
    static_assert(A::value.rank >= 2 && detail::inverse_rule(A::value).sizes,
                  "heed: inverse(A) needs square matrices: rows(A) == columns(A)");
};

/// packed(W)
template <class A>
struct packed {
    static_assert(A::value.rank == 2, "heed: packed(W) needs a matrix: two axes");
};

/// packed_matrix<T, rows, columns>(W)
template <class From, class To>
struct packed_shape {
    static_assert(detail::assignable(From::value, To::value),
                  "heed: packed_matrix<T, rows, columns>(W) needs the shape and the names of W to be its own");
};

/// attention(Q, K, V): [... x queries x d] [... x keys x d] [... x keys x values].
template <class Q, class K, class V>
struct attention {
    static constexpr detail::attention_fit rule = detail::attention_rule(Q::value, K::value, V::value);
    static_assert(rule.matrices, "heed: attention(Q, K, V) needs a matrix of keys and a matrix of values");
    static_assert(rule.one_query, "heed: attention(Q, K, V) needs rows of queries beside batches of keys");
    static_assert(rule.dims, "heed: attention(Q, K, V) needs columns(Q) == columns(K), the dimension of the heads");
    static_assert(rule.keys, "heed: attention(Q, K, V) needs rows(K) == rows(V), as many keys as values");
};

template <class From, class To>
struct assignment {
    static constexpr bool has_bound = detail::has_bound(To::value), fits = detail::assignable(From::value, To::value);
    static_assert(has_bound || fits, "heed: Y = formula needs the shape and the names of Y to be those of the formula");
    static_assert(!has_bound || fits,
                  "heed: Y = formula needs the names of Y to be those of the formula, and its shape too, or room for "
                  "it: at_most<n> has room for n");
};

template <class To, bool Holds>
struct written_elements {
    static_assert(Holds,
                  "heed: Y = formula needs elements of Y that may be written: those of a const tensor and of a view of "
                  "const elements are only read");
};

template <class A, class B>
struct comparison {
    static_assert(detail::assignable(A::value, B::value), "heed: A == B needs the same shape");
};

/// A use of a formula that needs its numbers, before it is evaluated.
template <class Formula, bool Holds>
struct printing {
    static_assert(
        Holds,
        "heed: out << f needs numbers, and f is a formula that was not evaluated: write out << evaluate(f), or "
        "tensor y = f; first");
};
template <class A, class B, bool Holds>
struct comparing {
    static_assert(Holds,
                  "heed: f == g needs numbers, and f or g is a formula that was not evaluated: write evaluate(f) == "
                  "evaluate(g), or equal(f, g) for a truth value of each element");
};
template <class A, class B, bool Holds>
struct ordering {
    static_assert(
        Holds,
        "heed: f < g of formulas without axes needs numbers, and f or g was not evaluated: write evaluate(f) < 1, or "
        "tensor y = f; first");
};
template <class Formula, bool Holds>
struct indexing {
    static_assert(
        Holds,
        "heed: y(i, j) and y[i] need numbers, and y is a formula that was not evaluated: write tensor y = ... "
        "instead of auto y = ..., or evaluate(y)(i, j)");
};
template <class A, class B, bool Holds>
struct compound {
    static_assert(Holds,
                  "heed: f += g (-= *= /=) needs memory to write to, and f is a formula that was not evaluated: write "
                  "tensor y = f + g");
};
template <bool Holds>
struct assigned_formula {
    static_assert(Holds,
                  "heed: f = g needs memory to write to, and f is a formula, as parts such as rows<0, 2>(A) are: write "
                  "slice<0>(A, 0, 2) = g for a part of A, tensor y = g for a value");
};
template <class A, class B, bool Holds>
struct compound_of_tensor {
    static_assert(Holds, "heed: A += f (-= *= /=) is written A = A + f");
};

/// Sums of very many terms.
template <bool Holds>
struct nested_operations {
    static_assert(Holds,
                  "heed: a formula has at most 256 operations on elements inside of each other, as a sum of 257 terms "
                  "has: compute a part of it first, tensor part = A + B + ...");
};

/// exp, log, sqrt and the like for int and double.
template <bool Holds>
struct function_of_number {
    static_assert(
        Holds,
        "heed: sqrt(2) (exp log tanh erf pow) of a plain number needs std:: and <cmath>: std::sqrt(2.0), which "
        "rounds; sqrt(2_c) is exact");
};

/// Functions such as exp and softmax on whole numbers.
template <class T, bool Holds>
struct real_elements {
    static_assert(Holds,
                  "heed: exp, log, mean, softmax, inverse and their like need elements with a fraction, not integers; "
                  "evaluate_as<float>(A) has them");
};

/// Scalars combined with a tensor of integers.
template <class T, class Scalar, bool Holds>
struct whole_number {
    static_assert(Holds,
                  "heed: a tensor of integers goes with whole numbers only; evaluate_as<double>(A) has fractions");
};

/// Constants combined with a tensor of integers.
template <class T, long long Number, bool Holds>
struct held_number {
    static_assert(Holds,
                  "heed: a constant beside a tensor of integers needs to be a number that their type has, or int for "
                  "narrower ones; evaluate_as<long long>(A) has more");
};

template <class Formula, class Result, bool Holds>
struct element_type {
    static_assert(Holds,
                  "heed: Y = formula needs the element type of Y to be that of the formula; "
                  "evaluate_as<T>(formula) computes in T");
};

/// A formula that is computed in T.
template <class T, bool Holds>
struct condition {
    static_assert(
        Holds,
        "heed: a condition computes in the element type of its formula, which needs all digits of the tensors "
        "in it; evaluate_as<double>(formula) has them, or compare tensors as they are: at(t, k) <= at(t, q)");
};

/// attention(Q, K, V, mask), where(mask, S)
template <bool Holds>
struct mask {
    static_assert(
        Holds,
        "heed: attention(Q, K, V, mask) and where(mask, S) need a mask that is a formula: causal, index::k <= "
        "index::q, or a tensor of 0 and 1; not a function, and not true or false");
};

/// attention(Q, K)
template <bool Holds>
struct attention_operands {
    static_assert(Holds,
                  "heed: attention(Q, K, V) needs queries, keys and values; of keys alone the weights are "
                  "softmax(Q * transpose(K) / sqrt(dim<1>(K)))");
};

/// softmax(S, 1)
template <bool Holds>
struct axis_in_brackets {
    static_assert(Holds, "heed: f(A, axis) is written f<axis>(A): softmax<0>(S), sum<tokens>(A)");
};

/// float y = sum(sum(A));
template <bool Holds>
struct number_of_formula {
    static_assert(Holds,
                  "heed: x = f needs a number, and f is a formula that was not evaluated: write float x = evaluate(f)");
};

}  // namespace heed::law
