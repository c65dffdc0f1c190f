// SPDX-License-Identifier: BSL-1.0
// The page of both passes of causal attention: the output, and from its gradient dY those of queries, keys and values.
#pragma once

#include <heed/heed.hpp>

#include <cmath>
#include <cstddef>

namespace gradients_page {

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

template <std::size_t n, std::size_t width>
struct operands {
    static constexpr const char* rows = "The cat sleeps on the mat";
    using sequence = tensor<float, tokens[n], d_k[width]>;

    static inline const auto Q = filled<sequence>(0.7F);
    static inline const auto K = filled<sequence>(1.1F);
    static inline const auto V = filled<sequence>(0.3F);
    static inline const auto dY = filled<sequence>(0.5F);
};

template <std::size_t n, std::size_t width>
struct forward_pass : operands<n, width> {
    static constexpr const char* leaves = "Q K V";
    using all = operands<n, width>;
    auto operator()() const { return attention(all::Q, all::K, all::V, causal); }
};

template <std::size_t n, std::size_t width>
struct backward_pass : operands<n, width> {
    static constexpr const char* leaves = "Q K V dY";
    using all = operands<n, width>;
    auto operator()() const {
        const auto attend = [](const auto& q, const auto& k, const auto& v) { return attention(q, k, v, causal); };
        return vjp(all::dY, attend, all::Q, all::K, all::V);
    }
};

}  // namespace gradients_page

/// n tokens, `width` numbers a token.
template <std::size_t n, std::size_t width>
inline constexpr gradients_page::forward_pass<n, width> forward{};
template <std::size_t n, std::size_t width>
inline constexpr gradients_page::backward_pass<n, width> backward{};
