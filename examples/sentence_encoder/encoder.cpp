// SPDX-License-Identifier: BSL-1.0
#include "encode_by.hpp"

namespace sentence_encoder {

encoding encode(const std::vector<std::int32_t>& ids, const encoder_weights& w) { return encode_by(heed::seq, ids, w); }

std::array<attention_map, 2> attention_maps(const encoding& e, const encoder_weights& w) {
    return {attention_weights(e.input, w.first), attention_weights(e.after_first, w.second)};
}

heed::tensor<float, heed::dyn, heed::dyn> similarities(const heed::tensor<float, heed::dyn, width>& embeddings) {
    return min(embeddings * transpose(embeddings), 1.0F);  // of length 1, but for rounding
}

}  // namespace sentence_encoder
