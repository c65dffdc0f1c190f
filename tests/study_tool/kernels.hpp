// SPDX-License-Identifier: BSL-1.0
// Kernels of each kind of loop, as a user would declare them.
#pragma once

#include <heed/heed.hpp>

inline constexpr heed::axis tokens{"tokens"}, d_k{"d_k"}, d_model{"d_model"};

inline heed::tensor<float, tokens[256], d_k[64]> Q, K, V;

inline auto attend() { return softmax(Q * transpose(K) / sqrt(heed::dim<d_k>(K))) * V; }

inline auto causal_window() {
    using namespace heed;
    using namespace heed::index;
    return attention(Q, K, V, k <= q && q - k < 100);
}

/// Lengths are known at run time only.
inline heed::tensor<float, tokens[heed::dyn], d_k[64]> some(100), others(100);
inline auto any_length() { return softmax(some * transpose(others) / sqrt(heed::dim<d_k>(others))) * others; }

inline heed::tensor<float, tokens[64], d_model[48]> X;
inline heed::tensor<float, 3, d_model[48], d_k[16]> Wq, Wk, Wv;
inline heed::matrix<float, 3 * 16, d_model[48]> Wo;

inline auto multi_head() {
    const auto head = [](auto i) { return heed::attention(X * Wq[i], X * Wk[i], X * Wv[i]); };
    return heed::concat(heed::heads<3>(head)) * Wo;
}

/// Compilers put a part of it, seldom run, before it.
inline heed::tensor<float, tokens[heed::dyn], d_model[48]> Xs(100);
inline auto heads_of_any_length() {
    const auto head = [](auto i) { return heed::attention(Xs * Wq[i], Xs * Wk[i], Xs * Wv[i], heed::causal); };
    return Xs + heed::concat(heed::heads<3>(head)) * Wo;
}

inline heed::tensor<float, d_model[128], tokens[64]> Xt;
inline heed::matrix<float, d_model[128], d_model[128]> W;

/// Columns of Xt are normalised, so that what is subtracted repeats along rows.
inline auto layer_norm_then_product() {
    auto centred = Xt - heed::mean<0>(Xt);
    return transpose(centred / sqrt(heed::mean<0>(hadamard(centred, centred)) + 1e-5F)) * W;
}

template <int Rows>
inline heed::tensor<float, Rows, 3> A{};
template <int Rows>
auto small() {
    return softmax(A<Rows> * transpose(A<Rows>) / sqrt(heed::dim<1>(A<Rows>))) * A<Rows>;
}

/// Of different shapes and elements.
inline auto two_results() {
    return heed::let(A<5> * transpose(A<5>), [](const auto& s) { return heed::results(s > 0, softmax(s) * A<5>); });
}
