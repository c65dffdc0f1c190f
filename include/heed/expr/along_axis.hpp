// SPDX-License-Identifier: BSL-1.0
// Softmax along one axis.
#pragma once

#include <heed/expr/overloads.hpp>

namespace heed {

namespace detail {

template <normalisation N, class Selector, class A>
constexpr auto make_normalisation(A&& a) {
    using F = operand_t<A>;
    if constexpr (is_broken<A>) {
        return broken{};
    } else if constexpr (Selector::position(shape_of<F>) == no_axis) {
        (void)sizeof(typename Selector::template law<law_shape_t<A>>);
        return broken{};
    } else if constexpr (std::integral<value_of<F>>) {
        (void)sizeof(law::real_elements<value_of<F>, false>);
        return broken{};
    } else {
        return make_formula<op::normalise<N, Selector::position(shape_of<F>)>>(std::forward<A>(a));
    }
}

template <class Selector, class A>
constexpr auto make_softmax(A&& a) {
    return make_normalisation<normalisation::softmax, Selector>(std::forward<A>(a));
}
template <class Selector, class A>
constexpr auto make_log_softmax(A&& a) {
    return make_normalisation<normalisation::log_softmax, Selector>(std::forward<A>(a));
}

}  // namespace detail

/// softmax along an axis (default: the last): y(i,j) = exp(x(i,j) - m(i)) / sum_k exp(x(i,k) - m(i)), m(i) = max_k
/// x(i,k); 0 if every x(i,k) is minus infinity.
/// shapes  x [... x rows x columns] -> y of the same shape
/// units   dimensionless in, weights out; each row sums to 1
/// cost    one exp per element
/// source  Vaswani et al. 2017, 3.2.1, eq. 1
/// example examples/03_softmax.cpp
/// example const tensor weights = softmax(Q * transpose(K));  // softmax<0>(A): of columns
HEED_ALONG_AXIS(softmax, detail::make_softmax)
/// Logarithm of softmax: x(i,j) - logsumexp_k x(i,k).
/// example const tensor Y = log_softmax(A);
HEED_ALONG_AXIS(log_softmax, detail::make_log_softmax)

HEED_AXIS_IN_BRACKETS(softmax, any_axis)
HEED_AXIS_IN_BRACKETS(log_softmax, any_axis)

}  // namespace heed
