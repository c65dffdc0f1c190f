// SPDX-License-Identifier: BSL-1.0
// Formulas that store values between their loops, of known and of unknown sizes, on one thread and on several.
#include <heed/heed.hpp>

using namespace heed;

template <extent N, class Policy>
void compute(const Policy& policy, tensor<float, N, 64>& y, const tensor<float, N, 64>& x,
             const tensor<float, 64, 64>& w) {
    evaluate_into(policy, y, let(x * w * w, [&](auto s) {
                      return let(softmax(transpose(s) * s) * w, [&](auto t) { return softmax(s * t) * t * w; });
                  }));
}
template void compute<48>(const sequential_policy&, tensor<float, 48, 64>&, const tensor<float, 48, 64>&,
                          const tensor<float, 64, 64>&);
template void compute<dyn>(const decltype(par)&, tensor<float, dyn, 64>&, const tensor<float, dyn, 64>&,
                           const tensor<float, 64, 64>&);
