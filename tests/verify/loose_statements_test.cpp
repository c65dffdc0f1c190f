// SPDX-License-Identifier: BSL-1.0
// Statements of code whose names the printed matrices do not have: what is printed below another label, or by a helper.
#include "tests/verify/proposed_block.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace heed::test {

const std::string right = "[[0.2447 0.6652 0.09  ]\n [0.042  0.8438 0.1142]\n [0.5761 0.2119 0.2119]]\n";
const std::string down = "[[0.2447 0.2447 0.1554]\n [0.09   0.6652 0.4223]\n [0.6652 0.09   0.4223]]\n";

/// Weights along the rows, what shows them, and its output.
std::string page_of(const std::string& shows, const std::string& label, const std::string& numbers) {
    return "```python\nscores = np.array([[1., 2., 0.], [0., 3., 1.], [2., 1., 1.]])\n"
           "weights = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)\n" +
           shows + "\n```\n\n```\n" + label + numbers + "```\n";
}

TEST(loose, the_argument_of_a_print_is_what_it_shows_whatever_its_label_is) {
    for (const char* shows : {"print(\"Attention weights:\")\nprint(weights)", "print(\"Attention weights:\", weights)",
                              "print(f\"Attention weights:\\n{weights.round(4)}\")",
                              "print(\"Attention weights:\", weights, sep=\"\\n\")"}) {
        const std::string holds = block_of(page_of(shows, "Attention weights:\n", right));
        EXPECT_TRUE(has(holds, "# as the document says: holds for all 9 numbers\nweights := np.exp(")) << holds;
        const std::string asks = block_of(page_of(shows, "Attention weights:\n", down));
        EXPECT_TRUE(has(asks, "\n# all of them follow from softmax(scores, axis=0)\n")) << asks;
        EXPECT_TRUE(has(asks, "\nweights ?= np.exp(")) << asks;
    }
}

TEST(loose, a_statement_without_a_matrix_is_taken_where_its_numbers_are) {
    for (const char* shows : {"show(weights)", "pprint(weights.round(4).tolist())",
                              "np.savetxt(sys.stdout, weights, fmt=\"%.4f\")", "for row in weights:\n    print(row)"}) {
        const std::string holds = block_of(page_of(shows, "", right));
        EXPECT_TRUE(has(holds, "# as the document says: holds for all 9 numbers\nM2 := np.exp(")) << holds;
        const std::string other = block_of(page_of(shows, "", down));
        EXPECT_TRUE(has(other, "# M2 := softmax(scores, axis=0) holds for 9 of 9 numbers; the document states np.exp"))
            << other;
        EXPECT_FALSE(has(other, "\nM2 :=")) << other;
    }
}

TEST(loose, code_of_octave_julia_and_r) {
    const std::string rows = "0.2447 0.6652 0.0900\n0.0420 0.8438 0.1142\n0.5761 0.2119 0.2119\n```\n";
    const std::string columns = "0.2447 0.2447 0.1554\n0.0900 0.6652 0.4223\n0.6652 0.0900 0.4223\n```\n";
    const std::string octave =
        "```octave\nscores = [1 2 0; 0 3 1; 2 1 1];\nweights = exp(scores) ./ sum(exp(scores), 2);\ndisp(weights)\n"
        "```\n\n```\n";
    EXPECT_TRUE(has(block_of(octave + rows), "as the document says: holds for all 9 numbers\n"))
        << block_of(octave + rows);
    EXPECT_TRUE(has(block_of(octave + columns), "axis=0) holds for 9 of 9 numbers; the document states exp(scores) ./"))
        << block_of(octave + columns);
    const std::string r =
        "```r\nscores <- matrix(c(1, 2, 0, 3), nrow=2, byrow=TRUE)\nscores\n```\n\n```\n##      [,1] [,2]\n"
        "## [1,]    1    2\n## [2,]    0    3\n```\n\n```r\nweights <- exp(scores) / rowSums(exp(scores))\n"
        "round(weights, 4)\n```\n\n```\n##        [,1]   [,2]\n";
    EXPECT_TRUE(has(block_of(r + "## [1,] 0.2689 0.7311\n## [2,] 0.0474 0.9526\n```\n"),
                    "as the document says: holds for all 4 numbers\nweights := "));
    EXPECT_TRUE(has(block_of(r + "## [1,] 0.7311 0.2689\n## [2,] 0.2689 0.7311\n```\n"), "\nweights ?= "));
}

/// Several statements of the same shape: each has its matrix, and one that has none stands beside the formula found.
TEST(loose, each_matrix_has_its_own_statement) {
    const auto page = [](const std::string& scaled) {
        return "```python\nraw = np.array([[1., 2., 0.], [0., 3., 1.], [2., 1., 1.]])\nscaled = raw / np.sqrt(2)\n"
               "moved = scaled + 1.5\nshow(scaled, moved)\n```\n\n```\n" +
               scaled + "```\n";
    };
    const std::string two =
        "[[0.7071 1.4142 0.    ]\n [0.     2.1213 0.7071]\n [1.4142 0.7071 0.7071]]\n\n"
        "[[2.2071 2.9142 1.5   ]\n [1.5    3.6213 2.2071]\n [2.9142 2.2071 2.2071]]\n";
    EXPECT_TRUE(has(block_of(page(two)), "M2 := raw / np.sqrt(2)\n")) << block_of(page(two));
    EXPECT_TRUE(has(block_of(page(two)), "M3 := (raw / np.sqrt(2)) + 1.5\n")) << block_of(page(two));
    const std::string half = "[[0.5 1.  0. ]\n [0.  1.5 0.5]\n [1.  0.5 0.5]]\n";
    EXPECT_FALSE(has(block_of(page(half)), "\nM2 :=")) << block_of(page(half));
}

/// What a function of the document computes is not known: the usual formula stays.
TEST(loose, a_call_that_is_not_understood_doubts_nothing) {
    const std::string page =
        "```python\ndef softmax(x):\n    if x.ndim == 1: return x\n    return np.exp(x) / np.exp(x).sum(axis=1, "
        "keepdims=True)\n"
        "scores = np.array([[1., 2., 0.], [0., 3., 1.], [2., 1., 1.]])\nmoved = scores + 1\n"
        "weights = softmax(scores)\nshow(weights)\n```\n\n```\n" +
        right + "```\n";
    EXPECT_TRUE(has(block_of(page), "# holds for all 9 numbers\nM2 := softmax(scores)\n")) << block_of(page);
}

TEST(loose, a_softmax_down_the_columns_is_not_taken_beside_a_statement_without_an_axis) {
    const std::string page =
        "Raw scores `scores`:\n\n```\n[[1.0  2.0]\n [0.5  3.0]]\n```\n\nAttention weights `weights` = "
        "softmax(scores):\n\n```\n[[0.6225 0.2689]\n [0.3775 0.7311]]\n```\n";
    EXPECT_TRUE(has(block_of(page), "# all of them follow from softmax(scores, axis=0)\n")) << block_of(page);
    EXPECT_TRUE(has(block_of(page), "\nAttention_weights_weights ?= softmax(scores)\n")) << block_of(page);
    EXPECT_FALSE(has(block_of(page), "\nAttention_weights_weights :=")) << block_of(page);
}

/// The scores are known to a place, so that the weights follow from them; but these do not sum to one.
TEST(loose, rows_of_a_stated_softmax_that_nearly_sum_to_one_are_judged) {
    const auto page = [](const std::string& weights) {
        return "scores = [1.0, 2.0, 3.0]\n\nweights = softmax(scores) = " + weights + "\n";
    };
    const std::string law = "rows of weights are distributions\n";
    EXPECT_TRUE(has(block_of(page("[0.0900, 0.2447, 0.6562]")), "holds for 2 of 3 numbers\nweights := softmax(scores)"))
        << block_of(page("[0.0900, 0.2447, 0.6562]"));  // two numbers to four places tell that the scores are exact
    EXPECT_FALSE(has(block_of(page("[0.0900, 0.2447, 0.6652]")), law));
    const std::string rows = "scores = [[1.2, 2.5, 3.1], [2.0, 1.7, 0.5]]\n\nweights = softmax(scores) = ";
    EXPECT_TRUE(has(block_of(rows + "[[0.0882, 0.3237, 0.5898], [0.5056, 0.3746, 0.1128]]\n"), law));
}

TEST(loose, star_of_sympy_is_the_product_of_matrices) {
    for (const auto& [import, prefix] : {std::pair{"from sympy import *\n", ""}, {"import sympy as sp\n", "sp."}}) {
        const std::string of = std::string(" = ") + prefix + "Matrix(";
        const std::string page = std::string("```python\n") + import + "Q" + of + "[[1, 2], [3, 5]])\nK" + of +
                                 "[[2, 1], [1, 3]])\nS = Q * K.T\nS\n```\n\n```\nMatrix([[4, 7], [11, 18]])\n```\n";
        EXPECT_TRUE(has(block_of(page), "as the document says: holds for all 4 numbers\nS := Q @ K.T\n"))
            << block_of(page);
    }
}

// ---- operations on two matrices, in sentences

const std::string two_inputs =
    "X = [[0.52, -1.31], [1.44, 0.26], [-0.74, 0.95]]\n\nY = [[1.12, 0.43], [-0.87, 1.56], [0.35, -1.24]]\n\n";
const std::string sum_of_both = "Z = [[1.64, -0.88], [0.57, 1.82], [-0.39, -0.29]]\n";
const std::string difference = "Z = [[-0.60, -1.74], [2.31, -1.30], [-1.09, 2.19]]\n";
const std::string of_elements = "Z = [[0.5824, -0.5633], [-1.2528, 0.4056], [-0.2590, -1.1780]]\n";
const std::string of_matrices =
    "Z = [[0.0191, -2.4960, 1.8064], [1.7246, -0.8472, 0.1816], [-0.4203, 2.1258, -1.4370]]\n";

TEST(operations, a_formula_that_is_another_operation_than_a_sentence_states_is_a_comment) {
    const auto comments = [](const std::string& sentence, const std::string& numbers, const std::string& formula) {
        const std::string block = block_of(two_inputs + sentence + "\n\n" + numbers);
        return has(block, "# Z := " + formula + " holds for ") && has(block, "the document states ") &&
               !has(block, "\nZ :=") && !has(block, "\nZ ?=");
    };
    EXPECT_TRUE(comments("We add X and Y:", difference, "X - Y"));
    EXPECT_TRUE(comments("Z is the sum of X and Y. The result is:", of_elements, "hadamard(X, Y)"));
    EXPECT_TRUE(comments("Subtract Y from X.", sum_of_both, "X + Y"));
    EXPECT_TRUE(comments("Now multiply X and Y.", sum_of_both, "X + Y"));
    EXPECT_TRUE(comments("The output is `X` times `Y`,\nelementwise:", of_matrices, "X * transpose(Y)"));
    EXPECT_TRUE(comments("Z is the matrix product of X and Y.", of_elements, "hadamard(X, Y)"));
}

TEST(operations, a_formula_that_is_the_operation_or_of_which_nothing_is_said_stays) {
    const auto stays = [](const std::string& sentence, const std::string& numbers, const std::string& formula) {
        return has(block_of(two_inputs + sentence + "\n\n" + numbers), "\nZ := " + formula + "\n");
    };
    EXPECT_TRUE(stays("We add X and Y:", sum_of_both, "X + Y"));
    EXPECT_TRUE(stays("Adding X to Y gives this:", sum_of_both, "X + Y"));
    EXPECT_TRUE(stays("Subtract Y from X.", difference, "X - Y"));
    EXPECT_TRUE(stays("Multiply X and Y.", of_matrices, "X * transpose(Y)"));
    EXPECT_TRUE(stays("Multiply X by Y.", of_elements, "hadamard(X, Y)"));
    EXPECT_TRUE(stays("Multiply X by Y, element by element.", of_elements, "hadamard(X, Y)"));
    EXPECT_TRUE(stays("One could add X and Y, but the scores say more.", of_matrices, "X * transpose(Y)"));
    EXPECT_TRUE(stays("We do not add X and Y.", difference, "X - Y"));
    EXPECT_TRUE(stays("Later we add X and Y. First we compare the tokens:", difference, "X - Y"));
    EXPECT_TRUE(stays("The sum of X and U comes later.", difference, "X - Y"));
}

/// Operands of several words.
TEST(operations, operands_may_have_several_words) {
    const auto page = [](const std::string& sentence, const std::string& numbers) {
        return block_of(
            "Token vectors:\n\n```\n[[0.52 -1.31]\n [1.44 0.26]\n [-0.74 0.95]]\n```\n\nPosition codes:\n\n"
            "```\n[[1.12 0.43]\n [-0.87 1.56]\n [0.35 -1.24]]\n```\n\n" +
            sentence + "\n\n```\n" + numbers + "\n```\n");
    };
    const std::string both = "[[1.64 -0.88]\n [0.57 1.82]\n [-0.39 -0.29]]";
    const std::string apart = "[[-0.60 -1.74]\n [2.31 -1.30]\n [-1.09 2.19]]";
    for (const char* const sentence : {"Adding the position codes to the token vectors gives the input:",
                                       "We add the token vectors and the position codes:",
                                       "The sum of the token vectors and the position codes is the input:"}) {
        const std::string summed = page(sentence, both), subtracted = page(sentence, apart);
        EXPECT_TRUE(has(summed, ":= Token_vectors + Position_codes\n")) << sentence << summed;
        EXPECT_TRUE(
            has(subtracted, " := Token_vectors - Position_codes holds for 6 of 6 numbers; the document states "))
            << sentence << subtracted;
    }
    const std::string other = page("We subtract the position codes from the token vectors:", apart);
    EXPECT_TRUE(has(other, ":= Token_vectors - Position_codes\n")) << other;
}

/// A is a name, not an article: what follows A * B is no B.
TEST(operations, a_capital_a_is_an_operand) {
    const std::string block = block_of(
        "```r\n> A <- matrix(c(1, 2, 4, 0, 1, 3, 0, 0, 2), 3, 3)\n> B <- matrix(c(1.5, 2, 4, 3, 7, 5, 6, 0.5, 9), 3, "
        "3)\n"
        "> A * B\n     [,1] [,2] [,3]\n[1,]  1.5    0    0\n[2,]  4.0    7    0\n[3,] 16.0   15   18\n```\n");
    EXPECT_TRUE(has(block, ":= hadamard(A, B)\n")) << block;
    EXPECT_FALSE(has(block, ":= B\n")) << block;
}

/// Weights and values are named by what they are.
TEST(operations, operands_may_be_named_by_their_roles) {
    const auto page = [](const std::string& how, const std::string& output) {
        return "weights = [[0.62, 0.38], [0.27, 0.73]]\n\nV = [[1.3, -0.4], [0.6, 2.1]]\n\nThe output is the weights "
               "times the values" +
               how + ":\n\noutput = " + output + "\n";
    };
    const std::string product = "[[1.034, 0.550], [0.789, 1.425]]", elements = "[[0.806, -0.152], [0.162, 1.533]]";
    EXPECT_TRUE(has(block_of(page("", product)), "\noutput := weights * V\n")) << block_of(page("", product));
    EXPECT_FALSE(has(block_of(page(", elementwise", product)), "\noutput :="));
    EXPECT_TRUE(has(block_of(page(", elementwise", elements)), "\noutput := hadamard(weights, V)\n"))
        << block_of(page(", elementwise", elements));
}

}  // namespace heed::test
