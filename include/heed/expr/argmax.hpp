// SPDX-License-Identifier: BSL-1.0
// The index of the largest element along an axis.
#pragma once

#include <heed/expr/dim.hpp>
#include <heed/expr/index.hpp>
#include <heed/expr/let_unless_stored.hpp>
#include <heed/expr/reduce.hpp>
#include <heed/expr/structure.hpp>

#include <cstddef>
#include <utility>

namespace heed {

namespace detail {

/// The index along an axis of this length.
template <std::size_t N>
constexpr auto last_index(constant<N>) {
    return constant<N - 1>{};
}
template <class Length>
constexpr auto last_index(const Length& n) {
    return make_elementwise<function::subtract>(n, constant<1>{});
}

/// Along the last axis: the smallest k at which an element is the largest, or is NaN. last - k is the maximum of itself
/// at these elements and 0 elsewhere, so that k is never more than the last index, and nothing is negative.
template <bool Keeps, class A>
constexpr auto make_last_argmax(A&& a) {
    return let_unless_stored(std::forward<A>(a), [](const auto& x) {
        const auto last = last_index(make_dim<by_number<-1>>(x));
        auto largest = make_reduction_along<reduction::max, true, chosen_axis(-1)>(x);
        auto is_nan = make_elementwise<function::is_zero>(make_elementwise<function::equal>(x, x));
        auto found = make_elementwise<function::either>(make_elementwise<function::equal>(x, std::move(largest)),
                                                        std::move(is_nan));
        auto places = make_elementwise<function::multiply>(
            std::move(found), make_elementwise<function::subtract>(last, index_leaf<index_kind::key>()));
        return make_elementwise<function::subtract>(
            last, make_reduction_along<reduction::max, Keeps, chosen_axis(-1)>(std::move(places)));
    });
}

/// The axes of a shape, with one of them moved to the end.
template <std::size_t Axis, std::size_t Rank, std::size_t... I, class A>
constexpr auto move_axis_last(A&& a, std::index_sequence<I...>) {
    return make_formula<op::permute<(I + 1 == Rank ? Axis : I < Axis ? I : I + 1)...>>(std::forward<A>(a));
}

template <bool Keeps, chosen_axis Axis, class A>
constexpr auto make_argmax(A&& a) {
    constexpr std::size_t rank = shape_of<operand_t<A>>.rank;
    constexpr std::size_t axis = selector<Axis>::position(shape_of<operand_t<A>>);
    if constexpr (is_broken<A>) {
        return broken{};
    } else if constexpr (!axes_fit<operand_t<A>, Axis>) {
        report_axes<law_shape_t<A>, Axis>();
        return broken{};
    } else if constexpr (axis + 1 == rank) {
        return make_formula<op::places>(make_last_argmax<Keeps>(std::forward<A>(a)));
    } else {
        auto found = make_formula<op::places>(
            make_last_argmax<false>(move_axis_last<axis, rank>(std::forward<A>(a), std::make_index_sequence<rank>{})));
        if constexpr (Keeps)
            return put_back_axes<static_shape<operand_t<A>>, axis>(std::move(found));
        else
            return found;
    }
}

}  // namespace detail

/// The index of the largest element along an axis (default: the last), as std::int64_t; a target may have the element
/// type of A too. As an operand of arithmetic, and in results(...), it is a number of the element type of A, for
/// integers narrower than int of int. Among equal elements the first wins; the first NaN counts as the largest. Without
/// elements it is -1, in a target of the element type infinity. With keep the axis stays with extent 1.
///     argmax(A)  argmax<0>(A)  argmax<tokens>(A, keep)
/// shapes  [... x n x ...] -> the other axes; with keep [... x 1 x ...]
/// error   none: along an axis of more than 2^24 elements of float, everything is computed in double; as an operand, none
///         up to that length. Its gradient is 0; where it jumps there is none
/// cost    two passes over the elements; a formula is computed once
/// errors  law::axis_number, law::axis_name
/// example const tensor best = argmax(X);  // [tokens[6]]
template <chosen_axis Axis = -1, detail::named_operand A>
[[nodiscard]] constexpr auto argmax(const A& a HEED_LIFETIMEBOUND) {
    return detail::make_argmax<false, Axis>(a);
}
template <chosen_axis Axis = -1, detail::owned_formula A>
[[nodiscard]] constexpr auto argmax(A&& a) {
    return detail::make_argmax<false, Axis>(std::forward<A>(a));
}
template <chosen_axis Axis = -1, detail::named_operand A>
[[nodiscard]] constexpr auto argmax(const A& a HEED_LIFETIMEBOUND, keep_axes) {
    return detail::make_argmax<true, Axis>(a);
}
template <chosen_axis Axis = -1, detail::owned_formula A>
[[nodiscard]] constexpr auto argmax(A&& a, keep_axes) {
    return detail::make_argmax<true, Axis>(std::forward<A>(a));
}

HEED_AXIS_IN_BRACKETS(argmax, any_axis)

}  // namespace heed
