// SPDX-License-Identifier: BSL-1.0
// A prompt is read at once, then each token that is chosen.
#pragma once

#include <examples/tiny_llama/sampler.hpp>
#include <examples/tiny_llama/tokenizer.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace tiny_llama {

/// Calls write(before, token) for each of at most `most` tokens that follow the prompt, until a text ends or begins.
/// needs   a reader that reads as a decoder does, with room for the prompt and all tokens but the last
template <class Reader, class Write>
void generate(Reader& reader, sampler& choose, std::span<const int> prompt, std::size_t most, const Write& write) {
    if (most == 0) return;
    int before = prompt.back();
    int token = choose(reader.read(prompt));
    for (std::size_t n = 1; token != tokenizer::begin_of_text && token != tokenizer::end_of_text; ++n) {
        write(before, token);
        if (n == most) return;
        before = token;
        token = choose(reader.read(std::span(&before, 1)));
    }
}

}  // namespace tiny_llama
