// SPDX-License-Identifier: BSL-1.0
// Twelve heads with all projections.
#include <heed/heed.hpp>
using namespace heed;

inline constexpr axis tokens{"tokens"}, d_k{"d_k"}, d_model{"d_model"};
using token_rows = tensor<float, tokens[128], d_model[768]>;
using projections = tensor<float, 12, d_model[768], d_k[64]>;

void attend(const token_rows& X, const projections& Wq, const projections& Wk, const projections& Wv,
            const tensor<float, 768, d_model[768]>& Wo, token_rows& Y) {
    noalias(Y) = concat(heads<12>([&](auto i) { return attention(X * Wq[i], X * Wk[i], X * Wv[i]); })) * Wo;
}
