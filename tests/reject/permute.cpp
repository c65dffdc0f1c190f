// SPDX-License-Identifier: BSL-1.0
// CASE 1: heed: permute<axes...>(A) needs every axis of A once | 12 | 7
// CASE 2: heed: permute<axes...>(A) needs every axis of A once | 12 | 7 | 3
// CASE 3: heed: f<axis>(A) needs an axis that A has | 12 | 7 | 3
// CASE 4: heed: f<name>(A) needs an axis of that name | 12 | 7 | d_v
// CASE 5: heed: f<name>(A) needs one axis of that name; A has several, say which by number | 12 | tokens
// CASE 6: heed: permute<axes...>(A) needs every axis of A once | 12 | 7
#include <heed/heed.hpp>
using namespace heed;

inline constexpr axis tokens{"tokens"}, d_k{"d_k"}, d_v{"d_v"};

tensor<float, 12, 7, 3> a;
tensor<float, tokens[12], d_k[7]> named;

int main() {
#ifndef CASE
    tensor good = permute<2, 0, 1>(a);
    tensor turned = permute<d_k, tokens>(named) + permute<-1, tokens>(named);
#endif
#if CASE == 1
    tensor bad = permute<0, 1>(a);
#endif
#if CASE == 2
    tensor bad = permute<0, 1, 1>(a);
#endif
#if CASE == 3
    tensor bad = permute<0, 1, 3>(a + a);
#endif
#if CASE == 4
    tensor bad = permute<d_k, d_v>(named) + 1;
#endif
#if CASE == 5
    tensor bad = permute<tokens, 0>(named * transpose(named));
#endif
#if CASE == 6
    tensor bad = permute<d_k, 1>(named);
#endif
}
