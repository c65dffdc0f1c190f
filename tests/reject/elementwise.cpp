// SPDX-License-Identifier: BSL-1.0
// CASE 1: heed: A + B (- / hadamard min max pow) needs the same shape; only an axis of size 1 or a missing leading axis repeats | 12 | 9 | 64
// CASE 2: heed: A + B (- / hadamard min max pow) needs the same shape; only an axis of size 1 or a missing leading axis repeats | 12 | 9
// CASE 3: heed: A + B (- / hadamard min max pow) needs the same shape; only an axis of size 1 or a missing leading axis repeats | 12 | 9
// CASE 4: heed: A + B (- / hadamard min max pow) needs the same shape; only an axis of size 1 or a missing leading axis repeats | 12 | 9
// CASE 5: heed: A + B (- / hadamard min max pow) needs the same shape; only an axis of size 1 or a missing leading axis repeats | 12 | 9
// CASE 6: heed: A + B (- / hadamard min max pow) needs the same shape; only an axis of size 1 or a missing leading axis repeats | 64 | 12
// CASE 7: heed: A + B (- / hadamard min max pow) needs the names of the axes to agree | 12 | 64 | &d_k | &d_v
// CASE 8: heed: min(A, B) and max(A, B) of signed and unsigned integers would compare in the unsigned type, which has no negative numbers; give both one type, as evaluate_as<std::int64_t>(A) does | int | unsigned int
// CASE 9: heed: a formula has at most 256 operations on elements inside of each other, as a sum of 257 terms has: compute a part of it first, tensor part = A + B + ...
#include <heed/heed.hpp>
using namespace heed;

inline constexpr axis tokens{"tokens"}, d_k{"d_k"}, d_v{"d_v"};

tensor<float, tokens[12], d_k[64]> a;
tensor<float, tokens[9], d_k[64]> fewer;
tensor<float, tokens[12], d_v[64]> values;
tensor<float, 12> one_a_row;
tensor<float, 64> one_a_column;

#ifndef CASE
static_assert(elementwise_shapes_agree<decltype(a), decltype(one_a_column)>);
static_assert(!elementwise_shapes_agree<decltype(a), decltype(fewer)>);
#endif

template <std::size_t Terms>
auto sum_of(const auto& x) {
    if constexpr (Terms == 1)
        return x / 2;
    else
        return sum_of<Terms - 1>(x) + x;
}

int main() {
#ifndef CASE
    auto longest = sum_of<256>(one_a_column);
    tensor repeated = a + one_a_column;
    tensor scaled = hadamard(a, tensor<float, 12, 1>{}) / 2;
#endif
#if CASE == 1
    tensor bad = a + fewer;
#endif
#if CASE == 2
    tensor bad = fewer - a;
#endif
#if CASE == 3
    tensor bad = exp(a) / fewer;
#endif
#if CASE == 4
    tensor bad = hadamard(a, fewer);
#endif
#if CASE == 5
    tensor bad = max(a, -fewer);
#endif
#if CASE == 6
    tensor bad = pow(a, one_a_row);
#endif
#if CASE == 7
    tensor bad = a + values;
#endif
#if CASE == 8
    tensor bad = max(tensor<int, 3>{}, tensor<unsigned, 3>{});
#endif
#if CASE == 9
    tensor bad = sum_of<257>(one_a_column);
#endif
}
