// SPDX-License-Identifier: BSL-1.0
// CASE 1: heed: einsum<text>(A, B) needs letters for axes, one comma between two operands, and -> before the letters of the result, as in ij,jk->ik | 12 | 7
// CASE 2: heed: einsum<text>(A, B) needs as many operands as it has groups of letters | 12 | 7
// CASE 3: heed: einsum<text>(A, B) needs a letter for each axis of an operand | 12 | 7 | 5
// CASE 4: heed: einsum<text>(A, B) needs each letter of an operand once: it has no diagonals | 12
// CASE 5: heed: einsum<text>(A, B) needs axes of one letter to have one size | 12 | 7 | 5 | [tokens[12] x d_k[7]] | [d_k[5] x 7]
// CASE 6: heed: einsum<text>(A, B) needs the names of axes of one letter to agree | tokens | d_k
// CASE 7: heed: einsum<text>(A, B) needs letters of the result that an operand has | 12 | 7
// CASE 8: heed: einsum<text>(A, B) needs each letter of the result once | 12 | 7
// CASE 9: heed: einsum<text>(A, B) needs at most 6 axes in the result and in the product that it is made of | 2
// CASE 10: heed: einsum<text>(A, B) needs letters for axes, one comma between two operands, and -> before the letters of the result, as in ij,jk->ik | 12 | 7
// CASE 11: heed: einsum<text>(A, B) needs as many operands as it has groups of letters | 12 | 7
#include <heed/heed.hpp>
using namespace heed;

inline constexpr axis tokens{"tokens"}, d_k{"d_k"};

tensor<float, tokens[12], d_k[7]> a;
tensor<float, d_k[5], 7> b;
tensor<float, tokens[7], 12> b1;
tensor<float, 12, 12> square;
tensor<float, 2, 2, 2, 2> deep;

int main() {
#ifndef CASE
    tensor good = einsum<"td, sd -> ts">(a, a) + einsum<"td->t">(a + a);
    tensor sums =
        einsum<"abcd,efgh->a">(deep, deep) + einsum<"abcd,efgd->abcefg">(deep, deep)(0_c, 0_c, 0_c, 0_c, 0_c, all);
#endif
#if CASE == 1
    tensor bad = einsum<"td,sd">(a, a) + a;
#endif
#if CASE == 2
    tensor bad = einsum<"td,sd->ts">(a) + a;
#endif
#if CASE == 3
    tensor bad = einsum<"td,s->ts">(a, b * 2);
#endif
#if CASE == 4
    tensor bad = einsum<"ii->i">(square);
#endif
#if CASE == 5
    tensor bad = einsum<"td,de->te">(a, b);
#endif
#if CASE == 6
    tensor bad = einsum<"td,dt->td">(a, b1) + einsum<"ts,td->sd">(square, a);
#endif
#if CASE == 7
    tensor bad = einsum<"td,sd->tx">(a, a) * 2;
#endif
#if CASE == 8
    tensor bad = einsum<"td,sd->tst">(a, a);
#endif
#if CASE == 9
    tensor bad = einsum<"abcd,efgh->abcdefgh">(deep, deep) + 1;
#endif
#if CASE == 10
    tensor bad = einsum<"t.,sd->ts">(a, a);
#endif
#if CASE == 11
    tensor bad = einsum<"td->t">(a, a);
#endif
}
