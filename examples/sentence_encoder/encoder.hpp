// SPDX-License-Identifier: BSL-1.0
// The formulas of model.hpp, compiled once, by encoder.cpp.
#pragma once

#include "model.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sentence_encoder {

using token_rows = heed::tensor<float, tokens[heed::dyn], d_model[width]>;

/// An embedding, and what is between it and the pieces.
struct encoding {
    heed::tensor<float, tokens[heed::dyn], d_model[table_width]> input;
    token_rows after_first, after_second;
    heed::tensor<float, width> embedding;
};

/// Of pieces, at least one.
/// errors  heed::index_error where an id is no row of the table
/// cost    memory linear in the number of pieces: no scores are stored
encoding encode(const std::vector<std::int32_t>& ids, const encoder_weights& w);

/// The same bits, by threads that share the tokens.
encoding encode_in_parallel(const std::vector<std::int32_t>& ids, const encoder_weights& w, int threads);

using attention_map = heed::tensor<float, head[heads], tokens[heed::dyn], tokens[heed::dyn]>;

/// What each head of both layers attends to.
/// cost    memory for all weights, heads * pieces^2
std::array<attention_map, 2> attention_maps(const encoding& e, const encoder_weights& w);

/// How alike two texts are is the cosine of their embeddings, whose lengths are 1: [texts x texts].
heed::tensor<float, heed::dyn, heed::dyn> similarities(const heed::tensor<float, heed::dyn, width>& embeddings);

}  // namespace sentence_encoder
