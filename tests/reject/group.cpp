// SPDX-License-Identifier: BSL-1.0
// CASE 1: heed: group<head[h]>(K) needs a number of query heads that the number of key heads divides | 7 | 3 | 10 | 64
// CASE 2: heed: group<head[h]>(K) needs a number of query heads that the number of key heads divides | 2 | 3 | 10 | 64
// CASE 3: heed: group<head[h]>(K) needs heads of keys: an axis of that name, or one before the last two | 10 | 64
// CASE 4: heed: group<head[h]>(K) needs at most five axes | 6
// CASE 5: heed: group<head[h]>(K) needs numbers of heads that are known while compiling | [head[dyn] x 10 x 64]
#include <heed/heed.hpp>
using namespace heed;

inline constexpr axis head{"head"}, kv_head{"kv_head"}, tokens{"tokens"}, d_k{"d_k"};
tensor<float, kv_head[3], tokens[10], d_k[64]> K;
tensor<float, tokens[10], d_k[64]> one;
tensor<float, 1, 1, 1, head[2], 6, 1> six_axes;
tensor<float, head[dyn], 10, 64> late(3);

int main() {
    tensor good = attention(group<head[6]>(K), group<head[6]>(K), group<6>(K));
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
}
