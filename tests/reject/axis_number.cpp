// SPDX-License-Identifier: BSL-1.0
// CASE 1: heed: f<axis>(A) needs an axis that A has | 12 | 7 | 2
// CASE 2: heed: f<axis>(A) needs an axis that A has | 12 | 7 | -3
// CASE 3: heed: f<axis>(A) needs an axis that A has | 12 | 7 | 5
// CASE 4: heed: f<axis>(A) needs an axis that A has | 12 | 7 | 2
// CASE 5: heed: f<axis>(A) needs an axis that A has | 12 | 7 | 2
// CASE 6: heed: f<axis>(A) needs an axis that A has | -1
#include <heed/heed.hpp>
using namespace heed;

tensor<float, 12, 7> a;

int main() {
#ifndef CASE
    tensor good = sum<0>(a) + sum<-2>(a);
    tensor halves = concat<0>(a, a) / sqrt(dim<1>(a));
#endif
#if CASE == 1
    tensor bad = sum<2>(a);
#endif
#if CASE == 2
    tensor bad = softmax<-3>(a);
#endif
#if CASE == 3
    auto bad = dim<5>(a);
#endif
#if CASE == 4
    auto bad = split<2, 2>(a);
#endif
#if CASE == 5
    tensor bad = concat<2>(a, a);
#endif
#if CASE == 6
    tensor bad = sum(sum(sum(a)));
#endif
}
