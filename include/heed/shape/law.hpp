// SPDX-License-Identifier: BSL-1.0
// The laws of shapes: one class template a rule, over the offending values, so that a violation prints both shapes.
// An operator names its law as (void)sizeof(law::product<A, B>): prose, numbers and the user's line on every compiler.
#pragma once

#include <heed/shape/axis_law.hpp>
#include <heed/shape/rules.hpp>
#include <heed/shape/shape_words.hpp>

#include <cstddef>

namespace heed::law {

template <class A, class B>
struct product {
    static constexpr bool inner = detail::columns_of(A::value).size == detail::rows_of(B::value).size;
    static constexpr bool transposed_fits = B::value.rank > 1 &&
                                            extents_agree(detail::columns_of(A::value), detail::columns_of(B::value));
    static constexpr detail::fit rule = detail::product_rule(A::value, B::value);
    static_assert(inner || !transposed_fits, "heed: A * B needs columns(A) == rows(B); did you mean A * transpose(B)?");
    static_assert(inner || transposed_fits, "heed: A * B needs columns(A) == rows(B)");
    static_assert(!inner || names_agree(detail::columns_of(A::value), detail::rows_of(B::value)),
                  "heed: A * B needs the names of columns(A) and rows(B) to agree");
    static_assert(!inner || rule.sizes, "heed: A * B needs leading axes of the same size, or of size 1");
    static_assert(!inner || rule.names || !names_agree(detail::columns_of(A::value), detail::rows_of(B::value)),
                  "heed: A * B needs the names of the leading axes to agree");
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

template <class A>
struct transpose {
    static_assert(A::value.rank >= 2, "heed: transpose(A) needs at least two axes");
};

/// Printed numbers as an operand.
template <class A, bool Holds>
struct complete_operand {
    static_assert(Holds,
                  "heed: printed numbers with elided entries (\\dots) cannot be an operand; verify(formula, "
                  "printed) takes them");
};

/// Scores beside a formula of indices.
template <class Scores, bool Holds>
struct index_axes {
    static_assert(Holds,
                  "heed: a formula of indices needs scores with an axis for each: k the last, q before it, h, b");
};

/// A formula of indices as a result: it has no shape of its own.
template <std::size_t Axes>
struct index_alone {
    static_assert(Axes == 0, "heed: a formula of indices (q, k, h, b) needs scores beside it: where(k <= q, S)");
};

/// at(A, i, ...)
template <class A, std::size_t Indices>
struct index_count {
    static_assert(A::value.rank == Indices, "heed: at(A, i, ...) needs an index for each axis of A");
};
template <class A, class Scores, bool Holds>
struct index_size {
    static_assert(Holds,
                  "heed: at(A, i, ...) needs axes of A as long as those axes of the scores, or of size 1, and their "
                  "names to agree");
};

/// An axis of A, and the lowest and the highest index along it.
template <extent Axis, long long Lowest, long long Highest>
struct index_bounds {
    static_assert(Axis.size == 0,
                  "heed: at(A, i, ...) needs indices inside of A: over all scores one of them goes from the lowest to "
                  "the highest below, and that axis of A does not");
};
template <class... T>
struct value_types;
template <class Indices, bool Holds>
struct whole_indices {
    static_assert(
        Holds,
        "heed: at(A, i, ...) needs indices that are whole numbers: formulas of q, k, h, b, of integers and of "
        "tensors of integers");
};
template <class A, std::size_t Computed>
struct indices_found {
    static_assert(Computed <= 2, "heed: at(A, i, ...) takes at most two indices that are more than q, k, h or b alone");
};

/// rows(E, ids)
template <class E, class Ids>
struct looked_up_rows {
    static_assert(
        E::value.rank > 0 && Ids::value.rank > 0 && E::value.rank + Ids::value.rank <= 7,
        "heed: rows(E, ids) needs a table with rows and a tensor of their numbers, together of at most 7 axes");
};
template <class T, bool Holds>
struct row_numbers {
    static_assert(Holds, "heed: rows(E, ids) needs numbers of rows that are integers: tensor<int, ...>");
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
template <class A, bool Kept>
struct packed {
    static_assert(A::value.rank == 2, "heed: packed(W) needs a matrix: two axes");
    static_assert(A::value.rank != 2 || Kept,
                  "heed: packed(W) needs a matrix that lies in memory without gaps and outlives it: a tensor with a "
                  "name, or a view");
};

/// reshape<extents...>(A)
template <class A, class To>
struct reshape {
    static_assert(A::value.size() == To::value.size(), "heed: reshape<extents...>(A) needs as many elements as A has");
};

/// merge<axes...>(A), with the axes as numbers from the left.
template <class A, bool Holds, std::size_t... Axes>
struct merge {
    static_assert(Holds,
                  "heed: merge<axes...>(A) needs axes of A that are neighbours, in the order in which A has them");
};

/// group<head[h]>(K): the axis that repeats is the one of that name, or the one before the last two.
template <class K, extent Heads>
struct group_axis {
    static_assert(K::value.rank >= 3,
                  "heed: group<head[h]>(K) needs heads of keys: an axis of that name, or one "
                  "before the last two");
};
template <class K, extent Heads, std::size_t Axis>
struct group {
    static_assert(Heads.size % K::value[Axis].size == 0,
                  "heed: group<head[h]>(K) needs a number of query heads that the number of key heads divides");
    static_assert(K::value.rank < detail::max_rank, "heed: group<head[h]>(K) needs at most five axes");
};

template <class A, std::size_t Begin, std::size_t End>
struct rows {
    static_assert(A::value.rank >= 2, "heed: rows<begin, end>(A) needs at least two axes");
    static_assert(A::value.rank < 2 || (Begin < End && End <= A::value.from_right(A::value.rank < 2 ? 0 : 1).size),
                  "heed: rows<begin, end>(A) needs begin < end <= rows(A)");
};

template <class A, std::size_t Begin, std::size_t End>
struct cols {
    static_assert(A::value.rank >= 1, "heed: cols<begin, end>(A) needs at least one axis");
    static_assert(A::value.rank < 1 || (Begin < End && End <= A::value.from_right(0).size),
                  "heed: cols<begin, end>(A) needs begin < end <= columns(A)");
};

template <class A, std::size_t Parts, std::size_t Axis>
struct split {
    static_assert(Parts > 0 && A::value[Axis].size % (Parts == 0 ? 1 : Parts) == 0,
                  "heed: split<n>(A) needs an axis whose size n divides");
};

/// layer_norm(A, gain, bias)
template <class A, class Vector, std::size_t Axis>
struct norm_vector {
    static_assert(Vector::value.rank == 1,
                  "heed: layer_norm(A, gain, bias) and rms_norm(A, gain) need vectors: gain and bias have one axis");
    static_assert(
        Vector::value.rank != 1 || Vector::value[0].size == A::value[Axis].size,
        "heed: layer_norm(A, gain, bias) and rms_norm(A, gain) need a gain and a bias as long as the axis that "
        "is normalised");
    static_assert(Vector::value.rank != 1 || Vector::value[0].size != A::value[Axis].size ||
                      names_agree(Vector::value[0], A::value[Axis]),
                  "heed: layer_norm(A, gain, bias) and rms_norm(A, gain) need the name of the axis of gain and bias to "
                  "agree with that of the axis that is normalised");
};

template <class A, class B, std::size_t Axis>
struct concat {
    static_assert(A::value.rank == B::value.rank, "heed: concat(A, B) needs the same number of axes");
    static_assert(A::value.rank != B::value.rank || Axis < A::value.rank,
                  "heed: concat<axis>(A, B) needs an axis that A has");
    static constexpr detail::fit rule = detail::concat_rule(A::value, B::value, Axis);
    static_assert(A::value.rank != B::value.rank || rule.sizes,
                  "heed: concat(A, B) needs the same shape in all other axes");
    static_assert(!rule.sizes || rule.names, "heed: concat(A, B) needs the names of all other axes to agree");
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
    static_assert(detail::assignable(From::value, To::value),
                  "heed: Y = formula needs the shape and the names of Y to be those of the formula");
};

template <class A, class B>
struct comparison {
    static_assert(detail::assignable(A::value, B::value), "heed: A == B needs the same shape");
};

/// What asks a formula for numbers: it has none until it is evaluated.
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
                  "evaluate(g)");
};
template <class A, class B, bool Holds>
struct ordering {
    static_assert(
        Holds,
        "heed: f < g needs numbers, and only formulas of indices (q, k, h, b) are compared element by element: "
        "where(k < q, S)");
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
template <class A, class B, bool Holds>
struct compound_of_tensor {
    static_assert(Holds, "heed: A += f (-= *= /=) is written A = A + f");
};

/// exp, log, sqrt and their like of int and double.
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
    static_assert(Holds, "heed: exp, log, softmax, inverse and their like need elements with a fraction, not integers");
};

/// Scalars beside a tensor of integers.
template <class T, class Scalar, bool Holds>
struct whole_number {
    static_assert(Holds,
                  "heed: a tensor of integers goes with whole numbers only; evaluate_as<double>(A) has fractions");
};

template <class Formula, class Result, bool Holds>
struct element_type {
    static_assert(Holds,
                  "heed: Y = formula needs the element type of Y to be that of the formula; "
                  "evaluate_as<T>(formula) computes in T");
};

/// tensor(numbers), tensor = numbers, where it is known how many there are.
template <class Shape, std::size_t Given>
struct number_count {
    static_assert(Given == Shape::value.size(), "heed: tensor(numbers) needs as many numbers as it has elements");
};
/// view(numbers)
template <class Shape, std::size_t Given>
struct view_count {
    static_assert(Given >= Shape::value.size(),
                  "heed: view(numbers) needs at least as many numbers as it has elements");
};

/// tensor(numbers), tensor = numbers, view(numbers): of a type that has rows or axes of its own.
template <class Numbers, bool Holds>
struct flat_numbers {
    static_assert(Holds,
                  "heed: tensor(numbers) and view(numbers) need numbers in one row: a matrix of another library may be "
                  "column-major or have gaps (heed/tensor/eigen.hpp has view_of for those of Eigen)");
};

/// Rows of an initialiser: {{1, 2, 3}, {4, 5, 6}} is 2 x 3.
template <std::size_t Given, std::size_t Needed>
struct initialiser_rows {
    static_assert(Given == Needed, "heed: an initialiser needs one inner list for each row");
};
template <std::size_t Given, std::size_t Needed>
struct initialiser_columns {
    static_assert(Given == Needed, "heed: a row of an initialiser needs one value for each column");
};

/// {1, 2, 3, 4, 5, 6}, where rows are needed.
template <class Shape, std::size_t Given>
struct initialiser_of_numbers {
    static_assert(
        Given > 0 && Shape::value.rank > 3,
        "heed: an initialiser needs its rows in braces, {{1, 2, 3}, {4, 5, 6}}; numbers without rows come from "
        "a std::array or a std::vector: matrix<float, 2, 3> A(numbers)");
    static_assert(Given == 0 || Shape::value.rank < 4,
                  "heed: a tensor of more than 3 axes takes its numbers from a std::array or a std::vector: "
                  "tensor<float, 2, 2, 2, 2> A(numbers)");
};
/// A vector of vectors, a list.
template <class Shape, bool Holds>
struct contiguous_numbers {
    static_assert(
        Holds,
        "heed: tensor(numbers) needs numbers side by side in memory, row after row: a std::vector, std::array "
        "or std::span of numbers, not of vectors");
};

/// attention(Q, K, V, mask), where(mask, S)
template <bool Holds>
struct mask {
    static_assert(
        Holds,
        "heed: attention(Q, K, V, mask) and where(mask, S) need a mask that is a formula: causal, index::k <= "
        "index::q, or a tensor of 0 and 1; not a function, and not true or false");
};

/// softmax(S, 1)
template <bool Holds>
struct axis_in_brackets {
    static_assert(Holds, "heed: f(A, axis) is written f<axis>(A): softmax<0>(S), sum<tokens>(A)");
};

/// rows(A, 0, n)
template <bool Holds>
struct part_in_brackets {
    static_assert(
        Holds,
        "heed: rows(A, a, b) is written rows<a, b>(A), and cols too: a and b are constants, as sizes are part of "
        "the type; keys beyond a number of the program are masked: padding(n)");
};

/// float y = sum(sum(A));
template <bool Holds>
struct number_of_formula {
    static_assert(Holds,
                  "heed: x = f needs a number, and f is a formula that was not evaluated: write float x = evaluate(f)");
};

/// let(A, [](auto) { return 1; });
template <class Returned, bool Holds>
struct let_result {
    static_assert(Holds, "heed: the function of let(A, f) must return a formula, or results(...) of several");
};
/// let(k <= q, f);
template <bool Holds>
struct let_of_indices {
    static_assert(Holds,
                  "heed: let(A, f) computes A once; a formula of indices (q, k, h, b) has no value before scores stand "
                  "beside it: write it where it is used");
};
/// The name of a value, evaluated outside of the function that it was given to.
template <bool Holds>
struct let_outside {
    static_assert(Holds,
                  "heed: the name that let(A, f) gives to a value holds inside of f only: evaluate what f returns");
};
template <std::size_t Number, bool Holds>
struct number_of_results {
    static_assert(Holds, "heed: results(...) takes at most 8 formulas");
};
/// evaluate_into(std::tie(A), results(f, g));
template <std::size_t Results, std::size_t Tensors, bool Holds>
struct results_assigned {
    static_assert(Holds, "heed: evaluate_into(std::tie(...), f) needs as many tensors as f has results");
};
template <bool Holds, class... T>
struct element_type_of_results {
    static_assert(Holds, "heed: results(...) are computed together: their elements must have one type");
};

/// tensor Y = heads<2>(f);
template <bool Holds>
struct one_formula {
    static_assert(
        Holds,
        "heed: tensor y = f needs one formula; heads and split give several: concat(heads<n>(f)), or auto [a, "
        "b] = split<2>(A); and so do results: auto [a, b] = evaluate(results(f, g))");
};
/// tensor Y = numbers;
template <class Given, bool Holds>
struct deduced_tensor {
    static_assert(
        Holds,
        "heed: tensor y = f takes its shape from a formula; numbers of others do not say it: tensor<float, 2, "
        "3> y(numbers)");
};

}  // namespace heed::law
