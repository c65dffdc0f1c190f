// SPDX-License-Identifier: BSL-1.0
// Files of a model of any sizes, its weights made at random, and of a tokenizer for it. What it writes has no meaning;
// how it is computed is that of a trained one.
#pragma once

#include <examples/tiny_llama/write_checkpoint.hpp>

#include <heed/io/output_file.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace tiny_llama {

/// Numbers in [-1, 1), the same on any machine.
class noise {
public:
    explicit noise(std::uint64_t seed) : state_(seed) {}
    float operator()() {
        state_ = state_ * 6364136223846793005U + 1442695040888963407U;
        return static_cast<float>(static_cast<double>(state_ >> 11) * 0x1p-52 - 1);
    }

private:
    std::uint64_t state_;
};

/// Version 0, in the order in which a checkpoint is read.
/// errors  io_error where the file cannot be written, before any weight is made if it cannot be made itself
inline void write_random_model(const std::string& path, const model_sizes& s, std::uint64_t seed = 1) {
    heed::output_file file(path);
    const auto number = [](std::size_t n) { return static_cast<std::int32_t>(n); };
    for (const std::int32_t n :
         {number(s.model), number(s.hidden), number(s.layers), number(s.heads), number(s.kv_heads),
          s.shares_classifier ? number(s.words) : -number(s.words), number(s.positions)})
        write_number(file, n);
    noise random(seed);
    const auto matrices = [&](std::size_t count, std::size_t rows, std::size_t columns) {
        const float size = std::sqrt(3 / static_cast<float>(columns));  // rows of variance 1
        for (std::size_t i = 0; i < count * rows * columns; ++i) write_number(file, size * random());
    };
    const auto gains = [&](std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) write_number(file, 1 + random() / 4);
    };
    const std::size_t d = s.model, kv = s.kv_heads * s.d_k();
    matrices(1, s.words, d);
    gains(s.layers * d);
    matrices(s.layers, d, d);   // wq
    matrices(s.layers, kv, d);  // wk
    matrices(s.layers, kv, d);  // wv
    matrices(s.layers, d, d);   // wo
    gains(s.layers * d);
    matrices(s.layers, s.hidden, d);  // w1
    matrices(s.layers, d, s.hidden);  // w2
    matrices(s.layers, s.hidden, d);  // w3
    gains(d);
    for (std::size_t i = 0; i < s.positions * s.d_k(); ++i) write_number(file, 0.0F);  // tables that nobody reads
    if (!s.shares_classifier) matrices(1, s.words, d);
    file.finish();
}

/// Three tokens for the begin and end of texts, 256 bytes, single characters, and pairs of what stands before:
/// syllables and words of them, each better than what is longer.
/// errors  io_error where the file cannot be written
/// needs   at least 300 tokens
inline void write_tokenizer(const std::string& path, std::size_t count) {
    std::vector<std::string> pieces{"<unk>", "\n<s>\n", "\n</s>\n"};
    for (unsigned byte = 0; byte < 256; ++byte) {
        char name[] = "<0x00>";
        std::snprintf(name, sizeof(name), "<0x%02X>", byte);
        pieces.push_back(name);
    }
    const std::string vowels = "aeiou", consonants = "bdfgklmnprst";
    pieces.push_back(" ");
    for (const char c : vowels + consonants + ".,") pieces.push_back(std::string(1, c));
    std::size_t begin = pieces.size();
    for (const char a : consonants)
        for (const char b : vowels) pieces.push_back({a, b});
    while (pieces.size() < count) {  // all pairs of a space or a piece of the last round with one of that round
        const std::size_t end = pieces.size();
        for (std::size_t i = begin - 1; i < end && pieces.size() < count; ++i)
            for (std::size_t j = begin; j < end && pieces.size() < count; ++j)
                pieces.push_back((i < begin ? " " : pieces[i]) + pieces[j]);
        begin = end;
    }
    pieces.resize(count);
    heed::output_file file(path);
    std::size_t longest = 0;
    for (const std::string& piece : pieces) longest = std::max(longest, piece.size());
    write_number(file, static_cast<std::int32_t>(longest));
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        write_number(file, i < 259 ? 0.0F : -static_cast<float>(i - 259));
        write_number(file, static_cast<std::int32_t>(pieces[i].size()));
        file.write(pieces[i]);
    }
    file.finish();
}

}  // namespace tiny_llama
