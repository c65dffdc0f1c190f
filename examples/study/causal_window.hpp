// SPDX-License-Identifier: BSL-1.0
// The page of a causal window: each token attends to itself and to those before it, but not to those far back.
#pragma once

#include <heed/heed.hpp>

#include <cmath>
#include <cstddef>

namespace causal_window_page {

using namespace heed;

inline constexpr axis tokens{"tokens"}, d_k{"d_k"};

/// Numbers of no particular kind.
template <class Tensor>
Tensor filled(float step) {
    Tensor t;
    float x = step;
    for (float& element : t) element = 1.5F * std::sin(x += step);
    return t;
}

template <std::size_t n, std::size_t window>
struct windowed {
    static constexpr const char* leaves = "Q K V";
    static constexpr const char* rows = "I see what I am and what I was";
    static constexpr std::size_t width = n < 64 ? 4 : 64;

    static inline const auto Q = filled<tensor<float, tokens[n], d_k[width]>>(0.7F);
    static inline const auto K = filled<tensor<float, tokens[n], d_k[width]>>(1.1F);
    static inline const auto V = filled<tensor<float, tokens[n], d_k[width]>>(0.3F);

    auto operator()() const {
        using heed::index::k, heed::index::q;
        // window_c is part of the formula's type, as 256_c is: which tiles are skipped is known before the program
        // runs.
        constexpr constant<window> window_c;
        return softmax(where(k <= q && q - k < window_c, Q * transpose(K) / sqrt(dim<d_k>(K)))) * V;
    }
};

}  // namespace causal_window_page

/// n tokens, of which each sees itself and the `window - 1` before it.
template <std::size_t n, std::size_t window>
inline constexpr causal_window_page::windowed<n, window> causal_window{};
