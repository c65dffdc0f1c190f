// SPDX-License-Identifier: BSL-1.0
// Costs of formulas with lengths that are known at run time only: counts are what the same formula over tensors of that
// size costs, for several sizes and count by count; workspaces are those that run takes.
#include <heed/heed.hpp>
#include <heed/study.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <sstream>
#include <string>

namespace heed::test {

inline constexpr axis tokens{"tokens"}, d_k{"d_k"}, query{"query"}, key{"key"};

template <class Count>
std::string words_of(const Count& n) {
    std::ostringstream out;
    out << n;
    return out.str();
}

template <class Counts>
void expect_counts(const Counts& in_lengths, const study::figures& expected, const std::size_t* values) {
    EXPECT_EQ(in_lengths.flops.at(values), expected.flops) << in_lengths.flops;
    EXPECT_EQ(in_lengths.multiply_adds.at(values), expected.multiply_adds);
    EXPECT_EQ(in_lengths.exp.at(values), expected.exp);
    EXPECT_EQ(in_lengths.transcendentals.at(values), expected.transcendentals);
    EXPECT_EQ(in_lengths.index_operations.at(values), expected.index_operations);
    EXPECT_EQ(in_lengths.rescales.at(values), expected.rescales) << in_lengths.rescales;
    EXPECT_EQ(in_lengths.bytes_in.at(values), expected.bytes_in);
    EXPECT_EQ(in_lengths.bytes_out.at(values), expected.bytes_out);
    EXPECT_EQ(in_lengths.temporaries, expected.temporaries);
    EXPECT_EQ(in_lengths.temporary_bytes.at(values), expected.temporary_bytes);
}

/// The counts of a formula with lengths are those of `expected`, as formulas and for the tensors of f.
template <class F>
void expect_costs(const F& f, const study::costs& expected) {
    const auto in_lengths = study::cost<F>();
    const auto lengths = detail::lengths_of(f);
    expect_counts(in_lengths, expected, lengths.values);
    expect_counts(in_lengths.naive, expected.naive, lengths.values);
    const study::costs here = study::cost(f);
    expect_counts(in_lengths, here, lengths.values);
    expect_counts(in_lengths.naive, here.naive, lengths.values);
    EXPECT_EQ(here.computed_flops, expected.computed_flops);
    EXPECT_EQ(here.skipped_tiles, expected.skipped_tiles);
}

template <std::size_t N, class Formula>
void expect_costs_of_size(const Formula& formula) {
    const tensor<float, tokens[dyn], d_k[32]> X(N);
    const tensor<float, tokens[N], d_k[32]> Y;
    expect_costs(formula(X), study::cost(formula(Y)));
}
/// More queries than those whose sums are formed in parts, fewer than lanes, around blocks of keys.
template <class Formula>
void expect_costs_of_all_sizes(const Formula& formula) {
    expect_costs_of_size<5>(formula);
    expect_costs_of_size<64>(formula);
    expect_costs_of_size<65>(formula);
    expect_costs_of_size<130>(formula);
}

const tensor<float, 32, 16> W;
const tensor<float, 32, 32> Wo;

TEST(study_cost_in_lengths, of_attention) {
    expect_costs_of_all_sizes([](const auto& X) { return softmax(X * transpose(X) / sqrt(dim<1>(X))) * X; });
    expect_costs_of_all_sizes([](const auto& X) { return softmax(tanh(X * transpose(X) * 0.5) + 1) * X; });
    expect_costs_of_all_sizes([](const auto& X) { return attention(X, X, X, causal); });
    expect_costs_of_all_sizes([](const auto& X) {
        return let(X * transpose(X), [&](auto s) { return results(softmax(s) * X, logsumexp(s)); });
    });
}

TEST(study_cost_in_lengths, of_heads) {
    expect_costs_of_all_sizes(
        [](const auto& X) { return concat(attention(X * W, X * W, X * W), attention(X * W, X * W, X * W)) * Wo; });
}

TEST(study_cost_in_lengths, of_rows) {
    expect_costs_of_all_sizes([](const auto& X) { return softmax(X * transpose(X)); });
    expect_costs_of_all_sizes([](const auto& X) { return rms_norm(X) * W; });
    expect_costs_of_all_sizes([](const auto& X) { return layer_norm(X * Wo) + X; });
    expect_costs_of_all_sizes([](const auto& X) { return logsumexp(X * transpose(X)); });
    expect_costs_of_all_sizes([](const auto& X) { return mean<0>(gelu(X)) / dim<0>(X); });
}

TEST(study_cost_in_lengths, of_other_loops) {
    expect_costs_of_all_sizes([](const auto& X) { return transpose(X * Wo + 1.0) * X; });
    expect_costs_of_all_sizes([](const auto& X) { return inverse(X * transpose(X)) * X; });
    expect_costs_of_all_sizes([](const auto& X) { return where(index::k <= index::q - 3, X * transpose(X)); });
}

/// A few rows have plans of their own: their cost is that of as many static rows.
template <std::size_t Rows>
void expect_costs_of_few_rows() {
    const tensor<float, tokens[dyn], d_k[32]> any(Rows), K(130);
    const tensor<float, tokens[Rows], d_k[32]> known;
    const tensor<float, tokens[130], d_k[32]> L;
    const tensor<float, d_k[32], 160> wide;
    const auto expect_same = [](const auto& f, const auto& g) {
        EXPECT_EQ(study::cost(f).flops, study::cost(g).flops) << Rows;
        EXPECT_EQ(study::cost(f).workspace_bytes, study::cost(g).workspace_bytes) << Rows;
    };
    expect_same(softmax(any * transpose(K)) * K, softmax(known * transpose(L)) * L);
    expect_same(any * wide, known * wide);
}
TEST(study_cost_in_lengths, of_few_rows_are_those_of_their_plan) {
    expect_costs_of_few_rows<1>();
    expect_costs_of_few_rows<2>();
    expect_costs_of_few_rows<4>();
}

/// One query, as it is decoded: sums of its scores are formed in parts.
TEST(study_cost_in_lengths, of_a_single_query) {
    const auto decoded = [](const auto& q, const auto& K) { return attention(q, K, K); };
    const tensor<float, query[1], d_k[32]> q;
    const tensor<float, key[dyn], d_k[32]> K(130);
    const tensor<float, key[130], d_k[32]> L;
    expect_costs(decoded(q, K), study::cost(decoded(q, L)));
}

const tensor<float, query[dyn], d_k[64]> Q(5);
const tensor<float, key[dyn], d_k[64]> K(70), V(70);
const auto attended = softmax(Q * transpose(K) / sqrt(dim<1>(K))) * V;
using attention_in_lengths = decltype(attended);
static_assert(study::cost<attention_in_lengths>().temporaries == 0);

TEST(study_cost_in_lengths, are_written_as_sums) {
    constexpr auto c = study::cost<attention_in_lengths>();
    EXPECT_EQ(words_of(c.flops), "259 query key + 129 query");
    EXPECT_EQ(words_of(c.exp), "query key");
    EXPECT_EQ(words_of(c.rescales), "query floor((key - 1) / 64)");
    EXPECT_EQ(words_of(c.transcendentals), "0");
    EXPECT_EQ(words_of(c.naive.temporary_bytes), "12 query key");
    const tensor<float, tokens[dyn], tokens[dyn]> M(4, 4);
    EXPECT_EQ(words_of(study::cost<decltype(inverse(M))>().flops), "4 tokens^3 - 1/2 tokens^2 - 3/2 tokens");
}

TEST(study_cost_in_lengths, are_a_table) {
    EXPECT_EQ(study::cost_table<attention_in_lengths>(),
              R"(product over d_k  [query[query] x key[key]]                             registers
    flops                   128 query key
times, elementwise  [query[query] x key[key]]                           where it is used
    flops                   64 query
softmax over key  [query[query] x key[key]]                             a tile at a time
    flops                   3 query key + 65 query
    exp                     query key
product over key  [query[query] x d_k[64]]                              the result
    flops                   128 query key

in all
    flops                   259 query key + 129 query
    exp                     query key
    rescales, at most       query floor((key - 1) / 64)
    bytes read              256 query + 512 key
    bytes written           256 query
naive: every node stored
    flops                   261 query key + query
    exp                     query key
    bytes read              256 query + 512 key
    bytes written           256 query
    bytes of temporaries    12 query key
)");
    EXPECT_TRUE(study::cost_table(attended).contains("product over d_k  [query[5] x key[70]]"));
    EXPECT_TRUE(study::explain(attended).contains("Cost for query = 5, key = 70\n----------------------------\n"));
    EXPECT_TRUE(study::explain<attention_in_lengths>().contains(
        "query: of A\nkey: of B, C\nloops are planned for each number of rows from 1 to 4, and as for long ones\n"));
}

/// What run takes from memory for the tensors of f.
template <class F>
std::size_t workspace_bytes(const F& f) {
    std::size_t elements = 0;
    detail::checked_formula<F, float, sequential_policy>(f, seq).with_plan(
        [&](const auto& planned) { elements = planned.sizes.workspace_elements(); });
    return sizeof(float) * elements;
}

TEST(study_cost_in_lengths, workspaces_are_those_that_run_takes) {
    for (const std::size_t n : {0U, 1U, 3U, 64U, 129U, 1000U}) {
        const tensor<float, tokens[dyn], d_k[32]> X(n);
        const auto heads = concat(attention(X * W, X * W, X * W), attention(X * W, X * W, X * W)) * Wo;
        EXPECT_EQ(study::cost(heads).workspace_bytes, workspace_bytes(heads)) << n;
        const auto inverted = inverse(X * transpose(X)) * X;
        EXPECT_EQ(study::cost(inverted).workspace_bytes, workspace_bytes(inverted)) << n;
        const auto rows = softmax(X * transpose(X)) * 2.0;
        EXPECT_EQ(study::cost(rows).workspace_bytes, workspace_bytes(rows)) << n;
    }
}

TEST(study_cost_in_lengths, nothing_costs_nothing) {
    const tensor<float, tokens[dyn], d_k[32]> X(0);
    const study::costs c = study::cost(attention(X, X, X, causal));
    EXPECT_EQ(c.flops, 0U);
    EXPECT_EQ(c.rescales, 0U);
    EXPECT_EQ(c.naive.exp, 0U);
    EXPECT_EQ(c.bytes_in, 0U);
    EXPECT_EQ(study::cost(inverse(X * transpose(X)) * X).flops, 0U);
}

TEST(study_cost_in_lengths, lengths_that_do_not_fit_are_an_error) {
    const tensor<float, key[dyn], d_k[64]> fewer(69);
    EXPECT_THROW((void)study::cost(softmax(Q * transpose(K)) * fewer), shape_error);
    EXPECT_THROW((void)study::explain(softmax(Q * transpose(K)) * fewer), shape_error);
}

}  // namespace heed::test
