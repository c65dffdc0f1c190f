// SPDX-License-Identifier: BSL-1.0
// The loop over elements that do not depend on each other.
#pragma once

#include <heed/run/element.hpp>
#include <heed/run/in_loop.hpp>
#include <heed/simd/for_registers.hpp>

namespace heed::detail {

/// Writes n elements of row i of a formula side by side.
template <class Plan, std::size_t K, std::size_t Term, class T, class Cursors>
HEED_INLINE constexpr void compute_row(const Cursors& cursors, std::size_t i, T* row, std::size_t n) {
    if constexpr (packable<T> && wants_registers<Plan, K, Term, T, Cursors>())
        for_row<T>(n, [&]<class V>(std::size_t j) HEED_INLINE_LAMBDA {
            lanes<V>::store(row + j, element<Plan, K, Term, V, along_row>(cursors, i, j, lanes<V>::broadcast(T(0))));
        });
    else
        for (std::size_t j = 0; j < n; ++j) row[j] = element<Plan, K, Term, T>(cursors, i, j, T(0));
}

template <class Plan, std::size_t K, class T, class Count, class Cursors>
constexpr void run_map(Count rows, const Cursors& cursors) {
    constexpr kernel k = Plan::value.kernels[K];
    const auto& out = boost::hana::at_c<0>(cursors);
    in_loop<K, loop_part::elements>([&]() HEED_INLINE_LAMBDA {
        for (std::size_t i = 0; i < rows; ++i)
            if constexpr (has_dense_rows<std::remove_cvref_t<decltype(out)>>())
                compute_row<Plan, K, k.prologue>(cursors, i, &out.at(i, 0), k.cols);
            else
                for (std::size_t j = 0; j < k.cols; ++j)
                    out.at(i, j) = element<Plan, K, k.prologue, T>(cursors, i, j, T(0));
    });
}

}  // namespace heed::detail
