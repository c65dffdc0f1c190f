// SPDX-License-Identifier: BSL-1.0
// Parts side by side whose lengths are known at run time only: where each begins, how long they are together, and what
// is said of others that should be as long.
#include "tests/run/checked.hpp"
#include "tests/run/of_lengths.hpp"

#include <heed/heed.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <tuple>

namespace heed::test {

inline constexpr axis tokens{"tokens"}, d_k{"d_k"};

struct sizes {
    std::size_t past, now;
};

class concat_of_lengths : public testing::TestWithParam<sizes> {
protected:
    using rows_of_keys = tensor<float, tokens[dyn], d_k[16]>;
    std::size_t n = GetParam().past, m = GetParam().now;
    rows_of_keys old_keys{n}, old_values{n}, keys{m}, values{m}, all_keys{n + m}, all_values{n + m}, Q{5};

    concat_of_lengths() {
        fill(old_keys, old_values, keys, values, Q);
        join(old_keys, keys, all_keys);
        join(old_values, values, all_values);
    }
    static void join(const rows_of_keys& first, const rows_of_keys& second, rows_of_keys& all) {
        std::copy(second.begin(), second.end(), std::copy(first.begin(), first.end(), all.begin()));
    }
};

TEST_P(concat_of_lengths, rows_of_both) {
    EXPECT_EQ(evaluate(concat<tokens>(old_keys, keys)), all_keys);
    const tensor twice = concat<tokens>(old_keys, keys) + concat<tokens>(old_keys, keys);
    ASSERT_EQ(twice.dims(), all_keys.dims());
    EXPECT_TRUE(std::equal(twice.begin(), twice.end(), all_keys.begin(), [](float x, float y) { return x == y + y; }));
}

TEST_P(concat_of_lengths, attention_over_past_and_present) {
    EXPECT_EQ(evaluate(attention(Q, concat<tokens>(old_keys, keys), concat<tokens>(old_values, values))),
              evaluate(attention(Q, all_keys, all_values)));
    const tensor shared =
        let(concat<tokens>(old_keys, keys), [&](auto k) { return attention(Q, k, k, causal_lower_right); });
    const auto exact = evaluate_unfused<double>(attention(Q, all_keys, all_keys, causal_lower_right));
    EXPECT_LE(distance<float>(shared, exact, 1), allowed_units);
}

TEST_P(concat_of_lengths, computed_parts) {
    expect_right("computed", concat<tokens>(hadamard(old_keys, old_keys), 2 * keys, softmax(old_keys)));
    expect_right("norm of parts", layer_norm(concat<tokens>(old_keys, keys)));
    expect_right("sum over parts", sum<tokens>(concat<tokens>(exp(old_keys), keys, keys)));
    expect_right("parts of parts", concat<tokens>(keys, concat<tokens>(old_keys, concat<tokens>(keys, old_values))));
}

TEST_P(concat_of_lengths, columns) {
    const auto wide = concat(transpose(old_keys), transpose(keys));
    const tensor joined = wide;
    ASSERT_EQ(joined.extent(1), n + m);
    for (std::size_t i = 0; i < n + m; ++i)
        for (std::size_t j = 0; j < 16; ++j) EXPECT_EQ(joined(j, i), all_keys(i, j));
    EXPECT_EQ(evaluate(wide * all_values), evaluate(transpose(all_keys) * all_values));
    expect_right("along both axes",
                 concat<0>(concat(transpose(old_keys), transpose(keys)), concat(transpose(keys), transpose(old_keys))));
}

TEST_P(concat_of_lengths, beside_a_known_part) {
    tensor<float, tokens[3], d_k[16]> sinks;
    fill(sinks);
    const tensor y = concat<tokens>(sinks, keys);
    ASSERT_EQ(y.extent(0), m + 3);
    for (std::size_t j = 0; j < 16; ++j) EXPECT_EQ(y(2, j), sinks(2, j));
    for (std::size_t i = 0; i < m; ++i) EXPECT_EQ(y(3 + i, 7), keys(i, 7));
    expect_right("one known part between", concat<tokens>(keys, sinks, old_keys) * transpose(sinks));
    expect_right("known parts first", concat<tokens>(sinks, sinks, keys));
}

TEST_P(concat_of_lengths, slices_count_from_the_first) {
    if (n + m < 4) {
        EXPECT_THROW((void)evaluate(rows<1, 4>(concat<tokens>(old_keys, keys))), shape_error);
        return;
    }
    EXPECT_EQ(evaluate(rows<1, 4>(concat<tokens>(old_keys, keys))), slice<tokens>(all_keys, 1, 4));
    const tensor third = 2 * concat<tokens>(old_keys, keys)(2_c, all);
    for (std::size_t j = 0; j < 16; ++j) EXPECT_EQ(third(j), 2 * all_keys(2, j));
}

TEST_P(concat_of_lengths, several_results) {
    const auto [y, weights] = evaluate(let(softmax(Q * transpose(concat<tokens>(old_keys, keys))),
                                           [&](auto w) { return results(w * concat<tokens>(old_values, values), w); }));
    EXPECT_EQ(weights.extent(1), n + m);
    const auto exact = evaluate_unfused<double>(softmax(Q * transpose(all_keys)));
    EXPECT_LE(distance<float>(weights, exact, 1), 12);
    EXPECT_LE(distance<float>(y, evaluate_unfused<double>(exact * all_values), 1), 12);
}

INSTANTIATE_TEST_SUITE_P(sizes, concat_of_lengths,
                         testing::Values(sizes{0, 0}, sizes{0, 1}, sizes{1, 0}, sizes{1, 1}, sizes{2, 3}, sizes{5, 0},
                                         sizes{31, 33}, sizes{64, 1}, sizes{63, 2}, sizes{100, 157}));

using rows = tensor<float, tokens[dyn], d_k[4]>;

/// The two products differ in the length of their sums. Their columns are the same product of lengths.
TEST(concat_of_lengths, products_that_share_a_kernel_and_a_product_of_lengths) {
    tensor<float, dyn, dyn> A(2, 7), B(2, 4);
    tensor<float, dyn, dyn, dyn> X(7, 3, 5), Y(4, 3, 5);
    tensor<float, 1, dyn, dyn> Z(3, 5);
    fill(A, B, X, Y, Z);
    expect_right("two products",
                 let(Z, [&](const auto& z) { return concat<0>(A * merge<1, 2>(X + z), B * merge<1, 2>(Y + z)); }));
}

TEST(concat_of_lengths_law, together_as_long_as_others) {
    const rows a(2), b(1), c(5), one(1), none(0);
    EXPECT_EQ(
        words_of_check(concat<tokens>(a, b) + c),
        "heed: A + B (- / hadamard min max pow) needs the same shape: [tokens[3] x d_k[4]] and [tokens[5] x d_k[4]]");
    EXPECT_EQ(
        words_of_check(concat<tokens>(one, none) + c),
        "heed: an axis repeats where its size is 1 while compiling, not where it is 1 at run time: [tokens[1]] and "
        "[tokens[5]]");
    EXPECT_EQ(words_of_check(softmax(c * transpose(concat<tokens>(a, b))) * concat<tokens>(c, a)),
              "heed: attention(Q, K, V) needs rows(K) == rows(V), as many keys as values: [tokens[3] x d_k[4]] and "
              "[tokens[7] x d_k[4]]");
    EXPECT_EQ(words_of_check(concat<tokens>(a, b) + concat<tokens>(b, a)), "no error");
    const tensor<float, tokens[4], d_k[4]> four{};
    EXPECT_EQ(
        words_of_check(concat<tokens>(a, b) + four),
        "heed: A + B (- / hadamard min max pow) needs the same shape: [tokens[3] x d_k[4]] and [tokens[4] x d_k[4]]");
    EXPECT_EQ(evaluate(concat<tokens>(a, a) + four).dims(), four.dims());
}

TEST(concat_of_lengths_law, nothing_is_written_before) {
    const rows a(2), b(1);
    rows c(3);
    fill(c);
    tensor<float, tokens[2], d_k[4]> y{};
    y(0, 0) = 7;
    EXPECT_THROW((y = concat<tokens>(a, b) + c), shape_error);
    EXPECT_EQ(y(0, 0), 7);
}

TEST(concat_of_lengths_law, bounds_add_up) {
    const tensor<float, tokens[at_most<3>]> a(2);
    const tensor<float, tokens[at_most<5>]> b(4);
    const tensor<float, tokens[2]> c{};
    static_assert(std::is_same_v<decltype(evaluate(concat(a, b))), tensor<float, tokens[at_most<8>]>>);
    static_assert(std::is_same_v<decltype(evaluate(concat(a, c))), tensor<float, tokens[at_most<5>]>>);
    EXPECT_EQ(evaluate(concat(a, b, c)).extent(0), 8u);
}

}  // namespace heed::test
