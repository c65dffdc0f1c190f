// SPDX-License-Identifier: BSL-1.0
// Rotary positions where numbers of rows and of columns are known at run time only, and from a position on: the bits of
// the same formula over sizes that are known, the unfused evaluation, and what is said of tables that do not fit. And
// columns that a reshape splits into heads, whose number is known then.
#include "tests/run/of_lengths.hpp"

#include <heed/heed.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <string>

namespace heed::test {

inline constexpr axis head{"head"}, kv_head{"kv_head"}, tokens{"tokens"}, d_k{"d_k"}, model{"model"};

template <std::size_t Heads, std::size_t N, std::size_t Depth, class Pairs>
void expect_bits_of_known_sizes(Pairs which) {
    tensor<float, head[Heads], tokens[N], d_k[Depth]> X;
    fill(X);
    tensor<float, head[Heads], tokens[dyn], d_k[Depth]> rows_late;
    tensor<float, head[Heads], tokens[N], d_k[dyn]> depth_late;
    tensor<float, head[dyn], tokens[dyn], d_k[dyn]> late;
    rows_late = X;
    depth_late = X;
    late = X;
    const auto tables = rope_tables<float>(N + 5, Depth);
    const tensor wanted = rope(X, tables, which), further = rope(X + X, tables.from(5), which);
    expect_same_bits("rows", evaluate(rope(rows_late, tables, which)), wanted);
    expect_same_bits("depth", evaluate(rope(depth_late, tables, which)), wanted);
    expect_same_bits("both", evaluate(rope(late, tables, which)), wanted);
    expect_same_bits("rows of a formula", evaluate(rope(rows_late + rows_late, tables.from(5), which)), further);
    expect_same_bits("depth of a formula", evaluate(rope(depth_late + depth_late, tables.from(5), which)), further);
    expect_same_bits("both of a formula", evaluate(rope(late + late, tables.from(5), which)), further);
    const auto exact = evaluate_unfused<double>(rope(late + late, tables.from(5), which));
    EXPECT_LE(distance<float>(further, exact, 1), 2);
}

TEST(rope_lengths, halves_have_the_same_bits) {
    expect_bits_of_known_sizes<2, 1, 2>(pairs::halves);
    expect_bits_of_known_sizes<3, 17, 16>(pairs::halves);
}
TEST(rope_lengths, neighbours_have_the_same_bits) {
    expect_bits_of_known_sizes<1, 2, 8>(pairs::neighbours);
    expect_bits_of_known_sizes<2, 65, 12>(pairs::neighbours);
}

TEST(rope_lengths, tables_of_ones_own) {
    const auto tables = rope_tables<float>(9, 8);
    tensor<float, tokens[dyn], d_k[dyn]> X(7, 8);
    fill(X);
    const view<const float, dyn, dyn> C(tables.cosines(), 7, 4), S(tables.sines(), 7, 4);
    expect_same_bits("halves", evaluate(rope(X, C, S, pairs::halves)), evaluate(rope(X, tables, pairs::halves)));
    expect_same_bits("neighbours", evaluate(rope(X, C, S, pairs::neighbours)),
                     evaluate(rope(X, tables, pairs::neighbours)));
}

TEST(rope_lengths, nothing_stays_nothing) {
    const auto tables = rope_tables<float>(4, 8);
    const tensor<float, head[dyn], tokens[dyn], d_k[dyn]> no_tokens(2, 0, 8), no_heads(0, 3, 8);
    EXPECT_EQ(evaluate(rope(no_tokens, tables, pairs::halves)).dims(), no_tokens.dims());
    EXPECT_EQ(evaluate(rope(no_heads + 1, tables.from(4 - 3), pairs::neighbours)).dims(), no_heads.dims());
    EXPECT_EQ(evaluate(rope(no_tokens, tables.from(4), pairs::halves)).size(), 0U);
}

/// Row by row, from its position on, as in a cache.
TEST(rope_lengths, from_a_position_on) {
    const auto tables = rope_tables<float>(9, 8);
    tensor<float, head[2], tokens[9], d_k[8]> X;
    fill(X);
    tensor<float, head[dyn], tokens[dyn], d_k[dyn]> late;
    late = X;
    const tensor whole = rope(X, tables, pairs::halves);
    for (std::size_t p = 0; p < 9; ++p) {
        tensor<float, head[2], tokens[1], d_k[8]> one;
        one = slice<tokens>(X, p, p + 1);
        const tensor known = rope(one, tables.from(p), pairs::halves);
        expect_same_bits("one", evaluate(rope(slice<tokens>(late, p, p + 1), tables.from(p), pairs::halves)), known);
        for (std::size_t h = 0; h < 2; ++h)
            for (std::size_t j = 0; j < 8; ++j) EXPECT_EQ(known(h, 0, j), whole(h, p, j));
    }
}

TEST(rope_lengths, what_does_not_fit) {
    const auto tables = rope_tables<float>(9, 8);
    const tensor<float, tokens[dyn], d_k[dyn]> X(5, 8), deeper(5, 10), odd(5, 7);
    tensor<float, tokens[dyn], d_k[dyn]> kept(1, 1);
    kept(0, 0) = 7;
    const auto kept_by = [&](const auto& x, std::size_t from) {
        return words_of([&] { kept = rope(x, tables.from(from), pairs::halves); });
    };
    EXPECT_EQ(kept_by(X, 5),
              "heed: rope(x, tables, pairs) needs tables of as many positions as x has rows: [4 x 4] and [5]");
    EXPECT_EQ(kept_by(deeper, 0),
              "heed: rope(x, tables, pairs) needs tables as deep as x has columns: [9 x 4] and [tokens[5] x d_k[10]]");
    EXPECT_EQ(kept_by(odd, 0),
              "heed: rope(x, tables, pairs) needs rows of an even number of columns: [tokens[5] x d_k[7]] has 7 along "
              "axis 1, which 2 does not divide");
    EXPECT_EQ(words_of([&] { kept = rope(2 * odd, tables, pairs::neighbours); }), kept_by(odd, 0));
    EXPECT_EQ(kept_by(X, 10), "heed: tables.from(p) needs a position that the tables have: [9] has 9, given are 10");
    EXPECT_EQ(kept.size(), 1U);
    EXPECT_EQ(kept(0, 0), 7.0F);
    EXPECT_EQ(kept_by(X, 4), "no error");
}

/// A model of which all sizes are known at run time only, token after token, and all of it at once with known sizes.
TEST(rope_lengths, a_layer_over_a_cache) {
    constexpr std::size_t n = 9, d = 20, h = 4, g = 2, k = 8;
    tensor<float, tokens[n], model[d]> X;
    tensor<float, model[d], h * k> Wq;
    tensor<float, model[d], g * k> Wk, Wv;
    fill(X, Wq, Wk, Wv);
    const auto tables = rope_tables<float>(n, k);
    const auto heads_apart = [&]<class W>(const W& w, auto heads) {
        return permute<1, 0, 2>(reshape<tokens[n], heads(), d_k[k]>(X * w));
    };
    const auto queries = heads_apart(Wq, [] { return head[h]; });
    const auto keys_of = heads_apart(Wk, [] { return kv_head[g]; });
    const auto values_of = heads_apart(Wv, [] { return kv_head[g]; });
    const tensor whole =
        attention(rope(queries, tables, pairs::neighbours), group<head[h]>(rope(keys_of, tables, pairs::neighbours)),
                  group<head[h]>(values_of), causal);

    const view<const float, model[dyn], dyn> wq(Wq.data(), d, h * k), wk(Wk.data(), d, g * k), wv(Wv.data(), d, g * k);
    const tensor<float, d_k[dyn]> head_size(k);
    tensor<float, kv_head[dyn], tokens[dyn], d_k[dyn]> keys(g, n, k), values(g, n, k);
    tensor<float, head[dyn], tokens[1], d_k[dyn]> q(h, k);
    tensor<float, kv_head[dyn], tokens[1], d_k[dyn]> key(g, k), value(g, k);
    for (std::size_t p = 0; p < n; ++p) {
        const view<const float, model[dyn]> x(X.data() + p * d, d);
        const tensor all_q = x * wq, all_k = x * wk, all_v = x * wv;
        q = rope(view<const float, head[dyn], tokens[1], d_k[dyn]>(all_q.data(), h, k), tables.from(p),
                 pairs::neighbours);
        key = rope(view<const float, kv_head[dyn], tokens[1], d_k[dyn]>(all_k.data(), g, k), tables.from(p),
                   pairs::neighbours);
        slice<tokens>(keys, p, p + 1) = key;
        slice<tokens>(values, p, p + 1) = view<const float, kv_head[dyn], tokens[1], d_k[dyn]>(all_v.data(), g, k);
        const tensor y = attention(q, group<head>(slice<tokens>(keys, 0, p + 1), q),
                                   group<head>(slice<tokens>(values, 0, p + 1), q));
        for (std::size_t i = 0; i < h; ++i)
            for (std::size_t j = 0; j < k; ++j) EXPECT_NEAR(y(i, 0, j), whole(i, p, j), 2e-5F) << p;
    }
}

/// Columns become heads of a size that is known.
TEST(rope_lengths, heads_that_a_reshape_finds) {
    tensor<float, tokens[7], model[12]> X;
    tensor<float, model[12], 24> W;
    fill(X, W);
    tensor<float, tokens[dyn], model[12]> x;
    tensor<float, model[12], dyn> w;
    x = X;
    w = W;
    const auto by_head = [](const auto& f) { return permute<1, 0, 2>(f); };
    const auto q = by_head(reshape<tokens[7], head[3], d_k[8]>(X * W));
    const auto late = by_head(reshape<tokens[dyn], head[dyn], d_k[8]>(x * w));
    expect_same_bits("heads", evaluate(late), evaluate(q));
    expect_same_bits("attention", evaluate(attention(late, late, late)), evaluate(attention(q, q, q)));
    expect_same_bits("of a tensor", evaluate(reshape<dyn, head[dyn], 4>(w) + 1),
                     evaluate(reshape<12, head[6], 4>(W) + 1));
    const tensor<float, model[12], dyn> odd(20);
    EXPECT_EQ(words_of([&] { (void)evaluate(reshape<tokens[dyn], head[dyn], d_k[8]>(x * odd)); }),
              "heed: reshape needs as many elements: [tokens[7] x 20] and [tokens[7] x head[2] x d_k[8]]");
}

/// The lengths have no whole factor.
TEST(rope_lengths, rows_of_another_length) {
    tensor<float, 6, 20> X;
    fill(X);
    const tensor<float, dyn, 20> x = X, seven(7);
    expect_same_bits("rows", evaluate(exp(reshape<dyn, 8>(x))), evaluate(exp(reshape<15, 8>(X))));
    EXPECT_EQ(words_of([&] { (void)evaluate(reshape<dyn, 8>(seven)); }),
              "heed: reshape needs as many elements: [7 x 20] and [17 x 8]");
    tensor<float, dyn, 8> y;
    EXPECT_EQ(words_of([&] { y = reshape<at_most<10>, 8>(x); }),
              "heed: reshape<extents...>(A) needs room for the size that follows from the other extents: [6 x 20] and "
              "[at_most<10> x 8]");
}

}  // namespace heed::test
