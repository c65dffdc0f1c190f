// SPDX-License-Identifier: BSL-1.0
// What is found in a document: every printed matrix, in order, with its line and its name, and nothing else.
#include "tests/printed/found_shapes.hpp"

#include <heed/printed/find_tables.hpp>
#include <heed/printed/read.hpp>
#include <tests/printed/examples.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace heed;
using heed::test::shapes_in;
using sizes = std::vector<std::size_t>;
using strings = std::vector<std::string>;

constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

TEST(find_tables, matrices_within_an_array_are_named_by_its_first_row) {
    const auto found = find_tables("The weights:\n\n" + std::string(test::three_in_one) + "\nare random.");
    ASSERT_EQ(found.size(), 3U);
    const strings names{"{W_q}", "{W_k}", "{W_v}"};
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(found[i].line, 3U);
        EXPECT_EQ(found[i].before, names[i]);
        EXPECT_EQ(found[i].table.extents, (sizes{2, 2}));
        EXPECT_FALSE(found[i].error);
    }
    EXPECT_EQ(found[1].table.entries[3], (decimal{2123, 4}));
}

/// Markdown has no table without a header.
TEST(find_tables, numbers_in_a_header_may_be_the_first_row) {
    const auto words_of = [](const std::string& header) {
        const auto found = find_tables("S:\n\n" + header + "\n|---|---|\n| 0.25 | 0.75 |\n| 0.5 | 0.5 |\n");
        return found.size() != 1 ? "not one" : found[0].error ? std::string(found[0].error->what()) : "read";
    };
    for (const char* row : {"| 1.20 | -0.40 |", "| **0.5** | $2.6$ |", "| 1 | 0.5 |", "| 0 | 0 |", "| 0 | -inf |",
                            "| 1.5 | \u2212.5 |", "| 0.2 | \u221e |"})
        EXPECT_NE(words_of(row).find("numbers in the header, maybe the first row: write that below; found "),
                  std::string::npos)
            << row << words_of(row);
    for (const char* labels : {"| 0 | 1 |", "| 2019 | 2020 |", "| a | b |", "| x1 | 0.5 |", "| | |",
                               "| T = 0.5 | T = 1.0 |", "| d.k | d.v |", "| . | . |"})
        EXPECT_EQ(words_of(labels), "read") << labels;
    EXPECT_EQ(find_tables("S:\n\n| q1 | 0.8 | 0.2 |\n|---|---|---|\n| q2 | 0.25 | 0.75 |\n")[0].table.entries.size(),
              0U)
        << "behind a label";
}

/// <th> before cells, and ! of MediaWiki, are labels; a number there may be one of the matrix.
TEST(find_tables, numbers_as_labels_of_rows_may_be_the_first_column) {
    const auto html = [](const std::string& a, const std::string& b) {
        return find_tables("<table><tr><th>" + a + "</th><td>0.75</td><td>0.5</td></tr><tr><th>" + b +
                           "</th><td>0.25</td><td>1.5</td></tr></table>\n");
    };
    const auto wiki = [](const std::string& a, const std::string& b) {
        return find_tables("{|\n! " + a + "\n| 0.75 || 0.5\n|-\n! " + b + "\n| 0.25 || 1.5\n|}\n");
    };
    for (const auto& [a, b] : {std::pair{"0.25", "0.5"}, {"1", "0.5"}, {"-0.5", "2"}})
        for (const std::vector<found_table>& found : {html(a, b), wiki(a, b)}) {
            ASSERT_EQ(found.size(), 1U) << a;
            ASSERT_TRUE(found[0].error) << a;
            EXPECT_NE(std::string(found[0].error->what()).find("numbers as labels of the rows, maybe the first column"),
                      std::string::npos);
        }
    for (const auto& [a, b] : {std::pair{"I", "am"}, {"0", "1"}, {"1", "2"}, {"T = 0.5", "T = 1"}, {"0.5", "all"}})
        for (const std::vector<found_table>& found : {html(a, b), wiki(a, b)}) {
            ASSERT_EQ(found.size(), 1U) << a;
            EXPECT_FALSE(found[0].error) << a;
            EXPECT_EQ(found[0].table.entries, (std::vector<decimal>{{75, 2}, {5, 1}, {25, 2}, {15, 1}})) << a;
            EXPECT_EQ(found[0].table.row_labels, (strings{a, b}));
        }
}

/// MATLAB prints 0 for zero itself; elsewhere a 0 may be rounded.
TEST(find_tables, zeros_of_matlab_among_decimals) {
    const std::string rows = "S =\n    0.2500   -1.5000\n         0    3.7500\n```\n";
    for (const std::string fence : {"```matlab\n", "~~~octave\n", "```MATLAB\n"}) {
        const auto found = find_tables(fence + rows);
        ASSERT_EQ(found.size(), 1U);
        EXPECT_EQ(found[0].table.entries[2], (decimal{0, 4})) << fence;
    }
    EXPECT_EQ(find_tables("```\n" + rows)[0].table.entries[2], (decimal{0, 0}));
    EXPECT_EQ(find_tables("```matlab\nS =\n   2   0\n   1   3\n```\n")[0].table.entries[1], (decimal{0, 0}));
}

/// Braces of LaTeX before a matrix are a sign, a factor or nothing, and no list.
TEST(find_tables, groups_of_tex_before_a_matrix) {
    const std::string matrix = "\\begin{pmatrix} 0.5 & -2.75 \\\\ 4 & 1.25 \\end{pmatrix}$$";
    for (const char* same : {"{}", "{}&", "&{}"}) {
        const auto found = find_tables("$$S = " + std::string(same) + matrix);
        ASSERT_EQ(found.size(), 1U) << same;
        ASSERT_FALSE(found[0].error) << same;
        EXPECT_EQ(found[0].table.entries[0], (decimal{5, 1})) << same;
    }
    for (const char* minus : {"{-}", "{{-}}", "{}-", "{-}&", "-{}", "{-1}"}) {
        const auto found = find_tables("$$S = " + std::string(minus) + matrix);
        ASSERT_EQ(found.size(), 1U) << minus;
        ASSERT_FALSE(found[0].error) << minus << found[0].error->what();
        EXPECT_EQ(found[0].table.entries[0], (decimal{-5, 1})) << minus;
    }
    const auto hundredth = find_tables("$$S = {10^{-2}}" + matrix);
    ASSERT_EQ(hundredth.size(), 1U);
    EXPECT_EQ(hundredth[0].table.entries[0], (decimal{5, 3}));
    for (const char* factor :
         {"{1 \\over 2}", "{1 \\over \\sqrt2}", "{\\tfrac12}", "{\\exp}", "{-\\frac{1}{2}}", "{\\tfrac{1}{2}}\\,"})
        EXPECT_EQ(shapes_in("$$S = " + std::string(factor) + matrix), (strings{"error"})) << factor;
    EXPECT_EQ(shapes_in("float s[] = {0.5, 2.75};"), (strings{"2"}));
    EXPECT_EQ(shapes_in("S = {{0.5, 2.75}, {4, 1.25}}"), (strings{"2x2"}));
}

/// Formulas for MathJax: HTML writes & as &amp;, and Markdown takes one of two backslashes.
TEST(find_tables, formulas_in_html_and_escaped_for_markdown) {
    const decimal last{125, 2};
    for (const std::string matrix : {
             "\\[ S = \\begin{bmatrix} 0.5 &amp; -2.75 \\\\ 4 &amp; 1.25 \\end{bmatrix} \\]",
             "<p>\\(S = \\begin{pmatrix}\n0.5 &amp; -2.75 \\\\\n4 &amp; 1.25\n\\end{pmatrix}\\)</p>",
             "\\\\[ S = \\begin{bmatrix} 0.5 & -2.75 \\\\\\\\ 4 & 1.25 \\end{bmatrix} \\\\]",
             "$$ S = \\\\begin{bmatrix} 0.5 & -2.75 \\\\\\\\ 4 & 1.25 \\\\end{bmatrix} $$",
             "$$ S = \\begin{array}{rr} 0.5 & -2.75 \\\\[2pt] 4 & 1.25 \\end{array} $$",
         }) {
        const auto found = find_tables(matrix);
        ASSERT_EQ(found.size(), 1U) << matrix;
        ASSERT_FALSE(found[0].error) << matrix << found[0].error->what();
        EXPECT_EQ(found[0].table.extents, (sizes{2, 2})) << matrix;
        EXPECT_EQ(found[0].table.entries[3], last) << matrix;
        EXPECT_EQ(matrix.compare(found[0].places[3], 4, "1.25"), 0) << matrix;
        EXPECT_TRUE(find_tables_and_skipped(matrix).rest.empty()) << matrix;
    }
}

/// The words of a document that begin where the entries of its matrices stand.
std::string words_at_places(std::string_view document) {
    std::string words;
    for (const found_table& t : find_tables(document)) {
        EXPECT_TRUE(t.places.empty() || t.places.size() == t.table.entries.size());
        for (const std::size_t place : t.places) {
            const std::string_view rest = document.substr(place);
            words += std::string(rest.substr(0, rest.find_first_of(" ,]&|\\\n"))) + ' ';
        }
        words += '/';
    }
    return words;
}

TEST(find_tables, entries_have_their_places) {
    EXPECT_EQ(
        words_at_places("Q = [[1.0, -2],\r [3e2, 4.]] and\n> K = \\begin{matrix} 5 & 6 \\\\ \\dots & 8 \\end{matrix}"),
        "1.0 -2 3e2 4. /5 6  8 /");
    EXPECT_EQ(words_at_places("| a | x | y |\n|---|---|---|\n| b | 2 | 3 |\n\n```\n1 2\n3 4\n```\n"), "2 3 /1 2 3 4 /");
    EXPECT_EQ(words_at_places("the rows\n- Word 1: [1, 0]\n- Word 2: [0, 9]\n"), "1 0 0 9 /");
    EXPECT_EQ(words_at_places("<table><tr><td>1</td><td>2</td></tr></table>\nW = 2 * [[1, 2]]\n"), "//");
}

TEST(find_tables, formulas_are_named_by_what_stands_before) {
    const std::string document = "The scores are \\(Q K^T\\) in [0,1]:\n\n" + std::string(test::scores) +
                                 "\n\nand the softmax $$\\frac{e^{z_i}}{\\sum_{j=1}^n e^{z_j}}$$ gives\n\n" +
                                 test::weights + "\n" + test::values + "\n";
    const auto found = find_tables(document);
    ASSERT_EQ(found.size(), 3U);
    EXPECT_EQ(found[0].before, "\\text{Score}(Q, K) =");
    EXPECT_EQ(found[0].table.extents, (sizes{5, 4}));
    EXPECT_EQ(found[0].table.elided_at, (sizes{3, 2}));
    EXPECT_EQ(found[1].before, "\\text{Attention Weights } (\\alpha) =");
    EXPECT_EQ(found[1].line, 7U);
    EXPECT_EQ(found[1].table.elided_at, (sizes{3, 3}));
    EXPECT_EQ(found[2].table.extents, (sizes{12, 3}));
    EXPECT_EQ(found[2].table.elided_at, (sizes{nowhere, nowhere}));
}

TEST(find_tables, maps_lists_and_arrays_of_a_course) {
    const std::string document =
        "# Course\n1. [What is Attention?](#what-is-attention)\n\n"
        "```mermaid\ngraph LR\n    A[The] --> |0.1| D[is]\n    B[cat] --> |0.8| D\n```\n\n"
        "Example for \"The cat\":\n\n```" +
        std::string(test::sentence_map) +
        "```\n\nConsider 3 words:\n- Word 1: [1, 0]\n- Word 2: [0, 1]\n- Word 3: [1, 1]\n\n"
        "With matrices:\n- W_Q = [[1, 0], [0, 1]]\n- W_K = [[1, 0], [0, 2]]\n\n```" +
        std::string(test::translation_map) + "```\n";
    const auto found = find_tables(document);
    ASSERT_EQ(found.size(), 5U);
    EXPECT_EQ(found[0].before, "Example for \"The cat\":");
    EXPECT_EQ(found[0].table.extents, (sizes{6, 6}));
    EXPECT_EQ(found[0].line, 13U);
    EXPECT_EQ(found[1].table.extents, (sizes{3, 2}));
    EXPECT_EQ(found[1].table.row_labels, (strings{"Word 1", "Word 2", "Word 3"}));
    EXPECT_EQ(found[1].table.entries, (std::vector<decimal>{{1, 0}, {0, 0}, {0, 0}, {1, 0}, {1, 0}, {1, 0}}));
    EXPECT_EQ(found[1].before, "Consider 3 words:");
    EXPECT_EQ(found[2].before, "- W_Q =");
    EXPECT_EQ(found[3].before, "- W_K =");
    EXPECT_EQ(found[3].table.entries[3], (decimal{2, 0}));
    EXPECT_EQ(found[4].table.col_labels, (strings{"The", "cat", "sits", "on", "the", "mat"}));
}

TEST(find_tables, output_of_programs) {
    const std::string document = ">>> scores\n" + std::string(test::torch) +
                                 "\n>>> a\narray([[1., 2.],\n       [3., 4.]])\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
                                 "\ndouble m[2][2] = {{1, 2}, {3, 4}};\n";
    const auto found = find_tables(document);
    ASSERT_EQ(found.size(), 4U);
    EXPECT_EQ(found[0].table.extents, (sizes{2, 2, 2}));
    EXPECT_EQ(found[1].before, ">>> a");
    EXPECT_EQ(find_tables("Out[1]: \narray([[1., 2.]])")[0].before, "Out[1]:");
    EXPECT_EQ(found[1].table.extents, (sizes{2, 2}));
    EXPECT_EQ(found[2].table.col_labels, (strings{"a", "b"}));
    EXPECT_EQ(found[3].before, "double m[2][2] =");
}

TEST(find_tables, mistakes_come_with_the_line_of_the_document) {
    const auto found = find_tables(
        "One:\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4.5.6 |\n\nTwo: $\\begin{bmatrix} 1 & 2 \\\\\n3 "
        "\\end{bmatrix}$\n\n- x: [1, 2]\n- y: [1]\n\n[[1, 2],\n [3]]\n");
    ASSERT_EQ(found.size(), 4U);
    for (const found_table& f : found) ASSERT_TRUE(f.error && f.table.entries.empty());
    EXPECT_EQ(std::string_view(found[0].error->what()), "line 6, row 2, column 2: expected a number, found \"4.5.6\"");
    EXPECT_EQ(found[1].error->mistake, printed_mistake::ragged_rows);
    EXPECT_EQ(found[1].before, "Two:");
    EXPECT_EQ(found[1].error->line, 9U);
    EXPECT_EQ(found[2].error->line, 12U);
    EXPECT_EQ(found[3].error->row, 2U);
}

TEST(find_tables, what_is_no_matrix_of_numbers_is_passed_over) {
    EXPECT_TRUE(find_tables("").empty());
    EXPECT_TRUE(find_tables("| name | meaning |\n|------|---------|\n| Q | query |\n| K | key |\n").empty());
    EXPECT_TRUE(find_tables(R"($$\begin{bmatrix} q_{11} & q_{12} \\ q_{21} & q_{22} \end{bmatrix}$$)").empty());
    EXPECT_TRUE(
        find_tables("see [[1]](#ref), [[nodiscard]] and [[a wiki link]], p(a|b) = 0.5, \\frac{{1}}{2}").empty());
    EXPECT_TRUE(find_tables("values within [0,1], and **bold**: [a link](b)\n---\n~~~\n```\n").empty());
}

std::vector<decimal> only_table_in(std::string_view document) {
    const auto found = find_tables(document);
    if (found.size() != 1 || found[0].error) return {};
    return found[0].table.entries;
}

TEST(find_tables, operations_after_a_matrix_make_another_one) {
    const std::string bmatrix = "$A = \\begin{bmatrix} 1 & 2 \\end{bmatrix} ";
    for (const std::string sign : {"\xC3\xB7", "\xE2\x8A\x99", "\xE2\x88\x98", "\xE2\x8A\x97", "\xC2\xB1", "%", ">",
                                   "<=", "&", "==", "//", "|", "\\odot", "\\circ"}) {
        EXPECT_EQ(shapes_in("A = [[1, 2], [3, 4]] " + sign + " 2"), strings{"error"}) << sign;
        EXPECT_EQ(shapes_in("A = [[1, 2], [3, 4]] " + sign + " B"), strings{"error"}) << sign;
    }
    for (const std::string sign :
         {"\xC3\xB7", "\xE2\x8A\x99", "\xE2\x88\x98", "\xC2\xB1", ">", "\\odot", "\xE2\x80\xB2"})
        EXPECT_EQ(shapes_in(bmatrix + sign + " B$"), strings{"error"}) << sign;
    for (const char* text : {"[[1, 2]]<sup>T</sup>", "[[1, 2]]\xE2\x80\xA0", "x = B \xC3\xB7 [[1, 2]]", "B % [[1, 2]]",
                             "\xE2\x88\xA5[[1, 2]]\xE2\x88\xA5"})
        EXPECT_EQ(shapes_in(text), strings{"error"}) << text;
    for (const char* text :
         {"[[1, 2]] % of all things", "[[1, 2]] // the first row", "<p>[[1, 2]]</p>", "A \xE2\x88\x88 [[1, 2]]",
          "[[1, 2]]&nbsp;", "A = [[1, 2]] \xE2\x89\x88 B", "the | [[1, 2]] | x", "[[1, 2]] \xE2\x86\x92 B"})
        EXPECT_EQ(shapes_in(text), strings{"1x2"}) << text;
    EXPECT_EQ(only_table_in("A = [[1, 2]] \xE2\x8B\x85 10"), (std::vector<decimal>{{1, -1}, {2, -1}}));
}

TEST(find_tables, what_stands_beside_a_table_of_html_is_read) {
    const std::string table = "<table><tr><td>1</td><td>2</td></tr></table>";
    EXPECT_EQ(shapes_in("A = [[1, 2],[3, 4]] " + table + " B = [[5, 6, 7]]"), (strings{"2x2", "1x2", "1x3"}));
    EXPECT_EQ(shapes_in(table + "<p>B =</p>" + table + table), (strings{"1x2", "1x2", "1x2"}));
    EXPECT_EQ(find_tables(table + "<p>B =</p>" + table)[1].before, "<p>B =</p>");
    EXPECT_EQ(shapes_in("A = [[1, 2]] <table></table> B = [[3], [4]]"), (strings{"1x2", "2x1"}));
    EXPECT_EQ(shapes_in("`<table>`, A = [[1, 2]] and `</table>`, B = [[3], [4]]"), (strings{"1x2", "2x1"}));
    EXPECT_EQ(shapes_in("<table><tr><td>W = [[1, 2], [3, 4]]</td><td>the weights</td></tr></table>"), (strings{"2x2"}));
    EXPECT_EQ(shapes_in("A = [[1, 2]] <table> that does not end\nB = [[3], [4]]"), (strings{"1x2", "2x1"}));
}

TEST(find_tables, signs_and_factors_beside_a_table_belong_to_it) {
    const std::string html = "<table><tr><td>1</td><td>2</td></tr></table>", bars = "| 1 | 2 |\n|---|---|\n";
    const std::vector<decimal> tens{{1, -1}, {2, -1}}, tenths{{1, 1}, {2, 1}}, minus{{-1, 0}, {-2, 0}},
        plain{{1, 0}, {2, 0}};
    for (const char* ten : {"10 &times; ", "10 &sdot; ", "10 &middot; ", "10 &#215; ", "10 * ", "<b>10</b> &times; ",
                            "10 &times; <div>", "B = 10 &times;\n", "10 &times;\n\n"})
        EXPECT_EQ(only_table_in(ten + html), tens) << ten;
    EXPECT_EQ(only_table_in(html + " / 10"), tenths);
    for (const char* sign : {"-", "&minus;", "<b>-</b>", "B = &#x2212;"})
        EXPECT_EQ(only_table_in(sign + html), minus) << sign;
    for (const char* before : {"2 &times; ", "0.1 ", "softmax(", "x + ", "&radic;", "3 &lowast; "})
        EXPECT_EQ(shapes_in(before + html), strings{"error"}) << before;
    for (const char* after : {" + 2", "<sup>T</sup>", " &times; 3", " * 3", "</b> * 3"})
        EXPECT_EQ(shapes_in(html + after), strings{"error"}) << after;
    for (const char* before : {"Table 3\n", "with d = 3\n", "<p>Table 3</p>", "- ", "Result 3: ", "Title\n---\n",
                               "*Table 3*\n", "x &lt; ", "3 &rarr; "})
        EXPECT_EQ(only_table_in(before + html), plain) << before;
    EXPECT_EQ(only_table_in("10 &times;\n" + bars), tens);
    EXPECT_EQ(only_table_in("```\nS = -\n1 2\n3 4\n```"), (std::vector<decimal>{{-1, 0}, {-2, 0}, {-3, 0}, {-4, 0}}));
    EXPECT_EQ(shapes_in("softmax(\n" + bars), strings{"error"});
}

TEST(find_tables, html_and_marks_around_a_matrix_hide_no_operation) {
    const std::vector<decimal> tens{{1, -1}, {2, -1}}, minus{{-1, 0}, {-2, 0}}, plain{{1, 0}, {2, 0}};
    EXPECT_EQ(only_table_in("10 &times; [[1, 2]]"), tens);
    EXPECT_EQ(only_table_in("10.0 * <b>[[1, 2]]</b>"), tens);
    EXPECT_EQ(only_table_in("10 * $\\begin{bmatrix} 1 & 2 \\end{bmatrix}$"), tens);
    for (const char* text :
         {"&minus;[[1, 2]]", "-<b>[[1, 2]]</b>", "$-$[[1, 2]]", "-$\\begin{bmatrix} 1 & 2 \\end{bmatrix}$"})
        EXPECT_EQ(only_table_in(text), minus) << text;
    for (const char* text :
         {"`[[1, 2]]` * 3", "`[[1, 2]]`.T", "**[[1, 2]]** * 3", "<b>[[1, 2]]</b> * 3", "<b>[[1, 2]]</b><sup>T</sup>",
          "\"[[1, 2]]\" / 3", "$[[1, 2]]$ + 3", "[[1, 2]]&nbsp;* 3", "-\n[[1, 2]]", "e<sup>[[1, 2]]</sup>",
          "$\\begin{bmatrix} 1 & 2 \\end{bmatrix}$ * 3", "f($\\begin{bmatrix} 1 & 2 \\end{bmatrix}$)"})
        EXPECT_EQ(shapes_in(text), strings{"error"}) << text;
    for (const char* text : {"Title\n---\n[[1, 2]]", "----\n[[1, 2]]", "`[[1, 2]]` - the first", "`[[1, 2]]`, and",
                             "is <b>[[1, 2]]</b> or", "- $\\begin{bmatrix} 1 & 2 \\end{bmatrix}$"})
        EXPECT_EQ(only_table_in(text), plain) << text;
}

TEST(find_tables, matrices_of_latex_have_many_names) {
    for (const char* name : {"psmallmatrix", "bsmallmatrix", "smallmatrix", "NiceMatrix", "bNiceMatrix", "pNiceMatrix",
                             "bmatrix*", "vmatrix"})
        EXPECT_EQ(shapes_in("$\\begin{" + std::string(name) + "} 1 & 2 \\\\ 3 & 4 \\end{" + name + "}$"),
                  strings{"2x2"})
            << name;
    for (const char* text :
         {"$\\begin{NiceArray}{cc} 1 & 2 \\\\ 3 & 4 \\end{NiceArray}$", "$\\pmatrix{1 & 2 \\cr 3 & {4} \\cr}$",
          "$$\\left[\\matrix{1 & 2 \\cr 3 & 4}\\right]$$", "\\begin{bmatrix*}[r] 1 & 2 \\\\ 3 & 4 \\end{bmatrix*}",
          "$\\bordermatrix{ & a & b \\cr x & 1 & 2 \\cr y & 3 & 4}$", "\\begin{matrix} 1 & 2 \\cr 3 & 4 \\end{matrix}",
          "\\begin{tabular*}{2cm}{rr} 1 & 2 \\\\ 3 & 4 \\end{tabular*}"})
        EXPECT_EQ(shapes_in(text), strings{"2x2"}) << text;
    EXPECT_EQ(only_table_in("$W = -\\pmatrix{1 & 2}$"), (std::vector<decimal>{{-1, 0}, {-2, 0}}));
    for (const char* text : {"$2\\pmatrix{1 & 2}$", "$\\pmatrix{1 & 2}^T$", "\\pmatrix{1 & 2 \\cr 3 & 4",
                             "$\\begin{pNiceMatrix}[first-row] 1 & 2 \\\\ 3 & 4 \\end{pNiceMatrix}$",
                             "\\begin{bmatrix} 1 & 2 \\end{bmatrix*}"})
        EXPECT_EQ(shapes_in(text), strings{"error"}) << text;
    EXPECT_EQ(shapes_in("$\\matrix{ A = & \\pmatrix{1 & 2} \\cr B = & \\pmatrix{3 \\cr 4} \\cr}$"),
              (strings{"1x2", "2x1"}));
    const auto product = find_tables("$XW = \\pmatrix{1 & 2} \\pmatrix{1 \\cr 2}$");
    ASSERT_EQ(product.size(), 2U);
    EXPECT_TRUE(product[0].product && !product[1].product);
    for (const char* text : {"\\begin{cases} 1 & 2 \\\\ 3 & 4 \\end{cases}",
                             "\\begin{tabularx}{2cm}{rr} 1 & 2 \\\\ 3 & 4 \\end{tabularx}"}) {
        const document_tables found = find_tables_and_skipped(text);
        EXPECT_TRUE(found.tables.empty() && found.skipped.size() == 1) << text;
    }
    EXPECT_TRUE(find_tables_and_skipped("\\begin{eqnarray} x & = & 1 \\\\ y & = & 2 \\end{eqnarray}").skipped.empty());
}

/// Words above an environment are no factor, and a blank line ends a formula.
TEST(find_tables, formulas_of_latex_below_and_above_words) {
    for (const std::string name : {"equation", "equation*", "align*", "gather*"}) {
        const std::string begin =
            "Let the inputs be\n\\begin{" + name + "}\nX = \\left[\\begin{array}{cc} 1 & 2 \\\\ 3 & -4 ";
        const std::string end = "\\end{array}\\right]\n\\end{" + name + "}\nThen [[1, 2], [3, 4]] is\n";
        EXPECT_EQ(shapes_in(begin + end), (strings{"2x2", "2x2"})) << name;
        EXPECT_EQ(shapes_in(begin + "\\end{array}\\right] B\n\\end{" + name + "}\n"), strings{"error"}) << name;
    }
    const std::string rst = ".. math::\n\n   S = Q K^\\top = \\begin{bmatrix} 1 & 2 \\\\ 3 & 4 \\end{bmatrix}";
    EXPECT_EQ(shapes_in(rst + "\n\nThe scores are\n"), strings{"2x2"});
    EXPECT_EQ(shapes_in(rst + "\n   K\n"), strings{"error"});
}

TEST(find_tables, a_labelled_list_that_cannot_be_read_is_the_error_of_all) {
    for (const char* second : {"b: [0.1, 0.2O]", "b: 10 * [1, 2]", "b: -[1, 2]", "b: softmax([1, 2])", "b: (1, 2)",
                               "b: 1, 2]", "b: [1, 2", "b: [1, 2, 3]", "b: [1, 2] and so on"}) {
        const auto found = find_tables("a: [0.1, 0.2]\n" + std::string(second) + "\nc: [0.5, 0.6]\n");
        ASSERT_EQ(found.size(), 1U) << second;
        ASSERT_TRUE(found[0].error) << second;
        EXPECT_EQ(found[0].error->line, 2U) << second;
    }
    EXPECT_EQ(shapes_in("a: -[1, 2]\nb: [3, 4]"), strings{"error"});
    EXPECT_EQ(find_tables_and_skipped("a: 10 * [1, 2]\nb: 10 * [3, 4]").skipped.size(), 2U);
    EXPECT_EQ(shapes_in("a: [1, 2]\nNote: see [1, 2] for all"), strings{"1x2"});
    EXPECT_EQ(shapes_in("x: [1, 2]\nW: [[1, 2], [3, 4]]"), (strings{"1x2", "2x2"}));
    EXPECT_EQ(shapes_in("x: np.array([1, 2])\ny: np.array([1, 2])"), (strings{"2", "2"}));
}

TEST(find_tables, lines_end_as_files_of_any_system_do) {
    EXPECT_EQ(shapes_in("Q =\r[[1, 2],\r [3, 4]]\r\r| 1 | 2 |\r| 3 | 4 |\r| 5 | 6 |\r"), (strings{"2x2", "3x2"}));
    EXPECT_EQ(find_tables("a\rb\rQ = [[1, 2]]\r").at(0).line, 3U);
    EXPECT_EQ(shapes_in("Q =\r\n[[1, 2],\r\n [3, 4]]\r\n"), strings{"2x2"});
    EXPECT_EQ(shapes_in("```\r1 2\r3 4\r```\r"), strings{"2x2"});
    const std::string utf16(
        "Q\0 \0=\0 \0[\0[\0"
        "1\0,\0"
        "2\0]\0]\0",
        22),
        marked = "\xFE\xFF" + utf16;
    for (const std::string& text : {utf16, marked}) {
        const document_tables found = find_tables_and_skipped(text);
        EXPECT_TRUE(found.tables.empty());
        EXPECT_NE(found.skipped.at(0).why.find("UTF-16"), std::string::npos);
    }
}

TEST(find_tables, numbers_that_are_no_matrix_are_told) {
    for (const char* text :
         {"x = ((0.1, 0.2), (0.3, 0.4))", "x = np.array(((1, 2),\n (3, 4)))", "x = np.array((0.1, 0.2))",
          "x = (0.1, 0.2)", "x = np.diag([1, 2])", "x = tf.reshape([1.0, 2.0], (2, 1))", "x = np.full((2, 3), 0.5)",
          "x = np.eye(3)", "x = f(2, n=3)", "np.tile([0.5, 0.25], 3)", "softmax([0.1, 0.2])", "as [0.1, 0.2] says"}) {
        const document_tables found = find_tables_and_skipped(text);
        EXPECT_TRUE(found.tables.empty() && found.skipped.size() == 1) << text;
    }
    EXPECT_EQ(find_tables_and_skipped("so x = np.eye(3)").skipped.at(0).found, "np.eye(3)");
    for (const char* text : {"x = [0.5] * 4", "x = [0.1, 0.2] * 10", "x = np.array([0.1, 0.2] * 10)", "10 * [[1, 2]]",
                             "x = [[0.5] * 4] * 2", "x = [(0.1, 0.2), (0.3, 0.4)]"})
        EXPECT_EQ(shapes_in(text), strings{"error"}) << text;
    EXPECT_EQ(only_table_in("x = -[1, 2]"), (std::vector<decimal>{{-1, 0}, {-2, 0}}));
    EXPECT_EQ(only_table_in("x = 0.1 * [1, 2]"), (std::vector<decimal>{{1, 1}, {2, 1}}));
    EXPECT_EQ(shapes_in("x = 2 * [1, 2]"), strings{"error"});
    EXPECT_EQ(only_table_in("x = np.array([1, 2]) * 10"), (std::vector<decimal>{{1, -1}, {2, -1}}));
    for (const char* text :
         {"see [1, 2] and (3, 4), a[1, 2], f(shape=[2, 3])", "y = f(x, 3)", "f(3) = y", "(1.5, 2.5)"})
        EXPECT_TRUE(find_tables_and_skipped(text).skipped.empty()) << text;
}

TEST(find_tables, cells_of_html_are_read_as_they_are_shown) {
    const auto cell = [](const std::string& inside) {
        return shapes_in("<table><tr><td>" + inside + "</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>");
    };
    for (const char* inside : {"<p>1</p><p>2</p>", "<div>1</div>2", "1<br>2", "<ul><li>1</li><li>2</li></ul>",
                               "<del>5</del>6", "<span style=\"display:none\">5</span>6", "<b>1</b><i>2</i>",
                               "10<sup>-3</sup> 4", "<mfrac><mn>1</mn><mn>2</mn></mfrac>"})
        EXPECT_EQ(cell(inside), strings{"error"}) << inside;
    for (const char* inside : {"<p>1</p>", "<b>12</b>", "<!-- a > 5 -->1", "<span title=\"x > 3\">1</span>"})
        EXPECT_EQ(cell(inside), strings{"2x2"}) << inside;
    EXPECT_EQ(only_table_in("<table><tr><td><span>0</span><span>.5</span></td><td><!-- > 5 -->1</td></tr></table>"),
              (std::vector<decimal>{{5, 1}, {1, 0}}));
}

TEST(find_tables, what_resembles_rows_of_numbers_is_not_lost) {
    const auto skipped = [](const char* rows) {
        const document_tables found = find_tables_and_skipped("```\n" + std::string(rows) + "\n```\n");
        return found.tables.empty() && found.skipped.size() == 1;
    };
    for (const char* rows : {"0,12 0,30\n0,50 0,60", "1,234 5,678\n1,234 5,678", "(0.12) 0.88\n(0.12) 0.88",
                             "0.12; 0.88;\n0.12; 0.88;", "the 0.12 0.88\ncat 0.12 0.88"})
        EXPECT_TRUE(skipped(rows)) << rows;
    EXPECT_EQ(shapes_in("```\nS =\n0.12 0.88\n0.30 0.7O\n```"), strings{"error"});
    EXPECT_EQ(shapes_in("```\n0.12 0.88\n0.30 0.70\n0.30 0.7O\n```"), strings{"error"});
    EXPECT_EQ(shapes_in("S =\n[[0.12 0.8O]\n [0.30 0.70]\n [0.30 0.70]]\n\nV = [[1, 2], [3, 4]]"),
              (strings{"error", "2x2"}));
    EXPECT_EQ(shapes_in("A = [7 // 2,\n 3, 4]"), strings{"error"});
    EXPECT_EQ(shapes_in("A = [[1, 2], // first\n [3, 4 // the last\n]]"), strings{"2x2"});
    EXPECT_EQ(shapes_in("[[0,12 0,30]\n [0,50 0,60]]"), strings{"error"});
}

TEST(find_tables, what_stands_beside_a_matrix_belongs_to_it) {
    const std::vector<decimal> tenths{{1, 1}, {2, 1}}, minus{{-1, 0}, {-2, 0}};
    EXPECT_EQ(only_table_in("The result is 0.1 * [[1, 2]] here."), tenths);
    EXPECT_EQ(only_table_in("x = [[1, 2]] / 10"), tenths);
    EXPECT_EQ(only_table_in("tensor(1e-01 *\n       [[1., 2.]])"), tenths);
    EXPECT_EQ(only_table_in("$$W = \\begin{bmatrix} 1 & 2 \\end{bmatrix} \\times 10^{-1}$$"), tenths);
    EXPECT_EQ(only_table_in("$$W = \\frac{1}{10}\n\\begin{bmatrix} 1 & 2 \\end{bmatrix}$$"), tenths);
    EXPECT_EQ(only_table_in("$-\\begin{bmatrix} 1 & 2 \\end{bmatrix}$"), minus);
    EXPECT_EQ(only_table_in("gives: -tensor([[1., 2.]])"), minus);
    EXPECT_EQ(only_table_in("* -[[1, 2]]"), minus);
    EXPECT_EQ(only_table_in("- [[-1, -2]]"), minus) << "a bullet is no minus";
    EXPECT_EQ(only_table_in("the matrix ([[-1, -2]]) and *Q*, x - y"), minus);
    EXPECT_EQ(only_table_in("\xE7\x9F\xA9\xE9\x98\xB5[[-1, -2]]\xE3\x80\x82"), minus) << "no blanks in Chinese";
    EXPECT_EQ(only_table_in("\xE2\x80\x9C[[-1, -2]]\xE2\x80\x9D, \xE2\x80\xA2 so"), minus);
    EXPECT_EQ(only_table_in("\\begin{align*} A &= -\\begin{bmatrix} 1 & 2 \\end{bmatrix} \\end{align*}"), minus);
    for (const char* text :
         {"[[1, 2]]\xC2\xB2", "\xE2\x88\x9A [[1, 2]]", "~[[1, 2]]", "[[1, 2]]% of", "softmax([[1, 2]])",
          "tensor([[1, 2]] * 2)", "[[1, 2]].T", "[[1, 2]] + 1", "x @ [[1, 2]]", "2 * [[1, 2]]",
          "$\\frac12\\begin{bmatrix} 1 & 2 \\end{bmatrix}$", "$\\begin{bmatrix} 1 & 2 \\end{bmatrix}^{-1}$",
          "$\\begin{bmatrix} 1 & 2 \\end{bmatrix}^\\top$", "$\\sigma(\\begin{bmatrix} 1 & 2 \\end{bmatrix})$"})
        EXPECT_EQ(shapes_in(text), strings{"error"}) << text;
    const auto product = find_tables(
        "$$XW = \\begin{bmatrix} 1 & 2 \\end{bmatrix} \\begin{bmatrix} 1 \\\\ 2 \\end{bmatrix} = \\begin{bmatrix} 5 "
        "\\end{bmatrix}$$");
    ASSERT_EQ(product.size(), 3U);
    EXPECT_TRUE(product[0].product && !product[1].product && !product[2].product);
    EXPECT_FALSE(product[0].error || product[1].error || product[2].error);
}

TEST(find_tables, lists_rows_and_tables_of_any_document) {
    EXPECT_EQ(shapes_in("tensor([0.1, 0.2]) and x = [0.1, 0.2]"), (strings{"2", "2"}));
    EXPECT_EQ(shapes_in("x = np.array([\n  [1, 2],  # first\n  # and\n  [3, 4],\n])"), strings{"2x2"});
    EXPECT_EQ(shapes_in("> A =\n> [[1, 2],\n>  [3, 4]]"), strings{"2x2"});
    EXPECT_EQ(shapes_in("> | 1 | 2 |\n> | 3 | 4 |"), strings{"2x2"});
    EXPECT_EQ(shapes_in("# [[1 2]\n#  [3 4]]"), strings{"2x2"});
    EXPECT_EQ(shapes_in("x = torch.tensor([[1., 2.]])\nprint(x.softmax(-1))\n# tensor([[0.2689, 0.7311],\n"
                        "#         [0.2689, 0.7311]])\n"),
              (strings{"1x2", "2x2"}));
    EXPECT_EQ(shapes_in("// {{1, 2},\n//  {3, 4}}"), strings{"2x2"});
    EXPECT_EQ(shapes_in(">>> x = np.array([[1, 2],\n...               [3, 4]])"), strings{"2x2"});
    EXPECT_EQ(shapes_in("Out[5]:\narray([[1., 2.]])\nOut[6]: array([[1., 2.]])"), (strings{"1x2", "1x2"}));
    EXPECT_EQ(shapes_in("```\n0.1 0.2\n0.3 0.4\n```\n"), strings{"2x2"});
    EXPECT_EQ(shapes_in("```\n[0.1 0.2 0.3]\n```\n"), strings{"3"});
    EXPECT_EQ(shapes_in("W = [1 2; 3 4]"), strings{"2x2"});
    EXPECT_EQ(only_table_in("A =\n\n   1.0e+03 *\n\n   0.0010    1.2000\n\nnext"),
              (std::vector<decimal>{{10, 1}, {12000, 1}}));
    EXPECT_EQ(shapes_in("A =\n\n  Columns 1 through 2\n\n   0.0010    1.2000\n"), strings{"error"});
    const auto html = find_tables(
        "<table>\n<tr><th></th><th>0</th></tr>\n<tr><td>a</td><td>0.5</td></tr>\n"
        "<tr><td>b</td><td>&minus;0.25</td></tr></table>");
    ASSERT_EQ(html.size(), 1U);
    EXPECT_EQ(html[0].table.entries, (std::vector<decimal>{{5, 1}, {-25, 2}}));
    EXPECT_EQ(html[0].table.row_labels, (strings{"a", "b"}));
    const std::string row =
        "<tr><th>3</th><td>0.5</td><td>7</td></tr><tr><th>4</th><td>1.5</td><td>8</td></tr></table>\n";
    for (const std::string head :
         {"", "<tr><th></th><th>x</th><th>y</th></tr>", "<tr><th>n</th><th>5</th><th>6</th></tr>"}) {
        EXPECT_EQ(only_table_in("<table>" + head + row), (std::vector<decimal>{{5, 1}, {7, 0}, {15, 1}, {8, 0}}))
            << head;
        EXPECT_EQ(find_tables("<table>" + head + row)[0].table.row_labels, (strings{"3", "4"})) << head;
    }
    EXPECT_EQ(shapes_in("<table><tr><th>3</th><td>1</td></tr><tr><td>4</td><td>2</td></tr></table>"), strings{"2x2"});
    EXPECT_TRUE(
        find_tables("see [1, 2] and [2020, 1, 2], a[1, 2], f(shape=[2, 3]), torch.Size([2, 3]), [0, 1], x = [1], "
                    "[[1, 2]](#notes), x == [1, 2] or 1 2\n3 4\n")
            .empty());
}

/// A line below the first row only, whose first cell is a word, makes it a header, even of numbers.
TEST(find_tables, headers_of_latex) {
    const auto tabular = [](const std::string& rows) { return "\\begin{tabular}{lrr}\n" + rows + "\\end{tabular}\n"; };
    const std::string rows = "sun & 0.5 & 7 \\\\\nmoon & 1.5 & 8 \\\\\n";
    for (const std::string line : {"\\hline\n", "\\midrule\n"})
        for (const std::string around : {"", "\\hline\n"})
            EXPECT_EQ(shapes_in(tabular(around + "day & 3 & 4 \\\\ " + line + rows + around)), strings{"2x2"})
                << line << around;
    EXPECT_EQ(shapes_in(tabular("day & 3 & 4 \\\\\n" + rows)), strings{"3x2"});
    EXPECT_EQ(shapes_in(tabular("day & 3 & 4 \\\\ \\hline\nsun & 0.5 & 7 \\\\ \\hline\nmoon & 1.5 & 8 \\\\ \\hline\n")),
              strings{"3x2"});
    EXPECT_EQ(shapes_in(tabular("day & 3 & 4 \\\\ \\hline\nsun & 0.5 & 7 \\\\\n")), strings{"2x2"});
}

TEST(find_tables, what_is_skipped_is_told) {
    const auto skipped = [](std::string_view document) { return find_tables_and_skipped(document).skipped; };
    const auto mixed = skipped("Words\n\n| name | 1st | layer 2 |\n|---|---|---|\n| Q | query | key |\n");
    ASSERT_EQ(mixed.size(), 1U);
    EXPECT_EQ(mixed[0].line, 3U);
    EXPECT_EQ(mixed[0].found, "| name | 1st | layer 2 |");
    EXPECT_NE(mixed[0].why, "");
    EXPECT_EQ(skipped("<table><tr><td colspan=\"2\">1</td></tr></table>").at(0).why,
              "a cell over several rows or columns");
    EXPECT_EQ(skipped("<table><tr><td>1").at(0).why, "a table of HTML that does not end");
    EXPECT_TRUE(skipped("Nothing, and [[a link]].").empty());
}

TEST(find_tables, commas_and_blanks_are_read_as_the_whole_list_shows) {
    EXPECT_EQ(shapes_in("[[0,5, 0,25], [0,1, 0,75]]"), strings{"error"});
    EXPECT_EQ(shapes_in("Q = [0,5, 0,25, 0,25]"), strings{"error"});
    EXPECT_EQ(shapes_in("Q = [0.5,0.25, 0.25]"), strings{"3"});
    EXPECT_EQ(shapes_in("[[1,2],\n [3,4]]"), strings{"2x2"});
    EXPECT_EQ(shapes_in("```\n12 500 3 200\n1 000 2 000\n```"), strings{"error"});
    EXPECT_EQ(shapes_in("$\\begin{bmatrix} 1.500 & 2{,}75 \\end{bmatrix}$"), strings{"error"});
    EXPECT_EQ(shapes_in("$\\begin{bmatrix} 1.5 & 2{,}75 \\end{bmatrix}$"), strings{"1x2"});
    EXPECT_EQ(shapes_in("\\begin{tabular}{r@{.}l} 1 & 5 \\end{tabular}"), strings{"error"});
    EXPECT_EQ(shapes_in("\\begin{tabular}{@{}rl@{}} 1 & 5 \\end{tabular}"), strings{"1x2"});
}

TEST(find_tables, only_what_means_nothing_stands_beside_a_matrix) {
    for (const char* before : {"\xC2\xBD ", "\xC2\xB1 ", "\xE2\x85\xA1 ", "\xD9\xA3 ", "3x ", "minus ", "3 times ",
                               "~np.array(", "3 * \\\n  "})
        EXPECT_EQ(shapes_in("B = " + std::string(before) + "[[1, 2]]"), strings{"error"}) << before;
    for (const char* after :
         {" \xC2\xBD", " \xE2\x80\xA2 3", " : 3", " %", " times 3", " ~ 3", " &times; 3", " \\\n  * 3", ", [3, 4]"})
        EXPECT_EQ(shapes_in("B = [1, 2]" + std::string(after)), strings{"error"}) << after;
    for (const char* text :
         {"Here [[1, 2]] (see above), then", "[[1, 2]], and", "`[[1, 2]]`", "is [[1, 2]]: rows", "[[1, 2]] # 3 rows",
          "\xE2\x80\xA2 [[1, 2]]", "(see [[1, 2]], which is)", "array([[1, 2]], dtype=int64)", "<b>[[1, 2]]</b>",
          "tf.Tensor([[1. 2.]], shape=(1, 2), dtype=float32)", "W: [[1, 2]] \xE2\x86\x92 V"})
        EXPECT_EQ(shapes_in(text), strings{"1x2"}) << text;
    for (const char* text : {"tf.constant([1, 2], shape=[2, 1])", "np.array([1.5, 2], dtype=int)",
                             "torch.LongTensor([1.5, 2])", "np.array([1, 2], ndmin=2)", "tensor([1, 2], dtype=bool)"})
        EXPECT_EQ(shapes_in(text), strings{"error"}) << text;
    const std::string m = "\\begin{bmatrix} 1 & 2 \\end{bmatrix}";
    for (const std::string& text : {"\\begin{align} A &= 3 \\times \\\\ &" + m + "\\end{align}",
                                    "\\begin{align} A &= \\operatorname{softmax} \\\\ &" + m + "\\end{align}",
                                    "\\begin{align} A &= " + m + " \\\\ &\\quad \\cdot 3 \\end{align}",
                                    "$\\left\\| " + m + " \\right\\|$", "$" + m + " ~ ^T$"})
        EXPECT_EQ(shapes_in(text), strings{"error"}) << text;
    EXPECT_EQ(only_table_in("\\begin{align} A ={}& - \\\\ &" + m + "\\end{align}"),
              (std::vector<decimal>{{-1, 0}, {-2, 0}}));
}

TEST(find_tables, a_point_that_begins_an_operator_ends_no_sentence) {
    for (const char* after : {".^2", ".*2", "./10", ".'", ".*B", ".\\B", " .* 3", ". T", "\\B", " e-3", " || [1, 2]",
                              "; ^2", ", * 3", "; (x 3)", ", times 3"}) {
        EXPECT_EQ(shapes_in("A = [1 2; 3 4]" + std::string(after)), strings{"error"}) << after;
        EXPECT_EQ(shapes_in("A = [[1, 2], [3, 4]]" + std::string(after) + "\n"), strings{"error"}) << after;
    }
    EXPECT_EQ(shapes_in("$$A = \\begin{bmatrix} 1 & 2 \\end{bmatrix}.^2$$"), strings{"error"});
    EXPECT_THROW(read_printed("A = [1 2; 3 4].'"), printed_error);
    for (const char* after : {".",
                              "...",
                              ". Then",
                              ". The T is",
                              ". T = 3 is",
                              ".\"",
                              ".)",
                              ".</p>",
                              ".*",
                              ".**",
                              ".`",
                              ". (see)",
                              ". \\(Q\\) is",
                              "; and B",
                              ", X = 3",
                              ", *where x* is",
                              ", - the",
                              " \\footnote{x}",
                              "\\n\";",
                              ", minus{2}"})
        EXPECT_EQ(shapes_in("A = [[1, 2], [3, 4]]" + std::string(after)), strings{"2x2"}) << after;
}

TEST(find_tables, entities_and_comparisons_beside_a_matrix_are_what_they_stand_for) {
    for (const char* after : {"&apos;", "&#39;", "&#x27;", ".&apos;", " &gt; 3"})
        EXPECT_EQ(shapes_in("A = [[1, 2]]" + std::string(after)), strings{"error"}) << after;
    EXPECT_EQ(shapes_in("A = &apos;[[1, 2]]&apos;"), strings{"1x2"});
    for (const char* relation :
         {"!=", "\xE2\x89\xA0", "&ne;", "\\ne", "\\neq", "\\not=", "\\not \\equiv", "\\notin", "\xE2\x88\x89"}) {
        EXPECT_EQ(shapes_in("A " + std::string(relation) + " [[1, 2]]"), strings{"error"}) << relation;
        if (relation[0] == '&') continue;
        EXPECT_EQ(shapes_in("$$A " + std::string(relation) + " \\begin{bmatrix} 1 & 2 \\end{bmatrix}$$"),
                  strings{"error"})
            << relation;
        EXPECT_EQ(shapes_in("where A " + std::string(relation) + " B, C = [[1, 2]]"), strings{"1x2"}) << relation;
    }
}

TEST(find_tables, a_name_between_an_equals_sign_and_a_list_is_a_factor) {
    for (const char* before :
         {"A = log ", "A = B ", "A = \xCE\xBB ", "A = 10 % of ", "A = the inverse ", "A = (B) ", "A = B np.array("})
        EXPECT_EQ(shapes_in(before + std::string("[[1, 2]]") + (std::string(before).back() == '(' ? ")" : "")),
                  strings{"error"})
            << before;
    for (const char* before :
         {"A = the matrix ", "y = const float ", "x = 3 and y is ", "If x = 3 then\n", "A = B = ", "Q = X W gives ",
          "in all heads (d = D) here ", "A = B: ", "A = **", "In `A = B` we use "})
        EXPECT_EQ(shapes_in(before + std::string("[[1, 2]]")), strings{"1x2"}) << before;
}

TEST(find_tables, parentheses_behind_a_matrix_may_change_its_numbers) {
    for (const char* after : {"(\xC3\x97"
                              "10\xE2\x81\xBB\xC2\xB3)",
                              "(x 1000)", "(mod 2)", "(transposed)", "(in thousands)", "(percent)", "(in %)", "(* 3)",
                              "(10^-3)", "(1e-3)", "(times 3)", "in thousands", "(T)"})
        EXPECT_EQ(shapes_in("A = [[1, 2]] " + std::string(after)), strings{"error"}) << after;
    for (const char* after : {"\\quad (\\times 10^{-3})", "\\text{ times } 10", "\\text{(in thousands)}",
                              "\\quad (\\text{mod } 2)", "\\mbox{ mod } 10", "\\quad \\times 3"})
        EXPECT_EQ(shapes_in("$$A = \\begin{bmatrix} 1 & 2 \\end{bmatrix}" + std::string(after) + "$$"),
                  strings{"error"})
            << after;
    EXPECT_EQ(shapes_in("`[[1, 2]]` (x 1000)"), strings{"error"});
    for (const char* after : {"(see above)", "(Eq. 3)", "(2 x 2)", "(3)", "(50% dropout)", "(- for masked)", "(x is)"})
        EXPECT_EQ(shapes_in("A = [[1, 2]] " + std::string(after)), strings{"1x2"}) << after;
    for (const char* after : {"\\quad (1)", "\\text{ in } R", "\\quad (\\text{keys})", "\\text{, then}",
                              "\\qquad (n=3)", ".\\quad\\text{(for words)}"})
        EXPECT_EQ(shapes_in("$$A = \\begin{bmatrix} 1 & 2 \\end{bmatrix}" + std::string(after) + "$$"), strings{"1x2"})
            << after;
}

TEST(find_tables, layout_of_latex_is_no_name) {
    for (const std::string begin : {"\\begin{table}[ht]\\centering", "\\begin{table}\n\\centering\n\\small",
                                    "\\begin{table}[ht]\n\\small \\centering"}) {
        const std::vector<found_table> found = find_tables(
            "The queries:\n" + begin + "\n\\begin{tabular}{cc}\n0.5 & 1 \\\\\n\\end{tabular}\n\\end{table}\n");
        ASSERT_EQ(found.size(), 1U) << begin;
        EXPECT_EQ(found[0].before, "The queries:") << begin;
    }
}

TEST(find_tables, floats_of_latex_behind_an_empty_line) {
    const std::string rows = "\\begin{tabular}{cc}\n0.5 & 1 \\\\\n\\end{tabular}\n";
    for (const std::string begin :
         {"\\begin{table}[ht!]\n\\centering\n", "\\begin{table}\\centering\n\\setlength{\\tabcolsep}{4pt}\n",
          "\\begin{table}\n\\small\n\\renewcommand{\\arraystretch}{1.2}\n\\label{tab:w}\n"}) {
        const std::vector<found_table> found =
            find_tables("The queries:\n\n" + begin + rows + "\\caption{The 3 queries}\n\\end{table}\n");
        ASSERT_EQ(found.size(), 1U) << begin;
        EXPECT_FALSE(found[0].error) << begin << found[0].error->what();
        EXPECT_EQ(found[0].before, "The queries:") << begin;
    }
    const std::vector<found_table> called =
        find_tables("Words.\n\n\\begin{table}\n\\caption{Scores $S$}\n\\label{tab:s}\n\\centering\n" + rows);
    ASSERT_EQ(called.size(), 1U);
    EXPECT_EQ(called[0].before, "\\caption{Scores $S$}");
    EXPECT_FALSE(called[0].error);
    for (const std::string other : {"\\begin{table}[2]\n", "2 \\cdot \n"})
        EXPECT_EQ(shapes_in("Words.\n\n" + other + rows), strings{"error"}) << other;
}

TEST(find_tables, captions_may_give_a_factor) {
    const std::string markdown = "| a | b |\n|---|---|\n| 0.5 | 1 |\n",
                      latex = "\\begin{tabular}{cc}\n0.5 & 1\n\\end{tabular}\n";
    const auto pages = [&](const std::string& caption) {
        return strings{"Table 1: " + caption + "\n\n" + markdown,
                       markdown + "\n: " + caption + "\n",
                       markdown + "\n*Table 1: " + caption + "*\n",
                       "<table>\n<caption>" + caption + "</caption>\n<tr><td>0.5</td><td>1</td></tr>\n</table>\n",
                       "<figure>\n<table>\n<tr><td>0.5</td><td>1</td></tr>\n</table>\n<figcaption>" + caption +
                           "</figcaption>\n</figure>\n",
                       "\\begin{table}\n\\caption{" + caption + "}\n" + latex + "\\end{table}\n",
                       "\\begin{table}\n" + latex + "\\caption[short]{" + caption + "}\n\\end{table}\n"};
    };
    for (const char* caption :
         {"weights (in \\%)", "Weights, values in percent.", "Weights multiplied by 100", "Weights, scaled by $10^3$",
          "$\\times 10^{-3}$", "Weights in units of $10^{-3}$", "Weights in thousandths", "Percentages of A"})
        for (const std::string& page : pages(caption)) EXPECT_EQ(shapes_in(page), strings{"error"}) << page;
    for (const char* caption :
         {"weights of 2 heads", "scores scaled by 2", "weights with 50\\% dropout", "times 3 of 4 heads"})
        for (const std::string& page : pages(caption)) EXPECT_EQ(shapes_in(page), strings{"1x2"}) << page;
    EXPECT_EQ(shapes_in(markdown + "\n(values in %)\n"), strings{"error"});
    EXPECT_EQ(shapes_in(markdown + "\nThe share in % is not shown.\n"), strings{"1x2"});
    EXPECT_EQ(shapes_in(markdown + "\n<table 1 in %\n"), strings{"1x2"});  // a tag that does not end
    EXPECT_EQ(shapes_in(markdown + "\n<em>Table 1: in %</em>\n"), strings{"error"});
    EXPECT_EQ(shapes_in("Table 1: weights in %.\n\nWords.\n\n" + markdown), strings{"1x2"});
    for (const char* label : {"Table", "Table 3:", "**Table S1.2.**", "*Table A*:", "Fig. 2.", "Caption:"})
        EXPECT_EQ(shapes_in(markdown + "\n" + label + ": shares in %\n"), strings{"error"}) << label;
    for (const char* sentence :
         {"Note that 10 layers times 10 heads are used, in %.", "Numbers in hundreds of papers differ.",
          "Table 2 shows it multiplied by 100.", "Table 2 has 10 layers times 10 heads.",
          "Values in thousands of papers differ.", "Entries in % follow.", "Figure 1.2 shows it in %."})
        EXPECT_EQ(shapes_in(markdown + "\n" + sentence + "\n"), strings{"1x2"}) << sentence;
    EXPECT_EQ(shapes_in(markdown + "\n(Entries in thousands)\n"), strings{"error"});
    EXPECT_EQ(shapes_in("Table 2 shows it multiplied by 100.\n\n" + markdown), strings{"1x2"});
    EXPECT_EQ(shapes_in("Table 1: 10 layers times 10 heads\n\n" + markdown), strings{"1x2"});
}

TEST(find_tables, a_caption_above_the_next_table_is_of_that_one) {
    const std::string markdown = "| a | b |\n|---|---|\n| 0.5 | 1 |\n";
    const std::string first = "Table 1: scores\n\n" + markdown, caption = "\nTable 2: weights in %\n";
    EXPECT_EQ(shapes_in(first + caption + "\n" + markdown), (strings{"1x2", "error"}));
    EXPECT_EQ(shapes_in(first + caption + markdown), (strings{"1x2", "error"}));
    EXPECT_EQ(shapes_in(first + caption + "\nWords.\n\n" + markdown), (strings{"error", "1x2"}));
    EXPECT_EQ(shapes_in(markdown + "\nTable 1: weights in %\n"), strings{"error"});
    const std::string latex = "\\begin{tabular}{cc}\n0.5 & 1\n\\end{tabular}\n";
    EXPECT_EQ(shapes_in(latex + "\nTable 2: weights in \\%\n\n" + latex), (strings{"1x2", "error"}));
}

TEST(find_tables, what_columns_or_lines_of_latex_put_before_a_number_belongs_to_it) {
    const auto columns = [](const std::string& c) {
        return shapes_in("$$A = \\begin{array}{" + c + "} 1 & 2 \\\\ 3 & 4 \\end{array}$$");
    };
    for (const char* c : {">{-}c c", "c<{\\%}c", "*{2}{>{-}c}"}) EXPECT_EQ(columns(c), strings{"error"}) << c;
    for (const char* c : {">{\\centering}c c", ">{$}c<{$}c"}) EXPECT_EQ(columns(c), strings{"2x2"}) << c;
    const std::string m = "\\begin{bmatrix} 1 & 2 \\end{bmatrix}\\end{align}";
    EXPECT_EQ(only_table_in("\\begin{align}A &= -\\\\ &\\quad" + m), (std::vector<decimal>{{-1, 0}, {-2, 0}}));
    for (const char* before : {"B +\\\\ &\\quad", "2\\cdot\\\\ &\\qquad", "B -\\\\\n&\\quad\\quad"})
        EXPECT_EQ(shapes_in("\\begin{align}A &= " + std::string(before) + m), strings{"error"}) << before;
}

TEST(find_tables, dots_at_the_end_of_a_line_may_continue_it) {
    for (const char* text :
         {"[0.5, 1; ...\n1, 2]", "[0.5, 1, ...\n1, 2]", "[0.5 1 ...\n1 2]", "[1 2; ... % more\n3 4]"})
        EXPECT_EQ(shapes_in("A = " + std::string(text)), strings{"error"}) << text;
    EXPECT_EQ(shapes_in("A = [1, 2; ...; 3, 4]"), strings{"3x2"});
    EXPECT_EQ(shapes_in("A = [1, 2;\n...\n3, 4]"), strings{"3x2"});
    EXPECT_EQ(shapes_in("A = [1, 2, ..., 4]"), strings{"4"});
    EXPECT_EQ(shapes_in("A = [0.1234567890123456 0.1234567890123456 0.1234567890123456 ...\n 0.5 0.5 0.5]"),
              strings{"7"});
}

TEST(find_tables, one_number_or_a_list_without_a_name_is_told) {
    for (const char* text : {"R = [[2.5]]", "R = [0.25]", "tensor([[0.0002]])", "array([[0.25]])", "R = [[2]]",
                             "A = [[1, 2], [3, 4]](T)"}) {
        const document_tables found = find_tables_and_skipped(text);
        EXPECT_TRUE(found.tables.empty()) << text;
        ASSERT_EQ(found.skipped.size(), 1U) << text;
    }
    for (const char* text :
         {"see [[1]] and [2]", "[a][[1]]", "x = [1](http://a)", "[[1, 2]](#notes)", "see\n[1, 2] and"})
        EXPECT_TRUE(find_tables_and_skipped(text).skipped.empty()) << text;
    for (const char* text : {"1. [1, 2]\n2. [3, 4]", "- [1, 2]\n- [3, 4]", "[1, 2],\n[3, 4]"})
        EXPECT_EQ(find_tables_and_skipped(text).skipped.size(), 2U) << text;
}

TEST(find_tables, a_name_or_a_factor_before_one_of_several_rows_belongs_to_all) {
    for (const char* rows :
         {"      [1.0 2.0]\n0.5 * [3.0 4.0]\n      [5.0 6.0]", "    [1, 2]\nW = [3, 4]\n    [5, 6]",
          "W = [1, 2]\n    [3, 4]", "      1.0 2.0\n      3.0 4.0\n0.5 * 5.0 6.0\n      7.0 8.0\n      9.0 1.0",
          "W =\n\n        1.0 2.0\n0.1 *   3.0 4.0\n        5.0 6.0", "    | 1 2 |\n0.1 | 3 4 |\n    | 5 6 |",
          "     \xE2\x8E\xA1 1 2 \xE2\x8E\xA4  x\n0.1\xE2\x8B\x85 \xE2\x8E\xA3 3 4 \xE2\x8E\xA6  y",
          "      [1.0]\n0.5 * [2.0]"}) {
        const document_tables found = find_tables_and_skipped("Words\n```\n" + std::string(rows) + "\n```\n");
        EXPECT_TRUE(found.tables.empty()) << rows;
        EXPECT_EQ(found.skipped.size(), 1U) << rows;
    }
    EXPECT_EQ(shapes_in("```\nQ = [1, 2]\nK = [3, 4]\n```"), (strings{"2", "2"}));
    EXPECT_EQ(shapes_in("```\nW = [[1, 2]\n     [3, 4]]\n  1  2\n 10 20\n```"), (strings{"2x2", "2x2"}));
}

TEST(find_tables, tables_of_mediawiki) {
    const std::vector<found_table> found = find_tables(
        "Shares\n{| class=\"wikitable\"\n|+ of two days\n! !! sun !! moon\n|-\n! scope=\"row\" | mon\n| 0.25 || "
        "0.75\n|-\n"
        "! tue\n| style=\"x\" | -0.5\n| 1.5\n|}\n\n{|\n| 3 || 4\n|-\n| 5\n| 6\n|}\n");
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].table.extents, (std::vector<std::size_t>{2, 2}));
    EXPECT_EQ(found[0].table.entries, (std::vector<decimal>{{25, 2}, {75, 2}, {-5, 1}, {15, 1}}));
    EXPECT_EQ(found[0].table.row_labels, (strings{"mon", "tue"}));
    EXPECT_EQ(found[0].table.col_labels, (strings{"sun", "moon"}));
    EXPECT_EQ(found[0].before, "Shares");
    EXPECT_EQ(found[0].line, 2U);
    EXPECT_EQ(found[1].table.entries, (std::vector<decimal>{{3, 0}, {4, 0}, {5, 0}, {6, 0}}));
    for (const char* text : {"{|\n| rowspan=\"2\" | 3 || 4\n|-\n| 5\n|}\n", "{|\n| 3 || 4\n{|\n| 5 || 6\n|}\n"}) {
        EXPECT_TRUE(find_tables(text).empty()) << text;
        EXPECT_FALSE(find_tables_and_skipped(text).skipped.empty()) << text;
    }
}

TEST(find_tables, tables_of_mathml) {
    const std::string rows =
        "<mtr><mtd><mn>0.25</mn></mtd><mtd><mo>&#x2212;</mo><mn>1.5</mn></mtd></mtr>\n"
        "<mtr><mtd><mn>3</mn></mtd><mtd><mrow><mo>-</mo><mn>4</mn></mrow></mtd></mtr>";
    for (const std::string open : {"(", "["}) {
        const std::string close = open == "(" ? ")" : "]";
        const std::vector<found_table> found =
            find_tables("<math><mi>W</mi><mo>=</mo><mrow><mo>" + open + "</mo><mtable>" + rows + "</mtable><mo>" +
                        close + "</mo></mrow></math>\n");
        ASSERT_EQ(found.size(), 1U);
        EXPECT_FALSE(found[0].error) << open;
        EXPECT_EQ(found[0].table.entries, (std::vector<decimal>{{25, 2}, {-15, 1}, {3, 0}, {-4, 0}})) << open;
        EXPECT_EQ(found[0].before, "W=");
    }
    // In MathML a tag parts no operands.
    const std::string matrix = "<mrow><mo>(</mo><mtable>" + rows + "</mtable><mo>)</mo></mrow>";
    EXPECT_EQ(shapes_in("<math><mi>A</mi><mo>=</mo>" + matrix + "<mo>,</mo><mi>B</mi><mo>=</mo>" + matrix + "</math>"),
              (strings{"2x2", "2x2"}));
    for (const std::string& formula :
         {"<mn>2</mn>" + matrix, "<mo>-</mo>" + matrix,
          "<mi>W</mi><mo>=</mo><mfrac><mn>1</mn><mn>2</mn></mfrac>" + matrix, "<msup>" + matrix + "<mi>T</mi></msup>",
          matrix + matrix, "<mtable>" + rows + "</mtable><mtable>" + rows + "</mtable>",
          "<mo>|</mo><mtable>" + rows + "</mtable><mo>|</mo>", matrix + "<mo>+</mo><mi>B</mi>", "<mi>f</mi>" + matrix})
        EXPECT_EQ(shapes_in("<math>" + formula + "</math>"), strings{}) << formula;
    for (const std::string before : {"2 * ", "0.5 &times; ", "f(", "x = 3 * "})
        EXPECT_EQ(shapes_in(before + "<math>" + matrix + "</math>"), strings{"error"}) << before;
    for (const std::string after : {" * 2", " / 3", "<sup>T</sup>", " @ B"})
        EXPECT_EQ(shapes_in("<math>" + matrix + "</math>" + after), strings{"error"}) << after;
    // A fraction, a power and a product are no numbers.
    for (const char* cell : {"<mfrac><mn>1</mn><mn>2</mn></mfrac>", "<msup><mn>10</mn><mn>2</mn></msup>",
                             "<mn>2</mn><msqrt><mn>3</mn></msqrt>", "<mn>2</mn><mi>x</mi>"}) {
        const std::vector<found_table> found = find_tables("<math><mtable>" + rows + "<mtr><mtd><mn>1</mn></mtd><mtd>" +
                                                           cell + "</mtd></mtr></mtable></math>\n");
        EXPECT_TRUE(found.empty() || found[0].error) << cell;
    }
}

TEST(find_tables, matrices_of_typst) {
    const std::vector<found_table> found = find_tables(
        "$ A = mat(0.25, -1.5; 3, 4) $\n\n$ B = mat(delim: \"[\", 0.25, -1.5; 3, 4), C = mat(\n  5, 6;\n  7, 8\n) $\n");
    ASSERT_EQ(found.size(), 3U);
    EXPECT_EQ(found[0].table.entries, (std::vector<decimal>{{25, 2}, {-15, 1}, {3, 0}, {4, 0}}));
    EXPECT_EQ(found[1].table, found[0].table);
    EXPECT_EQ(found[2].table.entries, (std::vector<decimal>{{5, 0}, {6, 0}, {7, 0}, {8, 0}}));
    EXPECT_EQ(found[2].table.extents, (std::vector<std::size_t>{2, 2}));
    for (const char* formula :
         {"A = 2 mat(1, 2; 3, 4)", "A = mat(1, 2; 3, 4) x", "A = mat(1, 2; 3, 4)^T", "A = mat(1, 2; 3, x)",
          "A = mat(1, 2; 3, 4) mat(5; 6)", "A = mat(1/2, 2; 3, 4)", "A = mat(1, 2; 3, 4) + B"})
        EXPECT_TRUE(find_tables("$ " + std::string(formula) + " $\n").empty()) << formula;
}

TEST(find_tables, rows_that_cannot_be_read_are_listed) {
    for (const char* rows : {"(0.12) 0.88\n(0.1) 0.2", "0.12; 0.88;\n0.1; 0.2;", "the 0.12 0.88\ncat 0.5 0.5",
                             "0.1\n0.2", "0.5 0.25\n0.5 0.25\n------\n1.0 0.5", "0,12 0,30\n0,50 0,60"}) {
        const document_tables found = find_tables_and_skipped("```\n" + std::string(rows) + "\n```\n");
        EXPECT_TRUE(found.tables.empty()) << rows;
        ASSERT_EQ(found.skipped.size(), 1U) << rows;
        EXPECT_NE(found.skipped[0].why, "");
    }
    EXPECT_EQ(shapes_in("```\n0,5;0,25\n1,5;-2,0\n```"), strings{"2x2"});
    EXPECT_EQ(shapes_in("```\n1 2\n...\n3 4\n```"), strings{"3x2"});
}

/// Texts of 200 KB, by day 100, that a walk back, a search to the end or a second reading from within makes slow:
/// quadratic time is minutes here. What is counted is what is found.
TEST(find_tables, takes_time_that_grows_with_the_text) {
#ifdef HEED_TEST_NIGHT
    constexpr std::size_t size = 200'000;
#else
    constexpr std::size_t size = 100'000;
#endif
    const auto found_in = [](std::string_view piece, std::string document = "") {
        while (document.size() < size) document += piece;
        return find_tables(document).size();
    };
    for (const char* piece : {"\\begin{bmatrix}\n",
                              "\\begin{bmatrix}",
                              "\\begin{array}",
                              "\\begin{array}{",
                              "\\begin{a}\\end{array}",
                              "\\begin{",
                              "[",
                              "[[",
                              "{{",
                              "x = [",
                              "tensor([",
                              "- x: [",
                              "- x: 10 * [1]\n",
                              "\n",
                              "<table>",
                              "<mtable>",
                              "{|\n",
                              "= mat(",
                              "= mat(1",
                              "{|\n| 1\n",
                              "|",
                              "-",
                              "7",
                              "(",
                              "$",
                              "&",
                              "\\pmatrix{",
                              "\\pmatrix{{",
                              "\\begin{a}\\pmatrix{",
                              "10 *\n\n",
                              "x = f(",
                              "x = ((",
                              "([",
                              "10 * <b>",
                              "<a",
                              "$-$",
                              "\\\\",
                              "A =\n",
                              "\r",
                              "> ",
                              "...\n"})
        EXPECT_EQ(found_in(piece), 0U) << piece;
    for (const char* piece : {"a 1\n", "a b\n1 c\n", "Columns 1 through 2:\n\n", "[,1]\n", "[1] 1 x\n", "x [1\n",
                              "1-element V:\n", "\\newcommand{\\m}{matrix}", "\\def\\m{\\begin{matrix}}\\m\n",
                              "\xE2\x94\x80\n", "\xE2\x94\x82 1\n", "a b \\\n", "> 1\n", "#> x 1\n", "n<-"})
        EXPECT_EQ(found_in(piece, "```\n"), 0U) << piece;
    EXPECT_GT(found_in("[[1,2]]\n"), size / 10);
    EXPECT_EQ(found_in("[[3, 4]]( "), 0U);
    EXPECT_EQ(found_in("a: [5, 6] "), 0U);
    EXPECT_GT(found_in("$\\begin{bmatrix} 1 & 2 \\end{bmatrix}$ "), size / 45);
    EXPECT_EQ(found_in("| 1 | 2 |\n"), 1U);
}

TEST(find_tables, survives_documents_cut_at_every_byte) {
    const std::string document = std::string(test::three_in_one) + "\n" + test::sentence_map +
                                 "\n- a: [1, 0]\n- b: [0, 1]\n" + "```mermaid\nA --> |0.1| B\n```\n" + test::torch +
                                 "\n" + test::scores;
    for (std::size_t cut = 0; cut <= document.size(); ++cut) {
        EXPECT_LE(find_tables(std::string_view(document).substr(0, cut)).size(), 7U);
        EXPECT_LE(find_tables(std::string_view(document).substr(cut)).size(), 7U);
    }
}

/// Output that HTML and LaTeX show as it is typed is read as that of a fence: a list on its line is a vector.
TEST(find_tables, vectors_in_text_that_is_shown_as_typed) {
    for (const std::string page : {"<pre>[4. 8.]</pre>", "<pre><code>[4. 8.]\n</code></pre>", "<pre>\n[4. 8.]\n</pre>",
                                   "\\begin{verbatim}\n[4. 8.]\n\\end{verbatim}"})
        EXPECT_EQ(find_tables(page).size(), 1U) << page;
    for (const std::string page :
         {"[4. 8.]", "<p>[4. 8.]</p>", "<pre>x</pre>\n[4. 8.]", "\\begin{verbatim}\nx\n\\end{verbatim}\n[4. 8.]"})
        EXPECT_EQ(find_tables(page).size(), 0U) << page;
}

/// Code shows what its lines give in comments. Lists of whole numbers may be shapes.
TEST(find_tables, lists_in_comments_of_code) {
    const std::string page =
        "```python\nw = softmax(x)  # [0.25, 0.75]\ny = w * 2 - 1  # -> [-0.5, 0.5]\nprint(w / 2)\n# [0.125, 0.375]\n"
        "z = -w  # tensor([-0.25, -0.75])\nv = [1.5, 2.5]\n```\n";
    const auto found = find_tables(page);
    EXPECT_EQ(shapes_in(page), (strings{"2", "2", "2", "2", "2"}));
    const strings before{"w = softmax(x)", "y = w * 2 - 1", "print(w / 2)", "z = -w", "v ="};
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_EQ(found[i].before, before[i]);
    EXPECT_EQ(found[3].table.entries[0], (decimal{-25, 2}));
    for (const std::string other : {"x = draw()  # [2, 3]", "x = f()  # about [0.5, 0.25]", "x = f()  # [0.0, 1.0]",
                                    "x = f()  # [0.5, 0.25] rows", "x = a // [0.5, 0.25]", "x = a / [0.5, 0.25]"})
        EXPECT_TRUE(find_tables("```python\n" + other + "\n```\n").empty()) << other;
    EXPECT_TRUE(find_tables("See # [0.25, 0.75]\n").empty());
}

/// A prompt below a table of R is no row of it.
TEST(find_tables, prompt_below_a_table) {
    EXPECT_EQ(shapes_in("```r\n> S\n     [,1] [,2]\n[1,]  0.5 1.25\n[2,]  1.5 2.00\n> options(digits = 3)\n```\n"),
              strings{"2x2"});
}

}  // namespace
