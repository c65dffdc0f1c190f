// SPDX-License-Identifier: BSL-1.0
// One source, compiled twice for different instructions: UNIT names its function, which prints the bits of formulas.
#include <heed/heed.hpp>

#include <bit>
#include <cstdint>
#include <cstdio>

namespace {

template <class Tensor>
Tensor filled(float from) {
    Tensor t;
    for (float& x : t) x = from += 0.37F, from = from > 1 ? from - 2 : from;
    return t;
}

template <class Tensor>
void print(const Tensor& t) {
    std::uint32_t bits = 0;
    for (const float x : t) bits = bits * 31 + std::bit_cast<std::uint32_t>(x);
    std::printf(" %08x", static_cast<unsigned>(bits));
}

}  // namespace

using table = heed::tensor<float, 24, 32>;

void UNIT() {
    using namespace heed;
    const auto Q = filled<table>(0), K = filled<table>(0.1F), V = filled<table>(0.2F);
    const auto W = filled<tensor<float, 32, 24>>(0.3F);
    const auto P = packed(W);
    tensor<float, dyn, 32> X(5);
    for (float& x : X) x = 0.3F;
    print(evaluate(attention(Q, K, V, causal)));
    tensor Y = softmax(Q * transpose(K) / sqrt(dim<1>(K))) * V;
    print(Y);
    Y = gelu(layer_norm(Y) * 3 + V);
    print(Y);
    print(evaluate(Q * P));
    print(evaluate(rows<0, 1>(Q) * W));
    print(evaluate(softmax(X * W)));
    table out;
    view<float, 24, 32> seen(out.data());
    seen = sigmoid(Q) + V;
    print(out);
    const auto [weights, sums] = evaluate(results(softmax(Q * transpose(K)), logsumexp(Q * transpose(K))));
    print(weights);
    print(sums);
    std::printf("\n");
}
