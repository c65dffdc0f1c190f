// SPDX-License-Identifier: BSL-1.0
// Online softmax: updates the maximum, and rescales earlier sums after a block of keys has raised it.
#pragma once

#include <heed/kernel/shift.hpp>
#include <heed/meta/config.hpp>
#include <heed/scalar/extremes.hpp>

namespace heed::detail {

/// Rescales the earlier sum by exp(old maximum - new) and adds the sum of this block. Before the first block there is
/// no earlier sum.
template <class M, class Memory, class At, class Shrink, class V>
HEED_INLINE constexpr void grow(M& m, Memory& sums, const At& at, const Shrink& shrink, const V& more) {
    m.store(sums, at, m.has_earlier() ? V(V(m.template load<V>(sums, at) * shrink) + more) : V(more));
}

/// The log-sum-exp of the scores of a query, if the plan asks for it. total() is the sum of its weights, maximum() its
/// largest score, divided by the steepness of the weights.
template <class M, class Query, class Total, class Maximum>
HEED_INLINE constexpr void keep_log_sum(M& m, const Query& query, const Total& total, const Maximum& maximum) {
    using T = typename M::number;
    m.keep_log_sum(query, [&]() HEED_INLINE_LAMBDA {
        return log_of_sum(m, T(total()), T(m.minus_infinity()),
                          [&]() HEED_INLINE_LAMBDA { return m.in_units_of_one(maximum()); });
    });
}

}  // namespace heed::detail
