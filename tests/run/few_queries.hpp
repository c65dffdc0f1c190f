// SPDX-License-Identifier: BSL-1.0
// What the tests of few queries share: operands, and which loop a formula gets.
#pragma once

#include "tests/run/random_formula.hpp"

#include <heed/heed.hpp>

#include <cstddef>

namespace heed::test {

/// Parts of the sum of a score side by side in the plan of a formula, 0 if queries are.
template <class F>
constexpr std::size_t depth_lanes() {
    return detail::plan_for<F, detail::value_of<F>>::value.kernels[0].stream.depth_lanes;
}

template <class T>
struct operands {
    tensor<T, 1, 32> Q = random_tensor<T, 1, 32>(1);
    tensor<T, 150, 32> K = random_tensor<T, 150, 32>(2);
    tensor<T, 150, 21> V = random_tensor<T, 150, 21>(3);
};

}  // namespace heed::test
