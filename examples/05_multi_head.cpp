// SPDX-License-Identifier: BSL-1.0
// Multi-head attention with all projections: the concatenation of the heads never exists in memory.
#include <heed/heed.hpp>

#include <cmath>
#include <iostream>

using namespace heed;

inline constexpr axis tokens{"tokens"}, d_model{"d_model"}, d_k{"d_k"};
inline constexpr std::size_t h = 8;

template <class Tensor>
void fill(Tensor& t, float step) {
    float x = 0;
    for (float& element : t) element = 0.1F * std::sin(x += step);
}

int main() {
    tensor<float, tokens[64], d_model[128]> X;
    tensor<float, h, d_model[128], d_k[16]> Wq, Wk, Wv;
    matrix<float, h * 16, d_model[128]> Wo;
    fill(X, 0.37F);
    fill(Wq, 0.11F);
    fill(Wk, 0.13F);
    fill(Wv, 0.17F);
    fill(Wo, 0.19F);

    // heads<h>(f) is the tuple f(0_c) ... f((h-1)_c).
    const auto head = [&](auto i) { return attention(X * Wq[i], X * Wk[i], X * Wv[i]); };  // [tokens x d_k]
    tensor Y = concat(heads<h>(head)) * Wo;                                                // [tokens x d_model]
    std::cout << "first row, first columns: " << evaluate(cols<0, 4>(rows<0, 1>(Y))) << '\n';

    // The same, step by step, with everything in memory.
    tensor<float, tokens[64], h* 16> side_by_side = concat(heads<h>(head));
    tensor<float, tokens[64], d_model[128]> Z = side_by_side * Wo;
    float largest = 0;
    for (std::size_t i = 0; i < Y.size(); ++i) largest = std::max(largest, std::abs(Y.data()[i] - Z.data()[i]));
    std::cout << "largest difference to the stored concatenation: " << largest << '\n';
}
