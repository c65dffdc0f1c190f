// SPDX-License-Identifier: BSL-1.0
// The loop over elements that do not depend on each other.
#pragma once

#include <heed/run/element.hpp>

namespace heed::detail {

template <class Plan, std::size_t K, class T, class Count, class Cursors>
constexpr void run_map(Count rows, const Cursors& cursors) {
    constexpr kernel k = Plan::value.kernels[K];
    const auto& out = boost::hana::at_c<0>(cursors);
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t j = 0; j < k.cols; ++j) out.at(i, j) = element<Plan, K, k.prologue, T>(cursors, i, j, T(0));
}

}  // namespace heed::detail
