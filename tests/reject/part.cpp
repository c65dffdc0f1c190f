// SPDX-License-Identifier: BSL-1.0
// CASE 1: heed: f(all, i) of a formula needs an index for each axis, a constant that the axis has: f(all, 2_c); tensors take numbers of the program | 12 | 7 | [tokens[12] x d_k[7]]
// CASE 2: heed: f(all, i) of a formula needs an index for each axis, a constant that the axis has: f(all, 2_c); tensors take numbers of the program | 12 | 7
// CASE 3: heed: f(all, i) of a formula needs an index for each axis, a constant that the axis has: f(all, 2_c); tensors take numbers of the program | 12 | 7
// CASE 4: heed: A(all, i) needs an index smaller than the extent of its axis | 12 | 7
// CASE 6: heed: tensor(sizes...) and view(data, sizes...) need one whole number for each extent that is known at run time only (dyn, at_most<n>) | 1
// CASE 5: heed: strided_view<T, extents...>(data, {strides...}) needs a stride for each of its extents | 12 | 7
#include <heed/heed.hpp>
using namespace heed;

inline constexpr axis tokens{"tokens"}, d_k{"d_k"};

tensor<float, tokens[12], d_k[7]> a;

int main() {
    int i = 3;
#ifndef CASE
    tensor good = a(all, i) + (a + a)(all, 6_c) + a(all, 0_c);
#endif
#if CASE == 1
    tensor bad = (a + a)(all, 7_c) * 2;
#endif
#if CASE == 2
    tensor bad = (a + a)(all, i);
#endif
#if CASE == 3
    tensor bad = (a + a)(all, 0_c, all) + a;
#endif
#if CASE == 4
    auto bad = a(all, 7_c);
#endif
#if CASE == 6
    strided_view<float, dyn, 7> bad(a.data(), {7, 1});
#endif
#if CASE == 5
    strided_view<float, 12, 7> bad(a.data(), {7});
#endif
}
