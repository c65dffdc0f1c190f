// SPDX-License-Identifier: BSL-1.0
// Tables without bars, as programs print them: what is read, with its labels, and what is not taken for a table.
#include <heed/printed/find_tables.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace heed;
using strings = std::vector<std::string>;
using sizes = std::vector<std::size_t>;
using decimals = std::vector<decimal>;

/// The only matrix of a document; none if there are others, or if it cannot be read.
found_table only_table(std::string_view document) {
    std::vector<found_table> found = find_tables(document);
    return found.size() == 1 && !found[0].error ? found[0] : found_table{};
}
found_table in_fence(const std::string& text) { return only_table("```\n" + text + "\n```\n"); }

TEST(text_frame, data_frames_of_pandas) {
    const found_table f = in_fence(
        "              sun  moon\n"
        "the north   0.125  0.50\n"
        "south      -1.000  2.25\n");
    EXPECT_EQ(f.table.extents, (sizes{2, 2}));
    EXPECT_EQ(f.table.entries, (decimals{{125, 3}, {50, 2}, {-1000, 3}, {225, 2}}));
    EXPECT_EQ(f.table.row_labels, (strings{"the north", "south"}));
    EXPECT_EQ(f.table.col_labels, (strings{"sun", "moon"}));
    EXPECT_EQ(f.places.size(), 4U);
    const found_table numbered = in_fence("      0     1     2\n0  0.11  0.12  0.13\n1  0.21  0.22  0.23\n");
    EXPECT_EQ(numbered.table.extents, (sizes{2, 3}));
    EXPECT_EQ(numbered.table.col_labels, (strings{"0", "1", "2"}));
    const found_table named =
        in_fence("        sun  moon\nday              \nmonday  0.1   0.2\nfriday  0.3   0.4\n\n[2 rows x 2 columns]");
    EXPECT_EQ(named.table.row_labels, (strings{"monday", "friday"}));
    EXPECT_EQ(in_fence(" sun  moon\n 0.1   0.2\n 0.3   0.4\n").table.extents, (sizes{2, 2}));
}

TEST(text_frame, wide_frames_and_series) {
    const found_table wide = in_fence("    a    b  \\\nx  11   12   \ny  21   22   \n\n    c  \nx  13  \ny  23  ");
    EXPECT_EQ(wide.table.extents, (sizes{2, 3}));
    EXPECT_EQ(wide.table.entries, (decimals{{11, 0}, {12, 0}, {13, 0}, {21, 0}, {22, 0}, {23, 0}}));
    EXPECT_EQ(wide.table.col_labels, (strings{"a", "b", "c"}));
    const found_table series = in_fence("0    0.25\n1    0.75\nName: share, dtype: float64");
    EXPECT_EQ(series.table.extents, (sizes{2}));
    EXPECT_EQ(series.table.entries, (decimals{{25, 2}, {75, 2}}));
    const found_table dots = in_fence("      a  ...    z\n0   0.1  ...  0.2\n..  ...  ...  ...\n9   0.3  ...  0.4\n");
    EXPECT_EQ(dots.table.extents, (sizes{3, 3}));
    EXPECT_EQ(dots.table.elided_at, (sizes{1, 1}));
}

TEST(text_frame, tables_of_tabulate) {
    const found_table f = in_fence("  sun    moon\n-----  ------\n  0.5    0.25\n  7      8.5\n");
    EXPECT_EQ(f.table.entries, (decimals{{5, 1}, {25, 2}, {7, 0}, {85, 1}}));
    EXPECT_EQ(f.table.col_labels, (strings{"sun", "moon"}));
    const found_table labelled =
        in_fence("         sun    moon\n-----  -----  ------\nnorth    0.5    0.25\nsouth    7      8.5\n");
    EXPECT_EQ(labelled.table.row_labels, (strings{"north", "south"}));
    EXPECT_EQ(labelled.table.col_labels, (strings{"sun", "moon"}));
}

/// Simple tables of reStructuredText stand among words, between rules of =.
TEST(text_frame, simple_tables_of_restructured_text) {
    const found_table f =
        only_table("Shares:\n\n====  =====\nsun   moon\n====  =====\n0.25  0.75\n0.50  0.5\n====  =====\n");
    EXPECT_EQ(f.table.entries, (decimals{{25, 2}, {75, 2}, {50, 2}, {5, 1}}));
    EXPECT_EQ(f.table.col_labels, (strings{"sun", "moon"}));
    EXPECT_EQ(f.before, "Shares:");
    for (const std::string corner : {"\\   ", "day ", "..  "}) {
        const found_table named = only_table("  ===  ====  ====\n  " + corner +
                                             " sun   moon\n  ===  ====  ====\n"
                                             "  mon  0.25  0.75\n  tue  -0.5  1.5\n  ===  ====  ====\n");
        EXPECT_EQ(named.table.entries, (decimals{{25, 2}, {75, 2}, {-5, 1}, {15, 1}})) << corner;
        EXPECT_EQ(named.table.row_labels, (strings{"mon", "tue"})) << corner;
        EXPECT_EQ(named.table.col_labels, (strings{"sun", "moon"})) << corner;
    }
    EXPECT_EQ(
        only_table("==  ====  ====\n..   sun  moon\n==  ====  ====\n 0  0.25     7\n 1  -0.5     8\n==  ====  ====\n")
            .table.row_labels,
        (strings{"0", "1"}));
    EXPECT_EQ(only_table("== ==\n5  7\n6  8\n== ==\n").table.extents, (sizes{2, 2}));
    EXPECT_EQ(only_table("== ==\n5  7\n== ==\n\nText.\n").table.extents, (sizes{1, 2}));
    EXPECT_TRUE(find_tables("== ==\n5  7\n== ==\nu  v\n== ==\n").empty());
    EXPECT_TRUE(find_tables("== ==\n5  7\n6  8\n").empty());
    EXPECT_TRUE(find_tables("== ==\n5  7\n6  x\n== ==\n").empty());
    EXPECT_TRUE(find_tables("== == ==\na  b  c\n== == ==\n5  7\n== == ==\n").empty());
}

/// Lists of lists of YAML.
TEST(text_frame, rows_of_yaml) {
    const std::vector<found_table> found =
        find_tables("```yaml\nW:\n  - [0.25, 0.75]\n  - [-0.5, 1.5]\nb: [3, 4]\nV:\n- [5, 6]\n- [7, 8]\n```\n");
    ASSERT_EQ(found.size(), 3U);
    EXPECT_EQ(found[0].table.entries, (decimals{{25, 2}, {75, 2}, {-5, 1}, {15, 1}}));
    EXPECT_EQ(found[0].before, "W:");
    EXPECT_TRUE(found[0].table.row_labels.empty());
    EXPECT_FALSE(found[0].lines);
    EXPECT_EQ(found[1].table.extents, (sizes{1, 2}));
    EXPECT_EQ(found[2].table.extents, (sizes{2, 2}));
    EXPECT_TRUE(find_tables("- [5, 6]\n- [7, 8]\n").empty());  // perhaps references
    EXPECT_TRUE(find_tables("```\n- [1] A book of 1999\n- [2] Another of 2001\n- [ ] 3\n```\n").empty());
    const std::vector<found_table> ragged = find_tables("```\n- [5, 6]\n- [7, 8, 9]\n```\n");
    EXPECT_TRUE(ragged.size() == 1 && ragged[0].error);
}

/// CSV and TSV with labels, in fences.
TEST(text_frame, separated_values) {
    const found_table f = in_fence("sun,moon\n0.25,0.75\n-0.5,1.5");
    EXPECT_EQ(f.table.entries, (decimals{{25, 2}, {75, 2}, {-5, 1}, {15, 1}}));
    EXPECT_EQ(f.table.col_labels, (strings{"sun", "moon"}));
    for (const std::string rows :
         {",sun,moon\nmon,0.25,0.75\ntue,-0.5,1.5", "day, sun, moon\nmon, 0.25, 0.75\ntue, -0.5, 1.5",
          "\"day\",\"sun\",\"moon\"\n\"mon\",0.25,0.75\n\"tue\",-0.5,1.5",
          "\tsun\tmoon\nmon\t0.25\t0.75\ntue\t-0.5\t1.5", "day\tsun\tmoon\nmon\t0.25\t0.75\ntue\t-0.5\t1.5"}) {
        const found_table labelled = in_fence(rows);
        EXPECT_EQ(labelled.table.entries, (decimals{{25, 2}, {75, 2}, {-5, 1}, {15, 1}})) << rows;
        EXPECT_EQ(labelled.table.row_labels, (strings{"mon", "tue"})) << rows;
        EXPECT_EQ(labelled.table.col_labels, (strings{"sun", "moon"})) << rows;
        EXPECT_EQ(labelled.places.size(), 4U) << rows;
    }
    // The index that pandas writes is no column of numbers.
    EXPECT_EQ(in_fence(",sun,moon\n0,0.25,0.75\n1,-0.5,1.5").table.entries,
              (decimals{{25, 2}, {75, 2}, {-5, 1}, {15, 1}}));
    for (const std::string rows :
         {"day,sun,moon\nmon,0.25,0.75\ntue,-0.5,x", "day,sun,moon\nmon,0.25,0.75\ntue,-0.5", "f(day, sun)\nmon,0.25",
          "\tsun\tmoon\n0\t0.25\t0.75", "day,sun\nmon,0.25\nand so on"})
        EXPECT_TRUE(find_tables("```\n" + rows + "\n```\n").empty()) << rows;
    EXPECT_TRUE(find_tables("sun, moon\nmon, 0.25\n").empty());  // words
}

TEST(text_frame, matrices_and_vectors_of_r) {
    const found_table f = only_table("> M\n     [,1] [,2]\n[1,]  0.5    3\n[2,] -1.5    4\n");
    EXPECT_EQ(f.table.extents, (sizes{2, 2}));
    EXPECT_EQ(f.table.entries, (decimals{{5, 1}, {3, 0}, {-15, 1}, {4, 0}}));
    EXPECT_TRUE(f.table.row_labels.empty() && f.table.col_labels.empty());
    EXPECT_EQ(f.before, "M");
    for (const std::string mark : {"## ", "#> "}) {
        const found_table wide =
            in_fence(mark + "      [,1] [,2]\n" + mark + "sun     11   12\n" + mark + "moon    21   22\n" + mark +
                     "      [,3]\n" + mark + "sun     13\n" + mark + "moon    23");
        EXPECT_EQ(wide.table.extents, (sizes{2, 3})) << mark;
        EXPECT_EQ(wide.table.row_labels, (strings{"sun", "moon"})) << mark;
        EXPECT_EQ(wide.table.entries[2], (decimal{13, 0})) << mark;
        EXPECT_EQ(in_fence(mark + "[1] 0.5 0.25 0.75\n" + mark + "[4] 0.125").table.extents, sizes{4}) << mark;
    }
    const found_table named = in_fence("    sun moon\nx    11   12\ny    21   22\n  stars\nx    13\ny    23");
    EXPECT_EQ(named.table.extents, (sizes{2, 3}));
    EXPECT_EQ(named.table.col_labels, (strings{"sun", "moon", "stars"}));
    EXPECT_TRUE(find_tables("[1] A book of 1999\n[2] Another of 2001").empty());
    EXPECT_TRUE(find_tables("```\n     [,1] [,2]\n[1,]    1   NA\n```").empty());
}

/// The labels of R say which row and which column a number is in, also where nobody aligned them.
TEST(text_frame, rows_of_r_that_were_typed_again) {
    const found_table typed = in_fence("     [,1] [,2]\n[1,] 0.57 0.43\n[2,] 0.269 -0.731\n[3,]  0.5  1.5");
    EXPECT_EQ(typed.table.extents, (sizes{3, 2}));
    EXPECT_EQ(typed.table.entries, (decimals{{57, 2}, {43, 2}, {269, 3}, {-731, 3}, {5, 1}, {15, 1}}));
    for (const std::string rows :
         {"[1,] 0.57 0.43\n[2,] 0.69\n[3,] 0.25 0.75", "[1,] 0.57 0.43\n[2,] 0.69 0.44 0.5",
          "[1,] 0.57 0.43\n[3,] 0.69 0.44", "[1,] 0.57 0.43\n[2,] 0.69 0.44\n[2,] 0.71 0.44"}) {
        const std::string page = "```\n     [,1] [,2]\n" + rows + "\n```\n";
        const auto lines = static_cast<std::size_t>(std::count(rows.begin(), rows.end(), '\n')) + 2;
        EXPECT_TRUE(find_tables(page).empty()) << rows;
        EXPECT_EQ(find_tables_and_skipped(page).rest.size(), lines) << rows;
    }
}

/// R and pandas show as many decimals in a column as its numbers need: whole ones are whole to the digits of the
/// others.
TEST(text_frame, whole_columns_beside_columns_with_decimals) {
    const auto entries = [](const std::string& text) { return in_fence(text).table.entries; };
    EXPECT_EQ(entries("     [,1]       [,2]\n[1,]   12  0.1357924\n[2,]   -4 -2.4680000\n"),
              (decimals{{1200000, 5}, {1357924, 7}, {-4000000, 6}, {-24680000, 7}}));
    // Rounded to two decimals, or printed with three digits: whole to these.
    EXPECT_EQ(entries("     [,1]  [,2]\n[1,]    5  0.25\n[2,]   70 -1.50\n[3,]    0  3.12\n"),
              (decimals{{50, 1}, {25, 2}, {70, 0}, {-150, 2}, {0, 2}, {312, 2}}));
    EXPECT_EQ(entries("     [,1]   [,2]\n[1,]    5 14.857\n[2,]    9  0.286\n"),
              (decimals{{500, 2}, {14857, 3}, {900, 2}, {286, 3}}));
    // Other columns stay as they are: each may be rounded by itself.
    EXPECT_EQ(entries("     [,1]      [,2]\n[1,]  0.5 0.1357924\n[2,]  2.0 2.4680000\n"),
              (decimals{{5, 1}, {1357924, 7}, {20, 1}, {24680000, 7}}));
    EXPECT_EQ(entries("   n     share\na  3  0.135792\nb  8  0.864208\n"),
              (decimals{{300000, 5}, {135792, 6}, {800000, 5}, {864208, 6}}));
    EXPECT_EQ(entries("   n  share\na  3   0.14\nb  8   0.86\n"), (decimals{{3, 0}, {14, 2}, {8, 0}, {86, 2}}));
    EXPECT_EQ(entries("     [,1] [,2]\n[1,]    3    4\n[2,]    8   10\n"), (decimals{{3, 0}, {4, 0}, {8, 0}, {10, 0}}));
    EXPECT_EQ(entries(" n     share\n--  --------\n 3  0.135792\n 8  0.864208\n"),
              (decimals{{3, 0}, {135792, 6}, {8, 0}, {864208, 6}}));
}

TEST(text_frame, matrices_of_julia) {
    EXPECT_EQ(only_table("2\xC3\x97"
                         "3 Matrix{Float64}:\n 0.5  1.0  2.0\n 0.1  0.2  0.3\n")
                  .table.extents,
              (sizes{2, 3}));
    EXPECT_EQ(only_table("3-element Vector{Float64}:\n 0.5\n 0.25\n -1.0\n").table.extents, (sizes{3}));
    EXPECT_EQ(only_table("julia> A\n2\xC3\x97"
                         "2 Array{Int64,2}:\n 1  2\n 3  4\n")
                  .before,
              "julia> A");
    EXPECT_TRUE(find_tables("2\xC3\x97"
                            "3 Matrix{Float64}:\n 0.5  1.0\n 0.1  0.2\n")
                    .empty());
}

TEST(text_frame, columns_of_matlab_and_octave) {
    const found_table f =
        only_table("A =\n\n Columns 1 through 2:\n\n   0.5   1.5\n   2.5   3.5\n\n Column 3:\n\n   4.5\n   5.5\n\n");
    EXPECT_EQ(f.table.extents, (sizes{2, 3}));
    EXPECT_EQ(f.table.entries, (decimals{{5, 1}, {15, 1}, {45, 1}, {25, 1}, {35, 1}, {55, 1}}));
    EXPECT_EQ(f.before, "A =");
    const found_table scaled = only_table(
        "A =\n\n   1.0e+03 *\n\n  Columns 1 through 2\n\n   0.5   1.5\n\n  Columns 3 and 4\n\n   2.5   3.5\n");
    EXPECT_EQ(scaled.table.extents, (sizes{1, 4}));
    EXPECT_EQ(scaled.table.entries[0], (decimal{5, -2}));
    // Later columns without the first ones: those may have a factor, and a name.
    const std::vector<found_table> later = find_tables("```\nColumns 3 and 4:\n\n   2.5   3.5\n   4.5   5.5\n```\n");
    ASSERT_EQ(later.size(), 1U);
    EXPECT_TRUE(later[0].error);
}

TEST(text_frame, lines_with_a_word_and_a_list) {
    const found_table f = in_fence("sun [0.5 0.25]\nmoon [0.125 0.875]");
    EXPECT_EQ(f.table.extents, (sizes{2, 2}));
    EXPECT_EQ(f.table.row_labels, (strings{"sun", "moon"}));
    EXPECT_TRUE(f.lines);
    EXPECT_TRUE(find_tables("```\nreturn [0.5, 0.25]\n```").empty());
    EXPECT_TRUE(find_tables("sun [0.5 0.25]\nmoon [0.125 0.875]").empty());
}

TEST(text_frame, words_above_rows_are_labels_only_where_they_are_aligned) {
    const found_table f = in_fence("attention weights\n0.1 0.9\n0.3 0.7\n");
    EXPECT_EQ(f.table.extents, (sizes{2, 2}));
    EXPECT_TRUE(f.table.col_labels.empty());
    EXPECT_EQ(f.before, "attention weights");
    EXPECT_TRUE(find_tables("```\n     a    b\nx  0.1  nothing\ny  0.3  0.4\n```").empty());
    const document_tables part =
        find_tables_and_skipped("```\n     a    b\nx  0.1  0.2\ny  0.3  0.4\nz  0.5 none\n```");
    EXPECT_TRUE(part.tables.empty()) << "no row is left out";
    EXPECT_EQ(part.skipped.size() + part.rest.size(), 3U);
    EXPECT_TRUE(find_tables("      sun  moon\nnorth 0.1   0.2\nsouth 0.3   0.4\n").empty());
}

TEST(text_frame, a_bracket_or_a_backslash_alone_is_no_row) {
    for (const char* text : {"]", "0.5 0.25]", "\\\nx\n0 1", "\\\n1 2"})
        EXPECT_TRUE(in_fence(text).table.extents.empty()) << text;
}

}  // namespace
