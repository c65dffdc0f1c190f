// SPDX-License-Identifier: BSL-1.0
// Kernels that tests/compiled/kernels.cpp compiles: what another source file knows of them.
#pragma once

#include <heed/kernel.hpp>

#include <tuple>

namespace heed::test {

inline constexpr axis tokens{"tokens"}, keys{"keys"}, d_k{"d_k"};
inline constexpr axis words{"words"};

using sequence = tensor<float, tokens[dyn], d_k[24]>;
inline constexpr kernel<struct attend_formula, sequence(sequence, sequence, sequence)> attend;

using block = tensor<double, 5, 4>;
using square = tensor<double, 4, 4>;
inline constexpr kernel<struct project_formula, block(block, square, double)> project;

using part_of_queries = strided_view<const float, tokens[dyn], d_k[24]>;
inline constexpr kernel<struct scores_formula, strided_view<float, tokens[dyn], keys[dyn]>(
                                                   part_of_queries, strided_view<const float, keys[dyn], d_k[24]>)>
    scores;

using weights = tensor<float, tokens[dyn], keys[dyn]>;
using row_sums = tensor<float, tokens[dyn]>;
inline constexpr kernel<struct weigh_formula, std::tuple<weights, row_sums>(weights)> weigh;

using embedding = tensor<float, words[dyn], d_k[24]>;
using half_sequence = tensor<float16, tokens[dyn], d_k[24]>;
inline constexpr kernel<struct embed_formula, half_sequence(embedding, tensor<int, tokens[dyn]>)> embed;

}  // namespace heed::test
