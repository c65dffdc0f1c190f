// SPDX-License-Identifier: BSL-1.0
// Matrices whose brackets are drawn over several lines.
#include "tests/printed/found_shapes.hpp"

#include <heed/printed/find_tables.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

using namespace heed;
using heed::test::shapes_in;
using strings = std::vector<std::string>;

TEST(drawn_brackets, name_beside_any_line) {
    for (const std::string page : {"```\n    ⎡ 1.5  -2.0 ⎤\nQ = ⎢ 0.5   0.25⎥\n    ⎣ 4.0   8.0 ⎦\n```\n",
                                   "Q = ⎡ 1.5  -2.0 ⎤\n    ⎢ 0.5   0.25⎥\n    ⎣ 4.0   8.0 ⎦\n",
                                   "    ⎛1.5, -2.0⎞\n    ⎜0.5, 0.25⎟\nQ = ⎝4.0,  8.0⎠\n"}) {
        const auto found = find_tables(page);
        ASSERT_EQ(found.size(), 1U) << page;
        EXPECT_EQ(shapes_in(page), strings{"3x2"}) << page;
        EXPECT_EQ(found[0].before, "Q =") << page;
        EXPECT_EQ(found[0].table.entries[3], (decimal{25, 2})) << page;
        EXPECT_EQ(page.substr(found[0].places[3], 4), "0.25") << page;
        EXPECT_EQ(page.substr(found[0].places[5], 3), "8.0") << page;
        EXPECT_TRUE(find_tables_and_skipped(page).rest.empty()) << page;
    }
}

TEST(drawn_brackets, of_sympy) {
    const std::string page = "```\n>>> pprint(M)\n⎡1   -2⎤\n⎢      ⎥\n⎣3.5  4⎦\n```\n\n⎡7⎤\n⎣8⎦\n";
    EXPECT_EQ(shapes_in(page), (strings{"2x2", "2x1"}));
    EXPECT_EQ(find_tables(page)[0].line, 3U);
}

/// What is beside a matrix is part of what is said of it, or it is not read.
TEST(drawn_brackets, operations_beside) {
    EXPECT_EQ(shapes_in("        ⎡1.5 2.5⎤\nB = 2 * ⎣3.5 4.5⎦\n"), strings{"error"});
    EXPECT_EQ(shapes_in("⎡1.5 2.5⎤ᵀ\n⎣3.5 4.5⎦\n"), strings{"error"});
    const auto negative = find_tables("-⎡1.5 2.5⎤\n ⎣3.5 4.5⎦\n");
    ASSERT_EQ(negative.size(), 1U);
    EXPECT_EQ(negative[0].table.entries[3], (decimal{-45, 1}));
    EXPECT_EQ(shapes_in("B = ⎡1.5  …  2.5⎤\n    ⎢ ⋮   ⋱   ⋮ ⎥\n    ⎣3.5  …  4.5⎦\n"), strings{"3x3"});
    const auto scaled = find_tables("     ⎡ 1 2 ⎤\n0.1⋅ ⎣ 3 4 ⎦\n");
    ASSERT_EQ(scaled.size(), 1U);
    EXPECT_EQ(scaled[0].table.entries[3], (decimal{4, 1}));
    for (const std::string page : {"⎡1.5 2.5⎤   ⎡1.0⎤\n⎣3.5 4.5⎦ x ⎣2.0⎦\n", "a ⎡1.5 2.5⎤\nb ⎣3.5 4.5⎦\n",
                                   "⎡1.5 2.5⎤\n ⎣3.5 4.5⎦\n", "⎡1.5 2.5⎤\n⎢3.5 4.5⎥\n", "⎡1.5 x⎤\n⎣3.5 4⎦\n"}) {
        EXPECT_TRUE(shapes_in(page).empty()) << page;
        const document_tables all = find_tables_and_skipped(page);
        EXPECT_GE(all.rest.size() + all.skipped.size(), 1U) << page;
    }
}

}  // namespace
