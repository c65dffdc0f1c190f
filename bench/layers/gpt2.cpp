// SPDX-License-Identifier: BSL-1.0
// A block of GPT-2, one formula: 128 x 768, 12 heads, norms before each part, gelu.
#include <bench/layers/blocks.hpp>
#include <bench/layers/sizes.hpp>

namespace bench {

using namespace heed;
static constexpr axis tokens{"tokens"}, head{"head"}, d_k{"d_k"};
static constexpr block_sizes gpt2{128, 768, 12, 12, 3072};

struct gpt2_weights {
    static constexpr std::size_t d = gpt2.width, e = gpt2.head_width();
    tensor<float, tokens[gpt2.tokens], d> X;
    tensor<float, d, 3 * d> qkv;
    tensor<float, 3 * d> qkv_bias;
    tensor<float, d, d> output;
    tensor<float, d, gpt2.hidden> up;
    tensor<float, gpt2.hidden> up_bias;
    tensor<float, gpt2.hidden, d> down;
    tensor<float, d> output_bias, down_bias, gain1, bias1, gain2, bias2;

    void fill_all() {
        fill(X, 1, 1), fill(qkv, 0.05, 2), fill(output, 0.05, 5), fill(up, 0.05, 6), fill(down, 0.05, 7);
        for (auto* v : {&output_bias, &down_bias, &gain1, &bias1, &gain2, &bias2}) fill(*v, 1, 8);
        fill(qkv_bias, 1, 9), fill(up_bias, 1, 10);
    }
    /// Columns [First * d, ..) of the projection, a head an axis.
    template <std::size_t First>
    auto projected(auto s) const {
        const auto columns = s * cols<First * d, (First + 1) * d>(qkv) + slice<0, First * d, (First + 1) * d>(qkv_bias);
        return permute<1, 0, 2>(reshape<tokens[gpt2.tokens], head[gpt2.heads], d_k[e]>(columns));
    }
    auto formula() const {
        const auto attend = [this](auto s) {
            const auto y = attention(projected<0>(s), projected<1>(s), projected<2>(s), causal);
            return merge<1, 2>(permute<1, 0, 2>(y)) * output + output_bias;
        };
        return let(X + let(layer_norm(X, gain1, bias1), attend), [&](auto y) {
            return y + let(layer_norm(y, gain2, bias2),
                           [&](auto s) { return gelu_tanh(s * up + up_bias) * down + down_bias; });
        });
    }
};

static std::pair<computation, computation> prepare() {
    return {evaluating(prepared<gpt2_weights>(), [](const auto& w) { return w.formula(); }), products_of_block<gpt2>()};
}
static const compares row({gpt2_block, gpt2.flops(), "its products", 0.85, prepare});

}  // namespace bench
