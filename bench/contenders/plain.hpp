// SPDX-License-Identifier: BSL-1.0
// Loops as one writes them by hand: a contender in float, what errors are measured against in double.
#pragma once

#include <bench/tasks.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace bench::plain {

/// c = a b
template <class T, std::size_t Rows, std::size_t Inner, std::size_t Columns>
void product(const T* a, const T* b, T* c) {
    for (std::size_t i = 0; i < Rows; ++i) {
        T sums[Columns]{};
        for (std::size_t k = 0; k < Inner; ++k)
            for (std::size_t j = 0; j < Columns; ++j) sums[j] += a[i * Inner + k] * b[k * Columns + j];
        std::copy_n(sums, Columns, c + i * Columns);
    }
}

/// y = softmax(q transpose(k) / sqrt(Width)) v, rows of all four `Stride` apart.
template <class T, std::size_t Tokens, std::size_t Width, std::size_t Stride = Width>
void attention(const T* q, const T* k, const T* v, T* y) {
    for (std::size_t i = 0; i < Tokens; ++i) {
        T weights[Tokens], largest = -std::numeric_limits<T>::infinity(), total = 0;
        for (std::size_t j = 0; j < Tokens; ++j) {
            T score = 0;
            for (std::size_t c = 0; c < Width; ++c) score += q[i * Stride + c] * k[j * Stride + c];
            weights[j] = score / std::sqrt(static_cast<T>(Width));
            largest = std::max(largest, weights[j]);
        }
        for (T& w : weights) {
            w = std::exp(w - largest);
            total += w;
        }
        T sums[Width]{};
        for (std::size_t j = 0; j < Tokens; ++j)
            for (std::size_t c = 0; c < Width; ++c) sums[c] += weights[j] * v[j * Stride + c];
        for (std::size_t c = 0; c < Width; ++c) y[i * Stride + c] = sums[c] / total;
    }
}

/// The task with shape S.
template <shape S, class T>
void compute(const std::vector<std::vector<T>>& in, std::vector<T>& out) {
    constexpr std::size_t n = S.tokens, d = S.width;
    if constexpr (S.kind == work::attention) attention<T, n, d>(in[0].data(), in[1].data(), in[2].data(), out.data());
    if constexpr (S.kind == work::product) product<T, n, n, d>(in[0].data(), in[1].data(), out.data());
    if constexpr (S.kind == work::multi_head) {
        std::vector<T> q(n * d), k(n * d), v(n * d), stacked(n * d);
        product<T, n, d, d>(in[0].data(), in[1].data(), q.data());
        product<T, n, d, d>(in[0].data(), in[2].data(), k.data());
        product<T, n, d, d>(in[0].data(), in[3].data(), v.data());
        for (std::size_t first = 0; first < d; first += S.head_width())
            attention<T, n, S.head_width(), d>(q.data() + first, k.data() + first, v.data() + first,
                                               stacked.data() + first);
        product<T, n, d, d>(stacked.data(), in[4].data(), out.data());
    }
}

}  // namespace bench::plain
