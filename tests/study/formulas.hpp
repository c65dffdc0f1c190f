// SPDX-License-Identifier: BSL-1.0
// The formulas whose texts the tests of study compare, character by character.
#pragma once

#include <heed/heed.hpp>
#include <heed/study.hpp>

namespace heed::test {

inline constexpr axis query{"query"}, key{"key"}, d_k{"d_k"}, tokens{"tokens"}, d_model{"d_model"};

inline const tensor<float, query[64], d_k[32]> Q;
inline const tensor<float, key[64], d_k[32]> K, V;
inline const tensor<float, tokens[256], d_k[64]> S;
inline const tensor<float, tokens[32], d_model[16]> X;
inline const tensor<float, 12, 16, 8> W;
inline const tensor<float, 32, 16> Wo;
inline const matrix<double, 8, 12> A, B;
inline const heed::vector<double, 12> v;
inline const matrix<double, 6, 6> M;

inline const auto attended = softmax(Q * transpose(K) / sqrt(dim<1>(K))) * V;
inline const auto masked = attention(S, S, S, causal);
inline const auto multi_head =
    concat(heads<4>([](auto h) { return attention(X * W[h], X * W[h + 4_c], X * W[h + 8_c]); })) * Wo;
inline const auto kept = softmax(Q * transpose(K) / sqrt(dim<1>(K)));
inline const auto chain = tanh(A + v) * 2_c / sqrt(3_c) - hadamard(B, A);
inline const auto inverted = inverse(M + transpose(M)) * M;

}  // namespace heed::test
