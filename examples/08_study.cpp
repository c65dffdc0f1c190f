// SPDX-License-Identifier: BSL-1.0
// What a formula became: its tree, what was rewritten and why, the loops, what they cost, and the same loops as C.
//
//   08_study            explains
//   08_study --emit     writes a C program
#include <heed/heed.hpp>
#include <heed/study.hpp>

#include <iostream>
#include <string_view>

using namespace heed;

inline constexpr axis query{"query"}, key{"key"}, d_k{"d_k"};

int main(int argc, char** argv) {
    tensor<float, query[64], d_k[32]> Q;
    tensor<float, key[64], d_k[32]> K, V;
    const auto e = softmax(where(causal, Q * transpose(K) / sqrt(dim<d_k>(K)))) * V;
    using E = decltype(e);
    static_assert(study::cost<E>().temporaries == 0);  // no 64 x 64 matrix
    static_assert(study::cost<E>().exp == 64 * 64);
    static_assert(study::loop_nest<E>().contains("for query[64]"));
    if (argc > 1 && std::string_view(argv[1]) == "--emit")
        std::cout << study::emit(e, {.name = "attend", .leaves = {"Q", "K", "V"}});
    else
        std::cout << study::explain(e);
}
