// SPDX-License-Identifier: BSL-1.0
// Columns that number the rows below a header that says so are labels, and no entries.
#include "tests/printed/found_shapes.hpp"

#include <heed/printed/find_tables.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

using namespace heed;
using heed::test::shapes_in;
using strings = std::vector<std::string>;

std::string table(const std::string& header, const std::string& first, const std::string& second) {
    return "| " + header + " | d0 | d1 |\n|---|---|---|\n| " + first + " | 0.5 | -0.25 |\n| " + second +
           " | 1.5 | 0.75 |\n";
}

TEST(label_columns, positions_in_tables_of_all_kinds) {
    for (const std::string& document :
         {table("pos", "0", "1"), std::string("```\npos,d0,d1\n0,0.5,-0.25\n1,1.5,0.75\n```\n"),
          std::string("```\npos   d0     d1\n  0  0.5  -0.25\n  1  1.5   0.75\n```\n"),
          std::string("```\n   pos   d0     d1\n0    0  0.5  -0.25\n1    1  1.5   0.75\n```\n"),
          std::string("+-----+-----+-------+\n| pos | d0  | d1    |\n+-----+-----+-------+\n| 0   | 0.5 | -0.25 |\n"
                      "| 1   | 1.5 | 0.75  |\n+-----+-----+-------+\n"),
          std::string("\\begin{tabular}{c|cc}\npos & d0 & d1 \\\\ \\hline\n0 & 0.5 & -0.25 \\\\\n1 & 1.5 & 0.75\n"
                      "\\end{tabular}\n"),
          std::string("$$\\begin{array}{c|cc} \\text{pos} & d_0 & d_1 \\\\ \\hline 0 & 0.5 & -0.25 \\\\ 1 & 1.5 & 0.75 "
                      "\\end{array}$$\n"),
          std::string("<table><tr><th>pos</th><th>d0</th><th>d1</th></tr><tr><td>0</td><td>0.5</td><td>-0.25</td></tr>"
                      "<tr><td>1</td><td>1.5</td><td>0.75</td></tr></table>\n"),
          std::string(
              "===  ===  =====\npos  d0   d1\n===  ===  =====\n0    0.5  -0.25\n1    1.5  0.75\n===  ===  =====\n"),
          std::string("| pos | d0 | d1 |\n|-----+-----+----|\n| 0 | 0.5 | -0.25 |\n| 1 | 1.5 | 0.75 |\n")}) {
        const document_tables found = find_tables_and_skipped(document);
        ASSERT_EQ(found.tables.size(), 1U) << document;
        const printed_table& t = found.tables[0].table;
        EXPECT_EQ(t.extents, (std::vector<std::size_t>{2, 2})) << document;
        EXPECT_EQ(t.row_labels, (strings{"0", "1"})) << document;
        EXPECT_EQ(t.col_labels.size(), 2U) << document;
        ASSERT_EQ(t.entries.size(), 4U) << document;
        EXPECT_EQ(t.entries[3].digits, 75) << document;
        ASSERT_EQ(found.skipped.size(), 1U) << document;
        EXPECT_EQ(found.skipped[0].why.substr(0, 28), "labels of rows: the column p") << found.skipped[0].why;
        EXPECT_TRUE(found.rest.empty()) << document;
    }
}

TEST(label_columns, headers_of_labels) {
    for (const char* header : {"pos", "Position", "#", "idx", "**Index**", "token id", "Token ID", "step", "Fig.",
                               "Year", "No.", "$i$", "t", "Token", "query"})
        EXPECT_EQ(shapes_in(table(header, "3", "7")), (strings{"2x2"})) << header;
    EXPECT_EQ(shapes_in(table("token | id", "sun | 0", "sea | 1")), (strings{"2x2"}));
}

TEST(label_columns, other_columns_are_entries) {
    for (const char* header : {"d", "x", "Q", "value", "pos 1", "i2", "k", "n"})
        EXPECT_EQ(shapes_in(table(header, "0", "1")), (strings{"2x3"})) << header;
    EXPECT_EQ(shapes_in(table("pos", "0.0", "1.0")), (strings{"2x3"}));
    EXPECT_EQ(shapes_in(table("pos", "0", "-1")), (strings{"2x3"}));
    // Queries, keys and values of whole numbers.
    const std::string whole = "| query | key | value |\n|---|---|---|\n| 3 | 0 | 2 |\n| 1 | 1 | 4 |\n";
    EXPECT_EQ(shapes_in(whole), (strings{"2x3"}));
    EXPECT_EQ(shapes_in("| i | x |\n|---|---|\n| 0 | 5 |\n| 1 | 7 |\n"), (strings{"2x1"}));
}

TEST(label_columns, dots_stay_where_they_are) {
    const auto found = find_tables(
        "| pos | a | ... | b |\n|---|---|---|---|\n| 0 | 0.5 | ... | 1.5 |\n| ... | ... | ... | ... |\n"
        "| 9 | 2.5 | ... | 3.5 |\n");
    ASSERT_EQ(found.size(), 1U);
    ASSERT_FALSE(found[0].error);
    EXPECT_EQ(found[0].table.extents, (std::vector<std::size_t>{3, 3}));
    EXPECT_EQ(found[0].table.elided_at, (std::vector<std::size_t>{1, 1}));
}

}  // namespace
