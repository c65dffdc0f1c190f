// SPDX-License-Identifier: BSL-1.0
// Blocks that are proposed: what the document states, what holds by chance, numbers of float32, digits that are exact.
#include "tests/verify/proposed_block.hpp"

#include <heed/verify/report_writers.hpp>
#include <heed_check/document/findings.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace heed::test {

/// Whether a line that is no comment defines something.
bool has_formula(const std::string& block) {
    for (std::size_t at = 0; at < block.size();) {
        const std::size_t end = block.find('\n', at);
        if (block[at] != '#' && block.substr(at, end - at).find(":=") != std::string::npos) return true;
        at = end + 1;
    }
    return false;
}

/// The comment above a formula from which too few numbers follow.
const std::string too_few = "# too few to refute the others: ?= only asks; write := if this is meant\n";

/// The report on a document with the block that is proposed for it.
report accepted(const std::string& document) {
    const std::string whole = document + "\n```heed\n" + block_of(document) + "```\n";
    const page_text t = read_page_text(whole);
    for (const page_message& m : t.errors) ADD_FAILURE() << text_of(m, whole, "page.md");
    return report_of(t, [](const auto&...) {});
}

// ---- float32

/// What NumPy prints for float32.
const std::string queries =
    "Q = array([[ 0.8555399 , -1.1416751 ,  5.3089213 ],\n"
    "       [-3.21709   ,  1.3234314 , -0.28685188]]";
const std::string keys =
    "K = array([[-0.7090128 ,  2.1327176 , -3.635844  ],\n"
    "       [-1.9693524 , -0.22832029,  3.4825478 ],\n"
    "       [ 0.17809375,  1.7913765 , -3.7266119 ]]";
const std::string scores =
    "scores = array([[-22.34387  ,  17.064379 , -21.677092 ],\n"
    "       [  6.146412 ,   5.0344424,   2.8668058]]";
const std::string weights =
    "weights = array([[1.3145388e-10, 1.0000000e+00, 1.9317990e-10],\n"
    "       [5.9637839e-01, 3.1383878e-01, 8.9782842e-02]]";

std::string float_page(const std::string& end, const std::string& of_scores = scores) {
    return "```\n" + queries + end + keys + end + of_scores + end + weights + end + "```\n";
}

TEST(propose, numbers_of_float32_whether_the_document_says_so_or_not) {
    for (const std::string end : {", dtype=float32)\n", ")\n"}) {
        const std::string page = float_page(end), block = block_of(page);
        EXPECT_EQ(block.substr(0, 15), "all in float32\n") << block;
        EXPECT_TRUE(has(block, "# holds for all 6 numbers\nscores := Q * transpose(K)\n")) << block;
        EXPECT_TRUE(has(block, "weights := softmax(Q * transpose(K) / sqrt(3))\nrows of weights are")) << block;
        const report r = accepted(page);
        EXPECT_TRUE(r.all_consistent());
        EXPECT_EQ(r.printed(), 12U);
    }
    // A number that float32 does not explain.
    std::string wrong = scores;
    wrong.replace(wrong.find("5.0344424"), 9, "5.0345424");
    for (const std::string end : {", dtype=float32)\n", ")\n"})
        EXPECT_EQ(accepted(float_page(end, wrong)).count(verdict::refuted), 1U) << block_of(float_page(end, wrong));
}

TEST(propose, numbers_of_float64_are_not_taken_for_those_of_float32) {
    const std::string page =
        "```\nQ = array([[-1.35309719,  0.79114106, -0.7632465 ],\n       [-2.18781034,  1.41995686, -0.68690868]])\n"
        "K = array([[ 0.09282409,  1.44500287,  5.06025982],\n       [-0.96070385,  1.0598401 ,  1.77686771],\n"
        "       [ 0.53395908,  2.28825374,  3.38870704]])\n"
        "scores = array([[-2.84462454,  0.78222063, -1.49858585],\n       [-1.62717614,  2.38621919, -0.24671187]])\n"
        "```\n";
    EXPECT_FALSE(has(block_of(page), "float32")) << block_of(page);
    EXPECT_TRUE(accepted(page).all_consistent());
    // Nor where the document speaks of float32: of other numbers, then.
    EXPECT_FALSE(has(block_of("Inputs are float32.\n\n" + page), "all in")) << block_of(page);
    EXPECT_TRUE(accepted("Inputs are float32.\n\n" + page).all_consistent());
    std::string wrong = page;
    wrong.replace(wrong.find("2.38621919"), 10, "2.38621991");
    EXPECT_EQ(accepted(wrong).count(verdict::refuted), 1U) << block_of(wrong);
}

/// A block that does not say float32: the report says it, before anything else.
TEST(report_of, what_float32_explains_is_not_refuted) {
    const std::string block =
        "\n```heed\nQ, K, scores = matrices 1 to 3\nscores := Q * transpose(K)\n"
        "weights = matrix 4\nrows of weights are distributions\n```\n";
    const auto judged = [&](const std::string& page) {
        return report_of(read_page_text(page + block), [](const auto&...) {});
    };
    const report said = judged(float_page(", dtype=float32)\n")), unsaid = judged(float_page(")\n"));
    EXPECT_TRUE(said.all_consistent());
    EXPECT_TRUE(unsaid.all_consistent());
    EXPECT_EQ(said.sections[0].found.in, arithmetic::float32);
    ASSERT_FALSE(said.sections[0].notes.empty());
    EXPECT_TRUE(has(said.sections[0].notes[0], "taken as computed in float32, which the document names: "))
        << said.sections[0].notes[0];
    EXPECT_TRUE(has(unsaid.sections[0].notes[0], "taken as computed in float32: ")) << unsaid.sections[0].notes[0];
    const report in_float64 = judged("All of it is float64.\n\n" + float_page(")\n"));
    EXPECT_GT(in_float64.count(verdict::refuted), 0U);
    // Few digits do not tell float32 from real numbers.
    const report few =
        report_of(read_page_text("```heed\nexact A = [[1, 2]]\nB = [[0.27, 0.74]]\nB := softmax(A)\n```\n"),
                  [](const auto&...) {});
    EXPECT_EQ(few.count(verdict::refuted), 1U);
}

TEST(report_of, what_float64_explains_is_not_refuted) {
    const auto page = [](const std::string& numbers) {
        return "```python\nA = np.array([[0.7, 1.1], [2.3, -0.6]])\nC = A * 3\nprint(C.tolist())\n```\n\n```\n" +
               numbers + "\n```\n";
    };
    const std::string right =
        page("[[2.0999999999999996, 3.3000000000000003], [6.8999999999999995, -1.7999999999999998]]");
    EXPECT_TRUE(has(block_of(right), "# as the document says: holds for all 4 numbers\nC := A * 3\n"))
        << block_of(right);
    const report r = accepted(right);
    EXPECT_TRUE(r.all_consistent());
    ASSERT_FALSE(r.sections[0].notes.empty());
    EXPECT_EQ(r.sections[0].notes[0],
              "taken as computed in float64: 4 of 4 printed numbers hold only as float64 rounds");
    const std::string wrong =
        page("[[2.0999999999999996, 3.3000000000000003], [6.8999999999999595, -1.7999999999999998]]");
    EXPECT_EQ(accepted(wrong).count(verdict::refuted), 1U) << block_of(wrong);
}

// ---- what the document states

const std::string a_and_b =
    "A = [[1.2, -0.7], [0.4, 2.1], [-1.5, 0.3]]\n\nB = [[0.9, 1.1], [-2.3, 0.6], [1.7, -0.8]]\n\n";
const std::string a_bt = "[[0.31, -3.18, 2.60], [2.67, 0.34, -1.00], [-1.02, 3.63, -2.79]]\n";

TEST(propose, products_as_libraries_write_them) {
    for (const auto& [said, formula] : {
             std::pair{"np.dot(A, B.T)", "np.dot(A, B.T)"},
             {"A.dot(B.T)", "A.dot(B.T)"},
             {"tf.matmul(A, B, transpose_b=True)", "tf.matmul(A, B, transpose_b=True)"},
             {"np.einsum('id,jd->ij', A, B)", "np.einsum('id,jd->ij', A, B)"},
             {"torch.mm(A, B.t())", "torch.mm(A, B.t())"},
         }) {
        const std::string block = block_of(a_and_b + "```python\nC = " + said + "\n```\n\nC = " + a_bt);
        EXPECT_TRUE(has(block, std::string("# as the document says: holds for all 9 numbers\nC := ") + formula + '\n'))
            << block;
    }
    for (const std::string said : {"A \u00B7 B\u1D40", "A \u22C5 B^T", "A \u00D7 B\u1D40"})
        EXPECT_TRUE(has(block_of(a_and_b + "C = " + said + " = " + a_bt),
                        "as the document says: holds for all 9 numbers\n"
                        "C := A @ B.T\n"))
            << block_of(a_and_b + "C = " + said + " = " + a_bt);
    const std::string batches =
        "X = [[[1.2, -0.7], [0.4, 2.1]], [[0.9, 1.1], [-2.3, 0.6]]]\n\n"
        "Y = [[[0.9, 1.1], [-2.3, 0.6]], [[1.2, -0.7], [0.4, 2.1]]]\n\n"
        "```python\nZ = torch.bmm(X, Y.transpose(1, 2))\n```\n\n"
        "Z = [[[0.31, -3.18], [2.67, 0.34]], [[0.31, 2.67], [-3.18, 0.34]]]\n";
    EXPECT_TRUE(has(block_of(batches), "holds for all 8 numbers\nZ := torch.bmm(X, Y.transpose(1, 2))\n"))
        << block_of(batches);
    const std::string fused = a_and_b +
                              "V = [[0.35, -1.20], [2.25, 0.80], [-0.65, 1.15]]\n\n"
                              "```python\nO = F.scaled_dot_product_attention(A, B, V)\n```\n\n"
                              "O = [[-0.4469, 0.7621], [0.5798, -0.7577], [2.1528, 0.7323]]\n";
    EXPECT_TRUE(has(block_of(fused), "holds for all 6 numbers\nO := F.scaled_dot_product_attention(A, B, V)\n"))
        << block_of(fused);
}

TEST(propose, elementwise_products_of_code) {
    const std::string page =
        "A = [[1.2, -0.7], [0.4, 2.1], [-1.5, 0.3]]\n\n"
        "```python\ng = np.array([0.7, -1.3])\nb = np.array([0.05, 2.5])\ny = g * A + b\n```\n\n"
        "y = [[0.89, 3.41], [0.33, -0.23], [-1.00, 2.11]]\n";
    const std::string block = block_of(page);
    EXPECT_TRUE(has(block, "exact g = matrix 2\nexact b = matrix 3\n")) << block;
    EXPECT_TRUE(has(block, "# as the document says: holds for all 6 numbers\ny := hadamard(g, A) + b\n")) << block;
    // As it is stated, also if the numbers do not follow; a factor that is a number is none of a matrix.
    std::string wrong = page;
    wrong.replace(wrong.find("3.41"), 4, "3.14");
    EXPECT_TRUE(has(block_of(wrong), "# as the document says: holds for 5 of 6 numbers\ny := hadamard(g, A) + b\n"))
        << block_of(wrong);
    EXPECT_TRUE(
        has(block_of(a_and_b + "```python\nC = 0.5 * (A @ B.T)\n```\n\nC = [[0.155, -1.590, 1.300], [1.335, 0.170, "
                               "-0.500], [-0.510, 1.815, -1.395]]\n"),
            "C := 0.5 * (A @ B.T)\n"));
}

TEST(propose, names_that_the_document_defines_and_names_that_come_again) {
    const std::string page = a_and_b +
                             "```python\nd_k = B.shape[-1]\nscale = np.sqrt(d_k)\ns = A @ B.T\n"
                             "P = softmax(s / scale)  # [3 x 3]\n```\n\n"
                             "P = [[0.1630, 0.0138, 0.8232], [0.7892, 0.1519, 0.0589], [0.0356, 0.9542, 0.0102]]\n";
    EXPECT_TRUE(has(block_of(page),
                    "as the document says: holds for all 9 numbers\nP := softmax((A @ B.T) / np.sqrt(B.shape[-1]))\n"))
        << block_of(page);
    const std::string again =
        "```python\nX = np.array([[0.4, 0.1], [0.7, 0.2]])\nE = np.array([[0.03, 0.0], [0.0, 0.05]])\n"
        "X = X + E\nprint(X)\n```\n\nX = [[0.43, 0.10], [0.70, 0.25]]\n";
    EXPECT_TRUE(has(block_of(again), "# as the document says: holds for all 4 numbers\nX_2 := X + E\n"))
        << block_of(again);
}

// ---- what is no formula

TEST(propose, what_code_writes_out_follows_from_nothing) {
    const std::string code =
        "u = [1, 0, 2, 0, 1]\nv = [0, 1, 1, 2, 0]\nw = [1, 1, 3, 2, 1]\nz = np.array([0.1, 0.2, 0.3, 0.4, 0.5])\n";
    const std::string block = block_of("```python\n" + code + "```\n");
    EXPECT_FALSE(has_formula(block)) << block;
    EXPECT_TRUE(has(block, "exact w = matrix 3\nexact z = matrix 4\n")) << block;
    // What tensor(...) shows is output, in code too.
    const std::string shown = block_of("```python\n>>> A\ntensor([[0.5, 1.5], [2.5, 0.25]])\n```\n");
    EXPECT_FALSE(has(shown, "exact")) << shown;
}

TEST(propose, what_holds_by_chance_is_not_proposed) {
    for (const std::string& page : {
             // An axis of size 1, numbers that are all the same.
             std::string("a = [[0.7312], [0.1188]]\n\nb = [[1.0000], [1.0000]]\n\nc = [[0.0000], [0.0000]]\n"),
             // Numbers that are printed as 0 to 0.5 of what is added.
             std::string("a = [[0.4, 0.1, 0.9], [0.6, 0.8, 0.2]]\n\nb = [[0.4, 0.1, 0.9], [0.6, 0.7, 0.2]]\n\n"
                         "c = [[0.00, 0.02, 0.00], [0.01, 0.06, 0.00]]\n"),
             // Four small whole numbers.
             std::string("a = [[1, 0], [0, 1]]\n\nb = [[0, 1], [1, 0]]\n\nc = [[1, 1], [1, 1]]\n"),
             // A product with zeros and what is added to it.
             std::string("N = [[0.0, 0.0], [0.0, 0.0]]\n\nW = [[0.51, 0.27], [0.33, 0.84]]\n\nb = [1, 4]\n\n"
                         "y = [[1.2203, 3.7011], [0.8402, 4.3310]]\n"),
         })
        EXPECT_FALSE(has_formula(block_of(page))) << block_of(page);
}

/// A matrix may be called as a parameter is, W: a wrong number is found in it as in one of another name.
TEST(propose, weights_that_are_called_w_may_have_a_wrong_number) {
    const std::string above = "S = [[1.1, 2.4, -0.3], [0.7, 0.2, 1.9]]\n\n";
    for (const std::string& name : {"W", "A"}) {
        const std::string block = block_of(above + name + " = [[0.2034, 0.7464, 0.0502], [0.2030, 0.1231, 0.6793]]\n");
        EXPECT_TRUE(has(block, "softmax(S)")) << block;
    }
}

TEST(propose, few_values_and_rows_that_sum_to_one_say_little) {
    const std::string bits = "M = [[1, 0, 1], [0, 0, 1], [0, 1, 0]]\n\nN = [[0, 1, 0], [1, 0, 0], [0, 0, 1]]\n\n";
    EXPECT_FALSE(has_formula(block_of(bits + "scores = [[0, 1, 1], [0, 0, 1], [1, 0, 0]]\n")));
    EXPECT_TRUE(has(block_of(bits + "```python\nscores = M @ N.T\n```\n\nscores = [[0, 1, 1], [0, 0, 1], [1, 0, 0]]\n"),
                    "as the document says: holds for all 9 numbers\n"));
    // Of two numbers that sum to one, one tells.
    std::string shares;
    for (const char* m :
         {"D = [[0.62, 0.38], [0.15, 0.85]]", "E = [[0.44, 0.56], [0.71, 0.29]]", "F = [[0.08, 0.92], [0.35, 0.65]]",
          "G = [[0.97, 0.03], [0.53, 0.47]]", "H = [[0.19, 0.81], [0.76, 0.24]]", "J = [[0.54, 0.46], [0.67, 0.33]]"})
        shares += std::string(m) + "\n\n";
    EXPECT_FALSE(has_formula(block_of(shares))) << block_of(shares);
}

TEST(propose, columns_that_do_not_sum_to_1_are_not_said_to) {
    const std::string block = block_of(
        "scores = [[0.4, 1.7, -0.6], [-1.1, -3.9, 0.8], [0.3, 0.5, -0.2]]\n\n"
        "weights = [[0.59, 0.30, 0.11], [0.12, 0.41, 0.47], [0.29, 0.57, 0.14]]\n");
    EXPECT_FALSE(has(block, "columns")) << block;
    EXPECT_TRUE(has(block, "# by their names: holds for 1 of 9 numbers, 1 only because scores may be rounded\n" +
                               too_few + "weights ?= softmax(scores)\n"))
        << block;
}

// ---- usual formulas

TEST(propose, statistics_and_rows_over_their_sums) {
    const std::string x = "X = [[2.0, -1.0, 0.5, 3.5], [0.25, 1.5, -2.0, 4.0]]\n\n";
    for (const auto& [printed, formula] : {
             std::pair{"std = [1.6771, 2.1678]", "std_2 := std(X)"},
             {"std = [1.9365, 2.5031]", "std_2 := std(X, unbiased=True)"},
             {"variance = [2.8125, 4.6992]", "variance := var(X)"},
             {"variance = [3.7500, 6.2656]", "variance := var(X, unbiased=True)"},
             {"R = [[0.4000, -0.2000, 0.1000, 0.7000], [0.0667, 0.4000, -0.5333, 1.0667]]", "R := X / sum(X, keep)"},
             {"R = [[0.4781, -0.2390, 0.1195, 0.8367], [0.0529, 0.3176, -0.4234, 0.8468]]",
              "R := X / sqrt(sum(square(X), keep))"},
             {"centred = [[0.7500, -2.2500, -0.7500, 2.2500], [-0.6875, 0.5625, -2.9375, 3.0625]]",
              "centred := X - mean(X, keep)"},
         })
        EXPECT_TRUE(has(block_of(x + printed + '\n'), std::string(formula) + '\n')) << block_of(x + printed + '\n');
}

/// Heads of 48 numbers, of which the document prints none.
TEST(propose, a_scale_whose_size_is_not_on_the_page) {
    const std::string s = "S = " + a_bt + '\n';
    EXPECT_TRUE(has(block_of(s + "C = [[0.0447, -0.4590, 0.3753], [0.3854, 0.0491, -0.1443], [-0.1472, 0.5239, "
                                 "-0.4027]]\n"),
                    "C := S / sqrt(48)\n"));
    EXPECT_TRUE(
        has(block_of(s + "P = [[0.3338, 0.2017, 0.4645], [0.4342, 0.3102, 0.2556], [0.2680, 0.5244, 0.2076]]\n"),
            "P := softmax(S / sqrt(48))\n"));
}

// ---- exact digits, and pages that are wrong

const std::string values = "V = [[0.35, -1.20], [2.25, 0.80], [-0.65, 1.15]]\n\n";
const std::string p_rows =
    "weights = [[0.1630, 0.0138, 0.8232], [0.7892, 0.1519, 0.0589], [0.0356, 0.9542, 0.0102]]\n\n";

std::string attention_page(const std::string& of_weights, const std::string& output) {
    std::string page = a_and_b;
    page[page.find("A =")] = 'Q';
    page[page.find("B =")] = 'K';
    return page + values + of_weights + "output = " + output + '\n';
}

/// Other values that round to those of V would reach the wrong number.
TEST(propose, digits_are_exact_though_a_number_is_wrong) {
    const std::string page = values + p_rows + "output = [[-0.4470, 0.7621], [0.5798, -0.7577], [2.1548, 0.7323]]\n";
    const std::string block = block_of(page);
    EXPECT_TRUE(has(block, "exact V = matrix 1\n")) << block;
    EXPECT_TRUE(has(block, "# by their names: holds for 5 of 6 numbers\noutput := weights * V\n")) << block;
    EXPECT_EQ(accepted(page).count(verdict::refuted), 1U);
    // A block that leaves exact out is told.
    const report r = report_of(
        read_page_text(page + "\n```heed\nV, weights, output = matrices 1 to 3\noutput := weights * V\n```\n"),
        [](const auto&...) {});
    ASSERT_EQ(r.sections.size(), 1U);
    std::string notes;
    for (const std::string& note : r.sections[0].notes) notes += note + '\n';
    EXPECT_TRUE(has(notes, "row 3, column 1 holds only because V may be rounded; all others follow from its digits"))
        << notes;
}

/// One row has more decimals than the others, or 1, 0.5 and 0.25 stand side by side: digits are exact all the same.
TEST(propose, digits_of_several_widths_are_exact) {
    const auto of_rows = [](const std::string& number) {
        return "Q = [[0.52, -1.31], [1.4375, 0.2618], [-0.74, 0.95]]\n\nK = [[1.12, 0.43], [-0.87, 1.56], [0.35, "
               "-1.24]]\n\nThe scores are $S = QK^T$.\n\nS = [[0.0191, -2.4960, 1.8064], [1.7226, " +
               number + ", 0.1785], [-0.4203, 2.1258, -1.4370]]\n";
    };
    EXPECT_TRUE(has(block_of(of_rows("-0.8422")), "exact Q = matrix 1\nexact K")) << block_of(of_rows("-0.8422"));
    EXPECT_TRUE(accepted(of_rows("-0.8422")).all_consistent());
    EXPECT_EQ(accepted(of_rows("-0.8442")).count(verdict::refuted), 1U) << block_of(of_rows("-0.8442"));
    const auto mixed = [](const std::string& number) {
        return "Q = [[0.5, 0.25], [1, -0.75], [2, 0.5]]\n\nK = [[0.25, 1.5], [-1, 0.5], [0.75, 2]]\n\nThe scores are "
               "$S = QK^T / \\sqrt{2}$.\n\nS = [[0.354, -0.265, 0.619], [" +
               number + ", -0.972, -0.530], [0.884, -1.237, 1.768]]\n";
    };
    EXPECT_TRUE(accepted(mixed("-0.619")).all_consistent()) << block_of(mixed("-0.619"));
    EXPECT_EQ(accepted(mixed("-0.625")).count(verdict::refuted), 1U) << block_of(mixed("-0.625"));
    // 1.02 is no 1 among numbers of two decimals.
    const auto read = [](const std::string& input) {
        return "```heed\nA = [[0.5, 0.25], [1, 0.31]]\nexact B = " + input + "\nA := B * 1\n```\n";
    };
    const auto is_consistent = [&](const std::string& input) {
        return report_of(read_page_text(read(input)), [](const auto&...) {}).all_consistent();
    };
    EXPECT_TRUE(is_consistent("[[0.54, 0.25], [1.004, 0.31]]"));
    EXPECT_FALSE(is_consistent("[[0.54, 0.25], [1.02, 0.31]]"));
}

/// What neither the document nor the names of its matrices say is a question, and refutes nothing.
TEST(propose, a_guess_refutes_no_number) {
    const auto page = [](const std::string& w, const std::string& q) {
        return "X = [[1.2, -0.4], [0.3, 2.1], [-0.7, 0.9]]\n\n" + w + " = [[0.5, -1.1], [1.3, 0.2]]\n\n" + q +
               " = [[0.08, -1.40], [2.88, 0.09], [0.82, 1.95]]\n";
    };
    for (const auto& [w, q] : {std::pair("G", "H"), std::pair("W_k", "Q"), std::pair("W_q", "H")}) {
        const std::string block = block_of(page(w, q));
        const std::string question = std::string(q) + " ?= X * " + w;
        EXPECT_TRUE(has(block, "# a guess: holds for 5 of 6 numbers; is it meant?\n" + question + '\n')) << block;
        EXPECT_FALSE(has_formula(block)) << block;
        EXPECT_EQ(accepted(page(w, q)).count(verdict::undecided), 1U);
        EXPECT_EQ(accepted(page(w, q)).count(verdict::refuted), 0U);
    }
    const std::string in_rst =
        "::\n\n    [[1.2, -0.4], [0.3, 2.1]]\n\n    [[0.5, -1.1], [1.3, 0.2]]\n\n"
        "    [[0.08, -1.40], [2.88, 1.09]]\n";
    EXPECT_FALSE(has_formula(block_of(in_rst))) << block_of(in_rst);
    for (const auto& [w, q] : {std::pair("W_q", "Q"), std::pair("Wk1", "keys"), std::pair("W_value", "V")}) {
        EXPECT_TRUE(has(block_of(page(w, q)), "# by their names: holds for 5 of 6 numbers\n")) << w;
        EXPECT_EQ(accepted(page(w, q)).count(verdict::refuted), 1U) << w;
    }
}

TEST(propose, what_holds_because_inputs_may_be_rounded_says_so) {
    // Rounded to one place after the product was computed from more.
    const std::string block = block_of(
        "A = [[1.2, -0.7], [0.4, 2.1], [-1.5, 0.3]]\n\nB = [[0.9, 1.1], [-2.3, 0.6]]\n\n"
        "C = [[2.7010, 0.8814], [-4.4402, 1.6807], [-2.0303, -1.4961]]\n");
    EXPECT_TRUE(has(block, "holds for all 6 numbers, 6 only because A and B may be rounded\nC := A * B\n")) << block;
}

/// A formula that a document states refutes numbers only where at least half of them follow from it, and not by chance.
TEST(propose, a_stated_formula_needs_evidence_to_refute) {
    const auto page = [](const std::string& c) {
        return "```python\nA = np.array([[1.5, -0.5], [2.0, 0.75]])\nB = np.array([[0.5, 1.0], [-1.5, 2.0]])\n"
               "C = A @ B\n```\n\nC = " +
               c + "\n";
    };
    const auto refuted = [&](const std::string& c) { return accepted(page(c)).count(verdict::refuted); };
    EXPECT_EQ(refuted("[[1.5, 0.5], [-0.125, 3.5]]"), 0U);
    EXPECT_EQ(refuted("[[1.5, 0.5], [-0.125, 3.9]]"), 1U);
    EXPECT_EQ(refuted("[[1.500, 0.500], [-0.225, 3.900]]"), 2U);
    EXPECT_EQ(refuted("[[1.5, 0.6], [-0.225, 3.9]]"), 0U);
    const report r = accepted(page("[[1.5, 0.6], [-0.225, 3.9]]"));
    EXPECT_EQ(r.count(verdict::undecided), 3U);
    EXPECT_FALSE(r.all_consistent());
    EXPECT_TRUE(has(to_text(r, {}), "? in question: 1 of the 4 printed numbers of C follows from A @ B"))
        << to_text(r, {});
    // Two ones of four numbers that are 0 or 1 agree soon.
    const auto of_bits = [](const std::string& c) {
        return "```python\nM = np.array([[1, 0], [1, 1]])\nN = np.array([[1, 1], [0, 1]])\nC = M * N\n```\n\nC = " + c +
               '\n';
    };
    EXPECT_EQ(accepted(of_bits("[[1, 0], [0, 0]]")).count(verdict::undecided), 1U)
        << block_of(of_bits("[[1, 0], [0, 0]]"));
    // What the author states himself refutes whatever follows.
    const report own =
        report_of(read_page_text(page("[[1.5, 0.6], [-0.225, 3.9]]") +
                                 "```heed\nexact A, B = matrices 1 to 2\nC = matrix 3\nC := A @ B\n```\n"),
                  [](const auto&...) {});
    EXPECT_EQ(own.count(verdict::refuted), 3U);
}

/// ?= by hand: what follows is consistent, what does not is undecided, whatever the formula.
TEST(report_of, a_formula_that_is_asked_about) {
    const std::string begin =
        "```heed\nexact A = [[2, 1], [4, 3]]\nexact B = [[4, 2], [8, 6]]\nexact S = [[4, 2], [8, 7]]\n";
    const report r = report_of(read_page_text(begin + "B ?= 2 * A\nS ?= A + A\n```\n"), [](const auto&...) {});
    ASSERT_EQ(r.sections.size(), 2U);
    EXPECT_FALSE(r.sections[0].asked);
    EXPECT_TRUE(r.sections[0].notes.empty());
    EXPECT_TRUE(r.sections[1].asked);
    EXPECT_EQ(r.count(verdict::consistent), 7U);
    EXPECT_EQ(r.count(verdict::undecided), 1U);
    EXPECT_TRUE(has(to_markdown(r), "in question: 3 of the 4 printed numbers of S follow from A + A"))
        << to_markdown(r);
    EXPECT_TRUE(has(to_html(r), "<p>In question: 3 of the 4 printed numbers of S follow from A + A.</p>"))
        << to_html(r);
    const page_text wrong = read_page_text(begin + "S ?=\n```\n");
    ASSERT_EQ(wrong.errors.size(), 1U);
    EXPECT_TRUE(has(wrong.errors[0].words, "a formula after ?=")) << wrong.errors[0].words;
}

TEST(propose, a_page_on_which_all_is_wrong_is_in_question) {
    const std::string page =
        attention_page("weights = [[0.3120, 0.4410, 0.2470], [0.1190, 0.2230, 0.6580], [0.5270, 0.1400, 0.3330]]\n\n",
                       "[[-0.0817, 1.1632], [0.6293, 0.4880], [0.7133, -0.5534]]");
    const std::string block = block_of(page);
    EXPECT_TRUE(has(block, "# by their names: holds for none of 9 numbers\n" + too_few +
                               "weights ?= softmax(Q * transpose(K) / sqrt(2))\n"))
        << block;
    const report r = accepted(page);
    EXPECT_EQ(r.count(verdict::undecided), r.printed());
    EXPECT_FALSE(r.all_consistent());
    EXPECT_TRUE(has(to_text(r, {}), "In question: none of the 9 printed numbers of weights follows from softmax("))
        << to_text(r, {});
}

TEST(propose, weights_down_the_columns_of_queries_that_are_rows_are_a_slip) {
    const std::string page =
        attention_page("weights = [[0.1493, 0.0073, 0.9086], [0.7923, 0.0883, 0.0713], [0.0583, 0.9044, 0.0201]]\n\n",
                       "[[-0.5219, 0.8716], [0.4296, -0.8027], [2.0422, 0.6767]]");
    const std::string block = block_of(page);
    EXPECT_TRUE(has(block,
                    "# by their names: holds for none of 9 numbers\n# all of them follow from softmax(Q * "
                    "transpose(K) / sqrt(2), axis=0)\n" +
                        too_few + "weights ?= softmax(Q * transpose(K) / sqrt(2))\n"))
        << block;
    EXPECT_GE(accepted(page).count(verdict::undecided), 9U);
}

// ---- rounded digits are not exact

/// Computed in full and printed with two decimals: one score does not follow from the printed digits alone.
TEST(propose, digits_that_may_be_rounded_are_not_exact) {
    const std::string page =
        "queries = [[-0.48, 1.29], [0.54, -0.80], [0.87, -1.89]]\n\n"
        "keys = [[0.77, -0.73], [0.82, 0.57], [-1.00, 0.69]]\n\n"
        "scores = [[-1.32, 0.34, 1.37], [1.00, -0.01, -1.09], [2.05, -0.36, -2.17]]\n";
    const std::string block = block_of(page);
    EXPECT_FALSE(has(block, "exact")) << block;
    EXPECT_TRUE(has(block,
                    "# holds for all 9 numbers, 1 of them only because queries and keys may be rounded\n"
                    "scores := queries * transpose(keys)\n"))
        << block;
    EXPECT_TRUE(accepted(page).all_consistent());
}

/// 1. and 0. of weights are what is left of 0.998 and 0.002.
TEST(propose, saturated_weights_are_no_evidence) {
    const std::string page =
        "values = [[2.17, -1.46], [-0.83, 3.29]]\n\n```\nattention weights =\n[[1. 0.]\n [0. 1.]]\n```\n\n"
        "output = [[2.16, -1.45], [-0.82, 3.27]]\n";
    const std::string block = block_of(page);
    EXPECT_FALSE(has(block, "exact")) << block;
    EXPECT_TRUE(accepted(page).all_consistent()) << block;
    // Nor do they tell a mask from none: the names do.
    const std::string causal = "scores = [[-4.37, 5.02], [8.11, 17.40]]\n\n```\nweights =\n[[1. 0.]\n [0. 1.]]\n```\n";
    EXPECT_TRUE(has(block_of(causal), "# holds for all 4 numbers\nweights := softmax(causal(scores))\n"))
        << block_of(causal);
    const std::string other = "m = [[-4.37, 5.02], [8.11, 17.40]]\n\nn = [[1.00, 0.00], [0.00, 1.00]]\n";
    EXPECT_FALSE(has_formula(block_of(other))) << block_of(other);
}

/// The epsilon of layer_norm shows once the digits of X are exact.
TEST(propose, a_formula_is_searched_again_when_digits_became_exact) {
    const std::string page =
        "X = [[-0.3, -0.5, -0.1, 0.2], [0.5, 0.0, -0.2, -0.3], [0.3, 0.7, 0.1, -0.5]]\n\n"
        "N = [[-0.4834, -1.2568, 0.2900, 1.4501], [1.6222, 0.0000, -0.6489, -0.9733], "
        "[0.3464, 1.2702, -0.1155, -1.5011]]\n";
    const std::string block = block_of(page);
    EXPECT_TRUE(has(block, "exact X = matrix 1\n")) << block;
    EXPECT_TRUE(has(block, "# holds for all 12 numbers\nN := (X - mean(X, keep)) / std(X, keep)\n")) << block;
}

TEST(propose, what_holds_whatever_the_input_is_not_proposed) {
    // Rows of two numbers become 1 and -1.
    for (const std::string page : {"h = [0.83, -0.21]\n\nnormed = [1.00, -1.00]\n",
                                   "h = [[0.83, -0.21], [2.4, 3.7]]\n\nnormed = [[1.000, -1.000], [-1.000, 1.000]]\n",
                                   "E = [[1, 0], [0, 1]]\n\nL = [[0.7, 0.3], [0.3, 0.7]]\n"})
        EXPECT_FALSE(has_formula(block_of(page))) << block_of(page);
}

TEST(propose, of_few_numbers_the_formula_that_reads_fewest_matrices_or_is_named) {
    const std::string layers =
        "q = [0.3, 1.2, -0.1]\n\nz = [0.32, -2.35, 0.51]\n\nh = [0.62, -1.15, 0.41]\n\n"
        "normed = [0.84, -1.41, 0.57]\n";
    EXPECT_TRUE(has(block_of(layers), "normed := layer_norm(h)\n")) << block_of(layers);
    // The sum of the scores is the root of 4 by chance.
    const std::string scaled = "K = [[0.5, 1.0, -0.5, 2.0], [1.5, 0.0, 1.0, -1.0]]\n\ns = [-1.250, 3.250]\n\n";
    EXPECT_TRUE(has(block_of(scaled + "scaled = [-0.625, 1.625]\n"), "scaled := s / sqrt(4)\n"))
        << block_of(scaled + "scaled = [-0.625, 1.625]\n");
    EXPECT_FALSE(has_formula(block_of(scaled + "u = [-0.625, 1.625]\n"))) << block_of(scaled + "u = [-0.625, 1.625]\n");
}

/// Zeros and ones, a half everywhere, and a bare 1 among decimals sum to 1 whatever they are.
TEST(propose, laws_are_not_proposed_for_rows_that_say_nothing) {
    for (const std::string page : {"H = [[0.00, 1.00], [1.00, 0.00]]\n", "Y = [[0.500, 0.500], [0.500, 0.500]]\n",
                                   "M = [[0.5, 1], [0, 1]]\n", "P = [[0.25, 0.25, 0.25, 0.25]]\n\nR = [[1.0, 0.0]]\n"})
        EXPECT_FALSE(has(block_of(page), "distributions")) << block_of(page);
    for (const std::string page :
         {"P = [[0.30, 0.70], [1.00, 0.00]]\n", "P = [[0.5, 0.5], [0.2, 0.8]]\n", "P = [[1, 0], [0.25, 0.75]]\n"})
        EXPECT_TRUE(has(block_of(page), "rows of P are distributions")) << block_of(page);
}

const std::string short_numbers =
    "X = np.array([[2.13, -0.47], [0.38, 1.55], [-1.21, 0.64]])\n"
    "W = np.array([[0.72, -1.36], [1.18, 0.59]])\n";
const std::string long_products =
    "array([[11.03335181,  0.79610583, -6.53540312],\n       [ 0.79610583,  4.57909205,  0.56072504],\n"
    "       [-6.53540312,  0.56072504,  4.10679424]])\n";

/// A product of numbers with two decimals has four, and its own product eight: all are exact.
TEST(propose, products_of_exact_numbers_are_exact_with_all_their_digits) {
    const auto page = [&](const std::string& products) {
        return "```python\n" + short_numbers + "Q = X @ W\nS = Q @ Q.T\nprint(Q)\nprint(S)\n```\n\n```\n" +
               "array([[ 0.979 , -3.1741],\n       [ 2.1026,  0.3977],\n       [-0.116 ,  2.0232]])\n" + products +
               "```\n";
    };
    EXPECT_TRUE(has(block_of(page(long_products)), "exact Q = matrix 3\nexact S = matrix 4\n"))
        << block_of(page(long_products));
    EXPECT_TRUE(accepted(page(long_products)).all_consistent());
    for (const auto& [right, wrong] : {std::pair{"4.57909205", "4.57909215"}, {"0.56072504", "0.56072404"}}) {
        std::string products = long_products;
        std::size_t count = 0;
        for (std::size_t at = products.find(right); at != std::string::npos; at = products.find(right), ++count)
            products.replace(at, std::string(right).size(), wrong);
        EXPECT_EQ(accepted(page(products)).count(verdict::refuted), count) << block_of(page(products));
    }
}

/// The digits of an operand that is computed may be exact, too.
TEST(report_of, numbers_that_hold_only_because_an_operand_may_be_rounded_have_a_note) {
    const std::string q = "Q = [[0.979, -3.1741], [2.1026, 0.3977], [-0.116, 2.0232]]\n";
    const auto notes_of = [](const std::string& block) {
        std::string notes;
        const report r = report_of(read_page_text("```heed\n" + block + "```\n"), [](const auto&...) {});
        EXPECT_TRUE(r.all_consistent());
        for (const report_section& s : r.sections)
            for (const std::string& note : s.notes) notes += note + '\n';
        return notes;
    };
    const std::string s =
        "S = [[11.03335181, 0.79610583, -6.53540312], [0.79610583, 4.57909215, 0.56072504], "
        "[-6.53540312, 0.56072504, 4.10679424]]\nS := Q @ Q.T\n";
    const std::string block = "X = [[2.13, -0.47], [0.38, 1.55], [-1.21, 0.64]]\nW = [[0.72, -1.36], [1.18, 0.59]]\n" +
                              q + "Q := X @ W\n" + s;
    EXPECT_TRUE(has(notes_of(block), "row 2, column 2 holds only because Q may be rounded")) << notes_of(block);
    EXPECT_TRUE(has(notes_of("x = [0.8, -1.9, 2.4, 0.3, 1.1]\ny = [0.5319, -1.2633, 1.5957, 0.1955, 0.7314]\n"
                             "y := rms_norm(x)\n"),
                    "element 4 holds only because x may be rounded"));
    // Of numbers that are rounded nothing is said.
    EXPECT_FALSE(has(notes_of("Q = [[0.9792, -3.1743], [2.1024, 0.3979]]\nS = [[11.03494491, 0.79577021], "
                              "[0.79577021, 4.57847835]]\nS := Q @ Q.T\n"),
                     "holds only because"));
}

/// A block runs as it is proposed: an axis that is printed with size 1 has it for the formulas below, too.
TEST(propose, blocks_run) {
    for (const auto& [v, numbers, y] : {
             std::tuple{"x.var(dim=-1, keepdim=True)", "[[3.0625], [6.1406]]",
                        "[[0.6531, -0.3265, 0.1633, 0.9796], [0.0407, 0.6514, -0.3257, 0.1629]]"},
             {"x.std(dim=-1, keepdim=True)", "[[1.75], [2.478]]",
              "[[1.1429, -0.5714, 0.2857, 1.7143], [0.1009, 1.6142, -0.8071, 0.4035]]"},
             {"x.sum(dim=-1, keepdim=True)", "[[4.5], [3.25]]",
              "[[0.4444, -0.2222, 0.1111, 0.6667], [0.0769, 1.2308, -0.6154, 0.3077]]"},
             {"x.mean(dim=-1, keepdim=True)", "[[1.125], [0.8125]]",
              "[[1.7778, -0.8889, 0.4444, 2.6667], [0.3077, 4.9231, -2.4615, 1.2308]]"},
         })
        for (const std::string shape : {"", "flat"}) {
            std::string column = numbers;
            if (shape == "flat")  // as it is shown in a sentence
                column = "[" + column.substr(2, column.find(']') - 2) + ", " +
                         column.substr(column.rfind('[') + 1, column.size() - column.rfind('[') - 3) + "]";
            const std::string page =
                "```python\nx = torch.tensor([[2.0, -1.0, 0.5, 3.0], [0.25, 4.0, -2.0, 1.0]])\nv = " + std::string(v) +
                "\ny = x / v\n```\n\nv = " + column + "\n\ny = " + y + "\n";
            EXPECT_GT(accepted(page).printed(), 0U) << block_of(page);
            EXPECT_TRUE(accepted(page).count(verdict::refuted) == 0 || has(v, "var")) << block_of(page);
        }
    const std::string rows =
        "```python\nx = np.array([[2.0, -1.0, 0.5, 3.0], [0.25, 4.0, -2.0, 1.0]])\nm = x.mean(0, keepdims=True)\n"
        "d = x - m\n```\n\nm = [[1.125, 1.5, -0.75, 2.0]]\n\n"
        "d = [[0.875, -2.5, 1.25, 1.0], [-0.875, 2.5, -1.25, -1.0]]\n";
    EXPECT_TRUE(accepted(rows).all_consistent()) << block_of(rows);
}

TEST(report_of, a_wrong_column_explains_what_follows_from_it) {
    const report r = report_of(read_page_text("```heed\nexact x = [[2.0, -1.0, 0.5, 3.0], [0.25, 4.0, -2.0, 1.0]]\n"
                                              "v = [[1.8750], [2.4780]]\nv := std(x, unbiased=True)\n"
                                              "y = [[1.1429, -0.5714, 0.2857, 1.7143], [0.1009, 1.6142, -0.8071, "
                                              "0.4035]]\ny := x / v\n```\n"),
                               [](const auto&...) {});
    EXPECT_EQ(r.count(verdict::refuted), 5U);
    ASSERT_FALSE(r.sections[1].notes.empty());
    EXPECT_TRUE(has(r.sections[1].notes[0], "v computed as std(x, unbiased=True)")) << r.sections[1].notes[0];
}

/// What the comments count is what the check of the block counts.
void expect_counts_as_checked(const std::string& page) {
    const std::string block = block_of(page);
    for (const report_section& s : accepted(page).sections) {
        if (s.is_law) continue;
        const std::size_t at = block.find('\n' + s.found.name + (s.asked ? " ?= " : " := ")),
                          line = block.rfind('\n', at - 1);
        const std::string comment = block.substr(line + 1, at - line - 1);
        const std::string all = std::to_string(s.found.printed());
        const std::size_t consistent = s.found.count(verdict::consistent);
        EXPECT_TRUE(has(comment, "holds for " +
                                     (consistent == s.found.printed() ? "all " : std::to_string(consistent) + " of ") +
                                     all) ||
                    (consistent == 0 && has(comment, "holds for none of " + all)))
            << block << s.found.name << ": " << consistent;
    }
}
TEST(propose, comments_count_what_the_check_counts) {
    expect_counts_as_checked(attention_page(p_rows, "[[-0.4470, 0.7621], [0.5798, -0.7577], [2.1548, 0.7323]]"));
    expect_counts_as_checked(float_page(")\n"));
    std::string wrong = scores;
    wrong.replace(wrong.find("5.0344424"), 9, "5.0345424");
    expect_counts_as_checked(float_page(", dtype=float32)\n", wrong));
    expect_counts_as_checked(
        "Computed in float32.\n\nP = [[1.5, 0.5], [-0.25, 2.0]]\n\nR = [[0.7310586, 0.26894143], [0.09534946, "
        "0.90465055]]\n");
}

// ---- what the document says of rounding

/// An array of scores as NumPy prints it, rounded to whole numbers, and a quarter of the scores to one place: from the
/// whole numbers alone five of six would not follow.
TEST(propose, whole_numbers_that_the_document_rounds_are_not_exact) {
    const std::string whole = "```\n[[ 9. -5.  2.]\n [13.  7. -1.]]\n```\n\n",
                      quarter = "```\n[[ 2.3 -1.2  0.6]\n [ 3.3  1.8 -0.3]]\n```\n";
    const auto page = [&](const std::string& first, const std::string& shown) {
        return "```python\n" + first + "S = measure(rows)\nprint(" + shown + ")\n```\n\n" + whole +
               "```python\nT = S / 4\nprint(T.round(1))\n```\n\n" + quarter;
    };
    for (const std::string& said :
         {page("", "np.round(S)"), page("", "S.round()"), page("", "np.around(S, 0)"), page("", "np.rint(S)"),
          page("np.set_printoptions(precision=0, suppress=True)\n", "S"),
          "Rounded to whole numbers:\n\n" + page("", "S")}) {
        EXPECT_FALSE(has(block_of(said), "exact S")) << said << block_of(said);
        EXPECT_TRUE(accepted(said).all_consistent()) << said << block_of(said);
    }
    for (const std::string& other :
         {page("", "S"), page("", "S.round(2)"), page("np.set_printoptions(precision=03)\n", "S")})
        EXPECT_TRUE(has(block_of(other), "exact S = matrix 1\n")) << other << block_of(other);

    const std::string about =
        "$$S \\approx \\begin{bmatrix} 9 & -5 & 2 \\\\ 13 & 7 & -1 \\end{bmatrix}$$\n\n"
        "$$T = S / 4 \\approx \\begin{bmatrix} 2.3 & -1.2 & 0.6 \\\\ 3.3 & 1.8 & -0.3 \\end{bmatrix}$$\n";
    EXPECT_TRUE(accepted(about).all_consistent()) << block_of(about);
}

/// Code that draws numbers and rounds them to as many places as are printed says that these are all of them.
TEST(propose, what_code_draws_and_rounds_is_exact) {
    const auto page = [](const std::string& drawn, const std::string& row) {
        return "```python\nQ = " + drawn +
               "\nprint(Q)\nS = Q @ Q.T\nprint(S)\n```\n\n```\n[[0.2 0.7]\n [0.9 0.4]]\n[[" + row +
               "]\n [0.46 0.97]]\n```\n";
    };
    for (const char* drawn : {"np.random.rand(2, 2).round(1)", "np.round(rng.random((2, 2)), 1)",
                              "np.round(np.random.rand(2, 2), decimals=1)"}) {
        EXPECT_TRUE(has(block_of(page(drawn, "0.53 0.46")), "exact Q = matrix 1\n")) << drawn;
        EXPECT_EQ(accepted(page(drawn, "0.54 0.46")).count(verdict::refuted), 1U) << drawn;
    }
    EXPECT_EQ(accepted(page("np.random.rand(2, 2)", "0.54 0.46")).count(verdict::refuted), 0U);
}

/// The output below a literal that is divided has rounded numbers.
TEST(propose, a_literal_with_an_operator_behind_it_is_computed) {
    const std::string page =
        "```octave\n>> A = [2 5; 4 1] / 7\nA =\n\n   0.2857   0.7143\n   0.5714   0.1429\n\n>> C = A * A'\nC =\n\n"
        "   0.5918   0.2653\n   0.2653   0.3469\n\n```\n";
    EXPECT_FALSE(has(block_of(page), "exact")) << block_of(page);
    EXPECT_TRUE(accepted(page).all_consistent()) << block_of(page);
    const std::string python =
        "```python\nA = np.array([[2, 5], [4, 1]]) / 7\nprint(A)\nC = A @ A.T\nprint(C)\n```\n\n```\n[[0.2857 "
        "0.7143]\n "
        "[0.5714 0.1429]]\n[[0.5918 0.2653]\n [0.2653 0.3469]]\n```\n";
    EXPECT_EQ(accepted(python).count(verdict::refuted), 0U) << block_of(python);
}

/// The number that a person carried on with is no exact value of its formula.
TEST(propose, a_matrix_whose_own_formula_contradicts_its_digits_is_not_exact) {
    const std::string page =
        "Q = [[0.53, 0.55], [-0.38, -0.59]]\n\nK = [[5.35, -3.64], [1.67, -5.54], [3.33, -1.18]]\n\n"
        "S = Q @ K.T / np.sqrt(2) = [[0.6, -1.5, 0.8], [0.1, 1.9, -0.4]]\n\n"
        "A = softmax(S) = [[0.427, 0.052, 0.521], [0.131, 0.790, 0.079]]\n";
    EXPECT_FALSE(has(block_of(page), "exact S")) << block_of(page);
    EXPECT_TRUE(accepted(page).all_consistent()) << block_of(page);
}

/// A step hides what rounding moves: that floor(10 * x) follows from the printed digits says nothing of others.
TEST(propose, what_follows_through_a_step_makes_no_digits_exact) {
    const std::string page =
        "```python\nX = measure(2)\nprint(X)\nU = np.floor(X * 10) / 10\nprint(U)\nY = U @ X\nprint(Y)\n```\n\n```\n"
        "[[0.676 0.045 0.343]\n [0.644 0.284 0.949]\n [0.158 0.388 0.59 ]]\n"
        "[[0.6 0.  0.3]\n [0.6 0.2 0.9]\n [0.1 0.3 0.5]]\n"
        "[[0.453 0.143 0.383]\n [0.676 0.433 0.927]\n [0.34  0.284 0.614]]\n```\n";
    EXPECT_FALSE(has(block_of(page), "exact X")) << block_of(page);
    EXPECT_EQ(accepted(page).count(verdict::refuted), 0U) << block_of(page);
}

/// A softmax of a library along the last axis states the sums of the rows, also where its operand is not understood.
TEST(propose, a_stated_softmax_states_its_law) {
    const auto page = [](const std::string& call, const std::string& entry) {
        return "x = [[1.5, 0.25], [2.0, -0.75]]\n\n```python\nA = " + call +
               "\nprint(A)\n```\n\n```\ntensor([[0.1184, 0.1442, 0.7374],\n        [0.4119, " + entry +
               ", 0.2080],\n        [0.1691, 0.4188, 0.4121]])\n```\n";
    };
    for (const char* call : {"torch.softmax(mix(x), dim=-1)", "F.softmax(mix(x), -1)"}) {
        EXPECT_TRUE(accepted(page(call, "0.3801")).all_consistent()) << block_of(page(call, "0.3801"));
        EXPECT_FALSE(accepted(page(call, "0.8301")).all_consistent()) << block_of(page(call, "0.8301"));
    }
    for (const char* call : {"torch.softmax(mix(x), dim=0)", "softmax(mix(x))", "torch.softmax(mix(x), dim=-1) * m"})
        EXPECT_FALSE(has(block_of(page(call, "0.8301")), "distributions")) << call;
}

// ---- masks

/// Scores with a causal mask: a formula without it is another one, whatever the names say.
TEST(propose, infinities_are_no_misprints) {
    const std::string operands = "Q = [[2, 0, 1], [1, 2, 0], [0, 1, 1]]\n\nK = [[1, 1, 0], [0, 1, 2], [2, 0, 1]]\n\n";
    const auto page = [&](const std::string& name, const std::string& mask) {
        return operands + "scores = [[1.155, 1.155, 2.887], [1.732, 1.155, 1.155], [0.577, 1.732, 0.577]]\n\n" + name +
               " = [[1.155, " + mask + ", " + mask + "], [1.732, 1.155, " + mask +
               "], [0.577, 1.732, 0.577]]\n\nweights = [[1.000, 0.000, 0.000], [0.640, 0.360, 0.000], [0.193, 0.613, "
               "0.193]]\n";
    };
    for (const char* name : {"masked scores", "scores after the mask", "M", "logits"}) {
        const std::string infinite = page(name, "-inf");
        EXPECT_TRUE(has(block_of(infinite), " := causal(scores)\n")) << block_of(infinite);
        EXPECT_TRUE(accepted(infinite).all_consistent()) << block_of(infinite);
        EXPECT_TRUE(accepted(page(name, "-1e9")).all_consistent()) << block_of(page(name, "-1e9"));
    }
}

/// One wrong number among those that a mask left is asked about; masked scores may be computed from queries and keys.
TEST(propose, masked_scores_are_explained_or_asked_about) {
    const std::string operands =
        "Q = [[0.7, -1.2], [1.5, 0.4], [-0.3, 0.9]]\n\nK = [[1.1, 0.6], [-0.8, 1.7], [0.2, -1.4]]\n\n";
    const std::string masked_scores = "S = [[0.04, -1.84, 1.29], [1.34, -0.37, -0.18], [0.15, 1.25, -0.93]]\n\n";
    const auto masked = [](const std::string& number) {
        return "A = [[0.04, -inf, -inf], [1.34, " + number + ", -inf], [0.15, 1.25, -0.93]]\n";
    };
    EXPECT_TRUE(has(block_of(operands + masked_scores + masked("-0.37")), "A := causal(S)\n"));
    EXPECT_TRUE(has(block_of(operands + masked("-0.37")), "A := causal(Q * transpose(K) / sqrt(2))\n"));
    EXPECT_FALSE(accepted(operands + masked_scores + masked("-0.73")).all_consistent());
    EXPECT_FALSE(accepted(operands + masked("-0.73")).all_consistent());
    // The first two tokens see each other.
    const std::string prefix = "A = [[0.04, -1.84, -inf], [1.34, -0.37, -inf], [0.15, 1.25, -0.93]]\n";
    EXPECT_TRUE(accepted(operands + masked_scores + prefix).all_consistent())
        << block_of(operands + masked_scores + prefix);
}

/// The 1 and 0 of a causal mask let no wrong output pass.
TEST(propose, bare_zeros_and_ones_of_weights_are_known_as_the_others) {
    const auto page = [](const std::string& weights, const std::string& output) {
        return "S = [[0.40, -inf, -inf], [1.20, 0.70, -inf], [-0.30, 0.90, 0.10]]\n\nThe weights are $A = "
               "\\mathrm{softmax}(S)$.\n\nA = " +
               weights +
               "\n\nV = [[1.3, -0.2], [0.4, 2.1], [-1.7, 0.6]]\n\nThe output is $O = AV$.\n\nO = [[1.30, -0.20], [" +
               output + ", 0.67], [0.02, 1.32]]\n";
    };
    const std::string right = "[[1, 0, 0], [0.62, 0.38, 0], [0.17, 0.57, 0.26]]";
    EXPECT_TRUE(accepted(page(right, "0.96")).all_consistent()) << block_of(page(right, "0.96"));
    EXPECT_FALSE(accepted(page(right, "0.76")).all_consistent()) << block_of(page(right, "0.76"));
    const std::string wrong = "[[1, 0, 0], [1, 0, 0], [0.17, 0.57, 0.26]]";
    EXPECT_FALSE(accepted(page(wrong, "0.96")).all_consistent()) << block_of(page(wrong, "0.96"));
}

/// The whole numbers of a mask are exact: what is added to scores moves none of them by half a unit.
TEST(propose, zeros_beside_the_infinities_of_a_mask_are_exact) {
    const auto page = [](const std::string& mask, const std::string& number) {
        return "S = [[0.62, -1.35, 0.81], [1.17, 0.46, -0.29], [-0.74, 1.08, 0.93]]\n\nM = " + mask +
               "\n\nThe masked scores are $T = S + M$.\n\nT = [[0.62, -inf, -inf], [1.17, " + number +
               ", -inf], [-0.74, 1.08, 0.93]]\n";
    };
    for (const std::string mask :
         {"[[0, -inf, -inf], [0, 0, -inf], [0, 0, 0]]", "[[0.0, -inf, -inf], [0.0, 0.0, -inf], [0.0, 0.0, 0.0]]"}) {
        EXPECT_TRUE(accepted(page(mask, "0.46")).all_consistent()) << block_of(page(mask, "0.46"));
        EXPECT_FALSE(accepted(page(mask, "0.51")).all_consistent()) << block_of(page(mask, "0.51"));
    }
}

/// Code that is not understood says how numbers came about: no name says otherwise.
TEST(propose, names_do_not_overrule_code) {
    const auto page = [](const std::string& code) {
        return "```python\nscores = torch.tensor([[1.5, -0.5, 0.25, 2.0], [0.75, 1.0, -1.25, 0.5]])\nweights = "
               "torch.softmax(scores, dim=-1)\nprint(weights)\n" +
               code +
               "\n```\n\n```\ntensor([[0.3257, 0.0441, 0.0933, 0.5369],\n        [0.3127, 0.4015, 0.0423, "
               "0.2435]])\ntensor([[0.3257, 0.0000, 0.0933, 0.5369],\n        [0.3127, 0.4015, 0.0000, "
               "0.2435]])\n```\n";
    };
    for (const char* code : {"weights_2 = keep_large(weights)\nprint(weights_2)",
                             "sparse_weights = torch.where(weights < 0.05, 0, weights)\nprint(sparse_weights)"})
        EXPECT_TRUE(accepted(page(code)).all_consistent()) << block_of(page(code));
}

/// One wrong number of a layer norm is asked about, as one of a product is.
TEST(propose, formulas_of_one_matrix_are_guesses_too) {
    const auto page = [](const std::string& number) {
        return "X = [[0.62, -1.37, 0.25, 0.84], [1.91, 0.33, -0.48, 0.06]]\n\nY = [[0.6177, " + number +
               ", 0.1905, 0.8717], [1.6362, -0.1406, -1.0515, -0.4442]]\n";
    };
    EXPECT_TRUE(accepted(page("-1.6799")).all_consistent()) << block_of(page("-1.6799"));
    EXPECT_EQ(accepted(page("-1.6979")).count(verdict::undecided), 1U) << block_of(page("-1.6979"));
}

/// Labels are exact, whatever has their shape: half a unit would excuse wrong differences.
TEST(propose, labels_are_exact) {
    const auto page = [](const std::string& number) {
        return "P = [[0.8361, 0.1382, 0.0257], [0.1988, 0.6600, 0.1412]]\n\nlabels Y = [[1, 0, 0], [0, 1, 0]]\n\n"
               "G = P - Y = [[-0.1639, 0.1382, " +
               number + "], [0.1988, -0.3400, 0.1412]]\n";
    };
    EXPECT_TRUE(has(block_of(page("0.0257")), "exact Y = matrix 2\n")) << block_of(page("0.0257"));
    EXPECT_TRUE(accepted(page("0.0257")).all_consistent()) << block_of(page("0.0257"));
    EXPECT_FALSE(accepted(page("0.3257")).all_consistent()) << block_of(page("0.3257"));
}

/// NumPy leaves zeros out: 1. is 1.000 where others have three places, and never 0.6.
TEST(propose, saturated_weights_are_known_to_a_place) {
    const auto page = [](const std::string& row) {
        return "```python\nS = np.array([[12.0, 0.5, 1.0], " + row +
               "])\nW = softmax(S, axis=-1)\nprint(W)\n```\n\n```\n[[1. 0. 0.]\n [0. 1. 0.]]\n```\n\n"
               "X = [[0.127, 0.093]]\n";
    };
    const std::string right = page("[0.0, 11.0, 2.0]"), wrong = page("[1.0, 1.5, 0.2]");
    EXPECT_TRUE(has(block_of(right), "\nW = matrix 2 with 3 places\n")) << block_of(right);
    EXPECT_TRUE(accepted(right).all_consistent()) << block_of(right);
    EXPECT_FALSE(accepted(wrong).all_consistent()) << block_of(wrong);
}

/// PyTorch prints four places, also of numbers that were rounded to two.
TEST(propose, numbers_are_known_to_the_places_to_which_code_rounds_them) {
    const auto page = [](const std::string& code, const std::string& number) {
        return "```python\nS = torch.tensor([[1.2, 0.5, 1.0], [0.0, 1.1, 2.0]])\n" + code +
               "\n```\n\n```\ntensor([[0.4300, 0.2100, 0.3500],\n        [0.0900, " + number + ", 0.6500]])\n```\n";
    };
    for (const char* code : {"W = torch.softmax(S, dim=-1)\nprint(W.round(decimals=2))",
                             "W = torch.softmax(S, dim=-1).round(decimals=2)\nprint(W)",
                             "W = torch.softmax(S, dim=-1)\nprint(torch.round(W, decimals=2))"}) {
        EXPECT_TRUE(accepted(page(code, "0.2600")).all_consistent()) << block_of(page(code, "0.2600"));
        EXPECT_EQ(accepted(page(code, "0.2800")).count(verdict::refuted), 1U) << block_of(page(code, "0.2800"));
    }
}

/// Numbers near a step of np.round would be undecided where operands are rounded; the printed digits say as much.
TEST(propose, a_rounding_that_the_digits_show_leaves_nothing_undecided) {
    for (const char* code :
         {"print((W @ V).round(3))", "print(np.round(W @ V, 3))", "O = (W @ V).round(3)\nprint(O)"}) {
        const auto page = [&](const std::string& number) {
            return "```python\nS = np.array([[0.7, -1.2, 0.4], [1.5, 0.3, -0.8], [-0.6, 0.9, 1.1]])\n"
                   "V = np.array([[2.3, -1.7], [0.8, 1.4], [-1.9, 2.6]])\n"
                   "W = np.exp(S) / np.exp(S).sum(-1, keepdims=True)\nprint(W.round(3))\n" +
                   std::string(code) +
                   "\n```\n\n```\n[[0.529 0.079 0.392]\n [0.714 0.215 0.072]\n [0.091 0.409 0.5  ]]\n"
                   "[[ 0.535  0.23 ]\n [ 1.677 -0.726]\n [" +
                   number + "  1.717]]\n```\n";
        };
        EXPECT_TRUE(accepted(page("-0.412")).all_consistent()) << block_of(page("-0.412"));
        EXPECT_EQ(accepted(page("-0.432")).count(verdict::refuted), 1U) << block_of(page("-0.432"));
    }
}

/// What the document states and the numbers contradict is not replaced by what they follow from.
TEST(propose, a_formula_that_was_found_does_not_overrule_one_that_is_stated) {
    const auto page = [](const std::string& code, const std::string& numbers) {
        return "```python\nS = np.array([[0.5, -0.9, -1.8], [-1.9, 1.3, 1.7]])\nR = np.array([[0.3, 0.7], [0.9, "
               "0.4]])\n" +
               code + "\nprint(A)\n```\n\n```\n" + numbers + "\n```\n";
    };
    const std::string unmasked = "[[0.7425 0.1831 0.0744]\n [0.0161 0.3949 0.5891]]";
    for (const auto& [code, numbers] : std::vector<std::pair<std::string, std::string>>{
             {"mask = np.triu(np.full((2, 3), -1e9), k=1)\nA = softmax(S + mask, axis=-1)", unmasked},
             {"A = softmax(S @ np.linalg.inv(G))", unmasked},
             {"def attend(s):\n    s = s + np.triu(np.ones(s.shape), 1) * -1e9\n    return softmax(s, axis=-1)\nA = "
              "attend(S)",
              unmasked},
             {"A = sparsemax(S)", unmasked},
             {"mask = np.tril(np.ones((2, 3), dtype=bool))\nS = np.where(mask, S, -1e9)\nA = softmax(S, axis=-1)",
              unmasked},
             {"S[:, pad] = -np.inf\nA = softmax(S, axis=1)", unmasked},
             {"A = R * R", "[[0.72 0.49]\n [0.63 0.79]]"},  // the product of matrices
             {"A = S / np.linalg.matrix_norm(S)", "[[-0.2273 0.4091 0.8182]\n [-1.7273 1.1818 1.5455]]"}})
        EXPECT_FALSE(has_formula(block_of(page(code, numbers)))) << block_of(page(code, numbers));
}

/// A name that is that of a property too, as T is of a transposed matrix.
TEST(propose, a_matrix_called_as_a_property_is_none_of_its_own_operands) {
    for (const char* stated : {"A^T", "A.T", "A^\\top"}) {
        const std::string block = block_of(
            "$$A = \\begin{pmatrix} -1 & 5 \\\\ -3 & -5 \\end{pmatrix}$$\n$$B = \\begin{pmatrix} -2 & 3 \\\\ 3 "
            "& 0 \\end{pmatrix}$$\n$$T = " +
            std::string(stated) +
            " = \\begin{pmatrix} -1 & -3 \\\\ 5 & -5 "
            "\\end{pmatrix}$$\n$$C = A B = \\begin{pmatrix} 17 & -3 \\\\ -9 & -9 \\end{pmatrix}$$\n");
        EXPECT_TRUE(has(block, "C := A @ B\n")) << block;
    }
}

/// 1 beside 0.99 is 1.00, which says nothing for exact digits; 1.75e10 is rounded, whole as it is.
TEST(propose, short_numbers_beside_longer_ones_are_not_exact) {
    const std::string zeros_left_out =
        "$$N = \\begin{bmatrix} -0.99 & -0.12 \\\\ 0.97 & 0.24 \\\\ -0.99 & -0.11 \\end{bmatrix}$$\n"
        "$$S = N N^T = \\begin{bmatrix} 1 & -0.99 & 1 \\\\ -0.99 & 1 & -0.99 \\\\ 1 & -0.99 & 1 \\end{bmatrix}$$\n"
        "$$A = \\mathrm{softmax}(S) = \\begin{bmatrix} 0.468 & 0.064 & 0.468 \\\\ 0.107 & 0.786 & 0.107 \\\\ 0.468 & "
        "0.064 & 0.468 "
        "\\end{bmatrix}$$\n";
    EXPECT_TRUE(accepted(zeros_left_out).all_consistent()) << block_of(zeros_left_out);
    const std::string large =
        "```\nA = [[-1.750e+10  3.427e+09]\n [-2.524e+09  9.813e+09]]\n```\n\nB = A / 3\n\n```\n"
        "B = [[-5.833e+09  1.142e+09]\n [-8.414e+08  3.271e+09]]\n```\n";
    EXPECT_TRUE(accepted(large).all_consistent()) << block_of(large);
}

/// R prints 7 digits of doubles: they show no float32, which would explain numbers that are wrong in the last of them.
TEST(propose, seven_digits_of_r_are_those_of_doubles) {
    const auto page = [](const std::string& number, const std::string& before) {
        return before +
               "```\n> Q\n      [,1]  [,2]  [,3]\n[1,]  1.38  1.03 -0.32\n[2,] -0.96  0.05 -0.38\n[3,]  1.14 -0.79 "
               "-0.09\n> K\n      [,1] [,2] [,3]\n[1,]  0.33 1.63 0.02\n[2,] -0.87 1.02 0.47\n[3,] -1.00 1.64 1.93\n"
               "> S <- Q %*% t(K) / sqrt(3)\n> S\n           [,1]       [,2]       [,3]\n[1,]  1.2285436 -0.1734360 "
               "-0.1780548\n[2,] -0.1402384  0.4085331  0.1781703\n[3,] -0.5272940 -1.0622668 -1.5064801\n"
               "> A <- exp(S) / rowSums(exp(S))\n> A\n          [,1]      [,2]      [,3]\n[1,] 0.6706528 0.1650539 "
               "0.1642933\n[2,] 0.2435423 " +
               number + " 0.3348556\n[3,] 0.5098654 0.2986206 0.1915140\n```\n";
    };
    EXPECT_TRUE(accepted(page("0.4216021", "")).all_consistent()) << block_of(page("0.4216021", ""));
    EXPECT_FALSE(accepted(page("0.4216024", "")).all_consistent()) << block_of(page("0.4216024", ""));
    const std::string torch = "R calls torch for all of it.\n\n";
    EXPECT_TRUE(accepted(page("0.4216024", torch)).all_consistent()) << block_of(page("0.4216024", torch));
}

/// PyTorch computes in float32 where nothing says otherwise.
TEST(propose, what_only_float32_explains_is_judged_so_where_its_library_is_called) {
    const std::string page =
        "```python\nX = torch.tensor([[-1.3, 0.3], [1.8, 0.9]])\nW = torch.tensor([[1.9, 0.3], [1.9, 1.3]])\nZ = X @ "
        "W\nprint(Z)\n"
        "```\n\n```\ntensor([[-1.9000e+00, -1.4305e-08],\n        [ 5.1300e+00,  1.7100e+00]])\n```\n";
    EXPECT_TRUE(has(block_of(page), "all in float32\n")) << block_of(page);
    EXPECT_TRUE(accepted(page).all_consistent()) << block_of(page);
}

/// A mask that only words name: what follows with it is asked about.
TEST(propose, a_stated_softmax_that_holds_with_a_mask_is_asked_about) {
    const std::string page =
        "S = [[0.5, 1.2], [-0.3, 0.8]]\n\nEach token sees only itself and earlier ones:\n\nA = softmax(S) = "
        "[[1, 0], [0.250, 0.750]]\n";
    EXPECT_EQ(accepted(page).count(verdict::refuted), 0U) << block_of(page);
}

/// Where words speak of the softmax of each row, one down the columns is not taken.
TEST(propose, a_softmax_down_the_columns_does_not_overrule_words) {
    const std::string page =
        "The scores are\n\n[[0.5, -0.9, -1.8], [-1.9, 1.3, 1.7], [0.4, 0.9, 0.2]]\n\nApplying softmax to "
        "each row gives the weights:\n\n[[0.501, 0.062, 0.024], [0.045, 0.561, 0.798], [0.453, 0.376, 0.178]]\n";
    EXPECT_TRUE(has(block_of(page), "axis=0) holds for 9 of 9 numbers; the document states ")) << block_of(page);
    EXPECT_FALSE(has_formula(block_of(page))) << block_of(page);
}

/// A^2 of LaTeX is a product of matrices or the square of each element: the numbers tell.
TEST(propose, squares_of_latex_may_be_of_elements) {
    const auto page = [](const std::string& formula, const std::string& numbers) {
        return "$$H = \\begin{bmatrix} 0.1 & -0.4 \\\\ 0.3 & 0.2 \\end{bmatrix}$$\n$$D = " + formula +
               " = \\begin{bmatrix} " + numbers + " \\end{bmatrix}$$\n";
    };
    const std::string by_elements = page("1 - H^2", "0.99 & 0.84 \\\\ 0.91 & 0.96"),
                      product = page("1 - H^{2}", "1.11 & 1.12 \\\\ 0.91 & 1.08");
    EXPECT_TRUE(has(block_of(by_elements), "D := 1 - (H ** 2)\n")) << block_of(by_elements);
    EXPECT_TRUE(has(block_of(product), "D := 1 - H @ H\n")) << block_of(product);
}

/// Methods of NumPy divide by n, and f"{S = }" shows S.
TEST(propose, deviations_of_numpy_and_names_that_prints_show) {
    const auto page = [](const std::string& number) {
        return "```python\nimport numpy as np\nX = np.array([[1.0, 3.0, 2.0], [2.0, 1.0, 4.0], [9.0, 5.0, 1.0]])\nsd = "
               "X.std(axis=0)\n"
               "print(f\"{sd = }\")\nZ = X / sd\nprint(Z)\n```\n\n```\nsd = array([3.55902608, " +
               number +
               ", 1.24721913])\n[[0.28097574 1.83711731 1.60356745]\n [0.56195149 0.61237244 3.2071349 ]\n [2.52878169 "
               "3.06186218 "
               "0.80178373]]\n```\n";
    };
    EXPECT_TRUE(accepted(page("1.63299316")).all_consistent()) << block_of(page("1.63299316"));
    EXPECT_FALSE(accepted(page("2.63299316")).all_consistent()) << block_of(page("2.63299316"));
}

/// What code computes and nothing judges is named, though formulas use it.
TEST(report_of, operands_that_code_computes_are_named) {
    const report r = accepted(
        "```python\nS = np.array([[0.5, 0.2], [0.3, 0.7]])\nmasked = hide(S)\nprint(masked)\nW = softmax(masked, "
        "axis=-1)\nprint(W)\n```\n\n"
        "```\n[[ 1.5 -inf]\n [ 0.3  0.7]]\n[[1.         0.        ]\n [0.40131234 0.59868766]]\n```\n");
    EXPECT_TRUE(has(to_text(r), "though the document computes it: masked (4")) << to_text(r);
}

/// W^Q is a name, and A^T an operation.
TEST(report_of, upper_indices_of_names_compute_nothing) {
    for (const char* name : {"W^Q", "W^{Q}", "W^{(1)}", "W^q"}) {
        const std::string words =
            to_text(accepted("$$X = \\begin{pmatrix} 1 & 2 \\\\ 0 & 1 \\end{pmatrix}$$\n\n$$" + std::string(name) +
                             " = \\begin{pmatrix} 1 & 0 \\\\ 2 & 1 \\end{pmatrix}$$\n\n$$Q = X" + name +
                             " = \\begin{pmatrix} 5 & 2 \\\\ 2 & 1 \\end{pmatrix}$$\n"));
        EXPECT_TRUE(has(words, "Taken as printed: X and W_")) << words;
        EXPECT_FALSE(has(words, "though the document computes it")) << words;
    }
}

TEST(propose, a_mark_of_the_byte_order_hides_no_fence) {
    const std::string page =
        "\xEF\xBB\xBF```python\nX = np.array([[1.5, 0.2], [0.3, 2.1]])\nY = X * 2\nprint(Y)\n```\n\n```\n[[3.  0.4]\n "
        "[0.6 4.2]]\n```\n";
    EXPECT_GT(accepted(page).printed(), 0U);
}

/// Comments of a document state nothing.
TEST(propose, what_readers_do_not_see_states_nothing) {
    const std::string block = block_of(
        "Q = [[0.22, 1.54], [0.31, -0.8]]\n\n<!-- S = Q K^T / 7 -->\n\nK = [[0.41, 0.69], [0.5, 0.25]]\n\n<!--\nS "
        "=\n-->\n"
        "[[1.1528, 0.4950], [-0.4249, -0.0450]]\n");
    EXPECT_FALSE(has(block, "7")) << block;
    EXPECT_FALSE(has(block, "S =")) << block;
}

// ---- spellings

/// X = ..., the parameter, and K = X W with this number in its last place, which is 2.02.
std::string page_of_parameter(const std::string& parameter, const std::string& formula, const std::string& last) {
    return "$$X = \\begin{bmatrix} 1.2 & 0.9 & 1.0 \\\\ -0.4 & 1.4 & 0.6 \\end{bmatrix}$$\n\n$$" + parameter +
           " = \\begin{bmatrix} 1.3 & 1.3 \\\\ -0.7 & 1.3 \\\\ 0.6 & 1.2 \\end{bmatrix}$$\n\n$$" + formula +
           " = \\begin{bmatrix} 1.53 & 3.93 \\\\ -1.14 & " + last + " \\end{bmatrix}$$\n";
}
TEST(propose, names_have_indices_of_words_and_several_of_them) {
    for (const std::string parameter :
         {"W_{\\text{key}}", "W_{\\mathrm{K}}", "W_1^Q", "W^{Q}_{1}", "W_1^{(q)}", "W_K^h", "W_K^{(1)}"}) {
        const auto page = [&](const char* last) { return page_of_parameter(parameter, "K = X " + parameter, last); };
        EXPECT_TRUE(has_formula(block_of(page("2.02")))) << block_of(page("2.02"));
        EXPECT_TRUE(accepted(page("2.02")).all_consistent()) << block_of(page("2.02"));
        EXPECT_FALSE(accepted(page("2.52")).all_consistent()) << block_of(page("2.52"));
    }
}
TEST(propose, displayed_formulas_begin_on_the_line_of_their_environment) {
    const auto page = [](const std::string& number) {
        return "\\begin{align*}S = \\begin{bmatrix} 0.5 & 1.2 \\\\ -0.3 & 0.8 \\end{bmatrix}\n\\end{align*}\n\n"
               "\\begin{equation}A = \\mathrm{softmax}(S) = \\begin{bmatrix} 0.3318 & " +
               number + " \\\\ 0.2497 & 0.7503 \\end{bmatrix}\n\\end{equation}\n";
    };
    EXPECT_TRUE(has(block_of(page("0.6682")), "A := softmax(S)")) << block_of(page("0.6682"));
    EXPECT_FALSE(accepted(page("0.6282")).all_consistent()) << block_of(page("0.6282"));
}
/// Of a formula that is not understood, most numbers follow from one that looks like it.
TEST(propose, what_looks_like_the_statement_is_asked_about) {
    const auto page = [](const std::string& number) {
        return "The scores:\n\n| | a | b |\n|---|---|---|\n| a | 0.62 | -0.87 |\n| b | 1.09 | 1.69 |\n\n"
               "The attention weights A = softmax(S):\n\n| | a | b |\n|---|---|---|\n| a | 0.816 | 0.184 |\n| b | "
               "0.354 | " +
               number + " |\n";
    };
    EXPECT_TRUE(accepted(page("0.646")).all_consistent()) << block_of(page("0.646"));
    EXPECT_FALSE(accepted(page("0.746")).all_consistent()) << block_of(page("0.746"));
}
TEST(propose, a_block_of_no_language_is_output) {
    const auto page = [](const std::string& number) {
        return ".. code-block:: python\n\n   import numpy as np\n   Q = np.array([[0.4, 1.1], [0.9, -0.6]])\n   K = "
               "np.array([[1.3, "
               "0.2], [-0.7, 0.5]])\n   S = Q @ K.T / np.sqrt(2)\n   print(S)\n\n.. code-block:: none\n\n   [[ "
               "0.52325902  "
               "0.19091883]\n    [ " +
               number + " -0.65760931]]\n";
    };
    EXPECT_TRUE(has(block_of(page("0.74246212")), "S := Q @ K.T")) << block_of(page("0.74246212"));
    EXPECT_FALSE(accepted(page("0.64246212")).all_consistent()) << block_of(page("0.64246212"));
}
/// 1. among numbers with blanks in place of zeros is 1.0000, and so is what divides by it.
TEST(propose, a_bare_point_shows_that_blanks_are_zeros) {
    const auto page = [](const std::string& number) {
        return "```python\nimport numpy as np\nnp.set_printoptions(precision=4)\nS = np.array([[1.4, 1.74, 0.36, "
               "-0.7], [1.56, "
               "1.65, 1.79, -1.13]])\nexps = np.exp(S - S.max(axis=1, keepdims=True))\nprint(exps)\nA = exps / "
               "exps.sum(axis=1, "
               "keepdims=True)\nprint(A)\n```\n\n```\n[[0.7118 1.     0.2516 0.0872]\n [0.7945 0.8694 1.     "
               "0.0539]]\n[[0.3471 " +
               number + " 0.1227 0.0425]\n [0.2923 0.3199 0.3679 0.0198]]\n```\n";
    };
    EXPECT_TRUE(accepted(page("0.4877")).all_consistent()) << block_of(page("0.4877"));
    EXPECT_FALSE(accepted(page("0.3877")).all_consistent()) << block_of(page("0.3877"));
}
TEST(propose, numbers_that_are_printed_before_a_matrix_are_no_factors) {
    const std::string page =
        "```python\nimport numpy as np\nQ = np.array([[0.5, 0.3], [-0.4, 0.9]])\nK = np.array([[1.9, -0.5], [0.2, "
        "0.6]])\nd_k = "
        "K.shape[-1]\nS = Q @ K.T / np.sqrt(2)\nprint(d_k)\nprint(S)\n```\n\n```\n2\n[[ 0.5657  0.198 ]\n [-0.8556  "
        "0.3253]]\n```\n";
    EXPECT_TRUE(has(block_of(page), "S := Q @ K.T")) << block_of(page);
}
TEST(propose, text_of_html_shares_lines_with_its_tags) {
    const auto page = [](const std::string& number) {
        return "<pre><code>Q = \n   0.5   1.5\n  -2.0   0.5\n</code></pre>\n\n<pre>K =\n   1.0   2.0\n   0.5  "
               "-1.0</pre>\n\n"
               "<p><code>P = Q @ K</code></p>\n<pre>P =\n   1.25  -0.50\n  -1.75  " +
               number + "</pre>\n";
    };
    const page_text t = read_page_text(page("-4.50"));
    ASSERT_EQ(t.tables.size(), 3U);
    for (const found_table& f : t.tables) EXPECT_EQ(f.table.extents, (std::vector<std::size_t>{2, 2}));
    EXPECT_TRUE(accepted(page("-4.50")).all_consistent()) << block_of(page("-4.50"));
    EXPECT_FALSE(accepted(page("-3.50")).all_consistent()) << block_of(page("-3.50"));
}

// ---- what rounding leaves

/// Numbers around 1e-17 in place of 0 are what float64 leaves, also beside one that is wrong.
TEST(propose, residues_of_float64) {
    const auto page = [](const std::string& number) {
        return "```python\nQ = np.array([[0.1, 0.2, 0.3], [0.4, 0.5, 0.6]])\nM = np.array([[1.0, 1.0], [1.0, -2.0], "
               "[-1.0, 1.0]])\nS = Q @ M\nprint(S)\n```\n\n```\n[[-2.77555756e-17  0.00000000e+00]\n [ " +
               number + "  1.11022302e-16]]\n```\n";
    };
    EXPECT_EQ(accepted(page("3.00000000e-01")).count(verdict::consistent), 4U);
    const report wrong = accepted(page("3.50000000e-01"));
    EXPECT_EQ(wrong.count(verdict::consistent), 3U);
    EXPECT_EQ(wrong.count(verdict::refuted), 1U);
}

/// Queries are known to the four digits that PyTorch prints, scores to eight.
TEST(propose, scores_with_more_digits_than_queries) {
    const auto page = [](const std::string& number) {
        return "```python\nimport torch\nq = torch.rand(1, 3)\nprint(q)\nK = torch.tensor([[1.0, 0.0, 1.0], [0.0, 2.0, "
               "0.5]])\nscores = q @ K.T\nprint(scores.numpy())\n```\n\n```\ntensor([[0.4963, 0.7682, 0.0885]])\n[[" +
               number + " 1.5806955]]\n```\n";
    };
    EXPECT_EQ(accepted(page("0.58473563")).count(verdict::refuted), 0U);
    EXPECT_EQ(accepted(page("0.58743563")).count(verdict::refuted), 1U);
}

}  // namespace heed::test
