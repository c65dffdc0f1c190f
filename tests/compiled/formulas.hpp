// SPDX-License-Identifier: BSL-1.0
// The formulas of the kernels, apart from them so that tests evaluate them in place too.
#pragma once

#include <heed/heed.hpp>

namespace heed::test {

struct attend_formula {
    auto operator()(const auto& Q, const auto& K, const auto& V) const {
        return attention(Q, K, V, causal_lower_right);
    }
};
struct project_formula {
    auto operator()(const auto& X, const auto& W, double scale) const { return scale * relu(X * W) + X; }
};
struct scores_formula {
    auto operator()(const auto& Q, const auto& K) const { return Q * transpose(K) / sqrt(dim<1>(K)); }
};
struct weigh_formula {
    auto operator()(const auto& S) const { return results(softmax(S), logsumexp(S)); }
};
struct embed_formula {
    auto operator()(const auto& E, const auto& ids) const { return rows(E, ids); }
};

}  // namespace heed::test
