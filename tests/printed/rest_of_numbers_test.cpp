// SPDX-License-Identifier: BSL-1.0
// Every number of a document is read once, or in a text that is listed with the reason why it is not read. Documents
// are made at random of pieces in which each number occurs once, and damaged at random.
#include <heed/printed/find_tables.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace heed;

/// Pieces of documents; each @ becomes another number.
const std::vector<std::string> pieces = {
    "The loss fell from @ to @ after 3 epochs.",
    "X = [[@, @], [@, @]]",
    "X = np.array([[@, @],\n              [@, @]])",
    "- sun: [@, @]\n- sea: [@, @]",
    "q\xE2\x82\x81 = [@, @]\nq\xE2\x82\x82 = [@, @]",
    "scale @ then [@, @] and (@, @)",
    "| a | b |\n|---|---|\n| @ | @ |\n| @ | @ |",
    "+---+---+\n| a | b |\n|---+---|\n| @ | @ |\n+---+---+",
    "$$W = \\begin{bmatrix} @ & @ \\\\ @ & @ \\end{bmatrix}, \\quad b = @$$",
    "$$W = \\bpmat @ & @ \\\\ @ & @ \\epmat$$",
    "\\begin{cases} @ & x > @ \\\\ @ & y \\end{cases}",
    "<table><tr><td>@</td><td>@</td></tr></table>",
    "```\nW =\n  @  @\n  @  @\n```",
    "```\n        sun      sea\nsun  @  @\nsea  @  @\n```",
    "```\n             0        1\n0      @  @\n1      @  @\n\n[2 rows x 2 columns]\n```",
    "```\nsun    @\nsea    @\ndtype: float64\n```",
    "```\n      sun       sea\n---------  --------\n  @  @\n  @  @\n```",
    "```\nsun @ @\nsea @ x@\n```",
    "```\nsun [@ @]\nsea [@ @]\n```",
    "```\nX = [ @, @ ]  \xE2\x86\x90 \"sun\"\n    [ @, @ ]  \xE2\x86\x90 \"sea\"\n```",
    "#>          [,1]     [,2]\n#> [1,]  @  @\n#> [2,]  @  @",
    "> w\n[1] @ @ @\n[4] @ @",
    "2\xC3\x97"
    "2 Matrix{Float64}:\n @  @\n @  @",
    "2-element Vector{Float64}:\n @\n @",
    "W =\n\n Columns 1 through 2:\n\n   @   @\n\n Column 3:\n\n   @\n",
    "```python\nlr = @\nfor x in (@, @): print(x * @)\n```",
    "(tensor([[@, @]]), tensor([[@, @]], grad_fn=<MulBackward0>))",
    "[('w', tensor([@, @])), ('b', tensor([@, @]))]",
    "y = softmax([[@, @]]) * @, z = @ * [[@, @]]",
    "x = torch.tensor([[@, @]]).to(device), u = [[@, @]].T",
    "Scores -\n[[@, @], [@, @]]",
    "\xE2\x94\x8C\xE2\x94\x80\xE2\x94\x80\xE2\x94\x90\n\xE2\x94\x82 @ \xE2\x94\x82 @ \xE2\x94\x82\n"
    "\xE2\x94\x94\xE2\x94\x80\xE2\x94\x80\xE2\x94\x98",
    "0.5 * [[@, @],\n  [@, @",
    "> quoted @ and\n> [[@, @]]",
    "\\newcommand{\\m}{\\begin{matrix}}\\newcommand{\\e}{\\end{matrix}}\n$\\m @ & @ \\\\ @ & @ \\e$",
    "\\newcommand{\\p}[1]{\\begin{pmatrix}#1\\end{pmatrix}} $\\p{@ & @}$",
    "OrderedDict([('w', tensor([[@, @]])), ('b', tensor([@]))])",
    "x = [[@, @], # the first @\n [@, @]]",
    "```\n  @ @ \n  ...\n  @ @\n```",
    "1. [@, @]\n2. [@, @]",
    "_@_ and **@**, $\\sqrt@$, \\frac{@}{@}",
    "```julia\nW = [@ @\n     @ @]\n```",
    "```matlab\nW = [@, @ % no @\n     @, @];\n```",
    "W = [@ @\n @ @]",
    "w (x 10^-3) = [@, @]",
    "```\n1. @ @\n2. @ @\n```",
    "a grid (@ x 10) of [[@, @], [@, @]]",
    "<table><tr hidden><td>@</td><td>@</td></tr><tr><td>@</td><td>@</td></tr></table>",
    "<table><tr><td>@<a>@</a></td><td>@</td></tr></table>",
};

struct document {
    std::string text{};
    std::vector<std::size_t> numbers{};  ///< where the decimals of its numbers begin
};

document random_document(std::mt19937& random) {
    const auto below = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
    std::string text;
    for (std::size_t n = 1 + below(6); n != 0; --n)
        text += pieces[below(pieces.size())] + (below(3) == 0 ? "\n" : "\n\n");
    for (std::size_t slips = below(4); slips != 0; --slips) {
        const std::size_t slip = below(text.size()), length = 1 + below(3);
        const bool tag = text.substr(slip, length).find_first_of("<>") != std::string::npos;  // tags are no text
        if (below(3) == 0)
            text.insert(slip, 1, "[](){}|,;-=\n\\"[below(13)]);
        else if (!tag)
            text.erase(slip, length);
    }
    document d;
    for (const char c : text) {
        if (c != '@') {
            d.text += c;
            continue;
        }
        d.numbers.push_back(d.text.size() + 2);
        d.text += "0." + std::to_string(100000 + d.numbers.size());
    }
    return d;
}

/// How often a number is read as an entry, and whether it stands in a label or in a text that is listed.
struct account {
    std::size_t read = 0;
    bool listed = false;
};

/// `number` is where its decimals begin: a slip may join what is before the point to a word.
/// What is listed quotes its first line: on that the number must be.
account account_of(const std::string& text, const document_tables& found, std::size_t number, std::size_t index) {
    account a;
    const auto is_on_first_line = [&](std::size_t begin, std::size_t end) {
        return begin <= number && number < std::min(end, text.find('\n', begin));
    };
    for (const found_table& t : found.tables) {
        a.listed = a.listed || (t.error && is_on_first_line(t.begin, t.end));
        for (const decimal& d : t.table.entries) {
            const long long digits = d.digits < 0 ? -d.digits : d.digits;
            const auto own = static_cast<long long>(100000 + index);
            a.read += digits % 1'000'000 == own || digits / 10 == own ? 1U : 0U;  // a slip may join other digits
        }
        for (const auto* labels : {&t.table.row_labels, &t.table.col_labels})
            for (const std::string& label : *labels)
                a.listed = a.listed || label.find(std::to_string(100000 + index)) != std::string::npos;
    }
    for (const auto* list : {&found.skipped, &found.rest})
        for (const skipped_text& s : *list) {
            EXPECT_NE(s.why, "");
            a.listed = a.listed || is_on_first_line(s.begin, s.end);
        }
    return a;
}

TEST(rest_of_numbers, each_number_is_read_once_or_listed) {
#ifdef HEED_TEST_NIGHT
    constexpr unsigned documents = 100'000;
#else
    constexpr unsigned documents = 4000;
#endif
    for (unsigned seed = 0; seed < documents; ++seed) {
        std::mt19937 random(seed);
        const document d = random_document(random);
        const document_tables found = find_tables_and_skipped(d.text);
        for (std::size_t i = 0; i < d.numbers.size(); ++i) {
            const account a = account_of(d.text, found, d.numbers[i], i + 1);
            ASSERT_TRUE(a.read == 1 || (a.read == 0 && a.listed))
                << "seed " << seed << ", " << d.text.substr(d.numbers[i], 8) << " read " << a.read << " times in\n"
                << d.text;
        }
    }
}

/// What is listed of a document: the lines of its rest.
std::vector<std::size_t> lines_listed(std::string_view text) {
    std::vector<std::size_t> lines;
    for (const skipped_text& s : find_tables_and_skipped(text).rest) lines.push_back(s.line);
    return lines;
}

TEST(rest_of_numbers, numbers_in_emphasis_fractions_and_digits_of_any_script_are_listed) {
    for (const char* line : {"about _6_ of them",
                             "**6** of them",
                             "(__6__)",
                             "\\frac34 of them",
                             "$\\tfrac1n$",
                             "\\sqrt2",
                             "\xC2\xBD of them",
                             "\xC2\xB3\xE2\x81\x84\xE2\x82\x84 of them",
                             "\xEF\xBC\x96 of them",
                             "\xEF\xBC\x90\xEF\xBC\x8E\xEF\xBC\x96",
                             "\xD9\xA3 of them",
                             "\xE0\xA5\xA9 of them",
                             "\xF0\x9D\x9F\x9B of them",
                             "10\xE2\x81\xBB\xC2\xB3",
                             "m\xC2\xB2",
                             "\xE2\x85\x9C of them",
                             "&frac34; of them",
                             "&#190; of them",
                             "lr0.1 and more",
                             "eps1e-3"})
        EXPECT_EQ(lines_listed(line), std::vector<std::size_t>{1}) << line;
    for (const char* line : {"W_1 and x2", "float32", "\\alpha_1", "\\mathbf{W}_1", "h_{}_1", "W\xE2\x82\x81",
                             "\xCE\xB1\xE2\x82\x80", "\xCE\xB1\x31", "conv2.weight", "x_1_2"})
        EXPECT_EQ(lines_listed(line), std::vector<std::size_t>{}) << line;
}

TEST(rest_of_numbers, digits_as_references_of_html_are_listed) {
    EXPECT_EQ(lines_listed("Some &#x33; of.\n\nIt&#8217;s &#x2212; fine&#33;\n\nA &#52; here, 0.&#x31;5.\n"),
              (std::vector<std::size_t>{1, 5}));
}

TEST(rest_of_numbers, a_number_behind_an_entry_that_is_none_is_listed) {
    EXPECT_EQ(lines_listed("x = [3, nan] of 7 runs"), std::vector<std::size_t>{1});
    EXPECT_EQ(lines_listed("x = [[3, nan],  # 5 runs\n [4, 5]]"), std::vector<std::size_t>{1});
}

TEST(rest_of_numbers, lines_are_listed_with_their_reason) {
    const document_tables found =
        find_tables_and_skipped("With 12 heads\nW = [[1, 2]]\n0.5 0.25\n```python\nlr = 0.01\n```\nW_1 and float32\n");
    ASSERT_EQ(found.rest.size(), 3U);
    EXPECT_EQ(found.rest[0].line, 1U);
    EXPECT_EQ(found.rest[0].found, "With 12 heads");
    EXPECT_EQ(found.rest[0].why, "numbers within words");
    EXPECT_EQ(found.rest[1].line, 3U);
    EXPECT_EQ(found.rest[1].why, "a line of numbers that is part of no list and no table");
    EXPECT_EQ(found.rest[2].line, 5U);
    EXPECT_EQ(found.rest[2].why, "numbers of code or output");
}

TEST(rest_of_numbers, later_lines_of_what_is_not_read_are_listed_one_by_one) {
    const document_tables found = find_tables_and_skipped(
        "```octave\n>> A = [1.5 2; 3 4]\nA =\n    1.5 2\n    3.0 4\n>> A(1, 2) = 7;\n>> A(2, 1) = 9;\n```\n"
        "```python\nW = [[1, 2],\n     [3, 4, 5]]\nlr = 0.5\n```\n");
    std::string all;
    for (const skipped_text& s : found.rest) all += s.found + ": " + s.why + '\n';
    EXPECT_EQ(all,
              "1.5 2: it belongs to what begins on line 3, which is not read\n"
              "3.0 4: it belongs to what begins on line 3, which is not read\n"
              ">> A(1, 2) = 7;: it belongs to what begins on line 3, which is not read\n"
              ">> A(2, 1) = 9;: it belongs to what begins on line 3, which is not read\n"
              "[3, 4, 5]]: it belongs to what begins on line 10, which is not read\n"
              "lr = 0.5: numbers of code or output\n");
}

}  // namespace
