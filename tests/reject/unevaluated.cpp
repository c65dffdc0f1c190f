// SPDX-License-Identifier: BSL-1.0
// What needs numbers says so where a formula was not evaluated: one message each, with what to write instead.
// CASE 1: heed: out << f needs numbers, and f is a formula that was not evaluated: write out << evaluate(f), or tensor y = f; first | [tokens[12] x tokens[12]] | 12
// CASE 2: heed: out << f needs numbers, and f is a formula that was not evaluated: write out << evaluate(f), or tensor y = f; first | [9]
// CASE 3: heed: f == g needs numbers, and f or g is a formula that was not evaluated: write evaluate(f) == evaluate(g), or equal(f, g) for a truth value of each element | [tokens[12] x tokens[12]] | 12
// CASE 4: heed: f == g needs numbers, and f or g is a formula that was not evaluated: write evaluate(f) == evaluate(g), or equal(f, g) for a truth value of each element | [tokens[12] x d_k[64]]
// CASE 5: heed: f == g needs numbers, and f or g is a formula that was not evaluated: write evaluate(f) == evaluate(g), or equal(f, g) for a truth value of each element | [tokens[12] x d_k[64]]
// CASE 6: heed: f == g needs numbers, and f or g is a formula that was not evaluated: write evaluate(f) == evaluate(g), or equal(f, g) for a truth value of each element | []
// CASE 7: heed: if (f), f ? a : b and while (f) need one truth value, and f is a formula with one for each element: where(f, a, b) chooses element by element; evaluate(f) has them all
// CASE 8: heed: y(i, j) and y[i] need numbers, and y is a formula that was not evaluated: write tensor y = ... instead of auto y = ..., or evaluate(y)(i, j) | [tokens[12] x tokens[12]] | 12
// CASE 9: heed: y(i, j) and y[i] need numbers, and y is a formula that was not evaluated: write tensor y = ... instead of auto y = ..., or evaluate(y)(i, j) | [tokens[12] x tokens[12]]
// CASE 10: heed: y(i, j) and y[i] need numbers, and y is a formula that was not evaluated: write tensor y = ... instead of auto y = ..., or evaluate(y)(i, j) | [9 x 9]
// CASE 11: heed: y(i, j) and y[i] need numbers, and y is a formula that was not evaluated: write tensor y = ... instead of auto y = ..., or evaluate(y)(i, j) | [9 x 9]
// CASE 12: heed: f += g (-= *= /=) needs memory to write to, and f is a formula that was not evaluated: write tensor y = f + g | [tokens[12] x tokens[12]] | 12
// CASE 13: heed: f += g (-= *= /=) needs memory to write to, and f is a formula that was not evaluated: write tensor y = f + g | [tokens[12] x tokens[12]]
// CASE 14: heed: A += f (-= *= /=) is written A = A + f | [9 x 9] | 9
// CASE 15: heed: A += f (-= *= /=) is written A = A + f | [9 x 9] | []
// CASE 16: heed: sqrt(2) (exp log tanh erf pow) of a plain number needs std:: and <cmath>: std::sqrt(2.0), which rounds; sqrt(2_c) is exact
// CASE 17: heed: sqrt(2) (exp log tanh erf pow) of a plain number needs std:: and <cmath>: std::sqrt(2.0), which rounds; sqrt(2_c) is exact
// CASE 18: heed: sqrt(2) (exp log tanh erf pow) of a plain number needs std:: and <cmath>: std::sqrt(2.0), which rounds; sqrt(2_c) is exact
// CASE 19: heed: A * B needs columns(A) == rows(B); did you mean A * transpose(B)? | [tokens[12] x d_k[64]]
// CASE 20: heed: if (f), f ? a : b and while (f) need one truth value, and f is a formula with one for each element: where(f, a, b) chooses element by element; evaluate(f) has them all
// CASE 21: heed: f < g of formulas without axes needs numbers, and f or g was not evaluated: write evaluate(f) < 1, or tensor y = f; first | []
// CASE 22: heed: f = g needs memory to write to, and f is a formula, as parts such as rows<0, 2>(A) are: write slice<0>(A, 0, 2) = g for a part of A, tensor y = g for a value
// CASE 23: heed: f = g needs memory to write to, and f is a formula, as parts such as rows<0, 2>(A) are: write slice<0>(A, 0, 2) = g for a part of A, tensor y = g for a value
// CASE 24: heed: f = g needs memory to write to, and f is a formula, as parts such as rows<0, 2>(A) are: write slice<0>(A, 0, 2) = g for a part of A, tensor y = g for a value
// CASE 25: heed: f = g needs memory to write to, and f is a formula, as parts such as rows<0, 2>(A) are: write slice<0>(A, 0, 2) = g for a part of A, tensor y = g for a value
// CASE 26: heed: A + B (- * / hadamard) needs tensors, views or formulas, whose axes are known: of numbers in a std::vector or an array view<const float, 12, 64>(numbers), of a matrix of Eigen view_of(matrix)
// CASE 27: heed: A + B (- * / hadamard) needs tensors, views or formulas, whose axes are known: of numbers in a std::vector or an array view<const float, 12, 64>(numbers), of a matrix of Eigen view_of(matrix)
// CASE 28: heed: A + B (- * / hadamard) needs tensors, views or formulas, whose axes are known: of numbers in a std::vector or an array view<const float, 12, 64>(numbers), of a matrix of Eigen view_of(matrix)
// CASE 29: heed: functions of tensors need tensors, views or formulas, whose axes are known: of numbers in a std::vector or an array view<const float, 12, 64>(numbers) or view<const int, dyn>(numbers), of a matrix of Eigen view_of(matrix)
// CASE 30: heed: functions of tensors need tensors, views or formulas, whose axes are known: of numbers in a std::vector or an array view<const float, 12, 64>(numbers) or view<const int, dyn>(numbers), of a matrix of Eigen view_of(matrix)
// CASE 31: heed: functions of tensors need tensors, views or formulas, whose axes are known: of numbers in a std::vector or an array view<const float, 12, 64>(numbers) or view<const int, dyn>(numbers), of a matrix of Eigen view_of(matrix)
#include <heed/heed.hpp>

#include <array>
#include <ostream>
#include <vector>
using namespace heed;

inline constexpr axis tokens{"tokens"}, d_k{"d_k"};

tensor<float, tokens[12], d_k[64]> queries, keys;
tensor<float, 9, 9> square;

#ifndef CASE
bool good(std::ostream& out) {
    const auto scores = queries * transpose(keys);
    out << evaluate(scores) << queries << square[0];
    square = square + square * square;
    slice<0>(queries, 0, 2) = rows<0, 2>(keys);
    const tensor<bool, 9, 9> positive = square > 0;
    return evaluate(scores) == evaluate(scores) && evaluate(scores)(0, 0) < 1 && square == square && positive(0, 0);
}
#endif

bool bad(std::ostream& out) {
    const auto scores = queries * transpose(keys);
    auto sums = scores + 1;
    (void)out, (void)scores, (void)sums;
#if CASE == 1
    out << scores << '\n';
#endif
#if CASE == 2
    out << "the sums: " << sum(square);
#endif
#if CASE == 3
    if (scores == sums) return true;
#endif
#if CASE == 4
    return queries != exp(keys);
#endif
#if CASE == 5
    return exp(keys) == keys;
#endif
#if CASE == 6
    return sum(sum(keys)) == 1;
#endif
#if CASE == 7
    if (exp(keys) <= keys) return true;
#endif
#if CASE == 8
    return scores(0, 0) > 1;
#endif
#if CASE == 9
    const float first = scores[0](1) + sums[1][2];
#endif
#if CASE == 10
    auto y = square * square;
    y(0, 0) = 1;
#endif
#if CASE == 11
    auto y = square * square;
    const float x = y(0, 0);
#endif
#if CASE == 12
    sums += scores;
#endif
#if CASE == 13
    sums *= 2;
#endif
#if CASE == 14
    square += square * square;
#endif
#if CASE == 15
    square -= 1;
#endif
#if CASE == 16
    tensor scaled = square / sqrt(2);
#endif
#if CASE == 17
    tensor scaled = square * exp(0.5);
#endif
#if CASE == 18
    const double power = 2 * pow(2, 0.5);
#endif
#if CASE == 19
    out << queries * keys;
#endif
#if CASE == 20
    return keys <= queries ? true : false;
#endif
#if CASE == 21
    return sum(sum(keys)) < 1;
#endif
#if CASE == 22
    rows<0, 2>(queries) = rows<0, 2>(keys);
#endif
#if CASE == 23
    transpose(square) = square;
#endif
#if CASE == 24
    reshape<81>(square) = 1;
#endif
#if CASE == 25
    auto twice = 2 * square;
    twice = 3 * square;
#endif
    return false;
}

int main() {
#if CASE == 26
    tensor bad = queries + std::vector<float>(64);
#endif
#if CASE == 27
    tensor bad = softmax(std::array<float, 12>() * exp(queries));
#endif
#if CASE == 28
    tensor bad = hadamard(queries, std::vector<float>(64)) - 1;
#endif
#if CASE == 29
    (void)attention(queries, std::vector<float>(768), keys);
#endif
#if CASE == 30
    (void)rows(queries, std::vector<int>{1, 2});
#endif
#if CASE == 31
    (void)rms_norm(queries, std::array<float, 64>{});
#endif
}
