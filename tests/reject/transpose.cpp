// SPDX-License-Identifier: BSL-1.0
// CASE 1: heed: transpose(A) needs at least two axes | 7
// CASE 2: heed: transpose(A) needs at least two axes
// CASE 3: heed: transpose(A) needs at least two axes | 12
#include <heed/heed.hpp>
using namespace heed;

tensor<float, 7> row;
tensor<float, 12, 7> a;

int main() {
#ifndef CASE
    tensor good = transpose(a);
#endif
#if CASE == 1
    tensor bad = transpose(row);
#endif
#if CASE == 2
    tensor bad = transpose(sum(row));
#endif
#if CASE == 3
    tensor bad = transpose(sum(a) + 1);
#endif
}
