// SPDX-License-Identifier: BSL-1.0
// Conditions on elements: X > 0, A < B, !M, M && N are formulas of truth values, one for each element.
#pragma once

#include <heed/expr/elementwise.hpp>
#include <heed/expr/index.hpp>

#include <type_traits>
#include <utility>

namespace heed {

namespace detail {

template <class A>
inline constexpr bool is_with_axes = false;
template <formula A>
inline constexpr bool is_with_axes<A> = is_broken<A> ||
                                        (shape_of<A>.rank > 0 && !is_index_formula<std::remove_cvref_t<A>>);

/// One operand has axes; the other has too, or is a number. Numbers alone are compared by C++, indices in
/// expr/index.hpp.
template <class A, class B>
inline constexpr bool are_compared = (is_with_axes<A> || is_with_axes<B>)&&is_elementwise<A, B> &&
                                     !is_index_formula<std::remove_cvref_t<A>> &&
                                     !is_index_formula<std::remove_cvref_t<B>>;
template <class A>
concept operand_or_number = formula<A> || plain_number<A>;

template <class A>
concept inexact_with_axes = inexact_formula<A> && is_with_axes<A>;

}  // namespace detail

/// Whether a(i,j) < b(i,j), for every pair of elements: a formula of truth values. `tensor t = X < Z;` is a tensor of
/// bool; in arithmetic and reductions each is 1 or 0, in the type of what is compared. where(c, A, B), masks and && ||
/// ! take them. Numbers, and tensors without axes, are compared by C++; A == B compares whole tensors, equal(A, B)
/// elements.
/// shapes  as for A + B
/// error   none: operands are compared as they are computed, in the common type of their elements
/// errors  law::compared_elements, law::chained_comparison, law::condition
/// example const tensor below = X < Z;  // tensor<bool, ...>
HEED_BINARY(operator<, detail::are_compared, detail::make_compared<detail::function::less>)
/// Whether a(i,j) <= b(i,j); see A < B.
/// example const tensor capped = where(X <= 2, X, 2);
HEED_BINARY(operator<=, detail::are_compared, detail::make_compared<detail::function::less_equal>)
/// Whether a(i,j) > b(i,j); see A < B.
/// example const tensor leaky = where(X > 0, X, 0.1 * X);
HEED_BINARY(operator>, detail::are_compared, detail::make_swapped<detail::function::less>)
/// Whether a(i,j) >= b(i,j); see A < B.
/// example const tensor count = sum<1>(X >= 2);
HEED_BINARY(operator>=, detail::are_compared, detail::make_swapped<detail::function::less_equal>)
/// Whether a(i,j) == b(i,j); see A < B. A == B is one bool, for whole tensors.
/// example const tensor Y = where(equal(X, 0), 1, X);
HEED_BINARY(equal, detail::are_compared, detail::make_elementwise<detail::function::equal>)
/// Whether a(i,j) != b(i,j); see A < B.
/// example const tensor count = sum<1>(not_equal(X, Z));
HEED_BINARY(not_equal, detail::are_compared, detail::make_unequal)
/// Whether both are not 0; see A < B. With a condition on indices, a vector is a mask of keys:
/// index::k <= index::q && visible.
/// example const tensor inside = X > 0 && X < 2;
HEED_BINARY(operator&&, detail::are_compared, detail::make_elementwise<detail::function::both>)
/// Whether one of them is not 0; see A < B.
/// example const tensor outside = X < 0 || X > 2;
HEED_BINARY(operator||, detail::are_compared, detail::make_elementwise<detail::function::either>)

/// Whether a(i,j) is 0, for each element; see A < B.
/// example const tensor others = !(X > 0);
template <detail::named_operand A>
requires detail::is_with_axes<A>
[[nodiscard]] constexpr auto operator!(const A& a HEED_LIFETIMEBOUND) {
    return detail::make_elementwise<detail::function::is_zero>(a);
}
template <detail::owned_formula A>
requires detail::is_with_axes<A>
[[nodiscard]] constexpr auto operator!(A&& a) {
    return detail::make_elementwise<detail::function::is_zero>(std::forward<A>(a));
}

HEED_CONSTANT_BESIDE(detail::inexact_with_axes, operator<, detail::make_compared<detail::function::less>)
HEED_CONSTANT_BESIDE(detail::inexact_with_axes, operator<=, detail::make_compared<detail::function::less_equal>)
HEED_CONSTANT_BESIDE(detail::inexact_with_axes, operator>, detail::make_swapped<detail::function::less>)
HEED_CONSTANT_BESIDE(detail::inexact_with_axes, operator>=, detail::make_swapped<detail::function::less_equal>)
HEED_CONSTANT_BESIDE(detail::inexact_with_axes, equal, detail::make_elementwise<detail::function::equal>)
HEED_CONSTANT_BESIDE(detail::inexact_with_axes, not_equal, detail::make_unequal)
HEED_CONSTANT_BESIDE(detail::inexact_with_axes, operator&&, detail::make_elementwise<detail::function::both>)
HEED_CONSTANT_BESIDE(detail::inexact_with_axes, operator||, detail::make_elementwise<detail::function::either>)

/// Each element, but at least `low` and at most `high`; NaN stays NaN.
/// shapes  as for A + B
/// error   none
/// example const tensor Y = clamp(X, -1, 1);
template <detail::named_operand A, detail::operand_or_number Low, detail::operand_or_number High>
[[nodiscard]] constexpr auto clamp(const A& a HEED_LIFETIMEBOUND, Low&& low, High&& high) {
    return min(max(a, std::forward<Low>(low)), std::forward<High>(high));
}
template <detail::owned_formula A, detail::operand_or_number Low, detail::operand_or_number High>
[[nodiscard]] constexpr auto clamp(A&& a, Low&& low, High&& high) {
    return min(max(std::forward<A>(a), std::forward<Low>(low)), std::forward<High>(high));
}
// The form of std::clamp, so that this wins where both are visible.
template <detail::named_operand A>
[[nodiscard]] constexpr auto clamp(const A& a HEED_LIFETIMEBOUND, const A& low HEED_LIFETIMEBOUND,
                                   const A& high HEED_LIFETIMEBOUND) {
    return min(max(a, low), high);
}

}  // namespace heed
