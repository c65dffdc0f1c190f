// SPDX-License-Identifier: BSL-1.0
// Attention as docs/beside.md has it, with std::mdspan: C++23, whose standard library has the view and no loops for it.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <mdspan>
#include <vector>

#include "same_attention.hpp"

using rows = std::mdspan<const float, std::extents<std::size_t, std::dynamic_extent, 64>>;
using result = std::mdspan<float, std::extents<std::size_t, std::dynamic_extent, 64>>;

void attend(rows Q, rows K, rows V, result Y) {
    std::vector<float> weights(K.extent(0));
    for (std::size_t i = 0; i < Q.extent(0); ++i) {
        float largest = -std::numeric_limits<float>::infinity(), total = 0;
        for (std::size_t j = 0; j < K.extent(0); ++j) {
            weights[j] = 0;
            for (std::size_t c = 0; c < K.extent(1); ++c) weights[j] += Q[i, c] * K[j, c];
            largest = std::max(largest, weights[j] /= std::sqrt(static_cast<float>(K.extent(1))));
        }
        for (float& w : weights) total += w = std::exp(w - largest);
        for (std::size_t c = 0; c < V.extent(1); ++c) Y[i, c] = 0;
        for (std::size_t j = 0; j < K.extent(0); ++j)
            for (std::size_t c = 0; c < V.extent(1); ++c) Y[i, c] += weights[j] / total * V[j, c];
    }
}

int main() {
    constexpr std::size_t tokens = same_attention::tokens;
    std::vector<float> Q(tokens * 64), K = Q, V = Q, Y = Q;
    same_attention::fill(Q.data(), K.data(), V.data());
    attend(rows(Q.data(), tokens), rows(K.data(), tokens), rows(V.data(), tokens), result(Y.data(), tokens));
    return same_attention::check(Y.data());
}
