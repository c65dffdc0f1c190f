// SPDX-License-Identifier: BSL-1.0
// Loops as one writes them by hand for fixed sizes, as the compiler takes them.
#include <bench/contender.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

namespace bench {

/// c = a b
template <std::size_t Rows, std::size_t Inner, std::size_t Columns>
static void product(const float* a, const float* b, float* c) {
    for (std::size_t i = 0; i < Rows; ++i) {
        float sums[Columns]{};
        for (std::size_t k = 0; k < Inner; ++k)
            for (std::size_t j = 0; j < Columns; ++j) sums[j] += a[i * Inner + k] * b[k * Columns + j];
        std::copy_n(sums, Columns, c + i * Columns);
    }
}

/// y = softmax(q transpose(k) / sqrt(Width)) v, rows of all four `Stride` apart.
template <shape S, std::size_t Width, std::size_t Stride = Width>
static void attention(const float* q, const float* k, const float* v, float* y) {
    for (std::size_t i = 0; i < S.queries; ++i) {
        const auto [first, last] = keys_of(S, i);
        float weights[S.tokens], largest = -std::numeric_limits<float>::infinity(), total = 0;
        for (std::size_t j = first; j < last; ++j) {
            float score = 0;
            for (std::size_t c = 0; c < Width; ++c) score += q[i * Stride + c] * k[j * Stride + c];
            weights[j] = score / std::sqrt(static_cast<float>(Width));
            largest = std::max(largest, weights[j]);
        }
        for (std::size_t j = first; j < last; ++j) {
            weights[j] = std::exp(weights[j] - largest);
            total += weights[j];
        }
        float sums[Width]{};
        for (std::size_t j = first; j < last; ++j)
            for (std::size_t c = 0; c < Width; ++c) sums[c] += weights[j] * v[j * Stride + c];
        for (std::size_t c = 0; c < Width; ++c) y[i * Stride + c] = sums[c] / total;
    }
}

template <shape S>
static void compute(const inputs& in, floats& out) {
    constexpr std::size_t n = S.tokens, d = S.width;
    if constexpr (S.kind == work::attention) attention<S, d>(in[0].data(), in[1].data(), in[2].data(), out.data());
    if constexpr (S.kind == work::product) product<n, n, d>(in[0].data(), in[1].data(), out.data());
    if constexpr (S.kind == work::multi_head) {
        floats q(n * d), k(n * d), v(n * d), stacked(n * d);
        product<n, d, d>(in[0].data(), in[1].data(), q.data());
        product<n, d, d>(in[0].data(), in[2].data(), k.data());
        product<n, d, d>(in[0].data(), in[3].data(), v.data());
        for (std::size_t first = 0; first < d; first += S.head_width())
            attention<S, S.head_width(), d>(q.data() + first, k.data() + first, v.data() + first,
                                            stacked.data() + first);
        product<n, d, d>(stacked.data(), in[4].data(), out.data());
    }
}

/// Beyond a second nothing is learnt from waiting, and weights to prepare there are none.
constexpr bool worthwhile(const shape& s) { return s.flops() <= 5e9 && !s.packed; }

static computation prepare_plain(std::size_t task, const inputs& in) {
    return with_shape(task, [&]<shape S>() -> computation {
        if constexpr (!worthwhile(S)) {
            return {};
        } else {
            const auto from = std::make_shared<inputs>(in);
            const auto to = std::make_shared<floats>(S.queries * S.width);
            return repeated(to->data(), [=] { compute<S>(*from, *to); });
        }
    });
}

static const takes_part plain_loops({"plain loops", "", prepare_plain});

}  // namespace bench
