// SPDX-License-Identifier: BSL-1.0
// The weights of a checkpoint as a file of a later version: of floats, or of 8-bit numbers, a scale for each group of
// them.
#pragma once

#include <examples/tiny_llama/checkpoint.hpp>

#include <heed/io/output_file.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tiny_llama {

template <class Number>
void write_number(heed::output_file& file, Number x) {
    file.write(&x, sizeof(x));
}

/// Numbers so that the largest of each group becomes 127 or -127, then the scales.
inline void write_quantised(heed::output_file& file, std::span<const float> numbers, std::size_t group) {
    std::vector<float> scales;
    for (std::size_t begin = 0; begin < numbers.size(); begin += group) {
        float most = 0;
        for (const float x : numbers.subspan(begin, group)) most = std::max(most, std::abs(x));
        scales.push_back(most / 127);
        for (const float x : numbers.subspan(begin, group))
            write_number(file, static_cast<std::int8_t>(most == 0 ? 0 : std::lround(x / scales.back())));
    }
    file.write(scales.data(), scales.size() * sizeof(float));
}

/// 64, or less where that does not divide the numbers of a token.
inline std::size_t group_size_for(const model_sizes& s) {
    std::size_t group = 64;
    while (s.model % group != 0) group /= 2;
    return group;
}

inline void write_header_with_magic(heed::output_file& file, const model_sizes& s, int version, std::size_t group) {
    write_number(file, checkpoint_header::magic);
    write_number(file, static_cast<std::int32_t>(version));
    for (const std::size_t n : {s.model, s.hidden, s.layers, s.heads, s.kv_heads, s.words, s.positions})
        write_number(file, static_cast<std::int32_t>(n));
    write_number(file, static_cast<std::uint8_t>(s.shares_classifier));
    write_number(file, static_cast<std::int32_t>(version == 2 ? group : 0));
    file.write(
        std::string(checkpoint_header::bytes_with_magic - 9 * sizeof(std::int32_t) - 1 - sizeof(std::int32_t), '\0'));
}

/// errors  io_error where the file cannot be written
/// needs   version 1 or 2
inline void write_as_version(const std::string& path, const checkpoint& from, int version) {
    const model_sizes& s = from.sizes();
    const std::size_t group = group_size_for(s);
    heed::output_file file(path);
    write_header_with_magic(file, s, version, group);
    const auto gains = [&](const auto& g) { file.write(g.data(), g.size() * sizeof(float)); };
    const auto matrix = [&](const auto& m) {
        if (version == 2)
            write_quantised(file, {m.data(), m.size()}, group);
        else
            gains(m);
    };
    std::vector<layer_weights<known_sizes{}>> layers;
    for (std::size_t l = 0; l < s.layers; ++l) layers.push_back(from.layer<known_sizes{}>(l));
    for (const auto& w : layers) gains(w.attention_gain);
    for (const auto& w : layers) gains(w.hidden_gain);
    gains(from.last_gain<known_sizes{}>());
    matrix(from.embedding<known_sizes{}>());
    for (const auto& w : layers) matrix(w.query);
    for (const auto& w : layers) matrix(w.key);
    for (const auto& w : layers) matrix(w.value);
    for (const auto& w : layers) matrix(w.output);
    for (const auto& w : layers) matrix(w.gate);
    for (const auto& w : layers) matrix(w.down);
    for (const auto& w : layers) matrix(w.up);
    if (!s.shares_classifier) matrix(from.classifier<known_sizes{}>());
    file.finish();
}

}  // namespace tiny_llama
