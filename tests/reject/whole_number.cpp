// SPDX-License-Identifier: BSL-1.0
// CASE 1: heed: a tensor of integers goes with whole numbers only; evaluate_as<double>(A) has fractions | int
// CASE 2: heed: a tensor of integers goes with whole numbers only; evaluate_as<double>(A) has fractions | int
// CASE 3: heed: a tensor of integers goes with whole numbers only; evaluate_as<double>(A) has fractions | int
// CASE 4: heed: a constant beside a tensor of integers needs to be a number that their type has, or int for narrower ones; evaluate_as<long long>(A) has more | int | 3000000000
// CASE 5: heed: a constant beside a tensor of integers needs to be a number that their type has, or int for narrower ones; evaluate_as<long long>(A) has more | int | 3000000000
// CASE 6: heed: a tensor of integers goes with whole numbers only; evaluate_as<double>(A) has fractions | int
#include <heed/heed.hpp>
using namespace heed;

int main() {
    tensor<int, 2, 3> a;
#ifndef CASE
    tensor whole = (a * 2 + dim<0>(a)) / 3_c;
    tensor converted = evaluate_as<double>(a * 2);
#endif
#if CASE == 4
    tensor bad = a + 3'000'000'000_c;
#endif
#if CASE == 5
    tensor bad = max(tensor<unsigned char, 2>(), 3'000'000'000_c);
#endif
#if CASE == 6
    tensor bad = let(a, [](auto s) { return s * sqrt(2_c); });
#endif
#if CASE == 1
    tensor bad = a * 0.5;
#endif
#if CASE == 2
    tensor bad = a / sqrt(dim<1>(a));
#endif
#if CASE == 3
    tensor bad = 1.5 - a;
#endif
}
