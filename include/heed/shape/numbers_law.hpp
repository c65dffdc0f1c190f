// SPDX-License-Identifier: BSL-1.0
// The laws of numbers from which a tensor is made.
#pragma once

#include <heed/shape/shape_words.hpp>

#include <cstddef>

namespace heed::law {

/// tensor(numbers), tensor = numbers, if their count is known at compile time.
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

/// strided_view(data, {strides...}, sizes...)
template <class Shape, std::size_t Given, bool Holds>
struct strides {
    static_assert(Holds,
                  "heed: strided_view<T, extents...>(data, {strides...}) needs a stride for each of its extents");
};

/// tensor(numbers), tensor = numbers, view(numbers), for a type that has rows or axes of its own.
template <class Numbers, bool Holds>
struct flat_numbers {
    static_assert(Holds,
                  "heed: tensor(numbers) and view(numbers) need numbers in one row: a matrix of another library may be "
                  "column-major or have gaps (heed/tensor/eigen.hpp has view_of for those of Eigen)");
};

/// tensor(numbers), tensor = numbers, of another type.
template <class Given, class Element, bool Holds>
struct kept_numbers {
    static_assert(Holds,
                  "heed: tensor(numbers) needs numbers that its elements hold: a tensor of their own type, then "
                  "evaluate_as<T>(it), rounds them");
};

/// A + numbers
template <bool Holds>
struct shaped_operand {
    static_assert(
        Holds,
        "heed: A + B (- * / hadamard) needs tensors, views or formulas, whose axes are known: of numbers in a "
        "std::vector or an array view<const float, 12, 64>(numbers), of a matrix of Eigen view_of(matrix)");
};

/// attention(Q, numbers, numbers), rows(E, numbers)
template <bool Holds>
struct shaped_arguments {
    static_assert(
        Holds,
        "heed: functions of tensors need tensors, views or formulas, whose axes are known: of numbers in a std::vector "
        "or an array view<const float, 12, 64>(numbers) or view<const int, dyn>(numbers), of a matrix of Eigen "
        "view_of(matrix)");
};

/// min(A, B) and max(A, B) of a signed and an unsigned type that has no negative numbers in common.
template <class A, class B, bool Holds>
struct numbers_of_one_sign {
    static_assert(
        Holds,
        "heed: min(A, B) and max(A, B) of signed and unsigned integers would compare in the unsigned type, which "
        "has no negative numbers; give both one type, as evaluate_as<std::int64_t>(A) does");
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

/// For a tensor with one axis: {1, 2, 3}.
template <std::size_t Given, std::size_t Needed>
struct initialiser_elements {
    static_assert(Given == Needed, "heed: an initialiser of a tensor with one axis needs one value for each element");
};

/// {1, 2, 3, 4, 5, 6} for a tensor that needs rows.
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

/// tensor Y = numbers;
template <class Given, bool Holds>
struct deduced_tensor {
    static_assert(
        Holds,
        "heed: tensor y = f takes its shape from a formula; numbers of others do not say it: tensor<float, 2, "
        "3> y(numbers)");
};

}  // namespace heed::law
