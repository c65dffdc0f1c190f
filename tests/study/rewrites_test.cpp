// SPDX-License-Identifier: BSL-1.0
// What was rewritten and what was not, character by character.
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <string_view>

#include "tests/study/formulas.hpp"

namespace heed::test {

static_assert(study::rewrites<decltype(masked)>().contains("online softmax"));
static_assert(study::not_applied<decltype(attended)>() == "none\n");
static_assert(study::not_applied<decltype(kept)>().contains("does not stream"));

TEST(study_rewrites, of_attention) {
    EXPECT_EQ(study::rewrites(attended), R"(transpose(B)  ->  B by strides (1, 32)
    nothing moves: the leaf is read in another order
A * transpose(B) / sqrt(32)  ->  A * transpose(B) * (1 / sqrt(32))
    division by an exact scalar is multiplication by its inverse, exact too
softmax(A * transpose(B) * (1 / sqrt(32))) * C  ->  softmax over one block of keys
    its weights are used once, by a product: they exist a tile at a time
)");
}

TEST(study_rewrites, of_masked_attention) {
    EXPECT_EQ(study::rewrites(masked), R"(transpose(B)  ->  B by strides (1, 64)
    nothing moves: the leaf is read in another order
A * transpose(B) / sqrt(64)  ->  A * transpose(B) * (1 / sqrt(64))
    division by an exact scalar is multiplication by its inverse, exact too
softmax(where(k <= q, A * ... * (1 / sqrt(64)))) * C  ->  online softmax over blocks of keys
    its weights are used once, by a product: they exist a tile at a time
where(k <= q, A * transpose(B) * (1 / sqrt(64)))  ->  of 128 tiles 48 are skipped, 48 run without the mask
    the mask is evaluated on intervals of indices
)");
}

TEST(study_rewrites, of_multi_head_attention) {
    EXPECT_EQ(study::rewrites(multi_head), R"(transpose(C * D)  ->  C * D by strides (1, 8)
    what is stored is read in another order (4 times)
A * B * transpose(C * D) / sqrt(8)  ->  A * B * transpose(C * D) * (1 / sqrt(8))
    division by an exact scalar is multiplication by its inverse, exact too (4 times)
softmax(A * B * transpose(...) * (1 / sqrt(8))) * (E * F)  ->  softmax over one block of keys
    its weights are used once, by a product: they exist a tile at a time (4 times)
concat(... * ..., ... * ..., ... 4 parts) * Y  ->  4 products that add up, each part times its rows of Y
    a product of a concatenation is a sum: the concatenation never exists
)");
}

TEST(study_rewrites, of_weights_that_are_kept) {
    EXPECT_EQ(study::rewrites(kept), R"(transpose(B)  ->  B by strides (1, 32)
    nothing moves: the leaf is read in another order
A * transpose(B) / sqrt(32)  ->  A * transpose(B) * (1 / sqrt(32))
    division by an exact scalar is multiplication by its inverse, exact too
A * transpose(B) * (1 / sqrt(32))  ->  part of the loop of the product
    it is applied to each number before it is written
)");
}

TEST(study_rewrites, of_a_chain) {
    EXPECT_EQ(study::rewrites(chain), R"(tanh(A + B) * 2 / sqrt(3)  ->  tanh(A + ...) * 2 * (1 / sqrt(3))
    division by an exact scalar is multiplication by its inverse, exact too
tanh(...) * 2 * (1 / sqrt(3)) - hadamard(C, D)  ->  one loop for 6 operations
    elements do not depend on each other
)");
}

TEST(study_rewrites, of_an_inverse) {
    EXPECT_EQ(study::rewrites(inverted), R"(transpose(B)  ->  B by strides (1, 6)
    nothing moves: the leaf is read in another order
)");
}

TEST(study_not_applied, of_attention) {
    EXPECT_EQ(study::not_applied(attended), R"(none
)");
}

TEST(study_not_applied, of_masked_attention) {
    EXPECT_EQ(study::not_applied(masked), R"(none
)");
}

TEST(study_not_applied, of_multi_head_attention) {
    EXPECT_EQ(study::not_applied(multi_head), R"(A * B  is stored, a tile of rows at a time: [tokens[32] x 8]
    a product reads each of its elements many times (4 times)
C * D  is stored whole: [tokens[32] x 8]
    a product reads each of its elements many times (8 times)
softmax(... * ... * (1 / sqrt(8))) * (E * F)  is stored, a tile of rows at a time: [tokens[32] x 8]
    a product reads each of its elements many times (4 times)
)");
}

TEST(study_not_applied, of_weights_that_are_kept) {
    EXPECT_EQ(study::not_applied(kept),
              R"(A * transpose(B) * (1 / sqrt(32))  is stored, a tile of rows at a time: [query[64] x key[64]]
    a softmax, a norm, a reduction or an inverse reads it more than once
softmax(A * transpose(B) * (1 / sqrt(32)))  does not stream
    it is the result
)");
}

TEST(study_not_applied, of_a_chain) {
    EXPECT_EQ(study::not_applied(chain), R"(none
)");
}

TEST(study_not_applied, of_an_inverse) {
    EXPECT_EQ(study::not_applied(inverted), R"(inverse(A + transpose(B))  is stored whole: [6 x 6]
    a product reads each of its elements many times
)");
}

/// Why weights are stored comes from roles, not from the formula.
TEST(study_not_applied, gives_the_reason_of_the_role) {
    const auto f = X * W[0] + X * W[1];
    EXPECT_TRUE(study::not_applied(f).contains(detail::words_of(detail::reason::second_product)));
    const auto g = A + exp(v);
    EXPECT_TRUE(study::not_applied(g).contains(detail::words_of(detail::reason::repeated)));
    const auto h = A / 3.0;
    EXPECT_TRUE(study::not_applied(h).contains("A / a  stays a division"));
    EXPECT_FALSE(study::not_applied(A / 3_c).contains("division"));
}

TEST(study_rewrites, of_products_and_columns) {
    EXPECT_TRUE(
        study::rewrites(transpose(A * transpose(B))).contains("transpose(A * transpose(B))  ->  B * transpose(A)"));
    const auto columns = transpose(A) * softmax<0>(A * transpose(B));
    EXPECT_TRUE(study::rewrites(columns).contains("the axis of a softmax or a norm goes last"));
    EXPECT_TRUE(study::rewrites(columns).contains("softmax over one block of keys"));
    EXPECT_TRUE(study::rewrites(concat(attended, attended)).contains("each part is computed into its place"));
    EXPECT_TRUE(study::rewrites(2_c * sqrt(3_c) * A).contains("none") ||
                study::rewrites(A * 2_c / sqrt(3_c)).contains("multiplication by its inverse"));
    EXPECT_TRUE(study::rewrites(rows<2, 5>(A) + 1).contains("A by strides (12, 1) from 24"));
}

/// Whether the rewrites of a formula that masks a tensor of scores end so.
template <class F>
bool says(const F& f, std::string_view words) {
    const auto text = study::rewrites(f);
    return text.view().find(words) != std::string_view::npos;
}

TEST(study_rewrites, say_that_a_log_sum_is_written_beside_weights) {
    static const tensor<float, 6, 8> lines;
    const auto with = let(lines * transpose(lines), [](auto s) { return results(softmax(s), logsumexp(s)); });
    EXPECT_TRUE(says(with, "->  written by the loop of the softmax\n")) << study::rewrites(with).view();
    EXPECT_FALSE(says(logsumexp(lines * transpose(lines)), "written by the loop of the softmax"));
}

TEST(study_rewrites, of_masks_name_what_becomes_of_tiles_and_nothing_of_none) {
    static const tensor<float, 4, 8> few;
    static const tensor<float, 4, 4> given;
    static const tensor<float, 512, 512> bias;
    EXPECT_TRUE(says(softmax(where(given, few * transpose(few))) * few, "->  its one tile runs with the mask\n"));
    EXPECT_TRUE(says(attention(few, few, few, index::k < 9_c), "->  its one tile runs without the mask\n"));
    EXPECT_TRUE(says(attention(few, few, few, index::k > 9_c), "->  its one tile is skipped\n"));
    static const tensor<float, 512, 8> many;
    const auto whole = attention(many, many, many, index::k < 512_c);
    constexpr study::costs c = study::cost<decltype(whole)>();
    EXPECT_TRUE(says(whole, "->  of " + std::to_string(c.score_tiles) + " tiles " + std::to_string(c.score_tiles) +
                                " run without the mask\n"))
        << study::rewrites(whole).view();
    EXPECT_TRUE(says(softmax(where(bias, many * transpose(many))) * many,
                     "->  all " + std::to_string(c.score_tiles) + " tiles run with the mask\n"));
}

}  // namespace heed::test
