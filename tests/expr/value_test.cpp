// SPDX-License-Identifier: BSL-1.0
// What operators that build formulas mean, by the numbers that come out.
#include <heed/heed.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>

namespace heed::test {

/// Element i of a tensor is i.
template <extent... E>
tensor<double, E...> counted() {
    tensor<double, E...> t;
    double i = 0;
    for (double& x : t) x = i++;
    return t;
}

/// Operands that occur twice are in the formula as well: in a constant expression, one that refers to a destroyed
/// temporary does not compile.
constexpr bool holds_temporaries() {
    const vector<double, 2> a{1, 2}, b{3, 4};
    const auto [left, right] = split<2>(vector<double, 4>{5, 6, 7, 8});
    const auto [first, second] = split<2>(vector<double, 4>{5, 6, 7, 8} + 1);
    const auto chosen = where(vector<double, 2>{1, 0}, a, b);
    const auto of_temporaries =
        where(vector<double, 2>{1, 0}, vector<double, 2>{1, 2}, let(a + b, [](auto s) { return s + s; }));
    constexpr matrix<double, 1, 2> cosine{{0, 1}}, sine{{1, 0}};
    const matrix<double, 1, 4> x{{1, 2, 3, 4}};
    const auto turned = rope(x, matrix<double, 1, 2>(cosine), matrix<double, 1, 2>(sine), pairs::halves);
    const auto beside = rope(x + 0, cosine * 1, matrix<double, 1, 2>(sine), pairs::neighbours);
    return evaluate(turned) == matrix<double, 1, 4>{{-3, 2, 1, 4}} &&
           evaluate(beside) == matrix<double, 1, 4>{{-2, 1, 3, 4}} &&
           evaluate(right - left) == vector<double, 2>{2, 2} && evaluate(second - first) == vector<double, 2>{2, 2} &&
           evaluate(chosen) == vector<double, 2>{1, 4} && evaluate(of_temporaries) == vector<double, 2>{1, 12};
}
static_assert(holds_temporaries());

/// The same where a size is read beside the numbers.
constexpr bool holds_temporaries_of_dynamic_sizes() {
    using bounded = tensor<double, at_most<2>, at_most<4>>;
    const vector<double, 2> a{4, 6};
    const auto divided = a / dim<0>(bounded{{1, 1, 1, 1}, {1, 1, 1, 1}});
    const auto attended = attention(bounded{{1, 2, 3, 4}}, bounded{{4, 3, 2, 1}}, bounded{{5, 6, 7, 8}});
    return evaluate(divided) == vector<double, 2>{2, 3} && evaluate(attended) == bounded{{5, 6, 7, 8}};
}
static_assert(holds_temporaries_of_dynamic_sizes());

TEST(value, of_temporaries_that_occur_twice) {
    EXPECT_TRUE(holds_temporaries() && holds_temporaries_of_dynamic_sizes());
}

TEST(value, of_the_parts_of_a_split) {
    const auto A = counted<4, 9>();
    const auto [a, b, c] = split<3>(A);
    const tensor first = a * 1, second = b * 1, third = c * 1;
    for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t j = 0; j < 3; ++j) {
            EXPECT_EQ(first(i, j), A(i, j));
            EXPECT_EQ(second(i, j), A(i, j + 3));
            EXPECT_EQ(third(i, j), A(i, j + 6));
        }
    const auto [upper, lower] = split<2, 0>(A);
    const tensor top = upper * 1, bottom = lower * 1;
    for (std::size_t j = 0; j < 9; ++j) {
        EXPECT_EQ(top(1, j), A(1, j));
        EXPECT_EQ(bottom(1, j), A(3, j));
    }
    EXPECT_EQ(evaluate(concat(a, b, c)), A);
}

TEST(value, of_parts_and_concatenations) {
    const auto A = counted<5, 7>();
    const tensor rows_of = rows<1, 3>(A);
    const tensor cols_of = cols<2, 6>(A);
    const tensor both = concat<0>(rows<3, 5>(A), rows<0, 3>(A));
    for (std::size_t i = 0; i < 5; ++i)
        for (std::size_t j = 0; j < 7; ++j) {
            EXPECT_TRUE(i >= 2 || rows_of(i, j) == A(i + 1, j));
            EXPECT_TRUE(j >= 4 || cols_of(i, j) == A(i, j + 2));
            EXPECT_EQ(both(i, j), A((i + 3) % 5, j));
        }
}

/// Axis a of the result is the axis that is named at place a.
TEST(value, of_permutations) {
    const auto A = counted<2, 3, 4>();
    const tensor P = permute<2, 0, 1>(A);
    const tensor T = transpose(A);
    for (std::size_t i = 0; i < 2; ++i)
        for (std::size_t j = 0; j < 3; ++j)
            for (std::size_t k = 0; k < 4; ++k) {
                EXPECT_EQ(P(k, i, j), A(i, j, k));
                EXPECT_EQ(T(i, k, j), A(i, j, k));
            }
}

TEST(value, of_capped_and_masked_scores) {
    const auto S = counted<3, 3>();
    const tensor capped = softcap(S, 4.0), seen = where(causal, S), chosen = where(index::k < index::q, S, -S);
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) {
            EXPECT_NEAR(capped(i, j), 4 * std::tanh(S(i, j) / 4), 1e-14);
            EXPECT_EQ(seen(i, j), j <= i ? S(i, j) : -HUGE_VAL);
            EXPECT_EQ(chosen(i, j), j < i ? S(i, j) : -S(i, j));
        }
}

/// Each query sees the keys up to its own, counted from the first or from the last.
TEST(value, of_causal_masks_of_other_numbers_of_keys) {
    const auto S = counted<2, 5>();
    const tensor upper = where(causal_upper_left, S), lower = where(causal_lower_right, S);
    for (std::size_t i = 0; i < 2; ++i)
        for (std::size_t j = 0; j < 5; ++j) {
            EXPECT_EQ(upper(i, j), j <= i ? S(i, j) : -HUGE_VAL);
            EXPECT_EQ(lower(i, j), j <= i + 3 ? S(i, j) : -HUGE_VAL);
        }
}

}  // namespace heed::test
