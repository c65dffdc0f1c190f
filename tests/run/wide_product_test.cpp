// SPDX-License-Identifier: BSL-1.0
// Products whose right operand has rows far apart, so that panels of it are copied while the first rows are computed:
// sizes around every block of rows, columns and depth.
#include <heed/heed.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <random>

namespace heed::test {

template <class Tensor>
void fill(Tensor& t, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> uniform(-1, 1);
    for (auto& x : t) x = static_cast<typename Tensor::value_type>(uniform(random));
}

/// The largest difference of y from a * b, each sum in long double, in units of the last place of a sum of its size.
template <class Y, class A, class B>
double worst_error(const Y& y, const A& a, const B& b) {
    using T = typename Y::value_type;
    double worst = 0;
    for (std::size_t i = 0; i < y.extent(0); ++i)
        for (std::size_t j = 0; j < y.extent(1); ++j) {
            long double sum = 0, size = 0;
            for (std::size_t k = 0; k < a.extent(1); ++k) {
                const long double x = static_cast<long double>(a(i, k)) * static_cast<long double>(b(k, j));
                sum += x;
                size += std::fabs(x);
            }
            const long double unit = size * static_cast<long double>(std::numeric_limits<T>::epsilon());
            const long double error = std::fabs(static_cast<long double>(y(i, j)) - sum);
            worst = std::max(worst, static_cast<double>(error == 0 ? 0 : error / unit));
        }
    return worst;
}

/// With loops of the test: those of the library are compiled for each shape.
template <class T, extent Rows, extent Cols>
tensor<T, Cols, Rows> flipped(const tensor<T, Rows, Cols>& t) {
    tensor<T, Cols, Rows> result;
    for (std::size_t i = 0; i < t.extent(0); ++i)
        for (std::size_t j = 0; j < t.extent(1); ++j) result(j, i) = t(i, j);
    return result;
}

template <class T, std::size_t Rows, std::size_t Inner, std::size_t Cols, bool InAllOrders = false>
void expect_product() {
    SCOPED_TRACE(testing::Message() << Rows << " x " << Inner << " x " << Cols << ", " << sizeof(T) << " bytes");
    tensor<T, Rows, Inner> A;
    tensor<T, Inner, Cols> B;
    fill(A, 1);
    fill(B, 2);
    const tensor Y = A * B;
    // Sums of n terms, one after the other, err by n / 2 units at most; with random signs by a few.
    EXPECT_LE(worst_error(Y, A, B), 4);
    if constexpr (InAllOrders) {
        // The same sums, whatever the loop: packed ahead, transposed, an element at a time.
        const auto P = packed(B);
        EXPECT_EQ(Y, evaluate(A * P));
        const auto columns = flipped(B);
        EXPECT_EQ(Y, evaluate(A * transpose(columns)));
        const tensor<T, Cols, Rows> Yt = transpose(A * B);
        EXPECT_EQ(Y, flipped(Yt));
    }
}

TEST(wide_product, around_blocks_of_rows_columns_and_terms) {
    expect_product<float, 31, 40, 300>();         // not copied: few rows
    expect_product<float, 33, 1, 301>();          // one term; a row, a column more than whole blocks
    expect_product<float, 70, 513, 290, true>();  // a term more than blocks of them
    expect_product<double, 40, 257, 140>();
}
/// More rows than a tile has.
TEST(wide_product, of_several_tiles) {
    tensor<float, 300, 96> A;
    tensor<float, 96, 260> B;
    fill(A, 1);
    fill(B, 2);
    EXPECT_LE(worst_error(evaluate(A * B), A, B), 4);
}

/// Slices have rows as far apart as the matrix, and a cache line may begin anywhere in them.
TEST(wide_product, of_slices) {
    tensor<float, 64, 320> A;
    tensor<float, 320, 700> B;
    fill(A, 3);
    fill(B, 4);
    tensor<float, 320, 70> part;
    for (std::size_t i = 0; i < 320; ++i)
        for (std::size_t j = 0; j < 70; ++j) part(i, j) = B(i, 13 + j);
    EXPECT_EQ(evaluate(A * cols<13, 83>(B)), evaluate(A * part));
    const tensor inner = cols<1, 101>(A) * rows<7, 107>(cols<13, 83>(B));
    tensor<float, 64, 100> some;
    for (std::size_t i = 0; i < 64; ++i)
        for (std::size_t k = 0; k < 100; ++k) some(i, k) = A(i, 1 + k);
    tensor<float, 100, 70> rows_of_part;
    for (std::size_t k = 0; k < 100; ++k)
        for (std::size_t j = 0; j < 70; ++j) rows_of_part(k, j) = part(7 + k, j);
    EXPECT_LE(worst_error(inner, some, rows_of_part), 4);
}

/// What is added to sums, and what adds to them: parts of a concatenation, an epilogue, a residual.
TEST(wide_product, with_parts_and_an_epilogue) {
    tensor<float, 48, 300> A;
    tensor<float, 48, 260> C;
    tensor<float, 560, 300> B;
    tensor<float, 48, 300> R;
    vector<float, 300> bias;
    fill(A, 5);
    fill(C, 6);
    fill(B, 7);
    fill(R, 8);
    fill(bias, 9);
    tensor<float, 48, 560> joined;
    for (std::size_t i = 0; i < 48; ++i)
        for (std::size_t k = 0; k < 560; ++k) joined(i, k) = k < 300 ? A(i, k) : C(i, k - 300);
    const tensor product = concat(A, C) * B;
    EXPECT_LE(worst_error(product, joined, B), 4);
    tensor expected = product;
    for (std::size_t i = 0; i < 48; ++i)
        for (std::size_t j = 0; j < 300; ++j) expected(i, j) = std::max(product(i, j) + bias(j), 0.0F) + R(i, j);
    EXPECT_EQ(evaluate(relu(concat(A, C) * B + bias) + R), expected);
}

/// Twelve heads: parts that go into a product four at a time.
TEST(wide_product, of_many_narrow_parts) {
    tensor<float, 50, 768> X;
    tensor<float, 768, 64> W;
    fill(X, 10);
    fill(W, 11);
    const auto parts = heads<12>([&](auto h) { return cols<64 * h, 64 * h + 64>(X) * 2.0F; });
    tensor<float, 50, 768> joined;
    for (std::size_t i = 0; i < X.size(); ++i) joined.data()[i] = 2 * X.data()[i];
    EXPECT_LE(worst_error(evaluate(concat(parts) * W), joined, W), 4);
}

/// A batch of them, each with rows of its own.
TEST(wide_product, of_batches) {
    tensor<double, 3, 40, 70> A;
    tensor<double, 3, 70, 200> B;
    fill(A, 12);
    fill(B, 13);
    const tensor Y = A * B;
    for (std::size_t n = 0; n < 3; ++n) EXPECT_EQ(evaluate(A[n] * B[n]), Y[n]);
}

}  // namespace heed::test
