// SPDX-License-Identifier: BSL-1.0
// softmax of a row.
#pragma once

#include <heed/scalar/function_list.hpp>
#include <heed/scalar/row_operation.hpp>

namespace heed::detail {

/// exp(x - m) / sum of exp(x - m), m the maximum; 0 if every element is minus infinity.
struct row_softmax {
    static constexpr normalisation_traits traits{
        "softmax",
        "weights",
        "softmax of a row: the largest score is subtracted first, so that exp cannot overflow",
        // compare, subtract, exp, add, multiply; a division once
        {.flops = 4, .exps = 1, .visits = 2, .flops_of_row = 1}};

    template <class Row>
    HEED_ALWAYS_INLINE static constexpr void value(const Row& x) {
        using T = typename Row::number;
        const auto of = x.shift();
        const T total = x.exponentiated(of.shift);
        x.keep_log_sum(total, of);
        const T scale = known_as(
            "one_over_total", x.zero_where(total == T(0), [&]() HEED_ALWAYS_INLINE_LAMBDA { return T(T(1) / total); }));
        x.each([&]<class V>(const V& weight) HEED_ALWAYS_INLINE_LAMBDA { return V(weight * scale); });
    }
    /// dx = y (dy - sum y dy)
    template <class B, class Node>
    static constexpr Node adjoint(B& b, Node d, Node y) {
        return b.times(b.apply(function::subtract, d, b.sum_along_row(b.times(d, y))), y);
    }
};

}  // namespace heed::detail
