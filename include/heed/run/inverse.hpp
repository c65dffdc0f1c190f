// SPDX-License-Identifier: BSL-1.0
// The loop that inverts small matrices.
#pragma once

#include <heed/run/map.hpp>
#include <heed/scalar/elimination.hpp>

#include <cstddef>

namespace heed::detail {

/// The inverse of one matrix, which is read whole before anything is written.
template <class Plan, std::size_t K, class T, class Cursors>
constexpr void run_inverse(const Cursors& cursors, T* scratch) {
    constexpr kernel k = Plan::value.kernels[K];
    constexpr std::size_t n = k.inner;
    const auto& out = boost::hana::at_c<0>(cursors);
    in_loop<K, loop_part::read>([&]() HEED_INLINE_LAMBDA {
        for (std::size_t i = 0; i < n; ++i) compute_row<Plan, K, k.prologue>(cursors, i, scratch + i * n, n);
    });
    in_loop<K, loop_part::columns>([&]() HEED_INLINE_LAMBDA {
        const auto smaller = [](const T& a, const T& b) { return apply<function::abs>(a) < apply<function::abs>(b); };
        elimination(scratch, scratch + n * n, n, smaller).run();
    });
    in_loop<K, loop_part::write>([&]() HEED_INLINE_LAMBDA {
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j) out.at(i, j) = scratch[n * n + i * n + j];
    });
}

}  // namespace heed::detail
