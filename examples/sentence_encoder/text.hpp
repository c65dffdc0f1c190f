// SPDX-License-Identifier: BSL-1.0
// Texts of a program: the model in its folder, characters normalised by ICU.
#pragma once

#include "encoded_text.hpp"
#include "normal_form.hpp"

#include <fstream>
#include <stdexcept>
#include <string>
#include <utility>

namespace sentence_encoder {

/// A model as examples/sentence_encoder/run leaves it in a folder.
/// errors  std::runtime_error where the folder has no model, or a file in it is none
inline model model_in(const std::string& folder) {
    const std::string words = folder + "/pieces.txt", numbers = folder + "/encoder.safetensors";
    std::ifstream table(words);
    if (!table || !std::ifstream(numbers))
        throw std::runtime_error("no model in " + folder + ": examples/sentence_encoder/run fetches it");
    return model_of(heed::safetensors(numbers), table, words);
}

/// The first 128 pieces of a text, encoded.
/// errors  those of `encoded_by`, and std::runtime_error where ICU does not normalise the text
inline encoded_text encoded(std::string text, const model& m, int threads = 1) {
    return encoded_by(std::move(text), m, normalised, [&](const auto& ids, const encoder_weights& w) {
        return threads == 1 ? encode(ids, w) : encode_in_parallel(ids, w, threads);
    });
}

}  // namespace sentence_encoder
