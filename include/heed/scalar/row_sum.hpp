// SPDX-License-Identifier: BSL-1.0
// The sum of a row.
#pragma once

#include <heed/scalar/row_operation.hpp>

namespace heed::detail {

struct row_sum {
    static constexpr reduction_traits traits{"sum", "sums", reduced_to::number, {.flops = 1}};

    template <class T>
    static constexpr T of_nothing() {
        return T(0);
    }
    template <class Row>
    HEED_ALWAYS_INLINE static constexpr auto value(const Row& x) {
        return x.sum();
    }
    template <class M, class Row>
    static constexpr auto definition(const M&, const Row& x) {
        return x.sum("sum", [](const auto& element) { return element; });
    }
    template <class B, class Node>
    static constexpr Node adjoint(B&, Node d, Node, Node) {
        return d;
    }
    template <class Row>
    static constexpr double error(const Row& x) {
        return x.of_sum(x.sum_of_sizes(), x.length() - 1);
    }
};

}  // namespace heed::detail
