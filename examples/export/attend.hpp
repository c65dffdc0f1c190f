// SPDX-License-Identifier: BSL-1.0
// Kernels that attend.cpp compiles once: for C++ by this header, for C and Python by heed_export in CMakeLists.txt.
#pragma once

#include <heed/kernel.hpp>

#include <tuple>

inline constexpr heed::axis tokens{"tokens"}, d_k{"d_k"};

/// Attention with a causal mask, of any number of tokens.
using sequence = heed::tensor<float, tokens[heed::dyn], d_k[64]>;
inline constexpr heed::kernel<struct attend_formula, sequence(sequence, sequence, sequence)> attend;
extern template struct heed::compiled<attend>;

/// Weights and their logsumexp, of parts of matrices too; the scale is a number.
using query_rows = heed::strided_view<const float, tokens[heed::dyn], d_k[64]>;
using key_rows = heed::strided_view<const float, heed::dyn, d_k[64]>;
using score_weights = heed::tensor<float, tokens[heed::dyn], heed::dyn>;
using score_sums = heed::tensor<float, tokens[heed::dyn]>;
inline constexpr heed::kernel<struct weigh_formula, std::tuple<score_weights, score_sums>(query_rows, key_rows, float)>
    weigh;
extern template struct heed::compiled<weigh>;
