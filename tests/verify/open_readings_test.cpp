// SPDX-License-Identifier: BSL-1.0
// What words leave open, the numbers tell: the axis of a sum, the epsilon of a norm, whether a product is one of
// elements. What they do not tell is asked, and said.
#include "tests/verify/proposed_block.hpp"

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
    const std::string of_keras =
        "0.555043 & -1.403932 & 0.848889 \\\\ 1.155398 & 0.128378 & -1.283776 \\\\ -1.278638 & 0.116240 & 1.162398";
    const auto block = [&](const std::string& numbers) {
        return block_of(small + matrix_of("N = \\mathrm{LayerNorm}(T)", numbers));
    };
    const std::string note = "# the document says no epsilon: the numbers tell\n";
    for (const auto& [numbers, formula] : {
             std::tuple{none, "layer_norm(T, eps=0)"},
             {of_torch, "layer_norm(T)"},
             {of_keras, "layer_norm(T, eps=1e-6)"},
         })
        EXPECT_TRUE(has(block(numbers), all_nine + note + "N := " + formula + '\n')) << block(numbers);
    // With a wrong number no epsilon is known: it is asked, and none is said to be that of the page.
    const std::string wrong = block(changed(of_keras, "0.128378", "0.138378"));
    EXPECT_TRUE(has(wrong, "holds for 8 of 9 numbers")) << wrong;
    EXPECT_TRUE(has(wrong, "# the others may follow with another epsilon: ?= only asks")) << wrong;
    EXPECT_TRUE(has(wrong, "\nN ?= layer_norm(T, eps=1e-6)\n")) << wrong;
}

}  // namespace heed::test
