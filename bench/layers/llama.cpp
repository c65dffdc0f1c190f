// SPDX-License-Identifier: BSL-1.0
// A block of Llama, one formula: 128 x 768, 12 heads of queries and 4 of keys, positions that rotate, a gate.
#include <bench/layers/blocks.hpp>
#include <bench/layers/sizes.hpp>

namespace bench {

using namespace heed;
static constexpr axis tokens{"tokens"}, head{"head"}, d_k{"d_k"};
static constexpr block_sizes llama{128, 768, 12, 4, 2048, true};

struct llama_weights {
    static constexpr std::size_t n = llama.tokens, d = llama.width, e = llama.head_width(), kv = llama.kv_heads * e;
    using tables = decltype(rope_tables<float>(n, e, 10000.0));
    tensor<float, tokens[n], d> X;
    tensor<float, d, d> query, output;
    tensor<float, d, kv> key, value;
    tensor<float, d, llama.hidden> gate, up;
    tensor<float, llama.hidden, d> down;
    tensor<float, d> gain1, gain2;
    tables positions = rope_tables<float>(n, e, 10000.0);

    void fill_all() {
        fill(X, 1, 1), fill(query, 0.05, 2), fill(key, 0.05, 3), fill(value, 0.05, 4), fill(output, 0.05, 5);
        fill(gate, 0.05, 6), fill(up, 0.05, 7), fill(down, 0.05, 8), fill(gain1, 1, 9), fill(gain2, 1, 10);
    }
    template <std::size_t Heads>
    static auto by_head(const auto& projected) {
        return permute<1, 0, 2>(reshape<tokens[n], head[Heads], d_k[e]>(projected));
    }
    auto formula() const {
        const auto attend = [this](auto s) {
            const auto q = rope(by_head<llama.heads>(s * query), positions, pairs::halves);
            const auto k = rope(by_head<llama.kv_heads>(s * key), positions, pairs::halves);
            const auto y = attention(q, group<head[llama.heads]>(k),
                                     group<head[llama.heads]>(by_head<llama.kv_heads>(s * value)), causal);
            return merge<1, 2>(permute<1, 0, 2>(y)) * output;
        };
        return let(X + let(rms_norm(X, gain1), attend), [&](auto y) {
            return y + let(rms_norm(y, gain2), [&](auto s) { return hadamard(silu(s * gate), s * up) * down; });
        });
    }
};

static std::pair<computation, computation> prepare() {
    return {evaluating(prepared<llama_weights>(), [](const auto& w) { return w.formula(); }),
            products_of_block<llama>()};
}
static const compares row({llama_block, llama.flops(), "its products", 0.85, prepare});

}  // namespace bench
