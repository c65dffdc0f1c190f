// SPDX-License-Identifier: BSL-1.0
// CASE 1: heed: A == B needs the same shape | 12 | 7 | 9
// CASE 2: heed: A == B needs the same shape | 7 | 5
// CASE 3: heed: A == B needs the same shape | 12 | 9
#include <heed/heed.hpp>
using namespace heed;

tensor<float, 12, 7> a;
tensor<float, 9, 7> shorter;
tensor<float, 5> row;

int main() {
#ifndef CASE
    const bool good = a == a && a[0] == a[1];
#endif
#if CASE == 1
    return a == shorter;
#endif
#if CASE == 2
    return a[0] == row;
#endif
#if CASE == 3
    return view(a) != shorter;
#endif
#ifndef CASE
    return good ? 0 : 1;
#endif
}
