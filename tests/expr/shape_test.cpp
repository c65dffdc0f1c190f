// SPDX-License-Identifier: BSL-1.0
// The shape that comes out of each operation, with its names.
#include <heed/expr/along_axis.hpp>
#include <heed/expr/attention.hpp>
#include <heed/expr/elementwise.hpp>
#include <heed/expr/matrix_product.hpp>
#include <heed/expr/reduce.hpp>
#include <heed/expr/reshape.hpp>
#include <heed/expr/structure.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <utility>

namespace {

using heed::elementwise_shapes_agree;
using heed::matrix;
using heed::product_shapes_agree;
using heed::tensor;
using heed::vector;
using heed::detail::shape;

inline constexpr heed::axis batch{"batch"}, tokens{"tokens"}, d_k{"d_k"}, d_v{"d_v"};

const tensor<float, tokens[2], d_k[3]> A{};
const tensor<float, d_k[3], d_v[4]> B{};
const tensor<float, batch[5], tokens[2], d_k[3]> C{};
const tensor<float, d_k[3]> row{};
const tensor<float, tokens[2], 1> column{};
const tensor<float> number{};

template <class F>
constexpr shape of(const F&) {
    return F::shape_value;
}

TEST(shape_of, elementwise_formulas_broadcast) {
    EXPECT_EQ(of(A + A), shape(tokens[2], d_k[3]));
    EXPECT_EQ(of(A - row), shape(tokens[2], d_k[3]));
    EXPECT_EQ(of(row - A), shape(tokens[2], d_k[3]));
    EXPECT_EQ(of(A / column), shape(tokens[2], d_k[3]));
    EXPECT_EQ(of(hadamard(column, row)), shape(tokens[2], d_k[3]));
    EXPECT_EQ(of(C + A), shape(batch[5], tokens[2], d_k[3]));
    EXPECT_EQ(of(A + 1), shape(tokens[2], d_k[3]));
    EXPECT_EQ(of(pow(2, A)), shape(tokens[2], d_k[3]));
    EXPECT_EQ(of(A + number), shape(tokens[2], d_k[3]));
    EXPECT_EQ(of(-exp(A)), shape(tokens[2], d_k[3]));
}

TEST(shape_of, products_follow_rows_and_columns) {
    EXPECT_EQ(of(A * B), shape(tokens[2], d_v[4]));
    EXPECT_EQ(of(A * transpose(A)), shape(tokens[2], tokens[2]));
    EXPECT_EQ(of(transpose(A) * A), shape(d_k[3], d_k[3]));
    EXPECT_EQ(of(A * row), shape(tokens[2]));
    EXPECT_EQ(of(row * B), shape(d_v[4]));
    EXPECT_EQ(of(row * row), shape());
    EXPECT_EQ(of(A * 2), shape(tokens[2], d_k[3]));
    EXPECT_EQ(of(number * A), shape(tokens[2], d_k[3]));
}

TEST(shape_of, products_repeat_leading_axes) {
    EXPECT_EQ(of(C * B), shape(batch[5], tokens[2], d_v[4]));
    EXPECT_EQ(of(C * transpose(C)), shape(batch[5], tokens[2], tokens[2]));
    EXPECT_EQ(of(C * transpose(A)), shape(batch[5], tokens[2], tokens[2]));
    EXPECT_EQ(of(A * transpose(C)), shape(batch[5], tokens[2], tokens[2]));
    EXPECT_EQ(of(C * row), shape(batch[5], tokens[2]));
    EXPECT_EQ(of(row * transpose(C)), shape(batch[5], tokens[2]));
}

TEST(shape_of, reductions_drop_their_axis) {
    EXPECT_EQ(of(sum(C)), shape(batch[5], tokens[2]));
    EXPECT_EQ(of(mean<0>(C)), shape(tokens[2], d_k[3]));
    EXPECT_EQ(of(max<-2>(C)), shape(batch[5], d_k[3]));
    EXPECT_EQ(of(min<tokens>(C)), shape(batch[5], d_k[3]));
    EXPECT_EQ(of(logsumexp(row)), shape());
    EXPECT_EQ(of(softmax<tokens>(C)), shape(batch[5], tokens[2], d_k[3]));
    EXPECT_EQ(of(log_softmax(A)), shape(tokens[2], d_k[3]));
}

TEST(shape_of, axes_move_with_their_names) {
    EXPECT_EQ(of(transpose(A)), shape(d_k[3], tokens[2]));
    EXPECT_EQ(of(transpose(C)), shape(batch[5], d_k[3], tokens[2]));
    EXPECT_EQ(of(heed::permute<2, 0, 1>(C)), shape(d_k[3], batch[5], tokens[2]));
    EXPECT_EQ(of(heed::permute<1, 0>(A)), of(transpose(A)));
    EXPECT_EQ(of(heed::permute<0, -1, 1>(C)), of(transpose(C)));
}

TEST(shape_of, parts_keep_the_other_axes) {
    EXPECT_EQ(of(heed::rows<0, 1>(A)), shape(tokens[1], d_k[3]));
    EXPECT_EQ(of(heed::cols<1, 3>(C)), shape(batch[5], tokens[2], d_k[2]));
    EXPECT_EQ(of(heed::cols<1, 3>(row)), shape(d_k[2]));
    const auto [first, second] = heed::split<2, 0>(A);
    EXPECT_EQ(of(first), shape(tokens[1], d_k[3]));
    EXPECT_EQ(of(second), of(first));
    const auto thirds = heed::split<3>(C);
    static_assert(thirds.size() == 3);
    EXPECT_EQ(of(thirds.get<2>()), shape(batch[5], tokens[2], d_k[1]));
}

TEST(shape_of, reshapes_have_the_axes_that_are_written) {
    EXPECT_EQ(of(heed::reshape<d_v[6]>(A)), shape(d_v[6]));
    EXPECT_EQ(of(heed::reshape<batch[5], 3, 1, 2>(C + 1)), shape(batch[5], 3, 1, 2));
    EXPECT_EQ(of(heed::merge<tokens, d_k>(C)), shape(batch[5], 6));
    EXPECT_EQ(of(heed::merge<0, 1>(C)), shape(10, d_k[3]));
    EXPECT_EQ(of(heed::merge<0, -2, 2>(C)), shape(30));
    EXPECT_EQ(of(heed::merge<tokens, -1>(C)), shape(batch[5], 6));
    EXPECT_EQ(of(heed::merge<1>(C)), of(C));
    EXPECT_EQ(of(heed::group<d_v[10]>(C)), shape(d_v[10], tokens[2], d_k[3]));
    EXPECT_EQ(of(heed::group<tokens[4]>(C)), shape(batch[5], tokens[4], d_k[3]));
    EXPECT_EQ(of(heed::group<5>(C)), shape(5, tokens[2], d_k[3]));
}

TEST(shape_of, concatenations_add_up_their_axis) {
    EXPECT_EQ(of(heed::concat(A, A)), shape(tokens[2], d_k[6]));
    EXPECT_EQ(of(heed::concat(A, A * B)), shape(tokens[2], 7));
    EXPECT_EQ(of(heed::concat<0>(A, A, A)), shape(tokens[6], d_k[3]));
    EXPECT_EQ(of(heed::concat(heed::split<3>(A))), of(A));
    EXPECT_EQ(of(heed::concat(heed::heads<4>([](auto i) { return A + i; }))), shape(tokens[2], d_k[12]));
}

TEST(shape_of, attention_has_a_row_for_each_query) {
    const tensor<float, 7, d_k[3]> queries{};
    const tensor<float, tokens[2], d_v[4]> values{};
    EXPECT_EQ(of(attention(queries, A, values)), shape(7, d_v[4]));
    EXPECT_EQ(of(attention(row, A, values)), shape(d_v[4]));
    EXPECT_EQ(of(attention(C, A, values)), shape(batch[5], tokens[2], d_v[4]));
}

TEST(shape_of, linear_layers_are_products) {
    const tensor<float, d_v[4]> bias{};
    EXPECT_EQ(of(linear(A, B)), shape(tokens[2], d_v[4]));
    EXPECT_EQ(of(linear(C, B, bias)), shape(batch[5], tokens[2], d_v[4]));
    EXPECT_EQ(of(linear(row, B, bias)), shape(d_v[4]));
}

using a_t = decltype(A);
using b_t = decltype(B);
using c_t = decltype(C);
using row_t = decltype(row);
using number_t = decltype(number);
static_assert(product_shapes_agree<a_t, b_t> && !product_shapes_agree<b_t, a_t> && !product_shapes_agree<a_t, a_t> &&
              product_shapes_agree<a_t, decltype(transpose(A))> && product_shapes_agree<c_t, b_t> &&
              product_shapes_agree<a_t, row_t> && !product_shapes_agree<row_t, a_t> &&
              product_shapes_agree<number_t, a_t> && product_shapes_agree<a_t, number_t>);
// Of the same sizes, but other names.
static_assert(!product_shapes_agree<a_t, matrix<float, tokens[3], 4>> &&
              product_shapes_agree<a_t, matrix<float, 3, 4>>);
static_assert(elementwise_shapes_agree<a_t, c_t> && elementwise_shapes_agree<a_t, row_t> &&
              !elementwise_shapes_agree<a_t, b_t> && !elementwise_shapes_agree<a_t, matrix<float, d_k[2], 3>> &&
              elementwise_shapes_agree<a_t, vector<float, 1>> && !elementwise_shapes_agree<a_t, vector<float, 2>>);

}  // namespace
