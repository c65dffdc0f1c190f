// SPDX-License-Identifier: BSL-1.0
// A model that reads tokens and says which might come next.
#pragma once

#include <examples/tiny_llama/checkpoint.hpp>

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace tiny_llama {

/// Attention weights of one layer to what it read last: [head x tokens x tokens], the last axis over the whole past.
using attention_weights = tensor<float, head[dyn], tokens[dyn], dyn>;

class decoder {
public:
    virtual ~decoder() = default;

    /// Reads tokens behind those that it read before, several at once or one.
    /// shapes  logits [words] of what follows the last of them, valid until the next call
    /// errors  std::length_error where there are none, or more positions than there is room for; index_error for a token that
    ///         the model does not have. What was read before stays
    virtual view<const float, words[dyn]> read(std::span<const int> read_tokens) = 0;
    /// How many tokens it has read.
    virtual std::size_t position() const = 0;
    /// Attention weights by layer of what is read from the first call on: of what was read last, and of no numbers
    /// where nothing was read since that call. They live as long as the decoder, and reading changes them.
    virtual const std::vector<attention_weights>& watch_attention() = 0;
};

/// A decoder with room for so many positions. It reads the checkpoint, which has to outlive it. Sizes of some
/// well-known models are known while compiling, which makes it faster; all others are found in the file.
std::unique_ptr<decoder> make_decoder(const checkpoint& weights, std::size_t positions);

/// The same for any sizes.
std::unique_ptr<decoder> make_decoder_of_any_sizes(const checkpoint& weights, std::size_t positions);

}  // namespace tiny_llama
