// SPDX-License-Identifier: BSL-1.0
// Functions of one's own, and conditions on elements.
// CASE 1: heed: apply(f, A, ...) needs an f that returns elements, computed from its arguments: apply([](auto x) { return x * sigmoid(x); }, A)
// CASE 2: heed: A + B (- / hadamard min max pow) needs the same shape; only an axis of size 1 or a missing leading axis repeats | [tokens[12] x d_k[64]] | [9]
// CASE 3: heed: A < B (<= > >= && || equal not_equal) needs the same shape; only an axis of size 1 or a missing leading axis repeats | [tokens[12] x d_k[64]] | [9]
// CASE 4: heed: where(mask, S) needs a mask of the shape of S; only an axis of size 1 or a missing leading axis repeats | [9] | [tokens[12] x d_k[64]]
// CASE 5: heed: in apply(f, A), f computes with elements, and a tensor or a formula beside them is an operand of its own: apply([](auto x, auto v) { return x + v; }, A, v)
// CASE 6: heed: A < B (<= > >= && || equal not_equal) needs the same shape; only an axis of size 1 or a missing leading axis repeats | [tokens[12] x d_k[64]] | [9]
// CASE 7: heed: 0 < x < 2 compares the truth value of 0 < x with 2, as in C++: write 0 < x && x < 2, or equal(0 < x, y < 2) for whether both are true or both false
// CASE 8: heed: 0 < x < 2 compares the truth value of 0 < x with 2, as in C++: write 0 < x && x < 2, or equal(0 < x, y < 2) for whether both are true or both false
// CASE 9: heed: 0 < x < 2 compares the truth value of 0 < x with 2, as in C++: write 0 < x && x < 2, or equal(0 < x, y < 2) for whether both are true or both false
// CASE 10: heed: 0 < x < 2 compares the truth value of 0 < x with 2, as in C++: write 0 < x && x < 2, or equal(0 < x, y < 2) for whether both are true or both false
// CASE 11: heed: if (f), f ? a : b and while (f) need one truth value, and f is a formula with one for each element: where(f, a, b) chooses element by element; evaluate(f) has them all
// CASE 12: heed: apply(f, A, ...) calls f once with the elements of each operand, which are formulas and no numbers: apply([](auto x, auto y) { return x * y; }, A, B)
// CASE 13: heed: apply(f, A, ...) calls f once with the elements of each operand, which are formulas and no numbers: apply([](auto x, auto y) { return x * y; }, A, B)
// CASE 14: heed: in apply(f, A), f computes with single elements, and sum, softmax, transpose and their like take rows: apply([](auto x, auto s) { return x / s; }, A, sum<1>(A, keep))
// CASE 15: heed: in apply(f, A), x = 2 * x (+= -= *= /=) would change the type of x, which names a formula: write const auto y = 2 * x
// CASE 16: heed: A == 1 (!=) of a tensor and a number is written equal(A, 1) (not_equal), a formula of truth values, one for each element; A == B compares whole tensors
// CASE 17: heed: A == 1 (!=) of a tensor and a number is written equal(A, 1) (not_equal), a formula of truth values, one for each element; A == B compares whole tensors
// CASE 18: heed: where(condition, a, b) needs a condition on elements, a formula such as X > 0, or a tensor of 0 and 1: equal(A, B) instead of A == B, which is one bool; one bool chooses by condition ? a : b
// CASE 19: heed: where(k <= q, a, b) by indices needs a and b of the same shape, numbers, vectors of keys, or elements at indices: at(bias, q) | [tokens[12] x d_k[64]] | [1 x 64]
// CASE 20: heed: in apply(f, A), f computes with elements, and a tensor or a formula beside them is an operand of its own: apply([](auto x, auto v) { return x + v; }, A, v)
#include <heed/heed.hpp>
using namespace heed;

inline constexpr axis tokens{"tokens"}, d_k{"d_k"};

tensor<float, tokens[12], d_k[64]> X;
tensor<float, 9> limits;
tensor<float, 64> limit;
tensor<float, 1, 64> row;

int main() {
#ifndef CASE
    tensor good = apply([](auto x) { return where(x > 0, x, 0.1 * x); }, X);
    tensor steps = apply(
        [](auto x) {
            const auto square = let(hadamard(x, x), [](auto s) { return s * s + s; });
            return where(equal(x, 1) || (square > 2 && true), apply([](auto y) { return y / 2; }, square), 0);
        },
        X);
    tensor chosen = where(index::k <= index::q, X, limit);
    tensor ones = where(equal(X, 1) || not_equal(X, limit), X, 0);
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
#if CASE == 7
    tensor bad = 0 < X < 2;
#endif
#if CASE == 8
    tensor bad = where(X < limit < 2 * X, X, 0);
#endif
#if CASE == 9
    tensor bad = apply([](auto x) { return where(-1 <= x <= 1, x, 0); }, X);
#endif
#if CASE == 10
    tensor bad = softmax(where(0 < index::k <= index::q, X));
#endif
#if CASE == 11
    tensor bad = apply([](auto x) { return x > 0 ? x + 1 : x + 2; }, X);
#endif
#if CASE == 12
    tensor bad = apply([](float x) { return 2 * x; }, X);
#endif
#if CASE == 13
    tensor bad = apply([](auto x, auto y) { return x * y; }, X);
#endif
#if CASE == 14
    tensor bad = apply([](auto x) { return x / sum<1>(x, keep); }, X);
#endif
#if CASE == 15
    tensor bad = apply(
        [](auto x) {
            x *= 2;
            return x;
        },
        X);
#endif
#if CASE == 16
    tensor bad = where(X == 1, X, 0);
#endif
#if CASE == 17
    return 1 != X;
#endif
#if CASE == 18
    tensor bad = where(X == X, X, 0);
#endif
#if CASE == 19
    tensor bad = where(index::k <= index::q, X, row);
#endif
#if CASE == 20
    tensor bad = apply([](auto x) { return where(x > 0, x, X); }, X);
#endif
}
