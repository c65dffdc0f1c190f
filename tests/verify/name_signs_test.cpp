// SPDX-License-Identifier: BSL-1.0
// Signs around a name, fonts, indices of functions and numbers of something else: what is not the plain name is not
// taken for it.
#include "tests/verify/proposed_block.hpp"

#include <heed_check/document/parts_of_lines.hpp>
#include <heed_check/document/table_names.hpp>
#include <heed_check/tables/mathml_matrix.hpp>

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed::test {

using detail::name_in_text;

TEST(name_signs, are_part_of_a_name) {
    const std::vector<std::pair<std::string, std::string>> names = {
        {"$$-E =", "minus_E"},
        {"$- E =", "minus_E"},
        {"-E =", "minus_E"},
        {"\xE2\x88\x92"
         "E =",
         "minus_E"},
        {"$|E| =", "abs_E"},
        {"\\left|E\\right| =", "abs_E"},
        {"\\sqrt{E} =", "sqrt_E"},
        {"\xE2\x88\x9A"
         "E =",
         "sqrt_E"},
        {"\\log{E} =", "log_E"},
        {"\\check{E} =", "check_E"},
        {"\\underline{E} =", "underline_E"},
        {"\\hat E =", "hat_E"},
        {"\\mathcal{E} =", "mathcal_E"},
        {"\\mathbf{E} =", "E"},
        {"\\textbf{Shares}:", "Shares"},
        {"\\symbf{E} =", "E"},
        {"\\vb{E} =", "E"},
        {"\\symcal{E} =", "symcal_E"},
        {"W\\textsubscript{Q}:", "W_Q"},
        {"W\\textsuperscript{T}:", "W_transposed"},
        {"E^{-1} =", "E_inverse"},
        {"E^-1 =", "E_inverse"},
        {"E^(-1) =", "E_inverse"},
        {"E<sup>-1</sup> =", "E_inverse"},
        {"E\xE2\x81\xBB\xC2\xB9 =", "E_inverse"},
        {"E^2 =", "E_squared"},
        {"E^{3} =", "E_power_3"},
        {"E^\\top =", "E_transposed"},
        {"E^{\\mathsf{T}} =", "E_transposed"},
        {"E\xE1\xB5\x80 =", "E_transposed"},
        {"E^1 =", "E_1"},
        {"E^{(2)} =", "E_2"},
        {"E^H =", "E_H"},
        {"E^{+} =", "E_plus"},
        {"E_+ =", "E_plus"},
        {"E_{-} =", "E_minus"},
        {"E^* =", "E_star"},
        {"E* =", "E_star"},
        {"**E** =", "E"},
        {"__E__ =", "E"},
        {"_E_:", "E"},
        {"`|E|`:", "abs_E"},
        {"\xE2\x88\x87"
         "E =",
         "nabla_E"},
        {"E\xE2\x80\xB2 =", "E_prime"},
        {"*E* =", "E"},
        {"E^\\dagger =", "E_dagger"},
        {"E_{t-1} =", "E_t_minus_1"},
        {"E_{row-wise} =", "E_row_wise"},
        {"E / 2 =", "E_over_2"},
        {"E + 1 =", "E_plus_1"},
        {"E - M =", "E_minus_M"},
        {"E @ F =", "E_times_F"},
        {"The negated scores (-E):", ""},
        {"E! =", ""},
        {"E\xCC\x83 =", ""},  // a tilde above it
        {"Self-made shares =", "Self_made_shares"},
        {"_+ =", ""},
        {"E^ =", ""},  // an accent in MathML
    };
    for (const auto& [text, name] : names) EXPECT_EQ(name_in_text(text), name) << text;
}

TEST(name_signs, a_script_ends_with_its_text) {
    const std::string_view text = std::string_view("W_\\textQ").substr(0, 7);  // W_\text
    EXPECT_EQ(detail::script_at(text, 1).inside, "");
    EXPECT_EQ(detail::script_at(text, 1).length, 6U);
}

TEST(name_signs, a_number_of_something_else_names_no_matrix) {
    for (const char* text :
         {"loss = 0.25", "$p = 0.25$:", "T = 2.0", "p = 1e-3",
          "shape = (2, 3):", "c = 1/\\sqrt{3}:", "causal = True:", "p = 40%:", "rate = -0.5",
          "Then $p = 0.25$:", "Then for p = 0.25:", "The number of heads = 2:", "The loss of it = 0.25:"})
        EXPECT_EQ(name_in_text(text), "") << text;
    EXPECT_EQ(name_in_text("Scores, with $d_k = 3$:"), "Scores");
    EXPECT_EQ(name_in_text("The kept entries, where p = 0.25:"), "The_kept_entries");
    EXPECT_EQ(name_in_text("Weights for T = 3:"), "Weights_for_T");
    EXPECT_EQ(name_in_text("Scores at step = 2:"), "Scores_at_step");
    EXPECT_EQ(name_in_text("A at t = 3:"), "A_at_t");
    EXPECT_EQ(name_in_text("Weights after step = 5:"), "Weights_after_step");
    EXPECT_EQ(name_in_text("Scores in layer = 2:"), "Scores_in_layer");
    EXPECT_EQ(name_in_text("Scores of head = 2:"), "Scores_of_head");
    EXPECT_EQ(name_in_text("E = 3 F ="), "E");
    EXPECT_EQ(name_in_text("E = F ./ sum(F, dims=2)"), "E");
}

TEST(name_signs, of_mathml) {
    const auto before = [](const std::string& formula) {
        const std::string matrix =
            "<mtable><mtr><mtd><mn>1.5</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3"
            "</mn></mtd><mtd><mn>4</mn></mtd></mtr></mtable>";
        return detail::name_of_table(read_page_text("<p><math>" + formula + "<mo>=</mo><mrow><mo>[</mo>" + matrix +
                                                    "<mo>]</mo></mrow></math></p>\n")
                                         .tables.at(0));
    };
    EXPECT_EQ(before("<mi>E</mi>"), "E");
    EXPECT_EQ(before("<msup><mi>E</mi><mi>T</mi></msup>"), "E_transposed");
    EXPECT_EQ(before("<msup><mi>E</mi><mrow><mo>-</mo><mn>1</mn></mrow></msup>"), "E_inverse");
    EXPECT_EQ(before("<msub><mi>W</mi><mi>Q</mi></msub>"), "W_Q");
    EXPECT_EQ(before("<msqrt><mi>E</mi></msqrt>"), "sqrt_E");
    EXPECT_EQ(before("<mover><mi>E</mi><mo>^</mo></mover>"), "marked_E");
    EXPECT_EQ(before("<mo>-</mo><mi>E</mi>"), "minus_E");
    EXPECT_EQ(before("<msup><msub><mi>W</mi><mi>Q</mi></msub><mi>T</mi></msup>"), "W_Q_transposed");
    EXPECT_EQ(before("<msub><mover><mi>E</mi><mo>^</mo></mover><mn>1</mn></msub>"), "marked_E_1");
}

TEST(name_signs, of_nested_mathml) {
    const auto text = [](const std::string& part) { return detail::text_of_mathml("<math>" + part + "</math>"); };
    const std::string a = "<mi>A</mi>", b = "<mi>B</mi>", two = "<mn>2</mn>", t = "<mi>T</mi>";
    EXPECT_EQ(text("<msup><mrow>" + a + b + "</mrow>" + t + "</msup>"), "(AB)^{T}");
    EXPECT_EQ(text("<msup><mrow>" + a + "</mrow>" + t + "</msup>" + b), "A^{T}B");
    EXPECT_EQ(text("<msup><mrow><mo>(</mo>" + a + b + "<mo>)</mo></mrow>" + two + "</msup>"), "(AB)^{2}");
    EXPECT_EQ(text("<msup><msub>" + a + b + "</msub>" + t + "</msup>"), "A_{B}^{T}");
    EXPECT_EQ(text("<msubsup>" + a + two + b + "</msubsup>" + t), "A_{2}^{B}T");
    EXPECT_EQ(text("<msub><mover>" + a + "<mo>^</mo></mover>" + two + "</msub>"), "\\marked{A^}_{2}");
    EXPECT_EQ(text("<msub>" + a + "<msup>" + b + two + "</msup></msub>" + t), "A_{B^{2}}T");
    EXPECT_EQ(text("<msup><msqrt>" + a + b + "</msqrt>" + two + "</msup>"), "\\sqrt{AB}^{2}");
    EXPECT_EQ(text(a + "<mspace width=\"1em\"/><!-- <mi> -->" + b), "AB");
    EXPECT_EQ(detail::text_of_mathml("</mrow>" + t + "</msup><mo>,</mo>"), "T,");
    EXPECT_EQ(detail::text_of_mathml("<msup><mrow>" + a), "A");
}

const std::string operands =
    "$$A = \\begin{bmatrix} 1.25 & -0.5 \\\\ 0.75 & 2.5 \\end{bmatrix}$$\n\n"
    "$$B = \\begin{bmatrix} 0.5 & 1.5 \\\\ -1.25 & 0.25 \\end{bmatrix}$$\n\n";
const std::string product = "\\begin{bmatrix} -0.125 & -1.6875 \\\\ 4.125 & -0.3125 \\end{bmatrix}$$\n\n";  // A B^T

TEST(name_signs, a_changed_matrix_is_not_judged_as_the_matrix) {
    const std::string stated = operands + "The scores are $S = AB^T$.\n\n";
    EXPECT_TRUE(has(block_of(stated + "$$S = " + product), "\nS := A @ B.T\n"))
        << block_of(stated + "$$S = " + product);
    for (const char* changed : {"-S", "\\sqrt{S}", "|S|", "S^{-1}", "S^2", "\\check{S}", "\\mathcal{S}", "S_+", "S^{*}",
                                "\\underline{S}", "S / 2", "\\exp{S}"}) {
        const std::string block = block_of(stated + "$$" + changed + " = " + product);
        EXPECT_FALSE(has(block, "as the document says")) << changed << '\n' << block;
    }
    // The product that the numbers are is not what the name says.
    for (const auto& [changed, name] :
         {std::pair{"-S", "minus_S"}, {"\\sqrt{S}", "sqrt_S"}, {"|S|", "abs_S"}, {"S^{-1}", "S_inverse"}}) {
        const std::string block = block_of(stated + "$$" + changed + " = " + product);
        EXPECT_TRUE(has(block, name + std::string(" = matrix 3"))) << changed << '\n' << block;
        EXPECT_FALSE(has(block, '\n' + std::string(name) + " := ")) << changed << '\n' << block;
    }
}

TEST(name_signs, a_changed_operand_is_not_the_matrix) {
    EXPECT_TRUE(has(block_of(operands + "$$S = AB^T = " + product), "as the document says"));
    for (const char* formula : {"\\hat{A} B^T", "\\check{A} B^T", "\\mathcal{A} B^T", "|A| B^T", "\\underline{A} B^T",
                                "A_+ B^T", "A^{-2} B^T", "\\ddot A B^T"}) {
        const std::string block = block_of(operands + "$$S = " + formula + " = " + product);
        EXPECT_FALSE(has(block, "as the document says")) << formula << '\n' << block;
    }
}

TEST(name_signs, a_power_and_a_transpose_are_no_indices) {
    const std::string turned =
        operands +
        "$$A_T = 2A = \\begin{bmatrix} 2.5 & -1.0 \\\\ 1.5 & 5.0 \\end{bmatrix}$$\n\n"
        "$$A^T = \\begin{bmatrix} 1.25 & 0.75 \\\\ -0.5 & 2.5 \\end{bmatrix}$$\n\n"
        "$$R = A^T B = \\begin{bmatrix} -0.3125 & 2.0625 \\\\ -3.375 & -0.125 \\end{bmatrix}$$\n";
    const std::string block = block_of(turned);
    EXPECT_TRUE(has(block, "# as the document says: holds for all 4 numbers\nA_transposed := A.T\n")) << block;
    EXPECT_TRUE(has(block, "\nR := A_transposed @ B\n")) << block;
}

TEST(name_signs, a_product_above_a_matrix_is_read_as_one) {
    const std::string block =
        block_of(operands + "$$AB^\\top = " + product +
                 "$$\\frac{AB^\\top}{\\sqrt{d_k}} = \\begin{bmatrix} -0.0884 & -1.1932 \\\\ 2.9168 & -0.2210 "
                 "\\end{bmatrix}$$\n");
    EXPECT_TRUE(has(block, "# as the document says: holds for all 4 numbers\nAB_transposed := A @ B.T\n")) << block;
    EXPECT_TRUE(has(block, " := A @ B.T / sqrt(2)\n")) << block;
}

TEST(name_signs, a_font_may_be_another_matrix) {
    const std::string rows = "\\begin{bmatrix} 0.8520 & 0.1480 \\\\ 0.1480 & 0.8520 \\end{bmatrix}$$\n";
    const std::string scores = " = \\begin{bmatrix} 1.25 & -0.5 \\\\ 0.75 & 2.5 \\end{bmatrix}$$\n\n";
    for (const char* font : {"\\mathcal{S}", "\\mathfrak{S}", "\\mathbb{S}", "\\symcal{S}"}) {
        const std::string block = block_of("$$" + std::string(font) + scores + "$$R = \\mathrm{softmax}(S) = " + rows);
        EXPECT_FALSE(has(block, "as the document says")) << font << '\n' << block;
    }
    const std::string bold = "$$\\mathbf{S}" + scores + "$$R = \\mathrm{softmax}(S) = " + rows;
    EXPECT_TRUE(has(block_of(bold), "softmax(S)")) << block_of(bold);
    EXPECT_FALSE(has(block_of("The scores are $S = XY^T$.\n\n" + bold), "as the document says"));
    for (const char* font : {"\\symbf{S}", "\\vb{S}", "\\pmb{S}", "\\symsf{S}"}) {
        const std::string block = block_of("$$" + std::string(font) + scores + "$$R = \\mathrm{softmax}(S) = " + rows);
        EXPECT_TRUE(has(block, "as the document says")) << font << '\n' << block;
    }
}

TEST(name_signs, an_index_of_a_function_makes_another_function) {
    const std::string scores = "$$S = \\begin{bmatrix} 1.25 & -0.5 \\\\ 0.75 & 2.5 \\end{bmatrix}$$\n\n$$R = ";
    const std::string rows = " = \\begin{bmatrix} 0.8520 & 0.1480 \\\\ 0.1480 & 0.8520 \\end{bmatrix}$$\n";
    const std::string down = " = \\begin{bmatrix} 0.6225 & 0.0474 \\\\ 0.3775 & 0.9526 \\end{bmatrix}$$\n";
    for (const char* known : {"\\mathrm{softmax}(S)", "\\mathrm{softmax}_j(S)", "\\text{softmax}_{\\text{row}}(S)",
                              "\\operatorname{softmax}_{dim=-1}(S)", "\\mathrm{softmax}_{\\text{dim}=-1}(S)"})
        EXPECT_TRUE(has(block_of(scores + known + rows), "as the document says")) << block_of(scores + known + rows);
    // U+2061, U+00A0, U+2009 and U+FEFF show nothing.
    for (const char* same :
         {"softmax\xE2\x81\xA1(S)", "softmax\xC2\xA0(S)", "softmax\xE2\x80\x89(S)", "softmax\xEF\xBB\xBF(S)"})
        EXPECT_TRUE(has(block_of(scores + same + rows), "\nR := softmax(S)\n"))
            << same << block_of(scores + same + rows);
    for (const char* other :
         {"\\mathrm{softmax}_1(S)", "\\mathrm{softmax}_{\\tau}(S)", "\\text{softmax}_{2}(S)", "softmax_1(S)",
          "\\mathrm{softmax}_1\\left(S\\right)", "softmax'(S)", "softmax\xC2\xB9(S)", "softmax\xE2\x82\x81(S)",
          "softmax\xE2\x80\xB2(S)", "softmax\xCC\x83(S)", "softmax\xE2\x81\xA1_1(S)",
          "\\widetilde{\\mathrm{softmax}}(S)", "\\mathtt{softmax}_{1.5}(S)", "softmax(S*)"}) {
        const std::string block = block_of(scores + other + rows);
        EXPECT_TRUE(has(block, "# R := softmax(S) holds for 4 of 4 numbers; the document states ")) << other << block;
        EXPECT_FALSE(has(block, "\nR := ")) << other << '\n' << block;
    }
    EXPECT_TRUE(has(block_of(scores + "\\mathrm{softmax}_{col}(S)" + down), "\nR := softmax(S, axis=0)\n"));
    const std::string clipped = " = \\begin{bmatrix} 1.25 & 0.00 \\\\ 0.75 & 2.00 \\end{bmatrix}$$\n";
    EXPECT_FALSE(has(block_of(scores + "\\mathrm{ReLU}_2(S)" + clipped), "\nR := relu(S)"));
}

TEST(name_signs, an_equals_sign_in_an_index_parts_nothing) {
    using strings = std::vector<std::string>;
    EXPECT_EQ(detail::parts_between_equals("R = f_{\\text{dim}=-1}(S) = T"),
              (strings{"R", "f_{\\text{dim}=-1}(S)", "T"}));
    EXPECT_EQ(detail::parts_between_equals("R = f_{a_{b=1}=2}(S)"), (strings{"R", "f_{a_{b=1}=2}(S)"}));
    EXPECT_EQ(detail::parts_between_equals("R = f_{a_{b=1}(S)"), (strings{"R", "f_{a_{b=1}(S)"}));
    EXPECT_EQ(detail::parts_between_equals("R = f_{a=1(S)"), (strings{"R", "f_{a", "1(S)"}));
}

TEST(name_signs, a_default_argument_has_the_value_of_where_the_function_is_defined) {
    const std::string numbers = "A = np.array([[1.0, 2.0], [3.0, 5.0]])\nB = np.array([[2.0, 1.0], [0.0, 3.0]])\n";
    const std::string output = "print(f(A))\n```\n\n```\n[[ 4.  6.]\n [11. 15.]]\n```\n";
    const std::string late = "```python\n" + numbers + "def f(x, y=B):\n    return x @ y.T\nB = B * 3\n" + output;
    for (const char* formula : {"f(", "\nM3 "}) EXPECT_FALSE(has(block_of(late), formula)) << block_of(late);
    const std::string constant = "```python\n" + numbers + "def f(x, s=-np.inf, t=2.0):\n    return x * t\n" +
                                 "print(f(A))\n```\n\n```\n[[ 2.  4.]\n [ 6. 10.]]\n```\n";
    EXPECT_TRUE(has(block_of(constant), "as the document says")) << block_of(constant);
}

TEST(name_signs, a_sentence_above_gives_the_numbers_a_factor) {
    const std::string shares =
        "\n\n$$R = softmax(S) = \\begin{bmatrix} 85.2 & 14.8 \\\\ 14.8 & 85.2 \\end{bmatrix}$$\n";
    for (const char* says : {"The shares in percent are:", "Shares (%):", "Every entry is multiplied by $10^2$."})
        EXPECT_TRUE(read_page_text(says + shares).tables.at(0).error.has_value()) << says;
    for (const char* says : {"The shares are:", "About 85 % of it goes to itself.", "The numbers of V are multiplied."})
        EXPECT_FALSE(read_page_text(says + shares).tables.at(0).error.has_value()) << says;
}

}  // namespace heed::test
