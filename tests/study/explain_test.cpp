// SPDX-License-Identifier: BSL-1.0
// All of it as one text.
#include <gtest/gtest.h>

#include <ostream>
#include <string>

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

/// Choices are keep(c, a) + keep(!c, b) in graphs and plans.
TEST(study_explain, writes_choices_as_users_do) {
    static const tensor<float, 6, 8> a, b, c;
    const auto f = where(index::k <= index::q, a, b - c) / 3_c;
    EXPECT_TRUE(study::explain(f).contains("where(k <= q, A, B - C) / 3\n")) << study::explain(f);
    EXPECT_TRUE(study::loop_nest(f).contains("where(j <= i, A(i, j), B(i, j) - C(i, j)) * (1 / 3)\n"))
        << study::loop_nest(f);
}

inline constexpr axis heads{"heads"};

/// The comment of an emitted file has the formula that explain begins with.
template <class F>
void expect_one_formula(const F& f, const std::string& formula) {
    const std::string words(study::explain(f).view());
    EXPECT_EQ(words.substr(0, words.find('\n')), formula);
    std::string comment = study::emit(f, {.name = "f", .main = false});
    comment = comment.substr(0, comment.find("*/"));
    EXPECT_NE(comment.find("f: " + formula + '\n'), comment.npos) << comment;
}

TEST(study_explain, and_emitted_files_have_one_formula) {
    static const tensor<float, tokens[4], d_k[8]> x, y, z;
    static const tensor<float, heads[3], tokens[4], d_k[8]> h;
    static const tensor<float, d_k[8], 5> w;
    expect_one_formula(softmax(x * transpose(y) / sqrt(dim<1>(y))) * z, "softmax(A * transpose(B) / sqrt(8)) * C");
    expect_one_formula(where(index::k <= index::q, x, 2_c * y), "where(k <= q, A, 2 * B)");
    expect_one_formula(cols<1, 3>(x) + rows<0, 4>(cols<5, 7>(y)) / 3_c, "cols<1, 3>(A) + cols<5, 7>(B) / 3");
    expect_one_formula(slice<0, 1, 3>(h) * w, "slice<heads, 1, 3>(A) * B");
    expect_one_formula(permute<1, 0, 2>(h) - 1_c / sqrt(3_c), "permute<1, 0, 2>(A) - 1 / sqrt(3)");
    expect_one_formula(softmax<0>(relu(x) - hadamard(y, -z)), "softmax<0>(relu(A) - hadamard(B, -C))");
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
