// SPDX-License-Identifier: BSL-1.0
// Attention over views whose strides are known at run time only has the bits of contiguous tensors: rows that turn out
// to be contiguous, padded, column-major and scattered elements. So have parts of tensors.
#include "tests/filled.hpp"

#include <heed/heed.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

namespace heed::test {

/// A matrix whose element (i, j) lies at i * steps[0] + j * steps[1], in memory that has nothing else but NaN.
template <class Matrix>
class spread {
    using T = typename Matrix::value_type;
    static constexpr std::size_t rows = Matrix::shape_value[0].size, cols = Matrix::shape_value[1].size;

public:
    spread(const Matrix& from, std::size_t row, std::size_t col) : steps_{row, col} {
        memory_.assign((rows - 1) * row + (cols - 1) * col + 1, std::numeric_limits<T>::quiet_NaN());
        for (std::size_t i = 0; i < rows; ++i)
            for (std::size_t j = 0; j < cols; ++j) memory_[i * row + j * col] = from(i, j);
    }
    strided_view<const T, rows, cols> fixed() const { return {memory_.data(), {steps_[0], steps_[1]}}; }
    strided_view<const T, dyn, cols> any_rows() const { return {memory_.data(), {steps_[0], steps_[1]}, rows}; }

private:
    std::size_t steps_[2];
    std::vector<T> memory_;
};

template <class T, std::size_t Queries, std::size_t Depth>
void expect_attention_of_any_strides() {
    constexpr std::size_t keys = 70;
    SCOPED_TRACE(std::to_string(Queries) + " queries of " + std::to_string(Depth));
    const auto Q = filled<tensor<T, Queries, Depth>>(0.137);
    const auto K = filled<tensor<T, keys, Depth>>(0.237), V = filled<tensor<T, keys, Depth>>(0.337);
    const auto Y = evaluate(attention(Q, K, V));
    constexpr std::size_t steps[][2] = {{Depth, 1}, {Depth + 5, 1}, {1, keys}, {1, keys + 3}, {2 * Depth + 1, 2}};
    for (const auto& of_keys : steps)
        for (const auto& of_values : steps) {
            const spread k(K, of_keys[0], of_keys[1]), v(V, of_values[0], of_values[1]);
            const spread q(Q, of_keys[0] + 80, 1);
            EXPECT_EQ(evaluate(attention(q.fixed(), k.fixed(), v.fixed())), Y);
            if constexpr (Queries == 1) {
                EXPECT_EQ(evaluate(attention(Q, k.any_rows(), v.any_rows())), Y);
            }
        }
}

TEST(view_strides, attention_has_the_same_bits) {
    expect_attention_of_any_strides<float, 1, 37>();
    expect_attention_of_any_strides<double, 2, 64>();
    expect_attention_of_any_strides<float, 17, 24>();
}

TEST(view_strides, parts_of_a_tensor_have_the_bits_of_copies) {
    const auto X = filled<tensor<float, 40, 3, 24>>(0.437), Z = filled<tensor<float, 40, 3, 24>>(0.537);
    const auto W = filled<tensor<float, 24, 32>>(0.637);
    for (std::size_t head = 0; head < 3; ++head) {
        const tensor<float, 40, 24> x = X(all, head), z = Z(all, head);
        EXPECT_EQ(evaluate(attention(X(all, head), Z(all, head), Z(all, head))), evaluate(attention(x, z, z)));
        EXPECT_EQ(evaluate(attention(X(3, head, all), Z(all, head), Z(all, head))), evaluate(attention(x[3], z, z)));
        EXPECT_EQ(evaluate(X(all, head) * W), evaluate(x * W));
        EXPECT_EQ(evaluate(softmax(X(all, head) + Z(all, head))), evaluate(softmax(x + z)));
        EXPECT_EQ(evaluate(sum<0>(exp(X(all, head)))), evaluate(sum<0>(exp(x))));
    }
}

TEST(view_strides, one_operand_alone_has_contiguous_rows) {
    const auto Q = filled<tensor<float, 1, 37>>(0.137);
    const auto K = filled<tensor<float, 70, 37>>(0.237), V = filled<tensor<float, 70, 37>>(0.337);
    const auto Y = evaluate(attention(Q, K, V));
    const spread q(Q, 40, 1);
    const spread k(K, 40, 1), v(V, 1, 70);
    EXPECT_EQ(evaluate(attention(q.fixed(), k.fixed(), v.fixed())), Y);
    EXPECT_EQ(evaluate(attention(q.fixed(), v.fixed(), k.fixed())), evaluate(attention(Q, V, K)));
    EXPECT_EQ(evaluate(attention(Q, k.fixed(), V)), Y);
}

TEST(view_strides, a_single_column_has_rows_of_any_stride) {
    const auto K = filled<tensor<float, 50, 1>>(0.237);
    const auto Q = filled<tensor<float, 2, 1>>(0.137);
    EXPECT_EQ(evaluate(attention(Q, spread(K, 3, 7).fixed(), K)), evaluate(attention(Q, K, K)));
    EXPECT_EQ(evaluate(attention(Q, spread(K, 3, 0).fixed(), K)), evaluate(attention(Q, K, K)));
}

template <class T, std::size_t Rows, std::size_t Inner, std::size_t Columns>
void expect_products_of_any_strides() {
    SCOPED_TRACE(std::to_string(Rows) + " x " + std::to_string(Inner) + " x " + std::to_string(Columns));
    const auto x = filled<tensor<T, Rows, Inner>>(0.137);
    const auto W = filled<tensor<T, Inner, Columns>>(0.237);
    const auto U = filled<tensor<T, Columns, Inner>>(0.337);
    const auto along = evaluate(x * W), down = evaluate(x * transpose(U));
    const auto expect_same = [&](std::size_t row, std::size_t col, std::size_t row_of_U, std::size_t col_of_U) {
        const spread w(W, row, col);
        const spread u(U, row_of_U, col_of_U);
        EXPECT_EQ(evaluate(x * w.fixed()), along);
        EXPECT_EQ(evaluate(spread(x, 1, Rows).fixed() * transpose(u.fixed())), down);
        if constexpr (Rows == 1) {
            EXPECT_EQ(evaluate(x * transpose(u.any_rows())), down);
        }
    };
    expect_same(Columns, 1, Inner, 1);
    expect_same(Columns + 5, 1, Inner + 3, 1);
    expect_same(1, Inner, 1, Columns + 1);
    expect_same(2 * Columns + 1, 2, 3 * Inner, 3);
}

TEST(view_strides, products_of_few_rows_have_the_same_bits) {
    expect_products_of_any_strides<float, 1, 37, 19>();
    expect_products_of_any_strides<float, 4, 64, 150>();
}

/// In a constant expression as at run time.
constexpr bool has_the_bits_in_a_constant_expression() {
    const tensor<double, 2, 3> Q{{1, 2, 3}, {0, 1, 0}};
    const tensor<double, 4, 2, 3> X{
        {{1, 0, 2}, {3, 1, 4}}, {{1, 5, 9}, {2, 6, 5}}, {{3, 5, 8}, {9, 7, 9}}, {{3, 2, 3}, {8, 4, 6}}};
    const tensor<double, 4, 3> K = X(all, 1);
    const tensor<double, 1, 20> x{{1, 2, 3, 4, 5, 6, 7, 8, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 1, 2}};
    tensor<double, 3, 20> W;
    for (std::size_t i = 0; i < 60; ++i) W(i / 20, i % 20) = static_cast<double>(i) / 7;
    return evaluate(attention(Q, X(all, 1), X(all, 1))) == evaluate(attention(Q, K, K)) &&
           evaluate(x * transpose(strided_view<const double, 3, 20>(W.data(), {20, 1}))) == evaluate(x * transpose(W));
}
static_assert(has_the_bits_in_a_constant_expression());

}  // namespace heed::test
