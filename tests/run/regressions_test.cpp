// SPDX-License-Identifier: BSL-1.0
// Formulas that once went wrong.
#include "tests/run/compare.hpp"
#include "tests/run/random_formula.hpp"

#include <heed/reference/evaluate.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace heed::test {

template <class F>
void expect_agreement(const F& f) {
    const auto value = evaluate(f);
    EXPECT_LE((distance<typename decltype(value)::value_type>(value, evaluate_unfused<long double>(f), 1)), 8);
}

TEST(regression, a_vector_beside_its_own_reduction) {
    const auto v = random_tensor<float, 13>(1);
    expect_agreement(v - mean(v));
    expect_agreement(exp(v) / sum(exp(v)));
    expect_agreement(v / sqrt(mean(hadamard(v, v))));
}

/// The middle part is a slice of a value that is stored later than the first part.
TEST(regression, a_product_of_parts_that_are_slices_of_stored_values) {
    const auto A = random_tensor<double, 4, 3>(1);
    const auto B = random_tensor<double, 3, 2>(2);
    const auto X = random_tensor<double, 4, 5>(3);
    const auto W = random_tensor<double, 7, 3>(4);
    expect_agreement(concat(A * B, cols<1, 4>(softmax(X)), A * B) * W);
    const auto by_columns = random_tensor<double, 3, 7>(5);  // whose panels are copied
    expect_agreement(concat(A * B, cols<1, 4>(softmax(X)), A * B) * transpose(by_columns));
}

/// g++ 12.2, -O3 -march=native.
template <int Zero, std::size_t... Extents>
strided_view<const double, Extents...> repeated_along(const double* data) {
    detail::strides steps{};
    std::size_t step = 1;
    constexpr std::size_t extents[] = {Extents...};
    for (std::size_t i = sizeof...(Extents); i-- > 0;)
        if (static_cast<int>(i) != Zero) {
            steps[i] = step;
            step *= extents[i];
        }
    return strided_view<const double, Extents...>(data, steps);
}

TEST(regression, strides_are_copied_whole) {
    static double numbers[600];
    for (int i = 0; i < 600; ++i) numbers[i] = (i * 37 % 101) * 0.01;
    expect_agreement(0.5 - repeated_along<2, 4, 1, 5>(numbers));
}

constexpr bool overlapping_views_of_one_type() {
    matrix<double, 2, 2> A{{1, 2}, {3, 4}};
    const strided_view<double, 2, 2> rows_first(A.data(), {2, 1});
    strided_view<double, 2, 2> columns_first(A.data(), {1, 2});
    columns_first = rows_first;
    vector<double, 4> v{1, 2, 3, 4};
    const view<double, 3> low(v.data());
    view<double, 3> high(v.data() + 1);
    high = low;
    return A == matrix<double, 2, 2>{{1, 3}, {2, 4}} && v == vector<double, 4>{1, 1, 2, 3};
}
static_assert(overlapping_views_of_one_type());
TEST(regression, overlapping_views) { EXPECT_TRUE(overlapping_views_of_one_type()); }

TEST(regression, many_vectors_side_by_side) {
    const vector<float, 2> v{1, 2};
    const tensor c = concat(v, v, v, v, v, v, v, v, v, v, v, v, v);
    for (std::size_t i = 0; i < c.size(); ++i) EXPECT_EQ(c(i), v(i % 2));
}

TEST(regression, a_reduction_of_six_axes_repeats) {
    const auto A = random_tensor<double, 2, 2, 2, 2, 2, 3>(1);
    const auto B = random_tensor<double, 1, 2, 2, 2, 2, 2>(2);
    expect_agreement(sum(A) + B);
}

/// A number never changes the type of elements, also where the tensor has no axes.
TEST(regression, numbers_beside_tensors_without_axes) {
    const vector<float, 3> v{1, 2, 3};
    const tensor half = sum(v) * 0.5;
    static_assert(std::same_as<decltype(half), const tensor<float>>);
    const scalar<float> root = v * v / sqrt(dim<0>(v));
    EXPECT_FLOAT_EQ(root, 14 / std::sqrt(3.0F));
    const vector<int, 3> whole{1, 2, 4};
    EXPECT_EQ(evaluate(sum(whole) / 2_c), 3);
    EXPECT_EQ(evaluate(sum(whole) / 2), 3);
}

constexpr vector<double, 3> scores{1, 2, 3};
constexpr matrix<double, 3, 2> values{{1, 2}, {3, 4}, {5, 6}};
constexpr tensor weighted = softmax(scores) * values;
static_assert(weighted(1) == weighted(0) + 1);
TEST(regression, one_query_in_a_constant_expression) { expect_agreement(softmax(scores) * values); }

TEST(regression, exp_of_scores_streams) {
    const auto Q = random_tensor<float, 5, 3>(1), K = random_tensor<float, 5, 3>(2);
    expect_agreement(softmax(exp(Q * transpose(K))) * K);
}

/// Factors on either side go into the queries; divisors and elements of tensors do not. One key more than a block.
TEST(regression, scores_times_and_over_numbers) {
    const auto Q = random_tensor<float, 6, 5>(1);
    const auto K = random_tensor<float, 65, 5>(2), V = random_tensor<float, 65, 5>(3);
    const vector<float, 1> one{1.75F};
    const scalar<float> alone = sum(one);
    expect_agreement(softmax(Q * transpose(K) / 2.5F) * V);
    expect_agreement(softmax(2.5F * (Q * transpose(K)) * 0.75F) * V);
    expect_agreement(softmax(hadamard(Q * transpose(K), one)) * V);
    expect_agreement(softmax(hadamard(alone, Q * transpose(K)) / one) * V);
    expect_agreement(softmax(2.5F / (3 + abs(Q * transpose(K)))) * V);
}

/// What is left of the keys after whole blocks has its mask too.
TEST(regression, the_last_keys_of_a_masked_attention) {
    const auto X = random_tensor<float, 70, 3>(1);
    expect_agreement(attention(X, X, X, causal));
}

/// Weights that are kept, of a row without a key and of scores that are minus infinity themselves.
TEST(regression, rows_without_a_key_have_no_weights) {
    matrix<float, 3, 5> S = random_tensor<float, 3, 5>(1);
    for (std::size_t j = 0; j < 5; ++j) S(1, j) = -std::numeric_limits<float>::infinity();
    const tensor weights = softmax(S), masked = softmax(where(index::q > 1, S));
    for (std::size_t j = 0; j < 5; ++j) {
        EXPECT_GT(weights(0, j), 0);
        EXPECT_EQ(weights(1, j), 0);
        EXPECT_EQ(masked(0, j), 0);
        EXPECT_EQ(masked(2, j), weights(2, j));
        EXPECT_EQ(evaluate(log_softmax(S))(1, j), S(1, j));
    }
    EXPECT_EQ(evaluate(logsumexp(S))(1), S(1, 0));
}

/// The diagonal of a product beside one query: no permutation of the product, though every axis of the scores is read.
TEST(regression, a_diagonal_beside_one_query) {
    const auto A = random_tensor<double, 5, 3>(1), B = random_tensor<double, 5, 3>(2);
    const auto S = random_tensor<double, 1, 5>(3);
    expect_agreement(S + at(A * transpose(B), index::k, index::k));
    expect_agreement(S + at(softmax(A * transpose(B)), index::k, index::k));
}

TEST(regression, noalias_of_a_row) {
    matrix<double, 2, 2> A{{1, 2}, {3, 4}};
    noalias(A[0]) = A[1] * 2;
    EXPECT_EQ(A, (matrix<double, 2, 2>{{6, 8}, {3, 4}}));
}

}  // namespace heed::test

namespace both_namespaces {

using namespace heed;
using namespace std;

TEST(regression, max_where_that_of_std_is_visible) {
    const heed::vector<float, 2> a{1, 4}, b{3, 2};
    EXPECT_EQ(evaluate(max(a, b)), (heed::vector<float, 2>{3, 4}));
    EXPECT_EQ(evaluate(min(a, b)), (heed::vector<float, 2>{1, 2}));
    EXPECT_EQ(max(1, 2), 2);
}

}  // namespace both_namespaces
