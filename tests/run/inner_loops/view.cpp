// SPDX-License-Identifier: BSL-1.0
// A product over a view whose strides are known at run time only: a loop for rows that turn out to be contiguous, and
// one for others.
#include <heed/heed.hpp>

using namespace heed;

void multiply_by_view(const float* a, const float* b, const std::size_t (&strides)[2], float* y) {
    const view<const float, 256, 256> A(a);
    const strided_view<const float, 256, 256> B(b, strides);
    view<float, 256, 256> Y(y);
    noalias(Y) = A * B;
}
