// SPDX-License-Identifier: BSL-1.0
// A layer of an encoder and a block of a decoder, each one formula: what is used twice has a name, nothing is computed
// twice, and what is kept between the loops is a tile of rows.
#include <heed/heed.hpp>
#include <heed/study.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iostream>
#include <memory>

using namespace heed;

inline constexpr axis tokens{"tokens"}, d_model{"d_model"}, d_ff{"d_ff"}, d_k{"d_k"}, head{"head"};
inline constexpr std::size_t length = 64, model = 128, h = 4, groups = 2, per_head = model / h, hidden = 256;

struct encoder_weights {
    tensor<float, h, d_model[model], d_k[per_head]> query, key, value;
    tensor<float, model, d_model[model]> output;
    tensor<float, d_model[model], d_ff[hidden]> up;
    tensor<float, d_ff[hidden], d_model[model]> down;
    tensor<float, d_model[model]> gain, bias;
};

/// Vaswani et al. 2017: the norm comes after each part.
template <class X>
auto encoder_layer(const X& x, const encoder_weights& w) {
    const auto heads_of = [&](auto s) {
        return concat(heads<h>([&](auto i) { return attention(s * w.query[i], s * w.key[i], s * w.value[i]); })) *
               w.output;
    };
    return let(layer_norm(let(x, [&](auto s) { return s + heads_of(s); }), w.gain, w.bias),
               [&](auto y) { return layer_norm(y + relu(y * w.up) * w.down, w.gain, w.bias); });
}

struct decoder_weights {
    tensor<float, d_model[model], h * per_head> query;
    tensor<float, d_model[model], groups * per_head> key, value;
    tensor<float, model, d_model[model]> output;
    tensor<float, d_model[model], d_ff[hidden]> gate, up;
    tensor<float, d_ff[hidden], d_model[model]> down;
    tensor<float, d_model[model]> gain;
};

/// [tokens x heads * per_head] -> [heads x tokens x per_head]: strides, no copy.
template <std::size_t Heads, class Projected>
auto by_head(const Projected& projected) {
    return permute<1, 0, 2>(reshape<tokens[length], head[Heads], d_k[per_head]>(projected));
}

/// Llama: root mean square norms before each part, positions that rotate, fewer heads of keys than of queries, a gate.
template <class X, class Tables>
auto decoder_block(const X& x, const decoder_weights& w, const Tables& positions) {
    const auto attend = [&](auto s) {
        const auto q = rope(by_head<h>(s * w.query), positions, pairs::halves);
        const auto k = rope(by_head<groups>(s * w.key), positions, pairs::halves);
        const auto y = attention(q, group<head[h]>(k), group<head[h]>(by_head<groups>(s * w.value)), causal);
        return merge<1, 2>(permute<1, 0, 2>(y)) * w.output;
    };
    return let(let(x, [&](auto s) { return s + let(rms_norm(s, w.gain), attend); }), [&](auto y) {
        return y + let(rms_norm(y, w.gain), [&](auto s) { return hadamard(silu(s * w.gate), s * w.up) * w.down; });
    });
}

template <class Tensor>
void fill(Tensor& t, float size) {
    static float at = 0;
    for (float& x : t) x = size * std::sin(at += 0.7F);
}

template <class F>
void describe(const char* name, const F& layer) {
    const study::costs c = study::cost(layer);
    std::cout << name << ": " << c.multiply_adds << " multiply-adds, " << c.exp << " exponentials, " << c.temporaries
              << " values stored whole, " << c.workspace_bytes / 1024 << " KiB of memory beside operands and result\n";
}

int main() {
    tensor<float, tokens[length], d_model[model]> X;
    const auto encoder = std::make_unique<encoder_weights>();
    const auto decoder = std::make_unique<decoder_weights>();
    fill(X, 1);
    for (auto* w : {&encoder->query, &encoder->key, &encoder->value}) fill(*w, 0.1F);
    fill(encoder->output, 0.1F), fill(encoder->up, 0.1F), fill(encoder->down, 0.1F);
    fill(encoder->gain, 1), fill(encoder->bias, 0.1F);
    fill(decoder->query, 0.1F), fill(decoder->key, 0.1F), fill(decoder->value, 0.1F), fill(decoder->output, 0.1F);
    fill(decoder->gate, 0.1F), fill(decoder->up, 0.1F), fill(decoder->down, 0.1F), fill(decoder->gain, 1);
    const auto positions = rope_tables<float>(length, per_head, 10000);

    describe("encoder layer", encoder_layer(X, *encoder));
    describe("decoder block", decoder_block(X, *decoder, positions));

    // In float as in double, but for the rounding of float.
    tensor E = encoder_layer(X, *encoder), D = decoder_block(X, *decoder, positions);
    const auto E64 = evaluate_as<double>(encoder_layer(X, *encoder));
    const auto D64 = evaluate_as<double>(decoder_block(X, *decoder, positions));
    double worst = 0;
    for (std::size_t i = 0; i < E.size(); ++i)
        worst = std::max({worst, std::abs(E.data()[i] - E64.data()[i]), std::abs(D.data()[i] - D64.data()[i])});
    std::cout << "largest difference to the same in double: " << worst << '\n';
    return worst < 1e-3 ? 0 : 1;
}
