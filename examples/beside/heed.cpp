// SPDX-License-Identifier: BSL-1.0
// Attention as docs/beside.md has it, with heed.
#include <heed/heed.hpp>

#include "same_attention.hpp"

using namespace heed;

inline constexpr axis tokens{"tokens"}, d_k{"d_k"};

using token_rows = tensor<float, tokens[dyn], d_k[64]>;

token_rows attend(const token_rows& Q, const token_rows& K, const token_rows& V) {
    return evaluate(softmax(Q * transpose(K) / sqrt(dim<d_k>(K))) * V);
}

int main() {
    token_rows Q(same_attention::tokens), K = Q, V = Q;
    same_attention::fill(Q.data(), K.data(), V.data());
    return same_attention::check(attend(Q, K, V).data());
}
