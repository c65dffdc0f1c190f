// SPDX-License-Identifier: BSL-1.0
// What readers of a document do not see is in no matrix and in no formula, and its numbers are listed.
#include <heed/printed/find_tables.hpp>
#include <heed_check/tables/unseen_text.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

namespace {

using namespace heed;

/// The document with ~ for what is not seen, and not for ends of lines.
std::string seen(const std::string& document) {
    std::string text = document;
    for (const detail::text_range& r : detail::unseen_in(document))
        for (std::size_t i = r.begin; i < r.end; ++i)
            if (text[i] != '\n') text[i] = '~';
    return text;
}

struct document_case {
    std::string document, seen;
};

TEST(unseen_text, of_markdown_and_html) {
    const std::vector<document_case> cases = {
        {"a <!-- 1 2 --> b", "a ~~~~~~~~~~~~ b"},
        {"a <!-- 1\n2 --> b", "a ~~~~~~\n~~~~~ b"},
        {"a <!-- 1", "a <!-- 1"},
        {"`<!--` 1 `-->`", "`<!--` 1 `-->`"},
        {"```\n<!-- 1 -->\n```\n<!-- 2 -->", "```\n<!-- 1 -->\n```\n~~~~~~~~~~"},
        {"> ```\n> <!-- 1 -->\n> ```\n<!-- 2 -->", "> ```\n> <!-- 1 -->\n> ```\n~~~~~~~~~~"},
        {"<script>var a = 1;</script> 2", "~~~~~~~~~~~~~~~~~~~~~~~~~~~ 2"},
        {"<SCRIPT src=\"a>b\">1</Script > 2", "~~~~~~~~~~~~~~~~~~~~~~~~~~~~~ 2"},
        {"<script> 2", "<script> 2"},
        {"<script type=\"math/tex\">x = 1</script>", "<script type=\"math/tex\">x = 1</script>"},
        {"<style>p { width: 3em }</style>", "~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~"},
        {"<scripted>1</scripted>", "<scripted>1</scripted>"},
        {"////\n1 2\n////\n3", "~~~~\n~~~\n~~~~\n3"},
        {"#+begin_comment\n1\n#+end_comment\n2", "~~~~~~~~~~~~~~~\n~\n~~~~~~~~~~~~~\n2"},
        {"100 % of 3\n% 4", "100 % of 3\n% 4"},
    };
    for (const document_case& c : cases) EXPECT_EQ(seen(c.document), c.seen);
}

TEST(unseen_text, of_latex) {
    const std::string begin = "\\usepackage{a}\n";
    const std::vector<document_case> cases = {
        {"1 % 2\n3", "1 ~~~\n3"},
        {"1\\% 2", "1\\% 2"},
        {"\\\\% 2", "\\\\~~~"},
        {"\\verb|%| 2 % 3", "\\verb|%| 2 ~~~"},
        {"\\url{a%20b} 2", "\\url{a%20b} 2"},
        {"\\iffalse\n1\n\\fi\n2", "~~~~~~~~\n~\n~~~\n2"},
        {"\\iffalse\n1", "\\iffalse\n1"},
        {"\\begin{comment}\n1\n\\end{comment} 2", "~~~~~~~~~~~~~~~\n~\n~~~~~~~~~~~~~ 2"},
        {"\\begin{verbatim}\n1 % 2\n\\end{verbatim}\n% 3", "\\begin{verbatim}\n1 % 2\n\\end{verbatim}\n~~~"},
        {"% \\begin{verbatim}\n% 1", "~~~~~~~~~~~~~~~~~~\n~~~"},
        {"\\end{document}\n1", "~~~~~~~~~~~~~~\n~"},
        {"<!-- 1 -->", "<!-- 1 -->"},
    };
    for (const document_case& c : cases) EXPECT_EQ(seen(begin + c.document), begin + c.seen);
}

TEST(unseen_text, is_replaced_by_blanks) {
    const std::string document = "a <!-- 1\n2 --> b";
    EXPECT_EQ(detail::without(document, detail::unseen_in(document)), "a       \n      b");
}

/// Marks that are not closed are looked for once.
TEST(unseen_text, time_grows_with_the_document) {
    std::string document;
    for (int i = 0; i < 100'000; ++i) document += "a ` <!-- x\n<script <template\n////\n";
    document += "////\n";
    EXPECT_FALSE(detail::unseen_in(document).empty());
}

TEST(unseen_text, has_no_matrices_and_is_listed) {
    const document_tables found = find_tables_and_skipped(
        "Q = [[1, 2], [3, 4]]\n<!-- K = [[5, 6],\n [7, 8]] -->\nV = [[9, 10], [11, 12]] <!-- 13 -->\n");
    ASSERT_EQ(found.tables.size(), 2U);
    EXPECT_EQ(found.tables[1].before, "V =");
    EXPECT_TRUE(found.skipped.empty());
    std::vector<std::size_t> lines;
    for (const skipped_text& s : found.rest) {
        EXPECT_EQ(s.why, "text that readers of the document do not see");
        lines.push_back(s.line);
    }
    EXPECT_EQ(lines, (std::vector<std::size_t>{2, 3, 4}));
    EXPECT_EQ(found.rest[1].found, "[7, 8]] -->");
}

}  // namespace
