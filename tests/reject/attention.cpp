// SPDX-License-Identifier: BSL-1.0
// CASE 1: heed: attention(Q, K, V) needs columns(Q) == columns(K), the dimension of the heads | 64 | 32
// CASE 2: heed: attention(Q, K, V) needs rows(K) == rows(V), as many keys as values | 12 | 9
// CASE 3: heed: attention(Q, K, V) needs columns(Q) == columns(K), the dimension of the heads | &d_k | &d_v
// CASE 4: heed: attention(Q, K, V) needs a matrix of keys and a matrix of values | 64
// CASE 5: heed: attention(Q, K, V) needs rows(K) == rows(V), as many keys as values | 12 | 9
// CASE 6: heed: A * B needs leading axes of the same size, or of size 1 | 2 | 3
// CASE 7: heed: attention(Q, K, V) needs rows of queries beside batches of keys | 64 | 2 | 12
// CASE 8: heed: attention(Q, K, V) needs queries, keys and values; of keys alone the weights are softmax(Q * transpose(K) / sqrt(dim<1>(K)))
#include <heed/heed.hpp>
using namespace heed;

inline constexpr axis tokens{"tokens"}, d_k{"d_k"}, d_v{"d_v"};

tensor<float, tokens[12], d_k[64]> queries, keys;
tensor<float, tokens[12], d_k[32]> short_keys;
tensor<float, tokens[12], d_v[64]> values;
tensor<float, tokens[9], d_v[64]> fewer_values;
tensor<float, 64> one_key;
tensor<float, 2, 12, 64> two_heads;
tensor<float, 3, 12, 64> three_heads;

int main() {
#ifndef CASE
    tensor good = attention(queries, keys, values);
#endif
#if CASE == 1
    tensor bad = attention(queries, short_keys, values);
#endif
#if CASE == 2
    tensor bad = attention(queries, keys, fewer_values);
#endif
#if CASE == 3
    tensor bad = attention(queries, values, values);
#endif
#if CASE == 4
    tensor bad = attention(queries, one_key, values);
#endif
#if CASE == 5
    tensor bad = attention(queries, 2 * keys, fewer_values);
#endif
#if CASE == 6
    tensor bad = attention(two_heads, three_heads, values);
#endif
#if CASE == 7
    tensor bad = attention(one_key, two_heads, two_heads);
#endif
#if CASE == 8
    tensor bad = attention(queries, keys);
#endif
}
