// SPDX-License-Identifier: BSL-1.0
// CASE 1: heed: Y = formula needs the element type of Y to be that of the formula; evaluate_as<T>(formula) computes in T | float | double
// CASE 2: heed: Y = formula needs the element type of Y to be that of the formula; evaluate_as<T>(formula) computes in T | float | double
// CASE 3: heed: Y = formula needs the element type of Y to be that of the formula; evaluate_as<T>(formula) computes in T | int | float
// CASE 4: heed: Y = formula needs the element type of Y to be that of the formula; evaluate_as<T>(formula) computes in T | half_precision<11> | double
// CASE 5: heed: tensor<T, ...> needs a T that computes: + - * / < == and T(int)
#include <heed/heed.hpp>
using namespace heed;

struct no_number {};

tensor<double, 3, 2> a;
tensor<int, 3, 2> whole;

int main() {
#ifndef CASE
    tensor<double, 3, 2> good = 2 * a;
#endif
    tensor<float, 3, 2> computed = evaluate_as<float>(2 * a);
#ifndef CASE
    tensor<float16, 3, 2> rounded = computed;
#endif
#if CASE == 1
    tensor<float, 3, 2> bad = 2 * a;
#endif
#if CASE == 2
    computed = a;
#endif
#if CASE == 3
    tensor<float, 3, 2> bad = whole + whole;
#endif
#if CASE == 4
    tensor<float16, 3, 2> bad = 2 * a;
#endif
#if CASE == 5
    tensor<no_number, 3> bad;
#endif
}
