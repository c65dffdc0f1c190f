// SPDX-License-Identifier: BSL-1.0
// Conditions on elements: truth values as results, in choices, masks, arithmetic; with any types and shapes.
#include <heed/heed.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <tuple>
#include <type_traits>

namespace heed::test {

inline constexpr axis query{"query"}, key{"key"}, d_k{"d_k"};

/// Numbers of both signs, zeros among them.
template <class T, class Tensor>
void fill(Tensor& t) {
    int i = 0;
    for (auto& x : t) x = static_cast<std::remove_reference_t<decltype(x)>>(static_cast<T>((i++ * 7) % 11 - 5));
}

template <class T>
void expect_truth() {
    tensor<T, 5, 7> A, B;
    fill<T>(A);
    int i = 0;
    for (auto& x : B) x = static_cast<T>((i++ * 5) % 9 - 4);
    const tensor less = A<B, at_most = A <= B, more = A> B, at_least = A >= B, positive = A > 0, none = !A,
                 both = A > 0 && B, either = A < B || !(B <= 2);
    static_assert(std::is_same_v<std::remove_const_t<decltype(less)>, tensor<bool, 5, 7>>);
    static_assert(std::is_same_v<decltype(evaluate(!(A < B))), tensor<bool, 5, 7>>);
    const tensor turned = transpose(A < B);
    static_assert(std::is_same_v<std::remove_const_t<decltype(turned)>, tensor<bool, 7, 5>>);
    for (std::size_t r = 0; r < 5; ++r)
        for (std::size_t c = 0; c < 7; ++c) {
            const T a = A(r, c), b = B(r, c);
            ASSERT_EQ(less(r, c), a < b);
            ASSERT_EQ(turned(c, r), a < b);
            ASSERT_EQ(at_most(r, c), a <= b);
            ASSERT_EQ(more(r, c), a > b);
            ASSERT_EQ(at_least(r, c), a >= b);
            ASSERT_EQ(positive(r, c), a > 0);
            ASSERT_EQ(none(r, c), a == 0);
            ASSERT_EQ(both(r, c), a > 0 && b != 0);
            ASSERT_EQ(either(r, c), a < b || b > 2);
        }
}
TEST(element_conditions, of_every_type) {
    expect_truth<float>();
    expect_truth<double>();
    expect_truth<long double>();
    expect_truth<int>();
    expect_truth<std::int64_t>();
    expect_truth<std::int8_t>();
}

TEST(element_conditions, of_truth_values) {
    const tensor<bool, 4> a{true, true, false, false}, b{true, false, true, false};
    EXPECT_EQ(evaluate(a && b), (tensor<bool, 4>{true, false, false, false}));
    EXPECT_EQ(evaluate(a || b), (tensor<bool, 4>{true, true, true, false}));
    EXPECT_EQ(evaluate(!a), (tensor<bool, 4>{false, false, true, true}));
    EXPECT_EQ(evaluate(sum(a && !b))(), 1);
}

/// Whole numbers are compared, and asked whether they are 0, as they are: whatever is computed beside them.
TEST(element_conditions, of_whole_numbers_of_two_types) {
    const vector<int, 3> s{-1, 3, 7}, i{1, 2, 3}, j{4, 5, 6};
    const vector<unsigned, 3> u{5, 5, 5};
    const vector<std::int64_t, 3> wide{1LL << 32, 0, -(1LL << 40)};
    const vector<std::uint64_t, 3> large{1ULL << 40, 0, 1};
    const vector<std::int8_t, 3> narrow{-128, 0, 5};
    EXPECT_EQ(evaluate(s < u), (tensor<bool, 3>{true, true, false}));
    EXPECT_EQ(evaluate(u > s), (tensor<bool, 3>{true, true, false}));
    EXPECT_EQ(evaluate(s < 0 || u > 9), (tensor<bool, 3>{true, false, false}));
    EXPECT_EQ(evaluate(narrow < large), (tensor<bool, 3>{true, false, false}));
    EXPECT_EQ(evaluate(where(s < 0, u, 7)), (tensor<unsigned, 3>{5, 7, 7}));
    EXPECT_EQ(evaluate(where(s < u, i, j)), (tensor<int, 3>{1, 2, 6}));
    EXPECT_EQ(evaluate(apply([](auto x, auto y) { return where(x < 0, y, 7); }, s, u)), (tensor<unsigned, 3>{5, 7, 7}));
    EXPECT_EQ(evaluate(where(wide, i, j)), (tensor<int, 3>{1, 5, 3}));
    EXPECT_EQ(evaluate(where(!wide, i, j)), (tensor<int, 3>{4, 2, 6}));
    EXPECT_EQ(evaluate(where(large, narrow, 1)), (tensor<int, 3>{-128, 1, 5}));
    constexpr vector<int, 1> negative{-1};
    constexpr vector<unsigned, 1> positive{5};
    static_assert(evaluate(negative < positive)(0) && evaluate(where(negative < 0, positive, 7))(0) == 5);
}

/// Each is compared with the same in C++.
TEST(element_conditions, of_equality_and_beside_numbers) {
    const tensor<float, 2, 3> X{{1, -2, 3}, {0, 5, -6}}, Y{{1, 2, 3}, {-1, 5, 0}};
    const vector<float, 3> x{-7, 0, 7};
    const tensor<float, 3, 3> S{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    const tensor<bool> yes = true, no = false;
    const tensor same = equal(X, Y), other = not_equal(X + 1, 1), ones = equal(X, 1_c), alike = equal(X > 0, Y > 0);
    static_assert(std::is_same_v<std::remove_const_t<decltype(same)>, tensor<bool, 2, 3>>);
    for (std::size_t r = 0; r < 2; ++r)
        for (std::size_t c = 0; c < 3; ++c) {
            ASSERT_EQ(same(r, c), X(r, c) == Y(r, c));
            ASSERT_EQ(other(r, c), X(r, c) + 1 != 1);
            ASSERT_EQ(ones(r, c), X(r, c) == 1);
            ASSERT_EQ(alike(r, c), (X(r, c) > 0) == (Y(r, c) > 0));
        }
    const tensor<bool, 2, 3> positive = X > 0;
    EXPECT_EQ(evaluate(X > 0 && true), positive);
    EXPECT_EQ(evaluate(0.25 && X > 0), positive);
    EXPECT_EQ(evaluate(X > 0 && yes), positive);
    EXPECT_EQ(evaluate(no || X > 0), positive);
    EXPECT_EQ(evaluate(X > 0 || 0_c), positive);
    EXPECT_EQ(evaluate(sum(sum(X > 0 && no)))(), 0);
    const tensor keys = where(index::k <= index::q, S, x), others = where(index::k <= index::q, x, S);
    for (std::size_t r = 0; r < 3; ++r)
        for (std::size_t c = 0; c < 3; ++c) {
            ASSERT_EQ(keys(r, c), c <= r ? S(r, c) : x(c));
            ASSERT_EQ(others(r, c), c <= r ? x(c) : S(r, c));
        }
    EXPECT_TRUE(X == X && X != Y);
}

template <class T, class F>
inline constexpr bool gives = std::is_same_v<typename F::value_type, T>;
/// Numbers decide no element type beside operands, nor does a choice of numbers. Alone it has that of its condition.
TEST(element_conditions, choose_numbers_in_the_type_of_the_operands) {
    const tensor<float, 2, 3> X{{1, -2, 3}, {-4, 5, -6}};
    const tensor<double, 2, 3> D{{1, -2, 3}, {-4, 5, -6}};
    const tensor<int, 2, 3> I{{1, -2, 3}, {-4, 5, -6}};
    const auto f = X + 1;
    const auto chosen = where(f > 0, 0.5, 1.5);
    const tensor with_f = chosen + f;
    const tensor alone = chosen;
    const tensor wide = chosen + D;
    const tensor of_let = let(f, [](auto s) { return where(s > 0, 1, 0.25); });
    const tensor by_index = where(index::k <= index::q, 0.5, 1.5) + X;
    static_assert(gives<float, decltype(with_f)> && gives<float, decltype(alone)> && gives<double, decltype(wide)> &&
                  gives<float, decltype(of_let)> && gives<float, decltype(by_index)>);
    static_assert(gives<float, decltype(chosen * transpose(X))> && gives<float, decltype(sum<1>(chosen))> &&
                  gives<float, decltype(apply([](auto x) { return where(x > 0, 1.0, 2) * x; }, X))> &&
                  gives<float, decltype(where(X > 0, 1, 0))> && gives<float, decltype(where(X > 0, 1_c, 0_c))> &&
                  gives<float, decltype(where(!(X > 0), 0.5, X))> && gives<int, decltype(where(I > 0, 1, 0))> &&
                  gives<int, decltype(where(I > 0, 1, 0) + I)> && gives<int, decltype(I - (2 - where(X > 0, 1, 0)))> &&
                  gives<double, decltype(where(I > 0, 0.5, 0))>);
    for (std::size_t r = 0; r < 2; ++r)
        for (std::size_t c = 0; c < 3; ++c) {
            const float x = X(r, c) + 1, expected = x > 0 ? 0.5F : 1.5F;
            ASSERT_EQ(with_f(r, c), expected + x);
            ASSERT_EQ(alone(r, c), expected);
            ASSERT_EQ(wide(r, c), expected + D(r, c));
            ASSERT_EQ(of_let(r, c), x > 0 ? 1 : 0.25F);
            ASSERT_EQ(by_index(r, c), (c <= r ? 0.5F : 1.5F) + X(r, c));
        }
}

/// Beside float, 2^24 + 1 would be 2^24, which is no more than 2^24.
TEST(element_conditions, know_where_whole_numbers_end) {
    const vector<int, 2> whole{16777217, 16777215};
    const vector<float, 2> a{1, 1}, b{0, 0};
    EXPECT_THROW((void)evaluate(where(whole > 16777216, a, b)), shape_error);
    EXPECT_THROW((void)evaluate(where(whole <= -16777216, a, b)), shape_error);
    EXPECT_EQ(evaluate(where(whole > 16777215, a, b)), (tensor<float, 2>{1, 0}));
    EXPECT_EQ(evaluate(where(whole > tensor<int, 2>{16777216, 16777216}, a, b)), (tensor<float, 2>{1, 0}));
    EXPECT_EQ(evaluate(whole > 16777216), (tensor<bool, 2>{true, false}));
    // What is in memory may be rounded onto what is computed there: 2^24, but not 2^24 - 1.
    vector<int, 2> edge{16777216, 16777216};
    EXPECT_THROW((void)evaluate(where(whole > edge + 0, a, b)), shape_error);
    EXPECT_THROW((void)evaluate(where(equal(whole, edge * 1), a, b)), shape_error);
    EXPECT_THROW((void)evaluate(hadamard(not_equal(edge + 0, whole), a)), shape_error);
    EXPECT_THROW((void)evaluate(where(whole > edge + a * 0, a, b)), shape_error);
    EXPECT_EQ(evaluate(where(edge + 0 > 3, a, b)), (tensor<float, 2>{1, 1})) << "what is computed is exact";
    EXPECT_EQ(evaluate(where(whole > edge - 1, a, b)), (tensor<float, 2>{1, 0})) << "and smaller";
    EXPECT_THROW((void)evaluate(where(whole > edge - 1 + a, a, b)), shape_error) << "but not known to be";
    EXPECT_EQ(evaluate(where(edge > edge + a * 0, a, b)), (tensor<float, 2>{0, 0})) << "nothing is rounded";
    edge = vector<int, 2>{16777215, -16777215};
    EXPECT_EQ(evaluate(where(whole > edge + 0, a, b)), (tensor<float, 2>{1, 1}));
    EXPECT_EQ(evaluate(where(equal(whole, edge * 1), a, b)), (tensor<float, 2>{0, 0}));
    const vector<std::int64_t, 1> wide{9007199254740993LL};
    EXPECT_THROW((void)evaluate(where(wide > 9007199254740992LL, vector<double, 1>{1}, 0.0)), shape_error);
}

TEST(element_conditions, of_half_precision_and_nan) {
    tensor<float16, 3> h;
    h(0) = float16(0.5F), h(1) = float16(-0.5F), h(2) = float16(0.0F);
    EXPECT_EQ(evaluate(h > 0), (tensor<bool, 3>{true, false, false}));
    const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
    const vector<double, 4> x{nan, infinity, -infinity, -0.0};
    EXPECT_EQ(evaluate(x < 0), (tensor<bool, 4>{false, false, true, false}));
    EXPECT_EQ(evaluate(x >= 0), (tensor<bool, 4>{false, true, false, true}));
    EXPECT_EQ(evaluate(!x), (tensor<bool, 4>{false, false, false, true}));
    const tensor kept = where(x < infinity, x, 1.0);
    EXPECT_EQ(kept(1), 1);
    EXPECT_EQ(kept(2), -infinity);
    EXPECT_EQ(kept(0), 1);
}

TEST(element_conditions, broadcast_and_know_lengths) {
    tensor<float, query[dyn], d_k[6]> X(5);
    tensor<float, d_k[6]> limit;
    fill<float>(X);
    fill<float>(limit);
    const tensor below = X < limit;
    static_assert(std::is_same_v<std::remove_const_t<decltype(below)>, tensor<bool, query[dyn], d_k[6]>>);
    const tensor leaky = where(X > 0, X, 0.1F * X);
    const tensor counts = sum<d_k>(X >= limit);
    const tensor clamped = clamp(X, -1, limit + 2);
    for (std::size_t r = 0; r < 5; ++r) {
        float count = 0;
        for (std::size_t c = 0; c < 6; ++c) {
            ASSERT_EQ(below(r, c), X(r, c) < limit(c));
            ASSERT_EQ(leaky(r, c), X(r, c) > 0 ? X(r, c) : 0.1F * X(r, c));
            ASSERT_EQ(clamped(r, c), std::fmin(std::fmax(X(r, c), -1), limit(c) + 2));
            count += X(r, c) >= limit(c) ? 1.0F : 0.0F;
        }
        ASSERT_EQ(counts(r), count);
    }
    const tensor<float, query[dyn], d_k[6]> other(4);
    try {
        (void)evaluate(X < other);
        FAIL() << "shapes differ";
    } catch (const shape_error& error) {
        EXPECT_TRUE(std::string_view(error.what()).starts_with("heed: A < B (")) << error.what();
    }
}

TEST(element_conditions, are_written_into_what_is_there) {
    tensor<float, 3, 4> X;
    fill<float>(X);
    tensor<bool, 3, 4> mask;
    mask = X > 0;
    tensor<float, 3, 4> as_numbers = X > 0;
    tensor<bool, 4, 3> turned;
    turned = transpose(X > 0);
    for (std::size_t r = 0; r < 3; ++r)
        for (std::size_t c = 0; c < 4; ++c) {
            ASSERT_EQ(mask(r, c), X(r, c) > 0);
            ASSERT_EQ(as_numbers(r, c), X(r, c) > 0 ? 1 : 0);
            ASSERT_EQ(turned(c, r), X(r, c) > 0);
        }
    mask = !mask;
    EXPECT_EQ(evaluate(sum(sum(mask)))(), 12 - evaluate(sum(sum(X > 0)))());
}

TEST(element_conditions, are_truth_values_among_several_results) {
    tensor<float, 3, 4> X;
    tensor<float, dyn, 4> lengths(3);
    tensor<float16, 5> halves;
    for (auto& x : halves) x = float16(0.5F);
    fill<float>(X);
    lengths = X;
    const auto [positive, twice] = evaluate(results(X > 0, X + X));
    const auto [of_lengths, same] = evaluate(let(lengths + 0, [](auto s) { return results(s > 0 || s < -4, s); }));
    const auto [of_halves, sums] = evaluate(results(halves > 0, halves + halves));
    static_assert(std::is_same_v<std::remove_cvref_t<decltype(positive)>, tensor<bool, 3, 4>> &&
                  std::is_same_v<std::remove_cvref_t<decltype(twice)>, tensor<float, 3, 4>> &&
                  std::is_same_v<std::remove_cvref_t<decltype(of_lengths)>, tensor<bool, dyn, 4>>);
    tensor<bool, 3, 4> written;
    tensor<float, 3, 4> as_numbers;
    evaluate_into(std::tie(written, as_numbers), results(X > 0, X > 0));
    EXPECT_EQ(positive, evaluate(X > 0));
    EXPECT_EQ(twice, evaluate(X + X));
    EXPECT_EQ(of_lengths, evaluate(lengths > 0 || lengths < -4));
    EXPECT_EQ(same, lengths);
    EXPECT_EQ(written, positive);
    EXPECT_EQ(evaluate(sum(sum(as_numbers)))(), evaluate(sum(sum(positive)))());
    EXPECT_TRUE(of_halves(4));
    EXPECT_EQ(static_cast<float>(sums(4)), 1);
}

TEST(element_conditions, of_numbers_are_those_of_cpp) {
    const tensor<float> a = 2;
    const vector<float, 3> x{1, 2, 3};
    EXPECT_TRUE(a > 1 && a <= 2);
    EXPECT_TRUE(x(0) < x(1));
    EXPECT_EQ(evaluate(x > a), (tensor<bool, 3>{false, false, true}));
}

TEST(element_conditions, in_constant_expressions) {
    constexpr vector<double, 4> x{-2, -0.5, 0, 3};
    constexpr tensor positive = x > 0;
    static_assert(positive(3) && !positive(0) && !positive(2));
    constexpr tensor leaky = where(x > 0, x, 0.5 * x), inside = clamp(x, -1, 1);
    static_assert(leaky(0) == -1 && leaky(3) == 3 && inside(0) == -1 && inside(3) == 1 && inside(1) == -0.5);
}

/// Masks that are computed: of keys, of pairs, beside conditions on indices.
TEST(element_conditions, are_masks) {
    tensor<float, query[6], d_k[8]> Q;
    tensor<float, key[9], d_k[8]> K, V;
    tensor<float, query[6], key[9]> bias;
    tensor<float, key[9]> weight_of_key;
    fill<float>(Q), fill<float>(K), fill<float>(V), fill<float>(bias), fill<float>(weight_of_key);
    tensor<bool, query[6], key[9]> pairs = bias > 0;
    tensor<bool, key[9]> visible = weight_of_key > -2;
    EXPECT_EQ(evaluate(attention(Q, K, V, bias > 0)), evaluate(attention(Q, K, V, pairs)));
    EXPECT_EQ(evaluate(attention(Q, K, V, weight_of_key > -2)), evaluate(attention(Q, K, V, visible)));
    const tensor both = attention(Q, K, V, index::k <= index::q + 2 && visible),
                 reversed = attention(Q, K, V, visible && index::k <= index::q + 2),
                 by_index = attention(Q, K, V, index::k <= index::q + 2 && at(visible, index::k));
    EXPECT_EQ(both, by_index);
    EXPECT_EQ(reversed, by_index);
    const tensor computed = attention(Q, K, V, index::k <= index::q + 2 && weight_of_key > -2);
    EXPECT_EQ(computed, by_index);
    const tensor some = attention(Q, K, V, index::k <= index::q || pairs);
    tensor<bool, query[6], key[9]> by_hand;
    for (std::size_t i = 0; i < 6; ++i)
        for (std::size_t j = 0; j < 9; ++j) by_hand(i, j) = j <= i || pairs(i, j);
    EXPECT_EQ(some, evaluate(attention(Q, K, V, by_hand)));
}

/// A tensor of a million numbers near 0: no truth value depends on registers, or on where rows end.
TEST(element_conditions, of_long_rows) {
    tensor<float, dyn, dyn> X(37, 1003);
    std::uint32_t state = 1;
    for (auto& x : X) x = static_cast<float>(static_cast<int>((state = state * 1664525U + 1013904223U) >> 9) % 3 - 1);
    const tensor positive = X > 0, zero = !X;
    std::size_t i = 0;
    for (const float x : X) {
        ASSERT_EQ(positive.data()[i], x > 0);
        ASSERT_EQ(zero.data()[i], x == 0);
        ++i;
    }
}

}  // namespace heed::test
