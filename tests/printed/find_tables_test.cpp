// SPDX-License-Identifier: BSL-1.0
// What is found in a document: every printed matrix, in order, with its line and its name, and nothing else.
#include <heed/printed/find_tables.hpp>
#include <tests/printed/examples.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace heed;
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
    EXPECT_EQ(found[1].before, "array(");
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

TEST(find_tables, survives_documents_cut_at_every_byte) {
    const std::string document = std::string(test::three_in_one) + "\n" + test::sentence_map +
                                 "\n- a: [1, 0]\n- b: [0, 1]\n" + "```mermaid\nA --> |0.1| B\n```\n" + test::torch +
                                 "\n" + test::scores;
    for (std::size_t cut = 0; cut <= document.size(); ++cut) {
        EXPECT_LE(find_tables(std::string_view(document).substr(0, cut)).size(), 7U);
        EXPECT_LE(find_tables(std::string_view(document).substr(cut)).size(), 7U);
    }
}

}  // namespace
