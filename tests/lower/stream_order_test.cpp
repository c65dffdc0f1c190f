// SPDX-License-Identifier: BSL-1.0
// How many keys, queries and columns attention takes at once.
#include <gtest/gtest.h>

#include <heed/lower/stream_order.hpp>

namespace heed::detail {

constexpr kernel attention_of(std::size_t keys, std::size_t depth, std::size_t columns,
                              const length_list& lengths = no_lengths) {
    kernel k{.loop = skeleton::stream, .cols = columns, .stream = {.keys = keys, .depth = depth, .depth_lanes = 16}};
    k.stream.is_far = are_far(k, 1, 4, lengths);
    return k;
}

TEST(stream_order, one_block_of_keys_is_written_at_once) {
    const std::size_t lanes = lanes_for(4);
    const stream_order one = order_of_stream(attention_of(key_block - 1, 64, 64), lanes, 4, true);
    EXPECT_EQ(one.block_keys, key_block - 1);
    EXPECT_TRUE(!one.has_blocks && one.columns_in_lanes && one.writes_at_once());
    EXPECT_FALSE(order_of_stream(attention_of(key_block + 1, 64, 64), lanes, 4, true).writes_at_once());
    EXPECT_FALSE(order_of_stream(attention_of(key_block, 64, 64), lanes, 4, false).writes_at_once());
    EXPECT_FALSE(order_of_stream(attention_of(key_block, 64, 1), lanes, 4, true).columns_in_lanes);
}

/// All that is fetched beside a block is fetched before the next one.
TEST(stream_order, counts_sums_to_the_last) {
    const std::size_t lanes = lanes_for(4), columns = 4 * lanes;
    const stream_order o = order_of_stream(attention_of(100 * key_block, 64, columns), lanes, 4, true);
    EXPECT_EQ(o.sums_before_scores(key_block / o.score_rows * o.score_rows), o.sums_of_scores(key_block));
    EXPECT_EQ(o.sums_before_values(key_block, std::size_t{0}, columns), o.sums_of_values(key_block, columns));
    EXPECT_TRUE(order_of_stream(attention_of(tile_bytes, 64, columns), lanes, 4, true).fetches);
    EXPECT_FALSE(order_of_stream(attention_of(key_block, 64, columns), lanes, 4, true).fetches);
    // As many keys as a length says may be far.
    length_list tokens;
    tokens.push_back(1009);
    EXPECT_TRUE(order_of_stream(attention_of(1009, 64, columns, tokens), lanes, 4, true).fetches);
}

/// Keys of one head may be near and those of many far; heads that share keys read them once.
TEST(stream_order, keys_of_all_heads_count) {
    const kernel k = attention_of(key_block, 64, 64);
    EXPECT_FALSE(are_far(k, 1, 4, no_lengths));
    EXPECT_TRUE(are_far(k, tile_bytes, 4, no_lengths));
    const shape domain(3, 8, key_block, 64);
    slot keys;
    EXPECT_EQ(matrices_read(keys, domain), 1U);  // the same for all
    keys.batch_stride[1] = 64 * key_block;
    EXPECT_EQ(matrices_read(keys, domain), 8U);
    keys.batch_stride[0] = 8 * 64 * key_block;
    EXPECT_EQ(matrices_read(keys, domain), 24U);
    keys.divided_axis = 1, keys.divisor = 4;
    EXPECT_EQ(matrices_read(keys, domain), 6U);
    keys.strided = true, keys.divisor = 1;
    keys.batch_stride[0] = keys.batch_stride[1] = 0;
    EXPECT_EQ(matrices_read(keys, domain), 24U);
}

TEST(stream_order, parts_of_a_score_fill_registers) {
    const kernel k = attention_of(2 * key_block, 64, 64);
    EXPECT_EQ(order_of_few_queries(k, 4, true).registers, 4U);
    EXPECT_TRUE(order_of_few_queries(k, 4, true).has_blocks);
    EXPECT_FALSE(order_of_few_queries(attention_of(key_block, 64, 64), 4, true).has_blocks);
}

TEST(stream_order, few_columns_lie_side_by_side_in_one_register) {
    const std::size_t width = vector_bytes / 4;
    EXPECT_TRUE(fit_in_columns(width, 3, 3, 4));
    EXPECT_FALSE(fit_in_columns(width, 3, 4, 4));
    EXPECT_FALSE(fit_in_columns(2 * width, 3, 3, 4));
    EXPECT_FALSE(fit_in_columns(width, 5, 5, 4));
}

}  // namespace heed::detail
