// SPDX-License-Identifier: BSL-1.0
// A wrong number is not explained by inputs that may be rounded: their digits are exact where most numbers tell so.
#include "tests/verify/proposed_block.hpp"

#include <heed/verify/report_writers.hpp>
#include <heed_check/document/findings.hpp>

#include <gtest/gtest.h>

#include <string>

namespace heed::test {

/// The report on a document with the block that is proposed for it.
report judged(const std::string& document) {
    return report_of(read_page_text(document + "\n```heed\n" + block_of(document) + "```\n"), [](const auto&...) {});
}

const std::string x_of_two = "X = [[0.37, -1.12, 0.85], [-0.64, 0.29, 1.71]]\n\n";

/// 3.418 became 3.438, which other values that round to X reach.
TEST(exact_inputs, one_of_four_numbers_is_wrong) {
    const std::string right = x_of_two + "S = [[2.114, 0.892], [0.892, 3.418]]\n";
    EXPECT_TRUE(has(block_of(right), "# holds for all 4 numbers\nS := X * transpose(X)\n")) << block_of(right);
    const std::string page = x_of_two + "S = [[2.114, 0.892], [0.892, 3.438]]\n", block = block_of(page);
    EXPECT_TRUE(has(block, "exact X = matrix 1\n")) << block;
    EXPECT_TRUE(has(block,
                    "# a guess: holds for 3 of 4 numbers, the others only if X may be rounded; is it meant?\n"
                    "S ?= X * transpose(X)\n"))
        << block;
    EXPECT_EQ(judged(page).count(verdict::undecided), 1U);
}

/// Where either of two operands explains it, and the names say the formula.
TEST(exact_inputs, two_operands_would_explain_the_number) {
    const std::string inputs = "Q = [[1.3, -0.4], [-0.7, 0.9]]\n\nK = [[0.6, 1.7], [-1.2, 0.5]]\n\n";
    const std::string page = inputs + "scores = [[0.10, -1.76], [1.11, 1.25]]\n", block = block_of(page);
    EXPECT_TRUE(has(block, "exact Q = matrix 1\nexact K = matrix 2\n")) << block;
    EXPECT_TRUE(has(block,
                    "# by their names: holds for 3 of 4 numbers\n# the others only if Q and K may be rounded: ?= only "
                    "asks; write := if not\nscores ?= Q * transpose(K)\n"))
        << block;
    EXPECT_EQ(judged(page).count(verdict::undecided), 1U);
    EXPECT_TRUE(judged(inputs + "scores = [[0.10, -1.76], [1.11, 1.29]]\n").all_consistent());
}

/// 0.6578 became 0.6548: what is computed from the wrong weight does not speak against the digits of X.
TEST(exact_inputs, what_follows_from_a_wrong_number_is_counted_with_all_numbers) {
    const std::string page =
        "X = [[0.4, -1.3], [1.1, 0.2], [-0.6, 0.9]]\n\n"
        "S = [[1.8500, 0.1800, -1.4100], [0.1800, 1.2500, -0.4800], [-1.4100, -0.4800, 1.1700]]\n\n"
        "A = [[0.8152, 0.1535, 0.0313], [0.2256, 0.6548, 0.1166], [0.0598, 0.1515, 0.7888]]\n\n"
        "Y = [[0.4761, -1.0010], [0.7438, -0.0568], [-0.2827, 0.6625]]\n";
    EXPECT_TRUE(has(block_of(page), "exact X = matrix 1\n")) << block_of(page);
    EXPECT_FALSE(judged(page).all_consistent()) << block_of(page);
}

/// 0.7651 became 0.7661. That Q and K have one decimal lets formulas of them, and not of the scores, reach all weights.
TEST(exact_inputs, a_formula_of_few_digits_is_no_better_than_one_of_many) {
    const std::string inputs =
        "Q = [[0.3, -0.9], [0.8, 0.5]]\n\nK = [[0.2, -0.4], [1.6, 0.7]]\n\nV = [[0.6, 0.3], [-0.7, 0.2]]\n\n"
        "Scores = [[0.29698, -0.10607], [-0.02828, 1.15258]]\n\n";
    const std::string block = block_of(inputs + "Weights = [[0.5994, 0.4006], [0.2349, 0.7661]]\n");
    EXPECT_TRUE(has(block, "# by their names: holds for 3 of 4 numbers\nWeights := softmax(Scores)\n")) << block;
}

/// Numbers of a right page that hold because inputs are rounded: the first words and the last say so.
TEST(exact_inputs, what_holds_by_rounding_is_said_in_the_summary) {
    const std::string page =
        "queries = [[-0.48, 1.29], [0.54, -0.80], [0.87, -1.89]]\n\n"
        "keys = [[0.77, -0.73], [0.82, 0.57], [-1.00, 0.69]]\n\n"
        "scores = [[-1.32, 0.34, 1.37], [1.00, -0.01, -1.09], [2.05, -0.36, -2.17]]\n";
    const report r = judged(page);
    EXPECT_TRUE(r.all_consistent());
    const std::string by_rounding = "1 only because queries and keys may be rounded";
    const std::string text = to_text(r, {.width = 400}), markdown = to_markdown(r);
    EXPECT_TRUE(has(text, "scores: all 9 printed numbers consistent, " + by_rounding + '\n')) << text;
    EXPECT_TRUE(has(text, "Of the 9 numbers of scores that are consistent, " + by_rounding + ".\n")) << text;
    EXPECT_TRUE(has(markdown, "all 9 printed numbers consistent; of scores " + by_rounding)) << markdown;
}

/// Scores are scaled before their softmax, where the document prints them so.
TEST(exact_inputs, weights_by_their_names_are_those_of_the_scaled_scores) {
    const std::string block = block_of(
        "Q = [[-1.37, -0.49], [0.56, -1.20]]\n\nK = [[-0.31, 1.40], [-0.97, 1.71]]\n\n"
        "scores = [[-0.25, 0.50], [-1.85, -2.59]]\n\nscaled = [[-0.18, 0.35], [-1.31, -1.83]]\n\n"
        "weights = [[0.37, 0.63], [0.63, 0.37]]\n");
    EXPECT_FALSE(has(block, "weights ?= ")) << block;
}

}  // namespace heed::test
