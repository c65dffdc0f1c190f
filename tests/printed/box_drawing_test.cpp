// SPDX-License-Identifier: BSL-1.0
// Tables with drawn borders, and drawings that are none.
#include <heed/printed/find_tables.hpp>

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace heed;
using strings = std::vector<std::string>;

TEST(box_drawing, tables_with_drawn_borders_are_read) {
    const std::vector<found_table> found = find_tables(R"(Shares
╒═══════╤═══════╕
│   sun │  moon │
╞═══════╪═══════╡
│  0.50 │ -1.50 │
├───────┼───────┤
│  2.50 │  3.50 │
╘═══════╧═══════╛

┏━━━━━━┳━━━━━━━┓
┃      ┃  moon ┃
┡━━━━━━╇━━━━━━━┩
│ a    │ 4.50  │
│ b    │ 5.50  │
└──────┴───────┘
)");
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].table.entries, (std::vector<decimal>{{50, 2}, {-150, 2}, {250, 2}, {350, 2}}));
    EXPECT_EQ(found[0].table.col_labels, (strings{"sun", "moon"}));
    EXPECT_EQ(found[0].before, "Shares");
    EXPECT_EQ(found[1].table.entries, (std::vector<decimal>{{450, 2}, {550, 2}}));
    EXPECT_EQ(found[1].table.row_labels, (strings{"a", "b"}));
}

TEST(box_drawing, entries_have_their_places) {
    const std::string text = "┌───┬───┐\n│ 7 │ 8 │\n└───┴───┘\n";
    const std::vector<found_table> found = find_tables(text);
    ASSERT_EQ(found.size(), 1U);
    ASSERT_EQ(found[0].places.size(), 2U);
    EXPECT_EQ(text[found[0].places[0]], '7');
    EXPECT_EQ(text[found[0].places[1]], '8');
}

TEST(box_drawing, trees_and_diagrams_are_no_tables) {
    const document_tables tree = find_tables_and_skipped("├── 12 heads\n│   └── 64 wide\n└── end\n");
    EXPECT_TRUE(tree.tables.empty());
    ASSERT_EQ(tree.rest.size(), 2U);
    EXPECT_EQ(tree.rest[1].found, "│   └── 64 wide");
    const document_tables box = find_tables_and_skipped("┌────┐\n│ 64 │\n└────┘\n");
    EXPECT_TRUE(box.tables.empty());
    ASSERT_EQ(box.skipped.size(), 1U);
    EXPECT_EQ(box.skipped[0].found, "│ 64 │");
}

}  // namespace
