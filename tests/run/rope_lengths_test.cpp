// SPDX-License-Identifier: BSL-1.0
// Rotary positions where numbers of rows and of columns are known at run time only, and from a position on: plain
// loops, the bits of the same formula over sizes that are known, and what is said of tables that do not fit. And
// columns that a reshape splits into heads, whose number is known then.
#include "tests/run/of_lengths.hpp"

#include <heed/heed.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace heed::test {

inline constexpr axis head{"head"}, kv_head{"kv_head"}, tokens{"tokens"}, d_k{"d_k"}, model{"model"};

using dynamic_heads = tensor<float, head[dyn], tokens[dyn], d_k[dyn]>;

constexpr bool are_halves(pairs::halves_of_columns) { return true; }
constexpr bool are_halves(pairs::neighbouring_columns) { return false; }

/// A row at a position, by plain loops in double.
template <class Pairs>
std::vector<double> turned(std::vector<double> x, const rotary_tables<float>& tables, std::size_t position,
                           Pairs which) {
    const std::size_t pairs = x.size() / 2;
    for (std::size_t i = 0; i < pairs; ++i) {
        double& first = x[are_halves(which) ? i : 2 * i];
        double& second = x[are_halves(which) ? i + pairs : 2 * i + 1];
        const double cosine = tables.cosines()[position * pairs + i], sine = tables.sines()[position * pairs + i];
        const double turned_first = first * cosine - second * sine;
        second = second * cosine + first * sine;
        first = turned_first;
    }
    return x;
}

/// All rows of all heads, times a number, from a position on.
template <class Pairs>
std::vector<double> turned_rows(const dynamic_heads& X, double times, const rotary_tables<float>& tables,
                                std::size_t from, Pairs which) {
    std::vector<double> all;
    for (std::size_t h = 0; h < X.extent(0); ++h)
        for (std::size_t p = 0; p < X.extent(1); ++p) {
            std::vector<double> row;
            for (std::size_t j = 0; j < X.extent(2); ++j) row.push_back(times * static_cast<double>(X(h, p, j)));
            for (const double x : turned(std::move(row), tables, from + p, which)) all.push_back(x);
        }
    return all;
}

struct sizes_of_heads {
    std::size_t heads, rows, depth;
};

/// No size is known: near the plain loops.
template <class Pairs>
void expect_near_loops(const sizes_of_heads& s, Pairs which) {
    dynamic_heads X(s.heads, s.rows, s.depth);
    fill(X);
    const auto tables = rope_tables<float>(s.rows + 5, s.depth);
    const tensor plain = rope(X, tables, which), further = rope(X + X, tables.from(5), which);
    ASSERT_EQ(plain.dims(), X.dims());
    ASSERT_EQ(further.dims(), X.dims());
    EXPECT_LE(distance<float>(plain, turned_rows(X, 1, tables, 0, which), 1), 2) << s.rows;
    EXPECT_LE(distance<float>(further, turned_rows(X, 2, tables, 5, which), 1), 2) << s.rows;
}

TEST(rope_lengths, are_near_plain_loops) {
    for (const sizes_of_heads s : {sizes_of_heads{2, 1, 2}, {1, 2, 8}, {3, 17, 16}, {2, 65, 12}}) {
        expect_near_loops(s, pairs::halves);
        expect_near_loops(s, pairs::neighbours);
    }
}

template <class X>
X copied(const dynamic_heads& from) {
    X x;
    x = from;
    return x;
}

/// For each extent that may be dynamic, a tensor is turned with one kind of pairs and a formula with the other: where
/// rows are does not depend on which columns are pairs.
TEST(rope_lengths, halves_have_the_bits_of_known_sizes) {
    dynamic_heads late(3, 17, 16);
    fill(late);
    const auto X = copied<tensor<float, head[3], tokens[17], d_k[16]>>(late);
    const auto rows_late = copied<tensor<float, head[3], tokens[dyn], d_k[16]>>(late);
    const auto depth_late = copied<tensor<float, head[3], tokens[17], d_k[dyn]>>(late);
    const auto tables = rope_tables<float>(22, 16);
    const tensor wanted = rope(X, tables, pairs::halves), further = rope(X + X, tables.from(5), pairs::halves);
    expect_same_bits("rows", evaluate(rope(rows_late, tables, pairs::halves)), wanted);
    expect_same_bits("depth", evaluate(rope(depth_late + depth_late, tables.from(5), pairs::halves)), further);
    expect_same_bits("both", evaluate(rope(late, tables, pairs::halves)), wanted);
    expect_same_bits("both of a formula", evaluate(rope(late + late, tables.from(5), pairs::halves)), further);
}
TEST(rope_lengths, neighbours_have_the_bits_of_known_sizes) {
    dynamic_heads late(2, 65, 12);
    fill(late);
    const auto X = copied<tensor<float, head[2], tokens[65], d_k[12]>>(late);
    const auto rows_late = copied<tensor<float, head[2], tokens[dyn], d_k[12]>>(late);
    const auto depth_late = copied<tensor<float, head[2], tokens[65], d_k[dyn]>>(late);
    const auto tables = rope_tables<float>(70, 12);
    const tensor wanted = rope(X, tables, pairs::neighbours), further = rope(X + X, tables.from(5), pairs::neighbours);
    expect_same_bits("rows", evaluate(rope(rows_late + rows_late, tables.from(5), pairs::neighbours)), further);
    expect_same_bits("depth", evaluate(rope(depth_late, tables, pairs::neighbours)), wanted);
    expect_same_bits("both", evaluate(rope(late, tables, pairs::neighbours)), wanted);
    expect_same_bits("both of a formula", evaluate(rope(late + late, tables.from(5), pairs::neighbours)), further);
}

TEST(rope_lengths, tables_of_ones_own) {
    const auto tables = rope_tables<float>(9, 8);
    dynamic_heads X(1, 7, 8);
    fill(X);
    const view<const float, dyn, dyn> C(tables.cosines(), 7, 4), S(tables.sines(), 7, 4);
    expect_same_bits("halves", evaluate(rope(X, C, S, pairs::halves)), evaluate(rope(X, tables, pairs::halves)));
    expect_same_bits("neighbours", evaluate(rope(X, C, S, pairs::neighbours)),
                     evaluate(rope(X, tables, pairs::neighbours)));
}

TEST(rope_lengths, nothing_stays_nothing) {
    const auto tables = rope_tables<float>(4, 8);
    const dynamic_heads no_tokens(2, 0, 8), no_heads(0, 3, 8);
    EXPECT_EQ(evaluate(rope(no_tokens, tables, pairs::halves)).dims(), no_tokens.dims());
    EXPECT_EQ(evaluate(rope(no_heads + no_heads, tables.from(4 - 3), pairs::neighbours)).dims(), no_heads.dims());
    EXPECT_EQ(evaluate(rope(no_tokens, tables.from(4), pairs::halves)).size(), 0U);
}

/// Row by row, from its position on, as in a cache.
TEST(rope_lengths, from_a_position_on) {
    const auto tables = rope_tables<float>(9, 8);
    dynamic_heads X(2, 9, 8);
    fill(X);
    const tensor whole = rope(X, tables, pairs::halves);
    for (std::size_t p = 0; p < 9; ++p) {
        const tensor one = rope(slice<tokens>(X, p, p + 1), tables.from(p), pairs::halves);
        expect_same_bits("one", one, slice<tokens>(whole, p, p + 1));
    }
}

TEST(rope_lengths, what_does_not_fit) {
    const auto tables = rope_tables<float>(9, 8);
    const dynamic_heads X(1, 5, 8), deeper(1, 5, 10), odd(1, 5, 7);
    dynamic_heads kept(1, 1, 1);
    kept(0, 0, 0) = 7;
    const auto kept_by = [&](const auto& x, std::size_t from) {
        return words_of([&] { kept = rope(x, tables.from(from), pairs::halves); });
    };
    EXPECT_EQ(kept_by(X, 5),
              "heed: rope(x, tables, pairs) needs tables of as many positions as x has rows: [4 x 4] and [5]");
    EXPECT_EQ(kept_by(deeper, 0),
              "heed: rope(x, tables, pairs) needs tables as deep as x has columns: [9 x 4] and [head[1] x tokens[5] x "
              "d_k[10]]");
    EXPECT_EQ(
        kept_by(odd, 0),
        "heed: rope(x, tables, pairs) needs rows of an even number of columns: [head[1] x tokens[5] x d_k[7]] has 7 "
        "along axis 2, which 2 does not divide");
    EXPECT_EQ(words_of([&] { kept = rope(odd + odd, tables, pairs::neighbours); }), kept_by(odd, 0));
    EXPECT_EQ(kept_by(X, 10), "heed: tables.from(p) needs a position that the tables have: [9] has 9, given are 10");
    EXPECT_EQ(kept.size(), 1U);
    EXPECT_EQ(kept(0, 0, 0), 7.0F);
    EXPECT_EQ(kept_by(X, 4), "no error");
}

/// A layer of causal attention over a sequence, by plain loops in double: h heads of queries, g of keys, k columns
/// each.
struct plain_layer {
    static constexpr std::size_t n = 9, d = 20, h = 4, g = 2, k = 8;
    tensor<float, tokens[n], model[d]> X;
    tensor<float, model[d], h * k> Wq;
    tensor<float, model[d], g * k> Wk, Wv;
    rotary_tables<float> tables = rope_tables<float>(n, k);

    plain_layer() { fill(X, Wq, Wk, Wv); }

    template <class W>
    std::vector<double> projected(const W& w, std::size_t position, std::size_t of_head) const {
        std::vector<double> sums(k, 0.0);
        for (std::size_t j = 0; j < k; ++j)
            for (std::size_t i = 0; i < d; ++i)
                sums[j] += static_cast<double>(X(position, i)) * static_cast<double>(w(i, of_head * k + j));
        return sums;
    }
    std::vector<double> output(std::size_t position, std::size_t of_head) const {
        const std::size_t of_keys = of_head / (h / g);
        const auto q = turned(projected(Wq, position, of_head), tables, position, pairs::neighbours);
        std::vector<double> y(k, 0.0);
        double total = 0;
        for (std::size_t p = 0; p <= position; ++p) {
            const auto key = turned(projected(Wk, p, of_keys), tables, p, pairs::neighbours);
            const auto value = projected(Wv, p, of_keys);
            double score = 0;
            for (std::size_t j = 0; j < k; ++j) score += q[j] * key[j];
            const double weight = std::exp(score / std::sqrt(static_cast<double>(k)));
            total += weight;
            for (std::size_t j = 0; j < k; ++j) y[j] += weight * value[j];
        }
        for (double& x : y) x /= total;
        return y;
    }
};

/// A model of which all sizes are known at run time only, token after token.
TEST(rope_lengths, a_layer_over_a_cache) {
    const plain_layer layer;
    constexpr std::size_t n = layer.n, d = layer.d, h = layer.h, g = layer.g, k = layer.k;
    const auto& tables = layer.tables;
    const view<const float, model[dyn], dyn> wq(layer.Wq.data(), d, h * k), wk(layer.Wk.data(), d, g * k),
        wv(layer.Wv.data(), d, g * k);
    tensor<float, kv_head[dyn], tokens[dyn], d_k[dyn]> keys(g, n, k), values(g, n, k);
    tensor<float, head[dyn], tokens[1], d_k[dyn]> q(h, k);
    tensor<float, head[dyn], tokens[1], d_k[dyn]> key(g, k);
    for (std::size_t p = 0; p < n; ++p) {
        const view<const float, model[dyn]> x(layer.X.data() + p * d, d);
        const tensor all_q = x * wq, all_k = x * wk, all_v = x * wv;
        const auto turned_heads = [&](const float* numbers, std::size_t heads) {
            return evaluate(rope(view<const float, head[dyn], tokens[1], d_k[dyn]>(numbers, heads, k), tables.from(p),
                                 pairs::neighbours));
        };
        q = turned_heads(all_q.data(), h);
        key = turned_heads(all_k.data(), g);
        slice<tokens>(keys, p, p + 1) = view<const float, kv_head[dyn], tokens[1], d_k[dyn]>(key.data(), g, k);
        slice<tokens>(values, p, p + 1) = view<const float, kv_head[dyn], tokens[1], d_k[dyn]>(all_v.data(), g, k);
        const tensor y = attention(q, group<head>(slice<tokens>(keys, 0, p + 1), q),
                                   group<head>(slice<tokens>(values, 0, p + 1), q));
        for (std::size_t i = 0; i < h; ++i) {
            const std::vector<double> wanted = layer.output(p, i);
            for (std::size_t j = 0; j < k; ++j) EXPECT_NEAR(static_cast<double>(y(i, 0, j)), wanted[j], 2e-5) << p;
        }
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
    expect_right("attention", attention(late, late, late));
    expect_same_bits("of a tensor", evaluate(reshape<dyn, head[dyn], 4>(w) + 1),
                     evaluate(reshape<12, head[6], 4>(W) + 1));
    const tensor<float, model[12], dyn> odd(20);
    EXPECT_EQ(words_of([&] { (void)evaluate(reshape<tokens[dyn], head[dyn], d_k[8]>(x * odd)); }),
              "heed: reshape<extents...>(A) needs as many elements as A has: [tokens[7] x 20] and [tokens[7] x head[2] "
              "x d_k[8]]");
}

/// The lengths have no whole factor.
TEST(rope_lengths, rows_of_another_length) {
    tensor<float, 6, 20> X;
    fill(X);
    const tensor<float, dyn, 20> x = X, seven(7);
    expect_same_bits("rows", evaluate(exp(reshape<dyn, 8>(x))), evaluate(exp(reshape<15, 8>(X))));
    EXPECT_EQ(words_of([&] { (void)evaluate(reshape<dyn, 8>(seven)); }),
              "heed: reshape<extents...>(A) needs as many elements as A has: [7 x 20] and [17 x 8]");
    tensor<float, dyn, 8> y;
    EXPECT_EQ(words_of([&] { y = reshape<at_most<10>, 8>(x); }),
              "heed: reshape<extents...>(A) needs room for the size that follows from the other extents: [6 x 20] and "
              "[at_most<10> x 8]");
}

}  // namespace heed::test
