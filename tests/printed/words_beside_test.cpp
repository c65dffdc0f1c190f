// SPDX-License-Identifier: BSL-1.0
// Words, counts and tags beside numbers: what may change them is a reason not to read them, and nothing else is.
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

bool is_refused(std::string_view document) { return shapes_in(document) == strings{"error"}; }

/// The first number of the only matrix.
decimal first_number(std::string_view document) {
    const std::vector<found_table> all = find_tables(document);
    return all.size() == 1 && !all[0].error ? all[0].table.entries[0] : decimal{};
}

TEST(words_beside, notes_of_a_factor_are_refused) {
    for (const std::string name : {"u (\xC3\x97"
                                   "10\xE2\x81\xBB\xC2\xB3)",
                                   "u (x 10^-3)", "u (x10^-3)", "u (times 100)", "u [%]", "u (in %)", "u (in percent)",
                                   "In percent, u", "u (values in thousands)", "u (10^-3)", "u (* 100)"})
        EXPECT_TRUE(is_refused(name + " = [0.75, 0.125]")) << name;
    EXPECT_EQ(shapes_in("u in % = [0.75, 0.125]"), strings{});
    EXPECT_TRUE(is_refused("$u\\,(\\times 10^{-3}) = \\begin{bmatrix} 7 & 8 \\end{bmatrix}$"));
    EXPECT_TRUE(is_refused("Shares (in %):\n\n| 60 | 40 |\n|---|---|\n| 30 | 70 |\n"));
    EXPECT_TRUE(is_refused("| u (x 10^-3) | v |\n|---|---|\n| 7 | 8 |\n"));
    EXPECT_TRUE(is_refused("| % | v |\n|---|---|\n| 7 | 8 |\n"));
}

TEST(words_beside, other_words_in_parentheses_change_nothing) {
    for (const std::string name : {"u (97%)", "u (x1, x2)", "u (of 10)", "u (in words)", "u (1e-3 steps)", "u (n = 10)",
                                   "The grid (8 \xC3\x97 10) of u", "Accuracy [3] and u"})
        EXPECT_EQ(shapes_in(name + " = [0.75, 0.125]"), strings{"2"}) << name;
}

TEST(words_beside, numbers_in_parentheses_are_no_factors) {
    EXPECT_EQ(first_number("A board (10 x 10) of [[7, 8], [9, 6]]"), (decimal{7, 0}));
    EXPECT_EQ(first_number("A board (100) with [[7, 8], [9, 6]]"), (decimal{7, 0}));
    EXPECT_EQ(first_number("after eye(10) and [[7, 8], [9, 6]]"), (decimal{7, 0}));
    EXPECT_EQ(first_number("W = (10^-3) [[7, 8], [9, 6]]"), (decimal{7, 3}));
    EXPECT_TRUE(is_refused("Shares (10^-3) [[7, 8], [9, 6]]"));
    EXPECT_TRUE(is_refused("Board (100 x 10) [[7, 8], [9, 6]]"));
}

TEST(words_beside, counts_of_rows_are_no_column) {
    EXPECT_EQ(shapes_in("```\n1. 0.75 0.125\n2. 0.5 0.25\n```"), strings{});
    EXPECT_EQ(shapes_in("```\n1 0.75 0.125\n2 0.5 0.25\n3 0.5 0.5\n```"), strings{});
    EXPECT_EQ(shapes_in("```\n0, 0.75\n1, 0.5\n```"), strings{});
    EXPECT_EQ(shapes_in("```\n1. 0. 0.125\n2. 0.5 0.25\n```"), strings{"2x3"});
    EXPECT_EQ(shapes_in("```\n1 0 0\n2 0.5 1\n```"), strings{"2x3"});
    EXPECT_EQ(shapes_in("```\n0 1\n1 0\n```"), strings{"2x2"});
    EXPECT_EQ(shapes_in("```\n2. 0.75\n3. 0.5\n```"), strings{"2x2"});
}

TEST(words_beside, numbers_of_a_line_that_ends_with_equals_are_listed) {
    const document_tables found = find_tables_and_skipped("```\n 0.75 0.125 ...=\n 0.5 0.25\n 0.5 0.75\n```");
    ASSERT_EQ(found.tables.size(), 1U);
    EXPECT_EQ(found.tables[0].table.extents, (std::vector<std::size_t>{2, 2}));
    ASSERT_EQ(found.rest.size(), 1U);
    EXPECT_EQ(found.rest[0].line, 2U);
}

TEST(words_beside, tags_within_numbers_and_hidden_rows_are_refused) {
    const auto cells = [](const std::string& last) {
        return "<table><tr><td>0.75</td><td>0.5</td></tr><tr><td>0.25</td><td>" + last + "</td></tr></table>";
    };
    for (const std::string last :
         {"0.6<a href=\"#note\">2</a>", "0.6<span class=n>2</span>", "0.<b>6</b>2", "<small>1</small>0.6",
          "0.6<a\n>2</a>", "0.6<i></i>2", "<span style=\"Display : None\">3</span>0.6"})
        EXPECT_TRUE(is_refused(cells(last))) << last;
    for (const std::string last :
         {"<b>0.6</b>", "<span>-</span>0.6", "0.6<wbr>2", "0.6<!-- 0.7 -->", "<a>0.6</a>", "0<span>.6</span>"})
        EXPECT_EQ(shapes_in(cells(last)), strings{"2x2"}) << last;
    EXPECT_EQ(find_tables_and_skipped(cells("0.6<!-- 0.7 -->")).rest.size(), 1U);
    for (const std::string row :
         {"<tr hidden>", "<tr style='display:none'>", "<tbody style=\"visibility: collapse\"><tr>"}) {
        const std::string table = "<table><tr><td>1</td><td>2</td></tr>" + row + "<td>3</td><td>4</td></tr></table>";
        EXPECT_EQ(shapes_in(table), strings{}) << row;
        EXPECT_EQ(find_tables_and_skipped(table).skipped.size(), 1U) << row;
    }
}

}  // namespace
