// SPDX-License-Identifier: BSL-1.0
// Whole numbers: arithmetic of narrow ones is that of int, as in C++, and whole numbers in memory are compared as such,
// whatever the scores beside them are.
#include <heed/heed.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <sstream>
#include <string>
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

/// A length is a whole number whether the compiler knows it or not: beside integers and indices it divides as in C++.
TEST(whole_numbers, are_divided_by_lengths) {
    const tensor<float, 3> known;
    const tensor<float, dyn> found(3);
    const tensor<int, dyn> x{-7, 20, 100};
    const tensor<std::uint8_t, 2> bytes{2, 251};
    const tensor<std::int64_t, 2> wide{(std::int64_t{1} << 53) + 3, -10};
    EXPECT_EQ(evaluate(x / dim<0>(found)), (tensor<int, 3>{-2, 6, 33}));
    EXPECT_EQ(evaluate(x / dim<0>(found)), evaluate(x / dim<0>(known)));
    EXPECT_EQ(evaluate(x * dim<0>(found) / dim<0>(found)), x);
    EXPECT_EQ(evaluate(bytes / dim<0>(found)), (tensor<int, 2>{0, 83}));
    EXPECT_EQ(evaluate(wide / dim<0>(found)), (tensor<std::int64_t, 2>{3002399751580331, -3}));
    const int mean_of_three = evaluate(sum(x) / dim<0>(x))();
    EXPECT_EQ(mean_of_three, 37);
    // A number of the program is a scalar, whatever its type: one divided by a length is a fraction.
    const tensor<float, 2> scaled = tensor<float, 2>{3, 6} * (1 / dim<0>(found));
    EXPECT_FLOAT_EQ(scaled(0), 1);
    EXPECT_FLOAT_EQ(scaled(1), 2);
    // A number of another kind beside it stays a quotient.
    const tensor<float, 2> real{1, 2};
    EXPECT_FLOAT_EQ(evaluate(real / dim<0>(found))(0), 1.0F / 3);
}

/// Blocks of positions, by a size that is known or found.
TEST(whole_numbers, indices_are_divided_by_lengths) {
    using namespace heed::index;
    const tensor<float, 2> known;
    const tensor<float, dyn> found(2);
    const tensor<float, 6, 6> S;
    const tensor<int, 6> places{5, 4, 3, 2, 1, 0};
    const auto expect_same = [](const auto& of_known, const auto& of_found) {
        const tensor<float, 6, 6> expected = of_known;
        const tensor<float, 6, 6> result = of_found;
        EXPECT_EQ(result, expected);
    };
    const auto blocks = [&](const auto& size) { return where(q / dim<0>(size) == k / dim<0>(size), S); };
    const auto pairs = [&](const auto& size) { return where(k / (dim<0>(size) * 2_c) < 1, S); };
    const auto scaled = [&](const auto& size) { return where(k * 3 / dim<0>(size) == 4, S); };
    const auto inverse = [&](const auto& size) { return where(dim<0>(size) / (k + 1) == 1, S); };
    const auto looked_up = [&](const auto& size) { return where(at(places, k) / dim<0>(size) <= q / 2, S); };
    expect_same(blocks(known), blocks(found));
    expect_same(pairs(known), pairs(found));
    expect_same(scaled(known), scaled(found));
    expect_same(inverse(known), inverse(found));
    expect_same(looked_up(known), looked_up(found));
    const tensor<float, 6, 6> seen = blocks(found);
    for (std::size_t i = 0; i < 6; ++i)
        for (std::size_t j = 0; j < 6; ++j) EXPECT_EQ(seen(i, j) == 0, i / 2 == j / 2) << i << ' ' << j;
}

/// What is below zero is so whether the compiler knows the length or not.
TEST(whole_numbers, lengths_and_numbers_may_be_below_zero) {
    using namespace heed::index;
    const tensor<float, 2> known{10, 20};
    const tensor<float, dyn> found{10, 20};
    const tensor<int, 2> x{1, 2};
    const tensor<float, 4, 4> S;
    const int w = -1;
    const auto expect = [](const auto& of_known, const auto& of_found, const auto& expected) {
        EXPECT_EQ(evaluate(of_known), expected);
        EXPECT_EQ(evaluate(of_found), expected);
    };
    expect(known + (dim<0>(known) - 3), known + (dim<0>(found) - 3), tensor<float, 2>{9, 19});
    expect(known + dim<0>(known) * w, known + dim<0>(found) * w, tensor<float, 2>{8, 18});
    expect(known + (w + 0_c), known + (0_c + w), tensor<float, 2>{9, 19});
    EXPECT_EQ(evaluate(x + (dim<0>(known) - 5)), (tensor<int, 2>{-2, -1}));
    EXPECT_EQ(evaluate(max(x - 5, 2_c - 5)), (tensor<int, 2>{-3, -3}));

    const auto below = [&](const auto& size) { return where(q - k <= dim<0>(size) - 3, S + 1, S); };
    const auto scaled = [&](const auto& size) { return where(q - k <= dim<0>(size) * w + 1, S + 1, S); };
    for (const tensor<float, 4, 4>& seen :
         {evaluate(below(known)), evaluate(below(found)), evaluate(scaled(known)), evaluate(scaled(found))})
        EXPECT_EQ(evaluate(sum<1>(seen)), (tensor<float, 4>{3, 2, 1, 0}));
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
/// x^y by products one after the other.
template <class T>
constexpr T repeated_product(T x, int y) {
    T power = 1;
    for (int i = 0; i < y; ++i) power = static_cast<T>(power * x);
    return power;
}
template <class T>
void expect_exact_powers(T first, T last, int most) {
    for (int y = 0; y <= most; ++y) {
        const tensor<T, 4> x{first, static_cast<T>(first + 1), static_cast<T>(last - 1), last};
        const tensor by_number = pow(x, y);
        const tensor by_tensor = pow(x, tensor<int, 4>{y, y, y, y});
        for (std::size_t i = 0; i < 4; ++i) {
            ASSERT_EQ(by_number(i), repeated_product(x(i), y)) << +x(i) << ' ' << y;
            ASSERT_EQ(by_tensor(i), repeated_product(x(i), y)) << +x(i) << ' ' << y;
        }
    }
}
TEST(whole_numbers, powers_are_exact) {
    expect_exact_powers<int>(-46340, 46339, 2);
    expect_exact_powers<int>(-1287, 1283, 3);
    expect_exact_powers<int>(-8, 8, 10);
    expect_exact_powers<unsigned>(65000, 65535, 2);
    expect_exact_powers<std::int64_t>(-3037000498, 3037000499, 2);
    expect_exact_powers<std::int64_t>(-2097149, 2097150, 3);
    expect_exact_powers<std::int64_t>(-69, 71, 10);
    const tensor<std::uint8_t, 2> narrow{250, 3};
    const tensor squares = pow(narrow, 2_c);
    EXPECT_TRUE((std::is_same_v<typename decltype(squares)::value_type, int>));
    EXPECT_EQ(squares(0), 62500);
    const tensor of_two = pow(2, tensor<int, 3>{0, 1, 30});
    EXPECT_EQ(of_two, (tensor<int, 3>{1, 2, 1 << 30}));
}
TEST(whole_numbers, negative_powers_divide_one) {
    const tensor<int, 5> x{1, -1, 2, -3, 1000};
    EXPECT_EQ(evaluate(pow(x, -3)), (tensor<int, 5>{1, -1, 0, 0, 0}));
    EXPECT_EQ(evaluate(pow(x, -2)), (tensor<int, 5>{1, 1, 0, 0, 0}));
    EXPECT_DEATH((void)evaluate(pow(tensor<int, 2>{3, 0}, -1)), "needs an n that is not negative");
}
static_assert(evaluate(pow(vector<int, 2>{-5, 7}, 9))(0) == -1953125);

TYPED_TEST(narrow_numbers, constants_are_those_of_int) {
    using T = TypeParam;
    const tensor<T, 2> x{T(1), T(0)};
    const tensor<float, 700> F;
    const tensor<float, dyn> G(700);
    EXPECT_EQ(evaluate(x + 70'000_c), (tensor<int, 2>{70'001, 70'000}));
    EXPECT_EQ(evaluate(70'000_c - x), (tensor<int, 2>{69'999, 70'000}));
    EXPECT_EQ(evaluate(hadamard(x, 70'000_c)), (tensor<int, 2>{70'000, 0}));
    EXPECT_EQ(evaluate(x / 70'000_c), (tensor<int, 2>{0, 0}));
    EXPECT_EQ(evaluate(x + dim<0>(F)), evaluate(x + dim<0>(G)));
    EXPECT_EQ(evaluate(x + dim<0>(F)), (tensor<int, 2>{701, 700}));
    EXPECT_EQ(evaluate(max(x, 70'000_c)), (tensor<int, 2>{70'000, 70'000}));
}
TYPED_TEST(narrow_numbers, numbers_beside_them_are_those_of_int) {
    using T = TypeParam;
    const tensor<T, 2> x{T(1), T(0)}, y{T(0), T(1)};
    const tensor<float, dyn> G(70'000);
    scalar<int> n;
    n() = 70'000;
    const tensor<int, 2> all{70'000, 70'000}, none{-1, -1};
    EXPECT_EQ(evaluate(max(x, 70'000)), all);
    EXPECT_EQ(evaluate(max(70'000, x)), all);
    EXPECT_EQ(evaluate(max(x, n)), all);
    EXPECT_EQ(evaluate(max(x, dim<0>(G))), all);
    EXPECT_EQ(evaluate(min(x, -1)), none);
    EXPECT_EQ(evaluate(max(x, 69'999 + sum(x))), all);
    EXPECT_EQ(evaluate(where(x, 70'000, x)), (tensor<int, 2>{70'000, 0}));
    EXPECT_EQ(evaluate(let(x, [](auto s) { return max(s, 70'000); })), all);
    // Of two elements of one type one is chosen.
    EXPECT_TRUE((std::is_same_v<value_type_of_result<decltype(max(x, y))>, T>));
    EXPECT_EQ(evaluate(max(x, y)), (tensor<T, 2>{T(1), T(1)}));
}

template <class F>
void expect_words(const F& f, const char* words) {
    try {
        (void)evaluate(f);
        ADD_FAILURE() << "no error";
    } catch (const shape_error& e) {
        EXPECT_NE(std::string(e.what()).find(words), std::string::npos) << e.what();
    }
}
TEST(whole_numbers, numbers_that_their_type_does_not_have_are_errors) {
    const tensor<int, 2> I{-7, 12}, C{1, 0};
    const tensor<unsigned, 2> U{7, 12};
    const tensor<std::uint8_t, 2> N{7, 12};
    const long long far = 6'000'000'001;
    expect_words(I + far, "6000000001");
    expect_words(I * far, "6000000001");
    expect_words(far - I, "6000000001");
    expect_words(I / far, "6000000001");
    expect_words(min(I, 2'500'000'000U), "2500000000");
    expect_words(max(I, -far), "-6000000001");
    expect_words(where(C, I, far), "6000000001");
    expect_words(where(C, far, N), "6000000001");
    expect_words(where(index::k < far, I, 0), "6000000001");
    expect_words(I + (index::k + 6'000'000'001_c), "6000000001");
    expect_words(U - -3, "-3");
    expect_words(let(I, [&](auto s) { return s + far; }), "6000000001");
    EXPECT_EQ(evaluate(I + 5LL), (tensor<int, 2>{-2, 17}));
    EXPECT_EQ(evaluate_as<std::int64_t>(I + far)(0), far - 7);
}
TEST(whole_numbers, tensors_without_axes_count_for_the_type_of_integers) {
    const tensor<int, 2> I{-7, 12}, C{1, 0};
    const tensor<std::uint16_t, 2> N{7, 65'535};
    scalar<std::int64_t> far;
    far() = 6'000'000'001;
    EXPECT_EQ(evaluate(I + far), (tensor<std::int64_t, 2>{far() - 7, far() + 12}));
    EXPECT_EQ(evaluate(max(N, far)), (tensor<std::int64_t, 2>{far(), far()}));
    EXPECT_EQ(evaluate(where(C, I, far)), (tensor<std::int64_t, 2>{-7, far()}));
    const tensor<std::int64_t, 2> W{far(), 4};
    EXPECT_EQ(evaluate(I - sum(W)), (tensor<std::int64_t, 2>{-far() - 11, -far() + 8}));
    EXPECT_EQ(evaluate(N - max(N)), (tensor<int, 2>{7 - 65'535, 0}));
    // Beside floats nothing changes.
    scalar<double> real;
    real() = 0.5;
    EXPECT_TRUE((std::is_same_v<value_type_of_result<decltype(tensor<float, 2>() * real)>, float>));
}

constexpr bool are_compared_in_constants() {
    const tensor<std::int32_t, 2> ids{16777216, 16777217};
    const tensor<float, 2, 2> S{};
    const tensor weights = softmax(where(same_document(ids), S));
    return weights(0, 0) == 1 && weights(0, 1) == 0;
}
static_assert(are_compared_in_constants());

}  // namespace heed::test
