// SPDX-License-Identifier: BSL-1.0
// Attention as docs/beside.md has it, with Fastor: all sizes are in types, and elements within the object.
#include <Fastor/Fastor.h>

#include <cmath>

#include "same_attention.hpp"

using namespace Fastor;

template <std::size_t Tokens, std::size_t Width>
Tensor<float, Tokens, Width> attend(const Tensor<float, Tokens, Width>& Q, const Tensor<float, Tokens, Width>& K,
                                    const Tensor<float, Tokens, Width>& V) {
    Tensor<float, Tokens, Tokens> S = matmul(Q, trans(K)) / std::sqrt(static_cast<float>(Width));
    for (std::size_t i = 0; i < Tokens; ++i) {
        Tensor<float, Tokens> row = S(i, all);
        row = exp(row - max(row));
        S(i, all) = row / sum(row);
    }
    return matmul(S, V);
}

int main() {
    static Tensor<float, same_attention::tokens, same_attention::width> Q, K, V;
    same_attention::fill(Q.data(), K.data(), V.data());
    static const auto Y = attend(Q, K, V);
    return same_attention::check(Y.data());
}
