// SPDX-License-Identifier: BSL-1.0
// Heads where projections leave them, [batch, tokens, head, d] through views, causal, against contiguous heads; heads
// as an axis, with all projections, against heads one by one.
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

/// A head among others, read through views whose strides are known at run time only.
template <std::size_t Queries, std::size_t Tokens, std::size_t Heads, std::size_t Width>
struct head_through_views {
    using view_of_head = strided_view<const float, Tokens, Width>;
    tensor<float, Queries, Width> Q;
    tensor<float, Tokens, Heads, Width> K, V;
    tensor<float, Tokens, Width> k, v;
    static constexpr double flops = 4.0 * Queries * Tokens * Width;
    void fill_all() { fill(Q, 1, 1), fill(K, 1, 2), fill(V, 1, 3), fill(k, 1, 2), fill(v, 1, 3); }
    view_of_head keys() const { return K(all, 3); }
    view_of_head values() const { return V(all, 3); }
};

template <class Operands>
static std::pair<computation, computation> prepare_head() {
    const auto all = prepared<Operands>();
    return {evaluating(all, [](const auto& o) { return attention(o.Q, o.keys(), o.values()); }),
            evaluating(all, [](const auto& o) { return attention(o.Q, o.k, o.v); })};
}

using one_of_a_head = head_through_views<1, 512, 12, 64>;
using many_of_a_head = head_through_views<512, 512, 12, 64>;
static const compares one_query_row({"one query, 512 keys through strided_view", one_of_a_head::flops,
                                     "contiguous keys", 0.95, prepare_head<one_of_a_head>});
static const compares many_queries_row({"512 queries and keys through strided_view", many_of_a_head::flops,
                                        "contiguous keys", 0.95, prepare_head<many_of_a_head>});

/// Projections of each head are a matrix of their own.
template <std::size_t Tokens, std::size_t Heads, std::size_t Width>
struct projected_heads {
    static constexpr std::size_t model = Heads * Width;
    static constexpr axis head{"head"}, tokens{"tokens"}, d_k{"d_k"};
    tensor<float, tokens[Tokens], model> X;
    tensor<float, head[Heads], model, d_k[Width]> Wq, Wk, Wv;
    tensor<float, model, model> Wo;
    static constexpr double flops = 8.0 * Tokens * model * model + 4.0 * Tokens * Tokens * model;
    void fill_all() { fill(X, 1, 1), fill(Wq, 0.05, 2), fill(Wk, 0.05, 3), fill(Wv, 0.05, 4), fill(Wo, 0.05, 5); }

    auto as_an_axis() const {
        return merge<head, d_k>(permute<tokens, head, d_k>(attention(X * Wq, X * Wk, X * Wv))) * Wo;
    }
    auto one_by_one() const {
        return concat(heads<Heads>([&](auto i) { return attention(X * Wq[i], X * Wk[i], X * Wv[i]); })) * Wo;
    }
};

template <class Operands>
static std::pair<computation, computation> prepare_spellings() {
    const auto all = prepared<Operands>();
    return {evaluating(all, [](const auto& o) { return o.as_an_axis(); }),
            evaluating(all, [](const auto& o) { return o.one_by_one(); })};
}

using twelve_heads = projected_heads<128, 12, 64>;
static const compares an_axis({"12 heads of 128 x 64 as an axis, all projections", twelve_heads::flops, "heads<12>",
                               0.97, prepare_spellings<twelve_heads>});

}  // namespace bench
