// SPDX-License-Identifier: BSL-1.0
// A layer of an encoder (Vaswani et al. 2017), one formula: 128 x 256, 4 heads.
#include <bench/layers/blocks.hpp>
#include <bench/layers/sizes.hpp>

namespace bench {

using namespace heed;
static constexpr block_sizes encoder{128, 256, 4, 4, 1024};

struct encoder_weights {
    static constexpr std::size_t d = encoder.width, e = encoder.head_width();
    tensor<float, encoder.tokens, d> X;
    tensor<float, encoder.heads, d, e> query, key, value;
    tensor<float, d, d> output;
    tensor<float, d, encoder.hidden> up;
    tensor<float, encoder.hidden, d> down;
    tensor<float, d> gain, bias;

    void fill_all() {
        fill(X, 1, 1), fill(query, 0.05, 2), fill(key, 0.05, 3), fill(value, 0.05, 4), fill(output, 0.05, 5);
        fill(up, 0.05, 6), fill(down, 0.05, 7), fill(gain, 1, 8), fill(bias, 1, 9);
    }
    auto formula() const {
        const auto heads_of = [this](const auto& s) {
            return concat(heads<encoder.heads>(
                       [&](auto i) { return attention(s * query[i], s * key[i], s * value[i]); })) *
                   output;
        };
        return let(layer_norm(X + heads_of(X), gain, bias),
                   [&](auto y) { return layer_norm(y + relu(y * up) * down, gain, bias); });
    }
};

static std::pair<computation, computation> prepare() {
    return {evaluating(prepared<encoder_weights>(), [](const auto& w) { return w.formula(); }),
            products_of_block<encoder>()};
}
static const compares row({encoder_layer, encoder.flops(), "its products", 0.85, prepare});

}  // namespace bench
