// SPDX-License-Identifier: BSL-1.0
// Formulas along one axis: sums and their like, softmax.
#pragma once

#include <heed/expr/overloads.hpp>

namespace heed {

namespace detail {

template <class Operation, class Selector, class A>
constexpr auto make_along(A&& a) {
    using F = operand_t<A>;
    if constexpr (is_broken<A>) {
        return broken{};
    } else if constexpr (Selector::position(shape_of<F>) == no_axis) {
        (void)sizeof(typename Selector::template law<law_shape_t<A>>);
        return broken{};
    } else if constexpr (Operation::needs_reals && std::integral<value_of<F>>) {
        (void)sizeof(law::real_elements<value_of<F>, false>);
        return broken{};
    } else {
        return make_formula<typename Operation::template along<Selector::position(shape_of<F>)>>(std::forward<A>(a));
    }
}

template <reduction R>
struct reduction_operation {
    static constexpr bool needs_reals = R == reduction::mean || R == reduction::logsumexp;
    template <std::size_t Axis>
    using along = op::reduce<R, Axis>;
};

template <normalisation N>
struct normalisation_operation {
    static constexpr bool needs_reals = true;
    template <std::size_t Axis>
    using along = op::normalise<N, Axis>;
};

template <class Selector, class A>
constexpr auto make_sum(A&& a) {
    return make_along<reduction_operation<reduction::sum>, Selector>(std::forward<A>(a));
}
template <class Selector, class A>
constexpr auto make_mean(A&& a) {
    return make_along<reduction_operation<reduction::mean>, Selector>(std::forward<A>(a));
}
template <class Selector, class A>
constexpr auto make_max(A&& a) {
    return make_along<reduction_operation<reduction::max>, Selector>(std::forward<A>(a));
}
template <class Selector, class A>
constexpr auto make_min(A&& a) {
    return make_along<reduction_operation<reduction::min>, Selector>(std::forward<A>(a));
}
template <class Selector, class A>
constexpr auto make_logsumexp(A&& a) {
    return make_along<reduction_operation<reduction::logsumexp>, Selector>(std::forward<A>(a));
}
template <class Selector, class A>
constexpr auto make_softmax(A&& a) {
    return make_along<normalisation_operation<normalisation::softmax>, Selector>(std::forward<A>(a));
}
template <class Selector, class A>
constexpr auto make_log_softmax(A&& a) {
    return make_along<normalisation_operation<normalisation::log_softmax>, Selector>(std::forward<A>(a));
}

}  // namespace detail

/// Sum along an axis (the last unless told), which is dropped: sum(A), sum<0>(A), sum<tokens>(A).
/// shapes  [... x n x ...] -> the other axes
/// errors  law::axis_number, law::axis_name
HEED_ALONG_AXIS(sum, detail::make_sum)
/// Mean along an axis; shapes and errors as for sum.
HEED_ALONG_AXIS(mean, detail::make_mean)
/// Largest element along an axis, NaN if there is one; shapes and errors as for sum.
HEED_ALONG_AXIS(max, detail::make_max)
/// Smallest element along an axis, NaN if there is one; shapes and errors as for sum.
HEED_ALONG_AXIS(min, detail::make_min)
/// log sum exp along an axis, log(sum_k exp(x(i,k) - m(i))) + m(i) with m(i) = max_k x(i,k); minus infinity where every
/// x(i,k) is; shapes and errors as for sum.
HEED_ALONG_AXIS(logsumexp, detail::make_logsumexp)
/// softmax along an axis (the last unless told): y(i,j) = exp(x(i,j) - m(i)) / sum_k exp(x(i,k) - m(i)),
/// m(i) = max_k x(i,k); 0 where every x(i,k) is minus infinity.
/// shapes  x [... x rows x columns] -> y of the same shape
/// units   dimensionless in, weights out; each row sums to 1
/// cost    one exp an element
/// source  Vaswani et al. 2017, 3.2.1, eq. 1
/// example examples/03_softmax.cpp
HEED_ALONG_AXIS(softmax, detail::make_softmax)
/// Logarithm of softmax: x(i,j) - logsumexp_k x(i,k).
HEED_ALONG_AXIS(log_softmax, detail::make_log_softmax)

HEED_AXIS_IN_BRACKETS(sum, any_axis)
HEED_AXIS_IN_BRACKETS(mean, any_axis)
HEED_AXIS_IN_BRACKETS(max, axis_by_name)
HEED_AXIS_IN_BRACKETS(min, axis_by_name)
HEED_AXIS_IN_BRACKETS(logsumexp, any_axis)
HEED_AXIS_IN_BRACKETS(softmax, any_axis)
HEED_AXIS_IN_BRACKETS(log_softmax, any_axis)

}  // namespace heed
