// SPDX-License-Identifier: BSL-1.0
// einsum<"bthd,bshd->bhts">(A, B): products and sums of axes that letters name.
#pragma once

#include <heed/expr/einsum_plan.hpp>
#include <heed/expr/equal_axes.hpp>
#include <heed/expr/matrix_product.hpp>
#include <heed/expr/reduce.hpp>
#include <heed/meta/fixed_text.hpp>
#include <heed/shape/einsum_law.hpp>

#include <cstddef>
#include <utility>

namespace heed {

namespace detail {

template <fixed_text Text>
inline constexpr subscripts subscripts_of = read_subscripts(Text.data, Text.size());

struct checked_einsum {
    einsum_verdict verdict{};
    einsum_plan plan{};  ///< of letters that fit
};

/// Whether the letters fit, and no step has too many axes.
template <fixed_text Text, class... A>
inline constexpr checked_einsum checked_einsum_of = [] {
    const shape shapes[] = {shape_of<A>..., shape()};
    checked_einsum checked;
    checked.verdict = einsum_rule(subscripts_of<Text>, shapes, sizeof...(A));
    if (checked.verdict.fault != einsum_fault::none) return checked;
    checked.plan = plan_einsum(subscripts_of<Text>, shapes[0]);
    if (!checked.plan.fits) checked.verdict = {einsum_fault::too_many_axes};
    return checked;
}();

/// A separate object, because clang below 18 rejects a reference to a member as a template argument.
template <fixed_text Text, class... A>
inline constexpr einsum_plan einsum_plan_of = checked_einsum_of<Text, A...>.plan;

template <axis_numbers Axes, class A>
constexpr auto sum_of_axes(A&& a) {
    if constexpr (Axes.empty())
        return as_operand(std::forward<A>(a));
    else
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            return reduce_axes<reduction::sum, Axes[I]...>(std::forward<A>(a));
        }
    (std::make_index_sequence<Axes.size()>{});
}

template <axis_numbers Order, class A>
constexpr auto axes_in_order(A&& a) {
    if constexpr (is_in_order(Order))
        return std::forward<A>(a);
    else
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            return make_formula<op::permute<Order[I]...>>(std::forward<A>(a));
        }
    (std::make_index_sequence<Order.size()>{});
}

/// Inserts axes of extent 1 at the positions from number First on.
template <axis_numbers Places, std::size_t First, class A>
constexpr auto with_unit_axes(A&& a) {
    if constexpr (First == Places.size())
        return std::forward<A>(a);
    else
        return with_unit_axes<Places, First + 1>(
            make_formula<op::unit_axis<Places[First], nullptr>>(std::forward<A>(a)));
}
template <axis_numbers Axes, std::size_t First, class A>
constexpr auto without_unit_axes(A&& a) {
    if constexpr (First == Axes.size())
        return std::forward<A>(a);
    else
        return without_unit_axes<Axes, First + 1>(make_formula<op::at_index<Axes[First], 0>>(std::forward<A>(a)));
}

template <axis_numbers Sums, axis_arrangement Arrangement, class A>
constexpr auto arranged_operand(A&& a) {
    return with_unit_axes<Arrangement.units, 0>(
        axes_in_order<Arrangement.order>(sum_of_axes<Sums>(std::forward<A>(a))));
}

template <bool IsProduct, class A, class B>
constexpr auto product_or_elementwise(A&& a, B&& b) {
    if constexpr (IsProduct)
        return make_product(std::forward<A>(a), std::forward<B>(b));
    else
        return make_elementwise<function::multiply>(std::forward<A>(a), std::forward<B>(b));
}

template <const einsum_plan& P, class A>
constexpr auto make_planned_einsum(A&& a) {
    return axes_in_order<P.order>(sum_of_axes<P.sums[0]>(std::forward<A>(a)));
}
template <const einsum_plan& P, class A, class B>
constexpr auto make_planned_einsum(A&& a, B&& b) {
    auto product = product_or_elementwise<P.is_product>(arranged_operand<P.sums[0], P.operands[0]>(std::forward<A>(a)),
                                                        arranged_operand<P.sums[1], P.operands[1]>(std::forward<B>(b)));
    return axes_in_order<P.order>(without_unit_axes<P.dropped, 0>(sum_of_axes<P.later_sums>(std::move(product))));
}

/// The axes of a letter that both operands have, if one of them would repeat.
constexpr axis_pairs letters_that_repeat(const subscripts& s, const shape& a, const shape& b) {
    axis_pairs pairs;
    for (const char c : s.operands[0].also_in(s.operands[1]))
        add_one_beside_length(pairs, a, s.operands[0].position(c), b, s.operands[1].position(c));
    return pairs;
}

template <fixed_text Text, class A>
constexpr auto make_checked_einsum(A&& a) {
    return make_planned_einsum<einsum_plan_of<Text, operand_t<A>>>(std::forward<A>(a));
}
template <fixed_text Text, class A, class B>
constexpr auto make_checked_einsum(A&& a, B&& b) {
    constexpr const einsum_plan& plan = einsum_plan_of<Text, operand_t<A>, operand_t<B>>;
    constexpr axis_pairs pairs =
        letters_that_repeat(subscripts_of<Text>, shape_of<operand_t<A>>, shape_of<operand_t<B>>);
    return use_with_equal_axes<law::sizes_of_letters, pairs>(
        std::forward<A>(a), std::forward<B>(b), []<class L, class R>(L&& left, R&& right) {
            return make_planned_einsum<plan>(std::forward<L>(left), std::forward<R>(right));
        });
}

template <fixed_text Text, class... A>
constexpr auto make_einsum(A&&... a) {
    if constexpr ((is_broken<A> || ...)) {
        return broken{};
    } else if constexpr (checked_einsum_of<Text, operand_t<A>...>.verdict.fault != einsum_fault::none) {
        constexpr einsum_verdict v = checked_einsum_of<Text, operand_t<A>...>.verdict;
        (void)sizeof(law::einsum<Text, v.fault, v.letter, law_shape_t<A>...>);
        return broken{};
    } else {
        return make_checked_einsum<Text>(std::forward<A>(a)...);
    }
}

}  // namespace detail

/// Products and sums over named axes. The result has the axes whose letters are after the arrow; all other letters are
/// summed. einsum<"ij,jk->ik">(A, B) is A * B, einsum<"bthd,bshd->bhts">(Q, K) are the scores of each head,
/// einsum<"ij->j">(A) sums over rows, einsum<"i,j->ij">(a, b) is an outer product.
/// shapes  a letter for each axis of an operand, each once; axes with the same letter have the same size and no two
///         names. Names are kept in the result
/// cost    axes that only one operand has are summed first; then there is one matrix product, batched over the letters
///         that both operands and the result have. Orders of axes cost nothing. The product sums over the longest of
///         the letters that both operands have and the result does not; the others become leading axes that are summed
///         after it. If an operand keeps several letters of its own, the last one is the axis of the matrix and the
///         others are a batch
/// errors  law::einsum
/// example const tensor P = einsum<"ij,jk->ik">(A, B);  // A * B
template <fixed_text Text, detail::named_operand A>
[[nodiscard]] constexpr auto einsum(const A& a HEED_LIFETIMEBOUND) {
    return detail::make_einsum<Text>(a);
}
template <fixed_text Text, detail::owned_formula A>
[[nodiscard]] constexpr auto einsum(A&& a) {
    return detail::make_einsum<Text>(std::forward<A>(a));
}
template <fixed_text Text, detail::named_operand A, detail::named_operand B>
[[nodiscard]] constexpr auto einsum(const A& a HEED_LIFETIMEBOUND, const B& b HEED_LIFETIMEBOUND) {
    return detail::make_einsum<Text>(a, b);
}
template <fixed_text Text, formula A, formula B>
requires(detail::owned_formula<A> || detail::owned_formula<B>) [[nodiscard]] constexpr auto einsum(A&& a, B&& b) {
    return detail::make_einsum<Text>(std::forward<A>(a), std::forward<B>(b));
}

}  // namespace heed
