// SPDX-License-Identifier: BSL-1.0
// Attention as one formula: one pass over keys and values, no matrix of scores in memory.
#include <heed/heed.hpp>

#include <cmath>
#include <iostream>

using namespace heed;

inline constexpr axis tokens{"tokens"}, d_k{"d_k"};

int main() {
    tensor<float, tokens[1024], d_k[64]> Q, K, V;
    for (std::size_t i = 0; i < Q.size(); ++i) {
        Q.data()[i] = std::sin(0.1F * static_cast<float>(i));
        K.data()[i] = std::cos(0.3F * static_cast<float>(i));
        V.data()[i] = std::sin(0.7F * static_cast<float>(i));
    }

    tensor Y = softmax(Q * transpose(K) / sqrt(dim<1>(K))) * V;
    std::cout << "first row, first columns: " << evaluate(cols<0, 4>(rows<0, 1>(Y))) << '\n';

    // The same formula, spelled once and for all.
    std::cout << "attention(Q, K, V) gives " << (tensor(attention(Q, K, V)) == Y ? "the same bits\n" : "other bits\n");

    // A formula is a value: keep it, return it, evaluate it in another type.
    const auto f = attention(rows<0, 2>(Q), K, V);
    const tensor in_double = evaluate_as<double>(f);
    const tensor in_float = evaluate(f);
    double largest = 0;
    for (std::size_t i = 0; i < in_float.size(); ++i)
        largest = std::max(largest, std::abs(in_double.data()[i] - static_cast<double>(in_float.data()[i])));
    std::cout << "largest difference between float and double: " << largest << '\n';

    // Any score formula streams: here softcap(S, 30) and a bias for each key.
    vector<float, tokens[1024]> bias;
    bias(7) = 3;
    tensor Z = softmax(tanh(Q * transpose(K) / sqrt(dim<1>(K)) / 30) * 30 + bias) * V;
    std::cout << "with a soft cap and a bias: " << evaluate(cols<0, 4>(rows<0, 1>(Z))) << '\n';
}
