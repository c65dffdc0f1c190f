// SPDX-License-Identifier: BSL-1.0
// CASE 1: heed: reshape<extents...>(A) needs as many elements as A has | 12 | 64 | 3 | 20
// CASE 2: heed: reshape<extents...>(A) needs as many elements as A has | 12 | 64 | 700
// CASE 3: heed: merge<axes...>(A) needs axes of A that are neighbours, in the order in which A has them | 12 | 3 | 20
// CASE 4: heed: merge<axes...>(A) needs axes of A that are neighbours, in the order in which A has them | 12 | 3 | 20
// CASE 5: heed: f<axis>(A) needs an axis that A has | 12 | 3 | 20
// CASE 6: heed: f<name>(A) needs an axis of that name | 12 | 3 | 20
// CASE 7: heed: reshape<extents...>(A) computes the last dynamic extent; each other one is that of the axis of A at the same place, not that of its name
// CASE 8: heed: reshape<extents...>(A) needs room for the size that follows from the other extents | 12 | 64
// CASE 9: heed: reshape<extents...>(A) needs at most 6 extents: tensors have as many axes | 7
// CASE 10: heed: reshape<extents...>(A) divides the elements of A by static extents: of the extents that go into the deduced one, at most one may be known at run time only | 8
// CASE 11: heed: reshape<extents...>(A) computes one extent, and of these one could only be 1: of an axis of A that becomes several, write all parts but one as static extents, or give their sizes: reshape<extents...>(A, n, h, d)
// CASE 12: heed: reshape<extents...>(A) computes one extent, and of these one could only be 1: of an axis of A that becomes several, write all parts but one as static extents, or give their sizes: reshape<extents...>(A, n, h, d)
// CASE 13: heed: reshape<extents...>(A) computes one extent, and of these one could only be 1: of an axis of A that becomes several, write all parts but one as static extents, or give their sizes: reshape<extents...>(A, n, h, d)
// CASE 14: heed: reshape<extents...>(A) of a formula needs to know while compiling which lengths become which: axes of the same name stay, and of the others one becomes several or several become one; a tensor takes any sizes, tensor a = A; then reshape<extents...>(a, n, h, d) | [dyn x dyn] | [3 x 10]
// CASE 15: heed: reshape<extents...>(A) of a formula needs to know while compiling which lengths become which: axes of the same name stay, and of the others one becomes several or several become one; a tensor takes any sizes, tensor a = A; then reshape<extents...>(a, n, h, d)
// CASE 16: heed: reshape<extents...>(A) of a formula needs to know while compiling which lengths become which: axes of the same name stay, and of the others one becomes several or several become one; a tensor takes any sizes, tensor a = A; then reshape<extents...>(a, n, h, d) | [tokens[12] x 64]
// CASE 17: heed: reshape<extents...>(A, sizes...) needs a whole number for each extent that is known at run time only, or for all but the last one, which is computed | 4
// CASE 18: heed: reshape<extents...>(A, sizes...) needs a whole number for each extent that is known at run time only, or for all but the last one, which is computed | 1
// CASE 19: heed: reshape<extents...>(A, sizes...) needs a whole number for each extent that is known at run time only, or for all but the last one, which is computed
// CASE 20: heed: reshape<extents...>(A) needs as many elements as A has | 64 | 100
#include <heed/heed.hpp>
using namespace heed;

inline constexpr axis tokens{"tokens"}, head{"head"}, d_k{"d_k"}, model{"d_model"};
tensor<float, tokens[12], 64> a;
tensor<float, tokens[12], head[3], d_k[20]> b;
tensor<float, tokens[dyn], 64> c(6);

tensor<float, dyn, dyn> unnamed(5, 6);

int main() {
#ifndef CASE
    tensor good = merge<head, d_k>(reshape<tokens[12], head[4], d_k[16]>(a * 2));
    tensor one = merge<1>(b);
    tensor<float, tokens[dyn], dyn, 6> parts(6, 2);
    tensor kept = reshape<tokens[dyn], head[dyn], d_k[dyn]>(parts);
    tensor heads = reshape<tokens[dyn], head[dyn], d_k[16]>(c);
    tensor any_sizes = reshape<head[dyn], 4, d_k[dyn]>(a, 2, 96);
    tensor of_formula = reshape<tokens[dyn], head[dyn], d_k[dyn]>(c * 2, 6, 4);
    tensor known = reshape<3, 10>(unnamed);
#endif
#if CASE == 1
    tensor bad = reshape<tokens[12], head[3], d_k[20]>(a);
#endif
#if CASE == 2
    tensor bad = exp(reshape<700>(a + a));
#endif
#if CASE == 3
    tensor bad = merge<tokens, d_k>(b);
#endif
#if CASE == 4
    tensor bad = merge<2, 1>(b);
#endif
#if CASE == 5
    tensor bad = merge<2, 3>(b);
#endif
#if CASE == 6
    tensor bad = merge<head, model>(b);
#endif
#if CASE == 7
    tensor bad = reshape<head[dyn], tokens[dyn], d_k[16]>(c);
#endif
#if CASE == 8
    tensor bad = reshape<tokens[at_most<8>], 64>(a);
#endif
#if CASE == 10
    tensor<float, dyn, dyn> several(6, 4);
    tensor bad = reshape<dyn, 8>(several);
#endif
#if CASE == 11
    tensor<float, tokens[dyn], dyn> whole(6, 8);
    tensor bad = reshape<tokens[dyn], head[dyn], d_k[dyn]>(whole);
#endif
#if CASE == 12
    tensor<float, dyn> line(6);
    tensor bad = reshape<dyn, dyn>(line);
#endif
#if CASE == 13
    tensor bad = reshape<tokens[dyn], head[dyn], d_k[dyn]>(a);
#endif
#if CASE == 9
    tensor bad = reshape<tokens[12], 2, 2, 2, 2, 2, 2>(a);
#endif
#if CASE == 14
    tensor bad = reshape<3, 10>(exp(unnamed));
#endif
#if CASE == 15
    tensor bad = reshape<tokens[dyn], head[dyn], d_k[dyn]>(transpose(unnamed) * unnamed, 6, 3, 2) +
                 reshape<head[dyn], d_k[dyn], 2, 3, dyn>(tensor<float, dyn, dyn, 5>(6, 6) * 2, 6, 6, 5);
#endif
#if CASE == 16
    tensor bad = reshape<head[dyn], d_k[dyn]>(a * 2, 48, 16);
#endif
#if CASE == 17
    tensor bad = reshape<tokens[dyn], head[dyn], d_k[dyn]>(a, 12, 4, 16, 1);
#endif
#if CASE == 18
    tensor bad = reshape<tokens[dyn], head[dyn], d_k[dyn]>(a * 2, 12);
#endif
#if CASE == 19
    tensor bad = reshape<tokens[dyn], head[dyn]>(a, 12, 64.0);
#endif
#if CASE == 20
    tensor bad = reshape<10, 10>(c + 1);
#endif
}
