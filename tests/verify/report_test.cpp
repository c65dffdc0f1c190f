// SPDX-License-Identifier: BSL-1.0
// Reports as text, Markdown and HTML: exact texts of small ones, what is elided, escaping, well-formed pages.
#include <heed/expr/matrix_product.hpp>
#include <heed/printed/printed.hpp>
#include <heed/printed/read.hpp>
#include <heed/verify/print_verdicts.hpp>
#include <heed/verify/verify_formula.hpp>
#include <heed_check/report/html.hpp>
#include <heed_check/report/markdown.hpp>
#include <heed_check/report/terminal_text.hpp>
#include <tests/verify/html_check.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <clocale>
#include <cstddef>
#include <limits>
#include <locale>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace heed;
using detail::reading;
using detail::shape;

constexpr decimal dots{0, 0, entry_kind::elided};

examined_entry consistent(decimal printed, std::string value, std::string lower, std::string upper, double off = 0) {
    return {verdict::consistent, printed, std::move(value), std::move(lower), std::move(upper), off, 0};
}
examined_entry refuted(decimal printed, std::string value, std::string lower, std::string upper, double off,
                       double beyond) {
    return {verdict::refuted, printed, std::move(value), std::move(lower), std::move(upper), off, beyond};
}
examined_entry elided() { return {verdict::elided, dots, "0.5", "0.4", "0.6"}; }

/// The second weight of the tutorial's second row.
examined_entry wrong_weight() {
    return refuted({368, 4}, "0.035945789012345678901", "0.035922808123456789012", "0.035968780987654321098", -8.54211,
                   -8.31219);
}

/// [2x3], the second column wrong, the last entry undecided.
examination weights() {
    examination e{.name = "weights", .formula = "softmax(S)", .dims = shape(2, 3)};
    e.entries = {consistent({661, 4}, "0.0661", "0.06608", "0.06612"),
                 wrong_weight(),
                 consistent({-5, 1}, "-0.51", "-0.52", "-0.5", -0.1),
                 consistent({40, 2}, "0.4012", "0.401", "0.402", 0.12),
                 refuted({12, 1}, "3.5", "3.25", "3.75", 23, 20.53),
                 {verdict::undecided, {7, 1}, "0.7501", "0.7499", "0.7502", 0.501, 0}};
    return e;
}

/// A matrix of equal numbers in which some rows and columns are not printed.
examination partly(std::size_t rows, std::size_t columns, const std::vector<std::size_t>& shown_rows,
                   const std::vector<std::size_t>& shown_columns) {
    examination e{.name = "S", .dims = shape(rows, columns)};
    const auto has = [](const std::vector<std::size_t>& v, std::size_t i) {
        return std::find(v.begin(), v.end(), i) != v.end();
    };
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t j = 0; j < columns; ++j)
            e.entries.push_back(has(shown_rows, i) && has(shown_columns, j)
                                    ? consistent({static_cast<long long>(10 * (i + 1) + j + 1), 0}, "1", "1", "1")
                                    : elided());
    return e;
}

report only(examination e) { return {.sections = {{std::move(e)}}}; }

/// The lines between blank ones where `words` stand first.
std::string block(const std::string& text, const std::string& words) {
    const std::size_t blank = text.rfind("\n\n", text.find(words)), at = blank == text.npos ? 0 : blank + 2;
    return text.substr(at, text.find("\n\n", at) - at + 1);
}

std::string body_of(const std::string& page) {
    const std::size_t at = page.find("<body>");
    return page.substr(at, page.find("</body>") - at);
}

TEST(report_decimal, prints_what_was_printed) {
    EXPECT_EQ(text_of(decimal{40, 2}), "0.40");
    EXPECT_EQ(text_of(decimal{-15, 4}), "-0.0015");
    EXPECT_EQ(text_of(decimal{2, -3}), "2000");
    EXPECT_EQ(text_of(decimal{0, 3}), "0.000");
    EXPECT_EQ(text_of(decimal{0, -3}), "0");
    for (const char* zero : {"-0.00", "0.00", "-0"}) EXPECT_EQ(text_of(read_printed(zero).entries[0]), zero);
    EXPECT_EQ(text_of(read_printed("-[[0.0, -0.0]]").entries[0]), "-0.0");
    EXPECT_EQ(text_of(read_printed("-[[0.0, -0.0]]").entries[1]), "0.0");
    std::ostringstream line;
    detail::print_printed(line, read_printed("-0.00").entries[0]);
    EXPECT_EQ(line.str(), "-0.00");
    EXPECT_EQ(text_of(decimal{7, 0}), "7");
    EXPECT_EQ(text_of(decimal{123456, 4}), "12.3456");
    EXPECT_EQ(text_of(dots), "...");
    EXPECT_EQ(text_of(decimal{1, 0, entry_kind::infinite}), "inf");
    EXPECT_EQ(text_of(decimal{-1, 0, entry_kind::infinite}), "-inf");
    EXPECT_EQ(text_of(decimal{0, 0, entry_kind::not_a_number}), "nan");
    EXPECT_EQ(text_of(decimal{15, 301}), "1.5e-300");
    EXPECT_EQ(text_of(decimal{-2, -100}), "-2e100");
    EXPECT_EQ(text_of(decimal{std::numeric_limits<long long>::min(), 0}), "-9223372036854775808");
}

TEST(report_decimal, says_what_a_printed_number_stands_for) {
    EXPECT_EQ(span_of({368, 4}), (printed_span{"0.03675", "0.03685"}));
    EXPECT_EQ(span_of({-12, 1}), (printed_span{"-1.25", "-1.15"}));
    EXPECT_EQ(span_of({0, 2}), (printed_span{"-0.005", "0.005"}));
    EXPECT_EQ(span_of({1, 0}), (printed_span{"0.5", "1.5"}));
    EXPECT_EQ(span_of({2, -3}), (printed_span{"1500", "2500"}));
    EXPECT_EQ(span_of({1000, 3}), (printed_span{"0.9995", "1.0005"}));
    EXPECT_EQ(span_of({9223372036854775807, 0}), (printed_span{"9223372036854775806.5", "9223372036854775807.5"}));
    EXPECT_EQ(span_of({368, 4}, reading::exact), (printed_span{"0.0368", "0.0368"}));
    EXPECT_EQ(span_of({368, 4}, reading::truncated), (printed_span{"0.0368", "0.0369"}));
    EXPECT_EQ(span_of({-368, 4}, reading::truncated), (printed_span{"-0.0369", "-0.0368"}));
    EXPECT_EQ(span_of({0, 1}, reading::truncated), (printed_span{"-0.1", "0.1"}));
    EXPECT_EQ(span_of({-1, 0, entry_kind::infinite}), (printed_span{"-inf", "-inf"}));
}

TEST(report_decimal, shortens_outwards) {
    using detail::shortened, detail::text_rounding;
    EXPECT_EQ(shortened("0.0359228", 5, text_rounding::down), "0.03592");
    EXPECT_EQ(shortened("0.0359228", 5, text_rounding::up), "0.03593");
    EXPECT_EQ(shortened("-0.0359228", 5, text_rounding::down), "-0.03593");
    EXPECT_EQ(shortened("-0.0359228", 5, text_rounding::up), "-0.03592");
    EXPECT_EQ(shortened("0.0359250", 5, text_rounding::nearest), "0.03593");
    EXPECT_EQ(shortened("0.9999", 2, text_rounding::nearest), "1.00");
    EXPECT_EQ(shortened("99.99", 0, text_rounding::up), "100");
    EXPECT_EQ(shortened("0.5", 4, text_rounding::up), "0.5");
    EXPECT_EQ(shortened("0.500", 1, text_rounding::up), "0.5");
    EXPECT_EQ(shortened("0.004", 1, text_rounding::down), "0.0");
    EXPECT_EQ(shortened("-0.004", 1, text_rounding::up), "0.0");
    EXPECT_EQ(shortened("2345", -3, text_rounding::nearest), "2000");
    EXPECT_EQ(shortened("-inf", 2, text_rounding::down), "-inf");
    EXPECT_EQ(shortened("unknown", 2, text_rounding::down), "unknown");
}

TEST(report_decimal, orders_texts_of_any_length) {
    const std::vector<std::string> rising{"-10", "-2.50000000000000000000001", "-2.5", "0", "0.03675", "0.0368", "9",
                                          "12"};
    for (std::size_t i = 0; i < rising.size(); ++i)
        for (std::size_t j = 0; j < rising.size(); ++j)
            EXPECT_EQ(is_less(*detail::long_decimal_of(rising[i]), *detail::long_decimal_of(rising[j])), i < j)
                << rising[i] << ' ' << rising[j];
    EXPECT_FALSE(is_less(*detail::long_decimal_of("-0.0"), *detail::long_decimal_of("0")));
    EXPECT_FALSE(is_less(*detail::long_decimal_of("2.50"), *detail::long_decimal_of("2.5")));
    for (const char* no_number : {"", "-", "inf", "1e5", "1.2.3", "unknown"})
        EXPECT_FALSE(detail::long_decimal_of(no_number)) << no_number;
}

TEST(report_words, say_magnitudes_briefly) {
    EXPECT_EQ(detail::magnitude_text(0.4712), "0.47");
    EXPECT_EQ(detail::magnitude_text(-0.996), "1.0");
    EXPECT_EQ(detail::magnitude_text(-8.54), "8.5");
    EXPECT_EQ(detail::magnitude_text(107.81), "107.8");
    EXPECT_EQ(detail::magnitude_text(13271.4), "13271");
    EXPECT_EQ(detail::magnitude_text(1.25e12), "1.2e+12");
}

TEST(report_words, count) {
    EXPECT_EQ(detail::counts_text(30, 24, 0), "24 of 30 printed numbers refuted, 6 consistent");
    EXPECT_EQ(detail::counts_text(6, 2, 1), "2 of 6 printed numbers refuted, 1 undecided, 3 consistent");
    EXPECT_EQ(detail::counts_text(3, 0, 1), "1 of 3 printed numbers undecided, 2 consistent");
    EXPECT_EQ(detail::counts_text(1, 1, 0), "1 of 1 printed number refuted");
    EXPECT_EQ(detail::counts_text(12, 0, 0), "all 12 printed numbers consistent");
    EXPECT_EQ(detail::counts_text(1, 0, 0), "1 printed number, consistent");
    EXPECT_EQ(detail::counts_text(0, 0, 0), "nothing printed");
}

/// weights(), computed in float32.
examination weights_in(arithmetic in) {
    examination e = weights();
    e.in = in;
    for (examined_entry& x : e.entries) x.in = in;
    return e;
}
report several(std::vector<arithmetic> all) {
    report r;
    for (const arithmetic in : all) r.sections.push_back({weights_in(in)});
    return r;
}

TEST(report_words, name_the_arithmetic) {
    EXPECT_EQ(detail::counts_text(report_section{weights_in(in_float32)}),
              "2 of 6 printed numbers refuted, 1 undecided, 3 consistent, in float32");
    EXPECT_EQ(detail::counts_text(report_section{weights_in(arithmetic::exact)}),
              "2 of 6 printed numbers refuted, 1 undecided, 3 consistent");
    EXPECT_EQ(detail::rounding_text(several({})), "");
    EXPECT_EQ(detail::rounding_text(several({arithmetic::exact})), "");
    EXPECT_EQ(detail::rounding_text(several({in_float32, in_float32})), ", however float32 rounds");
    EXPECT_EQ(detail::rounding_text(several({in_bfloat16, in_float16})), ", however bfloat16 or float16 rounds");
    EXPECT_EQ(detail::rounding_text(several({in_float16, arithmetic::exact})),
              ", however float16 rounds where it is named");
    EXPECT_NE(detail::proof_text(weights_in(in_float32).entries[1], reading::rounded)
                  .find("within their printed digits, and however float32 rounds, this entry lies between"),
              std::string::npos);
}

TEST(report_words, legends_and_counts_of_every_format_name_the_arithmetic) {
    const report in_real_numbers = only(weights()), rounded = only(weights_in(in_float32));
    const auto spaced = [](std::string text) {  // where lines are broken is not the question
        for (std::size_t at = 0; (at = text.find("\n  ", at)) != text.npos;) text.replace(at, 3, " ");
        return text;
    };
    const std::pair<std::string, const char*> legends[] = {
        {spaced(to_text(rounded)), "give a number that rounds to it, however float32 rounds"},
        {to_markdown(rounded),
         "within their printed digits, however float32 rounds. Bold: the value at the printed "
         "inputs in real numbers, ≈ if they leave its last place open.\n"},
        {to_html(rounded), "give a number that rounds to them, however float32 rounds."}};
    for (const auto& [text, legend] : legends) {
        EXPECT_NE(text.find(legend), text.npos) << text;
        EXPECT_NE(text.find("3 consistent, in float32"), text.npos) << text;
    }
    for (const std::string& text : {to_text(in_real_numbers), to_markdown(in_real_numbers), to_html(in_real_numbers)})
        EXPECT_EQ(text.find("float32"), text.npos) << text;
}

TEST(report_words, prove_in_a_sentence) {
    EXPECT_EQ(detail::proof_text(wrong_weight(), reading::rounded),
              "Whatever the inputs are within their printed digits, this entry lies between 0.03592280 and 0.03596879; "
              "0.0368 stands for 0.03675 to 0.03685.");
    EXPECT_EQ(detail::proof_text(refuted({3, 1}, "1", "1", "1", 7, 7), reading::exact),
              "Whatever the inputs are within their printed digits, this entry is 1; 0.3 is meant exactly.");
    EXPECT_EQ(
        detail::proof_text(refuted({1, 0, entry_kind::infinite}, "1", "0.5", "2", 0, 0), reading::rounded),
        "Whatever the inputs are within their printed digits, this entry lies between 0.5 and 2; inf is printed.");
}

TEST(report_words, give_as_many_digits_as_the_proof_needs) {
    const examined_entry close = refuted({5, 1}, "0.57", "0.55000000000012", "0.6", 0.7, 1e-12);
    EXPECT_EQ(detail::bounds_of(close, reading::rounded).lower, "0.5500000000001");
    const examined_entry below = refuted({-5, 1}, "-0.57", "-0.6", "-0.55000000000012", -0.7, -1e-12);
    EXPECT_EQ(detail::bounds_of(below, reading::rounded).upper, "-0.5500000000001");
    const examined_entry closer = refuted({5, 1}, "0.57", "0.55", "0.6", 0.7, 1e-40);
    EXPECT_EQ(detail::proof_text(closer, reading::rounded),
              "Whatever the inputs are within their printed digits, this entry lies above every number that 0.5 stands "
              "for, by less than 20 digits can show; 0.5 stands for 0.45 to 0.55.");
}

TEST(report_words, correct_with_as_many_digits_as_differ) {
    EXPECT_EQ(detail::corrected_text(wrong_weight(), reading::rounded), "≈0.0359");
    EXPECT_EQ(detail::corrected_text(wrong_weight(), reading::truncated), "0.0359");
    EXPECT_EQ(detail::corrected_text(refuted({20, 2}, "-0.2689", "-0.3", "-0.2", 0, 0), reading::truncated), "≈-0.26");
    EXPECT_EQ(detail::corrected_text(refuted({3, 1}, "0.3333", "0.3333", "0.3333", 0, 0), reading::exact), "0.33");
    EXPECT_EQ(detail::corrected_text(refuted({9, -3}, "2345.6", "2345", "2346", 0, 0), reading::rounded), "2000");
    EXPECT_EQ(detail::corrected_text(refuted({9, 0}, "inf", "inf", "inf", 0, 0), reading::rounded), "inf");
}

TEST(report_words, find_the_entry_that_is_farthest_off) {
    const examination e = weights();
    const detail::report_table table(e);
    EXPECT_EQ(detail::worst_of(table)->name, "row 2, column 2");
    const examination right = partly(2, 2, {0, 1}, {0, 1});
    EXPECT_FALSE(detail::worst_of(detail::report_table(right)));
}

std::string shown(const std::vector<bool>& is_printed) {
    std::string text;
    for (const detail::shown_line& line : detail::lines_of(is_printed))
        text += line.is_dots() ? "(" + std::to_string(line.skipped) + ")" : std::to_string(line.index);
    return text;
}

TEST(report_table, has_one_line_of_dots_for_a_run_that_is_not_printed) {
    EXPECT_EQ(shown({true, true, true}), "012");
    EXPECT_EQ(shown({true, false, false, true}), "0(2)3");
    EXPECT_EQ(shown({false, true}), "(1)1");
    EXPECT_EQ(shown({true, false, false, false}), "0(3)");
    EXPECT_EQ(shown({false, true, false, true, false, false}), "(1)1(1)3(2)");
    EXPECT_EQ(shown({false, false}), "(2)");
    EXPECT_EQ(shown({}), "");
}

std::string heads(const std::vector<detail::shown_line>& lines) {
    std::string text;
    for (const detail::shown_line& line : lines) text += line.is_dots() ? "... " : line.head() + ' ';
    return text;
}

TEST(report_table, takes_labels_as_they_are_printed) {
    examination e = partly(4, 3, {0, 3}, {0, 1, 2});
    e.row_labels = {"the", "...", "cat"};
    e.column_labels = {"", "b", ""};
    const detail::report_table table(e);
    EXPECT_EQ(heads(table.rows), "the ... cat ");
    EXPECT_EQ(heads(table.columns), "1 b 3 ");
    EXPECT_EQ(table.name_of(table.rows[2], table.columns[1]), "row 4 (cat), column 2 (b)");
    EXPECT_EQ(table.name_of(table.rows[0], table.columns[0]), "row 1 (the), column 1");
}

TEST(report_table, skips_the_label_of_dots_that_stand_for_nothing) {
    examination e = partly(2, 2, {0, 1}, {0, 1});
    e.row_labels = {"a", "", "b"};
    e.column_labels = {"only", "", ""};
    const detail::report_table table(e);
    EXPECT_EQ(heads(table.rows), "a b ");
    EXPECT_EQ(heads(table.columns), "1 2 ");
}

TEST(report_table, shows_vectors_as_they_are_printed) {
    examination e{.dims = shape(3)};
    e.entries.assign(3, consistent({1, 0}, "1", "1", "1"));
    EXPECT_EQ(heads(detail::report_table(e).columns), "1 2 3 ");
    e.row_labels = {"", "", ""};
    const detail::report_table column(e);
    EXPECT_EQ(heads(column.rows), "1 2 3 ");
    EXPECT_EQ(column.name_of(column.rows[1], column.columns[0]), "element 2");
    examination number{.dims = shape()};
    number.entries.assign(1, consistent({1, 0}, "1", "1", "1"));
    const detail::report_table single(number);
    EXPECT_EQ(single.name_of(single.rows[0], single.columns[0]), "the number");
}

TEST(report_table, counts_rows_of_leading_axes) {
    examination e{.dims = shape(2, 2, 2, 1)};
    e.entries.assign(8, consistent({1, 0}, "1", "1", "1"));
    EXPECT_EQ(heads(detail::report_table(e).rows), "1,1,1 1,1,2 1,2,1 1,2,2 2,1,1 2,1,2 2,2,1 2,2,2 ");
}

TEST(report_text, is_a_table_with_marks_and_a_summary) {
    const report r{"Attention by hand", "a tutorial", {{weights(), {"Rows do not sum to 1."}}}};
    EXPECT_EQ(to_text(r),
              R"(Attention by hand
source: a tutorial

! refuted: no inputs that round to the printed ones give a number that rounds to it
? undecided: neither proved nor refuted

weights = softmax(S)  [2x3]

           1        2      3
  1   0.0661   0.0368!  -0.5
  2     0.40      1.2!   0.7?

  weights: 2 of 6 printed numbers refuted, 1 undecided, 3 consistent
  worst: row 2, column 2: printed 1.2, value 3.5, reachable 3.25 to 3.75, at least 20.5 units of the
  last place too small
  - Rows do not sum to 1.

summary  printed  consistent     refuted   undecided
weights        6           3           2           1
)");
}

TEST(report_text, colours_what_is_marked) {
    const std::string text = to_text(only(weights()), {.colour = true});
    EXPECT_EQ(block(text, "0.0661"),
              "           1        2      3\n"
              "  1   0.0661   \033[31m0.0368!\033[0m  -0.5\n"
              "  2     0.40      \033[31m1.2!\033[0m   \033[33m0.7?\033[0m\n");
    EXPECT_EQ(to_text(only(weights())).find('\033'), std::string::npos);
}

TEST(report_text, elides_at_the_start_in_the_middle_and_at_the_end) {
    EXPECT_EQ(block(to_text(only(partly(4, 4, {0, 3}, {0, 3}))), " ... "), R"(          1   ...     4
    1    11   ...    14
  ...   ...   ...   ...
    4    41   ...    44
)");
    EXPECT_EQ(block(to_text(only(partly(4, 4, {2, 3}, {2, 3}))), " ... "), R"(        ...     3     4
  ...   ...   ...   ...
    3   ...    33    34
    4   ...    43    44
)");
    EXPECT_EQ(block(to_text(only(partly(4, 4, {0, 1}, {0, 1}))), " ..."), R"(          1     2   ...
    1    11    12   ...
    2    21    22   ...
  ...   ...   ...   ...
)");
    EXPECT_EQ(to_text(only(partly(4, 4, {}, {}))), R"(S  [4x4]

        ...
  ...   ...

  S: nothing printed

summary  printed  consistent     refuted   undecided
S              0           0           0           0
)");
}

TEST(report_text, keeps_single_elided_entries) {
    examination e = partly(2, 2, {0, 1}, {0, 1});
    e.entries[1] = elided();
    EXPECT_EQ(block(to_text(only(e)), " 11 "), R"(       1     2
  1   11   ...
  2   21    22
)");
}

TEST(report_text, aligns_labels_in_utf_8) {
    examination e = partly(2, 2, {0, 1}, {0, 1});
    e.row_labels = {"économie", "la"};
    e.column_labels = {"sur", "œuvre"};
    EXPECT_EQ(block(to_text(only(e)), "sur"), R"(             sur   œuvre
  économie    11      12
        la    21      22
)");
}

TEST(report_text, shows_vectors_and_single_numbers) {
    examination e{.dims = shape(3)};
    e.entries = {consistent({5, 1}, "0.5", "0.5", "0.5"), elided(), wrong_weight()};
    EXPECT_EQ(block(to_text(only(e)), " 0.5 "), "        1   ...        3\n  1   0.5   ...   0.0368!\n");
    e.row_labels = {"", "", ""};
    EXPECT_EQ(block(to_text(only(e)), " 0.5\n"), R"(             1
    1      0.5
  ...      ...
    3   0.0368!
)");
    examination one{.name = "third", .formula = "1 / 3", .dims = shape(1, 1)};
    one.entries = {consistent({33, 2}, "0.33333333333333333333", "0.33333333333333333333", "0.33333333333333333334")};
    EXPECT_EQ(to_text(only(one)), R"(third = 1 / 3  [1x1]

         1
  1   0.33

  third: 1 printed number, consistent

summary  printed  consistent     refuted   undecided
third          1           1           0           0
)");
}

TEST(report_text, continues_wide_tables_and_long_sentences_below) {
    report r = only(partly(2, 12, {0, 1}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}));
    r.sections[0].notes = {"a note that is longer than one line of forty characters", std::string(60, 'x')};
    const std::string text = to_text(r, {.width = 40});
    EXPECT_EQ(text.substr(0, text.find("summary")), R"(S  [2x12]

       1    2    3    4    5    6    7
  1   11   12   13   14   15   16   17
  2   21   22   23   24   25   26   27

       8    9   10   11   12
  1   18   19   20   21   22
  2   28   29   30   31   32

  S: all 24 printed numbers consistent
  - a note that is longer than one line
    of forty characters
  - xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx

)");
}

TEST(report_text, stays_within_its_width) {
    for (const std::size_t width : {60u, 80u, 100u, 120u}) {
        examination e = partly(3, 40, {0, 2}, {0, 1, 2, 5, 6, 7, 8, 9, 10, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39});
        e.entries[5] = wrong_weight();
        e.entries[30] = {verdict::undecided, {-123456, 5}, "-1.2", "-2", "-1", 0.5, 0};
        report r{std::string(200, 'a').replace(50, 1, " ").replace(100, 1, " ").replace(150, 1, " "), "b", {{e}}};
        std::istringstream lines(to_text(r, {.width = width}));
        for (std::string line; std::getline(lines, line);) {
            EXPECT_LE(line.size(), width) << line;
            EXPECT_TRUE(line.empty() || line.back() != ' ') << line;
        }
    }
}

TEST(report_text, adds_matrices_up) {
    report r{.sections = {{weights()}, {partly(3, 3, {0}, {0, 2})}}};
    const std::string text = to_text(r);
    EXPECT_EQ(text.substr(text.find("summary")), R"(summary  printed  consistent     refuted   undecided
weights        6           3           2           1
S              2           2           0           0
total          8           5           2           1
)");
}

/// Numbers that are judged by two formulas are printed once.
TEST(report, counts_what_is_printed_once) {
    report r{.sections = {{weights()}, {partly(3, 3, {0}, {0, 2})}}};
    r.sections[0].counts = false;
    EXPECT_EQ(r.printed(), 2U);
    EXPECT_EQ(r.count(verdict::refuted), 0U);
    EXPECT_TRUE(r.has(verdict::refuted));
    const std::string text = to_text(r);
    EXPECT_EQ(text.substr(text.find("summary")), R"(summary                printed  consistent     refuted   undecided
weights (not counted)        6           3           2           1
S                            2           2           0           0
total                        2           2           0           0
)");
    EXPECT_NE(to_markdown(r).find("In all: all 2 printed numbers consistent.\n\nStruck through"), std::string::npos);
    EXPECT_NE(to_html(r).find("</a> (not counted)</th>"), std::string::npos);
}

/// A number that follows its formula and that a law judges too is one printed number; sums of rows are none.
TEST(report, laws_have_sums_of_their_own) {
    report r{.sections = {{partly(3, 3, {0}, {0, 2})}, {weights()}}};
    r.sections[1].is_law = true;
    r.sections[1].caption = "as they have to be";
    EXPECT_EQ(r.printed(), 2U);
    EXPECT_EQ(r.count(verdict::refuted), 0U);
    EXPECT_EQ(r.laws().printed(), 6U);
    EXPECT_EQ(r.laws().count(verdict::refuted), 2U);
    EXPECT_FALSE(r.all_consistent());
    const std::string text = to_text(r);
    EXPECT_EQ(text.substr(text.find("summary")), R"(summary        printed  consistent     refuted   undecided
S                    2           2           0           0
weights (law)        6           3           2           1
total                2           2           0           0
by laws              6           3           2           1
)");
    EXPECT_NE(text.find("weights: 2 of 6 checks refuted, 1 undecided, 3 consistent"), std::string::npos) << text;
    EXPECT_NE(text.find("! refuted: "), std::string::npos) << text;
    const std::string counts = "by laws 2 of 6 checks refuted, 1 undecided, 3 consistent";
    EXPECT_NE(to_markdown(r).find("In all: all 2 printed numbers consistent; " + counts + ".\n"), std::string::npos);
    const std::string html = to_html(r);
    EXPECT_NE(html.find("<strong>All 2 printed numbers can be right.</strong> <strong>By laws: 2 of 6 checks refuted"),
              std::string::npos);
    EXPECT_NE(html.find("weights, as they have to be</caption>"), std::string::npos);
    EXPECT_EQ(html_check(html).flaw, "");
    r.sections.erase(r.sections.begin());
    EXPECT_EQ(detail::counts_text(r), counts);
    EXPECT_NE(to_html(r).find("<p class=\"lead\"><strong>By laws: 2 of 6"), std::string::npos);
}

/// The names of files are long words; browsers break words only where the style says so.
TEST(report_html, long_names_do_not_widen_the_page) {
    EXPECT_NE(to_html({.title = std::string(90, 'x')}).find("h1, h2, p { overflow-wrap: anywhere; }"),
              std::string::npos);
}

TEST(report_text, lets_no_document_control_the_terminal) {
    examination e = partly(1, 1, {0}, {0});
    e.name = "\033[2Jname";
    e.row_labels = {"a\nb"};
    const std::string text = to_text({"t\r", "\x7f", {{e, {"\033]0;title\a"}}}});
    EXPECT_EQ(
        std::count_if(text.begin(), text.end(), [](char c) { return (c < 32 && c >= 0 && c != '\n') || c == 127; }), 0);
    EXPECT_NE(text.find("  a b   11"), std::string::npos) << text;
}

TEST(report_markdown, is_a_section_a_matrix) {
    const report r{"Errata", "a tutorial", {{weights(), {"Rows do not sum to 1."}}}};
    EXPECT_EQ(to_markdown(r), R"(# Errata

Source: a tutorial

In all: 2 of 6 printed numbers refuted, 1 undecided, 3 consistent.

Struck through: what is printed and does not follow, whatever the inputs are within their printed digits. Bold: the value at the printed inputs, ≈ if they leave its last place open.

(?): neither proved nor refuted.

## weights

`softmax(S)`, shape \[2x3\]: 2 of 6 printed numbers refuted, 1 undecided, 3 consistent.

| | 1 | 2 | 3 |
|--:|--:|--:|--:|
| **1** | 0.0661 | ~~0.0368~~ **≈0.0359** | -0.5 |
| **2** | 0.40 | ~~1.2~~ **≈3.5** | 0.7 (?) |

| entry | printed | value | reachable | units off | why |
|---|--:|--:|---|---|---|
| row 1, column 2 | 0.0368 | 0.035946 | 0.03592280 to 0.03596879 | 8.3 too large | Whatever the inputs are within their printed digits, this entry lies between 0.03592280 and 0.03596879; 0.0368 stands for 0.03675 to 0.03685. |
| row 2, column 2 | 1.2 | 3.5 | 3.25 to 3.75 | 20.5 too small | Whatever the inputs are within their printed digits, this entry lies between 3.25 and 3.75; 1.2 stands for 1.15 to 1.25. |

- Rows do not sum to 1.
)");
}

TEST(report_markdown, elides_on_both_axes) {
    examination e = partly(4, 4, {1}, {0, 3});
    e.row_labels = {"", "cat", ""};
    EXPECT_EQ(block(to_markdown(only(e)), "| ... "), R"(| | 1 | ... | 4 |
|--:|--:|--:|--:|
| ... | ... | ... | ... |
| **cat** | 21 | ... | 24 |
| ... | ... | ... | ... |
)");
}

TEST(report_markdown, escapes_what_documents_contain) {
    examination e = partly(1, 1, {0}, {0});
    e.name = "*W*_q";
    e.formula = "a `b` | c";
    e.row_labels = {"x|y"};
    e.column_labels = {"<script>"};
    const std::string text = to_markdown({"# <b>", "[a](b)", {{e, {"line\n# one & two"}}}});
    EXPECT_NE(text.find("# \\# \\<b\\>\n"), std::string::npos) << text;
    EXPECT_NE(text.find("Source: \\[a\\](b)\n"), std::string::npos) << text;
    EXPECT_NE(text.find("## \\*W\\*\\_q\n\n`` a `b` | c ``, shape"), std::string::npos) << text;
    EXPECT_NE(text.find("| | \\<script\\> |\n|--:|--:|\n| **x\\|y** | 11 |\n"), std::string::npos) << text;
    EXPECT_NE(text.find("- line \\# one \\& two\n"), std::string::npos) << text;
}

TEST(report_html, is_a_page_of_tables_and_cards) {
    examination e{.name = "w", .formula = "softmax(S)", .dims = shape(1, 2)};
    e.entries = {wrong_weight(), elided()};
    EXPECT_EQ(body_of(to_html({"Attention", "a tutorial", {{e, {"A note."}}}})), R"(<body>
<main>
<header>
<h1>Attention</h1>
<p class="source">a tutorial</p>
<p class="lead"><strong>1 of 1 printed numbers do not follow from their formulas</strong>: no inputs that round to the printed inputs give a number that rounds to them.</p>
</header>
<nav aria-label="Matrices">
<table class="summary">
<thead><tr><th scope="col">matrix</th><th scope="col">formula</th><th scope="col" class="count">printed</th><th scope="col" class="count">consistent</th><th scope="col" class="count">refuted</th><th scope="col" class="count">undecided</th></tr></thead>
<tbody>
<tr><th scope="row"><a href="#matrix-1">w</a></th><td><code>softmax(S)</code></td><td class="count">1</td><td class="count">0</td><td class="count refuted">1</td><td class="count">0</td></tr>
</tbody>
</table>
</nav>
<section id="matrix-1" aria-labelledby="matrix-1-name">
<h2 id="matrix-1-name">w</h2>
<p class="formula"><code>softmax(S)</code> <span class="shape">[1x2]</span></p>
<p>1 of 1 printed number refuted. Farthest off is row 1, column 1: printed 0.0368, value 0.035946, reachable 0.03592280 to 0.03596879, at least 8.3 units of the last place too large.</p>
<div class="scroll">
<table class="matrix">
<caption>w, as printed</caption>
<thead><tr><td></td><th scope="col">1</th><th scope="col" class="dots" title="1 column is not printed">⋯</th></tr></thead>
<tbody>
<tr><th scope="row">1</th><td class="refuted"><div class="entry" tabindex="0" role="group" aria-label="row 1, column 1: 0.0368, refuted" aria-describedby="matrix-1-1-1"><s>0.0368</s><b>≈0.0359</b><div class="card" id="matrix-1-1-1"><p>row 1, column 1 <em>refuted</em></p><svg viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true"><rect class="printed" x="876" y="0" width="104" height="5"/><rect class="reachable" x="20" y="5" width="48" height="5"/></svg><dl><dt class="printed">printed</dt><dd>0.0368 stands for 0.03675 to 0.03685</dd><dt class="reachable">reachable</dt><dd>0.035922808123456789012 to<br>0.035968780987654321098</dd><dt>value</dt><dd>0.035945789012345678901</dd><dt>distance</dt><dd>at least 8.3 units of the last place too large</dd></dl></div></div></td><td class="dots">⋯</td></tr>
</tbody>
</table>
</div>
<p class="note">A note.</p>
<details>
<summary>The proof</summary>
<table class="proofs">
<thead><tr><th scope="col">entry</th><th scope="col">printed</th><th scope="col">value</th><th scope="col">units off</th><th scope="col">why it cannot be</th></tr></thead>
<tbody>
<tr><th scope="row">row 1, column 1</th><td>0.0368</td><td>0.035946</td><td>8.3 too large</td><td>Whatever the inputs are within their printed digits, this entry lies between 0.03592280 and 0.03596879; 0.0368 stands for 0.03675 to 0.03685.</td></tr>
</tbody>
</table>
</details>
</section>
</main>
)");
}

TEST(report_html, leads_with_the_verdict) {
    const auto lead = [](const report& r) {
        const std::string page = to_html(r);
        const std::size_t at = page.find("<p class=\"lead\">") + 16;
        return page.substr(at, page.find("</p>", at) - at);
    };
    examination open = partly(1, 2, {0}, {0, 1});
    EXPECT_EQ(lead(only(open)), "<strong>All 2 printed numbers can be right.</strong>");
    open.entries[0].what = verdict::undecided;
    EXPECT_EQ(lead(only(open)), "<strong>1 of 2 printed numbers can be right</strong>; 1 could not be decided.");
    EXPECT_EQ(lead(only(partly(1, 1, {0}, {0}))), "<strong>The printed number can be right.</strong>");
    EXPECT_EQ(lead(report{}), "Nothing is printed.");
}

/// A page of everything: elisions on both axes, wide, labels, all verdicts, texts that look like HTML.
report hostile() {
    examination bad = weights();
    bad.name = "<script>alert('x')</script>";
    bad.formula = "a < b && \"c\" > d";
    bad.row_labels = {"\" onmouseover=\"x", "&amp;"};
    bad.column_labels = {"</td>", "a'b", "<!--"};
    return {"A & B <i>",
            "https://example.org/?a=1&b=\"2\"",
            {{bad, {"</p><img src=x>"}},
             {partly(9, 60, {0, 4, 8}, {0, 1, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 59})},
             {partly(2, 2, {}, {})}}};
}

TEST(report_html, is_well_formed) {
    for (const report& r : {hostile(), report{}, only(weights()), report{"t", "s", {{weights()}, {weights()}}}}) {
        const html_check check(to_html(r));
        EXPECT_EQ(check.flaw, "");
        EXPECT_GT(check.elements, 8u);
    }
}

TEST(report_html, escapes_what_documents_contain) {
    const std::string page = to_html(hostile());
    EXPECT_EQ(page.find("<script"), std::string::npos);
    EXPECT_EQ(page.find("<img"), std::string::npos);
    EXPECT_EQ(page.find("<!--"), std::string::npos);
    EXPECT_NE(page.find("<h1>A &amp; B &lt;i&gt;</h1>"), std::string::npos);
    EXPECT_NE(page.find("<h2 id=\"matrix-1-name\">&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;</h2>"),
              std::string::npos);
    EXPECT_NE(page.find("<code>a &lt; b &amp;&amp; &quot;c&quot; &gt; d</code>"), std::string::npos);
    EXPECT_NE(page.find("<th scope=\"row\">&quot; onmouseover=&quot;x</th>"), std::string::npos);
    EXPECT_NE(page.find("aria-label=\"row 2 (&amp;amp;), column 2 (a&#39;b): 1.2, refuted\""), std::string::npos);
}

TEST(report_html, shows_cards_of_wide_matrices_elsewhere) {
    EXPECT_NE(to_html(hostile()).find("class=\"scroll wide\""), std::string::npos);
    EXPECT_EQ(to_html(only(weights())).find("class=\"scroll wide\""), std::string::npos);
}

TEST(html_check, finds_what_is_wrong) {
    const auto flaw = [](const std::string& body) { return html_check("<!DOCTYPE html>" + body).flaw; };
    EXPECT_EQ(flaw("<p id=\"a\">x<br>&lt;<a href=\"#a\">y</a></p>"), "");
    for (const char* bad :
         {"<p>", "<p></i>", "<p><i></p></i>", "<p class=a></p>", "<p hidden></p>", "<a href=\"http://a\"></a>",
          "<a href=\"#b\"></a>", "<p id=\"a\"></p><p id=\"a\"></p>", "<p>a & b</p>", "<p>a > b</p>",
          "<script></script>", "<p onclick=\"x\"></p>", "<img src=\"x\">", "<style>@import \"x\"</style>", "< p></p>",
          "<p", "<p aria-describedby=\"b\"></p>"})
        EXPECT_NE(flaw(bad), "") << bad;
    EXPECT_NE(html_check("<p></p>").flaw, "");
}

TEST(number_line, is_to_scale) {
    using detail::number_line_of;
    const auto line = [](const examined_entry& e, reading how = reading::rounded) { return number_line_of(e, how); };
    // In units: printed -0.5 to 0.5, reachable 20.5 to 25.5: 26 units in 960.
    EXPECT_EQ(line(refuted({12, 1}, "3.5", "3.25", "3.75", 23, 20.53)), (detail::number_line{{20, 37}, {795, 185}}));
    EXPECT_EQ(line(refuted({12, 1}, "1.3", "1.3", "1.3", 1, 0), reading::exact),
              (detail::number_line{{14, 12}, {974, 12}}));
    EXPECT_EQ(line(consistent({2, -3}, "2000", "1000", "3000")), (detail::number_line{{260, 480}, {20, 960}}));
}

constexpr auto left = printed<"[[0.5, 0.25], [0.1, 0.2]]">;
constexpr auto right = printed<"[[2.0, 4.0], [1.0, 3.0]]">;
constexpr auto product = printed<"[[1.25, 2.75], [0.40, 1.5]]">;

report of_a_product() {
    return {"A product", "", {{examine(make_subject("P", "A * B", {"A", "B"}, left * right, product)), {}}}};
}

TEST(report, tells_of_an_examination) {
    const std::string text = to_text(of_a_product());
    EXPECT_EQ(block(text, "1.25"), R"(         1      2
  1   1.25   2.75
  2   0.40    1.5!
)");
    EXPECT_NE(text.find("1 of 4 printed numbers refuted, 3 consistent"), std::string::npos) << text;
    EXPECT_NE(to_markdown(of_a_product())
                  .find("Whatever the inputs are within their printed digits, this entry lies between"),
              std::string::npos);
    EXPECT_EQ(html_check(to_html(of_a_product())).flaw, "");
}

struct commas : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
};

TEST(report, is_the_same_in_every_locale) {
    const std::string text = to_text(hostile()), markdown = to_markdown(hostile()), page = to_html(hostile());
    const std::locale before = std::locale::global(std::locale(std::locale(), new commas));
    for (const char* name : {"de_DE.UTF-8", "de_DE", "fr_FR.UTF-8"})
        if (std::setlocale(LC_ALL, name) != nullptr) break;
    EXPECT_EQ(to_text(hostile()), text);
    EXPECT_EQ(to_markdown(hostile()), markdown);
    EXPECT_EQ(to_html(hostile()), page);
    std::locale::global(before);
    std::setlocale(LC_ALL, "C");
}

/// Reports and verdicts that are printed measure from the same end: from the digits to what is reachable.
TEST(report_words, distances_are_those_of_verdicts) {
    constexpr auto W = printed<"0.40 0.20\n0.10 0.30">;
    const auto judge = [&](const auto& p) {
        std::ostringstream out;
        out << verify(W * W, p);
        const std::string words = out.str();
        const examination found = examine(make_subject("P", "W * W", {"W", "W"}, W * W, p));
        EXPECT_EQ(words.substr(words.rfind("at least")), detail::distance_text(found.entries[0], true)) << words;
    };
    judge(printed<"0.31 0.14\n0.07 0.11">);
    judge(printed<"0.1 0.14\n0.07 0.11">);
    judge(printed<"9876.54321 0.14\n0.07 0.11">);
}

}  // namespace
