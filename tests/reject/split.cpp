// SPDX-License-Identifier: BSL-1.0
// CASE 1: heed: split<n>(A) needs an axis whose size n divides | 12 | 7 | 3
// CASE 2: heed: split<n>(A) needs an axis whose size n divides | 12 | 7 | 5
// CASE 3: heed: split<n>(A) needs an axis whose size n divides | 12 | 7 | 0
// CASE 4: heed: split<n>(A) needs an axis whose size n divides | [7 x dyn] | 0
#include <heed/heed.hpp>
using namespace heed;

tensor<float, 12, 7> a;
tensor<float, 7, dyn> late(12);

int main() {
#ifndef CASE
    auto [upper, middle, lower] = split<3, 0>(a);
    tensor good = upper + middle + lower;
    auto [first, second, third] = split<3>(late);
    tensor late_good = first + second + third;
#endif
#if CASE == 1
    auto bad = split<3>(a);
#endif
#if CASE == 2
    auto bad = split<5, 0>(exp(a));
#endif
#if CASE == 3
    auto bad = split<0>(a);
#endif
#if CASE == 4
    auto bad = split<0>(late);
#endif
}
