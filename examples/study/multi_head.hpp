// SPDX-License-Identifier: BSL-1.0
// The page of multi-head attention with all projections: small enough to look at, and at a size that programs have.
#pragma once

#include <heed/heed.hpp>

#include <cmath>
#include <cstddef>

namespace multi_head_page {

using namespace heed;

inline constexpr axis tokens{"tokens"}, d_model{"d_model"}, d_k{"d_k"};

/// Numbers of no particular kind.
template <class Tensor>
Tensor filled(float step, float size) {
    Tensor t;
    float x = step;
    for (float& element : t) element = size * std::sin(x += step);
    return t;
}

template <std::size_t n, std::size_t h, std::size_t d>
struct sublayer {
    static constexpr std::size_t width = d / h;
    static constexpr const char* rows = "The cat sleeps on the mat";
    static constexpr const char* leaves = "X Wq0 Wk0 Wv0 Wq1 Wk1 Wv1 Wq2 Wk2 Wv2 Wq3 Wk3 Wv3 Wo";

    static inline const auto X = filled<tensor<float, tokens[n], d_model[d]>>(0.83F, 1);
    static inline const auto Wq = filled<tensor<float, h, d_model[d], d_k[width]>>(0.71F, 1.6F);
    static inline const auto Wk = filled<tensor<float, h, d_model[d], d_k[width]>>(1.13F, 1.6F);
    static inline const auto Wv = filled<tensor<float, h, d_model[d], d_k[width]>>(0.57F, 0.5F);
    static inline const auto Wo = filled<tensor<float, d, d_model[d]>>(0.19F, 0.3F);

    auto operator()() const {
        return concat(heads<h>([](auto i) { return attention(X * Wq[i], X * Wk[i], X * Wv[i]); })) * Wo;
    }
};

}  // namespace multi_head_page

/// n tokens, h heads, d numbers a token.
template <std::size_t n, std::size_t h, std::size_t d>
inline constexpr multi_head_page::sublayer<n, h, d> multi_head{};
