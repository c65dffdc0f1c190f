// SPDX-License-Identifier: BSL-1.0
// CASE 1: heed: tensors have at most 6 axes
// CASE 2: heed: tensor<T, extents...> needs extents of at least 1
#include <heed/heed.hpp>
using namespace heed;

int main() {
    tensor<float, 1, 2, 1, 2, 1, 2> good;
#if CASE == 1
    tensor<float, 1, 2, 1, 2, 1, 2, 3> bad;
#endif
#if CASE == 2
    tensor<float, 3, 0> bad;
#endif
}
