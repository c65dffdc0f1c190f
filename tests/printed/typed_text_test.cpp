// SPDX-License-Identifier: BSL-1.0
// Text that is shown as it is typed: between <pre> and </pre>, with the tags of highlighted code, and in literal
// blocks.
#include "tests/printed/found_shapes.hpp"

#include <heed/printed/find_tables.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

namespace {

using namespace heed;
using heed::test::shapes_in;
using strings = std::vector<std::string>;

/// The text of the document from the place of an entry on.
std::string text_at(const std::string& document, const found_table& t, std::size_t entry, std::size_t length) {
    return document.substr(t.places.at(entry), length);
}

TEST(typed_text, highlighted_sessions) {
    const std::string page =
        "<div class=\"highlight\"><pre><span></span><span class=\"gp\">&gt;&gt;&gt; </span><span class=\"n\">A</span> "
        "<span class=\"o\">=</span> <span class=\"n\">np</span><span class=\"o\">.</span><span class=\"n\">array</span>"
        "<span class=\"p\">([[</span><span class=\"mf\">1.25</span><span class=\"p\">,</span> <span "
        "class=\"mf\">-2.0</span><span class=\"p\">],</span> <span class=\"p\">[</span><span class=\"mf\">0.5</span>"
        "<span class=\"p\">,</span> <span class=\"mf\">4.75</span><span class=\"p\">]])</span>\n"
        "<span class=\"gp\">&gt;&gt;&gt; </span><span class=\"n\">A</span> <span class=\"o\">/</span> "
        "<span class=\"mi\">2</span>\n"
        "<span class=\"go\">array([[ 0.625, -1.   ],</span>\n<span class=\"go\">       [ 0.25 ,  2.375]])</span>\n"
        "</pre></div>\n\nB = [[3, 4], [5, 6]]\n";
    const auto found = find_tables(page);
    EXPECT_EQ(shapes_in(page), (strings{"2x2", "2x2", "2x2"}));
    ASSERT_EQ(found.size(), 3U);
    EXPECT_EQ(found[0].before, ">>> A = np.array(");
    EXPECT_EQ(text_at(page, found[0], 3, 4), "4.75");
    EXPECT_EQ(found[1].line, 3U);
    EXPECT_EQ(text_at(page, found[1], 2, 4), "0.25");
    EXPECT_EQ(text_at(page, found[2], 1, 1), "4");
    EXPECT_TRUE(find_tables_and_skipped(page).skipped.empty());
}

/// knitr writes the first and the last line of output beside its tags.
TEST(typed_text, output_of_knitr) {
    const std::string page =
        "<pre class=\"r\"><code>S &lt;- Q %*% t(K)\nS</code></pre>\n"
        "<pre><code>##      [,1]  [,2]\n## [1,] 1.50 -0.25\n## [2,] 0.75  3.00</code></pre>\n";
    const auto found = find_tables(page);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(shapes_in(page), strings{"2x2"});
    EXPECT_EQ(found[0].line, 3U);
    EXPECT_EQ(text_at(page, found[0], 3, 4), "3.00");
}

TEST(typed_text, data_frames) {
    const auto indented = [](const std::string& text) {
        std::string result;
        for (const char c : '\n' + text) result += c == '\n' ? std::string("\n   ") : std::string(1, c);
        return result;
    };
    const std::string rows =
        "       left   right\n"
        "u  0.125000  0.8750\n"
        "v  0.500000  0.5000\n";
    for (const std::string& page :
         {"<div><pre>\n" + rows + "</pre></div>\n", "<pre><code>" + rows + "</code></pre>\n",
          "Text::\n" + indented(rows) + "\nText.\n", ".. code-block:: text\n" + indented(rows) + "\n",
          ".. code-block:: pycon\n   :linenos:\n" + indented(">>> S\n" + rows) + "\n", ">>> S\n" + rows + "\nText.\n",
          "\\begin{lstlisting}\n" + rows + "\\end{lstlisting}\n"}) {
        const auto found = find_tables(page);
        ASSERT_EQ(found.size(), 1U) << page;
        EXPECT_EQ(shapes_in(page), strings{"2x2"}) << page;
        EXPECT_EQ(found[0].table.col_labels, (strings{"left", "right"})) << page;
        EXPECT_EQ(text_at(page, found[0], 3, 6), "0.5000") << page;
    }
    for (const std::string& page : {"Text:\n\n" + rows, ".. note::\n" + indented(rows) + "\n", "a::b\n" + rows})
        EXPECT_TRUE(find_tables(page).empty()) << page;
}

/// Where typed text ends, lists need names again.
TEST(typed_text, lists_in_literal_blocks) {
    const std::string page =
        "Weights::\n\n   [0.25, 0.75]\n\n   [0.5, 0.5]\n\n[0.125, 0.875]\n\n>>> w\n[0.0625, 0.9375]\n\n[0.1, 0.9]\n";
    EXPECT_EQ(shapes_in(page), (strings{"2", "2", "2"}));
    EXPECT_EQ(find_tables_and_skipped(page).skipped.size(), 2U);
}

/// One row of numbers that is all of a block is a matrix.
TEST(typed_text, a_row_alone_in_its_block) {
    const std::string row = "0.25  0.75\n";
    for (const std::string& page :
         {"``w``::\n\n    " + row, "w::\n\n    " + row + "\nText.\n", "w\n\n::\n\n  " + row + "\nText.\n",
          std::string("w::\n\n    1 0\n\nText.\n"), ".. code-block:: text\n\n   " + row + "\nText.\n",
          "```\n" + row + "```\n", "<pre>\n" + row + "</pre>\n", "\\begin{verbatim}\n" + row + "\\end{verbatim}\n"})
        EXPECT_EQ(shapes_in(page), strings{"1x2"}) << page;
    for (const std::string& page :
         {"Text.\n\n    " + row, "w::\n\n    " + row + "\n    text\n", "```\n" + row + "text\n```\n",
          std::string("```\n3 4\n```\n"), "```\nw\n" + row + "```\n", "```\n" + row, std::string("w::\n\n  0.25\n")})
        EXPECT_TRUE(find_tables(page).empty()) << page;
    EXPECT_EQ(find_tables("w::\n\n  " + row)[0].before, "w::");
}

/// A tag joins no two numbers, and what is raised or hidden is no digit.
TEST(typed_text, tags_within_numbers) {
    const auto page = [](const std::string& number) {
        return "<pre>\nS = [[" + number + ", 0.25],\n     [<b>0.5</b>, <span>-</span><span>1.5</span>]]\n</pre>\n";
    };
    EXPECT_EQ(shapes_in(page("0.3")), strings{"2x2"});
    EXPECT_EQ(find_tables(page("0.3"))[0].table.entries[3], (decimal{-15, 1}));
    for (const std::string number :
         {"0.3<sup>1</sup>", "0.3<a href=\"#n\">1</a>", "10<sup>-3</sup>", "<del>0.2</del> 0.3"})
        EXPECT_EQ(shapes_in(page(number)), strings{"error"}) << number;
}

/// A line that shares its tags with text ends the typed text too.
TEST(typed_text, ends_with_its_tag) {
    EXPECT_EQ(shapes_in("<pre>\nQ = [[1, 2],\n     [3, 4]]</pre>\n\n[0.5, 0.25]\n"), strings{"2x2"});
    EXPECT_EQ(shapes_in("<pre>\nif a &lt;b and c&gt; d:\nQ = [[1, 2], [3, 4]]\n</pre>\n"), strings{"2x2"});
}

}  // namespace
