// SPDX-License-Identifier: BSL-1.0
// A text on its way through the encoder, whoever normalises its characters and however many threads encode it.
#pragma once

#include "encoder.hpp"
#include "pieces.hpp"
#include "weights.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <istream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sentence_encoder {

struct model {
    heed::safetensors file;
    encoder_weights weights;
    piece_table pieces;
};

/// Of its two files; `name` says in errors where the table is from.
/// errors  std::runtime_error where one of them is none
inline model model_of(heed::safetensors file, std::istream& table, const std::string& name) {
    const encoder_weights weights = weights_from(file);  // its bytes stay where they are when it is moved
    piece_table pieces(table, name);
    if (pieces.size() != table_pieces)
        throw std::runtime_error(name + " has " + std::to_string(pieces.size()) +
                                 " pieces; the encoder was trained with " + std::to_string(table_pieces));
    return {std::move(file), weights, std::move(pieces)};
}

struct encoded_text {
    std::string text;
    std::size_t pieces_of_all = 0;         ///< before what is beyond the first 128 is left out
    std::vector<std::string_view> labels;  ///< the text of each piece
    std::u32string unknown;                ///< characters that the table has no piece for, each once
    encoding values;
};

/// The first 128 pieces of a text, encoded. `normal_form` gives the NFKC of code points, `encode` the encoding of
/// pieces.
/// errors  std::invalid_argument where the text is empty or not UTF-8; std::runtime_error where the embedding is no
///         numbers
template <class NormalForm, class Encode>
encoded_text encoded_by(std::string text, const model& m, const NormalForm& normal_form, const Encode& encode) {
    const std::u32string normalised = normal_form(code_points_of(text));
    std::vector<std::int32_t> ids = m.pieces.cut(normalised);
    if (ids.empty()) throw std::invalid_argument("is empty: there is nothing to encode");
    const std::size_t all = ids.size();
    ids.resize(std::min(all, most_pieces));
    std::vector<std::string_view> labels;
    for (const std::int32_t id : ids) labels.push_back(m.pieces.text(id));
    encoding values = encode(ids, m.weights);
    for (const float x : values.embedding)
        if (!std::isfinite(x)) throw std::runtime_error("the model computes an embedding that is no numbers");
    return {std::move(text), all, std::move(labels), m.pieces.unknown_in(normalised), std::move(values)};
}

/// What a reader has to know of a text that was encoded: what of it the model did not see.
inline std::vector<std::string> remarks_on(const encoded_text& t) {
    std::vector<std::string> remarks;
    if (t.pieces_of_all > t.labels.size())
        remarks.push_back("the first " + std::to_string(t.labels.size()) + " pieces of " +
                          std::to_string(t.pieces_of_all) + ": the model reads no more");
    if (!t.unknown.empty())
        remarks.push_back("it has characters that the model does not know (" + listed(t.unknown) +
                          "), which are one and the same to it; the model was trained on English");
    return remarks;
}

/// Maps of more pieces are no pictures any more.
inline constexpr std::size_t most_drawn = 64;

}  // namespace sentence_encoder
