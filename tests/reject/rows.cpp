// SPDX-License-Identifier: BSL-1.0
// CASE 1: heed: rows<begin, end>(A) needs begin < end <= rows(A) | 12 | 7 | 10 | 13
// CASE 2: heed: rows<begin, end>(A) needs begin < end <= rows(A) | 12 | 7 | 4
// CASE 3: heed: rows<begin, end>(A) needs at least two axes | 7
#include <heed/heed.hpp>
using namespace heed;

tensor<float, 12, 7> a;
tensor<float, 7> row;

int main() {
#ifndef CASE
    tensor good = rows<10, 12>(a);
#endif
#if CASE == 1
    tensor bad = rows<10, 13>(a);
#endif
#if CASE == 2
    tensor bad = rows<4, 4>(-a);
#endif
#if CASE == 3
    tensor bad = rows<0, 1>(row);
#endif
}
