// SPDX-License-Identifier: BSL-1.0
// What lengths.json was made of: heed_study.py --source lengths.hpp --kernel attend --kernel causal --json
// lengths.json, without "machine".
#pragma once

#include <heed/heed.hpp>

inline constexpr heed::axis query{"query"}, key{"key"}, tokens{"tokens"}, d_k{"d_k"};

inline heed::tensor<float, query[heed::dyn], d_k[32]> Q(20);
inline heed::tensor<float, key[heed::dyn], d_k[32]> K(150), V(150);
inline auto attend() { return softmax(Q * transpose(K) / sqrt(heed::dim<d_k>(K))) * V; }

inline heed::tensor<float, tokens[heed::dyn], d_k[32]> X(300);
inline heed::tensor<float, d_k[32], d_k[32]> W;
inline auto causal() { return attention(X * W, X * W, X, heed::causal) + X; }
