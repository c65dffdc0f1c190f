// SPDX-License-Identifier: BSL-1.0
// What is said of an operation along an axis: a reduction (scalar/reduction.hpp) or a normalisation
// (scalar/normalisation.hpp).
#pragma once

#include <heed/meta/config.hpp>

namespace heed::detail {

/// The cost of an operation along an axis.
struct row_cost {
    unsigned flops;                 ///< of an element: additions, multiplications, divisions, comparisons
    unsigned exps = 0;              ///< of an element
    unsigned visits = 1;            ///< of an element by the loops of the kernel, without those of exp
    unsigned flops_of_row = 0;      ///< once a row
    unsigned functions_of_row = 0;  ///< calls of log or sqrt once a row
    unsigned visits_of_row = 4;

    /// Whether it computes with + - * / alone.
    constexpr bool is_rational() const { return exps + functions_of_row == 0; }
};

/// What the result of a reduction is.
enum class reduced_to : unsigned char {
    element,  ///< one of the elements: exact, in their range
    number,   ///< a number that is computed with + and *: a whole number for whole numbers
    real,     ///< a real number, of real numbers only
};

/// What loops and emitted files need of a function of two operands that folds a row.
struct row_fold {
    const char* name;           ///< in outlines
    const char* function = "";  ///< of emitted files
    const char* about = "";     ///< its comment
    bool is_of_any_order = false;
};
template <class... Fold>
struct fold_list {};

struct reduction_traits {
    const char* name;    ///< in formulas, in C++ or text, and on pages
    const char* plural;  ///< of its results, in emitted files
    reduced_to result;
    row_cost cost;
    bool gains_if_finite = false;  ///< whether its kernel is another one if no element is NaN or infinite
};

struct normalisation_traits {
    const char* name;  ///< in formulas, in C++ or text, and on pages
    const char* rows;  ///< its results, in emitted files
    const char* note;  ///< a comment on its loop
    row_cost cost;
    bool has_epsilon = false;  ///< it has a second operand, which is added to the mean of squares
};

}  // namespace heed::detail
