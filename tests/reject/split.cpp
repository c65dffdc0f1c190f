// SPDX-License-Identifier: BSL-1.0
// CASE 1: heed: split<n>(A) needs an axis whose size n divides | 12 | 7 | 3
// CASE 2: heed: split<n>(A) needs an axis whose size n divides | 12 | 7 | 5
// CASE 3: heed: split<n>(A) needs an axis whose size n divides | 12 | 7 | 0
// CASE 4: heed: split<n>(A) needs an axis whose size is known while compiling | [7 x dyn]
#include <heed/heed.hpp>
using namespace heed;

tensor<float, 12, 7> a;
tensor<float, 7, dyn> late(12);

int main() {
    auto [upper, middle, lower] = split<3, 0>(a);
    tensor good = upper + middle + lower;
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
    auto bad = split<3>(late);
#endif
}
