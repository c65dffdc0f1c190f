// SPDX-License-Identifier: BSL-1.0
// Chapter 9 of docs/course: the loops as a program in C.
#include <heed/study.hpp>

#include <iostream>

using namespace heed;

static tensor<float, 3, 2> Q, K, V;

// Exercises.
using whole = decltype(softmax(Q * transpose(K) / sqrt(dim<1>(K))) * V);
static_assert(study::cost<whole>().exp == 3 * 3 && study::cost<whole>().temporaries == 0);  // 9.1
using masked = decltype(softmax(where(causal, Q* transpose(K) / sqrt(dim<1>(K)))) * V);
static_assert(study::loop_nest<masked>().contains("score = -infinity where masked"));  // 9.2
static_assert(!study::loop_nest<whole>().contains("masked"));

int main() {
    std::cout << study::emit(softmax(Q * transpose(K) / sqrt(dim<1>(K))) * V,
                             {.name = "attend", .leaves = {"Q", "K", "V"}});
}
