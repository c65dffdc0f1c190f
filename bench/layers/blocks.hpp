// SPDX-License-Identifier: BSL-1.0
// What blocks have in common: the products alone.
#pragma once

#include <bench/layers/comparison.hpp>

#include <cstddef>

namespace bench {

/// The sizes of a block: `kv_heads` of keys and values, `hidden` numbers in the feed-forward, a second product up to
/// them where it is gated.
struct block_sizes {
    std::size_t tokens, width, heads, kv_heads, hidden;
    bool gated = false;

    constexpr std::size_t head_width() const { return width / heads; }
    /// All products; of scores those of all keys, masked or not.
    constexpr double flops() const {
        const auto n = static_cast<double>(tokens), d = static_cast<double>(width), f = static_cast<double>(hidden),
                   kv = static_cast<double>(kv_heads * head_width());
        return 2 * n * (d * (2 * d + 2 * kv) + 2 * n * d + (gated ? 3 : 2) * d * f);
    }
};

/// All products of a block, with nothing else between them, each written into memory of its own.
template <block_sizes S>
struct block_products {
    static constexpr std::size_t n = S.tokens, d = S.width, e = S.head_width(), projected = d + 2 * S.kv_heads * e;
    heed::tensor<float, n, d> X, attended, Y;
    heed::tensor<float, d, projected> Wqkv;
    heed::tensor<float, n, projected> qkv;
    heed::tensor<float, S.heads, n, e> Q, K, V, mixed;
    heed::tensor<float, S.heads, n, n> scores;
    heed::tensor<float, d, d> Wo;
    heed::tensor<float, d, S.hidden> gate, up;
    heed::tensor<float, S.hidden, d> down;
    heed::tensor<float, n, S.hidden> first, second;

    void fill_all() {
        fill(X, 1, 1), fill(Wqkv, 0.05, 2), fill(Wo, 0.05, 3), fill(up, 0.05, 4), fill(down, 0.05, 5);
        fill(gate, 0.05, 6), fill(Q, 1, 7), fill(K, 1, 8), fill(V, 1, 9);
    }

    void compute() {
        using namespace heed;
        noalias(qkv) = X * Wqkv;
        noalias(scores) = Q * transpose(K);
        noalias(mixed) = scores * V;
        noalias(attended) = X * Wo;
        noalias(first) = X * up;
        if constexpr (S.gated) noalias(second) = X * gate;
        noalias(Y) = first * down;
    }
};

template <block_sizes S>
computation products_of_block() {
    return doing(prepared<block_products<S>>(), [](auto& p) { p.compute(); });
}

}  // namespace bench
