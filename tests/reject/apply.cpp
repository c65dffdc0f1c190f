// SPDX-License-Identifier: BSL-1.0
// Functions of one's own, and conditions on elements.
// CASE 1: heed: apply(f, A, ...) needs an f that returns elements, computed from its arguments: apply([](auto x) { return x * sigmoid(x); }, A)
// CASE 2: heed: A + B (- / hadamard min max pow) needs the same shape; only an axis of size 1 or a missing leading axis repeats | [tokens[12] x d_k[64]] | [9]
// CASE 3: heed: A + B (- / hadamard min max pow) needs the same shape; only an axis of size 1 or a missing leading axis repeats | [tokens[12] x d_k[64]] | [9]
// CASE 4: heed: where(mask, S) needs a mask of the shape of S; only an axis of size 1 or a missing leading axis repeats | [9] | [tokens[12] x d_k[64]]
// CASE 5: heed: in apply(f, A), f computes with elements, and a tensor or a formula beside them is an operand of its own: apply([](auto x, auto v) { return x + v; }, A, v)
// CASE 6: heed: A + B (- / hadamard min max pow) needs the same shape; only an axis of size 1 or a missing leading axis repeats | [tokens[12] x d_k[64]] | [9]
#include <heed/heed.hpp>
using namespace heed;

inline constexpr axis tokens{"tokens"}, d_k{"d_k"};

tensor<float, tokens[12], d_k[64]> X;
tensor<float, 9> limits;

int main() {
#ifndef CASE
    tensor good = apply([](auto x) { return where(x > 0, x, 0.1 * x); }, X);
    tensor<bool, tokens[12], d_k[64]> inside = X > -1 && X < 1;
#endif
#if CASE == 1
    tensor bad = apply([](auto) { return 1.0; }, X);
#endif
#if CASE == 2
    tensor bad = apply([](auto x, auto limit) { return x * limit; }, X, limits);
#endif
#if CASE == 3
    tensor bad = where(X < limits, X, 0);
#endif
#if CASE == 4
    tensor bad = where(limits > 0, X);
#endif
#if CASE == 6
    tensor bad = where(!(X < limits && X > 0), X, 0);
#endif
#if CASE == 5
    tensor bad = apply([&](auto x) { return 2 * (x + X) * x; }, X);
#endif
}
