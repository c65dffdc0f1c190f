// SPDX-License-Identifier: BSL-1.0
// CASE 1: heed: group<head[h]>(K) needs a number of query heads that the number of key heads divides | 7 | 3 | 10 | 64
// CASE 2: heed: group<head[h]>(K) needs a number of query heads that the number of key heads divides | 2 | 3 | 10 | 64
// CASE 3: heed: group<head[h]>(K) needs heads of keys: an axis of that name, or one before the last two | 10 | 64
// CASE 4: heed: group<head[h]>(K) needs at most five axes | 6
// CASE 5: heed: group<head[h]>(K) needs a number of key heads that is known while compiling where that of query heads is | [head[dyn] x 10 x 64]
// CASE 6: heed: group<head[h]>(K) needs a number of query heads that is known while compiling; as many as Q has are group<head>(K, Q) | [kv_head[3] x tokens[10] x d_k[64]]
// CASE 7: heed: group needs a number of query heads, group<head[12]>(K), or what has them: group<head>(K, Q)
// CASE 8: heed: f<name>(A) needs an axis of that name | [kv_head[3] x tokens[10] x d_k[64]]
// CASE 9: heed: group<head[h]>(K) needs at most five axes | 6
// CASE 10: heed: group<head[h]>(K) needs heads of keys: an axis of that name, or one before the last two | 10 | 64
// CASE 11: heed: group<head[h]>(K) needs a number of query heads that the number of key heads divides | 3 | 4
#include <heed/heed.hpp>
using namespace heed;

inline constexpr axis head{"head"}, kv_head{"kv_head"}, tokens{"tokens"}, d_k{"d_k"};
tensor<float, kv_head[3], tokens[10], d_k[64]> K;
tensor<float, tokens[10], d_k[64]> one;
tensor<float, 1, 1, 1, head[2], 6, 1> six_axes;
tensor<float, head[dyn], 10, 64> late(3);
tensor<float, kv_head[dyn], 10, 64> late_keys(3);
tensor<float, head[4], 10, 64> four;

int main() {
#ifndef CASE
    tensor good = attention(group<head[6]>(K), group<head[6]>(K), group<6>(K));
    tensor also = attention(late, group<head>(late_keys, late), group<0>(late_keys + 1, late + 1));
    tensor known = group<head>(K, good) + good;
#endif
#if CASE == 1
    tensor bad = group<head[7]>(K);
#endif
#if CASE == 2
    tensor bad = attention(K, group<head[2]>(K + 1), K);
#endif
#if CASE == 3
    tensor bad = group<head[6]>(one);
#endif
#if CASE == 4
    tensor bad = group<head[6]>(six_axes);
#endif
#if CASE == 5
    tensor bad = group<head[6]>(late);
#endif
#if CASE == 6
    tensor bad = group<head[dyn]>(K);
#endif
#if CASE == 7
    tensor bad = group<head>(K) + 1;
#endif
#if CASE == 8
    tensor bad = group<head>(late, K);
#endif
#if CASE == 9
    tensor bad = group<head>(six_axes, late) + 1;
#endif
#if CASE == 10
    tensor bad = group<head>(one, late);
#endif
#if CASE == 11
    tensor bad = attention(four, group<head>(K, four), K);
#endif
}
