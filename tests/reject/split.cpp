// SPDX-License-Identifier: BSL-1.0
// CASE 1: heed: split<n>(A) needs an axis whose size n divides | 12 | 7 | 3
// CASE 2: heed: split<n>(A) needs an axis whose size n divides | 12 | 7 | 5
// CASE 3: heed: split<n>(A) needs an axis whose size n divides | 12 | 7 | 0
// CASE 4: heed: split<n>(A) needs an axis whose size n divides | [7 x dyn] | 0
// CASE 5: heed: split<n>(A) needs to know which length n divides, and this axis is several lengths times each other: split one of them before they are merged
// CASE 6: heed: split<n>(A) needs to know which length n divides, and this axis is several lengths times each other: split one of them before they are merged
#include <heed/heed.hpp>
using namespace heed;

tensor<float, 12, 7> a;
tensor<float, 7, dyn> late(12);
tensor<float, dyn, dyn> both(4, 6);
tensor<float, dyn, dyn, 6> with_known(4, 5);

int main() {
#ifndef CASE
    auto [upper, middle, lower] = split<3, 0>(a);
    tensor good = upper + middle + lower;
    auto [first, second, third] = split<3>(late);
    tensor late_good = first + second + third;
    auto [even, odd] = split<2>(merge<1, 2>(with_known));
    auto [left, right] = split<2, 1>(both);
    tensor merged = merge<0, 1>(left + right);
    tensor also_good = even + odd;
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
#if CASE == 5
    auto [one, two] = split<2>(merge<0, 1>(both));
    tensor bad = one + two;
#endif
#if CASE == 6
    auto [one, two, three, four] = split<4>(merge<0, 1>(both + 1));
    tensor bad = hadamard(one, three);
#endif
}
