// SPDX-License-Identifier: BSL-1.0
// CASE 1: heed: tensors have at most 6 axes
// CASE 2: heed: tensor<T, extents...> needs extents of at least 1
// CASE 3 throws: heed: an extent needs a size that is not negative and that memory can hold
// CASE 4 throws: heed: an extent needs a size that is not negative and that memory can hold
// CASE 5: heed: at_most<n> needs a bound of at least 1 that memory can hold
// CASE 6: heed: at_most<n> needs a bound of at least 1 that memory can hold | 9223372036854775808
// CASE 7: heed: tensor<T, extents...> needs elements that memory can hold | 4294967296
// CASE 8: heed: view<T, extents...> needs elements that memory can hold | 4294967296
#include <heed/heed.hpp>
using namespace heed;

int main() {
    tensor<float, 1, 2, 1, 2, 1, 2> good;
    tensor<float, at_most<1>> one(1);
#if CASE == 1
    tensor<float, 1, 2, 1, 2, 1, 2, 3> bad;
#endif
#if CASE == 2
    tensor<float, 3, 0> bad;
#endif
#if CASE == 3
    tensor<float, -1, 4> bad;
#endif
#if CASE == 4
    tensor<float, axes::tokens[~0ULL], 4> bad;
#endif
#if CASE == 5
    tensor<float, at_most<0>, 4> bad(3);
#endif
#if CASE == 6
    tensor<float, at_most<(1ULL << 63)>, 4> bad(3);
#endif
#if CASE == 7
    tensor<float, 4294967296, 4294967296> bad;
#endif
#if CASE == 8
    (void)sizeof(view<float, 4294967296, 4294967296>);
#endif
}
