// SPDX-License-Identifier: BSL-1.0
// The formulas of the kernels, and the one place where their loops are compiled.
#include "attend.hpp"

#include <heed/compile_kernel.hpp>

using namespace heed;

struct attend_formula {
    auto operator()(const auto& Q, const auto& K, const auto& V) const { return attention(Q, K, V, causal); }
};
template struct heed::compiled<attend>;

struct weigh_formula {
    auto operator()(const auto& Q, const auto& K, float scale) const {
        return let(scale * (Q * transpose(K)), [](auto s) { return results(softmax(s), logsumexp(s)); });
    }
};
template struct heed::compiled<weigh>;
