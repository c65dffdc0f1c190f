// SPDX-License-Identifier: BSL-1.0
// The page of formulas whose lengths are known at run time only: attention over any number of queries and keys, and a
// layer of multi-head attention over any number of tokens.
#pragma once

#include <heed/heed.hpp>

#include <cmath>
#include <cstddef>

namespace any_length_page {

using namespace heed;

inline constexpr axis query{"query"}, key{"key"}, tokens{"tokens"}, d_model{"d_model"}, d_k{"d_k"};

/// Numbers of no particular kind.
template <class Tensor>
Tensor filled(Tensor t, float step, float size) {
    float x = step;
    for (float& element : t) element = size * std::sin(x += step);
    return t;
}

inline const auto Q = filled(tensor<float, query[dyn], d_k[64]>(512), 0.7F, 1);
inline const auto K = filled(tensor<float, key[dyn], d_k[64]>(1024), 1.1F, 1);
inline const auto V = filled(tensor<float, key[dyn], d_k[64]>(1024), 0.3F, 1);

struct attention_over_keys {
    static constexpr const char* leaves = "Q K V";
    auto operator()() const { return softmax(Q * transpose(K) / sqrt(dim<d_k>(K))) * V; }
};

inline const auto X = filled(tensor<float, tokens[dyn], d_model[128]>(200), 0.83F, 1);
inline const auto Wq = filled(tensor<float, 2, d_model[128], d_k[64]>(), 0.71F, 0.2F);
inline const auto Wk = filled(tensor<float, 2, d_model[128], d_k[64]>(), 1.13F, 0.2F);
inline const auto Wv = filled(tensor<float, 2, d_model[128], d_k[64]>(), 0.57F, 0.2F);
inline const auto Wo = filled(tensor<float, 128, d_model[128]>(), 0.19F, 0.2F);

/// X is written seven times, and its length is one.
struct two_heads {
    static constexpr const char* leaves = "X Wq0 Wk0 Wv0 Wq1 Wk1 Wv1 Wo";
    auto operator()() const {
        return X + concat(heads<2>([](auto i) { return attention(X * Wq[i], X * Wk[i], X * Wv[i], causal); })) * Wo;
    }
};

}  // namespace any_length_page

inline constexpr any_length_page::attention_over_keys attend{};
inline constexpr any_length_page::two_heads layer{};
