// SPDX-License-Identifier: BSL-1.0
// Axes by name and by number say the same, in every function that takes them.
#include "tests/expr/named_axes.hpp"

#include <gtest/gtest.h>

#include <cstddef>

namespace heed::test {

TEST(chosen_axis, permutes_by_names) {
    const auto X = numbers();
    EXPECT_EQ(of(permute<d_k, batch, tokens>(X)), shape(d_k[5], batch[3], tokens[4]));
    EXPECT_EQ(evaluate(permute<d_k, batch, tokens>(X)), evaluate(permute<2, 0, 1>(X)));
    EXPECT_EQ(evaluate(permute<-1, batch, 1>(X + X)), evaluate(permute<2, 0, 1>(X) * 2));
    const tensor Y = permute<tokens, d_k, batch>(X);
    for (std::size_t b = 0; b < 3; ++b)
        for (std::size_t t = 0; t < 4; ++t)
            for (std::size_t d = 0; d < 5; ++d) EXPECT_EQ(Y(t, d, b), X(b, t, d));
}

TEST(chosen_axis, cuts_parts_by_names) {
    const auto X = numbers();
    EXPECT_EQ(of(slice<tokens, 1, 3>(X)), shape(batch[3], tokens[2], d_k[5]));
    EXPECT_EQ(evaluate(slice<tokens, 1, 3>(X)), evaluate(rows<1, 3>(X)));
    EXPECT_EQ(evaluate(slice<-1, 1, 3>(X)), evaluate(cols<1, 3>(X)));
    EXPECT_EQ(evaluate(slice<0>(X, 2_c, 3_c))(0, 1, 1), X(2, 1, 1));
    const auto product = slice<batch, 1, 3>(X * transpose(X));
    EXPECT_EQ(of(product), shape(batch[2], tokens[4], tokens[4]));
    EXPECT_EQ(evaluate(product), evaluate(slice<batch, 1, 3>(evaluate(X * transpose(X)))));
    const auto [first, second] = split<2, tokens>(X);
    EXPECT_EQ(evaluate(concat<tokens>(first, second)), X);
}

constexpr bool holds_while_compiling() {
    constexpr tensor<double, tokens[2], d_k[3]> X{{1, 2, 3}, {4, 5, 6}};
    return evaluate(permute<d_k, tokens>(X)) == tensor<double, d_k[3], tokens[2]>{{1, 4}, {2, 5}, {3, 6}} &&
           evaluate(slice<d_k, 1, 3>(X * 2)) == tensor<double, tokens[2], d_k[2]>{{4, 6}, {10, 12}};
}
static_assert(holds_while_compiling());
TEST(chosen_axis, means_the_same_while_compiling) { EXPECT_TRUE(holds_while_compiling()); }

}  // namespace heed::test
