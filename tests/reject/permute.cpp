// SPDX-License-Identifier: BSL-1.0
// CASE 1: heed: permute<axes...>(A) needs every axis of A once | 12 | 7
// CASE 2: heed: permute<axes...>(A) needs every axis of A once | 12 | 7 | 3
// CASE 3: heed: permute<axes...>(A) needs every axis of A once | 12 | 7
#include <heed/heed.hpp>
using namespace heed;

tensor<float, 12, 7, 3> a;

int main() {
    tensor good = permute<2, 0, 1>(a);
#if CASE == 1
    tensor bad = permute<0, 1>(a);
#endif
#if CASE == 2
    tensor bad = permute<0, 1, 1>(a);
#endif
#if CASE == 3
    tensor bad = permute<0, 1, 3>(a + a);
#endif
}
