// SPDX-License-Identifier: BSL-1.0
// Printed numbers verified and a formula studied, without exceptions and RTTI.
#include <heed/study.hpp>
#include <heed/verify.hpp>

#include <iostream>

using namespace heed;

int main(int count, char**) {
    const tensor<double, 2, 2> Q{{1, 0}, {0, 1}}, K = Q, V = Q;
    const auto f = softmax(Q * transpose(K) / sqrt(dim<1>(K))) * V;
    if (!verify(f, printed<"0.6698 0.3302\n0.3302 0.6698">).consistent()) return 1;
    if (verify(f, printed<"0.6698 0.3302\n0.3302 0.6789">).consistent()) return 2;
    if (!study::loop_nest(f).contains("for ")) return 3;
    std::cout << study::emit(f).size() << '\n';
    if (count > 1) std::cout << study::emit(f, {.leaves = {"A"}}).size();
}
