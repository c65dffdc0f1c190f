// SPDX-License-Identifier: BSL-1.0
// Assignment to a tensor that the formula reads.
#include "tests/run/random_formula.hpp"

#include <gtest/gtest.h>

namespace heed::test {

constexpr bool a_product_with_itself() {
    matrix<double, 2, 2> A{{1, 2}, {3, 4}};
    A = A * A;
    return A == matrix<double, 2, 2>{{7, 10}, {15, 22}};
}
static_assert(a_product_with_itself());

constexpr bool its_own_transpose() {
    matrix<int, 2, 2> A{{1, 2}, {3, 4}};
    A = transpose(A);
    return A == matrix<int, 2, 2>{{1, 3}, {2, 4}};
}
static_assert(its_own_transpose());

constexpr bool a_row_from_another() {
    matrix<int, 3, 2> A{{1, 2}, {3, 4}, {5, 6}};
    A[0] = A[2] - A[0];
    A[1] = A[0];
    return A == matrix<int, 3, 2>{{4, 4}, {4, 4}, {5, 6}};
}
static_assert(a_row_from_another());

TEST(assignment, may_read_what_it_writes) {
    EXPECT_TRUE(a_product_with_itself());
    EXPECT_TRUE(its_own_transpose());
    EXPECT_TRUE(a_row_from_another());
}

TEST(assignment, large_tensors_that_read_themselves) {
    auto A = random_tensor<float, 96, 96>(1);
    const auto before = A;
    A = softmax(A * transpose(A) / sqrt(dim<1>(A))) * A;
    EXPECT_EQ(A, tensor(attention(before, before, before)));
}

/// A view overlaps its owner although neither its address nor its type is the owner's.
TEST(assignment, overlapping_views) {
    vector<double, 6> v{1, 2, 3, 4, 5, 6};
    view<double, 5> head(v.data()), tail(v.data() + 1);
    tail = head * 10;
    EXPECT_EQ(v, (vector<double, 6>{1, 10, 20, 30, 40, 50}));
    head = tail;
    EXPECT_EQ(v, (vector<double, 6>{10, 20, 30, 40, 50, 50}));
}

TEST(assignment, into_a_head_of_a_packed_matrix) {
    const auto Q = random_tensor<float, 5, 3>(1);
    const auto K = random_tensor<float, 7, 3>(2);
    const auto V = random_tensor<float, 7, 4>(3);
    matrix<float, 5, 8> packed;
    strided_view<float, 5, 4> second(packed.data() + 4, {8, 1});
    second = attention(Q, K, V);
    EXPECT_EQ(tensor(cols<4, 8>(packed)), tensor(attention(Q, K, V)));
    EXPECT_EQ(tensor(cols<0, 4>(packed)), (matrix<float, 5, 4>()));

    strided_view<float, 4, 5> columns(packed.data() + 4, {1, 8});
    columns = columns + columns;  // reads what it writes
    EXPECT_EQ(tensor(cols<4, 8>(packed)), tensor(attention(Q, K, V) * 2));
}

TEST(noalias, writes_in_place) {
    const auto A = random_tensor<double, 9, 9>(1);
    matrix<double, 9, 9> Y;
    const double* const place = Y.data();
    noalias(Y) = A * A;
    EXPECT_EQ(Y, tensor(A * A));
    EXPECT_EQ(Y.data(), place);
    view<double, 9, 9> window(Y);
    noalias(window) = A + A;
    EXPECT_EQ(Y, tensor(2 * A));
}

TEST(assignment, revives_a_tensor_that_was_moved_from) {
    auto A = random_tensor<double, 80, 80>(1);
    const auto before = A;
    const auto B = std::move(A);
    A = B * 1;
    EXPECT_EQ(A, before);

    auto C = std::move(A);
    noalias(A) = B * 1;
    EXPECT_EQ(A, before);
    C = std::move(A);
    evaluate_into(par, A, B * 1);
    EXPECT_EQ(A, before);
    tensor<double, 80, 80> D;
    C = std::move(A);
    evaluate_into(std::tie(A, D), results(B * 1, B + B));
    EXPECT_EQ(A, before);
    tensor<std::int64_t, 80, 80> places;
    auto other = std::move(places);
    noalias(places) = argmax<2>(random_tensor<float, 80, 80, 3>(2));
    EXPECT_LT(places(79, 79), 3);
    tensor<bool, 200, 100> truth;
    const auto rest_of_truth = std::move(truth);
    evaluate_into(truth, random_tensor<double, 200, 100>(3) > -2);
    EXPECT_TRUE(truth(199, 99));
    tensor<float16, 120, 120> half;
    const auto rest = std::move(half);
    evaluate_into(half, tensor<float, 120, 120>() + 2);
    EXPECT_EQ(half(119, 119), float16(2.0F));
}

}  // namespace heed::test
