// SPDX-License-Identifier: BSL-1.0
// The Universal Sentence Encoder (lite), a transformer that was trained, as formulas over any number of pieces.
#pragma once

#include <heed/heed.hpp>

#include <cmath>
#include <cstddef>

namespace sentence_encoder {

inline constexpr heed::axis tokens{"tokens"}, d_model{"d_model"}, d_ff{"d_ff"}, head{"head"}, d_k{"d_k"};
inline constexpr std::size_t heads = 4, hidden = 1536, width = 512, table_width = 256;
inline constexpr std::size_t table_rows = 8002;
inline constexpr std::size_t table_pieces = 8000;  ///< the last two rows stand for none
inline constexpr std::size_t most_pieces = 128;    ///< of a text; the graph leaves the others out

template <heed::extent... Extents>
using weight = heed::view<const float, Extents...>;

/// A norm's gain and bias.
template <std::size_t Width>
struct norm_weights {
    weight<d_model[Width]> gain, bias;
};

/// Of a layer whose tokens are `In` wide and become `width` wide.
template <std::size_t In>
struct layer_weights {
    norm_weights<In> norm;
    weight<d_model[In], 3 * In> qkv;  ///< queries, keys, values; of each the heads side by side
    weight<3 * In> qkv_bias;
    weight<In, d_model[width]> output;
    weight<d_model[width]> output_bias;
    norm_weights<width> feed_forward_norm;
    weight<d_model[width], d_ff[hidden]> up;
    weight<d_ff[hidden]> up_bias;
    weight<d_ff[hidden], d_model[width]> down;
    weight<d_model[width]> down_bias;
};

struct encoder_weights {
    weight<table_rows, d_model[table_width]> embedding;
    weight<table_width / 2> position_rates;
    layer_weights<table_width> first;
    weight<d_model[table_width], d_model[width]> residual;  ///< the first layer's, whose tokens become wider
    weight<d_model[width]> residual_bias;
    layer_weights<width> second;
    weight<d_model[width], width> pooled;
    weight<width> pooled_bias;
};

/// Vaswani et al. 2017, 3.5, in the order of Tensor2Tensor: sin(p r) in the first half of the columns, cos(p r) in the
/// second, for rates r from 1 to 1 / 10000. In double, rounded once: mathematical libraries differ in those of float.
inline heed::tensor<float, tokens[heed::dyn], d_model[table_width]> positions(std::size_t count,
                                                                              const weight<table_width / 2>& rates) {
    heed::tensor<float, tokens[heed::dyn], d_model[table_width]> table(count);
    for (std::size_t p = 0; p < count; ++p)
        for (std::size_t i = 0; i < rates.size(); ++i) {
            const double angle = static_cast<double>(static_cast<float>(p) * rates(i));
            table(p, i) = static_cast<float>(std::sin(angle));
            table(p, rates.size() + i) = static_cast<float>(std::cos(angle));
        }
    return table;
}

/// What goes into the first layer: [tokens] -> [tokens x 256].
template <class Ids, class Positions>
auto input(const Ids& ids, const Positions& P, const encoder_weights& w) {
    return 2 * rows(w.embedding, ids) + P;
}

/// Ba et al. 2016.
template <std::size_t Width, class X>
auto normed(const X& x, const norm_weights<Width>& w) {
    return layer_norm(x, w.gain, w.bias, {.epsilon = 1e-6});
}

/// Of queries, keys or values, [tokens x heads * d_k] -> [heads x tokens x d_k]: strides, no copy.
template <std::size_t Width, class X>
auto by_head(const X& x) {
    return permute<head, tokens, d_k>(reshape<tokens[heed::dyn], head[heads], d_k[Width / heads]>(x));
}

/// Queries, keys and values of all heads: f(Q, K, V).
template <std::size_t In, class X, class F>
auto with_queries_keys_values(const X& x, const layer_weights<In>& w, const F& f) {
    return let(linear(normed(x, w.norm), w.qkv, w.qkv_bias), [&](auto qkv) {
        return f(by_head<In>(cols<0, In>(qkv)), by_head<In>(cols<In, 2 * In>(qkv)),
                 by_head<In>(cols<2 * In, 3 * In>(qkv)));
    });
}

/// Vaswani et al. 2017, 3.2.2: MultiHead(Q, K, V) = Concat(head_1 ... head_h) W^O.
template <std::size_t In, class X>
auto multi_head(const X& x, const layer_weights<In>& w) {
    return with_queries_keys_values(x, w, [&](auto Q, auto K, auto V) {
        return linear(merge<head, d_k>(permute<tokens, head, d_k>(attention(Q, K, V))), w.output, w.output_bias);
    });
}

/// The weights of that attention, which `multi_head` does not keep: [heads x tokens x tokens].
template <std::size_t In, class X>
auto attention_weights(const X& x, const layer_weights<In>& w) {
    return with_queries_keys_values(x, w,
                                    [](auto Q, auto K, auto) { return softmax(Q * transpose(K) / sqrt(dim<d_k>(K))); });
}

/// 3.3: FFN(x) = max(0, x W1 + b1) W2 + b2.
template <std::size_t In, class X>
auto feed_forward(const X& x, const layer_weights<In>& w) {
    return linear(relu(linear(normed(x, w.feed_forward_norm), w.up, w.up_bias)), w.down, w.down_bias);
}

/// y + FFN(norm(y)).
template <std::size_t In, class Y>
auto and_feed_forward(const Y& y, const layer_weights<In>& w) {
    return let(y, [&](auto s) { return s + feed_forward(s, w); });
}

/// Norms stand before the parts of a layer. The first makes tokens of 256 numbers wider, the residual's too.
template <class X>
auto first_layer(const X& x, const encoder_weights& w) {
    return and_feed_forward(linear(x, w.residual, w.residual_bias) + multi_head(x, w.first), w.first);
}

template <class X>
auto second_layer(const X& x, const encoder_weights& w) {
    return and_feed_forward(x + multi_head(x, w.second), w.second);
}

/// The mean of all tokens through a layer of tanh, at length 1: [tokens x 512] -> [512].
template <class X>
auto pooled(const X& x, const encoder_weights& w) {
    return let(tanh(linear(mean<tokens>(x), w.pooled, w.pooled_bias)),
               [](auto y) { return y / sqrt(max(sum(hadamard(y, y)), 1e-12)); });
}

}  // namespace sentence_encoder
