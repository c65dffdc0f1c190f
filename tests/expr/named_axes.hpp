// SPDX-License-Identifier: BSL-1.0
// A tensor whose axes have names, and the shapes of formulas of it.
#pragma once

#include <heed/heed.hpp>

#include <cmath>

namespace heed::test {

using detail::shape;

inline constexpr axis batch{"batch"}, tokens{"tokens"}, d_k{"d_k"};

template <class F>
constexpr shape of(const F&) {
    return F::shape_value;
}

inline tensor<double, batch[3], tokens[4], d_k[5]> numbers() {
    tensor<double, batch[3], tokens[4], d_k[5]> X;
    int i = 0;
    for (double& x : X) x = std::sin(0.9 * ++i);
    return X;
}

}  // namespace heed::test
