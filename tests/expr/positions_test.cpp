// SPDX-License-Identifier: BSL-1.0
// Tables of positions against the functions of <cmath> in long double, and rotations against loops.
#include "tests/run/compare.hpp"

#include <heed/heed.hpp>
#include <heed/reference/evaluate.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <new>
#include <string>

namespace heed::test {

using detail::shape;

inline constexpr axis tokens{"tokens"}, d_model{"d_model"}, d_k{"d_k"};

TEST(positions, sines_and_cosines_are_those_of_cmath) {
    double worst = 0;
    for (int i = 0; i < 200000; ++i) {
        const double x = i < 100000 ? i * 0.00137 : (i - 100000) * 10.4857;
        const long double exact = x;
        worst = std::max({worst, std::abs(static_cast<double>(detail::sin(x) - std::sin(exact))),
                          std::abs(static_cast<double>(detail::cos(x) - std::cos(exact)))});
    }
    EXPECT_LE(worst, 0x1p-52);
}

template <class T, std::size_t N, std::size_t D>
void check_table() {
    const auto table = sinusoidal<T, N, D>();
    for (std::size_t p = 0; p < N; ++p)
        for (std::size_t c = 0; c < D; ++c) {
            const long double angle =
                static_cast<long double>(p) /
                std::pow(10000.0L, static_cast<long double>(c / 2 * 2) / static_cast<long double>(D));
            const long double exact = c % 2 == 0 ? std::sin(angle) : std::cos(angle);
            const double allowed =
                (1 + static_cast<double>(p) / 2) * 0x1p-52 + static_cast<double>(std::numeric_limits<T>::epsilon()) / 2;
            ASSERT_LE(std::abs(static_cast<double>(table(p, c) - exact)), allowed) << p << ' ' << c;
        }
}

TEST(positions, of_the_paper_are_within_their_bound) {
    check_table<double, 2048, 96>();
    check_table<double, 300, 7>();
    check_table<float, 64, 512>();
}

constexpr auto small = sinusoidal<double, tokens[12], d_model[8]>();
static_assert(decltype(small)::shape_value == shape(tokens[12], d_model[8]));
static_assert(small(0, 0) == 0 && small(0, 1) == 1 && small(1, 0) > 0.84147098 && small(1, 0) < 0.84147099);
TEST(positions, are_the_same_while_compiling) { EXPECT_EQ(small, (sinusoidal<double, tokens[12], d_model[8]>())); }

tensor<double, 2, tokens[5], d_k[6]> numbers() {
    tensor<double, 2, tokens[5], d_k[6]> X;
    int i = 0;
    for (double& x : X) x = std::sin(0.9 * ++i);
    return X;
}

TEST(rope, turns_pairs_of_halves) {
    const auto X = numbers();
    const auto tables = rope_tables<double>(9, 6, 100);
    const tensor Y = rope(X, tables, pairs::halves);
    static_assert(decltype(Y)::shape_value == shape(2, tokens[5], d_k[6]));
    for (std::size_t b = 0; b < 2; ++b)
        for (std::size_t t = 0; t < 5; ++t)
            for (std::size_t i = 0; i < 3; ++i) {
                const double angle = static_cast<double>(t) / std::pow(100.0, static_cast<double>(2 * i) / 6);
                const double c = std::cos(angle), s = std::sin(angle);
                EXPECT_NEAR(Y(b, t, i), X(b, t, i) * c - X(b, t, i + 3) * s, 1e-14);
                EXPECT_NEAR(Y(b, t, i + 3), X(b, t, i + 3) * c + X(b, t, i) * s, 1e-14);
            }
    const auto f = rope(X * 2 + X, tables, pairs::halves);
    EXPECT_LE(distance<double>(evaluate(f), evaluate_unfused<long double>(f), 1), 4);
}

/// Against a loop: y[2i] = x[2i] c - x[2i + 1] s, y[2i + 1] = x[2i + 1] c + x[2i] s for each row of the last two axes.
template <class X, class Y, class T>
void check_neighbours(const X& x, const Y& y, const rotary_tables<T>& tables) {
    static_assert(X::shape_value == Y::shape_value);
    const std::size_t columns = X::shape_value.from_right(0).size, rows = X::shape_value.from_right(1).size;
    for (std::size_t row = 0; row < x.size() / columns; ++row)
        for (std::size_t i = 0; i < columns / 2; ++i) {
            const std::size_t k = row * columns + 2 * i, angle = row % rows * (columns / 2) + i;
            const double a = x.data()[k], b = x.data()[k + 1];
            const double c = tables.cosines()[angle], s = tables.sines()[angle];
            const double allowed = 2 * (std::abs(a) + std::abs(b)) * std::numeric_limits<T>::epsilon();
            ASSERT_NEAR(y.data()[k], a * c - b * s, allowed) << row << ' ' << i;
            ASSERT_NEAR(y.data()[k + 1], b * c + a * s, allowed) << row << ' ' << i;
        }
}

template <class T, extent... E>
void turn_neighbours() {
    tensor<T, E...> x;
    int i = 0;
    for (T& element : x) element = static_cast<T>(std::sin(0.9 * ++i));
    constexpr detail::shape dims(E...);
    const auto tables = rope_tables<T>(dims.from_right(1).size + 3, dims.from_right(0).size, 100);
    const tensor y = rope(x, tables, pairs::neighbours);
    check_neighbours(x, y, tables);
    const tensor of_view = rope(view<const T, E...>(x.data()), tables, pairs::neighbours);
    EXPECT_EQ(of_view, y);

    const auto f = rope(x * 2 + x, tables, pairs::neighbours);
    const tensor<T, E...> sum = x * 2 + x, z = f;
    check_neighbours(sum, z, tables);
    EXPECT_LE(distance<T>(z, evaluate_unfused<long double>(f), 1), 4);
}

TEST(rope, turns_pairs_of_neighbours) {
    turn_neighbours<double, 3, 2>();
    turn_neighbours<float, 3, 2>();
    turn_neighbours<double, 2, tokens[5], d_k[6]>();
    turn_neighbours<float, 2, tokens[5], d_k[6]>();
    turn_neighbours<double, tokens[33], d_k[64]>();
    turn_neighbours<float, tokens[33], d_k[64]>();
    turn_neighbours<double, 2, 1, 3, 4, 10>();
    turn_neighbours<float, 2, 1, 3, 4, 10>();
}

TEST(rope, of_views_is_that_of_their_copies) {
    const auto X = numbers();
    const auto tables = rope_tables<double>(5, 6, 100);
    const tensor Y = rope(X, tables, pairs::neighbours), H = rope(X, tables, pairs::halves);
    const tensor one = rope(X[1], tables, pairs::neighbours), half = rope(X[1], tables, pairs::halves);
    static_assert(decltype(one)::shape_value == shape(tokens[5], d_k[6]));
    EXPECT_EQ(one, evaluate(Y[1]));
    EXPECT_EQ(half, evaluate(H[1]));

    const tensor<double, tokens[5], 2, d_k[6]> by_token = permute<1, 0, 2>(X);
    const tensor strided = rope(by_token(all, 1, all), tables, pairs::neighbours);
    EXPECT_EQ(strided, one);
    const tensor permuted = rope(permute<1, 0, 2>(by_token), tables, pairs::neighbours);
    EXPECT_EQ(permuted, Y);
    const auto few = rope_tables<double>(2, 10);
    const tensor<double, 2, 10> columns =
        rope(transpose(reshape<10, 2>(rows<0, 4>(reshape<12, 5>(X)))), few, pairs::neighbours);
    check_neighbours(evaluate(transpose(reshape<10, 2>(rows<0, 4>(reshape<12, 5>(X))))), columns, few);
}

TEST(rope, of_neighbours_is_part_of_larger_formulas) {
    const auto X = numbers();
    const auto tables = rope_tables<double>(5, 6, 100);
    const tensor Y = rope(X, tables, pairs::neighbours);
    const tensor products = rope(X, tables, pairs::neighbours) * transpose(rope(X, tables, pairs::neighbours));
    const tensor expected = Y * transpose(Y);
    for (std::size_t k = 0; k < products.size(); ++k) EXPECT_NEAR(products.data()[k], expected.data()[k], 1e-14);
    const tensor attended =
        attention(rope(X, tables, pairs::neighbours), rope(X + X, tables, pairs::neighbours), X, causal);
    const tensor directly = attention(Y, evaluate(Y + Y), X, causal);
    for (std::size_t k = 0; k < attended.size(); ++k) EXPECT_NEAR(attended.data()[k], directly.data()[k], 1e-14);
}

TEST(rope, of_neighbours_is_that_of_halves_with_columns_in_another_order) {
    const auto X = numbers();
    const auto tables = rope_tables<double>(5, 6, 100);
    tensor<double, 2, tokens[5], d_k[6]> apart;
    const auto place = [](std::size_t c) { return c / 2 + c % 2 * 3; };
    for (std::size_t b = 0; b < 2; ++b)
        for (std::size_t t = 0; t < 5; ++t)
            for (std::size_t c = 0; c < 6; ++c) apart(b, t, place(c)) = X(b, t, c);
    const tensor Y = rope(X, tables, pairs::neighbours), H = rope(apart, tables, pairs::halves);
    for (std::size_t b = 0; b < 2; ++b)
        for (std::size_t t = 0; t < 5; ++t)
            for (std::size_t c = 0; c < 6; ++c) EXPECT_NEAR(Y(b, t, c), H(b, t, place(c)), 1e-15);
}

TEST(rope, leaves_products_that_depend_on_distance) {
    tensor<double, tokens[7], d_k[4]> Q, K;
    for (std::size_t t = 0; t < 7; ++t)
        for (std::size_t i = 0; i < 4; ++i) {
            Q(t, i) = 1 / (1.0 + static_cast<double>(i));
            K(t, i) = static_cast<double>(i) - 1.5;
        }
    const auto tables = rope_tables<double>(7, 4);
    const tensor S = rope(Q, tables, pairs::halves) * transpose(rope(K, tables, pairs::halves));
    for (std::size_t q = 1; q < 7; ++q)
        for (std::size_t k = 1; k < 7; ++k) EXPECT_NEAR(S(q, k), S(q - 1, k - 1), 1e-14);
}

TEST(rope, tables_that_do_not_fit_are_refused) {
    const auto X = numbers();
    const auto few = rope_tables<double>(4, 6), narrow = rope_tables<double>(5, 4);
    const auto message = [&](const rotary_tables<double>& tables) {
        try {
            (void)rope(X, tables, pairs::halves);
        } catch (const shape_error& e) {
            return std::string(e.what());
        }
        return std::string();
    };
    EXPECT_EQ(message(few),
              "heed: rope(x, tables, pairs) needs tables of as many positions as x has rows: [5] has 5, given are 4");
    EXPECT_EQ(message(narrow),
              "heed: rope(x, tables, pairs) needs tables as deep as x has columns: [6] has 6, given are 4");
    auto copy = few;
    copy = rope_tables<double>(5, 6);
    EXPECT_EQ(message(copy), "");
    EXPECT_EQ(few.positions(), 4U);
}

TEST(rope, tables_need_columns_in_pairs) {
    try {
        (void)rope_tables<float>(3, 5);
        ADD_FAILURE() << "an odd depth";
    } catch (const shape_error& e) {
        EXPECT_STREQ(e.what(),
                     "heed: rope_tables(positions, depth) needs an even depth, whose columns are pairs; given is 5");
    }
}

TEST(rope, tables_larger_than_any_memory_are_refused) {
    const auto words_of = [](std::size_t positions) {
        try {
            (void)rope_tables<float>(positions, 128);
        } catch (const std::bad_alloc& e) {
            return std::string(e.what());
        }
        return std::string();
    };
    constexpr std::size_t all = static_cast<std::size_t>(-1);
    static_assert(sizeof all == 8);
    EXPECT_EQ(words_of(all / 128), "heed: no memory for 18446744073709551488 elements of 4 bytes");
    EXPECT_EQ(words_of(all / 128 + 1), "heed: no memory for 18446744073709551615 elements of 4 bytes");  // 2^64 of them
    EXPECT_EQ(words_of(all), "heed: no memory for 18446744073709551615 elements of 4 bytes");
}

constexpr bool holds_while_compiling() {
    constexpr matrix<double, 2, 2> X{{1, 2}, {3, 4}};
    constexpr matrix<double, 2, 1> cosines{{1.0}, {0.0}}, sines{{0.0}, {1.0}};
    constexpr matrix<double, 2, 4> W{{1, 2, 3, 4}, {5, 6, 7, 8}};
    constexpr matrix<double, 2, 2> wide_cosines{{1, 0}, {0, 1}}, wide_sines{{0, 1}, {1, 0}};
    constexpr matrix<double, 2, 4> turned{{1, 2, -4, 3}, {-6, 5, 7, 8}}, turned_twice{{2, 4, -8, 6}, {-12, 10, 14, 16}};
    return evaluate(rope(X, cosines, sines, pairs::halves)) == matrix<double, 2, 2>{{1, 2}, {-4, 3}} &&
           evaluate(rope(X, cosines, sines, pairs::neighbours)) == matrix<double, 2, 2>{{1, 2}, {-4, 3}} &&
           evaluate(rope(W, wide_cosines, wide_sines, pairs::neighbours)) == turned &&
           evaluate(rope(W + W, wide_cosines, wide_sines, pairs::neighbours)) == turned_twice;
}
static_assert(holds_while_compiling());
TEST(rope, means_the_same_while_compiling) { EXPECT_TRUE(holds_while_compiling()); }

}  // namespace heed::test
