// SPDX-License-Identifier: BSL-1.0
// CASE 1: heed: slice<axis, begin, end>(A) needs begin < end <= the extent of that axis | 12 | 7 | 4 | 8
// CASE 2: heed: slice<axis, begin, end>(A) needs begin < end <= the extent of that axis | 12 | 7 | 5
// CASE 3: heed: f<name>(A) needs an axis of that name | 12 | 7 | d_v
// CASE 4: heed: f<axis>(A) needs an axis that A has | 12 | 7 | 2
// CASE 5: heed: f<name>(A) needs an axis of that name | 12 | 7 | d_v
// CASE 6: heed: f<name>(A) needs one axis of that name; A has several, say which by number | 12 | tokens
// CASE 7: heed: f<name>(A) needs an axis of that name | 12 | 7 | d_v
// CASE 8: heed: f<name>(A) needs an axis of that name | 12 | 7 | d_v
// CASE 9: heed: f<name>(A) needs an axis of that name | 12 | 7 | d_v
// CASE 10: heed: slice<axis>(A, a, b) with bounds that are known at run time is a view: A needs a name, or to be a view itself
// CASE 11: heed: slice<axis>(A, begin, end) needs whole numbers as bounds, of an integer type | double
// CASE 12: heed: slice<axis>(A, begin, end) needs whole numbers as bounds, of an integer type | float
#include <heed/heed.hpp>
using namespace heed;

inline constexpr axis tokens{"tokens"}, d_k{"d_k"}, d_v{"d_v"};

tensor<float, tokens[12], d_k[7]> a;

int main() {
#ifndef CASE
    tensor good = slice<tokens, 4, 12>(a) + slice<-2>(a + a, 0_c, 8_c);
    auto [first, second] = split<2, tokens>(a);
    auto at_run_time = slice<tokens>(a, 0, 4);
    at_run_time = slice<tokens>(view(a), 4, 8);
    tensor of_formula = slice<tokens>(a * 2, 0, 4);
    tensor whole = concat<tokens>(first, second) + a;
#endif
#if CASE == 1
    tensor bad = slice<d_k, 4, 8>(a);
#endif
#if CASE == 2
    tensor bad = slice<0>(a * 2, 5_c, 5_c) + a;
#endif
#if CASE == 3
    tensor bad = slice<d_v, 0, 1>(a) + a;
#endif
#if CASE == 4
    tensor bad = slice<2, 0, 1>(a);
#endif
#if CASE == 5
    auto bad = slice<d_v>(a * 2, 0, 4);
#endif
#if CASE == 6
    tensor bad = slice<tokens, 0, 4>(a * transpose(a));
#endif
#if CASE == 7
    auto bad = split<2, d_v>(a);
#endif
#if CASE == 8
    tensor bad = concat<d_v>(a, a);
#endif
#if CASE == 9
    auto bad = slice<d_v>(a, 0, 4);
#endif
#if CASE == 10
    auto bad = slice<tokens>(tensor<float, tokens[12], d_k[7]>(), 0, 4);
#endif
#if CASE == 11
    auto bad = slice<tokens>(a, 0, 4.0);
#endif
#if CASE == 12
    auto bad = slice<tokens>(a * 2, 1.0f, 4);
#endif
}
