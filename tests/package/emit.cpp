// SPDX-License-Identifier: BSL-1.0
// Emits the loops of a formula: linked to heed::study, which compiles the text.
#include <heed/heed.hpp>
#include <heed/study.hpp>

#include <iostream>

using namespace heed;

inline constexpr axis query{"query"}, key{"key"}, d_k{"d_k"};

int main() {
    static_assert(HEED_COMPILED_STUDY, "heed::study says so");
    tensor<float, query[4], d_k[8]> Q;
    tensor<float, key[4], d_k[8]> K, V;
    const std::string text = study::emit(softmax(Q * transpose(K) / sqrt(dim<1>(K))) * V, {.name = "attend"});
    std::cout << text;
    return text.find("void attend(") == text.npos;
}
