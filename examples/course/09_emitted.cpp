// SPDX-License-Identifier: BSL-1.0
// Chapter 9 of docs/course: the loops as a program in C.
#include <heed/study.hpp>

#include <iostream>

using namespace heed;

int main() {
    static tensor<float, 3, 2> Q, K, V;
    std::cout << study::emit(softmax(Q * transpose(K) / sqrt(dim<1>(K))) * V,
                             {.name = "attend", .leaves = {"Q", "K", "V"}});
}
