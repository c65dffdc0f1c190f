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
    expect_attention<float16, 70, 130, 16, 32>();
    expect_attention<bfloat16, 33, 65, 7, 40>();
    expect_attention<float16, 20, 10, 3, 3>();
    expect_other_scores<float16, 40, 70, 16, 32>();
}

TEST(half_attention, of_few_queries) {
    expect_attention<float16, 1, 1000, 64, 64>();
    expect_attention<bfloat16, 3, 130, 32, 41>();
    expect_attention<bfloat16, 1, 200, 72, 88>();
    expect_attention<float16, 1, 17, 5, 3>();
    expect_other_scores<bfloat16, 2, 70, 16, 33>();
}

template <class H>
void expect_views() {
    const auto big = random_tensor<H, 3, 70, 96>(1);
    const auto heads = strided_view<const H, 70, 32>(big.data() + 7, {96, 1});
    const auto columns = strided_view<const H, 70, 32>(big.data(), {1, 70});
    expect_small_error(attention(big[0], big[1], big[2]), "views");
    expect_small_error(attention(heads, heads, columns), "parts of rows, and columns");
    expect_small_error(attention(heads[3], columns, heads), "one query");
}
TEST(half_attention, of_views) {
    expect_views<float16>();
    expect_views<bfloat16>();
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
