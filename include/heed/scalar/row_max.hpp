// SPDX-License-Identifier: BSL-1.0
// The largest element of a row.
#pragma once

#include <heed/scalar/extremes.hpp>
#include <heed/scalar/row_operation.hpp>

#include <limits>

namespace heed::detail {

struct larger_of_two {
    static constexpr row_fold traits{"max", "max_of_row", "the largest of n numbers"};
    template <class V>
    HEED_ALWAYS_INLINE constexpr V operator()(const V& a, const V& b) const {
        return larger(a, b);
    }
};
/// The same if NaN is detected elsewhere: with a NaN in the row, the result may be any of its numbers.
/// cost    one instruction per register; larger_of_two takes five, each of which depends on the one before
struct raised_to {
    static constexpr row_fold traits{"max", "largest_of_row", "the largest of n numbers, any of them where one is NaN",
                                     true};
    template <class V>
    HEED_ALWAYS_INLINE constexpr V operator()(const V& a, const V& b) const {
        return raised(a, b);
    }
};

/// NaN if an element is.
struct row_max {
    static constexpr reduction_traits traits{"max", "maxima", reduced_to::element, {.flops = 1}, true};
    using folds = fold_list<larger_of_two, raised_to>;

    template <class T>
    static constexpr T of_nothing() {
        return -std::numeric_limits<T>::infinity();
    }
    template <class Row>
    HEED_ALWAYS_INLINE static constexpr auto value(const Row& x) {
        if constexpr (Row::is_finite)
            return x.template fold<raised_to>();
        else
            return x.template fold<larger_of_two>();
    }
    template <class M, class Row>
    static constexpr auto definition(const M&, const Row& x) {
        return x.largest();
    }
    template <class B, class Node>
    static constexpr Node adjoint(B& b, Node d, Node x, Node y) {
        return b.among_ties(d, b.apply(function::less_equal, b.along_row(y), x));
    }
};

}  // namespace heed::detail
