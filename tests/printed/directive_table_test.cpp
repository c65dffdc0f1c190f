// SPDX-License-Identifier: BSL-1.0
// Tables that reStructuredText writes as directives: list-table and csv-table.
#include "tests/printed/found_shapes.hpp"

#include <heed/printed/find_tables.hpp>

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace {

using namespace heed;
using heed::test::shapes_in;
using strings = std::vector<std::string>;
using decimals = std::vector<decimal>;

TEST(directive_table, list_tables) {
    const std::string page =
        "Scores ``S``:\n\n.. list-table:: S\n   :header-rows: 1\n   :widths: 20 20\n\n   * - sun\n     - moon\n"
        "   * - 0.25\n     - -0.5\n   * - 7\n     - 8.5\n\nText.\n";
    const std::vector<found_table> found = find_tables(page);
    ASSERT_EQ(shapes_in(page), strings{"2x2"});
    EXPECT_EQ(found[0].table.entries, (decimals{{25, 2}, {-5, 1}, {7, 0}, {85, 1}}));
    EXPECT_EQ(found[0].table.col_labels, (strings{"sun", "moon"}));
    EXPECT_EQ(found[0].before, "S");
    EXPECT_EQ(found[0].line, 3U);
    EXPECT_EQ(page.substr(found[0].end), "\n\nText.\n");
    const std::string row = "Scores ``S``:\n\n.. list-table::\n\n   * - 0.25\n     - -0.5\n";
    EXPECT_EQ(shapes_in(row), strings{"1x2"});
    EXPECT_EQ(find_tables(row)[0].before, "Scores ``S``:");
}

TEST(directive_table, csv_tables) {
    const std::string table =
        ".. csv-table:: S\n   :header: \"\", sun, \"moon, full\"\n   :stub-columns: 1\n\n   north, 0.25, -0.5\n"
        "   \"south\", 7, 8.5";
    const std::vector<found_table> found = find_tables(table);
    ASSERT_EQ(shapes_in(table), strings{"2x2"});
    EXPECT_EQ(found[0].table.entries, (decimals{{25, 2}, {-5, 1}, {7, 0}, {85, 1}}));
    EXPECT_EQ(found[0].table.row_labels, (strings{"north", "south"}));
    EXPECT_EQ(found[0].table.col_labels, (strings{"sun", "moon, full"}));
    EXPECT_EQ(shapes_in(".. csv-table:: S\n\n   1, 2\n   3, 4, 5\n\nR = [[1, 2]]\n"), (strings{"error", "1x2"}));
    EXPECT_EQ(shapes_in("* Item:\n\n  .. csv-table:: b\n\n     1, 2, 3\n  Text, 4\n"), strings{"1x3"});
}

TEST(directive_table, numbers_of_a_title_are_listed) {
    for (const auto& [table, title] :
         {std::pair{".. csv-table:: S for q = [0.5, 2.25]\n   :widths: 9 9\n\n   1, 2\n   3, 4\n",
                    ".. csv-table:: S for q = [0.5, 2.25]"},
          {".. list-table:: V is [[0.5, 1.5]]\n\n   * - 1\n     - 2\n", ".. list-table:: V is [[0.5, 1.5]]"},
          {"{|\n|+ S for q = [0.5, 2.25]\n| 1 || 2\n|-\n| 3 || 4\n|}\n", "|+ S for q = [0.5, 2.25]"}}) {
        const document_tables found = find_tables_and_skipped(table);
        EXPECT_EQ(found.tables.size(), 1U) << table;
        ASSERT_EQ(found.skipped.size(), 1U) << table;
        EXPECT_EQ(found.skipped[0].found, title);
        EXPECT_EQ(found.skipped[0].why, "the title of a table, outside of its cells");
    }
    EXPECT_TRUE(find_tables_and_skipped(".. csv-table:: S\n\n   1, 2\n   3, 4\n").skipped.empty());
}

TEST(directive_table, others_are_told_and_not_read) {
    for (const std::string option :
         {"delim: ;", "header-rows: 2", "stub-columns: 1", "stub-columns: 2", "file: x.csv"}) {
        const document_tables found =
            find_tables_and_skipped(".. csv-table:: b\n   :" + option + "\n\n   1, 2, 3\n   4, 5, 6\n");
        EXPECT_TRUE(found.tables.empty()) << option;
        EXPECT_EQ(found.skipped.size(), 1U) << option;
    }
    EXPECT_TRUE(find_tables(".. list-table:: b\n\n   * - a 1\n     - b\n").empty());
    EXPECT_TRUE(find_tables(".. list-table:: b\n\nText.\n").empty());
}

}  // namespace
