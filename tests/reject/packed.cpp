// SPDX-License-Identifier: BSL-1.0
// CASE 1: heed: packed(W) needs a matrix: two axes | 7
// CASE 2: heed: packed(W) needs a matrix: two axes | 3 | 12 | 7
// CASE 3: heed: packed(W) needs a matrix that lies in memory without gaps and outlives it: a tensor with a name, or a view | 12 | 7
// CASE 4: heed: packed(W) needs a matrix that lies in memory without gaps and outlives it: a tensor with a name, or a view | 12 | 7
// CASE 5: heed: packed(W) needs a matrix that lies in memory without gaps and outlives it: a tensor with a name, or a view | 12 | 2
// CASE 6: heed: A * B needs columns(A) == rows(B); did you mean A * transpose(B)? | 5 | 7 | 12
#include <heed/heed.hpp>
using namespace heed;

tensor<float, 7> row;
tensor<float, 12, 7> w;
tensor<float, 3, 12, 7> heads_of_w;
tensor<float, 5, 7> x;

int main() {
    auto good = packed(w);
#ifndef CASE
    auto head = packed(heads_of_w[1]);
    tensor y = x * transpose(good) + x * transpose(head);
#endif
#if CASE == 1
    auto bad = packed(row);
#endif
#if CASE == 2
    tensor bad = x * transpose(packed(heads_of_w));
#endif
#if CASE == 3
    auto bad = packed(tensor<float, 12, 7>());
#endif
#if CASE == 4
    auto bad = packed(w + 1);
#endif
#if CASE == 5
    auto bad = packed(strided_view<float, 12, 2>(w.data(), {7, 1}));
#endif
#if CASE == 6
    tensor bad = x * good;
#endif
}
