// SPDX-License-Identifier: BSL-1.0
// From pieces to an embedding, by one thread or by several: a policy of heed.
#pragma once

#include "encoder.hpp"

namespace sentence_encoder {

template <class Policy>
encoding encode_by(Policy policy, const std::vector<std::int32_t>& ids, const encoder_weights& w) {
    const heed::view<const std::int32_t, tokens[heed::dyn]> pieces(ids);
    const auto P = positions(ids.size(), w.position_rates);
    encoding e;
    e.input = input(pieces, P, w);
    e.after_first = evaluate(policy, first_layer(e.input, w));
    e.after_second = evaluate(policy, second_layer(e.after_first, w));
    e.embedding = pooled(e.after_second, w);
    return e;
}

}  // namespace sentence_encoder
