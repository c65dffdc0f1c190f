// SPDX-License-Identifier: BSL-1.0
// CASE 1: heed: f<name>(A) needs an axis of that name | 12 | 7 | d_v
// CASE 2: heed: f<name>(A) needs an axis of that name | 12 | 7 | d_v
// CASE 3: heed: f<name>(A) needs one axis of that name; A has several, say which by number | 12 | tokens
#include <heed/heed.hpp>
using namespace heed;

inline constexpr axis tokens{"tokens"}, d_k{"d_k"}, d_v{"d_v"};

tensor<float, tokens[12], d_k[7]> a;

int main() {
#ifndef CASE
    tensor good = softmax<tokens>(a) / sqrt(dim<d_k>(a));
#endif
#if CASE == 1
    auto bad = dim<d_v>(a);
#endif
#if CASE == 2
    tensor bad = sum<d_v>(a);
#endif
#if CASE == 3
    tensor bad = softmax<tokens>(a * transpose(a));
#endif
}
