// SPDX-License-Identifier: BSL-1.0
// Multi-head attention with all projections, head by head and with the heads as an axis; and a batch of sequences.
#include <heed/heed.hpp>

#include <cmath>
#include <iostream>

using namespace heed;

inline constexpr axis batch{"batch"}, tokens{"tokens"}, head{"head"}, d_model{"d_model"}, d_k{"d_k"};
inline constexpr std::size_t h = 8;

template <class Tensor>
void fill(Tensor& t, float step) {
    float x = 0;
    for (float& element : t) element = 0.1F * std::sin(x += step);
}

/// Sequences in a batch, from weights as files have them, one matrix for all heads: its columns are [head x d_k].
template <class X, class W, class Wo>
auto attend(const X& x, const W& wq, const W& wk, const W& wv, const Wo& wo) {
    const auto by_head = [](auto f) {  // [batch x tokens x head * d_k] -> [batch x head x tokens x d_k]
        return permute<batch, head, tokens, d_k>(reshape<batch[2], tokens[64], head[h], d_k[16]>(f));
    };
    const auto y = attention(by_head(x * wq), by_head(x * wk), by_head(x * wv), causal);
    return evaluate(merge<head, d_k>(permute<batch, tokens, head, d_k>(y)) * wo);
}

float largest_difference(const auto& a, const auto& b) {
    float largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a.data()[i] - b.data()[i]));
    return largest;
}

int main() {
    tensor<float, tokens[64], d_model[128]> X;
    tensor<float, head[h], d_model[128], d_k[16]> Wq, Wk, Wv;
    matrix<float, h * 16, d_model[128]> Wo;
    fill(X, 0.37F);
    fill(Wq, 0.11F);
    fill(Wk, 0.13F);
    fill(Wv, 0.17F);
    fill(Wo, 0.19F);

    // heads<h>(f) is the tuple f(0_c) ... f((h-1)_c). The concatenation of the heads never exists in memory.
    const auto one_head = [&](auto i) { return attention(X * Wq[i], X * Wk[i], X * Wv[i]); };  // [tokens x d_k]
    tensor Y = concat(heads<h>(one_head)) * Wo;                                                // [tokens x d_model]
    std::cout << "first row, first columns: " << evaluate(cols<0, 4>(rows<0, 1>(Y))) << '\n';

    // The same, step by step, with everything in memory.
    tensor<float, tokens[64], h* 16> side_by_side = concat(heads<h>(one_head));
    tensor<float, tokens[64], d_model[128]> Z = side_by_side * Wo;
    std::cout << "largest difference to the stored concatenation: " << largest_difference(Y, Z) << '\n';

    // Heads of one shape are an axis: X is the same for all of them, and what is compiled does not grow with their
    // number. Each head writes its columns of [tokens x head * d_k].
    const auto all_heads = attention(X * Wq, X * Wk, X * Wv);  // [head x tokens x d_k]
    tensor A = merge<head, d_k>(permute<tokens, head, d_k>(all_heads)) * Wo;
    std::cout << "largest difference to heads as an axis: " << largest_difference(Y, A) << '\n';

    tensor<float, batch[2], tokens[64], d_model[128]> texts;
    matrix<float, d_model[128], h * 16> Pq, Pk, Pv;
    fill(texts, 0.37F);
    fill(Pq, 0.11F);
    fill(Pk, 0.13F);
    fill(Pv, 0.17F);
    const tensor B = attend(texts, Pq, Pk, Pv, Wo);  // [batch x tokens x d_model]
    std::cout << "of the second text, last token: " << evaluate(cols<0, 4>(rows<63, 64>(B[1_c]))) << '\n';
}
