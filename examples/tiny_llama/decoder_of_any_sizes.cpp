// SPDX-License-Identifier: BSL-1.0
// All sizes stand in the file.
#include <examples/tiny_llama/decoder_of.hpp>

namespace tiny_llama {

std::unique_ptr<decoder> make_decoder_of_any_sizes(const checkpoint& weights, std::size_t positions) {
    return std::make_unique<decoder_of<known_sizes{}>>(weights, positions);
}

}  // namespace tiny_llama
