// SPDX-License-Identifier: BSL-1.0
// CASE 1: heed: emit does not write half precision yet; emit the formula over float tensors
// CASE 2: heed: emit does not write half precision yet; emit the formula over float tensors
#include <heed/heed.hpp>
#include <heed/study.hpp>
using namespace heed;

tensor<float, 3, 4> a;
tensor<float16, 3, 4> half;
tensor<bfloat16, 4> row;

int main() {
#ifndef CASE
    const auto good = study::emit(a * transpose(a), {.name = "squares"});
#endif
#if CASE == 1
    const auto bad = study::emit(a * transpose(half), {.name = "bad"});
#endif
#if CASE == 2
    const auto bad = study::emit(a + row, {.name = "bad"});
#endif
}
