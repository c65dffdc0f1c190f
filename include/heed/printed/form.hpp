// SPDX-License-Identifier: BSL-1.0
// Determines the form of a printed text and which part of it holds the numbers.
#pragma once

#include <heed/printed/beside.hpp>
#include <heed/printed/environment.hpp>
#include <heed/printed/flaw.hpp>
#include <heed/printed/grid.hpp>
#include <heed/printed/text_after.hpp>
#include <heed/printed/text_before.hpp>
#include <heed/printed/text_cursor.hpp>

#include <cstddef>

namespace heed::detail {

struct form {
    bool nested = false;  ///< lists in brackets, from cells.body.at on; otherwise rows of cells
    grid cells{};
    neighbours around{};  ///< the sign and the power of ten of all numbers, from the text around them
    flaw error{};
};

template <std::size_t N>
constexpr std::size_t find_literal(cursor c, const char (&literal)[N]) {
    for (; !c.done(); ++c.at)
        if (c.peek() == literal[0] && c.length_of(literal) != 0) return c.at;
    return no_position;
}

constexpr std::size_t find_any(cursor c, const char* characters) {
    while (!c.done() && !is_one_of(c.peek(), characters)) ++c.at;
    return c.done() ? no_position : c.at;
}

constexpr flaw flaw_at(printed_mistake what, std::size_t at, std::size_t end) { return {what, 0, 0, 0, 0, at, end}; }

/// Skips what may enclose a matrix: decoration, other environments, a final . , or ;
constexpr void skip_surroundings(cursor& c) {
    for (;;) {
        const std::size_t at = c.at;
        skip_ignored(c);
        if (accept_command(c, "\\begin", "\\end")) skip_group(c, '{', '}');
        if (is_one_of(c.peek(), ".,;") && !c.done()) ++c.at;
        if (c.at == at) return;
    }
}

/// The text before a matrix that begins at `at`, if the text holds only this matrix.
constexpr neighbours beside_before(const cursor& text, std::size_t at, bool math) {
    return text_before({text.text, text.at, at}, {math}, text.text[at]).read();
}

/// Checks that the text after a matrix (from `end` on) belongs to it; applies signs and factors.
constexpr flaw read_after(const cursor& text, std::size_t end, bool math, neighbours& b) {
    if (b.is_refused()) return flaw_at(b.what, b.at, b.end);
    text_after after({text.text, end, text.end}, {math, false, b.quoted}, b);
    b = after.read();
    if (b.is_refused()) return flaw_at(b.what, b.at, b.end);
    if (b.power > largest_exponent || b.power < -largest_exponent) return flaw_at(printed_mistake::exponent, end, end);
    cursor rest{text.text, after.end(), text.end};
    if (math) skip_surroundings(rest);
    while (!math && !rest.done() &&
           (is_one_of(rest.peek(), ".,;>$*`'\"#") || rest.peek() == '\n' || blank_length(rest) != 0 ||
            rest.length_of("//") != 0))
        rest.at = rest.peek() == '#' || rest.peek() == '/' ? end_of_line(rest) : rest.at + 1;
    return rest.done() && b.open == 0 ? flaw{} : flaw_at(printed_mistake::text_beside, end, text.end);
}

constexpr grid ampersand_grid(const cursor& body) {
    grid g{body, separator::ampersand, {true, true}, false};
    g.style = with_commas_of(body, g.style);
    return g;
}

constexpr form latex_form(const cursor& text, const environment& e) {
    form f;
    if (e.begin == no_position) {
        f.cells = ampersand_grid(text);
        return f;
    }
    f.cells = ampersand_grid(e.body);
    f.cells.labels_allowed = e.array;
    f.around = beside_before(text, e.begin, true);
    if (!e.closed)
        f.error = flaw_at(printed_mistake::unclosed, e.begin, e.body.at);
    else if (const cursor head{text.text, e.begin, e.body.at};
             has_outer_cells(head) || (e.array && joins_columns(head)))
        f.error = flaw_at(printed_mistake::text_beside, e.begin, e.body.at);
    else if (e.nested)
        f.error = flaw_at(printed_mistake::nested_matrix, e.body.at, e.body.end);
    else
        f.error = read_after(text, e.end, true, f.around);
    return f;
}

/// Whether a word precedes the first bar of a line with bars.
constexpr bool has_leading_cell(cursor text) {
    while (!text.done()) {
        const cursor line{text.text, text.at, end_of_line(text)};
        const std::size_t bar = find_any(line, "|");
        if (bar != no_position && !is_rule(line) && !is_blank({text.text, text.at, bar})) return true;
        text.at = line.end + 1;
    }
    return false;
}

/// Two levels of rows in one pair of brackets, as MATLAB and Julia print: [1 2; 3 4].
constexpr bool is_list_of_rows(const cursor& list) {
    cursor inside{list.text, list.at + 1, list.end};
    const std::size_t next = find_any(inside, "[]{};");
    return next != no_position && list.text[next] == ';';
}

/// The role of semicolons in lines: they end cells in tables with decimal commas (0,25;0,75), where rows end with the
/// line. In a single line, 1,2;3,4 may be either.
enum class semicolons : unsigned char { end_rows, end_cells, doubtful };

constexpr semicolons role_of_semicolons(const cursor& text) {
    std::size_t lines = 0, inside = 0, tight = 0;
    bool several = false;  ///< several numbers before a semicolon, so it ends a row
    cursor line = text;
    while (!line.done()) {
        line.end = end_of_line(line);
        if (!is_blank(line)) ++lines;
        bool number = false, gap = false;
        for (cursor c = line; !c.done(); ++c.at) {
            if (c.peek() == ',' && c.at > line.at && is_digit(c.text[c.at - 1]) && is_digit(c.peek(1))) ++tight;
            if (c.peek() == ',' && blank_length({c.text, c.at + 1, c.end}) != 0) several = true;
            if (c.peek() == ';') {
                if (!is_blank({c.text, c.at + 1, c.end})) ++inside;
                number = gap = false;
            } else if (blank_length(c) != 0) {
                gap = number;
            } else {
                several = several || gap;
                number = true;
            }
        }
        line = {text.text, line.end + 1, text.end};
    }
    if (inside == 0 || several) return semicolons::end_rows;
    if (lines > 1) return semicolons::end_cells;
    return tight != 0 ? semicolons::doubtful : semicolons::end_rows;
}

/// Reads 1.0e+03 * on a separate line, as MATLAB prints it above numbers.
constexpr bool skip_common_factor(cursor& body, neighbours& b, flaw& error) {
    cursor line = body;
    skip_blanks_and_lines(line);
    line.end = end_of_line(line);
    const std::size_t begin = line.at;
    long long power = 0;
    bool other = false;
    if (!read_factor(line, power, other)) return false;
    skip_blanks(line);
    if (!line.accept("*") || !is_blank(line)) return false;
    if (other) error = flaw_at(printed_mistake::factor, begin, line.end);
    multiply_by_ten_to(b, power);
    body.at = line.end;
    return true;
}

/// The form of lines of numbers, possibly below a line with a name and = and a line with a factor.
constexpr form plain_form(cursor body) {
    form f;
    if (find_any(body, "=*") != no_position) {
        cursor line = body;
        skip_blanks_and_lines(line);
        line.end = end_of_line(line);
        cursor last = line;
        while (last.end > last.at && is_one_of(last.text[last.end - 1], " \t\r")) --last.end;
        if (last.end > last.at && last.text[last.end - 1] == '=' && !is_rule(line)) body.at = line.end;
        skip_common_factor(body, f.around, f.error);
    }
    const std::size_t parts = find_literal(body, "Columns ");
    if (parts != no_position) f.error = flaw_at(printed_mistake::columns_in_parts, parts, body.end);
    const bool commas = find_any(body, ",") != no_position;
    semicolons role = semicolons::end_rows;
    if (find_any(body, ";") != no_position) role = role_of_semicolons(body);
    if (role == semicolons::doubtful) f.error = flaw_at(printed_mistake::doubtful_comma, body.at, body.end);
    f.cells = {body, commas ? separator::comma : separator::blank, {}};
    if (commas && f.error.what == printed_mistake::none) f.error = doubtful_commas_in(f.cells);
    if (role == semicolons::end_cells) {
        f.cells.cut = separator::semicolon;
        f.cells.style.commas = true;
        f.cells.style = with_commas_of(body, f.cells.style);
    }
    return f;
}

/// Finds dots at the end of a line with other content that continues: a MATLAB continuation or an elided row.
constexpr std::size_t find_continued_line(cursor c) {
    for (bool content = false; !c.done(); ++c.at) {
        if (content && c.length_of("...") != 0) {
            cursor rest{c.text, c.at + 3, end_of_line(c)};
            skip_blanks(rest);
            const bool ends = rest.done() || is_one_of(rest.peek(), "%#");
            if (ends && !is_blank({c.text, rest.end < c.end ? rest.end + 1 : c.end, c.end})) return c.at;
        }
        content = c.peek() != '\n' && (content || blank_length(c) == 0);
    }
    return no_position;
}

constexpr form list_of_rows(const cursor& text, std::size_t bracket, bool percents) {
    const std::size_t close = find_any({text.text, bracket, text.end}, "]}");
    const cursor body{text.text, bracket + 1, close == no_position ? text.end : close};
    form f;
    f.cells = {body, find_any(body, ",") != no_position ? separator::comma : separator::blank, {}, false};
    f.cells.percents = percents;
    f.around = beside_before(text, bracket, false);
    if (close == no_position)
        f.error = flaw_at(printed_mistake::unclosed, bracket, bracket + 1);
    else
        f.error = read_after(text, close + 1, false, f.around);
    if (f.cells.cut == separator::comma && f.error.what == printed_mistake::none) f.error = doubtful_commas_in(f.cells);
    const std::size_t dots = find_continued_line(body);
    if (dots != no_position && f.error.what == printed_mistake::none)
        f.error = flaw_at(printed_mistake::doubtful_dots, dots, dots + 3);
    return f;
}

constexpr form bracket_form(const cursor& text, std::size_t bracket, bool line_rows) {
    const cursor list{text.text, bracket, text.end};
    if (line_rows || is_list_of_rows(list)) return list_of_rows(text, bracket, line_rows);
    form f;
    f.nested = true;
    f.cells.body = list;
    f.around = beside_before(text, bracket, false);
    f.around.quoted = bracket > text.at && is_one_of(text.text[bracket - 1], "'\"");
    if (f.around.is_refused()) f.error = flaw_at(f.around.what, f.around.at, f.around.end);
    return f;
}

/// Finds the bracket with which the numbers begin; those of m[2][2] = or Out[5]: are followed by another one.
constexpr std::size_t find_bracket(const cursor& text) {
    const std::size_t first = find_any(text, "[{");
    for (std::size_t at = first; at != no_position;) {
        const char before = at == text.at ? ' ' : text.text[at - 1];
        cursor c{text.text, at, text.end};
        skip_group(c, text.text[at], text.text[at] == '[' ? ']' : '}');
        const bool index = is_letter(before) || is_digit(before) || before == '_' || before == ']' || before == ')';
        const bool prompt = is_digit(text.text[at + 1 < text.end ? at + 1 : at]) && c.peek() == ':';
        if (text.text[at] == '{' || !(index || prompt)) return at;
        at = find_any(c, "[{");
    }
    return first;
}

/// The form of a text, by the first of these that it contains: \begin, a bar, & or \\, a bracket; else plain lines.
/// `line_rows`: a list in one pair of brackets has its rows on lines.
constexpr form form_of(const cursor& text, bool line_rows = false) {
    const environment e = find_environment(text);
    if (e.begin != no_position) return latex_form(text, e);
    if (find_any(text, "|") != no_position) {
        form f;
        f.cells = {text, separator::bar, {false, true}, true, has_leading_cell(text)};
        f.cells.style = with_commas_of(text, f.cells.style);
        return f;
    }
    if (find_any(text, "&") != no_position || find_literal(text, "\\\\") != no_position) return latex_form(text, e);
    const std::size_t bracket = find_bracket(text);
    return bracket != no_position ? bracket_form(text, bracket, line_rows) : plain_form(text);
}

}  // namespace heed::detail
