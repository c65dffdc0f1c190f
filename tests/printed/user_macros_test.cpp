// SPDX-License-Identifier: BSL-1.0
// Matrices in commands of the document's own.
#include <heed/printed/find_tables.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

namespace {

using namespace heed;
using decimals = std::vector<decimal>;

TEST(user_macros, commands_that_stand_for_matrices_are_replaced) {
    const std::string text = R"(\newcommand{\bmat}{\begin{bmatrix}}
\newcommand{\emat}{\end{bmatrix}}
\def\open{\begin{pmatrix}}\def\close{\end{pmatrix}}
\newcommand*\rows[1]{\begin{matrix}#1\end{matrix}}
$$ Q = \bmat 7 & 8 \\
   9 & 6 \emat, \quad K = \open 5 & 4 \close $$
$$ V = \rows{3 & 2} $$ and [[1, 0]]
)";
    const std::vector<found_table> found = find_tables(text);
    ASSERT_EQ(found.size(), 4U);
    const std::vector<decimals> entries = {
        {{7, 0}, {8, 0}, {9, 0}, {6, 0}}, {{5, 0}, {4, 0}}, {{3, 0}, {2, 0}}, {{1, 0}, {0, 0}}};
    const std::size_t lines[] = {5, 6, 7, 7};
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(found[i].table.entries, entries[i]) << i;
        EXPECT_EQ(found[i].line, lines[i]) << i;
        ASSERT_EQ(found[i].places.size(), entries[i].size()) << i;
        for (std::size_t k = 0; k < entries[i].size(); ++k)
            EXPECT_EQ(text[found[i].places[k]], static_cast<char>('0' + entries[i][k].digits)) << i;
    }
    EXPECT_EQ(
        find_tables("\\def\\m{\\begin{bmatrix}}\\def\\e{\\end{bmatrix}}$\\m 1 & 2 \\e^T$").at(0).error.has_value(),
        true);
}

TEST(user_macros, cells_of_an_unknown_command_are_listed) {
    const document_tables found = find_tables_and_skipped("$$ Q = \\mine 7 & 8 \\\\ 9 & 6 \\end $$\n");
    EXPECT_TRUE(found.tables.empty());
    ASSERT_EQ(found.rest.size(), 1U);
    EXPECT_NE(found.rest[0].why.find("newcommand"), std::string::npos);
}

}  // namespace
