// SPDX-License-Identifier: BSL-1.0
// What words leave open, the numbers tell: the axis of a sum, the epsilon of a norm, whether a product is one of
// elements. What they do not tell is asked, and said.
#include "tests/verify/proposed_block.hpp"

#include <heed/report.hpp>
#include <heed_check/document/findings.hpp>

#include <gtest/gtest.h>

#include <string>
#include <tuple>

namespace heed::test {

std::string matrix_of(const std::string& name, const std::string& rows) {
    return "$$" + name + " = \\begin{bmatrix} " + rows + " \\end{bmatrix}$$\n\n";
}
const std::string scores = matrix_of("S", "0.6 & -1.4 & 0.9 \\\\ 1.1 & 0.3 & -0.8 \\\\ -0.5 & 0.7 & 1.6");
std::string block_for(const std::string& formula, const std::string& numbers) {
    return block_of(scores + matrix_of("A = " + formula, numbers));
}
const std::string all_nine = "# as the document says: holds for all 9 numbers\n";
std::string changed(std::string numbers, const std::string& from, const std::string& to) {
    return numbers.replace(numbers.find(from), from.size(), to);
}

TEST(open_readings, the_axis_of_a_sum_beside_its_matrix) {
    const std::string rows = "0.4024 & 0.0545 & 0.5432 \\\\ 0.6254 & 0.2810 & 0.0935 \\\\ 0.0801 & 0.2659 & 0.6540";
    const std::string columns = "0.3354 & 0.0683 & 0.3128 \\\\ 0.5530 & 0.3739 & 0.0572 \\\\ 0.1116 & 0.5578 & 0.6300";
    const std::string weights = "\\frac{\\exp(S)}{\\mathrm{sum}(\\exp(S))}";
    for (const auto& [numbers, axis] : {std::tuple{rows, "keep"}, {columns, "axis=0"}}) {
        const std::string formula = "A := exp(S) / sum(exp(S), " + std::string(axis) + ")\n";
        EXPECT_TRUE(has(block_for(weights, numbers), all_nine + formula)) << block_for(weights, numbers);
        const std::string wrong = block_for(weights, changed(numbers, numbers.substr(0, 6), "0.4624"));
        EXPECT_TRUE(has(wrong, "# as the document says: holds for 8 of 9 numbers\n" + formula)) << wrong;
    }
    const std::string centred =
        "0.5667 & -1.4333 & 0.8667 \\\\ 0.9000 & 0.1000 & -1.0000 \\\\ -1.1000 & 0.1000 & 1.0000";
    const std::string down = "0.2000 & -1.2667 & 0.3333 \\\\ 0.7000 & 0.4333 & -1.3667 \\\\ -0.9000 & 0.8333 & 1.0333";
    EXPECT_TRUE(has(block_for("S - \\mathrm{mean}(S)", centred), all_nine + "A := S - mean(S, keep)\n"));
    EXPECT_TRUE(has(block_for("S - \\mathrm{mean}(S)", down), all_nine + "A := S - mean(S, axis=0)\n"));
}

TEST(open_readings, products_with_functions_of_elements) {
    const std::string each = "0.3874 & -0.2769 & 0.6399 \\\\ 0.8253 & 0.1723 & -0.2480 \\\\ -0.1888 & 0.4677 & 1.3312";
    const std::string matrices =
        "-0.3232 & -0.0842 & 0.7414 \\\\ 0.6333 & -0.1446 & 0.2094 \\\\ 0.8064 & 1.3723 & 1.1928";
    const std::string slope = "0.2288 & 0.1587 & 0.2055 \\\\ 0.1874 & 0.2445 & 0.2139 \\\\ 0.2350 & 0.2217 & 0.1398";
    for (const auto& [said, numbers, formula] : {
             std::tuple{"S \\, \\sigma(S)", each, "hadamard(S, sigmoid(S))"},
             {"S \\sigma(S)", matrices, "S @ sigmoid(S)"},
             {"\\sigma(S) (1 - \\sigma(S))", slope, "hadamard(sigmoid(S), (1 - sigmoid(S)))"},
         }) {
        const std::string block = block_for(said, numbers);
        EXPECT_TRUE(has(block, all_nine + "A := " + formula + '\n')) << block;
        const std::string wrong = block_for(said, changed(numbers, numbers.substr(0, 6), "0.9137"));
        EXPECT_TRUE(has(wrong, "holds for 8 of 9 numbers\nA := " + std::string(formula) + '\n')) << wrong;
    }
}

TEST(open_readings, the_epsilon_of_a_norm) {
    const std::string small =
        "```python\nT = np.array([[0.06, -0.14, 0.09], [0.11, 0.03, -0.08], [-0.05, 0.07, 0.16]])\n```\n\n";
    const std::string none =
        "0.555070 & -1.404000 & 0.848930 \\\\ 1.155493 & 0.128388 & -1.283881 \\\\ -1.278724 & 0.116248 & 1.162476";
    const std::string of_torch =
        "0.554804 & -1.403327 & 0.848523 \\\\ 1.154542 & 0.128282 & -1.282825 \\\\ -1.277861 & 0.116169 & 1.161692";
    const std::string of_flax =
        "0.555043 & -1.403932 & 0.848889 \\\\ 1.155398 & 0.128378 & -1.283776 \\\\ -1.278638 & 0.116240 & 1.162398";
    const std::string of_keras =
        "0.530215 & -1.341133 & 0.810918 \\\\ 1.070620 & 0.118958 & -1.189577 \\\\ -1.200198 & 0.109109 & 1.091089";
    const auto block = [&](const std::string& numbers) {
        return block_of(small + matrix_of("N = \\mathrm{LayerNorm}(T)", numbers));
    };
    const std::string note = "# the document says no epsilon: the numbers tell\n";
    for (const auto& [numbers, formula] : {
             std::tuple{none, "layer_norm(T, eps=0)"},
             {of_torch, "layer_norm(T)"},
             {of_flax, "layer_norm(T, eps=1e-6)"},
             {of_keras, "layer_norm(T, eps=1e-3)"},
         })
        EXPECT_TRUE(has(block(numbers), all_nine + note + "N := " + formula + '\n')) << block(numbers);
    // A name is no argument.
    std::string of_steps = small + matrix_of("N = \\mathrm{LayerNorm}(T)", of_flax);
    for (std::size_t at = of_steps.find("T "); at != std::string::npos; at = of_steps.find("T ", at))
        of_steps.replace(at, 1, "steps");
    of_steps.replace(of_steps.find("(T)"), 3, "(steps)");
    EXPECT_TRUE(has(block_of(of_steps), "N := layer_norm(steps, eps=1e-6)")) << block_of(of_steps);
    // With a wrong number no epsilon is known: it is asked, and none is said to be that of the page.
    const std::string wrong = block(changed(of_flax, "0.128378", "0.138378"));
    EXPECT_TRUE(has(wrong, "holds for 8 of 9 numbers")) << wrong;
    EXPECT_TRUE(has(wrong, "# all of them follow with no epsilon tried: ?= only asks")) << wrong;
    EXPECT_TRUE(has(wrong, "\nN ?= layer_norm(T, eps=1e-6)\n")) << wrong;
}

TEST(open_readings, another_formula_than_the_document_states_is_a_comment) {
    const std::string given =
        "```python\nH = np.array([[0.4, -1.1, 1.3], [-0.3, 0.9, 0.6], [1.2, 0.2, -0.8]])\n```\n\n";
    const auto block = [&](const std::string& says, const std::string& numbers) {
        return block_of(given + matrix_of("Y = \\mathrm{" + says + "}(H)", numbers));
    };
    const std::string relu = "0.4 & 0.0 & 1.3 \\\\ 0.0 & 0.9 & 0.6 \\\\ 1.2 & 0.2 & 0.0";
    EXPECT_TRUE(has(block("GELU", relu), "\n# Y := relu(H) holds for 9 of 9 numbers; the document states "))
        << block("GELU", relu);
    EXPECT_TRUE(has(block("ReLU", relu), "\nY := relu(H)\n")) << block("ReLU", relu);
    const std::string rms = "0.3961 & -1.0892 & 1.2872 \\\\ -0.4629 & 1.3887 & 0.9258 \\\\ 1.4275 & 0.2379 & -0.9517";
    EXPECT_TRUE(has(block("LayerNorm", rms), "\n# Y := rms_norm(H) holds for 9 of 9 numbers; the document states "))
        << block("LayerNorm", rms);
}

TEST(open_readings, a_product_that_words_state_is_judged_or_said) {
    const std::string given = matrix_of("A", "0.5 & 0.3 & 0.2 \\\\ 0.1 & 0.7 & 0.2 \\\\ 0.4 & 0.4 & 0.2") +
                              matrix_of("V", "1.3 & -0.7 & 0.4 \\\\ 0.6 & 1.9 & -1.1 \\\\ -0.8 & 0.5 & 1.7");
    const std::string right = "0.67 & 0.32 & 0.21 \\\\ 0.39 & 1.36 & -0.39 \\\\ 0.60 & 0.58 & 0.06";
    const std::string turned = "0.39 & 0.04 & 0.77 \\\\ 0.49 & 1.32 & 0.03 \\\\ 0.22 & 0.34 & 0.20";
    const std::string marked = "We get `O = A*V`.", plain = "The output is O = A*V.";
    for (const std::string& words : {marked, plain, std::string("The output is O = A*V, where A are the weights.")}) {
        const auto block = [&](const std::string& numbers) {
            return block_of(given + words + "\n\n" + matrix_of("O", numbers));
        };
        EXPECT_TRUE(has(block(right), all_nine + "O := A*V\n")) << block(right);
        EXPECT_TRUE(has(block(turned), "\n# O := transpose(A) * V holds for 9 of 9 numbers; the document states A*V\n"))
            << block(turned);
        const std::string wrong = block(changed(right, "0.58", "0.59"));
        EXPECT_TRUE(has(wrong, "as the document says: holds for 8 of 9 numbers\nO := A*V\n")) << wrong;
    }
    // Where only one of the products fits, it is meant.
    const std::string narrow = matrix_of("A", "0.5 & 0.3 & 0.2 \\\\ 0.1 & 0.7 & 0.2 \\\\ 0.4 & 0.4 & 0.2") +
                               matrix_of("V", "1.3 & -0.7 \\\\ 0.6 & 1.9 \\\\ -0.8 & 0.5") + marked + "\n\n";
    const std::string other = block_of(narrow + matrix_of("O", "0.39 & 0.04 \\\\ 0.49 & 1.32 \\\\ 0.22 & 0.34"));
    EXPECT_TRUE(has(other, "# all of them follow from transpose(A) * V\n")) << other;
    EXPECT_TRUE(has(other, "\nO ?= A*V\n")) << other;
}

TEST(open_readings, of_a_name_that_several_functions_have_most_numbers_tell) {
    const std::string given =
        "```python\nH = np.array([[0.4, -1.1, 1.3], [-0.3, 0.9, 0.6], [1.2, 0.2, -0.8]])\n```\n\n";
    const std::string by_erf =
        "0.2622 & -0.1492 & 1.1742 \\\\ -0.1146 & 0.7343 & 0.4354 \\\\ 1.0619 & 0.1159 & -0.1695";
    const std::string by_tanh =
        "0.2622 & -0.1494 & 1.1739 \\\\ -0.1146 & 0.7342 & 0.4354 \\\\ 1.0617 & 0.1159 & -0.1696";
    const std::string by_n = "0.2020 & -1.3132 & 1.1112 \\\\ -1.3728 & 0.9806 & 0.3922 \\\\ 1.2247 & 0.0000 & -1.2247";
    const std::string by_less =
        "0.1650 & -1.0722 & 0.9073 \\\\ -1.1209 & 0.8006 & 0.3203 \\\\ 1.0000 & 0.0000 & -1.0000";
    const std::string mean = "(H - \\mathrm{mean}(H)) / \\mathrm{std}(H)";
    for (const auto& [says, numbers, formula] : {
             std::tuple{"\\mathrm{GELU}(H)", by_erf, "gelu(H)"},
             {"GELU(H)", by_erf, "gelu(H)"},
             {"\\mathrm{GELU}(H)", by_tanh, "gelu_tanh(H)"},
             {mean.c_str(), by_n, "(H - mean(H, keep)) / std(H, keep)"},
             {mean.c_str(), by_less, "(H - mean(H, keep)) / std(H, keep, unbiased=True)"},
         }) {
        const auto block = [&](const std::string& all) {
            return block_of(given + matrix_of("Y = " + std::string(says), all));
        };
        EXPECT_TRUE(has(block(numbers), all_nine + "Y := " + formula + '\n')) << block(numbers);
        const std::string wrong = block(changed(numbers, numbers.substr(0, 6), "0.2712"));
        EXPECT_TRUE(has(wrong, "# as the document says: holds for 8 of 9 numbers\nY := " + std::string(formula) + '\n'))
            << wrong;
    }
}

TEST(open_readings, functions_of_a_page_have_several_names) {
    const std::string given = matrix_of("S", "1.25 & -0.5 \\\\ 0.75 & 2.5");
    const std::string logs = "-0.1602 & -1.9102 \\\\ -1.9102 & -0.1602";
    const std::string swished = "0.9716 & -0.1888 \\\\ 0.5094 & 2.3104";
    for (const auto& [says, numbers, formula] : {
             std::tuple{"\\mathrm{LogSoftmax}(S)", logs, "log_softmax(S)"},
             {"\\text{log\\_softmax}(S)", logs, "log_softmax(S)"},
             {"\\log \\mathrm{softmax}(S)", logs, "log(softmax(S))"},
             {"\\ln\\left(\\operatorname{softmax}(S)\\right)", logs, "log(softmax(S))"},
             {"\\mathrm{Swish}(S)", swished, "silu(S)"},
         }) {
        const std::string block = block_of(given + matrix_of("Y = " + std::string(says), numbers));
        EXPECT_TRUE(has(block, "as the document says: holds for all 4 numbers\nY := " + std::string(formula) + '\n'))
            << says << '\n'
            << block;
        const std::string wrong =
            block_of(given + matrix_of("Y = " + std::string(says), changed(numbers, numbers.substr(0, 6), "0.3712")));
        EXPECT_TRUE(has(wrong, "holds for 3 of 4 numbers\nY := " + std::string(formula) + '\n')) << says << '\n'
                                                                                                 << wrong;
    }
    const std::string other = block_of(given + matrix_of("Y = \\log \\mathrm{weights}(S)", logs));
    EXPECT_FALSE(has(other, "as the document says")) << other;
}

TEST(open_readings, of_few_numbers_the_formula_from_which_all_digits_follow) {
    const std::string q = matrix_of("Q", "0.62 & -0.23 \\\\ -0.31 & 0.84");
    const std::string k = matrix_of("K", "0.47 & 1.18 \\\\ 1.05 & -0.66"), s = "0.0200 & 0.8028 \\\\ 0.8455 & -0.8799";
    // K Q^T, its transpose, follows too if the queries and keys may be rounded.
    EXPECT_TRUE(has(block_of(q + k + matrix_of("S", s)), "# holds for all 4 numbers\nS := Q * transpose(K)\n"));
    const std::string x = matrix_of("X", "0.5103 & 0.2214 \\\\ 0.1432 & -0.4211");
    const std::string y = matrix_of("Y", "-0.4903 & 0.5814 \\\\ 0.7023 & -0.4588");
    const std::string several = block_of(q + k + x + y + matrix_of("C", s));
    EXPECT_TRUE(has(several, "# C follows from ")) << several;
    EXPECT_TRUE(has(several, " as well as from ")) << several;
    EXPECT_FALSE(has(several, "no usual formula explains")) << several;
}

TEST(open_readings, what_is_given_is_not_said_to_be_computed) {
    const auto report = [](const std::string& document) {
        const std::string block = block_of(document);
        return to_text(report_of(read_page_text(document + "\n```heed\n" + block + "```\n"), [](const auto&...) {}));
    };
    const std::string computed = "though the document computes it";
    const std::string spans =
        "`Q = [[1, 0, 2], [0, 1, 1]]`, `K = [[0, 1, 1], [1, 0, 1]]`\n\n```\nscores = Q @ K.T = [[2, 3], [2, 1]]\n```\n";
    EXPECT_FALSE(has(report(spans), computed)) << report(spans);
    const std::string later =
        "```python\nX = np.array([[0.5, -1.5], [2.0, 0.25]])\nY = X + 0.75\nprint(Y)\nZ = "
        "np.array([[1.0, 2.0]])\nX = X @ Z\n```\n\n```\n[[1.25 -0.75]\n [2.75 1.0]]\n```\n";
    EXPECT_FALSE(has(report(later), computed)) << report(later);
}

TEST(open_readings, a_softmax_of_columns_that_words_say) {
    const std::string rows = "0.4024 & 0.0545 & 0.5432 \\\\ 0.6254 & 0.2810 & 0.0935 \\\\ 0.0801 & 0.2659 & 0.6540";
    const std::string columns = "0.3354 & 0.0683 & 0.3128 \\\\ 0.5530 & 0.3739 & 0.0572 \\\\ 0.1116 & 0.5578 & 0.6300";
    const std::string page = scores + "Normalising the columns gives\n\n" + matrix_of("C", columns) +
                             "and normalising the rows\n\n" + matrix_of("A", rows);
    EXPECT_TRUE(has(block_of(page), "\nC := softmax(S, axis=0)\n")) << block_of(page);
    EXPECT_FALSE(has(block_of(page), "the document states")) << block_of(page);
    const std::string silent = block_of(scores + matrix_of("C", columns) + matrix_of("A", rows));
    EXPECT_TRUE(has(silent, "# C := softmax(S, axis=0) holds for 9 of 9 numbers; but A follows from softmax(S), along"))
        << silent;
    EXPECT_FALSE(has(silent, "the document states")) << silent;
}

}  // namespace heed::test
