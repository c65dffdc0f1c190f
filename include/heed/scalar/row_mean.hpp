// SPDX-License-Identifier: BSL-1.0
// The mean of a row.
#pragma once

#include <heed/scalar/row_sum.hpp>

#include <limits>

namespace heed::detail {

struct row_mean {
    static constexpr reduction_traits traits{"mean", "means", reduced_to::real, {.flops = 1, .flops_of_row = 1}};

    template <class T>
    static constexpr T of_nothing() {
        return T(std::numeric_limits<T>::infinity() - std::numeric_limits<T>::infinity());
    }
    template <class Row>
    HEED_ALWAYS_INLINE static constexpr auto value(const Row& x) {
        return typename Row::number(x.sum() / x.count());
    }
    template <class M, class Row>
    static constexpr auto definition(const M& m, const Row& x) {
        return typename Row::number(row_sum::definition(m, x) / x.count());
    }
    template <class B, class Node>
    static constexpr Node adjoint(B& b, Node d, Node, Node) {
        return b.times(d, b.one_of_row());
    }
    /// The sum with a quotient, which may be computed as a product with 1 / n.
    template <class Row>
    static constexpr double error(const Row& x) {
        const double sum = x.sum_of_sizes(), of_sum = x.of_sum(sum, x.length() - 1 + x.format().quotient) / x.length();
        if (!x.is_bound()) return of_sum;
        return of_sum + (sum != 0 ? x.format().underflow : 0) + x.of_reciprocal_length(sum);
    }
};

}  // namespace heed::detail
