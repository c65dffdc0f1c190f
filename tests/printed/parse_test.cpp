// SPDX-License-Identifier: BSL-1.0
// The forms of printed text: shape, exact digits, what is elided, labels, and the place of each mistake.
#include <heed/printed/parse.hpp>
#include <tests/printed/examples.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <initializer_list>
#include <string_view>

namespace {

using heed::decimal;
using heed::entry_kind;
using heed::printed_mistake;
using namespace heed::detail;

constexpr decimal dots{0, 0, entry_kind::elided};
constexpr decimal infinite{1, 0, entry_kind::infinite};
constexpr decimal minus_infinite{-1, 0, entry_kind::infinite};
constexpr decimal not_a_number{0, 0, entry_kind::not_a_number};

/// What is in a text of at most 64 entries.
struct contents {
    parsed what{};
    std::array<decimal, 64> entries{};
    std::array<label, 64> rows{}, columns{};
    elisions elided{};
    flaw error{};
};

constexpr contents read(std::string_view text) {
    contents c;
    c.what = parse_layout(text.data(), text.size());
    c.error = c.what.found.error;
    if (c.error.what != printed_mistake::none) return c;
    store_entries(c.what, {c.entries.data(), nullptr, c.rows.data(), c.columns.data()});
    c.elided = find_elisions(c.entries.data(), c.what.found);
    c.error = elision_flaw(c.elided, c.what.found);
    return c;
}

constexpr bool has_extents(const layout& l, std::initializer_list<std::size_t> extents) {
    std::size_t axis = 0;
    for (const std::size_t e : extents)
        if (axis >= l.rank || l.extents[axis++] != e) return false;
    return axis == l.rank;
}

constexpr bool gives(std::string_view text, std::initializer_list<std::size_t> extents,
                     std::initializer_list<decimal> entries) {
    const contents c = read(text);
    if (c.error.what != printed_mistake::none || !has_extents(c.what.found, extents)) return false;
    std::size_t i = 0;
    for (const decimal& d : entries)
        if (c.entries[i++] != d) return false;
    return i == c.what.found.entries;
}

/// One number in a row of its own.
constexpr bool is_number(std::string_view text, const decimal& d) { return gives(text, {1, 1}, {d}); }

constexpr bool fails(std::string_view text, printed_mistake what, std::size_t row, std::size_t column) {
    const flaw f = read(text).error;
    return f.what == what && f.row == row && f.column == column;
}

/// 1 2 / 3 4
constexpr bool counts_to_four(std::string_view text) { return gives(text, {2, 2}, {{1, 0}, {2, 0}, {3, 0}, {4, 0}}); }

constexpr bool numbers_keep_digits_and_places() {
    return is_number("0.40", {40, 2}) && is_number("1.5e-3", {15, 4}) && is_number("2e3", {2, -3}) &&
           is_number("1.", {1, 0}) && is_number(".5", {5, 1}) && is_number("-0.0870", {-870, 4}) &&
           is_number("-0.0", {0, 1, entry_kind::number, true}) && is_number("0.0", {0, 1}) && is_number("+3", {3, 0}) &&
           is_number("1.5000e+00", {15000, 4}) && is_number("1.2E-03", {12, 4}) && is_number("80%", {80, 2}) &&
           is_number("12.5%", {125, 3}) &&
           is_number(
               "\xE2\x88\x92"
               "0.5",
               {-5, 1}) &&
           is_number("0.000", {0, 3}) && is_number("123456789012345678", {123456789012345678, 0}) &&
           is_number("0.000000123456789012345678", {123456789012345678, 24}) && is_number("1e9999", {1, -9999}) &&
           is_number("**0.5**", {5, 1}) && is_number("\"0.5\"", {5, 1}) && is_number("$0.5$", {5, 1}) &&
           is_number("1.0f", {10, 1}) && is_number("007", {7, 0});
}

constexpr bool special_numbers_are_entries() {
    return is_number("inf", infinite) && is_number("-Infinity", minus_infinite) && is_number("NaN", not_a_number) &&
           is_number("-\xE2\x88\x9E", minus_infinite) && is_number(R"(\infty)", infinite) &&
           gives(R"(\infty & -\infty & \text{nan} \\)", {1, 3}, {infinite, minus_infinite, not_a_number});
}

constexpr bool latex_numbers() {
    return gives(R"(1.2 \times 10^{-3} & 1.2 \cdot 10^{-3} & 1.2e-3 & 3\times10^4 & 5 \times 10)", {1, 5},
                 {{12, 4}, {12, 4}, {12, 4}, {3, -4}, {5, -1}}) &&
           gives(R"(\textbf{0.5} & \mathbf{-1} & \text{2} & \mathrm{3} & \boldsymbol{4} & \color{red}{5} & {-}6)",
                 {1, 7}, {{5, 1}, {-1, 0}, {2, 0}, {3, 0}, {4, 0}, {5, 0}, {-6, 0}}) &&
           gives(R"(\phantom{-}1 & 1\,234 & 1{,}234{,}567 & 0.123\,456 & \;2\quad & ~3\! & 50\%)", {1, 7},
                 {{1, 0}, {1234, 0}, {1234567, 0}, {123456, 6}, {2, 0}, {3, 0}, {50, 2}}) &&
           gives(
               "1\xE2\x80\x89& 2\xC2\xA0& \xE2\x80\xAF"
               "3",
               {1, 3}, {{1, 0}, {2, 0}, {3, 0}}) &&
           gives("1 & 2 \\\\ % first & row \\\\\n3 & 4", {2, 2}, {{1, 0}, {2, 0}, {3, 0}, {4, 0}});
}

constexpr bool latex_environments() {
    return counts_to_four(R"(\begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix})") &&
           counts_to_four(R"(\begin{pmatrix}1&2\\3&4\\\end{pmatrix})") &&
           counts_to_four(R"(\begin{vmatrix} 1 & 2 \\[2pt] 3 & 4 \\ \end{vmatrix})") &&
           counts_to_four(R"($$\begin{Vmatrix} 1 & 2 \\ 3 & 4 \end{Vmatrix}$$)") &&
           counts_to_four(R"(\[ A = \begin{Bmatrix} 1 & 2 \\ 3 & 4 \end{Bmatrix} \])") &&
           counts_to_four(R"($\begin{matrix} 1 & 2 \\ \hline 3 & 4 \end{matrix}$)") &&
           counts_to_four(R"(\begin{smallmatrix} 1 & 2 \\ 3 & 4 \end{smallmatrix}.)") &&
           counts_to_four(R"(\left[ \begin{array}{c c} 1 & 2 \\ 3 & 4 \end{array} \right])") &&
           counts_to_four(R"(\begin{equation} W_q = \begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix} \end{equation})") &&
           counts_to_four(
               R"(\begin{array}{c|cc} & \text{The} & \text{cat} \\ \hline \text{Le} & 1 & 2 \\ \text{chat} & 3 & 4 \end{array})") &&
           counts_to_four(R"(\begin{pNiceMatrix} 1 & 2 \\ 3 & 4 \end{pNiceMatrix})") &&
           counts_to_four(R"($$A = \pmatrix{ 1 & 2 \cr 3 & 4 \cr }$$)") && counts_to_four(R"(1 & 2 \\ 3 & 4)");
}

constexpr bool nested_brackets() {
    return counts_to_four("[[1. 2.]\n [3. 4.]]") && counts_to_four("array([[1., 2.], [3., 4.]], dtype=float32)") &&
           counts_to_four("tensor([[1, 2],\n        [3, 4]], device='cuda:0', grad_fn=<MmBackward0>)") &&
           counts_to_four("tf.Tensor([[1. 2.]\n [3. 4.]], shape=(2, 2), dtype=float32)") &&
           counts_to_four("<tf.Tensor: shape=(2, 2), numpy=\narray([[1., 2.],\n [3., 4.]], dtype=float32)>") &&
           counts_to_four("{{1,2},{3,4}};") && counts_to_four("W_Q = [[1, 2], [3, 4]]") &&
           counts_to_four("[1 2; 3 4]") && counts_to_four("[\n  [1, 2,],\n  [3, 4,],\n]\n") &&
           gives("[1, 2]", {2}, {{1, 0}, {2, 0}}) && gives("[[[[[[7]]]]]]", {1, 1, 1, 1, 1, 1}, {{7, 0}}) &&
           gives("[[[1, 2, 3]], [[4, 5, 6]]]", {2, 1, 3}, {{1, 0}, {2, 0}, {3, 0}, {4, 0}, {5, 0}, {6, 0}}) &&
           gives(heed::test::torch, {2, 2, 2},
                 {{10000, 4}, {-25000, 5}, {0, 4}, minus_infinite, {30000, 4}, {40000, 4}, not_a_number, {50000, 5}});
}

constexpr bool rows_of_numbers() {
    return counts_to_four("1 2\n3 4") && counts_to_four("1, 2\n3, 4\n") && counts_to_four("1 2; 3 4;") &&
           counts_to_four("\r\n 1\t2 \r\n\r\n3\t4\r\n") && fails("1 2\r3 4", printed_mistake::not_a_number, 1, 2) &&
           counts_to_four("1,2,\n3,4,") && counts_to_four("a b\n1 2\n3 4") && counts_to_four("a 1 2\nb 3 4") &&
           gives("0.50 0.50", {1, 2}, {{50, 2}, {50, 2}}) &&
           gives(heed::test::csv, {2, 2}, {{75, 2}, {25, 2}, {5, 1}, {5, 1}});
}

constexpr bool tables() {
    return counts_to_four("| a | b |\n|---|:-:|\n| 1 | 2 |\n| 3 | 4 |") && counts_to_four("| 1 | 2 |\n| 3 | 4 |\n") &&
           counts_to_four("a | b\n--|--\n1 | 2\n3 | 4") && counts_to_four("1|2|\n3|4|") &&
           counts_to_four("|   |   |\n|---|---|\n| **1** | 2 |\n| 3 | `4` |") &&
           counts_to_four("+---+---+\n| 1 | 2 |\n+---+---+\n| 3 | 4 |\n+---+---+") &&
           counts_to_four("| | 0 | 1 |\n|-|-|-|\n| 7 | 1 | 2 |\n| 8 | 3 | 4 |") &&
           counts_to_four("| 1st | 2nd |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |") &&
           counts_to_four("| token | 0 | 1 |\n|-|-|-|\n| Le | 1 | 2 |\n| chat | 3 | 4 |") &&
           counts_to_four("|---|---|\n| 1 | 2 |\n| 3 | 4 |");
}

/// Whatever stands above the rule of Markdown, if rows stand below.
constexpr bool headers_of_markdown() {
    const contents c = read("| 1 | 12 |\n|:-:|--:|\n| 0.5 | 0.25 |");
    return c.what.found.rows() == 1 && c.columns[1].length == 2 && counts_to_four("7 | 8\n---|---\n1 | 2\n3 | 4") &&
           counts_to_four("| 0 | 7 |\n|-|-|\n| a | 1 | 2 |\n| b | 3 | 4 |") &&
           counts_to_four("| 0.5 | x |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |") &&
           gives("| 1 | 2 |\n|---|---|", {1, 2}, {{1, 0}, {2, 0}}) && counts_to_four("1 | 2\n---+---\n3 | 4") &&
           counts_to_four("|---|---|\n| 1 | 2 |\n|---|---|\n| 3 | 4 |\n|---|---|");
}

constexpr bool elisions_are_found() {
    const contents scores = read(heed::test::scores), weights = read(heed::test::weights);
    const contents blocks = read("[[[1,2],[3,4]], ..., [[5,6],[7,8]]]"), entry = read("1 ...\n3 4");
    return scores.elided.at[0] == 3 && scores.elided.at[1] == 2 && weights.elided.at[0] == 3 &&
           weights.elided.at[1] == 3 && blocks.elided.at[0] == 1 && blocks.elided.at[1] == no_position &&
           entry.elided.at[0] == no_position && entry.elided.at[1] == no_position && !entry.what.found.complete();
}

constexpr bool a_lone_mark_is_a_row() {
    const auto one_row = [](std::string_view text) {
        return gives(text, {3, 2}, {{1, 0}, {2, 0}, dots, dots, {3, 0}, {4, 0}}) && read(text).elided.at[0] == 1;
    };
    return one_row("1 2\n...\n3 4") && one_row("| 1 | 2 |\n| \xE2\x8B\xAE |\n| 3 | 4 |") && one_row("1,2\n...\n3,4") &&
           one_row(R"(\begin{pmatrix} 1 & 2 \\ \vdots \\ 3 & 4 \end{pmatrix})") && one_row("[[1 2]\n ...\n [3 4]]") &&
           one_row("[[1, 2], [...], [3, 4]]") && one_row("a | 1 | 2\n...\nc | 3 | 4") &&
           one_row("a | 1 | 2\n... | ... | ...\nc | 3 | 4") &&
           gives("[[...], [1, 2]]", {2, 2}, {dots, dots, {1, 0}, {2, 0}}) &&
           gives("[[[1,2],[3,4]], [...]]", {2, 2, 2}, {{1, 0}, {2, 0}, {3, 0}, {4, 0}, dots, dots, dots, dots});
}

constexpr std::string_view words(std::string_view text, const label& l) { return text.substr(l.begin, l.length); }

constexpr bool labels_are_read() {
    const std::string_view map = heed::test::sentence_map, csv = heed::test::csv;
    const contents m = read(map), c = read(csv), corner = read("The,cat\nThe,0.5,0.5\ncat,.25,.75");
    const std::string_view bold = "| | **a b** |\n|-|-|\n| `x` | 1 |";
    const contents b = read(bold);
    return has_extents(m.what.found, {6, 6}) && words(map, m.rows[2]) == "sleeps" &&
           words(map, m.columns[5]) == "mat" && words(csv, c.rows[0]) == "the, first" &&
           words(csv, c.columns[1]) == "cat" && has_extents(corner.what.found, {2, 2}) &&
           words(bold, b.rows[0]) == "x" && words(bold, b.columns[0]) == "a b";
}

constexpr bool mistakes_have_places() {
    using m = printed_mistake;
    return fails("", m::no_numbers, 0, 0) && fails(" \n ", m::no_numbers, 0, 0) &&
           fails("[[1], []]", m::no_numbers, 2, 1) && fails("...", m::no_numbers, 0, 0) &&
           fails("1 2\n3 4.5.6", m::not_a_number, 2, 2) && fails("1 x\n3 4", m::not_a_number, 1, 2) &&
           fails("x 1\n3 4", m::not_a_number, 1, 1) &&
           fails("| a | b |\n|--|--|\n| 1 2 | 3 |", m::not_a_number, 1, 1) &&
           fails("[[1, 2], [3, x]]", m::not_a_number, 2, 2) && fails(R"(1 & \frac{1}{2})", m::fraction, 1, 2) &&
           fails("1/2 3", m::fraction, 1, 1) && fails("1 2\n3 1234567890123456789", m::too_many_digits, 2, 2) &&
           fails("1e10000", m::exponent, 1, 1) && fails("1 & & 3", m::empty_entry, 1, 2) &&
           fails("[1,,2]", m::empty_entry, 1, 2) && fails("1 2\n3 4\n5", m::ragged_rows, 3, 0) &&
           fails("[[1, 2], [3]]", m::ragged_rows, 2, 0) && fails("[[[1], [2]], [[3]]]", m::ragged_blocks, 4, 0) &&
           fails("a,b,c\n1,2", m::labels, 0, 0) && fails("[[1], 2]", m::mixed_nesting, 2, 0) &&
           fails("[1, [2]]", m::mixed_nesting, 1, 2) && fails("[[[...]], [1]]", m::mixed_nesting, 2, 0) &&
           fails("[[[[[[[1]]]]]]]", m::too_deep, 1, 1) && fails("[1, 2", m::unclosed, 1, 3) &&
           fails("[1, 2}", m::unclosed, 1, 3) && fails(R"(\begin{bmatrix} 1 & 2)", m::unclosed, 0, 0) &&
           fails(heed::test::three_in_one, m::nested_matrix, 0, 0) &&
           fails("1 2\n...\n3 4\n...\n5 6", m::elided_twice, 4, 0) && fails("1 ... 2 ... 3", m::elided_twice, 0, 4) &&
           fails("2 * [[1, 2]]", m::factor, 0, 0) && fails("[[1, 2]].T", m::text_beside, 0, 0) &&
           fails("[1 2; 3 4] + 1", m::text_beside, 0, 0) &&
           fails(R"(2 \begin{bmatrix} 1 & 2 \end{bmatrix})", m::factor, 0, 0) &&
           fails(R"(\begin{bmatrix} 1 & 2 \end{bmatrix} x)", m::text_beside, 0, 0);
}

/// -1 -2, printed to one place
constexpr bool minus_tenths(std::string_view text) { return gives(text, {1, 2}, {{-1, 1}, {-2, 1}}); }

constexpr bool signs_and_powers_of_ten_belong_to_the_numbers() {
    return minus_tenths("-0.1 * [[1, 2]]") && minus_tenths("W = -[[1, 2]] / 10") && minus_tenths("[[-1, -2]] * 1e-1") &&
           minus_tenths("tensor(1e-01 *\n       [[-1., -2.]])") && minus_tenths("-tensor([[0.1, 0.2]])") &&
           minus_tenths("np.array([[1, 2]]) * -0.1") &&
           minus_tenths(R"($$W = -\frac{1}{10}\begin{bmatrix} 1 & 2 \end{bmatrix}$$)") &&
           minus_tenths(R"(-\frac1{10} \left( \begin{matrix} 1 & 2 \end{matrix} \right))") &&
           minus_tenths(R"(\begin{bmatrix} -1 & -2 \end{bmatrix} \times 10^{-1})") &&
           minus_tenths(R"(10^{-1} \cdot \begin{bmatrix} -1 & -2 \end{bmatrix})") &&
           minus_tenths(R"(-\begin{bmatrix} 1 & 2 \end{bmatrix}/10)") &&
           minus_tenths("A =\n\n  1.0e-01 *\n\n  -1   -2\n") &&
           gives("A =\n\n   1.0e+03 *\n\n    0.0010    1.2000\n", {1, 2}, {{10, 1}, {12000, 1}}) &&
           gives("-[[inf, nan]]", {1, 2}, {minus_infinite, not_a_number}) &&
           counts_to_four("Out[5]: array([[1., 2.], [3., 4.]])") && counts_to_four("m[2][2] = {{1, 2}, {3, 4}};") &&
           counts_to_four("nn.Parameter(torch.tensor([[1, 2], [3, 4]]))") && counts_to_four("f(x) = [[1, 2], [3, 4]]");
}

constexpr bool beside(std::string_view text) { return fails(text, printed_mistake::text_beside, 0, 0); }

constexpr bool other_factors_and_functions_are_refused() {
    using m = printed_mistake;
    return fails(R"(\frac12\begin{bmatrix} 1 & 2 \end{bmatrix})", m::factor, 0, 0) &&
           fails("[[1, 2]] * 2", m::factor, 0, 0) && fails("tensor([[1, 2]] * 2)", m::factor, 0, 0) &&
           fails("[[1, 2]] / 3", m::factor, 0, 0) && fails("0.3e-2 * [[1]]", m::factor, 0, 0) &&
           beside("softmax([[1, 2]])") && beside("np.exp([[1, 2]])") &&
           beside(R"(\begin{bmatrix} 1 \end{bmatrix}^{-1})") && beside(R"(\begin{bmatrix} 1 \end{bmatrix}^T)") &&
           beside(R"(\begin{bmatrix} 1 \end{bmatrix}^\top)") && beside("[1 2; 3 4]'") && beside("[[1, 2]][0]") &&
           beside("x @ [[1, 2]]") && beside("Q * [[1, 2]]") && beside("Q - [[1, 2]]") && beside("x *= [[1, 2]]") &&
           fails("2 ** [[1, 2]]", m::factor, 0, 0) && beside(R"(\sigma\left(\begin{bmatrix} 1 \end{bmatrix}\right))") &&
           beside(R"(Q \begin{bmatrix} 1 \end{bmatrix})") && beside("[[1, 2]].sum()") && beside("[[1, 2]]\xC2\xB2") &&
           beside("\xE2\x88\x9A[[1, 2]]") && beside("\xC2\xAC[[1, 2]]") && beside("[[1, 2]]e-3") &&
           fails("- [[1, 2]]", m::doubtful_sign, 0, 0) && fails("[[1, 2], [3, 4e9]] * 1e9999", m::exponent, 2, 2);
}

constexpr bool commas_are_decimal_or_refused() {
    using m = printed_mistake;
    return is_number(R"(0{,}125 \\)", {125, 3}) && gives("0{,}125 & 1{,}234", {1, 2}, {{125, 3}, {1234, 3}}) &&
           gives("1{,}234{,}567 & 1{,}234", {1, 2}, {{1234567, 0}, {1234, 0}}) &&
           gives("0.5 & 1{,}234", {1, 2}, {{5, 1}, {1234, 0}}) && gives("| 0,25 | 1,5 |", {1, 2}, {{25, 2}, {15, 1}}) &&
           gives("0,25;0,75\n0,5;0,5", {2, 2}, {{25, 2}, {75, 2}, {5, 1}, {5, 1}}) &&
           gives(R"(12\,345 & 0.123\,456)", {1, 2}, {{12345, 0}, {123456, 6}}) &&
           fails("[1,5 2,25 3,125]", m::doubtful_comma, 1, 3) && fails("[1 2,5]", m::doubtful_comma, 1, 3) &&
           fails("[[0,12 0,30]\n [0,50 0,60]]", m::doubtful_comma, 1, 3) &&
           gives("[1,2,\n3]", {3}, {{1, 0}, {2, 0}, {3, 0}}) &&
           gives("[[6, 2], [7,1]]", {2, 2}, {{6, 0}, {2, 0}, {7, 0}, {1, 0}}) &&
           gives("[[6, 2, 1], [7,1,3]]", {2, 3}, {{6, 0}, {2, 0}, {1, 0}, {7, 0}, {1, 0}, {3, 0}}) &&
           fails("[[6,2, 1], [7,1, 3]]", m::doubtful_comma, 1, 2) && fails("1,05\n2,50", m::doubtful_comma, 1, 2) &&
           fails("[1,05]", m::doubtful_comma, 1, 2) && fails("1,5, 2,25", m::doubtful_comma, 1, 2) &&
           fails("[1,5, 2,25]", m::doubtful_comma, 1, 2) &&
           fails("[[1.5\xC3\x97\x31\x30\xE2\x81\xBB, 2]]", m::not_a_number, 1, 1) &&
           fails("[7 // 2,\n 3, 4]", m::not_a_number, 1, 2) && fails("1{,}234 & 2", m::doubtful_comma, 1, 1) &&
           fails("| 2 | 1,234 |", m::doubtful_comma, 1, 2) && fails("0,25;0,75", m::doubtful_comma, 0, 0) &&
           fails(R"(0\,125 & 1)", m::not_a_number, 1, 1) && fails(R"(1234\,567 & 1)", m::not_a_number, 1, 1) &&
           fails("| 1 | 1'234 |", m::not_a_number, 1, 2) && fails("1_000 2", m::not_a_number, 1, 1) &&
           fails(
               "0.1\xC2\xA0"
               "0.2",
               m::not_a_number, 1, 1);
}

/// Columns of numbers with signs and digits that are none of ASCII: read, or refused, and no labels.
constexpr bool signs_and_digits_of_typesetters() {
    using m = printed_mistake;
    return gives(
               "\xE2\x80\x91"
               "1 \xE2\x80\x90"
               "2 \xEF\xB9\xA3"
               "3 \xEF\xBC\x8D"
               "4 \xE2\x80\x92"
               "5",
               {1, 5}, {{-1, 0}, {-2, 0}, {-3, 0}, {-4, 0}, {-5, 0}}) &&
           gives(
               "| \xE2\x80\x91"
               "0.5 | 1 |\n| \xE2\x80\x91"
               "0.5 | 2 |",
               {2, 2}, {{-5, 1}, {1, 0}, {-5, 1}, {2, 0}}) &&
           fails(
               "| \xC2\xAD"
               "0.5 | 1 |\n| \xC2\xAD"
               "0.5 | 2 |",
               m::doubtful_sign, 1, 1) &&
           is_number(
               "1\xC3\x97"
               "10\xE2\x81\xBB\xC2\xB3",
               {1, 3}) &&
           is_number(
               "1\xC2\xB7"
               "10^-3",
               {1, 3}) &&
           is_number("1*10^-3", {1, 3}) && is_number(R"(\num{1.5e-3} \\)", {15, 4}) &&
           fails("\xC2\xBD 1\n\xC2\xBC 2", m::not_a_number, 1, 1) && fails("(0.5) 1\n(0.2) 2", m::not_a_number, 1, 1) &&
           fails("\xEF\xBC\x91 1\n\xD9\xA1 2", m::not_a_number, 1, 1) &&
           fails("~0.5 1\n~0.6 2", m::not_a_number, 1, 1) &&
           fails(R"(\overline{0.5} & 1 \\ \overline{0.2} & 2)", m::not_a_number, 1, 1) &&
           fails("| (0.5) | (0.2) |\n|---|---|\n| 1 | 2 |", m::not_a_number, 1, 1) &&
           fails("| &minus;0.5 | 1 |\n| &minus;0.2 | 2 |", m::not_a_number, 1, 1) &&
           fails("0x1 2", m::not_a_number, 1, 1) && fails("1+2j 2", m::not_a_number, 1, 1) &&
           fails(
               "0.1\xC2\xB1"
               "0.02 1",
               m::not_a_number, 1, 1) &&
           fails("| a | b |\n|---|---|\n| 3 | 4 |\n| - | - |", m::not_a_number, 2, 1) &&
           gives(R"(\alpha_1 & \alpha_2 \\ 1 & 2)", {1, 2}, {{1, 0}, {2, 0}}) == false;
}

constexpr bool numpy_pads_with_blanks_for_zeros() {
    return gives("array([[0.5       , 0.33333333],\n       [2.        , 0.25      ]])", {2, 2},
                 {{50000000, 8}, {33333333, 8}, {200000000, 8}, {25000000, 8}}) &&
           gives("[[0.5        0.33333333]\n [2.         0.25      ]]", {2, 2},
                 {{50000000, 8}, {33333333, 8}, {200000000, 8}, {25000000, 8}}) &&
           gives("[0.5    0.3333 0.25  ]", {3}, {{5000, 4}, {3333, 4}, {2500, 4}}) &&
           // No blank before a bracket or a comma: these may be somebody's columns.
           gives("[[0.5    0.3333]]", {1, 2}, {{5, 1}, {3333, 4}}) && gives("[0.5, 0.25]", {2}, {{5, 1}, {25, 2}}) &&
           gives("[0.50 , 0.125]", {2}, {{50, 2}, {125, 3}}) && gives("[1 , 0.5]", {2}, {{1, 0}, {5, 1}}) &&
           gives("[0.5 , 0.25  , 0.125]", {3}, {{5, 1}, {25, 2}, {125, 3}});
}

constexpr bool comments_and_prompts_are_no_rows() {
    return counts_to_four("[[1, 2],  # first ]\n [3, 4]]") && counts_to_four("{{1, 2}, // first }\n {3, 4}}") &&
           counts_to_four("[[1, 2], % first ]\n [3, 4]]") &&
           counts_to_four("np.array([\n    [1, 2],\n    [3, 4],\n])") &&
           counts_to_four("# of the first head\n1 2\n3 4  # last") &&
           counts_to_four("[[1, 2], [3, 4]]  # of the first head") && counts_to_four("[[1, 2], [3, 4]] # + 5\n") &&
           counts_to_four("x = [[1, 2], [3, 4]];  // * 5") && counts_to_four("np.array([[1, 2], [3, 4]])  # .T") &&
           fails("[[1, 2], [3, 4]]  # a\n + 5", printed_mistake::text_beside, 0, 0) &&
           fails("[1, 2] * 10", printed_mistake::repeated_list, 0, 0) &&
           fails("10 * [1, 2]", printed_mistake::repeated_list, 0, 0) &&
           fails("np.array(10 * [1, 2])", printed_mistake::repeated_list, 0, 0) &&
           gives("np.array([1, 2]) * 10", {2}, {{1, -1}, {2, -1}}) &&
           gives("10 * np.array([1, 2])", {2}, {{1, -1}, {2, -1}}) && gives("[1, 2] * 10.0", {2}, {{1, -1}, {2, -1}}) &&
           counts_to_four("[[1, 2], /* ] */ [3, 4]]") &&
           counts_to_four(">>> np.array([[1, 2],\n...           [3, 4]])") &&
           counts_to_four("In [1]: np.array([[1, 2],\n   ...:           [3, 4]])") &&
           fails("[[1, 2],\n... [3, 4]]", printed_mistake::doubtful_dots, 2, 0) &&
           gives("[[1, 2],\n ...,\n [3, 4]]", {3, 2}, {{1, 0}, {2, 0}, dots, dots, {3, 0}, {4, 0}}) &&
           fails("A =\n  Columns 1 through 2\n 1 2\n", printed_mistake::columns_in_parts, 0, 0) &&
           gives("[50%, 25%]", {2}, {{50, 2}, {25, 2}});
}

constexpr bool counts_of_ragged_rows() {
    const flaw f = read("1 2 3\n4 5").error;
    return f.found == 2 && f.needed == 3 && f.at == 6 && read("1 2\n3 4x").error.at == 6;
}

/// What the program says, not a compiler that computes the call ahead.
bool when_run(bool (*holds)()) { return holds(); }

// The compiler evaluates all of them at night. By day, where sanitizers look at the program as well, it evaluates
// numbers, labels and mistakes: for all it takes half a minute.
#ifdef HEED_TEST_NIGHT
#define HEED_TEST_AT_NIGHT(holds) static_assert(holds)
#else
#define HEED_TEST_AT_NIGHT(holds) static_cast<void>(0)
#endif

TEST(parse, numbers_keep_digits_and_places) {
    constexpr bool holds = numbers_keep_digits_and_places();
    static_assert(holds);
    EXPECT_TRUE(when_run(numbers_keep_digits_and_places));
}
TEST(parse, special_numbers_are_entries) {
    HEED_TEST_AT_NIGHT(special_numbers_are_entries());
    EXPECT_TRUE(when_run(special_numbers_are_entries));
}
TEST(parse, latex_numbers) {
    HEED_TEST_AT_NIGHT(latex_numbers());
    EXPECT_TRUE(when_run(latex_numbers));
}
TEST(parse, latex_environments) {
    HEED_TEST_AT_NIGHT(latex_environments());
    EXPECT_TRUE(when_run(latex_environments));
}
TEST(parse, nested_brackets) {
    HEED_TEST_AT_NIGHT(nested_brackets());
    EXPECT_TRUE(when_run(nested_brackets));
}
TEST(parse, rows_of_numbers) {
    HEED_TEST_AT_NIGHT(rows_of_numbers());
    EXPECT_TRUE(when_run(rows_of_numbers));
}
TEST(parse, tables) {
    HEED_TEST_AT_NIGHT(tables());
    EXPECT_TRUE(when_run(tables));
}
TEST(parse, headers_of_markdown) {
    HEED_TEST_AT_NIGHT(headers_of_markdown());
    EXPECT_TRUE(when_run(headers_of_markdown));
}
TEST(parse, elisions_are_found) {
    HEED_TEST_AT_NIGHT(elisions_are_found());
    EXPECT_TRUE(when_run(elisions_are_found));
}
TEST(parse, a_lone_mark_is_a_row) {
    HEED_TEST_AT_NIGHT(a_lone_mark_is_a_row());
    EXPECT_TRUE(when_run(a_lone_mark_is_a_row));
}
TEST(parse, labels_are_read) {
    constexpr bool holds = labels_are_read();
    static_assert(holds);
    EXPECT_TRUE(when_run(labels_are_read));
}
TEST(parse, mistakes_have_places) {
    HEED_TEST_AT_NIGHT(mistakes_have_places());
    EXPECT_TRUE(when_run(mistakes_have_places));
}
TEST(parse, counts_of_ragged_rows) {
    constexpr bool holds = counts_of_ragged_rows();
    static_assert(holds);
    EXPECT_TRUE(when_run(counts_of_ragged_rows));
}
TEST(parse, signs_and_powers_of_ten_belong_to_the_numbers) {
    HEED_TEST_AT_NIGHT(signs_and_powers_of_ten_belong_to_the_numbers());
    EXPECT_TRUE(when_run(signs_and_powers_of_ten_belong_to_the_numbers));
}
TEST(parse, other_factors_and_functions_are_refused) {
    HEED_TEST_AT_NIGHT(other_factors_and_functions_are_refused());
    EXPECT_TRUE(when_run(other_factors_and_functions_are_refused));
}
TEST(parse, commas_are_decimal_or_refused) {
    HEED_TEST_AT_NIGHT(commas_are_decimal_or_refused());
    EXPECT_TRUE(when_run(commas_are_decimal_or_refused));
}
TEST(parse, signs_and_digits_of_typesetters) {
    HEED_TEST_AT_NIGHT(signs_and_digits_of_typesetters());
    EXPECT_TRUE(when_run(signs_and_digits_of_typesetters));
}
TEST(parse, numpy_pads_with_blanks_for_zeros) {
    HEED_TEST_AT_NIGHT(numpy_pads_with_blanks_for_zeros());
    EXPECT_TRUE(when_run(numpy_pads_with_blanks_for_zeros));
}
TEST(parse, comments_and_prompts_are_no_rows) {
    HEED_TEST_AT_NIGHT(comments_and_prompts_are_no_rows());
    EXPECT_TRUE(when_run(comments_and_prompts_are_no_rows));
}

}  // namespace
