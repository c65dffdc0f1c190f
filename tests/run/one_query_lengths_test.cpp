// SPDX-License-Identifier: BSL-1.0
// Attention of one query where keys, depth and columns are known at run time only, around all edges of blocks, groups
// of keys, parts and registers: the numbers, and the bits of the same formula over sizes that are known.
#include "tests/run/of_lengths.hpp"

#include <heed/heed.hpp>

#include <gtest/gtest.h>

#include <cstddef>

namespace heed::test {

struct lengths_of_query {
    std::size_t depth, columns;
};

class one_query_lengths : public testing::TestWithParam<lengths_of_query> {};

TEST_P(one_query_lengths, keys_around_blocks_and_groups) {
    const auto [depth, columns] = GetParam();
    for (const std::size_t keys : {0U, 1U, 2U, 15U, 16U, 17U, 63U, 64U, 65U, 80U, 127U, 128U, 129U, 200U}) {
        tensor<float, dyn, dyn> Q(1, depth), K(keys, depth), V(keys, columns);
        fill(Q, K, V);
        SCOPED_TRACE(testing::Message() << keys << " keys, depth " << depth << ", " << columns << " columns");
        expect_right("one query", softmax(Q * transpose(K) / 8.0) * V);
    }
}

// Depths below a register, around one, with and without a rest, of all numbers of parts up to five; columns below a
// register, around one and around a panel of them.
INSTANTIATE_TEST_SUITE_P(edges, one_query_lengths,
                         testing::Values(lengths_of_query{0, 16}, lengths_of_query{1, 1}, lengths_of_query{7, 3},
                                         lengths_of_query{15, 17}, lengths_of_query{16, 15}, lengths_of_query{17, 0},
                                         lengths_of_query{31, 33}, lengths_of_query{32, 16}, lengths_of_query{48, 48},
                                         lengths_of_query{63, 64}, lengths_of_query{64, 127}, lengths_of_query{65, 128},
                                         lengths_of_query{80, 129}, lengths_of_query{140, 145}));

template <std::size_t Keys, std::size_t Depth>
void expect_bits_of_known_sizes() {
    tensor<float, 1, Depth> Q;
    tensor<float, Keys, Depth> K;
    tensor<float, Keys, 32> V;
    fill(Q, K, V);
    tensor<float, dyn, dyn> q, k, v;
    q = Q;
    k = K;
    v = V;
    SCOPED_TRACE(testing::Message() << Keys << " keys, depth " << Depth);
    expect_same_bits("one query", evaluate(attention(q, k, v)), evaluate(attention(Q, K, V)));
}

TEST(one_query_lengths, leave_the_bits) {
    expect_bits_of_known_sizes<1, 16>();
    expect_bits_of_known_sizes<130, 16>();
    expect_bits_of_known_sizes<64, 40>();
    expect_bits_of_known_sizes<130, 64>();
    expect_bits_of_known_sizes<200, 96>();
}

/// A mask asks for each block of keys: these loops are others.
TEST(one_query_lengths, keys_that_a_mask_leaves) {
    for (const std::size_t keys : {0U, 1U, 63U, 64U, 65U, 200U}) {
        tensor<float, dyn, dyn> Q(1, 48), K(keys, 48), V(keys, 20);
        fill(Q, K, V);
        SCOPED_TRACE(testing::Message() << keys << " keys");
        expect_right("window", attention(Q, K, V, sliding_window<0, 70>));
    }
}

/// Blocks of a known number of keys.
TEST(one_query_lengths, keys_of_a_known_number) {
    tensor<float, 1, dyn> Q(40);
    tensor<float, 130, dyn> K(40), V(20);
    fill(Q, K, V);
    expect_right("one query", softmax(Q * transpose(K) / 8.0) * V);
}

/// Two queries of a known number share the blocks.
TEST(one_query_lengths, few_queries) {
    for (const std::size_t depth : {16U, 48U, 70U}) {
        tensor<double, 2, dyn> Q(depth);
        tensor<double, dyn, dyn> K(130, depth), V(130, 9);
        fill(Q, K, V);
        const auto formula = softmax(Q * transpose(K) / 8.0) * V;
        const auto y = evaluate(formula);
        EXPECT_LE(distance<double>(y, evaluate_unfused<long double>(formula), 1), allowed_units) << depth;
    }
}

}  // namespace heed::test
