// SPDX-License-Identifier: BSL-1.0
// What online softmax does with a maximum, and with sums when a block of keys has raised it.
#pragma once

#include <heed/kernel/shift.hpp>
#include <heed/meta/config.hpp>
#include <heed/scalar/lanes.hpp>

namespace heed::detail {

/// b where it is larger, else a.
template <class V>
HEED_INLINE constexpr V raised(const V& a, const V& b) {
    return choose(a < b, b, a);
}

/// What was summed so far shrinks, by 2^(old maximum - new), and a sum of this block is added. Before the first block
/// there is nothing.
template <class M, class Memory, class At, class Shrink, class V>
HEED_INLINE constexpr void grow(M& m, Memory& sums, const At& at, const Shrink& shrink, const V& more) {
    m.store(sums, at, m.has_earlier() ? V(V(m.template load<V>(sums, at) * shrink) + more) : V(more));
}

/// The logarithm of the sum of exp(score) of a query, where that is asked for. total() is the sum of its weights,
/// maximum() its largest score in the units of the weights.
template <class M, class Query, class Total, class Maximum>
HEED_INLINE constexpr void keep_log_sum(M& m, const Query& query, const Total& total, const Maximum& maximum) {
    using T = typename M::number;
    m.keep_log_sum(query, [&]() HEED_INLINE_LAMBDA {
        return log_of_sum(m, T(total()), T(m.minus_infinity()),
                          [&]() HEED_INLINE_LAMBDA { return m.in_units_of_one(maximum()); });
    });
}

}  // namespace heed::detail
