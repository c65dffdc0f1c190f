// SPDX-License-Identifier: BSL-1.0
// One attention formula.
#include <heed/heed.hpp>
using namespace heed;

inline constexpr axis tokens{"tokens"}, d_k{"d_k"};
using token_rows = tensor<float, tokens[512], d_k[64]>;

void attend(const token_rows& Q, const token_rows& K, const token_rows& V, token_rows& Y) {
    noalias(Y) = softmax(Q * transpose(K) / sqrt(dim<1>(K))) * V;
}
