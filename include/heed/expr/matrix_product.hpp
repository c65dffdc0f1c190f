// SPDX-License-Identifier: BSL-1.0
// The matrix product, scaling by a number, and the linear layer.
#pragma once

#include <heed/expr/elementwise.hpp>

namespace heed {

namespace detail {

template <class A, class B>
constexpr auto make_product(A&& a, B&& b) {
    constexpr shape left = shape_of<operand_t<A>>, right = shape_of<operand_t<B>>;
    if constexpr (is_broken<A> || is_broken<B>) {
        return broken{};
    } else if constexpr (left.rank == 0 || right.rank == 0) {
        return make_elementwise<function::multiply>(std::forward<A>(a), std::forward<B>(b));
    } else if constexpr (!fits(product_rule(left, right))) {
        (void)sizeof(law::product<law_shape_t<A>, law_shape_t<B>>);
        return broken{};
    } else {
        return make_formula<op::product>(std::forward<A>(a), std::forward<B>(b));
    }
}

template <class A, class B>
inline constexpr bool are_formulas = formula<A>&& formula<B>;

}  // namespace detail

/// Whether A * B fits: sizes and names of columns(A) and rows(B), and of the leading axes.
/// example static_assert(product_shapes_agree<decltype(X), decltype(W)>);
template <formula A, formula B>
inline constexpr bool product_shapes_agree = detail::shape_of<A>.rank == 0 || detail::shape_of<B>.rank == 0 ||
                                             detail::fits(detail::product_rule(detail::shape_of<A>,
                                                                               detail::shape_of<B>));

/// Whether A + B fits: the same shape, or one that broadcasts.
/// example static_assert(elementwise_shapes_agree<decltype(X), decltype(bias)>);
template <formula A, formula B>
inline constexpr bool elementwise_shapes_agree = detail::fits(detail::broadcast(detail::shape_of<A>,
                                                                                detail::shape_of<B>));

/// Matrix product, y(i,j) = sum_k a(i,k) b(k,j). With a number, every element times the number.
/// shapes  [... m x k] [... k x n] -> [... m x n], leading axes broadcast; a vector is a row on the left, a column on
///         the right, and the result does not have that axis
/// cost    2 m k n flops
/// error   <= (256 + k / 256) epsilon / 2 times sum_k |a(i,k) b(k,j)|: sums are formed in blocks of 256 terms, and the
///         blocks are added; less than a tenth of it for random numbers (tests/run/long_sums_test.cpp)
/// errors  law::product
/// example const tensor Y = X * W;  // [tokens[6] x 8]
HEED_BINARY(operator*, detail::is_inexact, detail::make_product)
HEED_WITH_CONSTANT(operator*, detail::make_product)

/// A linear layer without bias: X * W.
/// shapes  X [... n x in] W [in x out] -> [... n x out]
/// example const tensor Y = linear(X, W, bias);
HEED_BINARY(linear, detail::are_formulas, detail::make_product)

/// A linear layer: X * W + b. W is [in x out]: no transpose is implied.
/// shapes  X [... n x in] W [in x out] b [out] -> [... n x out]
template <detail::named_operand X, detail::named_operand W, detail::named_operand B>
[[nodiscard]] constexpr auto linear(const X& x HEED_LIFETIMEBOUND, const W& w HEED_LIFETIMEBOUND,
                                    const B& b HEED_LIFETIMEBOUND) {
    return detail::make_elementwise<detail::function::add>(detail::make_product(x, w), b);
}
template <formula X, formula W, formula B>
requires(detail::owned_formula<X> || detail::owned_formula<W> || detail::owned_formula<B>)
    [[nodiscard]] constexpr auto linear(X&& x, W&& w, B&& b) {
    return detail::make_elementwise<detail::function::add>(detail::make_product(std::forward<X>(x), std::forward<W>(w)),
                                                           std::forward<B>(b));
}

}  // namespace heed
