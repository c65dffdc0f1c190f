// SPDX-License-Identifier: BSL-1.0
// Whole numbers: arithmetic of narrow ones is that of int, as in C++, and whole numbers in memory are compared as such,
// whatever the scores beside them are.
#include <heed/heed.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <sstream>
#include <type_traits>
#include <utility>

namespace heed::test {

template <class F>
using value_type_of_result = typename decltype(tensor(std::declval<F>()))::value_type;

template <class T>
class narrow_numbers : public testing::Test {};
using narrow_types = testing::Types<bool, std::int8_t, std::uint8_t, std::int16_t, std::uint16_t>;
TYPED_TEST_SUITE(narrow_numbers, narrow_types);

TYPED_TEST(narrow_numbers, sums_and_products_are_those_of_int) {
    using T = TypeParam;
    constexpr std::size_t rows = 21, inner = 300, columns = 17;
    constexpr T most = std::numeric_limits<T>::max();
    tensor<T, rows, inner> A;
    tensor<T, inner, columns> B;
    tensor<T, inner> x;
    for (auto& e : A) e = T(most > 1 ? 100 : 1);
    for (auto& e : B) e = T(most > 1 ? 100 : 1);
    for (auto& e : x) e = T(most > 1 ? 100 : 1);
    const int one = most > 1 ? 100 : 1;
    const tensor product = A * B;
    const tensor square = hadamard(A, A);
    const tensor total = sum(x), dot = x * x;
    const tensor twice = x + x, negative = -x;
    const tensor below = x - twice;
    EXPECT_TRUE((std::is_same_v<typename decltype(product)::value_type, int>));
    EXPECT_TRUE((std::is_same_v<typename decltype(total)::value_type, int>));
    for (const int p : product) ASSERT_EQ(p, 300 * one * one);
    EXPECT_EQ(total(), 300 * one);
    EXPECT_EQ(dot(), 300 * one * one);
    EXPECT_EQ(twice(7), 2 * one);
    EXPECT_EQ(negative(7), -one);
    EXPECT_EQ(square(3, 5), one * one);
    EXPECT_EQ(below(2), -one);
    // What moves or chooses elements keeps their type.
    EXPECT_TRUE((std::is_same_v<value_type_of_result<decltype(transpose(A))>, T>));
    EXPECT_TRUE((std::is_same_v<value_type_of_result<decltype(max(x))>, T>));
}

TEST(whole_numbers, wide_ones_stay) {
    const tensor<std::int64_t, 3> x{std::int64_t{1} << 60, 3, -5};
    const tensor<std::uint32_t, 2> y{4'000'000'000U, 5};
    const tensor twice = x + x;
    const tensor more = y + y;
    EXPECT_EQ(twice(0), std::int64_t{1} << 61);
    EXPECT_TRUE((std::is_same_v<typename decltype(more)::value_type, std::uint32_t>));
}

TEST(whole_numbers, narrow_ones_print_as_numbers) {
    std::ostringstream out;
    out << tensor<std::int8_t, 3>{-1, 65, 0} << tensor<std::uint8_t, 2>{48, 200} << tensor<bool, 2>{true, false};
    EXPECT_EQ(out.str(), "[-1, 65, 0][48, 200][1, 0]");
}

/// Neighbours that the numbers of the scores do not tell apart.
template <class T, class Id, std::size_t Tokens>
void expect_own_document(Id first) {
    tensor<Id, Tokens> ids;
    for (std::size_t i = 0; i < Tokens; ++i) ids(i) = static_cast<Id>(first + static_cast<Id>(i / 3));
    tensor<T, Tokens, 4> Q, K, V;
    for (std::size_t i = 0; i < Tokens; ++i) V(i, 0) = static_cast<T>(i / 3);
    const tensor fused = softmax(where(same_document(ids), Q * transpose(K))) * V;
    const tensor weights = softmax(where(same_document(ids), Q * transpose(K)));
    const tensor later = where(at(ids, index::q) < at(ids, index::k), Q * transpose(K), T(7));
    for (std::size_t i = 0; i < Tokens; ++i) {
        EXPECT_NEAR(fused(i, 0), static_cast<T>(i / 3), T(1e-4)) << i;
        for (std::size_t j = 0; j < Tokens; ++j) {
            ASSERT_EQ(weights(i, j) > 0, i / 3 == j / 3) << i << ' ' << j;
            ASSERT_EQ(later(i, j) == 0, i / 3 < j / 3) << i << ' ' << j;
        }
    }
}
TEST(whole_numbers, are_compared_as_whole_numbers) {
    expect_own_document<float, std::int32_t, 3>(1 << 24);
    expect_own_document<float, std::int32_t, 40>(1 << 24);
    expect_own_document<float, std::int64_t, 40>(-(std::int64_t{1} << 40));
    expect_own_document<float, std::uint32_t, 7>(0xFFFF'FF00U);
    expect_own_document<double, std::int64_t, 40>(std::int64_t{1} << 53);
    expect_own_document<double, std::int32_t, 5>(1 << 30);
}
constexpr bool are_compared_in_constants() {
    const tensor<std::int32_t, 2> ids{16777216, 16777217};
    const tensor<float, 2, 2> S{};
    const tensor weights = softmax(where(same_document(ids), S));
    return weights(0, 0) == 1 && weights(0, 1) == 0;
}
static_assert(are_compared_in_constants());

}  // namespace heed::test
