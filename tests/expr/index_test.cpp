// SPDX-License-Identifier: BSL-1.0
// Formulas of indices: their types, and that each operator is that of C++ on integers.
#include <heed/heed.hpp>

#include <gtest/gtest.h>

namespace heed::test {

using namespace index;
/// Whether scores with so many axes have all that a formula needs, and with one less do not.
template <class F>
constexpr bool needs(std::size_t axes) {
    using fit = detail::index_fit<F>;
    detail::shape scores;
    while (scores.rank + 1 < axes) scores.push_back(5);
    const bool with_less = fit::holds(scores);
    scores.push_back(5);
    return detail::is_index_formula<F> && !with_less && fit::holds(scores);
}
static_assert(needs<decltype(k <= q)>(2) && needs<decltype(k < 5)>(1));
static_assert(needs<decltype(q + h)>(3) && needs<decltype(b == 1 || k == 2)>(4));
static_assert(!detail::is_index_formula<decltype(std::declval<const tensor<float, 3, 3>&>() + k)>);
static_assert(detail::shape_of<decltype(k <= q)>.rank == 0);

/// Numbers and indices say nothing about elements, captured tensors little, conditions nothing at all.
inline const tensor<float, 4, 5> F;
inline const tensor<double, 4, 5> D;
inline const vector<double, 5> by_key;
static_assert(std::same_as<decltype(F + 0.5 * (k - q))::value_type, float>);
static_assert(std::same_as<decltype(F + at(by_key, k))::value_type, float>);
static_assert(std::same_as<decltype(where(D, F))::value_type, float>);
static_assert(std::same_as<decltype(where(D, F, 0.5))::value_type, float>);

/// What a formula is without a tensor in it can be a constant and is copied.
static_assert(std::is_empty_v<decltype(k)>);
inline constexpr auto window = k <= q && q - k < 512;
static_assert(detail::leaf_count<std::remove_const_t<decltype(window)>> == 1);

/// A tensor that has a name is referred to, a temporary is moved in.
inline const vector<int, 5> ids;
static_assert(std::same_as<decltype(at(ids, k)),
                           formula_of<detail::op::at<detail::index_kind::key>, detail::named<vector<int, 5>>>>);
static_assert(std::same_as<decltype(at(vector<int, 5>(), k)),
                           formula_of<detail::op::at<detail::index_kind::key>, detail::owned<vector<int, 5>>>>);

/// Element by element against the same expression on integers.
template <class Formula, class Expected>
constexpr bool agrees(const Formula& f, const Expected& expected) {
    const tensor values = tensor<int, 2, 3, 4, 5>() + f;
    for (int bb = 0; bb < 2; ++bb)
        for (int hh = 0; hh < 3; ++hh)
            for (int qq = 0; qq < 4; ++qq)
                for (int kk = 0; kk < 5; ++kk)
                    if (values(static_cast<std::size_t>(bb), static_cast<std::size_t>(hh), static_cast<std::size_t>(qq),
                               static_cast<std::size_t>(kk)) != static_cast<int>(expected(bb, hh, qq, kk)))
                        return false;
    return true;
}

// Each both asserted and run: a constant expression uses no registers.
#define EXPECT_AGREES(formula) EXPECT_IS(formula, formula)
#define EXPECT_IS(formula, integers)                                                                             \
    do {                                                                                                         \
        const auto expected = [](int b, int h, int q, int k) {                                                   \
            return ((void)b, (void)h, (void)q, (void)k, integers);                                               \
        };                                                                                                       \
        EXPECT_TRUE(agrees(formula, expected)) << #formula;                                                      \
        constexpr bool constant = agrees(                                                                        \
            formula, [](int b, int h, int q, int k) { return ((void)b, (void)h, (void)q, (void)k, integers); }); \
        static_assert(constant, #formula);                                                                       \
    } while (false)

TEST(index, comparisons) {
    EXPECT_AGREES(q < k);
    EXPECT_AGREES(q <= k);
    EXPECT_AGREES(q > k);
    EXPECT_AGREES(q >= k);
    EXPECT_AGREES(q == k);
    EXPECT_AGREES(q != k);
    EXPECT_IS(equal(k / 2, q / 2) + 2 * equal(k, 2_c), (k / 2 == q / 2) + 2 * (k == 2));
    EXPECT_IS(not_equal(k, q) + 2 * not_equal(3, q), (k != q) + 2 * (q != 3));
    EXPECT_AGREES(2 < k);
    EXPECT_AGREES(2 >= k);
    EXPECT_AGREES(h == 2);
    EXPECT_AGREES(1 != b);
}
TEST(index, logic) {
    EXPECT_AGREES(!(q < k));
    EXPECT_AGREES((q < k) && (k < 3));
    EXPECT_AGREES((q < k) || (k == 0));
    EXPECT_AGREES(!k && !(q - 1));
    EXPECT_AGREES((k % 2 == 0) || (q % 2 == h % 2));
}
TEST(index, arithmetic) {
    EXPECT_AGREES(q + 2 * k - h);
    EXPECT_AGREES(-q + b);
    EXPECT_AGREES((q - k) / 2);
    EXPECT_AGREES((q - k) % 2);
    EXPECT_AGREES((q - k) / -3);
    EXPECT_AGREES((3 * q - 4 * k) % -3);
    EXPECT_AGREES(7 / (k + 1) - 7 % (q + 1));
    EXPECT_AGREES(k / 2 == q / 2);
}

/// Constants beside indices, left and right of each operator: the same as the number that they are.
inline constexpr auto eight = dim<1>(tensor<float, 4, 8>());
TEST(index, constants) {
    EXPECT_IS(k % 3_c - 7_c % (q + 1_c), k % 3 - 7 % (q + 1));
    EXPECT_IS((q - k) % 2_c == 1_c, (q - k) % 2 == 1);
    EXPECT_IS(k / 3_c + 7_c / (q + 1_c), k / 3 + 7 / (q + 1));
    EXPECT_IS((q - k) / 2_c / 2, (q - k) / 2 / 2);
    EXPECT_IS(k + 1_c - (2_c - q) - 3_c * (h - 4_c), k + 1 - (2 - q) - 3 * (h - 4));
    EXPECT_IS((3 * q + 4 * k) % eight + eight % (k + 1) - eight / (h + 1),
              (3 * q + 4 * k) % 8 + 8 % (k + 1) - 8 / (h + 1));
    EXPECT_IS(min(k, 2_c) + max(3_c, q) - abs(k - 2_c), (k < 2 ? k : 2) + 3 - (k < 2 ? 2 - k : k - 2));
}
TEST(index, comparisons_with_constants) {
    EXPECT_IS((k < 2_c) + 2 * (q <= 1_c) + 4 * (2_c < k) + 8 * (3_c <= q),
              (k < 2) + 2 * (q <= 1) + 4 * (2 < k) + 8 * (3 <= q));
    EXPECT_IS((k > 2_c) + 2 * (q >= 1_c) + 4 * (2_c > k) + 8 * (3_c >= q),
              (k > 2) + 2 * (q >= 1) + 4 * (2 > k) + 8 * (3 >= q));
    EXPECT_IS((k == 2_c) + 2 * (q != 1_c) + 4 * (2_c == k) + 8 * (3_c != q),
              (k == 2) + 2 * (q != 1) + 4 * (2 == k) + 8 * (3 != q));
    EXPECT_IS((k < 2 && 1_c) + 2 * (0_c || q < 1) + 4 * (0_c && k < 2) + 8 * (q < 1 || 0_c),
              (k < 2) + 2 * (q < 1) + 8 * (q < 1));
    EXPECT_IS(eight > 3 * k && 2 * q<eight, 8> 3 * k && 2 * q < 8);
}

/// They stay in the type: what a mask leaves of tiles is known while compiling. Numbers of the program are leaves.
static_assert(detail::leaf_count<decltype((q - k) % 8_c == 0_c)> == 0);
static_assert(detail::leaf_count<decltype((q - k) % 8 == 0)> == 2);
/// An exact scalar with a fraction is none of the integers; nor is a ratio.
static_assert(std::same_as<decltype(k / 8_c)::value_type, int> &&
              std::same_as<decltype(8_c % (k + 1))::value_type, int>);
static_assert(std::same_as<decltype(k / sqrt(8_c))::value_type, double>);

TEST(index, captured_elements) {
    vector<int, 5> of_key{3, 1, 4, 1, 5};
    tensor<int, 2, 4> of_query{{2, 7, 1, 8}, {2, 8, 1, 8}};
    const tensor values = tensor<int, 2, 1, 4, 5>() + (at(of_query, b, q) - at(of_key, k));
    for (std::size_t i = 0; i < 2; ++i)
        for (std::size_t j = 0; j < 4; ++j)
            for (std::size_t l = 0; l < 5; ++l) EXPECT_EQ(values(i, 0, j, l), of_query(i, j) - of_key(l));
    of_key(2) = 9;  // it is referred to, and read when it is evaluated
    EXPECT_EQ(evaluate(matrix<int, 4, 5>() + at(of_key, k))(3, 2), 9);
}

/// An axis of size 1 repeats; a tensor may be read across.
TEST(index, captured_axes) {
    const matrix<int, 1, 5> row{{1, 2, 3, 4, 5}};
    const matrix<int, 5, 5> square = matrix<int, 5, 5>() + (10 * q + k);
    EXPECT_TRUE(tensor(matrix<int, 5, 5>() + at(square, k, q)) == tensor(transpose(square)));
    EXPECT_EQ(evaluate(matrix<int, 5, 5>() + at(row, q, k))(4, 2), 3);
    EXPECT_EQ(evaluate(matrix<int, 5, 5>() + at(square, q, q))(2, 4), 22);
    EXPECT_EQ(evaluate(transpose(matrix<int, 5, 5>() + at(square, q, k)))(2, 4), 42);
}

/// The places of the indices are those of the scores, also when these are read across, in parts, or side by side.
TEST(index, scores_that_are_read_otherwise) {
    const matrix<int, 4, 5> S = matrix<int, 4, 5>() + (10 * q + k);
    const auto f = matrix<int, 4, 5>() + (10 * q + k);
    EXPECT_TRUE(tensor(rows<1, 3>(f)) == tensor(rows<1, 3>(S)));
    EXPECT_TRUE(tensor(cols<2, 5>(f)) == tensor(cols<2, 5>(S)));
    EXPECT_TRUE(tensor(transpose(f)) == tensor(transpose(S)));
    EXPECT_TRUE(tensor(concat(f, f)) == tensor(concat(S, S)));
    EXPECT_TRUE(tensor(sum(f)) == tensor(sum(S)));
}

}  // namespace heed::test
