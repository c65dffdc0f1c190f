// SPDX-License-Identifier: BSL-1.0
// Kernels of export/attend.hpp, which export/attend.cpp compiles once: this file includes tensors and no formulas.
#include "export/attend.hpp"

#include <cstdio>

int main() {
    sequence Q(100), K(100), V(100);  // zeros
    for (float& x : V) x = 1;

    sequence Y = attend(Q, K, V);  // the same bits as evaluate(attention(Q, K, V, causal))
    attend.into(Y, Q, K, V);       // into an existing tensor or view
    heed::tensor<float, 100, 8, 64> heads;
    attend.into(heads(heed::all, 3, heed::all), Q, K, V);  // a part of one
    attend.into(Q, Q, K, V);                               // safe: Q is read before it is written

    const auto query = heads(heed::all, 3, heed::all);  // one head of eight: columns of a wider matrix
    auto [w, log_sums] = weigh(query, K, 0.125F);       // results(...) are a tuple

    try {
        attend(Q, sequence(3), V);
    } catch (const heed::shape_error& e) {
        std::puts(e.what());
    }
    std::printf("%g %g\n", static_cast<double>(Y(99, 0)), static_cast<double>(w(0, 0)));
    return Y(99, 0) == 1 && heads(99, 3, 63) == 1 && heads(99, 2, 63) == 0 ? 0 : 1;
}
