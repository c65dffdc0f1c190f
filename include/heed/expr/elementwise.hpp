// SPDX-License-Identifier: BSL-1.0
// Elementwise formulas: sums, scalings, and functions of each element.
#pragma once

#include <heed/expr/overloads.hpp>
#include <heed/shape/index_law.hpp>
#include <heed/shape/numbers_law.hpp>

#include <concepts>
#include <cstddef>
#include <utility>

namespace heed {

namespace detail {

template <function F, class A>
constexpr auto make_elementwise(A&& a) {
    constexpr bool takes_integers =
        F == function::negate || F == function::abs || F == function::relu || F == function::is_zero;
    constexpr bool real = takes_integers || !std::integral<value_of<operand_t<A>>>;
    if constexpr (is_broken<A>) {
        return broken{};
    } else if constexpr (!real) {
        (void)sizeof(law::real_elements<value_of<operand_t<A>>, real>);
        return broken{};
    } else {
        return make_formula<op::elementwise<F>>(std::forward<A>(a));
    }
}

/// Whether a scalar is a whole number; or what choices choose, and whole numbers computed from them.
template <class F>
inline constexpr bool is_whole_scalar = std::integral<typename F::value_type>;
template <class C, class A>
inline constexpr bool is_whole_scalar<formula_of<op::elementwise<function::keep>, C, A>> = is_whole_scalar<A>;
template <function F, class... A>
requires(keeps_whole(F) && (A::shape_value.rank + ... + 0) > 0 && ((element_weight<A> == 0) && ...))  //
    inline constexpr bool is_whole_scalar<formula_of<op::elementwise<F>, A...>> = (is_whole_scalar<A> && ...);

/// Whether A has integer elements and B is a scalar that is not an integer of that type: exact, or with a fraction.
/// Whole exact scalars next to indices stay exact, because static properties of masks are derived from them.
template <class A, class B>
inline constexpr bool is_scalar_beside_integers =
    std::integral<value_of<operand_t<A>>> && !is_whole_length<operand_t<B>> &&
    (element_weight<operand_t<A>> > element_weight<operand_t<B>>)&&(
        exact_operand<operand_t<B>> ? !(is_index_formula<operand_t<A>> && is_whole_exact<operand_t<B>>)
                                    : !is_whole_scalar<operand_t<B>>);

/// An exact scalar as an operand of arithmetic with A; a scalar with a fraction, and one that is too large, is
/// reported.
template <class A, class B>
constexpr auto as_integer_of() {
    using T = decltype(+value_of<operand_t<A>>());
    if constexpr (exact_operand<operand_t<B>>) {
        constexpr surd s = exact_value<operand_t<B>>;
        if constexpr (s.denominator == 1 && s.radicand == 1) {
            constexpr bool held = std::in_range<T>(s.numerator);
            (void)sizeof(law::held_number<T, s.numerator, held>);
            return static_cast<T>(s.numerator);
        }
    }
}

/// Indices, and tensors in a formula of them, must fit the scores of the other operand, if there are any.
template <class A, class B>
constexpr bool index_operands_fit() {
    if constexpr (shape_of<A>.rank == 0 && shape_of<B>.rank == 0)
        return true;
    else
        return index_fit<std::conditional_t<is_index_formula<A>, A, B>>::holds(
            shape_of<std::conditional_t<is_index_formula<A>, B, A>>);
}

/// Whether two types of integers have no common type in C++ with the negative numbers of one of them.
template <class A, class B>
inline constexpr bool lose_signs = false;
template <std::integral A, std::integral B>
inline constexpr bool lose_signs<A, B> =
    std::signed_integral<A> != std::signed_integral<B>&& std::unsigned_integral<decltype(A() + B())>;
template <function F, class A, class B>
inline constexpr bool compares_signs =
    (F == function::min || F == function::max) && (element_weight<A> > 0) &&
    (element_weight<B> > 0) && lose_signs<typename A::value_type, typename B::value_type>;

/// How many elementwise operations stand inside of each other.
template <class F>
inline constexpr std::size_t nesting = 0;
template <function F, class A>
inline constexpr std::size_t nesting<formula_of<op::elementwise<F>, A>> = 1 + nesting<A>;
template <function F, class A, class B>
inline constexpr std::size_t nesting<formula_of<op::elementwise<F>, A, B>> = 1 + (nesting<A> > nesting<B> ? nesting<A>
                                                                                                          : nesting<B>);
/// Compilers evaluate what is nested deeper in more steps than they allow.
inline constexpr std::size_t most_nested = 256;

template <function F, class A, class B>
constexpr auto make_elementwise(A&& a, B&& b) {
    if constexpr (is_broken<A> || is_broken<B>) {
        return broken{};
    } else if constexpr (compares_signs<F, operand_t<A>, operand_t<B>>) {
        (void)sizeof(law::numbers_of_one_sign<value_of<operand_t<A>>, value_of<operand_t<B>>, false>);
        return broken{};
    } else if constexpr (!is_mask(F) && (is_scalar_beside_integers<A, B> || is_scalar_beside_integers<B, A>)) {
        constexpr bool left = is_scalar_beside_integers<A, B>;
        using Integers = std::conditional_t<left, A, B>;
        using Scalar = std::conditional_t<left, B, A>;
        if constexpr (std::is_void_v<decltype(as_integer_of<Integers, Scalar>())>) {
            (void)sizeof(law::whole_number<value_of<operand_t<Integers>>, operand_t<Scalar>, false>);
            return broken{};
        } else if constexpr (left) {
            return make_elementwise<F>(std::forward<A>(a), as_integer_of<A, B>());
        } else {
            return make_elementwise<F>(as_integer_of<B, A>(), std::forward<B>(b));
        }
    } else if constexpr (!fits(broadcast(shape_of<operand_t<A>>, shape_of<operand_t<B>>))) {
        using a_shape = law_shape_t<A>;
        using b_shape = law_shape_t<B>;
        (void)sizeof(std::conditional_t<is_mask(F), law::mask_beside<a_shape, b_shape>,
                                        std::conditional_t<is_truth(F), law::compared_elements<a_shape, b_shape>,
                                                           law::elementwise<a_shape, b_shape>>>);
        return broken{};
    } else if constexpr (!index_operands_fit<operand_t<A>, operand_t<B>>()) {
        using Scores = law_shape_t<std::conditional_t<is_index_formula<A>, B, A>>;
        using Indices = operand_t<std::conditional_t<is_index_formula<A>, A, B>>;
        (void)sizeof(index_fit<Indices>::template report<Scores>());
        return broken{};
    } else if constexpr (nesting<operand_t<A>> >= most_nested || nesting<operand_t<B>> >= most_nested) {
        (void)sizeof(law::nested_operations<!sizeof(A)>);
        return broken{};
    } else {
        return make_formula<op::elementwise<F>>(std::forward<A>(a), std::forward<B>(b));
    }
}

/// Neither operand is a constant; constants have their own overloads below.
template <class A, class B>
inline constexpr bool is_elementwise = !is_constant<std::remove_cvref_t<A>> && !is_constant<std::remove_cvref_t<B>>;

/// Like is_elementwise, but two exact scalars multiply and divide exactly.
template <class A, class B>
inline constexpr bool is_inexact =
    is_elementwise<A, B> && !(exact_operand<std::remove_cvref_t<A>> && exact_operand<std::remove_cvref_t<B>>);

/// Formulas other than exact scalars, which can be combined with a constant.
template <class A>
concept inexact_formula = formula<A> && !exact_operand<std::remove_cvref_t<A>>;

template <class A>
inline constexpr bool is_whole =
    std::integral<value_of<operand_t<A>>> || is_whole_exact<operand_t<A>> || is_whole_length<operand_t<A>>;
/// Indices, and tensors of integers beside a length. Numbers of the program are none: 1 / dim<0>(Q) is a fraction.
template <class A, class B>
inline constexpr bool divides_integers = is_index_formula<A> ||
                                         (is_whole_length<operand_t<B>> && std::integral<value_of<operand_t<A>>> &&
                                          element_weight<operand_t<A>> > 0);

/// Integers are divided by whole numbers as in C++. Two lengths are scalars: their quotient is exact.
template <class A, class B>
constexpr auto make_quotient(A&& a, B&& b) {
    constexpr bool some = divides_integers<A, B> || divides_integers<B, A>;
    constexpr bool whole = is_whole<A> && is_whole<B>;
    return make_elementwise < some && whole ? function::quotient
                                            : function::divide > (std::forward<A>(a), std::forward<B>(b));
}

template <class A>
constexpr auto make_negate(A&& a) {
    return make_elementwise<function::negate>(std::forward<A>(a));
}

}  // namespace detail

/// Sum of every pair of elements, y(i,j) = a(i,j) + b(i,j).
/// shapes  equal, or an axis of size 1 or a missing leading axis broadcasts; a number fits any shape
/// errors  law::elementwise
/// example const tensor Y = X + Z, shifted = X + bias;  // bias is added to each row
HEED_BINARY(operator+, detail::is_elementwise, detail::make_elementwise<detail::function::add>)
/// Difference of every pair of elements; shapes as for A + B.
/// example const tensor Y = X - Z;
HEED_BINARY(operator-, detail::is_elementwise, detail::make_elementwise<detail::function::subtract>)
/// Quotient of every pair of elements; shapes as for A + B. Integers beside integers, constants or dim<...> are divided
/// as in C++.
/// error   0.5 ulp; by a constant or dim<...> 1.5 ulp, of which powers of two have none: its inverse, rounded, is multiplied
/// example const tensor Y = A / sum<1>(A, keep);  // each row by its sum
HEED_BINARY(operator/, detail::is_inexact, detail::make_quotient)
/// Product of every pair of elements; shapes as for A + B. A * B is the matrix product.
/// example const tensor Y = hadamard(A, B);
HEED_BINARY(hadamard, detail::is_elementwise, detail::make_elementwise<detail::function::multiply>)
/// a(i,j) to the power b(i,j); shapes as for A + B. Of integers it is exact; for b below 0 it is 1 divided by the
/// power, as C++ divides.
/// error   float 0.501 ulp; double <= 0.61 ulp for |b log a| <= 90, 1.5 ulp up to overflow
///         (tests/scalar/elementary_test.cpp)
/// example const tensor squares = pow(A, 2);
HEED_BINARY(pow, detail::is_elementwise, detail::make_elementwise<detail::function::pow>)
/// The smaller of every pair of elements, NaN if either is; shapes as for A + B.
/// example const tensor at_most_six = min(A, 6);
HEED_BINARY(min, detail::is_elementwise, detail::make_elementwise<detail::function::min>)
/// The larger of every pair of elements, NaN if either is; shapes as for A + B.
/// example const tensor not_negative = max(A, 0);
HEED_BINARY(max, detail::is_elementwise, detail::make_elementwise<detail::function::max>)

// The form of std::min and std::max, so that these win where both are visible.
template <detail::named_operand A>
[[nodiscard]] constexpr auto min(const A& a HEED_LIFETIMEBOUND, const A& b HEED_LIFETIMEBOUND) {
    return detail::make_elementwise<detail::function::min>(a, b);
}
template <detail::named_operand A>
[[nodiscard]] constexpr auto max(const A& a HEED_LIFETIMEBOUND, const A& b HEED_LIFETIMEBOUND) {
    return detail::make_elementwise<detail::function::max>(a, b);
}

HEED_WITH_CONSTANT(operator+, detail::make_elementwise<detail::function::add>)
HEED_WITH_CONSTANT(operator-, detail::make_elementwise<detail::function::subtract>)
HEED_WITH_CONSTANT(operator/, detail::make_quotient)
HEED_WITH_CONSTANT(hadamard, detail::make_elementwise<detail::function::multiply>)
HEED_WITH_CONSTANT(pow, detail::make_elementwise<detail::function::pow>)
HEED_WITH_CONSTANT(min, detail::make_elementwise<detail::function::min>)
HEED_WITH_CONSTANT(max, detail::make_elementwise<detail::function::max>)

/// 1 / dim<0>(A) and dim<0>(A) / 2 are exact ratios: a formula has no integer division of constants.
template <detail::host_number S, std::size_t N>
[[nodiscard]] constexpr auto operator/(S a, constant<N> b) {
    return detail::make_elementwise<detail::function::divide>(+a, b);
}
template <detail::host_number S, std::size_t N>
[[nodiscard]] constexpr auto operator/(constant<N> a, S b) {
    return detail::make_elementwise<detail::function::divide>(a, +b);
}

template <detail::named_operand A>
[[nodiscard]] constexpr auto operator-(const A& a HEED_LIFETIMEBOUND) {
    return detail::make_negate(a);
}
template <detail::owned_formula A>
[[nodiscard]] constexpr auto operator-(A&& a) {
    return detail::make_negate(std::forward<A>(a));
}

/// Square root of each element; NaN below 0. Of an exact scalar: an exact scalar.
/// error   correctly rounded
/// example const tensor Y = sqrt(A);
template <detail::named_operand A>
[[nodiscard]] constexpr auto sqrt(const A& a HEED_LIFETIMEBOUND) {
    return detail::make_elementwise<detail::function::sqrt>(a);
}
template <detail::owned_formula A>
requires(!detail::exact_operand<std::remove_cvref_t<A>>) [[nodiscard]] constexpr auto sqrt(A&& a) {
    return detail::make_elementwise<detail::function::sqrt>(std::forward<A>(a));
}

// exp, tanh, gelu ...: of each element what scalar/exp.hpp, scalar/tanh.hpp, scalar/gelu.hpp ... say, with its error.
#define HEED_OF_ELEMENTS(name) HEED_UNARY(name, detail::make_elementwise<detail::function::name>)
HEED_BASIC_FUNCTIONS(HEED_OF_ELEMENTS)
HEED_COMPOSED_FUNCTIONS(HEED_OF_ELEMENTS)
#undef HEED_OF_ELEMENTS

}  // namespace heed
