// SPDX-License-Identifier: BSL-1.0
// The first program of README.md.
#include <heed/heed.hpp>

#include <iostream>

using namespace heed;

inline constexpr axis tokens{"tokens"}, d_k{"d_k"};

int main() {
    constexpr tensor<double, tokens[3], d_k[2]> Q{{1, 0}, {0, 1}, {1, 1}}, K = Q, V = Q;
    constexpr tensor Y = softmax(Q * transpose(K) / sqrt(dim<1>(K))) * V;  // while this compiles
    static_assert(Y(0, 0) > 0.8022 && Y(0, 0) < 0.8023);
    std::cout << Y << '\n';

    tensor<float, tokens[4096], d_k[64]> q, k, v;                // on the heap, aligned, zeros until written
    v = v + 1;                                                   // the weighted mean of ones is 1
    tensor y = softmax(q * transpose(k) / sqrt(dim<1>(k))) * v;  // one pass, no 4096 x 4096 matrix
    std::cout << y(0, 0) << '\n';

    // Each query sees the last 512 keys; tiles of the others are not computed.
    y = attention(q, k, v, index::k <= index::q && index::q - index::k < 512);

    // tensor z = softmax(q * k) * v;  does not compile:
    // heed: A * B needs columns(A) == rows(B); did you mean A * transpose(B)?
}
