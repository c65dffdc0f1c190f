// SPDX-License-Identifier: BSL-1.0
// Documents with blocks of statements: what is read, what is said of it, and what happens to those that make no sense.
#include <heed_check/document/findings.hpp>
#include <heed_check/document/latex_formula.hpp>
#include <heed_check/document/propose.hpp>
#include <heed_check/report/html.hpp>
#include <heed_check/report/markdown.hpp>
#include <heed_check/report/terminal_text.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heed::test {

const std::string matrices =
    "# Page\n\n"
    "$$Q = \\begin{bmatrix} 1.0 & 2.0 \\\\ 0.5 & -1.0 \\end{bmatrix}$$\n\n"
    "$$\\text{Keys } K_{1} = \\begin{bmatrix} 2.0 & 0.0 \\\\ 1.0 & 3.0 \\end{bmatrix}$$\n\n"
    "$$S = \\begin{bmatrix} 2.0 & 7.0 \\\\ 1.0 & -2.5 \\end{bmatrix}$$\n\n"
    "$$P = \\begin{bmatrix} 0.0 & \\dots & 1.0 \\\\ \\vdots & \\ddots & \\vdots \\end{bmatrix}$$\n\n";

std::string with_block(const std::string& statements) { return matrices + "```heed\n" + statements + "```\n"; }

page_text read_block(const std::string& statements) { return read_page_text(with_block(statements)); }

report report_on(const std::string& document) {
    const page_text t = read_page_text(document);
    for (const page_message& m : t.errors) ADD_FAILURE() << text_of(m, document, "page.md");
    return report_of(t, [](const std::string&, std::size_t, std::size_t) {});
}

/// All messages in the form of compilers, without the quoted lines.
std::vector<std::string> errors_of(const std::string& document) {
    std::vector<std::string> all;
    for (const page_message& m : read_page_text(document).errors) {
        const std::string text = text_of(m, document, "p");
        all.push_back(text.substr(0, text.find('\n')));
    }
    return all;
}
/// Of a block whose first line is line 12.
std::string only_error(const std::string& statements) {
    const std::vector<std::string> all = errors_of(with_block(statements));
    return all.size() == 1 ? all[0] : std::to_string(all.size()) + " errors, first " + (all.empty() ? "" : all[0]);
}

bool has_note(const report_section& s, const std::string& words) {
    for (const std::string& note : s.notes)
        if (note.find(words) != std::string::npos) return true;
    return false;
}

/// What is used twice is not written out twice.
TEST(page_text, definitions_that_double_are_verified) {
    std::string block = "```heed\nexact A0 = [[1, 2]]\n";
    for (int i = 0; i < 60; ++i) {
        const std::string last = "A" + std::to_string(i);
        block += "A" + std::to_string(i + 1) + " := " + last + " + " + last + "\n";
    }
    const page_text page = read_page_text(block + "B = [[4, 9]]\nB := A2\n```\n");
    ASSERT_TRUE(page.errors.empty());
    EXPECT_EQ(report_of(page, [](const auto&...) {}).sections[0].found.count(verdict::refuted), 1U);
}

/// Each message looked through the document, and each name through all names: minutes for so many.
TEST(page_text, time_grows_with_the_number_of_statements) {
    std::string document, block;
    for (int i = 0; i < 5000; ++i) document += "[[1, 2]]\n";
    for (int i = 0; i < 50'000; ++i) {
        const std::string number = std::to_string(i % 5000 + 1);
        block += "A" + number + " = matrix " + number + "\n";
    }
    const page_text page = read_page_text(document + "```heed\n" + block + "```\n");
    EXPECT_EQ(page.errors.size(), 50'000U - 4096U);
    EXPECT_EQ(page.errors.back().words, "more than 4096 names");
}

TEST(page_text, verifies_what_is_printed_and_defined) {
    const report r = report_on(with_block("Q, K, S = matrices 1 to 3\nS := Q * transpose(K)\n"));
    ASSERT_EQ(r.sections.size(), 1U);
    EXPECT_EQ(r.sections[0].found.name, "S");
    EXPECT_EQ(r.sections[0].found.formula, "Q * transpose(K)");
    EXPECT_EQ(r.count(verdict::consistent), 4U);
}

TEST(page_text, matrices_by_the_text_before_them) {
    const page_text t = read_block("K = matrix after \"Keys K_1\"\nQ = matrix after \"$Q\"\nQ := K\n");
    ASSERT_TRUE(t.errors.empty());
    EXPECT_EQ(t.quantities.printed("K")->entries[3].digits, 30);
    EXPECT_EQ(t.quantities.printed("Q")->entries[1].digits, 20);
}

TEST(page_text, the_text_before_a_matrix_is_whole_words) {
    const auto first = [](const std::string& pages, const std::string& words) -> long long {
        const page_text t = read_page_text(pages + "\n```heed\nA = matrix after \"" + words + "\"\nA := A\n```\n");
        return t.quantities.has("A") ? t.quantities.printed("A")->entries[0].digits : 0;
    };
    const std::string two = "W_B = [[3, 4], [5, 6]]\n\nB = [[7, 8], [9, 2]]\n";
    EXPECT_EQ(first(two, "B ="), 7);
    EXPECT_EQ(first(two, "W_B ="), 3);
    EXPECT_EQ(first("dB = [3, 4]\n\nB = [7, 8]\n", "B ="), 7);
    EXPECT_EQ(first("$\\mathbf{W}^{B} = \\begin{bmatrix} 3 & 4 \\end{bmatrix}$\n\nB = [7, 8]\n", "B ="), 7);
    EXPECT_EQ(first("$\\hat{B} = \\begin{bmatrix} 3 & 4 \\end{bmatrix}$\n\nB = [7, 8]\n", "B ="), 7);
    EXPECT_EQ(first("\xCE\x94"
                    "B = [3, 4]\n\nB = [7, 8]\n",
                    "B ="),
              7);
    EXPECT_EQ(first("B' = [3, 4]\n\nB = [7, 8]\n", "B"), 7);
    EXPECT_EQ(first("B_1 = [3, 4]\n\nB = [7, 8]\n", "B"), 7);
    EXPECT_EQ(first("Bias = [3, 4]\n\nB = [7, 8]\n", "B"), 7);
    EXPECT_EQ(first("\xE5\x80\xBC"
                    "B = [7, 8]\n",
                    "B ="),
              7);
    EXPECT_EQ(first("self.B = [7, 8]\n", "B ="), 7);
    EXPECT_EQ(first("W_B = [3, 4]\n", "B ="), 0);
}

TEST(page_text, digits_are_rounded_unless_they_are_exact) {
    const std::string statements = "A = [[1, 2]]\nB = [[1.3, 2]]\nB := A * 1\n";
    EXPECT_EQ(report_on(with_block(statements)).count(verdict::consistent), 2U);
    const report r = report_on(with_block("exact " + statements));
    EXPECT_EQ(r.count(verdict::consistent), 1U);
    EXPECT_EQ(r.count(verdict::refuted), 1U);
}

/// What NumPy prints in float32 for exact inputs: two of the numbers are not those of the formula.
const std::string of_numpy = "exact X = [[1, 2, 3]]\n";
const std::string printed_weights = "P = [[0.09003057, 0.24472848, 0.66524094]]\n",
                  weights_formula = "P := softmax(X)\n";

/// Zeros that a program leaves out, and zeros that it adds.
TEST(page_text, numbers_are_known_to_the_places_that_are_said) {
    const auto refuted = [](const std::string& matrix, const std::string& how) {
        return report_on("X = [[0.127, 0.25]]\nY = " + matrix + "\n```heed\nexact X = matrix 1\nY = matrix 2" + how +
                         "\nY := 2 * X\n```\n")
            .count(verdict::refuted);
    };
    EXPECT_EQ(refuted("[[0, 1]]", ""), 0U);
    EXPECT_EQ(refuted("[[0, 1]]", " with 1 place"), 2U);
    EXPECT_EQ(refuted("[[0.2500, 0.5000]]", ""), 1U);
    EXPECT_EQ(refuted("[[0.2500, 0.5000]]", " with 2 places"), 0U);
    EXPECT_EQ(only_error("Q = matrix 1 with\n"),
              "p:12:18: error: expected a number of places, found the end of the statement");
    EXPECT_EQ(only_error("Q = matrix 1 with 19 places\n"), "p:12:19: error: more than 18 places");
    EXPECT_EQ(refuted("[[0.2500, 0.5000]]", " with 2 significant digits"), 0U);
    EXPECT_EQ(refuted("[[0.3, 0.5]]", ""), 0U);
    EXPECT_EQ(refuted("[[0.3, 0.5]]", " with 2 significant digits"), 1U);  // 0.30
    EXPECT_EQ(only_error("Q = matrix 1 with 0 significant digits\n"), "p:12:19: error: no significant digit");
    EXPECT_EQ(only_error("Q = matrix 1 with 2 numbers\n"), "p:12:21: error: expected \"places\", found \"numbers\"");
}
TEST(page_text, digits_beyond_the_places_that_are_said_are_an_error) {
    EXPECT_EQ(errors_of("[[0.125, 0.25]]\n```heed\nX = matrix 1 with 2 places\nX := [[0, 1]]\n```\n"),
              std::vector<std::string>{"p:3:5: error: numbers of this matrix show more than 2 places"});
}

TEST(page_text, numbers_are_judged_in_the_arithmetic_that_is_said) {
    const auto refuted = [](const std::string& statements) {
        const report r = report_on(with_block(statements));
        EXPECT_EQ(r.printed(), 3U) << statements;
        EXPECT_EQ(r.count(verdict::undecided), 0U) << statements;
        return r.count(verdict::refuted);
    };
    const std::string plain = of_numpy + printed_weights + weights_formula;
    EXPECT_EQ(refuted(plain), 0U);  // as float32 rounds
    EXPECT_EQ(refuted("all in float64\n" + plain), 2U);
    EXPECT_EQ(refuted(of_numpy + "float32 " + printed_weights + weights_formula), 0U);
    EXPECT_EQ(refuted(of_numpy + printed_weights + "float32 " + weights_formula), 0U);
    EXPECT_EQ(refuted(plain + "all in float32\n"), 0U);
    EXPECT_EQ(refuted("all in float32\n" + plain), 0U);
    EXPECT_EQ(refuted("all in float32\n" + of_numpy + printed_weights + "float64 " + weights_formula), 2U);
    EXPECT_EQ(refuted("exact float32 X = [[1, 2, 3]]\n" + printed_weights + "float64 " + weights_formula), 2U);
    EXPECT_EQ(refuted("all in float32\n" + of_numpy + "P = [[0.09003057, 0.24472948, 0.66524094]]\n" + weights_formula),
              1U);
    EXPECT_EQ(refuted(of_numpy + "float16 P = [[0.0900, 0.2448, 0.6650]]\n" + weights_formula), 0U);
    EXPECT_EQ(refuted(of_numpy + "P = [[0.0900, 0.2448, 0.6650]]\n" + weights_formula), 2U);
}

/// Weights that were rounded to float32 do not sum to one to 9 digits, and means of equal values leave them.
TEST(page_text, laws_allow_what_the_arithmetic_rounds) {
    const auto refuted = [](const std::string& statements) {
        return report_on(with_block(statements)).laws().count(verdict::refuted);
    };
    const std::string weights = "W = [[0.333333343, 0.333333343, 0.333333343], [0.25, 0.25, 0.5]]\n";
    const std::string means =
        "O = [[0.70000006, 0.5]]\nV = [[0.70000000, 0.5], [0.70000000, 0.5], [0.70000000, 0.5]]\n";
    for (const std::string law : {"rows of W sum to one\n", "rows of W are distributions\n"}) {
        EXPECT_EQ(refuted("float64 " + weights + law), 1U);
        EXPECT_EQ(refuted(weights + law), 0U);
        EXPECT_EQ(refuted("float32 " + weights + law), 0U);
        EXPECT_EQ(refuted("float32 W = [[0.333335, 0.333333343, 0.333333343], [0.25, 0.25, 0.5]]\n" + law), 1U);
    }
    EXPECT_EQ(refuted(means + "rows of O lie within V\n"), 1U);  // float32 prints 0.70000005
    EXPECT_EQ(refuted("all in float32\n" + means + "rows of O lie within V\n"), 0U);
    EXPECT_EQ(refuted("all in float32\nO = [[0.70001000, 0.5]]\n" + means.substr(means.find('V')) +
                      "rows of O lie within V\n"),
              1U);
    const std::string text = to_text(report_on(with_block("float16 W = [[0.3, 0.3]]\nrows of W sum to one\n")));
    EXPECT_NE(text.find("1 of 1 check refuted in float16"), std::string::npos) << text;
    EXPECT_NE(text.find("sum to 0.6, and within their digits and what float16 rounds\n  to 0.4975 to 0.7025, not to 1"),
              std::string::npos)
        << text;
}

TEST(page_text, exact_and_the_arithmetic_are_both_said_of_a_matrix) {
    const page_text t = read_block("B = [[0.5]]\nexact float32 A = [[1.5]]\nA := 3 * B\n");
    ASSERT_TRUE(t.errors.empty());
    const subject s = t.quantities.subject_of("A");
    EXPECT_EQ(s.in, arithmetic::float32);
    EXPECT_EQ(s.printed.how, detail::reading::exact);
    EXPECT_EQ(read_block("B = [[0.5]]\nA := B\nA = [[0.5]]\n").quantities.subject_of("A").in, arithmetic::exact);
}

TEST(page_text, arithmetics_that_do_not_exist_are_errors) {
    EXPECT_EQ(only_error("all in float8\n"),
              "p:12:8: error: expected float32, float16, bfloat16 or float64, found float8");
    EXPECT_EQ(only_error("all in\n").substr(0, 15), "p:12:7: error: ");
    EXPECT_FALSE(only_error("float8 S = matrix 3\n").empty());
    EXPECT_EQ(errors_of(with_block("float32 = [[1, 2]]\nS = [[1, 2]]\nS := float32\n")), std::vector<std::string>{});
}

TEST(page_text, reports_name_the_arithmetic) {
    const std::string wrong = "exact X = [[1, 2, 3]]\nP = [[0.09003057, 0.24472848, 0.66525094]]\n" + weights_formula;
    const std::string text = to_text(report_on(with_block("all in float32\n" + wrong)));
    EXPECT_NE(text.find("give a number that rounds to it, however float32\n  rounds"), std::string::npos) << text;
    EXPECT_NE(text.find("1 of 3 printed numbers refuted, 2 consistent, in float32"), std::string::npos) << text;
    EXPECT_EQ(to_text(report_on(with_block(wrong))).find("consistent, in float32"), std::string::npos);
}

TEST(page_text, whole_numbers_that_count_as_rounded_are_mentioned_once) {
    const std::string block = "A = [[1, 2]]\nB = [[1.3, 2.0]]\nB := A * 1\nC = [[1.0, 2.0]]\nC := A * 1\n";
    const report r = report_on(with_block(block));
    EXPECT_TRUE(has_note(r.sections[0], "whole numbers of A"));
    EXPECT_FALSE(has_note(r.sections[1], "whole numbers"));
    EXPECT_FALSE(has_note(report_on(with_block("exact " + block)).sections[0], "whole numbers"));
}

/// A zero of a causal mask, or a score that was 0, is known as well as the decimals beside it.
TEST(page_text, single_digits_among_decimals_have_their_places) {
    const auto page = [](const std::string& weights) {
        return report_on(
            with_block("exact S = [[0.4, -inf, -inf], [1.2, 0.7, -inf]]\nP = " + weights + "\nP := softmax(S)\n"));
    };
    const report r = page("[[1, 0, 0], [0.622, 0.378, 0]]");
    EXPECT_TRUE(r.all_consistent());
    EXPECT_TRUE(
        has_note(r.sections[0],
                 "4 of the 6 numbers of P are printed without decimals among others with 3: they are taken with "
                 "zeros, as 1.00 beside 0.25"));
    EXPECT_EQ(page("[[0, 1, 0], [0.622, 0.378, 0]]").count(verdict::refuted), 2U);
    EXPECT_EQ(page("[[1, 0, 0], [1, 0, 0.001]]").count(verdict::refuted), 3U);
    const std::string operand = "P = [[1, 0], [0.62, 0.38]]\nexact V = [[0.5, 1.5], [2.5, 0.3]]\nY = ";
    EXPECT_TRUE(report_on(with_block(operand + "[[0.50, 1.50], [1.26, 1.04]]\nY := P * V\n")).all_consistent());
    EXPECT_EQ(report_on(with_block(operand + "[[0.50, 1.20], [1.26, 1.04]]\nY := P * V\n")).count(verdict::refuted),
              1U);
}

/// Where decimals have three significant digits, 1.003 is printed as 1; where one row has more decimals, 1 has those of
/// the others; 12 among decimals may be rounded.
TEST(page_text, single_digits_are_no_finer_than_the_decimals_beside_them) {
    const auto page = [](const std::string& given, const std::string& printed) {
        return report_on(with_block("exact A = " + given + "\nB = " + printed + "\nB := A * 1\n"));
    };
    EXPECT_TRUE(page("[0.01234, 0.1234, 1.003, 2.345]", "[0.0123, 0.123, 1, 2.35]").all_consistent());
    EXPECT_FALSE(page("[0.01234, 0.1234, 1.03, 2.345]", "[0.0123, 0.123, 1, 2.35]").all_consistent());
    EXPECT_TRUE(page("[[0.12, 1.003], [0.31, 0.44], [0.1234, 0.2345]]", "[[0.12, 1], [0.31, 0.44], [0.1234, 0.2345]]")
                    .all_consistent());
    const report r = page("[0.251, 12.3, 0.444]", "[0.25, 12, 0.44]");
    EXPECT_TRUE(r.all_consistent());
    EXPECT_TRUE(has_note(r.sections[0], "taken as rounded, half a unit either way"));
    EXPECT_TRUE(page("[0.73105801, 0.99999996]", "[0.73105801, 1]").all_consistent());
}

TEST(page_text, whole_numbers_among_decimals_are_mentioned_once) {
    const std::string formulas = "scores := Q * 1\nweights := softmax(scores)\n";
    const std::string block =
        "exact Q = [[0.707, 0, 2.121]]\nscores = [[0.707, 0, 2.121]]\n"
        "weights = [[0.178, 0.088, 0.734]]\n";
    const report r = report_on(with_block(block + formulas));
    EXPECT_TRUE(
        has_note(r.sections[0], "1 of the 3 numbers of scores is printed without decimals among others with 3"));
    EXPECT_FALSE(has_note(r.sections[1], "without decimals"));
    const std::string padded = "exact S0 = [[0.707, 0, 2.121]]\nS = [[0.707, 0.000, 2.121]]\nS := S0 * 1\n";
    EXPECT_FALSE(has_note(report_on(with_block(padded)).sections[0], "without decimals"));
}

/// 2.6 for 3 and so on would explain nearly every result.
TEST(page_text, whole_numbers_are_not_explained_by_rounding) {
    const auto notes_on = [](const std::string& operands) {
        const std::string block = operands + "S = [[5.2, 13.1], [12.3, 12.8]]\nS := Q * transpose(K)\n";
        return report_on(with_block(block)).sections[0];
    };
    const std::string rounded = "the digits of the inputs rounded instead of exact";
    EXPECT_FALSE(has_note(notes_on("exact Q = [[3, 1], [2, 5]]\nexact K = [[1, 2], [4, 1]]\n"), rounded));
    EXPECT_TRUE(
        has_note(notes_on("exact Q = [[3.0, 1.0], [2.0, 5.0]]\nexact K = [[1.0, 2.1], [4.0, 1.0]]\n"), rounded));
}

/// A row, or an entry, that was computed otherwise than the rest.
TEST(page_text, refuted_entries_alone_are_explained) {
    const std::string operands =
        "exact Q = [[1.05, -0.10], [-0.24, -0.22], [0.06, 0.65]]\n"
        "exact K = [[0.95, 0.45], [0.44, -0.26], [-1.72, 0.45]]\n";
    const auto section = [&](const std::string& rows) {
        return report_on(with_block(operands + "S = [[0.674, 0.345, -1.309], " + rows +
                                    "]\nS := Q * transpose(K) / sqrt(2)\n"))
            .sections[0];
    };
    const std::string unscaled = "consistent with Q * transpose(K) not divided by sqrt(2): Q * transpose(K)";
    const report_section row = section("[-0.327, -0.048, 0.314], [0.247, -0.101, 0.134]");
    EXPECT_TRUE(has_note(row, "the 3 refuted entries are " + unscaled));
    const report_section entry = section("[-0.231, -0.034, 0.222], [0.247, -0.101, 0.189]");
    EXPECT_TRUE(has_note(entry, "a guess, as one entry often fits by chance: the refuted entry is " + unscaled));
    const report_section other = section("[-0.231, -0.034, 0.222], [0.247, -0.101, 0.961]");
    EXPECT_FALSE(has_note(other, "the refuted entry is consistent"));
}

/// Hidden digits move all entries, and most of these did not move.
TEST(page_text, hidden_digits_of_inputs_are_a_guess_where_most_entries_follow) {
    const std::string note = "the digits of the inputs rounded instead of exact";
    const auto notes_on = [&](const std::string& printed) {
        return report_on(with_block("exact Q = [[0.3, 0.1], [0.2, 0.5]]\nexact K = [[0.1, 0.2], [0.4, 0.1]]\nS = " +
                                    printed + "\nS := Q * transpose(K)\n"))
            .sections[0];
    };
    EXPECT_TRUE(has_note(notes_on("[[0.05, 0.13], [0.12, 0.16]]"),
                         "a guess, as most entries follow from the digits that are printed: consistent with " + note));
    EXPECT_TRUE(has_note(notes_on("[[0.06, 0.14], [0.11, 0.15]]"), note));
    EXPECT_FALSE(has_note(notes_on("[[0.06, 0.14], [0.11, 0.15]]"), "most entries follow"));
}

TEST(page_text, blocks_in_every_kind_of_document) {
    const std::string statement = "Q, K, S = matrices 1 to 3 # names\nS := Q * transpose(K)\n";
    for (const std::string& block : std::vector<std::string>{
             "```heed\n" + statement + "```\n", "  ~~~~ heed\n" + statement + "  ~~~~~\n",
             "% heed: Q, K, S = matrices 1 to 3\n%% text\n%heed: S := Q * transpose(K)\n",
             "heed: Q, K, S = matrices 1 to 3\r\nheed: S := Q * transpose(K)\r\n",
             "```heed\nQ, K, S = matrices 1 to 3\n```\ntext\n```heed\nS := Q * transpose(K)\n```"}) {
        EXPECT_EQ(report_on(matrices + block).count(verdict::consistent), 4U) << block;
        EXPECT_EQ(report_on(block + "\n" + matrices).count(verdict::consistent), 4U) << block;
    }
}

TEST(page_text, blocks_that_are_shown_are_none) {
    EXPECT_FALSE(read_page_text("````markdown\n```heed\nwhat\n```\nheed: this\n````\n").has_block);
    EXPECT_FALSE(read_page_text("```heedless\nwhat\n```\n").has_block);
    EXPECT_FALSE(read_page_text("He said heed: this\n").has_block);
    EXPECT_TRUE(read_page_text("```python\n```heed\nQ = matrix 1\n").has_block) << "the first fence is open";
}

TEST(page_text, matrices_in_blocks_are_not_counted) {
    const page_text t = read_page_text("```heed\nA = [[1, 2], [3, 4]]\n```\n" + matrices);
    EXPECT_EQ(t.tables.size(), 4U);
    EXPECT_EQ(t.tables[0].line, 6U);
}

TEST(page_text, lists_go_on_over_lines) {
    const page_text t = read_block("A = [[1, 2],  # first\n     [3, 4]]\nA := A2\n");
    EXPECT_EQ(t.quantities.printed("A")->entries.size(), 4U);
    ASSERT_EQ(t.errors.size(), 1U);
    EXPECT_EQ(
        only_error("A = [[1, 2],\nQ = matrix 1\n"),
        "p:12:5: error: this matrix cannot be read: line 12, row 2: a bracket or an environment is not closed by its "
        "own kind");
}

TEST(page_text, messages_name_place_and_cure) {
    EXPECT_EQ(only_error("Q = matrix 7\n"),
              "p:12:5: error: there is no matrix 7: there are 4 matrices in this document; --list shows them");
    EXPECT_EQ(only_error("Q = matrix after \"R =\"\n"),
              "p:12:18: error: no matrix has this text before it: there are 4 matrices in this document; --list shows "
              "them");
    EXPECT_EQ(only_error("Q, K = matrices 1 to 3\n"), "p:12:8: error: 3 matrices for 2 names");
    EXPECT_EQ(only_error("Q = matrix 1\nQ = matrix 2\n"), "p:13:1: error: Q has its numbers already, from line 12");
    EXPECT_EQ(only_error("Q = matrix 1\nK = matrix 1\n"), "p:13:1: error: matrix 1 is Q already: it has one name");
    EXPECT_EQ(only_error("Q = matrix 1\nQ := Q * 2\n"), "p:13:6: error: Q cannot be defined by itself");
    EXPECT_EQ(only_error("Q = matrix 1\nA := Q\n A := Q\n"), "p:14:2: error: A has its formula already, from line 13");
    EXPECT_EQ(only_error("Wq = matrix 1\nS = matrix 3\nS := Wz * 2\n"),
              "p:14:6: error: unknown name \"Wz\"; did you mean Wq?; names are Wq, S");
    EXPECT_EQ(only_error("S = matrix 3\nS := Q * 2\nQ = matrix 1\n"),
              "p:13:6: error: Q is used before it is known: it is named in line 14");
    EXPECT_EQ(only_error("P = matrix 4\nS := P * 2\n"),
              "p:13:6: error: P is printed in part only; define it before it is used: P := ...");
    EXPECT_EQ(only_error("Q = [[1, 2, 3]]\nS := Q * Q\n"),
              "p:13:8: error: A * B needs columns(A) == rows(B): [1x3] * [1x3]; did you mean A * transpose(B)?");
    EXPECT_EQ(only_error("Q = [[1, 2, 3]]\nS = matrix 3\nS := Q\n"),
              "p:14:6: error: S is printed as [2x2], and its formula is [1x3]");
    EXPECT_EQ(only_error("S = Q * K\n").substr(0, 35), "p:12:5: error: after = comes matrix");
    EXPECT_EQ(only_error("S\n"), "p:12:2: error: this is no statement: expected =, := or a law after \"S\"");
    EXPECT_EQ(only_error("S = matrix 1\n"),
              "p:12:1: error: nothing to verify: no name has both numbers (=) and a formula (:=), and there are no "
              "laws");
    EXPECT_EQ(only_error("\xCE\xB1 = matrix 1\n"), "p:12:1: error: names are made of the letters a to z, digits and _");
    EXPECT_EQ(only_error("rows of S sum to two\n"), "p:12:18: error: expected \"one\", found \"two\"");
    EXPECT_EQ(only_error("A = [[1e999]]\n"), "p:12:5: error: numbers with exponents beyond 300 cannot be verified");
    EXPECT_EQ(errors_of(matrices + "```heed\nQ = matrix 1\n"),
              (std::vector<std::string>{"p:11:1: error: this block is not closed: its last line is to be ```"}));
}

TEST(page_text, messages_quote_the_line) {
    const std::string document = with_block("\tQ = matrix 7\n");
    const page_text t = read_page_text(document);
    ASSERT_EQ(t.errors.size(), 1U);
    EXPECT_EQ(text_of(t.errors[0], document, "p"),
              "p:12:6: error: there is no matrix 7: there are 4 matrices in this document; --list shows them\n"
              "   12 |  Q = matrix 7\n"
              "      |      ^\n");
    const std::string wide = std::string(500, 'x') + "\xCE\xB1y" + std::string(500, 'z');
    EXPECT_EQ(text_of(page_message{502, "here"}, wide, "p"),
              "p:1:502: error: here\n    1 | ..." + std::string(58, 'x') + "\xCE\xB1y" + std::string(39, 'z') +
                  "\n      | " + std::string(62, ' ') + "^\n");
}

TEST(page_text, all_errors_are_collected_and_none_twice) {
    EXPECT_EQ(errors_of(with_block("Q = matrix 8\nK = matrix 2\nA := Q * K\nB := A * nobody\nrows of Q sum to one\n"
                                   "C := K * nobody\n= 1\n"))
                  .size(),
              3U);
}

TEST(page_text, definitions_that_go_round_in_a_circle) {
    EXPECT_EQ(only_error("A = [[1.5]]\nB = [[2.5]]\nA := B * 1\nB := A * 1\n"),
              "p:15:6: error: B goes round in a circle: A is defined by B");
    EXPECT_EQ(only_error("A = [[1.5, ...]]\nX = [[1.0]]\nA := X * [[x]]\n").substr(0, 7), "p:14:12");
}

TEST(page_text, operands_that_are_wrong_are_computed) {
    const std::string block =
        "Q, K, S = matrices 1 to 3\nX = [[1.00, 0.00], [0.00, 1.00]]\nexact W = [[2.0, 0.0], [1.0, 3.0]]\n"
        "Q := X * W\nT = [[4.0, 2.0], [2.0, 10.0]]\nT := Q * transpose(K)\n";
    const report r = report_on(with_block(block));
    ASSERT_EQ(r.sections.size(), 2U);
    EXPECT_GT(r.sections[1].found.count(verdict::refuted), 0U);
    EXPECT_TRUE(
        has_note(r.sections[1], "with Q computed as X * W instead of as printed, all 4 entries are consistent"));
}

// A is wrong at one entry, and so is B, which was computed from the right A: the other entries of B only follow.
TEST(page_text, wrong_entries_are_told_from_those_that_only_follow) {
    const report r =
        report_on(with_block("exact X = [[1, 2], [3, 4]]\nexact A = [[2, 4], [6, 9]]\nA := 2 * X\n"
                             "exact B = [[3, 5], [7, 9]]\nB := A + 1\nexact C = [[4, 6], [8, 12]]\n"
                             "C := A + 2\n"));
    ASSERT_EQ(r.sections.size(), 3U);
    const std::vector<examined_entry>& a = r.sections[0].found.entries;
    const std::vector<examined_entry>& b = r.sections[1].found.entries;
    const std::vector<examined_entry>& c = r.sections[2].found.entries;
    EXPECT_EQ(detail::corrected_text(a[3], detail::reading::exact), "8");
    EXPECT_FALSE(a[3].instead);
    EXPECT_EQ(b[3].what, verdict::refuted);
    ASSERT_TRUE(detail::only_follows(b[3]));
    EXPECT_EQ(b[3].instead->names, "A");
    EXPECT_EQ(detail::corrected_text(b[3], detail::reading::exact), "9");
    EXPECT_EQ(detail::instead_text(b[3], detail::reading::exact),
              " With A computed instead of as printed it is consistent: it follows from what is wrong there.");
    EXPECT_EQ(c[3].what, verdict::refuted);  // of neither the printed nor the right A
    EXPECT_FALSE(detail::only_follows(c[3]));
    const std::string markdown = to_markdown(r), html = to_html(r);
    EXPECT_NE(markdown.find("| **2** | 7 | ~~9~~ (see A) |"), std::string::npos) << markdown;
    EXPECT_NE(markdown.find("\nSee S: the number is right where S is computed"), std::string::npos);
    EXPECT_NE(html.find("<s>9</s><b>see A</b>"), std::string::npos);
}

// The correction of an entry that is wrong itself follows from the right operand, not from the one that is printed.
TEST(page_text, corrections_follow_from_corrected_operands) {
    const report r =
        report_on(with_block("exact X = [[1, 2], [3, 4]]\nexact A = [[2, 4], [9, 9]]\nA := 2 * X\n"
                             "exact B = [[3, 5], [7, 8]]\nB := A + 1\n"));
    const report_section& b = r.sections[1];
    EXPECT_TRUE(detail::only_follows(b.found.entries[2]));
    ASSERT_TRUE(b.found.entries[3].instead);
    EXPECT_EQ(b.found.entries[3].value, "10");
    EXPECT_EQ(detail::corrected_text(b.found.entries[3], b.how), "9");
    EXPECT_EQ(detail::worst_of(detail::report_table(b.found))->name, "row 2, column 2");
}

TEST(page_text, matrices_with_the_same_digits_are_mentioned) {
    const report r = report_on(with_block("K = matrix 2\nQ = [[2.0, 0.0], [1.0, 3.0]]\nQ := K * 5\n"));
    EXPECT_TRUE(has_note(r.sections[0], "the printed Q equals the printed K"));
}

TEST(page_text, slips_and_misprints_are_named) {
    const report slip = report_on(
        with_block("exact K = matrix 2\nQ = [[0.8808, 0.1192], [0.1192, 0.8808]]\nQ := softmax(transpose(K))\n"));
    EXPECT_GT(slip.count(verdict::refuted), 0U);
    EXPECT_TRUE(has_note(slip.sections[0], "softmax"));
    const report digits = report_on(with_block("exact K = matrix 2\nQ = [[4.0, 0.0], [2.0, 0.6]]\nQ := K * 2\n"));
    EXPECT_TRUE(has_note(digits.sections[0], "6.0, which is the printed 0.6 with two digits exchanged, is consistent"));
    const report sign = report_on(with_block("exact K = matrix 2\nQ = [[4.0, 0.0], [-2.0, 6.0]]\nQ := K * 2\n"));
    EXPECT_TRUE(has_note(sign.sections[0], "row 2, column 1: 2.0, which is the printed -2.0 with the other sign"));
}

/// Verdicts of a law about A (and B), row by row.
std::vector<verdict> law_verdicts(const std::string& law, const std::string& a, const std::string& b = "[[0]]") {
    const report r = report_on("```heed\nA = " + a + "\nB = " + b + "\n" + law + "\n```\n");
    std::vector<verdict> all;
    for (const report_section& s : r.sections)
        for (const examined_entry& e : s.found.entries) all.push_back(e.what);
    return all;
}
constexpr verdict yes = verdict::consistent, no = verdict::refuted, dots = verdict::elided;
using verdict_list = std::vector<verdict>;

TEST(page_law, rows_sum_to_one_up_to_half_units) {
    const std::string law = "rows of A sum to one";
    EXPECT_EQ(law_verdicts(law, "[[0.5, 0.5], [0.5, 0.4], [0.5, 0.3], [0.6, 0.5]]"), (verdict_list{yes, yes, no, yes}));
    EXPECT_EQ(law_verdicts(law, "[[1.50, -0.50], [0.50, 0.51], [0.50, 0.52]]"), (verdict_list{yes, yes, no}));
    EXPECT_EQ(law_verdicts("exact C = [[0.5, 0.5], [0.33, 0.66]]\nrows of C sum to one", "[[1]]"),
              (verdict_list{yes, no}));
    EXPECT_EQ(law_verdicts(law, "[[1, 1e-300, 0], [inf, 0, 1]]"), (verdict_list{yes, no}));
}

TEST(page_law, what_is_elided_is_a_rest) {
    EXPECT_EQ(law_verdicts("rows of A sum to one", "[[0.2, ..., 0.3], [0.9, ..., 0.3]]"), (verdict_list{yes, no}));
    EXPECT_EQ(law_verdicts("rows of A sum to one", "[[0.2, 0.8], [..., ...], [0.9, 0.3]]"),
              (verdict_list{yes, dots, no}));
}

TEST(page_law, distributions_have_no_negative_entries) {
    EXPECT_EQ(law_verdicts("rows of A are distributions", "[[1.50, -0.50], [1.00, -0.00], [0.25, 0.75]]"),
              (verdict_list{no, yes, yes}));
    const report r = report_on("```heed\nA = [[1.5, -0.5]]\nrows of A are distributions\n```\n");
    EXPECT_TRUE(has_note(r.sections[0], "row 1 has a negative entry in column 2"));
}

/// What a sum is and what it can be are said of the sum, in the places of the entries.
TEST(page_law, sums_say_what_they_are) {
    const auto reason = [](const std::string& kind, const std::string& row) {
        const report r = report_on("```heed\nA = [" + row + "]\nrows of A " + kind + "\n```\n");
        return r.sections[0].found.entries[0].reason;
    };
    EXPECT_EQ(reason("are distributions", "[0.3006, 0.3322, 0.3676]"),
              "the printed entries sum to 1.0004, and within their digits to 1.00025 to 1.00055, not to 1");
    EXPECT_EQ(reason("sum to one", "[0.3, 0.3, 0.2]"),
              "the printed entries sum to 0.8, and within their digits to 0.65 to 0.95, not to 1");
    EXPECT_EQ(
        reason("sum to one", "[0.9, ..., 0.3]"),
        "the printed entries sum to 1.2 without those left out, and within their digits to at least 1.1, not to 1");
    EXPECT_EQ(reason("are distributions", "[0.5, -0.4, 0.9]"), "the entry in column 2 is negative, as no weight is");
    EXPECT_EQ(reason("are distributions", "[0.3006, 0.3322, 0.3673]"), "");
    const report r = report_on("```heed\nA = [[0.3006, 0.3322, 0.3676]]\nrows of A are distributions\n```\n");
    const std::string text = to_text(r);
    EXPECT_NE(text.find("element 1: the printed entries sum to 1.0004, and within"), std::string::npos) << text;
    EXPECT_EQ(text.find("0.00"), std::string::npos) << text;
    EXPECT_EQ(text.find("too "), std::string::npos) << text;
}

/// Two printed numbers: judged by a formula, by a law of each, and by their sum.
TEST(page_law, counts_each_printed_number_once) {
    const report r = report_on(
        "```heed\nS = [[0.1, 0.2]]\nA = [[0.4750, 0.5250]]\nA := softmax(S)\nrows of A are distributions\n"
        "rows of A lie within S\n```\n");
    EXPECT_EQ(r.printed(), 2U);
    EXPECT_EQ(r.laws().printed(), 3U);
    EXPECT_EQ(r.laws().count(verdict::refuted), 2U);
    EXPECT_EQ(r.sections[1].caption, "as they have to be");
    EXPECT_EQ(r.sections[2].caption, "as printed");
}

TEST(page_report, two_changes_at_once_are_called_a_guess) {
    const std::string block =
        "```heed\nQ = [[1.31, -0.52], [0.41, 0.87], [-0.75, 1.24]]\n"
        "K = [[0.93, 0.12], [-0.44, 1.65], [0.27, -0.98]]\n"
        "W = [[0.5905, 0.0164, 0.7674], [0.3021, 0.2418, 0.1541], [0.1074, 0.7418, 0.0784]]\n";
    const report two = report_on(block + "W := softmax(Q * transpose(K) / sqrt(2))\n```\n");
    EXPECT_TRUE(has_note(two.sections[0], "a guess, as two changes at once often fit by chance: consistent with"));
    const report one = report_on(block + "W := softmax(Q * transpose(K))\n```\n");
    EXPECT_TRUE(has_note(one.sections[0], "softmax down the columns"));
    EXPECT_FALSE(has_note(one.sections[0], "a guess"));
}

TEST(page_law, rows_lie_within_columns) {
    EXPECT_EQ(law_verdicts("rows of A lie within B", "[[1.0, 5.0], [3.1, 3.9], [0.9, 4.1], [0.8, 5.2]]",
                           "[[1.0, 4.0], [3.0, 5.0]]"),
              (verdict_list{yes, yes, yes, yes, yes, yes, no, no}));
    EXPECT_EQ(only_error("A = [[1, 2]]\nB = [[1]]\nrows of A lie within B\n"),
              "p:14:9: error: A is [1x2] and B is [1x1]: they need as many columns");
}

TEST(page_law, symmetry_and_equality) {
    EXPECT_EQ(law_verdicts("A is symmetric", "[[1, 2.04], [2.0, 1]]"), (verdict_list{yes, yes, yes, yes}));
    EXPECT_EQ(law_verdicts("A is symmetric", "[[1, 2.06], [2.0, 1]]"), (verdict_list{yes, no, no, yes}));
    EXPECT_EQ(law_verdicts("A equals B", "[[0.40, -inf, 0.45]]", "[[0.4, -inf, 0.6]]"), (verdict_list{yes, yes, no}));
    EXPECT_EQ(law_verdicts("A equals B", "[[0.45, inf]]", "[[0.5, -inf]]"), (verdict_list{yes, no}));
    EXPECT_EQ(only_error("A = [[1, 2]]\nA is symmetric\n"),
              "p:13:1: error: A is [1x2]: only a square matrix is symmetric");
}

/// The output of a document of 12 tokens prints 3 rows, dots and 3 rows: these are the last ones.
TEST(page_law, sections_have_the_rows_of_the_formula) {
    const report r = report_on(
        "```heed\nexact X = [[1], [2], [3], [4], [5]]\nA = [[1], [...], [5]]\nA := X * 1\nrows of A lie within X\n"
        "rows of A sum to one\n```\n");
    ASSERT_EQ(r.sections.size(), 3U);
    EXPECT_EQ(r.sections[1].found.entries.size(), 5U);
    EXPECT_EQ(r.sections[1].found.entries[4].what, yes);
    EXPECT_EQ(r.sections[2].found.entries.size(), 5U);
    EXPECT_EQ(r.sections[2].found.entries[4].what, no);
    EXPECT_EQ(r.sections[2].found.entries[3].what, dots);
}

const std::string everything = with_block(
    "Q, K = matrices 1 to 2\nS = matrix after \"S =\"\nexact A = [[0.5, 0.5],\n [1, 0]]\nX := Q * inverse(K)  # no\n"
    "S := Q * transpose(K) / sqrt(2)\nK := X * Q\nrows of A are distributions\nrows of S lie within Q\nA is symmetric\n"
    "A equals Q\n");

/// Nothing but messages comes of it, and of what has none a report.
void survive(const std::string& document) {
    const page_text t = read_page_text(document);
    for (const page_message& m : t.errors) {
        EXPECT_LE(m.position, document.size());
        EXPECT_FALSE(text_of(m, document, "p").empty());
    }
    if (!t.errors.empty() || !t.has_block) return;
    const report r = report_of(t, [](const std::string&, std::size_t, std::size_t) {}, {.trials = 2});
    EXPECT_FALSE(to_text(r).empty());
}

/// The verdicts of a block, a letter each: c, r, u.
std::string verdicts(const std::string& block) {
    const page_text t = read_page_text("```heed\n" + block + "```\n");
    for (const page_message& m : t.errors) ADD_FAILURE() << m.words;
    std::string letters;
    if (!t.errors.empty()) return letters;
    for (const std::string& name : t.quantities.subjects())
        for (const verdict v : verdicts_of(t.quantities.subject_of(name)))
            letters += v == verdict::consistent ? 'c' : v == verdict::refuted ? 'r' : 'u';
    return letters;
}

TEST(page_text, verdicts_of_functions_that_jump) {
    const std::string rows = "R = [[0.12, 0.88, 0.30], [0.10, 0.20, 0.70]]\n";
    EXPECT_EQ(verdicts(rows + "a = [1, 2]\na := argmax(R)\n"), "cc");
    EXPECT_EQ(verdicts(rows + "a = [1, 1]\na := argmax(R)\n"), "cr");
    EXPECT_EQ(verdicts(rows + "a = [0, 0, 1]\na := argmax(R, axis=0)\n"), "ccc");
    EXPECT_EQ(verdicts(rows + "a = [0, 0]\na := argmin(R)\n"), "cc");
    EXPECT_EQ(verdicts(rows + "a = [[0, 1, 0], [0, 0, 1]]\na := R > 0.5\n"), "cccccc");
    // 0.50 and 0.50 may be 0.503 and 0.498 or the other way: 0 can be, by the first of equals; 1 perhaps; 2 cannot.
    const std::string tie = "R = [[0.50, 0.50, 0.30]]\n";
    EXPECT_EQ(verdicts(tie + "a = [0]\na := argmax(R)\n"), "c");
    EXPECT_EQ(verdicts(tie + "a = [1]\na := argmax(R)\n"), "u");
    EXPECT_EQ(verdicts(tie + "a = [2]\na := argmax(R)\n"), "r");
    EXPECT_EQ(verdicts("exact R = [[3, 7, 7]]\na = [1]\na := argmax(R)\n"), "c");
    EXPECT_EQ(verdicts("exact R = [[3, 7, 7]]\na = [2]\na := argmax(R)\n"), "r");
    // Whether 0.5 may be more than 0.5 is a matter of digits that are not printed.
    EXPECT_EQ(verdicts("R = [0.5, 0.6, 0.4]\na = [1, 1, 1]\na := R > 0.5\n"), "ucr");
    EXPECT_EQ(verdicts("R = [0.5, 0.6, 0.4]\na = [0.5, 0.6, 9.0]\na := where(R > 0.5, R, 9)\n"), "ucc");
    // A 0 that is not exact may be 0.3, and then it masks nothing.
    const std::string scores = "S = [[1.0, 2.0], [3.0, 4.0]]\n", mask = "M = [[1, 0], [1, 1]]\n";
    const std::string masked = "W = [[1.00, 0.00], [0.27, 0.73]]\nW := softmax(where(M, S))\n";
    const std::string whole = "W = [[0.27, 0.73], [0.27, 0.73]]\nW := softmax(where(M, S))\n";
    EXPECT_EQ(verdicts(scores + mask + masked), "cccc");
    EXPECT_EQ(verdicts(scores + mask + whole), "uucc");
    EXPECT_EQ(verdicts(scores + "exact " + mask + whole), "rrcc");
}

TEST(page_text, verdicts_of_rounding) {
    const std::string exact = "exact x = [0.126, 0.125, -1.25, 7]\n";
    EXPECT_EQ(verdicts(exact + "y = [0.13, 0.13, -1.25, 7.00]\ny := round(x, 2)\n"), "cucc");  // half-way: both rules
    EXPECT_EQ(verdicts(exact + "y = [0.12, 0.12, -1.26, 7.01]\ny := round(x, 2)\n"), "rurr");
    EXPECT_EQ(verdicts(exact + "y = [0.13, 0.14, -1.25, 7.00]\ny := round(x, 2)\n"), "crcc");
    EXPECT_EQ(verdicts("x = [0.126]\nz = [0.26]\nz := 2 * round(x, 2)\n"), "c");
    EXPECT_EQ(verdicts("x = [0.126]\nz = [0.25]\nz := 2 * round(x, 2)\n"), "r");
    EXPECT_EQ(verdicts("x = [0.3]\nz = [0.5]\nz := round(x, 1)\n"), "r");
}

TEST(page_text, verdicts_of_statistics_and_sines) {
    const std::string x = "exact X = [[1, 5, 2], [4, 4, -1], [0.5, 2.5, 3]]\n";
    EXPECT_EQ(verdicts(x + "m = [[2.67], [2.33], [2.00]]\nm := mean(X)\nv = [2.89, 5.56, 1.18]\nv := var(X)\n"),
              "cccccr");
    EXPECT_EQ(verdicts(x + "v = [4.33, 8.33, 1.75]\nv := X.var(dim=-1, unbiased=True)\n"), "ccc");
    EXPECT_EQ(verdicts(x + "N = [[-0.98, 1.37, -0.39], [0.71, 0.71, -1.41], [-1.39, 0.46, 0.94]]\n"
                           "N := layer_norm(X)\n"),
              "ccccccccr");
    EXPECT_EQ(verdicts("x = [0.12, 3.14]\ny = [0.12, 0.00]\ny := sin(x)\nz = [0.993, -1.000]\nz := cos(x)\n"), "cccc");
    EXPECT_EQ(verdicts("x = [0.12, 3.14]\ny = [0.15, 0.02]\ny := sin(x)\n"), "rr");
    EXPECT_EQ(verdicts("exact X = [[1, 2], [3, 4]]\nm = [[1], [3]]\nm := X[:, 0:1]\nn = [2]\nn := X[0, 1:]\n"), "ccc");
}

/// A name whose formula lost an axis is as ambiguous as the formula in its place.
TEST(page_text, a_mean_by_its_name_is_not_read_in_two_ways) {
    const std::string x = "```heed\nexact X = [[1, 2], [3, 5]]\nm := mean(X)\nY = [[0, 0], [0, 0]]\n";
    const std::vector<std::string> errors = errors_of(x + "Y := X - m\n```\n");
    ASSERT_EQ(errors.size(), 1U);
    EXPECT_NE(errors[0].find("[2x2] - [2] can be read in two ways"), std::string::npos) << errors[0];
    EXPECT_TRUE(errors_of(x + "Y := X - m[:, None]\n```\n").empty());
}

TEST(table_names, of_the_text_before) {
    const auto name = [](const char* before) { return detail::name_in_text(before); };
    EXPECT_EQ(name("Q ="), "Q");
    EXPECT_EQ(name("Q = X W^Q ="), "Q");
    EXPECT_EQ(name("W^Q ="), "W_Q");
    EXPECT_EQ(name("The keys are K ="), "K");
    EXPECT_EQ(name("We get, at last: K ="), "K");
    EXPECT_EQ(name("X = np.array("), "X");
    for (const char* shown :
         {">>> Q", ">>> Q.round(3)", ">>> np.round(Q, 3)", "print(Q)", "print('Q:', Q.detach().numpy())",
          "print(Q, end='')", "print(Q.round(decimals=2))", "In [3]: Q.tolist()"})
        EXPECT_EQ(name(shown), "Q") << shown;
    for (const char* other : {">>> Q.T", ">>> Q @ K.T", ">>> np.exp(Q)", ">>> Q.round(2).T", "print(Q.T)",
                              "print('Q', Q.shape)", "print(Q, K)", "print(np.round(Q.T, 2))", "print(Q.numpy() * 2)",
                              "print(Q) + 1", ">>> torch.softmax(Q, dim=-1)", "In [3]: np.linalg.inv(Q)"})
        EXPECT_EQ(name(other), "") << other;
    EXPECT_EQ(name("tensor("), "");
    EXPECT_EQ(name("print(Q)"), "Q");
    EXPECT_EQ(name(">>> print(\"Q:\", Q)"), "Q");
    EXPECT_EQ(name(">>> weights.round(3)"), "weights");
    EXPECT_EQ(name(">>> Q"), "Q");
    EXPECT_EQ(name("In [7]: Q"), "Q");
    EXPECT_EQ(name("Out[7]:"), "Out_7");
    EXPECT_EQ(name("Out[7]: array("), "Out_7");
    EXPECT_EQ(name("**Attention weights:**"), "Attention_weights");
    EXPECT_EQ(name("Query Matrix (Q):"), "Q");
    EXPECT_EQ(name("The queries Q:"), "Q");
    EXPECT_EQ(name("Attention scores S = QK^T / 2, row by row:"), "S");
    EXPECT_EQ(name("<p>Key matrix W<sub>K</sub> = X&middot;C&alpha;:</p>"), "W_K");
    EXPECT_EQ(name("Rows of Q:"), "Rows_of_Q");
    EXPECT_EQ(name("\\text{Score}(Q, K) ="), "Score_Q_K");
    EXPECT_EQ(name("Here is what comes out of it all:"), "");
    EXPECT_EQ(name(""), "");
    EXPECT_EQ(name("3 x 3"), "M3_x_3");
    EXPECT_EQ(name("\xCE\xB1 ="), "alpha");
    EXPECT_EQ(name("Out["), "Out");
    EXPECT_EQ(name("print("), "");
}

TEST(table_names, are_all_different_and_mean_nothing_else) {
    const std::string document =
        "Q = [[1, 2], [3, 4]]\n\nQ = [[1, 2], [3, 5]]\n\nsoftmax = [[1, 2], [3, 6]]\n\n"
        "k = [[1, 2], [3, 7]]\n\nSome longer words about it:\n\n[[1, 2], [3, 8]]\n";
    EXPECT_EQ(
        detail::names_of_tables(find_tables("$$Q = \\begin{bmatrix} 1 & 2 \\end{bmatrix} \\begin{bmatrix} 3 \\\\ 4 "
                                            "\\end{bmatrix}$$"))
            .at(0),
        "M1");  // Q is the product
    EXPECT_EQ(detail::names_of_tables(find_tables(document)),
              (std::vector<std::string>{"Q", "Q_2", "softmax_2", "k_2", "M5"}));
}

TEST(read_page_text, numbers_in_comments_of_a_matrix_are_rest) {
    const auto rest = [](const std::string& document) {
        std::size_t lines = 0;
        for (const skipped_text& s : read_page_text(document).rest) lines += s.line;
        return lines;
    };
    EXPECT_EQ(rest("$$X = \\begin{bmatrix} 0.5 & 2.25 \\\\ 3.5 & 4.75 \\end{bmatrix}$$\n"), 0U);
    EXPECT_EQ(rest("$$X = \\begin{bmatrix} 0.5% & 2.25 \\\\ 3.5 & 4.75 \\end{bmatrix}$$\n"), 1U);  // % begins a comment
    EXPECT_EQ(rest("```\n[[0.5 /* 0.6 */, 2.25],\n [3.5, 4.75]]\n```\n"), 2U);
    EXPECT_EQ(rest("```\n[[0.5 /* half */, 2.25],\n [3.5, 4.75]]\n```\n"), 0U);
}

TEST(read_page_text, whole_numbers_above_decimals_count_the_columns) {
    const auto rows = [](const std::string& first) {
        const page_text t = read_page_text("```\n" + first + "\n 0.441 -0.331  2.431\n-0.252  0.110  1.582\n```\n");
        return t.tables.empty() || t.tables[0].error ? 0U : t.tables[0].table.extents.at(0);
    };
    EXPECT_EQ(rows("     0      1      2"), 2U);
    EXPECT_EQ(rows("     1      2      3"), 2U);
    EXPECT_EQ(rows("     0      2      1"), 3U);
    EXPECT_EQ(rows("   0.0    1.0    2.0"), 3U);
}

/// The block that is proposed for a document, in it.
std::string with_proposal(const std::string& document, std::size_t verified, std::size_t guesses) {
    const proposal p = propose_block(read_page_text(document));
    EXPECT_EQ(p.verified, verified);
    EXPECT_EQ(p.guesses, guesses);
    std::string block;
    for (const std::string& line : p.lines) block += line + '\n';
    return document + "\n```heed\n" + block + "```\n";
}

/// The comment above a formula from which too few numbers follow.
const std::string too_few = "# too few to refute the others: ?= only asks; write := if this is meant\n";

TEST(propose, finds_the_formulas_of_attention) {
    const std::string page =
        "X = [[1, 0], [0, 1], [1, 1]]\n\nWq = [[0.5, 0.2], [0.1, 0.9]]\n\n"
        "Wk = [[0.3, 0.8], [0.7, 0.4]]\n\nQ = [[0.5, 0.2], [0.1, 0.9], [0.6, 1.1]]\n\n"
        "K = [[0.3, 0.8], [0.7, 0.4], [1.0, 1.2]]\n\n"
        "scores = [[0.219, 0.304, 0.523], [0.530, 0.304, 0.834], [0.750, 0.608, 1.358]]\n\n"
        "weights = [[0.290, 0.316, 0.394], [0.317, 0.253, 0.430], [0.270, 0.234, 0.496]]\n\n"
        "output = [[0.705, 0.831], [0.702, 0.871], [0.741, 0.905]]\n";
    const std::string proposed = with_proposal(page, 6, 1);
    for (const char* line : {"exact X = matrix 1\n", "exact Wq = matrix 2\n", "exact Q = matrix 4\n", "Q := X * Wq\n",
                             "K := X * Wk\n", "# holds for all 9 numbers\nscores := Q * transpose(K) / sqrt(2)\n",
                             "weights := softmax(Q * transpose(K) / sqrt(2))\n", "rows of weights are distributions\n"})
        EXPECT_NE(proposed.find(line), std::string::npos) << line << proposed;
    EXPECT_TRUE(errors_of(proposed).empty());
}

/// Three matrices and what is said of them: scores of two queries and keys, with weights and an output.
std::string stated_page(const std::string& weights, const std::string& numbers, const std::string& output) {
    return "Q = [[1, 0], [3, 1]]\n\nK = [[1, 1], [0, 3]]\n\nV = [[1, 2], [3, 0]]\n\n"
           "scores = Q @ K.T / np.sqrt(2) = [[0.7071, 0.0000], [2.8284, 2.1213]]\n\n" +
           weights + " = " + numbers + "\n\noutput = weights @ V = " + output + "\n";
}

TEST(propose, what_the_document_says_comes_first) {
    const std::string right = "[[0.6698, 0.3302], [0.6698, 0.3302]]", output = "[[1.6604, 1.3395], [1.6604, 1.3395]]";
    const std::string proposed = with_proposal(stated_page("weights = softmax(scores)", right, output), 5, 0);
    for (const char* line : {"# as the document says: holds for all 4 numbers\nscores := Q @ K.T / np.sqrt(2)\n",
                             "\nweights := softmax(scores)\n", "\noutput := weights @ V\n",
                             "rows of weights are distributions\nrows of output lie within V\n"})
        EXPECT_NE(proposed.find(line), std::string::npos) << line << proposed;
    EXPECT_TRUE(errors_of(proposed).empty());

    // Without the scale, along the other axis: the numbers do not follow from what is said, and from what they do.
    for (const auto& [numbers, otherwise] :
         {std::pair{"[[0.7311, 0.2689], [0.7311, 0.2689]]", "softmax(Q * transpose(K))"},
          std::pair{"[[0.1070, 0.1070], [0.8930, 0.8930]]", "softmax(scores, axis=0)"}}) {
        const proposal p = propose_block(read_page_text(stated_page("weights = softmax(scores)", numbers, output)));
        std::string block;
        for (const std::string& line : p.lines) block += line + '\n';
        EXPECT_NE(
            block.find(std::string("# as the document says: holds for 0 of 4 numbers\n# all of them follow from ") +
                       otherwise + '\n' + too_few + "weights ?= softmax(scores)\n"),
            std::string::npos)
            << block;
    }
}

TEST(propose, what_is_said_in_code_above_and_what_is_not_understood) {
    const std::string operands = "A = [[1, 2], [3, 4]]\n\nB = [[5, 6], [7, 9]]\n\n", product = "[[19, 24], [43, 54]]\n";
    for (const char* said :
         {"```python\nC = A @ B\nprint(C)\n```\n\n", ">>> C = A @ B\n", "The product is `C = A @ B`:\n\n"})
        EXPECT_NE(with_proposal(operands + said + "C = " + product, 1, 0)
                      .find("document says: holds for all 4 numbers\nC := A @ B\n"),
                  std::string::npos)
            << said;
    // A word, a comparison: found as ever.
    for (const char* said : {"C = product of A and B", "C == A @ A"})
        EXPECT_NE(
            with_proposal(operands + said + "\n\nC = " + product, 1, 0).find("# holds for all 4 numbers\nC := A * B\n"),
            std::string::npos)
            << said;
    // A name that there is not, itself, what is not understood, what the numbers do not follow from: another formula is
    // only mentioned.
    for (const char* said : {"C = A @ D", "C = C @ A", "C = A @ B.reshape(2, 2)"})
        EXPECT_NE(with_proposal(operands + said + "\n\nC = " + product, 0, 0)
                      .find("# C := A * B holds for 4 of 4 numbers; the document states "),
                  std::string::npos)
            << said;
    // Which of two with one name is meant is not known.
    const std::string twice = with_proposal(operands + "A = [[1, 1], [1, 1]]\n\nC = A @ B\n\nC = " + product, 1, 0);
    EXPECT_NE(twice.find("C := A * B\n"), std::string::npos) << twice;
}

TEST(propose, formulas_of_latex) {
    const std::vector<detail::named_sizes> printed{{"Q", "Q", 3, 4},         {"K", "K", 5, 4},     {"V", "V", 5, 2},
                                                   {"W_Q", "W_Q", 2, 4},     {"A", "A", 3, 5},     {"X", "X", 3, 2},
                                                   {"alpha", "alpha", 3, 5}, {"W_1", "W_1", 2, 4}, {"Z", "Z", 3, 2}};
    for (const auto& [latex, block] : {
             std::pair{"QK^\\top", "Q @ K.T"},
             {"\\mathrm{softmax}\\left(\\frac{QK^\\top}{\\sqrt{d_k}}\\right)", "softmax(Q @ K.T / sqrt(4))"},
             {"\\text{softmax}(Q K^T / \\sqrt{3})", "softmax(Q @ K.T / sqrt(3))"},
             {"\\operatorname{softmax}(A)V", "softmax(A) @ V"},
             {"A V", "A @ V"},
             {"X W^Q", "X @ W_Q"},
             {"X W_{Q}", "X @ W_Q"},
             {"X \\cdot W_Q + A", "X @ W_Q + A"},
             {"\\frac{Q + X}{2}", "(Q + X) / 2"},
             {"\\mathbf{Q}\\mathbf{K}^{\\top}", "Q @ K.T"},
             {"\\alpha V", "alpha @ V"},
             {"\\alpha\\mathbf{V}", "alpha @ V"},
             {"XW^{(1)}", "X @ W_1"},
             {"X W^{[1]} + Q", "X @ W_1 + Q"},
             {"\\tanh(Z)", "tanh(Z)"},
             {"\\sigma\\left(Z\\right)", "sigmoid(Z)"},
             {"\\max(0, XW_1 + Q)", "relu(X @ W_1 + Q)"},
             {"\\text{ReLU}(Z)", "relu(Z)"},
             {"\\operatorname{LayerNorm}(X + Z)", "layer_norm(X + Z)"},
             {"X \\odot Z", "hadamard(X, Z)"},
             {"X \\circ \\sigma(Z)", "hadamard(X, sigmoid(Z))"},
             {"X \\odot V", ""},
             {"\\beta V", ""},
             {"X W^1", ""},
             {"X W^{(2)}", ""},
             {"QB", ""},
             {"\\frac{Q}", ""},
             {"\\left(Q", ""},
             {"\\sum_i q_i k_i", ""},
             {"Q_1", ""},
             {"the product of A and V", ""},
             {"", ""},
             {"\\", ""},
             {"\\text{", ""},
         })
        EXPECT_EQ(detail::formula_of_latex(latex, printed), block) << latex;

    const std::string page =
        "\\[ Q = \\begin{bmatrix} 1 & 0 \\\\ 3 & 1 \\end{bmatrix} \\]\n\\[ K = \\begin{bmatrix} 1 & 1 \\\\ 0 & 3 "
        "\\end{bmatrix} \\]\n\\[ A = \\mathrm{softmax}\\left(\\frac{QK^\\top}{\\sqrt{d_k}}\\right) = "
        "\\begin{bmatrix} 0.7311 & 0.2689 \\\\ 0.7311 & 0.2689 \\end{bmatrix} \\]\n";
    const proposal p = propose_block(read_page_text(page));
    std::string block;
    for (const std::string& line : p.lines) block += line + '\n';
    EXPECT_NE(
        block.find(
            "# as the document says: holds for 0 of 4 numbers\n# all of them follow from softmax(Q * transpose(K))\n" +
            too_few + "A ?= softmax(Q @ K.T / sqrt(2))\n"),
        std::string::npos)
        << block;
}

TEST(propose, an_output_that_follows_from_nothing_has_no_law) {
    const std::string page =
        "V = [[1, 2], [3, 0]]\n\nweights = [[0.6698, 0.3302], [0.3302, 0.6698]]\n\noutput = [[1.75, 1.45], [2.45, "
        "0.75]]\n";
    std::string block;
    for (const std::string& line : propose_block(read_page_text(page)).lines) block += line + '\n';
    EXPECT_EQ(block.find("lie within"), std::string::npos) << block;
    EXPECT_NE(block.find("# by their names: holds for none of 4 numbers\n" + too_few + "output ?= weights * V\n"),
              std::string::npos)
        << block;
}

TEST(propose, weights_whose_columns_sum_to_1_are_told) {
    const std::string page =
        "S = [[0.7071, 0.0000], [0.7071, 1.4142]]\n\nalpha = [[0.5000, 0.1956], [0.5000, 0.8044]]\n";
    const std::string proposed = with_proposal(page, 1, 0);
    EXPECT_NE(proposed.find("# its columns sum to 1, not its rows: as attention has it where tokens are columns\n"
                            "alpha := softmax(S, axis=0)\n"),
              std::string::npos)
        << proposed;
}

TEST(propose, finds_layers) {
    const std::string page =
        "X = [[0.5, -1.5], [1.0, 0.25]]\n\nW = [[1.0, 0.5, -1.0], [0.0, 1.0, 2.0]]\n\n"
        "b = [0.125, 0.5, -0.25]\n\nY = [[0.6250, 0.0000, 0.0000], [1.1250, 1.2500, 0.0000]]\n\n"
        "N = [[1.1547, -0.5774, -0.5774], [0.4842, 0.6658, -1.1499]]\n";
    const std::string proposed = with_proposal(page, 2, 0);
    EXPECT_NE(proposed.find("Y := relu(X * W + b)\n"), std::string::npos) << proposed;
    EXPECT_NE(proposed.find("N := (Y - mean(Y, keep)) / std(Y, keep, unbiased=True)\n"), std::string::npos) << proposed;
    EXPECT_TRUE(errors_of(proposed).empty());
}

/// Small weights are soon hit by a formula of other ones.
TEST(propose, weights_follow_from_nothing) {
    const auto formulas = [](const std::string& w) {
        const proposal p = propose_block(
            read_page_text("$$ H = \\begin{pmatrix} 0.2 & 1.2 \\\\ -0.4 & -0.9 \\end{pmatrix} $$\n\n"
                           "$$ W_Q = \\begin{pmatrix} -0.3 & -0.5 \\\\ -0.3 & -1.3 \\end{pmatrix}, \\quad " +
                           w + " = \\begin{pmatrix} 0.2 & 0.5 \\\\ 0.5 & 1.3 \\end{pmatrix} $$\n"));
        std::string all;
        for (const std::string& line : p.lines) all += line + '\n';
        return all;
    };
    EXPECT_NE(formulas("P").find("P := W_Q * transpose(W_Q) / sqrt(2)\n"), std::string::npos) << formulas("P");
    for (const std::string name : {"W_K", "W_out", "W2", "b"}) {
        EXPECT_EQ(formulas(name).find(":= W_Q"), std::string::npos) << formulas(name);
        EXPECT_NE(formulas("\\mathbf " + name).find('\n' + name + " = matrix 3\n"), std::string::npos)
            << formulas("\\mathbf " + name);
    }
}

/// Three of four numbers of one digit are hit by chance where many formulas are tried.
TEST(propose, what_chance_explains_is_no_guess) {
    const std::string page =
        "H = [[0.2, 1.2], [-0.4, -0.9], [0.2, -1.5]]\n\nA = [[-0.3, -0.5], [-0.3, -1.3]]\n\n"
        "T = [[0.2, 0.4], [0.7, 1.4]]\n";
    const std::string proposed = with_proposal(page, 0, 0);
    EXPECT_EQ(proposed.find("T := "), std::string::npos) << proposed;
}

TEST(propose, finds_attention_over_tokens_that_are_columns) {
    const std::string page =
        "X = [[1.0, 0.5, -1.0], [0.2, 2.0, 0.3]]\n\n"
        "A = [[1.0, 0.5], [-0.5, 1.0]]\n\n"
        "B = [[0.3, 1.0], [1.2, -0.5]]\n\n"
        "C = [[2.0, 0.0], [1.0, -1.0]]\n\n"
        "Q = [[1.10, 1.50, -0.85], [-0.30, 1.75, 0.80]]\n\n"
        "K = [[0.50, 2.15, 0.00], [1.10, -0.40, -1.35]]\n\n"
        "V = [[2.00, 1.00, -2.00], [0.80, -1.50, -1.30]]\n\n"
        "S = [[0.156, 1.892, 0.322], [1.757, 1.785, -1.519], [0.286, -1.671, -0.764]]\n\n"
        "P = [[0.1408, 0.5187, 0.6682], [0.6987, 0.4665, 0.1061], [0.1605, 0.0147, 0.2257]]\n\n"
        "O = [[0.6593, 1.4746, 0.9911], [-1.1440, -0.3040, 0.0820]]\n\n";
    const std::string proposed = with_proposal(page, 6, 0);
    for (const char* line : {"Q := A * X\n", "K := B * X\n", "V := C * X\n", "S := transpose(K) * Q / sqrt(2)\n",
                             "P := softmax(transpose(K) * Q / sqrt(2), axis=0)\n", "O := V * P\n"})
        EXPECT_NE(proposed.find(line), std::string::npos) << line << proposed;
    EXPECT_TRUE(errors_of(proposed).empty());
}

TEST(propose, says_what_was_not_tried) {
    std::string page;
    for (int m = 0; m < 42; ++m) page += "W" + std::to_string(m) + " = [[[0." + std::to_string(17 + m) + ", 1]]]\n\n";
    const proposal p = propose_block(read_page_text(page));
    EXPECT_NE(std::find(p.lines.begin(), p.lines.end(),
                        "# not looked at, beyond the first 40 or of more than 4096 numbers: matrices 41 to 42"),
              p.lines.end());
}

/// Of eight numbers with one digit six are soon hit by chance.
TEST(propose, two_wrong_numbers_of_eight_are_too_many) {
    const std::string page =
        "A = [[1, 2], [3, 4]]\n\nB = [[1, 2, 3, 4], [5, 6, 7, 8]]\n\n"
        "C = [[11, 14, 17, 20], [23, 30, 37, 45]]\n\n"
        "D = [[11, 14, 17, 21], [23, 30, 37, 45]]\n";
    const std::string proposed = with_proposal(page, 0, 1);
    EXPECT_NE(proposed.find("# a guess: holds for 7 of 8 numbers; is it meant?\nC ?= A * B\n"), std::string::npos)
        << proposed;
}

/// 2100 x 2100 scores, of which few are printed.
TEST(propose, what_is_too_large_is_not_tried_by_names_either) {
    std::string column = "[";
    for (int i = 0; i < 2100; ++i)
        column += std::string(i == 0 ? "" : ", ") + "[0." + std::to_string(10 + i % 90) + "]";
    column += "]\n\n";
    const proposal p = propose_block(read_page_text(
        "Q = " + column + "K = " + column + "Scores = [[0.01, ..., 0.05], [..., ..., ...], [0.05, ..., 0.09]]\n"));
    EXPECT_EQ(p.verified + p.guesses, 0U);
    for (const std::string& line : p.lines)
        EXPECT_EQ(line.find("transpose"), line.find("transpose(K) / sqrt(2)")) << line;
}

TEST(propose, says_what_does_not_hold) {
    const std::string page =
        "Q = [[1.50, 0.25], [0.75, 2.00]]\n\nK = [[1.50, 0.25], [0.75, 2.00]]\n\n"
        "scores = [[9.00, 9.00], [9.00, 9.00]]\n";
    const std::string proposed = with_proposal(page, 0, 1);
    EXPECT_NE(proposed.find("# the numbers of K are those of Q\n# by their names: holds for none of 4 numbers\n" +
                            too_few + "scores ?= Q * transpose(K) / sqrt(2)\n"),
              std::string::npos)
        << proposed;
    // A mask is left from which the numbers may come: the formula is no statement then.
    const std::string masked = with_proposal("mask = [[0.25, 0.50], [0.75, 0.10]]\n\n" + page, 0, 0);
    EXPECT_NE(masked.find("# by their names scores := Q * transpose(K) / sqrt(2), which holds for none of 4 numbers\n"),
              std::string::npos)
        << masked;
    const proposal none = propose_block(read_page_text("A = [[1.23, 4.56]]\n"));
    EXPECT_EQ(none.verified + none.guesses, 0U);
    EXPECT_EQ(none.lines.back().substr(0, 26), "# no usual formula explain");
    EXPECT_TRUE(propose_block(read_page_text("no matrix")).lines.size() == 1);
}

/// One number of four is wrong, and the formula is found by the other three. It is only asked about where neither the
/// document nor the names of its matrices say it.
TEST(propose, one_wrong_number_of_a_small_matrix) {
    const std::string operands = "Q = [[1.50, 0.25], [0.75, 2.00]]\n\nK = [[0.50, 1.25], [1.75, -1.00]]\n\n";
    struct trial {
        const char *printed, *line;
    };
    for (const trial t : {trial{"scores = [[0.751, 1.679], [2.033, 0.486]]", "scores := Q * transpose(K) / sqrt(2)"},
                          trial{"scores = [[1.0625, 2.735], [2.875, -0.6875]]", "scores := Q * transpose(K)"},
                          trial{"P = [[0.751, 1.679], [2.033, 0.486]]", "P := Q * transpose(K) / sqrt(2)"},
                          trial{"Y = [[1.1875, 1.6250], [1.3750, -1.0625]]", "Y := Q * K"}}) {
        const std::string proposed = with_proposal(operands + t.printed + "\n", 0, 1), line = t.line;
        const bool named = line.compare(0, 6, "scores") == 0;
        EXPECT_NE(proposed.find(named ? "# by their names: holds for 3 of 4 numbers\n" + line + '\n'
                                      : "# a guess: holds for 3 of 4 numbers; is it meant?\n" +
                                            std::string(line).replace(line.find(":="), 2, "?=") + '\n'),
                  std::string::npos)
            << proposed;
    }
}

TEST(page_text, every_prefix_of_a_page) {
    for (std::size_t n = 0; n <= everything.size(); ++n) {
        survive(everything.substr(0, n));
        survive(everything.substr(0, n) + "\n```");
    }
}

std::uint64_t state = 1;
std::size_t random_below(std::size_t n) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state % n;
}

TEST(page_text, random_bytes_and_random_changes) {
    for (int i = 0; i < 300; ++i) {
        std::string bytes = i % 2 == 0 ? "```heed\n" : "";
        for (std::size_t n = random_below(400); n > 0; --n) bytes += static_cast<char>(random_below(256));
        survive(bytes);
        std::string page = everything;
        for (std::size_t n = 1 + random_below(4); n > 0; --n) {
            const std::size_t at = matrices.size() + random_below(page.size() - matrices.size());
            page[at] = i % 3 == 0 ? static_cast<char>(random_below(256)) : page[random_below(page.size())];
        }
        survive(page);
    }
}

TEST(page_text, large_documents) {
    std::string document = with_block("Q = matrix 1\nA := Q * nobody\n");
    while (document.size() < 5'000'000) document += "Some words, a formula $x_1$, and [a link](to/somewhere).\n";
    EXPECT_EQ(errors_of(document).size(), 1U);
    std::string fences = with_block("Q = matrix 1\nA := Q * nobody\n");
    while (fences.size() < 1'000'000) fences += "```a\nwords\n~~~~b\nwords\n";
    EXPECT_EQ(errors_of(fences).size(), 1U);
}

TEST(page_text, formulas_beyond_any_patience) {
    std::string column = "A = [";
    for (int i = 0; i < 3000; ++i) column += "[1],";
    column.back() = ']';
    const std::string block =
        "```heed\n" + column + "\nB = [[1, ..., 1], [..., ..., ...], [1, ..., 1]]\nB := A * transpose(A)\n```\n";
    const std::vector<std::string> errors = errors_of(block);
    ASSERT_EQ(errors.size(), 1U);
    EXPECT_EQ(errors[0], "p:4:6: error: the matrices of this formula have more than 4 million elements together");
}

TEST(report_of, says_what_is_not_judged) {
    const std::string document = R"(Q = [[1.0, 2.0], [0.5, -1.0]]
K = [[2.0, 0.0], [1.0, 3.0]]
P = [[2.0, 7.0], [1.0, -2.5]]
S = [[9.0, ...], [1.0, -2.5]]
W = [[0.5, 0.5], [0.25, 0.75]]
heed: Q, K, P, S, W = matrices 1 to 5
heed: P := Q * transpose(K)
)";
    const auto told = [](const std::string& text) {
        const report r = report_of(read_page_text(text), [](const auto&...) {});
        std::string all = detail::counts_text(r);
        for (const std::string& sentence : detail::unjudged_sentences(r)) all += '|' + sentence;
        EXPECT_NE(to_text(r).find(all.substr(all.find('|') + 1).substr(0, 12)), std::string::npos) << to_text(r);
        return all;
    };
    EXPECT_EQ(
        told(document),
        "all 4 printed numbers consistent; not checked: S and W (7 printed numbers)|Not checked: no formula and no "
        "law speaks of S and W (7 printed numbers).|Taken as printed: Q and K (8 printed numbers).");
    EXPECT_EQ(
        told(document + "heed: rows of W are distributions\n"),
        "all 4 printed numbers consistent; by laws all 2 checks consistent; not checked: S (3 printed numbers)|Not "
        "checked: no formula and no law speaks of S (3 printed numbers).|By laws alone, no formula speaks of it: W (4 "
        "printed numbers).|Taken as printed: Q and K (8 printed "
        "numbers).");
    EXPECT_EQ(
        told("Q = [[1.0, 2.0], [0.5, -1.0]]\nP = [[2.0, 4.0], [1.0, -2.0]]\nR = [[1.0, 2.0, ...], [3.0, 4.0, ...]]\n"
             "heed: Q, P = matrices 1 to 2\nheed: P := 2 * Q\n"),
        "all 4 printed numbers consistent; not checked: matrix 3 (R) (4 printed numbers)|Not checked: no formula "
        "and no law speaks of matrix 3 (R) (4 printed numbers).|Taken as printed: Q (4 printed numbers).");
    const report r = report_of(read_page_text(document), [](const auto&...) {});
    EXPECT_NE(to_html(r).find("<strong>All 4 printed numbers that formulas judge can be right.</strong>"),
              std::string::npos);
    EXPECT_NE(to_html(r).find("<p>Not checked: no formula and no law speaks of S and W (7 printed numbers).</p>"),
              std::string::npos);
}

}  // namespace heed::test
