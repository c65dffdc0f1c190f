// SPDX-License-Identifier: BSL-1.0
// A product with functions of many constants behind it, in a formula with other products: the constants take no
// registers from its sums.
#include <heed/heed.hpp>

using namespace heed;

void feed_forward(const float* x, const float* a, const float* g, const float* up, const float* down, float* y) {
    const view<const float, 96, 128> X(x), A(a);
    const view<const float, 128> G(g);
    const view<const float, 128, 512> Up(up);
    const view<const float, 512, 128> Down(down);
    view<float, 96, 128> Y(y);
    noalias(Y) = let(X + A, [&](const auto& z) { return z + silu(rms_norm(z, G) * Up) * Down; });
}
