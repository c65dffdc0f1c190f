// SPDX-License-Identifier: BSL-1.0
// CASE 1: heed: at(A, i, ...) needs indices inside of A: over all scores one of them goes from the lowest to the highest below, and that axis of A does not | -12 | 10 | 23
// CASE 2: heed: at(A, i, ...) needs indices that are whole numbers: formulas of q, k, h, b, of integers and of tensors of integers | double
// CASE 3: heed: at(A, i, ...) takes at most two indices that are more than q, k, h or b alone | 3
// CASE 4: heed: at(A, i, ...) needs an index for each axis of A | 23
// CASE 5: heed: at(A, i, ...) needs axes of A as long as those axes of the scores, or of size 1, and their names to agree | 3 | 12
// CASE 6: heed: rows(E, ids) needs numbers of rows that are integers, tensor<int, ...>, or argmax of numbers of the type of E | float
// CASE 7: heed: rows(E, ids) needs a table with rows and a tensor of their numbers, together of at most 7 axes | []
// CASE 8: heed: at(A, i, ...) needs indices inside of A: over all scores one of them goes from the lowest to the highest below, and that axis of A does not | 0 | 11 | 5
// CASE 9: heed: rows(E, ids) needs numbers of rows that are integers, tensor<int, ...>, or argmax of numbers of the type of E | double
#include <heed/heed.hpp>
using namespace heed;
using namespace heed::index;

inline constexpr axis tokens{"tokens"}, d_k{"d_k"}, words{"words"};

tensor<float, tokens[12], d_k[3]> queries, keys;
tensor<float, 23> by_distance;
tensor<float, 3, 23> by_head;
tensor<float, 5, 5, 5> cube;
tensor<float, words[50], d_k[3]> table;
tensor<int, tokens[12]> ids;
tensor<float, tokens[12]> numbers;
tensor<float> lone;
tensor<float, 5, 5> square;

int main() {
#ifndef CASE
    tensor good = softmax(queries * transpose(keys) + at(by_distance, q - k + 11_c)) * rows(table, ids);
    tensor also = rows(table, argmax(queries * transpose(keys)));
#endif
#if CASE == 1
    tensor bad = queries * transpose(keys) + at(by_distance, q - k - 1_c);
#endif
#if CASE == 2
    tensor bad = queries * transpose(keys) + at(by_distance, 0.5 * k);
#endif
#if CASE == 3
    tensor bad = queries * transpose(keys) + at(cube, q % 5, k % 5, (q + k) % 5);
#endif
#if CASE == 4
    tensor bad = queries * transpose(keys) + at(by_distance, q - k, k);
#endif
#if CASE == 5
    tensor bad = queries * transpose(keys) + at(by_head, q, q - k + 11_c);
#endif
#if CASE == 6
    tensor bad = rows(table, numbers);
#endif
#if CASE == 7
    tensor bad = rows(lone, ids);
#endif
#if CASE == 8
    tensor bad = softmax(where(at(square, at(ids, k), max(q, k)) < 1, queries * transpose(keys))) * keys;
#endif
#if CASE == 9
    tensor bad = rows(table, argmax(tensor<double, 4, 50>()));
#endif
}
