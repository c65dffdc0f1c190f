// SPDX-License-Identifier: BSL-1.0
// Heads where projections leave them, [batch, tokens, head, d] through views, causal, against contiguous heads.
#include <bench/layers/comparison.hpp>
#include <bench/layers/sizes.hpp>

namespace bench {

using namespace heed;

template <std::size_t Batch, std::size_t Tokens, std::size_t Heads, std::size_t Width>
struct heads_in_place {
    tensor<float, Batch, Tokens, Heads, Width> Q, K, V;
    tensor<float, Batch, Heads, Tokens, Width> q, k, v;
    static constexpr double flops = 2.0 * Batch * Heads * Tokens * (Tokens + 1) * Width;
    void fill_all() { fill(Q, 1, 1), fill(K, 1, 2), fill(V, 1, 3), fill(q, 1, 1), fill(k, 1, 2), fill(v, 1, 3); }
};

template <class Operands>
static std::pair<computation, computation> prepare() {
    const auto all = prepared<Operands>();
    return {evaluating(all,
                       [](const auto& o) {
                           return permute<0, 2, 1, 3>(attention(permute<0, 2, 1, 3>(o.Q), permute<0, 2, 1, 3>(o.K),
                                                                permute<0, 2, 1, 3>(o.V), causal));
                       }),
            evaluating(all, [](const auto& o) { return attention(o.q, o.k, o.v, causal); })};
}

using of_128 = heads_in_place<8, 128, 12, 64>;
using of_512 = heads_in_place<2, 512, 12, 64>;
static const compares short_row({short_heads, of_128::flops, "contiguous heads", 0.95, prepare<of_128>});
static const compares long_row({long_heads, of_512::flops, "contiguous heads", 0.95, prepare<of_512>});

}  // namespace bench
