// SPDX-License-Identifier: BSL-1.0
// Sizes of the models that were trained on TinyStories: loops over them are compiled.
#include <examples/tiny_llama/decoder_of.hpp>

namespace tiny_llama {

std::unique_ptr<decoder> make_decoder(const checkpoint& weights, std::size_t positions) {
    constexpr known_sizes stories_15m = known_sizes::of(288, 768, 6, 6);
    if (stories_15m.are_those_of(weights.sizes())) return std::make_unique<decoder_of<stories_15m>>(weights, positions);
    return make_decoder_of_any_sizes(weights, positions);
}

}  // namespace tiny_llama
