// SPDX-License-Identifier: BSL-1.0
// CASE 1: heed: inverse(A) needs square matrices: rows(A) == columns(A) | 12 | 7
// CASE 2: heed: inverse(A) needs square matrices: rows(A) == columns(A) | 7
// CASE 3: heed: A * B needs columns(A) == rows(B); did you mean A * transpose(B)? | 7 | 12
// CASE 4: heed: exp, log, mean, softmax, inverse and their like need elements with a fraction, not integers; evaluate_as<float>(A) has them
#include <heed/heed.hpp>
using namespace heed;

tensor<float, 7> row;
tensor<float, 12, 7> a;
tensor<float, 7, 7> square;
tensor<int, 7, 7> whole;

int main() {
#ifndef CASE
    tensor good = a * inverse(square);
#endif
#if CASE == 1
    tensor bad = inverse(a) * square;
#endif
#if CASE == 2
    tensor bad = inverse(row);
#endif
#if CASE == 3
    tensor bad = solve(square, a);
#endif
#if CASE == 4
    tensor bad = inverse(whole);
#endif
}
