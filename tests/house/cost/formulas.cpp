// SPDX-License-Identifier: BSL-1.0
// FORMULAS formulas of one kind, no two of one type.
#include <heed/heed.hpp>

#include <cstddef>
#include <utility>
using namespace heed;

template <std::size_t Rows>
void attend() {
    static tensor<float, Rows, 8> q, k;
    tensor y = softmax(q * transpose(k) / sqrt(dim<1>(k))) * k;
    k = y;
}

template <std::size_t... I>
void attend_all(std::index_sequence<I...>) {
    (attend<16 + I>(), ...);
}

void attend() { attend_all(std::make_index_sequence<FORMULAS>{}); }
