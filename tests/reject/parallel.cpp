// SPDX-License-Identifier: BSL-1.0
// CASE 1: heed: par needs OpenMP: link heed::parallel, or compile and link with -fopenmp
// CASE 2: heed: par needs OpenMP: link heed::parallel, or compile and link with -fopenmp
#include <heed/heed.hpp>
using namespace heed;

tensor<float, 12, 3> a, b;

int main() {
#ifndef CASE
    tensor good = evaluate(seq, a + b);
#endif
#if CASE == 1
    tensor bad = evaluate(par, a + b);
#endif
#if CASE == 2
    evaluate_into(par, b, a * 2);
#endif
}
