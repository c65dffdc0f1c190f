// SPDX-License-Identifier: BSL-1.0
// Formulas of many parts, in the default limits of compilers: 32 heads, 32 residual layers, 8 encoder layers. Each part
// alone gives what all of them in one formula give.
#include <heed/heed.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace heed::test {

inline constexpr axis tokens{"tokens"};

template <class Tensor>
Tensor waves(float first, float size) {
    Tensor t;
    float at = first;
    for (float& x : t) x = size * std::sin(at += 0.7f);
    return t;
}

template <class A, class B>
float distance(const A& a, const B& b) {
    float worst = 0;
    for (std::size_t i = 0; i < a.size(); ++i) worst = std::max(worst, std::abs(a.data()[i] - b.data()[i]));
    return worst;
}

constexpr std::size_t head_count = 32, depth = 8, features = 40;

TEST(deep_formula, has_32_heads) {
    const auto X = waves<tensor<float, tokens[20], features>>(0, 1);
    const auto Q = waves<tensor<float, head_count, features, depth>>(1, 0.3f);
    const auto K = waves<tensor<float, head_count, features, depth>>(2, 0.3f);
    const auto V = waves<tensor<float, head_count, features, depth>>(3, 0.3f);
    const auto O = waves<tensor<float, head_count * depth, features>>(4, 0.3f);
    const tensor Y = concat(heads<head_count>([&](auto i) { return attention(X * Q[i], X * K[i], X * V[i]); })) * O;

    tensor<float, tokens[20], head_count * depth> all;
    for (std::size_t i = 0; i < head_count; ++i) {
        const tensor one = attention(X * Q[i], X * K[i], X * V[i]);
        for (std::size_t r = 0; r < 20; ++r)
            for (std::size_t c = 0; c < depth; ++c) all(r, i * depth + c) = one(r, c);
    }
    EXPECT_LT(distance(Y, evaluate(all * O)), 1e-5f);
}

template <std::size_t Terms>
auto sum_of(const auto& x) {
    if constexpr (Terms == 1)
        return x / 2;
    else
        return sum_of<Terms - 1>(x) + x;
}

TEST(deep_formula, has_200_terms) {
    const tensor<double, 3, 4> X{{1, 2, 3, 4}, {-5, 6, 7, 8}, {9, 10, 11, 12}};
    const tensor Y = sum_of<200>(X);
    EXPECT_EQ(Y, evaluate(199.5 * X));
}

template <int Layers, class Input, class W>
auto residual_layers(const Input& x, const W& w) {
    if constexpr (Layers == 0)
        return let(x, [](auto s) { return s; });
    else
        return residual_layers<Layers - 1>(let(x, [&](auto s) { return s + relu(s * w[0]) * w[1]; }), w);
}

TEST(deep_formula, has_32_residual_layers) {
    const auto X = waves<tensor<float, tokens[20], 16>>(0, 1);
    const auto W = waves<tensor<float, 2, 16, 16>>(1, 0.1f);
    const tensor Y = residual_layers<32>(X, W);
    tensor expected = X;
    for (int layer = 0; layer < 32; ++layer) expected = expected + relu(expected * W[0]) * W[1];
    EXPECT_LT(distance(Y, expected), 1e-4f);
}

struct layer_weights {
    tensor<float, 4, 32, 8> q, k, v;
    tensor<float, 32, 32> o, up, down;
};

template <class Input>
auto encoder_layer(const Input& x, const layer_weights& w) {
    const auto attend = [&](auto s) {
        return s + concat(heads<4>([&](auto i) { return attention(s * w.q[i], s * w.k[i], s * w.v[i]); })) * w.o;
    };
    return let(let(x, attend), [&](auto y) { return y + relu(y * w.up) * w.down; });
}
template <int Layers, class Input>
auto encoder_layers(const Input& x, const layer_weights* w) {
    if constexpr (Layers == 1)
        return encoder_layer(x, w[0]);
    else
        return encoder_layers<Layers - 1>(encoder_layer(x, w[0]), w + 1);
}

TEST(deep_formula, has_8_encoder_layers) {
    const auto X = waves<tensor<float, tokens[20], 32>>(0, 1);
    std::vector<layer_weights> w(8);
    float first = 0;
    for (layer_weights& layer : w) {
        for (auto* heads : {&layer.q, &layer.k, &layer.v}) *heads = waves<tensor<float, 4, 32, 8>>(++first, 0.2f);
        for (auto* square : {&layer.o, &layer.up, &layer.down}) *square = waves<tensor<float, 32, 32>>(++first, 0.1f);
    }
    const tensor Y = encoder_layers<8>(X, w.data());
    tensor expected = X;
    for (const layer_weights& layer : w) expected = encoder_layer(tensor(expected), layer);
    EXPECT_LT(distance(Y, expected), 1e-4f);
}

}  // namespace heed::test
