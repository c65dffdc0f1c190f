// SPDX-License-Identifier: BSL-1.0
// A dash is a minus sign only where it can be nothing else.
#include <heed/printed/find_tables.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

using namespace heed;

enum class outcome : unsigned char { positive, negative, refused, lost };

/// How the list [[7, 8]] is read after a text.
outcome sign_after(const std::string& before) {
    const std::vector<found_table> found = find_tables(before + "[[7, 8]]\n");
    if (found.empty() || (!found.back().error && found.back().table.entries.size() != 2)) return outcome::lost;
    if (found.back().error) return outcome::refused;
    return found.back().table.entries[0] == decimal{7, 0} ? outcome::positive : outcome::negative;
}

TEST(dashes, a_sign_touches_the_matrix_or_follows_an_operator) {
    for (const char* before :
         {"-", "W = -", "W = - ", "W: -", "gives \xE2\x86\x92 -", "W = \xE2\x88\x92", "(-", "(- ", "W <- -", "- -"})
        EXPECT_EQ(sign_after(before), outcome::negative) << before;
    EXPECT_EQ(sign_after("W = 10.0 * -"), outcome::negative);
}

TEST(dashes, arrows_runs_and_marks_are_no_signs) {
    for (const char* before : {"W <- ",
                               "W <<- ",
                               "W <-- ",
                               "Q -> ",
                               "Q --> ",
                               "Q |-> ",
                               "Q => ",
                               "after step 3 ---> ",
                               "Scores -- ",
                               "Scores --- ",
                               "Scores \xE2\x80\x93\xE2\x80\x93 ",
                               "Scores :- ",
                               "**Scores :-**\n",
                               "Scores :--\n",
                               "- ",
                               "Scores -\n\n",
                               "+----+\n",
                               "|----+----|\n",
                               "-----  -----\n",
                               "=====\n"})
        EXPECT_EQ(sign_after(before), outcome::positive) << before;
}

TEST(dashes, a_dash_that_may_be_a_sign_is_refused) {
    for (const char* before : {"Scores -\n", "Scores - ", "Scores: - ", "Scores, - ", "Scores: -\n", "W = -- ", "W --",
                               "--", "W:-", "the result \xE2\x80\x93 ", "so: \xE2\x80\x93 ", "step 3 - "})
        EXPECT_EQ(sign_after(before), outcome::refused) << before;
    for (const char* before : {"Scores: - ", "Scores, - ", "W --", "W:-"}) {
        const std::vector<found_table> found = find_tables(before + std::string("[[7, 8]]\n"));
        ASSERT_TRUE(found.size() == 1 && found[0].error) << before;
        EXPECT_NE(found[0].error->words(), "") << before;
    }
}

TEST(dashes, arrows_and_runs_behind_a_matrix_end_it) {
    for (const char* after : {" -> B", " --> B", " => B", " <- the scores", " -- the scores", " --- see below"}) {
        const std::vector<found_table> found = find_tables("A = [[7, 8]]" + std::string(after));
        EXPECT_TRUE(found.size() == 1 && !found[0].error) << after;
    }
    for (const char* after : {" - B", " -B", "-1", " --B"}) {
        const std::vector<found_table> found = find_tables("A = [[7, 8]]" + std::string(after));
        EXPECT_TRUE(found.size() == 1 && found[0].error) << after;
    }
}

TEST(dashes, a_number_that_ends_a_line_is_no_factor) {
    EXPECT_EQ(sign_after("Head 3\n"), outcome::positive);
    EXPECT_EQ(sign_after("n = 20\n"), outcome::positive);
    EXPECT_EQ(sign_after("W = 3 *\n"), outcome::refused);
}

TEST(dashes, borders_of_a_table_are_no_signs) {
    for (const std::string rule : {"|-----+------+------|", "+-----+------+------+", "+=====+======+======+"}) {
        const std::vector<found_table> found =
            find_tables("```\nShares:\n+-----+------+------+\n|     | sun  | moon |\n" + rule +
                        "\n| sun | 0.15 | 0.85 |\n| sea | 0.45 | 0.55 |\n+-----+------+------+\n```\n");
        ASSERT_EQ(found.size(), 1U) << rule;
        ASSERT_FALSE(found[0].error) << rule;
        EXPECT_EQ(found[0].table.entries, (std::vector<decimal>{{15, 2}, {85, 2}, {45, 2}, {55, 2}})) << rule;
        EXPECT_EQ(found[0].before, "Shares:");
    }
}

}  // namespace
