// SPDX-License-Identifier: BSL-1.0
// The logarithm of softmax of a row.
#pragma once

#include <heed/scalar/log.hpp>
#include <heed/scalar/row_operation.hpp>

namespace heed::detail {

/// x - m - log(sum of exp(x - m)), m the maximum; minus infinity where x is.
struct row_log_softmax {
    static constexpr normalisation_traits traits{"log_softmax",
                                                 "log_weights",
                                                 "log softmax of a row: x - max - log(sum of exp(x - max))",
                                                 // compare, subtract, exp, add, subtract twice; a logarithm once
                                                 {.flops = 5, .exps = 1, .visits = 2, .functions_of_row = 1}};

    template <class Row>
    HEED_ALWAYS_INLINE static constexpr void value(const Row& x) {
        using T = typename Row::number;
        const T shift = x.shift().shift;
        const T total = x.sum_of_exponentials(shift);
        const T log_total = known_as(
            "log_total", x.zero_where(total == T(0), [&]() HEED_ALWAYS_INLINE_LAMBDA { return T(log(total)); }));
        x.each([&]<class V>(const V& score) HEED_ALWAYS_INLINE_LAMBDA { return V(x.below(score, shift) - log_total); });
    }
    /// dx = dy - softmax(x) sum dy
    template <class B, class Node>
    static constexpr Node adjoint(B& b, Node d, Node y) {
        return b.apply(function::subtract, d, b.times(b.sum_along_row(d), b.apply(function::exp, y)));
    }
};

}  // namespace heed::detail
