// SPDX-License-Identifier: BSL-1.0
// What the encoder makes of a few texts, as one HTML page that needs no network.
#pragma once

#include "text.hpp"

#include <string>
#include <vector>

namespace sentence_encoder {

/// Similarities of the texts, and what each head of each layer attends to in each.
std::string page_of(const std::vector<encoded_text>& texts, const heed::tensor<float, heed::dyn, heed::dyn>& similar,
                    const encoder_weights& w);

}  // namespace sentence_encoder
