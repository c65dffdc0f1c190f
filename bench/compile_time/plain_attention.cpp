// SPDX-License-Identifier: BSL-1.0
// The same attention with loops written by hand.
#include <algorithm>
#include <cmath>

constexpr int tokens = 512, d_k = 64;
using rows = float[tokens][d_k];

void attend(const rows& Q, const rows& K, const rows& V, rows& Y) {
    for (int i = 0; i < tokens; ++i) {
        float weights[tokens], largest = -INFINITY, total = 0;
        for (int j = 0; j < tokens; ++j) {
            float score = 0;
            for (int c = 0; c < d_k; ++c) score += Q[i][c] * K[j][c];
            weights[j] = score / std::sqrt(static_cast<float>(d_k));
            largest = std::max(largest, weights[j]);
        }
        for (float& w : weights) total += w = std::exp(w - largest);
        float sums[d_k]{};
        for (int j = 0; j < tokens; ++j)
            for (int c = 0; c < d_k; ++c) sums[c] += weights[j] * V[j][c];
        for (int c = 0; c < d_k; ++c) Y[i][c] = sums[c] / total;
    }
}
