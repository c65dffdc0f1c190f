// SPDX-License-Identifier: BSL-1.0
// Sums and other reductions along one axis or several.
#pragma once

#include <heed/expr/chosen_axis.hpp>

#include <cstddef>
#include <utility>

namespace heed {

/// mean<1>(A, keep): a reduced axis stays, with extent 1 and its name. (An enumerator, because compilers warn if a
/// variable has the name of a global one.)
enum class keep_axes {
    keep  ///< axes stay, with extent 1
};
using enum keep_axes;

namespace detail {

/// Reduces axes one after the other, the last one first, so that the numbers of the others do not change.
template <reduction R, std::size_t Axis, std::size_t... Before, class A>
constexpr auto reduce_axes(A&& a) {
    if constexpr (sizeof...(Before) == 0)
        return make_formula<op::reduce<R, Axis>>(std::forward<A>(a));
    else
        return reduce_axes<R, Before...>(make_formula<op::reduce<R, Axis>>(std::forward<A>(a)));
}

/// Restores axes of a shape with extent 1; the first one is the last argument.
template <const shape& Whole, class A>
constexpr auto put_back_axes(A&& a) {
    return std::forward<A>(a);
}
template <const shape& Whole, std::size_t Last, std::size_t... Before, class A>
constexpr auto put_back_axes(A&& a) {
    auto before = put_back_axes<Whole, Before...>(std::forward<A>(a));
    return make_formula<op::unit_axis<Last, Whole[Last].name>>(std::move(before));
}

template <class F>
inline constexpr shape static_shape = F::shape_value;

template <reduction R, bool Keeps, chosen_axis... Axes, class A>
constexpr auto make_reduction_along(A&& a) {
    if constexpr (is_broken<A>) {
        return broken{};
    } else if constexpr (!axes_fit<operand_t<A>, Axes...>) {
        report_axes<law_shape_t<A>, Axes...>();
        return broken{};
    } else if constexpr (traits_of(R).result == reduced_to::real && std::integral<value_of<operand_t<A>>>) {
        (void)sizeof(law::real_elements<value_of<operand_t<A>>, false>);
        return broken{};
    } else {
        constexpr auto axes = chosen_axes<Axes...>(shape_of<operand_t<A>>).from_the_right();
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            auto reduced = reduce_axes<R, axes.items[I]...>(std::forward<A>(a));
            if constexpr (Keeps)
                return put_back_axes<static_shape<operand_t<A>>, axes.items[I]...>(std::move(reduced));
            else
                return reduced;
        }
        (std::make_index_sequence<sizeof...(Axes)>{});
    }
}

/// Along the last axis unless another one is given.
template <reduction R, bool Keeps, chosen_axis... Axes, class A>
constexpr auto make_reduction(A&& a) {
    if constexpr (sizeof...(Axes) == 0)
        return make_reduction_along<R, Keeps, chosen_axis(-1)>(std::forward<A>(a));
    else
        return make_reduction_along<R, Keeps, Axes...>(std::forward<A>(a));
}

}  // namespace detail

/// HEED_REDUCTION(name): name(A), name<0>(A), name<tokens>(A), name<0, -1>(A), each also with keep.
#define HEED_REDUCTION(name)                                                                                        \
    template <chosen_axis... Axes, ::heed::detail::named_operand A>                                                 \
    [[nodiscard]] constexpr auto name(const A& a HEED_LIFETIMEBOUND) {                                              \
        return ::heed::detail::make_reduction<::heed::detail::reduction::name, false, Axes...>(a);                  \
    }                                                                                                               \
    template <chosen_axis... Axes, ::heed::detail::owned_formula A>                                                 \
    [[nodiscard]] constexpr auto name(A&& a) {                                                                      \
        return ::heed::detail::make_reduction<::heed::detail::reduction::name, false, Axes...>(std::forward<A>(a)); \
    }                                                                                                               \
    template <chosen_axis... Axes, ::heed::detail::named_operand A>                                                 \
    [[nodiscard]] constexpr auto name(const A& a HEED_LIFETIMEBOUND, keep_axes) {                                   \
        return ::heed::detail::make_reduction<::heed::detail::reduction::name, true, Axes...>(a);                   \
    }                                                                                                               \
    template <chosen_axis... Axes, ::heed::detail::owned_formula A>                                                 \
    [[nodiscard]] constexpr auto name(A&& a, keep_axes) {                                                           \
        return ::heed::detail::make_reduction<::heed::detail::reduction::name, true, Axes...>(std::forward<A>(a));  \
    }

/// Sum along an axis (default: the last), which is dropped: sum(A), sum<0>(A), sum<tokens>(A); or along several, sum<0,
/// 1>(A), sum<tokens, d_model>(A). With keep, sum<0>(A, keep), they stay with extent 1.
/// shapes  [... x n x ...] -> the other axes; with keep [... x 1 x ...]
/// cost    one addition per element; of several axes the last is reduced first, and its result is stored
/// error   of one axis <= 260 epsilon / 2 times the sum of |a|, for any length; less than a tenth of it for random numbers
///         (tests/run/long_sums_test.cpp)
/// errors  law::axis_number, law::axis_name, law::axes_once
/// example const tensor of_rows = sum(X);
///         const tensor of_columns = sum<tokens>(X, keep);  // [1 x d_model[8]]
HEED_REDUCTION(sum)
/// Mean along an axis or several; shapes, cost and errors as for sum, and law::real_elements.
/// example const tensor of_columns = mean<0>(X);
HEED_REDUCTION(mean)
/// Largest element along an axis or several, NaN if there is one; of no elements minus infinity, of no whole numbers 0;
/// shapes, cost and errors as for sum.
/// example const tensor column = max<1>(A, keep);
HEED_REDUCTION(max)
/// Smallest element along an axis or several, NaN if there is one; of no elements infinity, of no whole numbers 0;
/// shapes, cost and errors as for sum.
/// example const tensor of_rows = min<1>(A);
HEED_REDUCTION(min)
/// log sum exp along an axis or several, log(sum_k exp(x(i,k) - m(i))) + m(i) with m(i) = max_k x(i,k); minus infinity
/// if every x(i,k) is; shapes and errors as for mean.
/// cost    one exp per element
/// example const tensor log_sums = logsumexp(S);
HEED_REDUCTION(logsumexp)

HEED_AXIS_IN_BRACKETS(sum, any_axis)
HEED_AXIS_IN_BRACKETS(mean, any_axis)
HEED_AXIS_IN_BRACKETS(max, axis_by_name)
HEED_AXIS_IN_BRACKETS(min, axis_by_name)
HEED_AXIS_IN_BRACKETS(logsumexp, any_axis)

}  // namespace heed
