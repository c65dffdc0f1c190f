// SPDX-License-Identifier: BSL-1.0
// Equal parts of an axis whose size is known at run time only.
#include "tests/run/checked.hpp"
#include "tests/run/of_lengths.hpp"

#include <heed/heed.hpp>

#include <gtest/gtest.h>

namespace heed::test {

inline constexpr axis tokens{"tokens"}, d_k{"d_k"};

using rows_of_keys = tensor<float, tokens[dyn], d_k[12]>;

class split_lengths : public testing::TestWithParam<std::size_t> {
protected:
    std::size_t n = GetParam();
    rows_of_keys X{6 * n}, Y{2 * n};
    tensor<float, d_k[12], dyn> W{6 * n};

    split_lengths() { fill(X, Y, W); }
};

TEST_P(split_lengths, parts_are_in_order) {
    const auto [first, second, third] = split<3, tokens>(X);
    EXPECT_EQ(evaluate(1 * first), slice<tokens>(X, 0, 2 * n));
    EXPECT_EQ(evaluate(1 * third), slice<tokens>(X, 4 * n, 6 * n));
    EXPECT_EQ(evaluate(concat<tokens>(first, second, third)), X);
    expect_right("beside another length", second + Y);
}

TEST_P(split_lengths, of_what_is_computed) {
    const auto [q, k, v] = split<3>(Y * W);
    const auto whole = evaluate_unfused<double>(Y * W);
    EXPECT_LE(distance<float>(evaluate(1 * k), slice<1>(whole, 2 * n, 4 * n), 1), 12);
    expect_right("attention", attention(q, k, v));
    const auto [left, right] = split<2, 0>(softmax<0>(X));
    expect_right("along the axis of a softmax", left + right);
}

TEST_P(split_lengths, in_several_ways) {
    const auto [a, b] = split<2, tokens>(X);
    const auto [c, d, e] = split<3, tokens>(X);
    expect_right("halves and thirds", concat<tokens>(a + b, c, hadamard(d, e)));
    const auto [f, g, h] = split<3, tokens>(b);
    expect_right("parts of parts", f + hadamard(g, h));
    const auto [j, k] = split<2, tokens>(concat<tokens>(X, Y));
    expect_right("of parts side by side", j - k);
}

INSTANTIATE_TEST_SUITE_P(sizes, split_lengths, testing::Values(0, 1, 2, 5, 16, 33));

TEST(split_lengths_law, a_size_that_no_number_divides) {
    const rows_of_keys X(7), Y(2);
    const auto [a, b] = split<2, tokens>(X);
    EXPECT_EQ(words_of_check(a + b),
              "heed: split<n>(A) needs an axis whose size n divides: [tokens[7] x d_k[12]] has 7 along axis 0, which 2 "
              "does not divide");
    const auto [c, d] = split<2, tokens>(concat<tokens>(X, Y));
    EXPECT_EQ(words_of_check(c + d),
              "heed: split<n>(A) needs an axis whose size n divides: [tokens[9] x d_k[12]] has 9 along axis 0, which 2 "
              "does not divide");
    const rows_of_keys Z(8);
    const auto [e, f] = split<2, tokens>(Z);
    EXPECT_EQ(words_of_check(e + Y),
              "heed: A + B (- / hadamard min max pow) needs the same shape: [tokens[4] x d_k[12]] and [tokens[2] x "
              "d_k[12]]");
}

constexpr bool splits_while_compiling() {
    tensor<float, tokens[dyn], 2> X(4);
    float x = 0;
    for (float& each : X) each = x++;
    const auto [first, second] = split<2, tokens>(2 * X);
    const tensor<float, 2, 2> sum = first + second;
    return sum(0, 0) == 8 && sum(1, 1) == 20;
}
static_assert(splits_while_compiling());

}  // namespace heed::test
