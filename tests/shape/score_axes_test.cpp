// SPDX-License-Identifier: BSL-1.0
// Which axes are the heads and the batch: by name, else by position.
#include <heed/shape/score_axes.hpp>

#include <gtest/gtest.h>

namespace {

using namespace heed::detail;
using heed::axis;
using heed::axes::batch;
using heed::axes::head;
using heed::axes::key;
using heed::axes::query;

inline constexpr axis other{"stream"}, my_batch{"batch"};

constexpr bool are(const shape& scores, std::size_t heads, std::size_t of_batch, std::size_t texts) {
    return axis_of_heads(scores) == heads && axis_of_batch(scores) == of_batch && axis_of_texts(scores) == texts;
}
constexpr std::size_t none = max_rank;

constexpr bool are_by_position_without_names() {
    return are(shape(), none, none, none) && are(shape(7), none, none, none) && are(shape(6, 7), none, none, none) &&
           are(shape(3, 6, 7), 0, none, 0) && are(shape(2, 3, 6, 7), 1, 0, 0) && are(shape(9, 2, 3, 6, 7), 2, 1, 1);
}
constexpr bool are_by_name() {
    return are(shape(batch[2], query[6], key[7]), none, 0, 0) && are(shape(head[2], query[6], key[7]), 0, none, none) &&
           are(shape(batch[2], head[3], query[6], key[7]), 1, 0, 0) && are(shape(head[3], batch[2], 6, 7), 0, 1, 1) &&
           are(shape(head[3], 4, my_batch[2], 5, query[6], key[7]), 0, 2, 2);
}
constexpr bool are_by_position_beside_other_names() {
    return are(shape(other[2], 6, 7), 0, none, 0) && are(shape(batch[2], other[3], 6, 7), 1, 0, 0) &&
           are(shape(2, head[3], 6, 7), 1, 0, 0) && are(shape(head[3], 2, 6, 7), 0, none, none) &&
           are(shape(2, batch[3], 6, 7), none, 1, 1);
}
/// Queries and keys are the last two axes, whatever they are called.
constexpr bool are_before_queries_and_keys() {
    return are(shape(3, head[6], batch[7]), 0, none, 0) && are(shape(head[6], batch[7]), none, none, none);
}
static_assert(are_by_position_without_names() && are_by_name() && are_by_position_beside_other_names() &&
              are_before_queries_and_keys());

TEST(score_axes, found) {
    EXPECT_TRUE(are_by_position_without_names());
    EXPECT_TRUE(are_by_name());
    EXPECT_TRUE(are_by_position_beside_other_names());
    EXPECT_TRUE(are_before_queries_and_keys());
}

}  // namespace
