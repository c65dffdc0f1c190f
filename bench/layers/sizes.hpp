// SPDX-License-Identifier: BSL-1.0
// Sizes and names of what peers compute too.
#pragma once

#include <cstddef>
#include <iterator>
#include <string>
#include <utility>

namespace bench {

inline constexpr std::size_t ff_rows = 128, ff_width = 768, ff_hidden = 3072;
inline constexpr double ff_product_flops = 2.0 * ff_rows * ff_width * ff_hidden;
inline constexpr const char* feed_forward_relu = "feed-forward 128 x 768 x 3072 x 768, relu";
inline constexpr const char* feed_forward_gated = "feed-forward 128 x 768 x 3072 x 768, gated";
inline constexpr const char* row_by_matrix = "x * W, W 768 x 3072";
inline constexpr const char* matrix_by_column = "W * x, W 3072 x 768";
inline constexpr const char* encoder_layer = "encoder layer 128 x 256, 4 heads";
inline constexpr const char* gpt2_block = "GPT-2 block 128 x 768, 12 heads";
inline constexpr const char* llama_block = "Llama block 128 x 768, 12 heads, 4 of keys";
inline constexpr const char* short_heads = "[8, 128, 12, 64] causal, through views";
inline constexpr const char* long_heads = "[2, 512, 12, 64] causal, through views";

/// Weights of a file, packed when they are loaded.
inline std::string packed_weights(std::size_t tokens, std::size_t in, std::size_t out) {
    return std::to_string(tokens) + " x " + std::to_string(in) + " * packed(transpose(W)) + b, W " +
           std::to_string(out) + " x " + std::to_string(in);
}

/// The same in 8 bits.
inline std::string quantised_weights(std::size_t tokens, std::size_t in, std::size_t out) {
    return std::to_string(tokens) + " x " + std::to_string(in) + " * quantised(W), W " + std::to_string(in) + " x " +
           std::to_string(out);
}

/// Texts of so many tokens each, through six layers of 384. bench/onnx_runtime reads the numbers from the name.
struct texts {
    std::size_t count, tokens;
    constexpr std::size_t rows() const { return count * tokens; }
};
inline constexpr std::size_t bert_layers = 6, bert_width = 384;
inline constexpr texts bert_texts[] = {{1, 1}, {1, 16}, {1, 128}, {1, 512}, {32, 4}, {32, 32}};
inline std::string bert_of(const texts& t) {
    return "BERT, 6 layers of 384, " + std::to_string(t.count) + " x " + std::to_string(t.tokens);
}
/// f.template operator()<T>() for each T of them.
template <class F>
void for_each_bert_texts(const F& f) {
    [&]<std::size_t... I>(std::index_sequence<I...>) { (f.template operator()<bert_texts[I]>(), ...); }
    (std::make_index_sequence<std::size(bert_texts)>());
}

}  // namespace bench
