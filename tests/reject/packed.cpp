// SPDX-License-Identifier: BSL-1.0
// CASE 1: heed: packed(W) needs a matrix: two axes | 7
// CASE 2: heed: packed(W) needs a matrix: two axes | 3 | 12 | 7
// CASE 3: heed: packed_matrix<T, rows, columns>(W) needs the shape and the names of W to be its own | 12 | 7
// CASE 4: heed: packed_matrix<T, rows, columns>(W) needs the shape and the names of W to be its own | 7 | 12
// CASE 5: heed: A * B needs columns(A) == rows(B); did you mean A * transpose(B)? | 5 | 7 | 12
// CASE 6: heed: A * B needs columns(A) == rows(B); did you mean A * transpose(B)? | 5 | 7 | 12
#include <heed/heed.hpp>
using namespace heed;

inline constexpr axis width{"width"}, depth{"depth"};
tensor<float, 7> row;
tensor<float, 12, 7> w;
tensor<float, 12, width[7]> of_width;
tensor<float, 3, 12, 7> heads_of_w;
tensor<float, 5, 7> x;

int main() {
    auto good = packed(w);
#ifndef CASE
    auto head = packed(heads_of_w[1]);
    auto turned = packed(transpose(w));
    packed_matrix<double, 7, 12> wide(transpose(w + 1));
    tensor y = x * transpose(good) + x * transpose(head) + x * turned;
#endif
#if CASE == 1
    auto bad = packed(row);
#endif
#if CASE == 2
    tensor bad = x * transpose(packed(heads_of_w));
#endif
#if CASE == 3
    packed_matrix<float, 7, 12> bad(w);
#endif
#if CASE == 4
    packed_matrix<float, depth[7], 12> bad(transpose(of_width));
#endif
#if CASE == 5
    tensor bad = x * packed(w);
#endif
#if CASE == 6
    tensor bad = x * good;
#endif
}
