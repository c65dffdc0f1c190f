// SPDX-License-Identifier: BSL-1.0
// A row divided by the root of the mean of its squares.
#pragma once

#include <heed/scalar/function_list.hpp>
#include <heed/scalar/row_operation.hpp>
#include <heed/scalar/sqrt.hpp>

namespace heed::detail {

/// x / sqrt(mean of x^2 + epsilon)
struct row_rms_norm {
    static constexpr normalisation_traits traits{
        "rms_norm",
        "normalised_rows",
        "root mean square norm in one pass over the rows: x / sqrt(mean of x^2 + epsilon)",
        // square, add, multiply; the mean, epsilon, the root and its inverse once
        {.flops = 3, .visits = 2, .flops_of_row = 3, .functions_of_row = 1},
        true};

    template <class Row>
    HEED_ALWAYS_INLINE static constexpr void value(const Row& x) {
        using T = typename Row::number;
        const T squares = known_as("squares", T(x.squares()));
        const T scale = known_as("one_over_root", T(T(1) / sqrt(T(x.mean_of_sum(squares) + x.epsilon()))));
        x.each([&]<class V>(const V& element) HEED_ALWAYS_INLINE_LAMBDA { return V(element * scale); });
    }
    /// The nodes that it is: reference values and enclosures read them.
    template <class B, class Node>
    static constexpr Node definition(B& b, Node x, Node epsilon) {
        return b.apply(function::multiply, x, b.along_row(one_over_root(b, x, epsilon)));
    }
    /// dx = (dy - y mean(y dy)) / root
    template <class B, class Node>
    static constexpr Node adjoint(B& b, Node d, Node x, Node epsilon, Node y) {
        const Node along = b.times(y, b.along_row(b.mean(b.times(y, d))));
        const Node across = b.apply(function::subtract, d, along);
        return b.times(across, b.along_row(one_over_root(b, x, epsilon)));
    }

private:
    template <class B, class Node>
    static constexpr Node one_over_root(B& b, Node x, Node epsilon) {
        const Node squares = b.mean(b.apply(function::multiply, x, x));
        return b.apply_to_rows(function::rsqrt, b.apply_to_rows(function::add, squares, epsilon));
    }
};

}  // namespace heed::detail
