// SPDX-License-Identifier: BSL-1.0
// One formula: attention with names.
#include <heed/heed.hpp>
using namespace heed;

inline constexpr axis tokens{"tokens"}, d_k{"d_k"}, d_v{"d_v"};

auto attend(const tensor<float, tokens[128], d_k[64]>& q, const tensor<float, tokens[128], d_k[64]>& k,
            const tensor<float, tokens[128], d_v[32]>& v) {
    return evaluate(softmax(q * transpose(k) / sqrt(dim<1>(k))) * v);
}
