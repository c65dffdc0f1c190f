// SPDX-License-Identifier: BSL-1.0
// CASE 1: heed: A * B needs columns(A) == rows(B) | [9 x 64] | [128 x 5] | 64 | 128
// CASE 2: heed: A * B needs columns(A) == rows(B); did you mean A * transpose(B)? | [tokens[12] x d_k[64]] | 12 | 64 | &tokens | &d_k
// CASE 3: heed: A * B needs the names of columns(A) and rows(B) to agree | &d_k | &d_v | 64
// CASE 4: heed: A * B needs leading axes of the same size, or of size 1 | [2 x 6 x 7] | [5 x 7 x 6] | 2 | 5 | 7
// CASE 5: heed: A * B needs the names of the leading axes to agree | &tokens | &head
// CASE 6: heed: A * B needs columns(A) == rows(B) | [3] | [64 x 9] | 3 | 64
// CASE 7: heed: A * B needs columns(A) == rows(B) | 5 | 3
// CASE 8: heed: A * B needs columns(A) == rows(B) | 64 | 128
// CASE 9: heed: A * B needs columns(A) == rows(B) | 64 | 128
// CASE 10: heed: A * B needs the names of columns(A) and rows(B) to agree; did you mean A * transpose(B)? | [tokens[8] x d_k[8]]
#include <heed/heed.hpp>
using namespace heed;

inline constexpr axis tokens{"tokens"}, head{"head"}, d_k{"d_k"}, d_v{"d_v"};

tensor<float, 9, 64> a;
tensor<float, 128, 5> b;
tensor<float, tokens[12], d_k[64]> queries, keys;
tensor<float, tokens[12], d_v[64]> values;
tensor<float, 2, 6, 7> two;
tensor<float, 5, 7, 6> five;
tensor<float, tokens[2], 6, 7> by_tokens;
tensor<float, head[2], 7, 6> by_head;
tensor<float, 3> vector3;

#ifndef CASE
static_assert(product_shapes_agree<decltype(queries), decltype(transpose(keys))>);
static_assert(!product_shapes_agree<decltype(queries), decltype(keys)>);
#endif

int main() {
#ifndef CASE
    tensor scores = queries * transpose(keys);
    tensor batched = two * tensor<float, 1, 7, 6>{};
#endif
#if CASE == 1
    tensor bad = a * b;
#endif
#if CASE == 2
    tensor bad = queries * keys;
#endif
#if CASE == 3
    tensor bad = queries * transpose(values);
#endif
#if CASE == 4
    tensor bad = two * five;
#endif
#if CASE == 5
    tensor bad = by_tokens * by_head;
#endif
#if CASE == 6
    tensor bad = vector3 * transpose(a);
#endif
#if CASE == 7
    tensor bad = b * vector3;
#endif
#if CASE == 8
    tensor bad = linear(a, b);
#endif
#if CASE == 9
    auto never_evaluated = (a + 1) * exp(b);
#endif
#if CASE == 10
    const tensor<float, tokens[8], d_k[8]> square{};
    tensor bad = square * square;
#endif
}
