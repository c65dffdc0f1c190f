// SPDX-License-Identifier: BSL-1.0
// What each program of this folder computes: 100 tokens of 64 numbers, compared with loops in double.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <vector>

namespace same_attention {

constexpr std::size_t tokens = 100, width = 64;

inline float number(std::size_t i) { return static_cast<float>(std::sin(1.7 * static_cast<double>(i))); }

inline void fill(float* Q, float* K, float* V) {
    for (std::size_t i = 0; i < tokens * width; ++i)
        Q[i] = number(i), K[i] = number(3 * i + 1), V[i] = number(5 * i + 2);
}

/// 0 if Y is right to 1e-6; else 1, and says so.
inline int check(const float* Y) {
    std::vector<float> Q(tokens * width), K = Q, V = Q;
    fill(Q.data(), K.data(), V.data());
    double largest_error = 0;
    for (std::size_t i = 0; i < tokens; ++i) {
        std::vector<double> weights(tokens);
        double total = 0;
        for (std::size_t j = 0; j < tokens; ++j) {
            double score = 0;
            for (std::size_t c = 0; c < width; ++c)
                score += static_cast<double>(Q[i * width + c]) * static_cast<double>(K[j * width + c]);
            total += weights[j] = std::exp(score / std::sqrt(static_cast<double>(width)));
        }
        for (std::size_t c = 0; c < width; ++c) {
            double y = 0;
            for (std::size_t j = 0; j < tokens; ++j) y += weights[j] / total * static_cast<double>(V[j * width + c]);
            largest_error = std::fmax(largest_error, std::fabs(y - static_cast<double>(Y[i * width + c])));
        }
    }
    std::printf("largest error %.1e\n", largest_error);
    return largest_error < 1e-6 ? 0 : 1;
}

}  // namespace same_attention
