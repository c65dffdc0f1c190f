// SPDX-License-Identifier: BSL-1.0
// Commas between thousands, blanks and line ends within a list: read where nothing else is possible, else refused.
#include "tests/printed/found_shapes.hpp"

#include <heed/printed/find_tables.hpp>

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace heed;
using heed::test::shapes_in;
using strings = std::vector<std::string>;

/// The shape of the only matrix, or "error" with the kind of its mistake.
std::string found(std::string_view document) {
    const std::vector<found_table> all = find_tables(document);
    if (all.size() != 1) return std::to_string(all.size()) + " matrices";
    if (!all[0].error) return shapes_in(document)[0];
    switch (all[0].error->mistake) {
        case printed_mistake::doubtful_comma: return "comma";
        case printed_mistake::doubtful_rows: return "rows";
        case printed_mistake::not_a_number: return "no number";
        default: return all[0].error->what();
    }
}

TEST(thousands, commas_in_lists_are_refused_beside_commas_with_blanks) {
    EXPECT_EQ(found("Counts: n = [7,650.25, 3,120.5]"), "comma");
    EXPECT_EQ(found("n = [86,400.5, 9.25, 3,600]"), "comma");
    EXPECT_EQ(found("n = [4,815,162, 2,342,108]"), "comma");
    EXPECT_EQ(found("n = [-5,125.75, 8]"), "comma");
    EXPECT_EQ(found("n = [[5,125.5, 2.5], [0.5, 6,250.5]]"), "comma");
    EXPECT_EQ(found("```\n7,650.25, 3,120.5\n1,250.25, 4,500.5\n```"), "comma");
}

TEST(thousands, commas_that_can_only_separate_are_read) {
    EXPECT_EQ(found("n = [300,450,600]"), "3");
    EXPECT_EQ(found("n = [[6,300], [2,450]]"), "2x2");
    EXPECT_EQ(found("n = [[6, 3], [2,450]]"), "2x2");
    EXPECT_EQ(found("n = [6, 300, 450]"), "3");
    EXPECT_EQ(found("n = [0,125.5, 2]"), "3");
    EXPECT_EQ(found("n = [6,-300, 2]"), "3");
}

TEST(thousands, commas_and_blanks_do_not_both_separate) {
    EXPECT_EQ(found("n = [7 650.25, 3 120.5]"), "no number");
    EXPECT_EQ(found("n = [6 0, 0 6]"), "no number");
    EXPECT_EQ(found("n = [6, 7\n 8, 9]"), "no number");
    EXPECT_EQ(found("n = [[6 7], [8 9]]"), "2x2");
    EXPECT_EQ(found("n = [6, 7,\n 8, 9]"), "4");
}

TEST(line_rows, are_rows_in_fences_of_matlab_octave_and_julia) {
    for (const std::string fence :
         {"```matlab", "```octave", "~~~ Matlab", "```julia", "``` {.julia}", "```julia-repl"})
        EXPECT_EQ(found(fence + "\nW = [6 7 8\n     0.5 -1 2];\n" + fence.substr(0, 3)), "2x3") << fence;
    EXPECT_EQ(found("```matlab\nW = [6, 7,\n     8, 9 % the last\n]\n```"), "2x2");
    EXPECT_EQ(found("```matlab\nW = [60% 70\n     80 90];\n```"), "2x2");
    EXPECT_EQ(find_tables("```matlab\nW = [60% 70\n     80 90];\n```")[0].table.entries[0], (decimal{60, 2}));
    EXPECT_EQ(found("```julia\nw = [6,\n     8, 9]\n```"), "3");
    EXPECT_EQ(found("```matlab\nW = [6 7\n     8];\n```").substr(0, 7), "line 3,");
    EXPECT_EQ(found("```matlab\nW = [6 7 8 9];\n```"), "4");
}

TEST(line_rows, are_doubtful_elsewhere_unless_lines_are_long) {
    EXPECT_EQ(found("W = [6 7\n     8 9]"), "rows");
    EXPECT_EQ(found("```python\nW = [6 7\n     8 9]\n```"), "rows");
    EXPECT_EQ(found("```matlab\nx = 1\n```\nW = [6 7\n 8 9]"), "rows");
    EXPECT_EQ(found("```\n[0.26543219 0.81726354 0.12345678 0.98765432 0.56473829]\n```"), "5");
    EXPECT_EQ(found("```\n[0.26543219 0.81726354 0.12345678 0.98765432 0.56473829\n 0.5       ]\n```"), "6");
}

}  // namespace
