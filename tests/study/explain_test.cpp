// SPDX-License-Identifier: BSL-1.0
// All of it as one text.
#include <gtest/gtest.h>

#include <ostream>

#include "tests/study/formulas.hpp"

namespace heed::test {

static_assert(study::explain<decltype(attended)>().contains("Left on the table"));

TEST(study_explain, has_all_parts) {
    const auto all = study::explain(multi_head);
    EXPECT_FALSE(all.is_cut());
    EXPECT_TRUE(all.contains(study::tree(multi_head).view()));
    EXPECT_TRUE(all.contains(study::rewrites(multi_head).view()));
    EXPECT_TRUE(all.contains(study::not_applied(multi_head).view()));
    EXPECT_TRUE(all.contains(study::loop_nest(multi_head).view()));
    EXPECT_TRUE(all.contains(study::cost_table(multi_head).view()));
    EXPECT_TRUE(all.contains(detail::instruction_set));
}

TEST(study_explain, says_what_is_left_on_the_table) {
    EXPECT_TRUE(study::explain(multi_head).contains("8 temporaries of 8,192 bytes"));
    static const matrix<float, 8, 12> narrow;
    EXPECT_TRUE(study::explain(A + narrow).contains("B is float, the formula is computed in double"));
    static const tensor<float, 1, 32> one;
    static const tensor<float, 99, 32> many;
    EXPECT_FALSE(study::explain(softmax(one * transpose(many)) * many).contains("queries fill"))
        << "its depth is in lanes";
    static const tensor<float, 7, 8> few;
    EXPECT_TRUE(study::explain(softmax(few * transpose(few)) * few).contains("queries fill 7 of "));
    EXPECT_TRUE(study::explain(softmax(many * transpose(many)) * many).contains("the last queries fill 3 of "));
}

TEST(study_explain, says_what_becomes_of_a_norm) {
    const auto layer = study::explain(relu(layer_norm(X + X) * transpose(X)));
    EXPECT_TRUE(layer.contains("relu(layer_norm(A + B) * transpose(C))\n"));
    EXPECT_TRUE(layer.contains("    |-- layer_norm over d_model  [tokens[32] x d_model[16]]\n"));
    EXPECT_TRUE(layer.contains("layer_norm(A + B)  is stored, a tile of rows at a time"));
    EXPECT_FALSE(layer.contains("does not stream")) << "no norm does";
    const auto told = study::explain(rms_norm<0>(X, {.epsilon = 1e-6}));
    EXPECT_TRUE(told.contains("rms_norm<0>(A, {.epsilon = a})\n"));
    EXPECT_TRUE(told.contains("the axis of a softmax or a norm goes last, where rows are"));
}

TEST(study_explain, goes_to_streams) {
    struct {
        std::string_view seen;
        void operator<<(std::string_view words) { seen = words; }
    } stream;
    const auto words = study::tree(attended);
    stream << words;
    EXPECT_EQ(stream.seen, words.view());
}

/// Rewrites and costs say the same of a concatenation.
TEST(study_cost_table, says_of_no_concatenation_that_it_is_somewhere) {
    ASSERT_TRUE(study::rewrites(multi_head).contains("the concatenation never exists"));
    EXPECT_TRUE(study::cost_table(multi_head).contains("nowhere: its parts are used one by one"));
}

TEST(study_cost_table, of_attention) {
    const auto table = study::cost_table(attended);
    EXPECT_TRUE(
        table.contains("in all                                                          540,736          4,096"));
    EXPECT_TRUE(study::cost_table(masked).contains("without the tiles that masks skip"));
}

}  // namespace heed::test
