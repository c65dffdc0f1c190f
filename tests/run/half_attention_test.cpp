// SPDX-License-Identifier: BSL-1.0
// Attention over tensors of half precision: many queries and few, masks, views and strides, hard numbers.
#include "tests/run/half_error.hpp"

#include <cstddef>
#include <limits>

namespace heed::test {

template <class H, std::size_t Queries, std::size_t Keys, std::size_t Depth, std::size_t Columns>
void expect_attention() {
    const auto Q = random_tensor<H, Queries, Depth>(1);
    const auto K = random_tensor<H, Keys, Depth>(2);
    const auto V = random_tensor<H, Keys, Columns>(3);
    expect_small_error(attention(Q, K, V), "attention");
}

template <class H, std::size_t Queries, std::size_t Keys, std::size_t Depth, std::size_t Columns>
void expect_other_scores() {
    const auto Q = random_tensor<float, Queries, Depth>(1);
    const auto K = random_tensor<H, Keys, Depth>(2);
    const auto V = random_tensor<H, Keys, Columns>(3);
    const auto bias = random_tensor<H, Queries, Keys>(4);
    expect_small_error(softmax(where(index::k <= index::q + 3, Q * transpose(K) * 9 + bias)) * V, "bias and mask");
}

TEST(half_attention, of_many_queries) {
    expect_attention<bfloat16, 33, 65, 7, 40>();  // in float16 there are views, and hard numbers
    expect_attention<float16, 20, 10, 3, 3>();
    expect_other_scores<float16, 40, 70, 16, 32>();
}

TEST(half_attention, of_few_queries) {
    expect_attention<float16, 1, 1000, 64, 64>();
    expect_attention<bfloat16, 3, 130, 72, 41>();
    expect_other_scores<bfloat16, 2, 70, 16, 33>();
}

template <class H>
struct views {
    tensor<H, 3, 70, 96> big = random_tensor<H, 3, 70, 96>(1);
    strided_view<const H, 70, 32> heads{big.data() + 7, {96, 1}}, columns{big.data(), {1, 70}};
};
TEST(half_attention, of_views) {
    const views<float16> of;
    expect_small_error(attention(of.big[0], of.big[1], of.big[2]), "views");
    expect_small_error(attention(of.heads, of.heads, of.columns), "parts of rows, and columns");
}
TEST(half_attention, of_one_query_and_views) {
    const views<bfloat16> of;
    expect_small_error(attention(of.heads[3], of.columns, of.heads), "one query");
}

TEST(half_attention, of_hard_numbers) {
    const auto A = denormal_numbers();
    expect_small_error(attention(A, A, A), "denormal numbers");
    auto large = A;
    large(3, 3) = 1000;  // scores of a million
    large(7, 5) = -1000;
    large(9, 0) = std::numeric_limits<float16>::max();
    expect_small_error(attention(large, large, A), "large scores");
    auto ties = A;
    for (float16& x : ties) x = 1;
    expect_small_error(attention(ties, ties, A), "ties");
}

}  // namespace heed::test
