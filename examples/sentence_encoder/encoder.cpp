// SPDX-License-Identifier: BSL-1.0
#include "encoder.hpp"

namespace sentence_encoder {

encoding encode(const std::vector<std::int32_t>& ids, const encoder_weights& w) {
    const heed::view<const std::int32_t, tokens[heed::dyn]> pieces(ids);
    const auto P = positions(ids.size(), w.position_rates);
    encoding e;
    e.input = input(pieces, P, w);
    e.after_first = first_layer(e.input, w);
    e.after_second = second_layer(e.after_first, w);
    e.embedding = pooled(e.after_second, w);
    return e;
}

std::array<attention_map, 2> attention_maps(const encoding& e, const encoder_weights& w) {
    return {attention_weights(e.input, w.first), attention_weights(e.after_first, w.second)};
}

heed::tensor<float, heed::dyn, heed::dyn> similarities(const heed::tensor<float, heed::dyn, width>& embeddings) {
    return embeddings * transpose(embeddings);
}

}  // namespace sentence_encoder
