// SPDX-License-Identifier: BSL-1.0
// Tensors of numbers that are easily written down.
#pragma once

namespace heed::test {

/// Numbers in [-1, 1], each a step above the one before it; `sizes` are those of lengths.
template <class Tensor, class... Size>
Tensor filled(double step, Size... sizes) {
    Tensor t(sizes...);
    double x = -1;
    for (auto& element : t) {
        x += step;
        if (x > 1) x -= 2;
        element = static_cast<typename Tensor::value_type>(x);
    }
    return t;
}

}  // namespace heed::test
