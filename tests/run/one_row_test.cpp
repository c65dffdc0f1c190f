// SPDX-License-Identifier: BSL-1.0
// A number of rows that is known at run time only, and is 1: the loops, and so the bits, are those of one row that is
// known. Each formula with such a number is compiled for one row and for many: there is one for each loop.
#include <heed/heed.hpp>
#include "tests/run/of_lengths.hpp"
#include "tests/run/plain.hpp"

#include <gtest/gtest.h>

#include <cstddef>

namespace heed::test {

inline constexpr axis query{"query"}, key{"key"}, d_k{"d_k"}, head{"head"};
using namespace heed::index;

template <class A, class B>
void expect_same_elements(const char* what, const A& a, const B& b) {
    ASSERT_EQ(a.size(), b.size()) << what;
    for (std::size_t i = 0; i < a.size(); ++i) ASSERT_EQ(a.data()[i], b.data()[i]) << what << ' ' << i;
}

template <class F>
inline constexpr bool has_two_plans = detail::few_rows_for<F, float, sequential_policy>::most > 0;

class one_row : public testing::TestWithParam<std::size_t> {
protected:
    std::size_t n = GetParam();
    tensor<float, key[dyn], d_k[64]> K{n}, V{n};
    tensor<float, query[dyn], d_k[64]> Q{1};
    tensor<float, query[1], d_k[64]> q;

    one_row() {
        fill(K, V);
        fill(Q);
        fill(q);
    }
};

/// With something before and after it, and the mask that depends on both numbers.
TEST_P(one_row, has_the_bits_of_one_that_is_known) {
    const auto followed = [&](const auto& x) { return gelu(2 * attention(x + x, K, V, causal_lower_right)) + x; };
    const auto f = followed(Q);
    expect_same_elements("followed", evaluate(f), evaluate(followed(q)));
    EXPECT_LE(distance<float>(evaluate(f), evaluate_unfused<double>(f), 1), 12);
}

TEST_P(one_row, writes_log_sums_beside) {
    const auto both = [&](const auto& x) {
        return let(where(heed::index::k >= heed::index::q + 3, softcap(x * transpose(K), 30)),
                   [&](auto s) { return results(softmax(s) * V, logsumexp(s)); });
    };
    const auto [y, sums] = evaluate(both(Q));
    const auto [same_y, same_sums] = evaluate(both(q));
    expect_same_elements("values", y, same_y);
    expect_same_elements("sums", sums, same_sums);
    const auto [exact_y, exact_sums] = evaluate_unfused<double>(both(Q));
    EXPECT_LE(distance<float>(y, exact_y, 1), 12);
    EXPECT_LE(distance<float>(sums, exact_sums, 1), 12);
}

/// Of attention without a mask, too.
TEST_P(one_row, of_each_head) {
    tensor<float, head[4], query[dyn], d_k[16]> many(1);
    tensor<float, head[4], query[1], d_k[16]> known;
    tensor<float, head[2], key[dyn], d_k[16]> keys(n), values(n);
    fill(many), fill(known), fill(keys, values);
    const auto grouped = [&](const auto& x) { return attention(x, group<head[4]>(keys), group<head[4]>(values)); };
    const auto found = evaluate(grouped(many));
    expect_same_elements("heads", found, evaluate(grouped(known)));
    for (std::size_t h = 0; h < 4; ++h)
        EXPECT_LE(distance<float>(found[h], plain_attention(many[h], keys[h / 2], values[h / 2]), 1), 12) << h;
}

/// The depth of scores and columns of values are lengths too: whole parts, some that are left, and none that is whole.
TEST_P(one_row, of_any_depth) {
    struct sizes {
        std::size_t depth, columns;
    };
    const auto result = [&](const sizes& s) {
        tensor<float, query[dyn], d_k[dyn]> any(1, s.depth);
        tensor<float, key[dyn], d_k[dyn]> keys(n, s.depth), values(n, s.columns);
        fill(any), fill(keys, values);
        const auto y = evaluate(attention(any, keys, values));
        EXPECT_LE(distance<float>(y, plain_attention(any, keys, values), 1), 12) << s.depth;
        return y;
    };
    for (const sizes& s : {sizes{16, 64}, sizes{48, 21}, sizes{7, 3}}) result(s);
    tensor<float, query[1], d_k[39]> known;
    tensor<float, key[dyn], d_k[39]> known_keys(n);
    tensor<float, key[dyn], d_k[21]> known_values(n);
    fill(known), fill(known_keys, known_values);
    expect_same_elements("depth", result({39, 21}), evaluate(attention(known, known_keys, known_values)));
}

INSTANTIATE_TEST_SUITE_P(keys, one_row, testing::Values(0, 1, 5, 63, 64, 65, 300));

/// More columns than registers hold sums of one row: the next number is that of a wide matrix.
inline constexpr std::size_t narrow = detail::product_columns(1, sizeof(float));

/// A product of rows of memory, which is swept, and one of columns.
TEST(one_row_product, has_the_bits_of_one_that_is_known) {
    tensor<float, query[dyn], d_k[64]> X(1);
    tensor<float, query[1], d_k[64]> known;
    tensor<float, 64, 160> W;
    fill(X), fill(known), fill(W);
    const auto formula = [&](const auto& x) { return gelu(x * W) * transpose(W) + x; };
    static_assert(has_two_plans<decltype(formula(X))>);
    expect_same_elements("rows and columns", evaluate(formula(X)), evaluate(formula(known)));
}

TEST(one_row_plan, is_there_where_queries_say_nothing_of_keys) {
    const tensor<float, query[dyn], d_k[64]> Q;
    const tensor<float, key[dyn], d_k[64]> K;
    const tensor<float, key[100], d_k[64]> known;
    const tensor<float, 64, 64> W;
    EXPECT_TRUE(has_two_plans<decltype(attention(Q, K, K))>);
    EXPECT_TRUE(has_two_plans<decltype(attention(Q, known, known))>);
    EXPECT_TRUE(has_two_plans<decltype(attention(Q * transpose(W), K, K) * W)>);
    EXPECT_TRUE(has_two_plans<decltype(attention(Q, K, K * W))>);
    EXPECT_FALSE(has_two_plans<decltype(attention(Q, K * W, K * W))>);
    EXPECT_FALSE(has_two_plans<decltype(let(Q, [](auto x) { return softmax(x * transpose(x)) * x; }))>);
    EXPECT_FALSE((has_two_plans<decltype(attention(known, K, K))>));
    const tensor<float, query[dyn], 12> short_queries;  // no registers full of parts of sums
    const tensor<float, key[dyn], 12> short_keys;
    EXPECT_FALSE((has_two_plans<decltype(attention(short_queries, short_keys, short_keys))>));
}

TEST(one_row_plan, is_there_where_one_row_has_loops_of_its_own) {
    const tensor<float, query[dyn], d_k[64]> X;
    const tensor<float, key[dyn], d_k[64]> K;
    const tensor<float, query[1], d_k[64]> one;
    const tensor<float, 64, narrow> W;
    const tensor<float, 64, narrow + 1> wide;
    const tensor<float, 64, 64> square;
    EXPECT_TRUE(has_two_plans<decltype(X * transpose(K))>);
    EXPECT_TRUE(has_two_plans<decltype(gelu(X * wide) + 1)>);
    EXPECT_FALSE(has_two_plans<decltype(X * W)>);  // registers hold all sums of a row
    EXPECT_FALSE(has_two_plans<decltype(X * (wide + 1))>);
    EXPECT_FALSE(has_two_plans<decltype(softmax(X) + 1)>);
    EXPECT_FALSE((has_two_plans<decltype(results(X * W, one * transpose(K)))>));
    EXPECT_FALSE(has_two_plans<decltype(let(X * wide, [](auto x) { return attention(x, x, x); }))>);
    EXPECT_FALSE(has_two_plans<decltype(attention(X, X * square, X * square) * wide)>);
    EXPECT_TRUE(has_two_plans<decltype(attention(X, K, K) * wide)>);
    const auto with = [&](const auto& more) { return let(X, [&](auto x) { return results(x * wide, more(x)); }); };
    EXPECT_TRUE(has_two_plans<decltype(with([](auto x) { return x + 1; }))>);
    EXPECT_FALSE(has_two_plans<decltype(with([](auto x) { return x * transpose(x); }))>);
    EXPECT_FALSE(has_two_plans<decltype(with([](auto x) { return transpose(x) * x; }))>);
}

}  // namespace heed::test
