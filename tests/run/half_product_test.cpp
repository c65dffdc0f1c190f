// SPDX-License-Identifier: BSL-1.0
// Products, rows and elements of tensors of half precision.
#include "tests/run/half_error.hpp"

#include <cmath>
#include <cstddef>
#include <limits>

namespace heed::test {

template <class H, std::size_t Rows, std::size_t Inner, std::size_t Columns>
void expect_products_of_halves() {
    const auto A = random_tensor<H, Rows, Inner>(1);
    const auto B = random_tensor<H, Inner, Columns>(2);
    const auto D = random_tensor<H, Columns, Inner>(4);
    expect_small_error(A * B, "both");
    expect_small_error(A * transpose(D), "transposed");
}

// Of few rows they are in few_rows_test.cpp.
TEST(half_product, of_all_sizes) {
    expect_products_of_halves<float16, 30, 300, 50>();
    expect_products_of_halves<bfloat16, 20, 33, 17>();
    expect_small_error(random_tensor<bfloat16, 5, 7>(1) * random_tensor<bfloat16, 7, 3>(2), "small");
}

TEST(half_product, of_one_operand) {
    const auto A = random_tensor<float16, 30, 300>(1);
    const auto B = random_tensor<float16, 300, 50>(2);
    const auto C = random_tensor<float, 300, 50>(3);
    expect_small_error(A * C, "left");
    expect_small_error(transpose(C) * B, "right");
}

TEST(half_product, of_far_rows_and_packed_ones) {
    const auto A = random_tensor<float16, 40, 300>(1);
    const auto B = random_tensor<float16, 300, 1100>(2);
    const auto C = random_tensor<float, 300, 40>(3);
    expect_small_error(A * B, "rows of pages");
    expect_small_error(A * packed(C), "packed");
    const auto D = random_tensor<float16, 300, 40>(4);
    expect_small_error(A * packed(D), "packed half precision");
}

TEST(half_product, of_views) {
    const auto big = random_tensor<bfloat16, 70, 96>(1);
    const auto heads = strided_view<const bfloat16, 70, 32>(big.data() + 7, {96, 1});
    const auto columns = strided_view<const bfloat16, 70, 32>(big.data(), {1, 70});
    expect_small_error(heads * transpose(heads), "parts of rows");
    expect_small_error(transpose(columns) * heads, "columns");
}

TEST(half_rows, and_elements) {
    const auto A = random_tensor<float16, 9, 37>(1), B = random_tensor<float16, 9, 37>(2);
    expect_small_error(softmax(A), "softmax");
    expect_small_error(max<0>(A + B), "max");
    const auto C = random_tensor<bfloat16, 9, 37>(1), D = random_tensor<bfloat16, 9, 37>(2);
    expect_small_error(log_softmax<0>(3 * C), "log_softmax");
    expect_small_error(sum(exp(C)), "sum");
    expect_small_error(hadamard(tanh(C), D) / 3, "elements");
}

TEST(half_product, of_hard_numbers) {
    auto A = denormal_numbers();
    expect_small_error(A * transpose(A), "denormal numbers");
    A(3, 3) = std::numeric_limits<float16>::infinity();
    A(5, 0) = std::numeric_limits<float16>::quiet_NaN();
    const auto B = random_tensor<float16, 32, 20>(2);
    const tensor product = A * B;
    for (std::size_t j = 0; j < 20; ++j) {
        EXPECT_TRUE(std::isnan(product(5, j)));
        EXPECT_TRUE(std::isinf(product(3, j)));
        EXPECT_TRUE(std::isfinite(product(4, j)));
    }
}

}  // namespace heed::test
