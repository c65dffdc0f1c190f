// SPDX-License-Identifier: BSL-1.0
// Compile with -DCASE_n: each must fail, and its message must contain the words beside it.
#include <heed/heed.hpp>
using namespace heed;
inline constexpr axis tokens{"tokens"}, d_k{"d_k"}, d_v{"d_v"};
tensor<float, tokens[12], d_k[3]> Q, K;
tensor<float, tokens[12], d_v[3]> V;
tensor<float, tokens[9], d_k[3]> K9;

int main() {
    tensor good = softmax(Q * transpose(K) / sqrt(dim<1>(K))) * V;
#ifdef CASE_1  // "columns(A) == rows(B)"  "12"  "3"  "transpose"
    tensor bad = Q * K;
#endif
#ifdef CASE_2  // "names"  "d_k"  "d_v"
    tensor bad = Q * transpose(V);
#endif
#ifdef CASE_3  // "columns(A) == rows(B)"  "9"  "12"
    tensor bad = softmax(Q * transpose(K9)) * V;
#endif
#ifdef CASE_4  // "same shape"  "12"  "9"
    tensor bad = Q + K9;
#endif
#ifdef CASE_5  // "softcap"  "mask"
    tensor bad = softmax(softcap(where(causal, Q * transpose(K)), 5));
#endif
#ifdef CASE_6  // "causal_upper_left"  "causal_lower_right"
    tensor bad = softmax(where(causal, Q * transpose(K9)));
#endif
#ifdef CASE_7  // "3"  "2"  a row of an initialiser is too short
    tensor<float, 2, 3> bad{{1, 2, 3}, {1, 2}};
#endif
}
