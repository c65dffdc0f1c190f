// SPDX-License-Identifier: BSL-1.0
// The distances of a row from its mean, divided by the root of the mean of their squares.
#pragma once

#include <heed/scalar/row_rms_norm.hpp>

namespace heed::detail {

/// d / sqrt(mean of d^2 + epsilon), d = x - mean
struct row_layer_norm {
    static constexpr normalisation_traits traits{
        "layer_norm",
        "normalised_rows",
        "layer norm in one pass over the rows: d = x - mean, d / sqrt(mean of d^2 + epsilon)",
        // the mean, and the rest of the mean: add and subtract twice; then as rms_norm
        {.flops = 7, .visits = 5, .flops_of_row = 5, .functions_of_row = 1, .visits_of_row = 12},
        true};

    /// The mean is subtracted twice: the second time removes the rounding error that a large mean leaves.
    template <class Row>
    HEED_ALWAYS_INLINE static constexpr void value(const Row& x) {
        subtract_mean(x, "total", "mean");
        subtract_mean(x, "rest", "rest_of_mean");
        row_rms_norm::value(x);
    }
    template <class B, class Node>
    static constexpr Node definition(B& b, Node x, Node epsilon) {
        return row_rms_norm::definition(b, from_mean(b, x), epsilon);
    }
    /// That of rms_norm, from its mean
    template <class B, class Node>
    static constexpr Node adjoint(B& b, Node d, Node x, Node epsilon, Node y) {
        return from_mean(b, row_rms_norm::adjoint(b, d, from_mean(b, x), epsilon, y));
    }

private:
    template <class B, class Node>
    static constexpr Node from_mean(B& b, Node x) {
        return b.apply(function::subtract, x, b.along_row(b.mean(x)));
    }
    template <class Row>
    HEED_ALWAYS_INLINE static constexpr void subtract_mean(const Row& x, const char* name_of_sum, const char* name) {
        using T = typename Row::number;
        const T mean = known_as(name, x.mean_of_sum(known_as(name_of_sum, T(x.sum()))));
        x.each([&]<class V>(const V& element) HEED_ALWAYS_INLINE_LAMBDA { return V(element - mean); });
    }
};

}  // namespace heed::detail
