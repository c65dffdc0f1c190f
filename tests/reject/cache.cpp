// SPDX-License-Identifier: BSL-1.0
// CASE 1: heed: cache<T, extents...> needs one axis with a bound, tokens[at_most<2048>], and others whose sizes are known while compiling | [tokens[12] x 8]
// CASE 2: heed: cache<T, extents...> needs one axis with a bound, tokens[at_most<2048>], and others whose sizes are known while compiling | [tokens[dyn] x 8]
// CASE 3: heed: append(k, v) needs one position, with the axes of the cache but for the one that grows, or several, with all of them | [9] | [tokens[at_most<12>] x d_k[8]]
// CASE 4: heed: append(k, v) needs one position, with the axes of the cache but for the one that grows, or several, with all of them | [13 x 8] | [tokens[at_most<12>] x d_k[8]]
// CASE 5: heed: append(k, v) needs one position, with the axes of the cache but for the one that grows, or several, with all of them | [d_v[8]] | [tokens[at_most<12>] x d_k[8]]
// CASE 6: heed: append(k, v) needs as many keys as values | [2 x 8] | [3 x 8]
// CASE 7: heed: A * B needs columns(A) == rows(B) | 9 | 7
// CASE 8 throws: heed: append(k, v) needs room in the cache
// CASE 9 throws: heed: rewind(n) needs a cache that holds as many positions
#include <heed/heed.hpp>
using namespace heed;

inline constexpr axis tokens{"tokens"}, d_k{"d_k"}, d_v{"d_v"};

tensor<float, 8> one;
tensor<float, 2, 8> two;
tensor<float, 3, 8> three;
tensor<float, 9> other;

constexpr int fill_and_rewind(int n) {
    const tensor<int, 2> row;
    cache<int, tokens[at_most<2>], 2> past;
    for (int i = 0; i < n; ++i) past.append(row, row);
    past.rewind(1);
    return 0;
}
static_assert(fill_and_rewind(2) == 0);

int main() {
    cache<float, tokens[at_most<12>], d_k[8]> past;
#ifndef CASE
    past.append(one, 2 * one);
    past.append(two, two);
#endif
#if CASE == 1
    cache<float, tokens[12], 8> bad;
#endif
#if CASE == 2
    cache<float, tokens[dyn], 8> bad;
#endif
#if CASE == 3
    past.append(one, other);
#endif
#if CASE == 4
    past.append(tensor<float, 13, 8>(), three);
#endif
#if CASE == 5
    past.append(tensor<float, d_v[8]>(), one);
#endif
#if CASE == 6
    past.append(two, three);
#endif
#if CASE == 7
    past.append(one, other * matrix<float, 7, 8>());
#endif
#if CASE == 8
    constexpr int bad = fill_and_rewind(3);
#endif
#if CASE == 9
    constexpr int bad = fill_and_rewind(0);
#endif
}
