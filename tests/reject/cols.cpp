// SPDX-License-Identifier: BSL-1.0
// CASE 1: heed: cols<begin, end>(A) needs begin < end <= columns(A) | 12 | 7 | 5 | 8
// CASE 2: heed: cols<begin, end>(A) needs begin < end <= columns(A) | 12 | 7 | 6 | 3
// CASE 3: heed: cols<begin, end>(A) needs at least one axis
// CASE 4: heed: cols<begin, end>(A) needs begin < end <= columns(A) | 12 | 7 | 2
#include <heed/heed.hpp>
using namespace heed;

tensor<float, 12, 7> a;

int main() {
#ifndef CASE
    tensor good = cols<5, 7>(a);
#endif
#if CASE == 1
    tensor bad = cols<5, 8>(a);
#endif
#if CASE == 2
    tensor bad = cols<6, 3>(a + 1);
#endif
#if CASE == 3
    tensor bad = cols<0, 1>(sum(sum(a)));
#endif
#if CASE == 4
    tensor bad = cols<2, 2>(a);
#endif
}
