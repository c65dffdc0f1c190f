// SPDX-License-Identifier: BSL-1.0
// Inverses of small matrices, and what they solve.
#pragma once

#include <heed/expr/matrix_product.hpp>

namespace heed {

namespace detail {

template <class A>
constexpr auto make_inverse(A&& a) {
    if constexpr (is_broken<A>) {
        return broken{};
    } else if constexpr (!fits(inverse_rule(shape_of<operand_t<A>>))) {
        (void)sizeof(law::inverse<law_shape_t<A>>);
        return broken{};
    } else if constexpr (std::integral<value_of<operand_t<A>>>) {
        (void)sizeof(law::real_elements<value_of<operand_t<A>>, false>);
        return broken{};
    } else {
        return make_formula<op::inverse>(std::forward<A>(a));
    }
}

template <class A, class B>
constexpr auto make_solution(A&& a, B&& b) {
    return make_product(make_inverse(std::forward<A>(a)), std::forward<B>(b));
}

}  // namespace detail

/// The inverse of each square matrix of the last two axes, for small ones: if K = X * Wk, then X = K * inverse(Wk).
/// shapes  A [... n x n] -> [... n x n]; the names of the two axes are exchanged
/// error   grows with the condition of A; a singular matrix gives infinities and NaN, as divisions by zero do
/// cost    2 n^3 multiply-adds (Gauss-Jordan with partial pivoting)
/// errors  law::inverse, law::real_elements
/// example const tensor back = (A * B) * inverse(B);
HEED_UNARY(inverse, detail::make_inverse)

/// The X of A * X = B: inverse(A) * B. The X of X * A = B is B * inverse(A).
/// shapes  A [... n x n] B [... n x m] -> [... n x m]
/// errors  law::inverse, law::product
/// example const tensor Y = solve(A, X);  // A * Y = X
HEED_BINARY(solve, detail::are_formulas, detail::make_solution)

}  // namespace heed
