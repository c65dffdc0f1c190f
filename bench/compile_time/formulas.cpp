// SPDX-License-Identifier: BSL-1.0
// FORMULAS attention formulas, no two of one shape.
#include <heed/heed.hpp>

#include <cstddef>
#include <utility>
using namespace heed;

template <std::size_t Tokens>
void attend() {
    static tensor<float, Tokens, 64> Q, K, V, Y;
    noalias(Y) = softmax(Q * transpose(K) / sqrt(dim<1>(K))) * V;
}

template <std::size_t... I>
void attend_all(std::index_sequence<I...>) {
    (attend<64 * (I + 1)>(), ...);
}

void attend() { attend_all(std::make_index_sequence<FORMULAS>{}); }
