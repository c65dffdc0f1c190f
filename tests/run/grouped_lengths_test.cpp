// SPDX-License-Identifier: BSL-1.0
// Grouped queries where numbers of heads are known at run time only: the bits of each head by itself and of the same
// formula over sizes that are known, the unfused evaluation, and what is said of heads that do not go together.
#include "tests/run/checked.hpp"
#include "tests/run/of_lengths.hpp"

#include <heed/heed.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <string>

namespace heed::test {

inline constexpr axis head{"head"}, kv_head{"kv_head"}, tokens{"tokens"}, memory{"memory"}, d_k{"d_k"}, model{"model"};

struct sizes {
    std::size_t keys, queries_each, queries, memory;
};

class grouped_lengths : public testing::TestWithParam<sizes> {
protected:
    std::size_t g = GetParam().keys, h = g * GetParam().queries_each, n = GetParam().queries, m = GetParam().memory;
    tensor<float, head[dyn], tokens[dyn], d_k[16]> Q{h, n};
    tensor<float, kv_head[dyn], memory[dyn], d_k[16]> K{g, m}, V{g, m};
    tensor<float, head[dyn], tokens[1], d_k[16]> one{h};

    grouped_lengths() { fill(Q, K, V, one); }
};

/// Head i by itself reads key head i / (query heads / key heads).
TEST_P(grouped_lengths, are_heads_by_themselves) {
    const tensor together = attention(Q, group<head>(K, Q), group<head>(V, Q));
    ASSERT_EQ(together.dims(), (detail::shape(head[h], tokens[n], d_k[16])));
    for (std::size_t i = 0; i < h; ++i) {
        const std::size_t key = i * g / h;
        const view<const float, tokens[dyn], d_k[16]> q(Q.data() + i * n * 16, n);
        const view<const float, memory[dyn], d_k[16]> k(K.data() + key * m * 16, m), v(V.data() + key * m * 16, m);
        const tensor alone = attention(q, k, v);
        EXPECT_TRUE(std::equal(alone.begin(), alone.end(), together.begin() + static_cast<std::ptrdiff_t>(i * n * 16)))
            << i;
    }
}

TEST_P(grouped_lengths, agree_with_the_unfused_evaluation) {
    expect_right("masked", attention(Q, group<head>(K, Q), group<head>(V, Q), causal_lower_right));
    expect_right("one query", attention(one, group<0>(K, one), group<0>(V, one)));
    expect_right("a product", Q * transpose(group<head>(K + 1, Q * 2)));
    expect_right("elements", group<head>(K, Q) + group<head>(V, Q));
    if (g == 2) {
        tensor<float, kv_head[2], memory[dyn], d_k[16]> keys(m);
        keys = K;
        expect_right("keys known, values not", attention(Q, group<head>(keys, Q), group<head>(V, Q)));
    }
}

/// A number of queries to each head of keys that is known: as an axis that is merged.
TEST_P(grouped_lengths, by_a_known_number) {
    tensor<float, kv_head[dyn], 3, tokens[dyn], d_k[16]> by_key(g, n);
    fill(by_key);
    const auto merged = merge<0, 1>(by_key);
    expect_right("merged", attention(merged, group<0>(K, merged), group<0>(V, merged)));
    const auto f = let(by_key + by_key, [&](auto x) {
        const auto q = merge<0, 1>(x);
        return q * transpose(group<0>(K, q));
    });
    expect_right("let", f);
}

INSTANTIATE_TEST_SUITE_P(edges, grouped_lengths,
                         testing::Values(sizes{0, 0, 3, 5}, sizes{0, 2, 3, 5}, sizes{2, 0, 3, 5}, sizes{1, 1, 1, 1},
                                         sizes{1, 4, 2, 3}, sizes{2, 1, 17, 64}, sizes{2, 3, 0, 4}, sizes{3, 2, 5, 1},
                                         sizes{2, 3, 16, 65}, sizes{3, 4, 33, 129}));

template <std::size_t Keys, std::size_t Heads, std::size_t N, std::size_t M>
void expect_bits_of_known_sizes() {
    tensor<float, head[Heads], tokens[N], d_k[16]> Q;
    tensor<float, kv_head[Keys], memory[M], d_k[16]> K, V;
    fill(Q, K, V);
    tensor<float, head[dyn], tokens[dyn], d_k[16]> q;
    tensor<float, kv_head[dyn], memory[dyn], d_k[16]> k, v;
    q = Q;
    k = K;
    v = V;
    const tensor wanted = attention(Q, group<head[Heads]>(K), group<head>(V, Q), causal_lower_right);
    expect_same_bits("attention", evaluate(attention(q, group<head>(k, q), group<head>(v, q), causal_lower_right)),
                     wanted);
}

TEST(grouped_lengths_known, same_bits) { expect_bits_of_known_sizes<2, 6, 17, 70>(); }

/// A layer of attention of which all sizes stand in the header of a file: model, heads, heads of keys, size of a head.
template <class X, class Wq, class Wk, class Wv, class Wo>
auto layer(const X& x, const Wq& wq, const Wk& wk, const Wv& wv, const Wo& wo) {
    const auto y = attention(einsum<"td,hkd->htk">(x, wq), group<head>(einsum<"td,hkd->htk">(x, wk), wq),
                             group<head>(einsum<"td,hkd->htk">(x, wv), wq), causal);
    return einsum<"htk,dhk->td">(y, wo);
}

TEST(grouped_lengths_known, a_layer_whose_sizes_stand_in_a_file) {
    constexpr std::size_t n = 7, d = 20, h = 6, g = 2, k = 8;
    tensor<float, tokens[n], model[d]> X;
    tensor<float, head[h], d_k[k], model[d]> Wq;
    tensor<float, kv_head[g], d_k[k], model[d]> Wk, Wv;
    tensor<float, model[d], head[h], d_k[k]> Wo;
    fill(X, Wq, Wk, Wv, Wo);
    const view<const float, tokens[dyn], model[dyn]> x(X.data(), n, d);
    const view<const float, head[dyn], d_k[dyn], model[dyn]> wq(Wq.data(), h, k, d);
    const view<const float, kv_head[dyn], d_k[dyn], model[dyn]> wk(Wk.data(), g, k, d), wv(Wv.data(), g, k, d);
    const view<const float, model[dyn], head[dyn], d_k[dyn]> wo(Wo.data(), d, h, k);
    const auto y = evaluate(layer(x, wq, wk, wv, wo));
    const auto exact = evaluate_unfused<double>(layer(X, Wq, Wk, Wv, Wo));
    EXPECT_EQ(y.dims(), exact.dims());
    EXPECT_LE(distance<float>(y, exact, 1), allowed_units);
}

TEST(grouped_lengths_known, over_a_cache) {
    constexpr std::size_t h = 4, g = 2, k = 8, room = 9;
    tensor<float, head[dyn], tokens[dyn], d_k[dyn]> Q(h, room, k);
    tensor<float, kv_head[dyn], tokens[dyn], d_k[dyn]> K(g, room, k), V(g, room, k), keys(g, room, k),
        values(g, room, k);
    fill(Q, K, V);
    const auto whole = evaluate_unfused<double>(attention(Q, group<head>(K, Q), group<head>(V, Q), causal));
    for (std::size_t p = 0; p < room; ++p) {
        slice<tokens>(keys, p, p + 1) = slice<tokens>(K, p, p + 1);
        slice<tokens>(values, p, p + 1) = slice<tokens>(V, p, p + 1);
        const auto q = slice<tokens>(Q, p, p + 1);
        const tensor y = attention(q, group<head>(slice<tokens>(keys, 0, p + 1), q),
                                   group<head>(slice<tokens>(values, 0, p + 1), q));
        for (std::size_t i = 0; i < h; ++i)
            for (std::size_t j = 0; j < k; ++j) EXPECT_NEAR(static_cast<double>(y(i, 0, j)), whole(i, p, j), 1e-6) << p;
    }
}

TEST(grouped_lengths_known, what_does_not_fit) {
    const tensor<float, head[dyn], tokens[dyn], d_k[16]> Q(6, 2), none(0, 2);
    const tensor<float, kv_head[dyn], memory[dyn], d_k[16]> four(4, 3), two(2, 3), three(3, 3), no(0, 3);
    const tensor<float, kv_head[4], memory[dyn], d_k[16]> known(3);
    const char* const divides =
        "heed: group<head>(K, Q) needs a number of query heads that the number of key heads divides: ";
    EXPECT_EQ(words_of_check(attention(Q, group<head>(four, Q), group<head>(four, Q))),
              divides + std::string("[kv_head[4] x memory[3] x d_k[16]] and [head[6] x tokens[2] x d_k[16]]"));
    EXPECT_EQ(words_of_check(Q * transpose(group<head>(known, Q))),
              divides + std::string("[kv_head[4] x memory[3] x d_k[16]] and [head[6] x tokens[2] x d_k[16]]"));
    EXPECT_EQ(words_of_check(group<head>(no, Q) + 1),
              divides + std::string("[kv_head[0] x memory[3] x d_k[16]] and [head[6] x tokens[2] x d_k[16]]"));
    EXPECT_EQ(words_of_check(attention(Q, group<head>(two, Q), group<head>(three, Q))),
              "heed: group<head>(K, Q) needs as many key heads in all that is grouped to as many heads: [kv_head[2] x "
              "memory[3] x d_k[16]] and "
              "[kv_head[3] x memory[3] x d_k[16]]");
    EXPECT_EQ(words_of_check(attention(Q, group<head>(three, Q), group<head>(two, Q))),
              "heed: group<head>(K, Q) needs as many key heads in all that is grouped to as many heads: [kv_head[3] x "
              "memory[3] x d_k[16]] and "
              "[kv_head[2] x memory[3] x d_k[16]]");
    EXPECT_NE(words_of_check(attention(Q, group<head>(two, none), group<head>(two, Q))).find("heed: A * B needs"),
              std::string::npos);
    EXPECT_EQ(words_of_check(attention(none, group<head>(two, none), group<head>(two, none))), "no error");

    tensor<float, head[dyn], memory[dyn], d_k[16]> kept(1, 1);
    kept(0, 0, 0) = 7;
    EXPECT_THROW(kept = group<head>(four, Q), shape_error);
    EXPECT_EQ(kept.extent(0), 1U);
    EXPECT_EQ(kept(0, 0, 0), 7.0F);
}

}  // namespace heed::test
