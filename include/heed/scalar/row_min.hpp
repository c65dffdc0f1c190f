// SPDX-License-Identifier: BSL-1.0
// The smallest element of a row.
#pragma once

#include <heed/scalar/extremes.hpp>
#include <heed/scalar/row_operation.hpp>

#include <limits>

namespace heed::detail {

struct smaller_of_two {
    static constexpr row_fold traits{"min", "min_of_row", "the smallest of n numbers"};
    template <class V>
    HEED_ALWAYS_INLINE constexpr V operator()(const V& a, const V& b) const {
        return smaller(a, b);
    }
};

/// NaN if an element is.
struct row_min {
    static constexpr reduction_traits traits{"min", "minima", reduced_to::element, {.flops = 1}};
    using folds = fold_list<smaller_of_two>;

    template <class T>
    static constexpr T of_nothing() {
        return std::numeric_limits<T>::infinity();
    }
    template <class Row>
    HEED_ALWAYS_INLINE static constexpr auto value(const Row& x) {
        return x.template fold<smaller_of_two>();
    }
    template <class M, class Row>
    static constexpr auto definition(const M&, const Row& x) {
        return x.smallest();
    }
    template <class B, class Node>
    static constexpr Node adjoint(B& b, Node d, Node x, Node y) {
        return b.among_ties(d, b.apply(function::less_equal, x, b.along_row(y)));
    }
};

}  // namespace heed::detail
