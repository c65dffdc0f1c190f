// SPDX-License-Identifier: BSL-1.0
// Rows of cells: how LaTeX, tables, CSV and plain lines are split into rows and cells.
#pragma once

#include <heed/printed/comma_survey.hpp>
#include <heed/printed/entry.hpp>
#include <heed/printed/text_cursor.hpp>

#include <cstddef>

namespace heed::detail {

/// The separator of cells. Rows end with \\ if it is an ampersand, with the line if it is a bar or a semicolon, else
/// with the line or ;.
enum class separator : unsigned char { ampersand, bar, comma, blank, semicolon };

/// A part of a text as rows of cells.
struct grid {
    cursor body{};
    separator cut = separator::blank;
    cell_style style{};
    bool labels_allowed = true;
    bool leading_cell = false;  ///< with bars: there is a cell before the first bar
    bool percents = false;      ///< % begins a comment, as in MATLAB
    bool header = false;        ///< the first row has labels
    bool label_column = false;  ///< the first cell of each row is a label

    constexpr bool latex() const { return cut == separator::ampersand; }
};

constexpr bool is_blank(cursor c) {
    skip_blanks(c);
    return c.done();
}

/// ---+---, |:--:|--:|, ======: a rule, which is no row of numbers.
constexpr bool is_rule(cursor line) {
    bool drawn = false;
    for (; !line.done(); ++line.at) {
        if (!is_one_of(line.peek(), "-=+:| \t\r")) return false;
        drawn = drawn || line.peek() == '-' || line.peek() == '=';
    }
    return drawn;
}

/// A row of single dashes between bars. It is a rule only if none came before; otherwise the dashes are missing
/// numbers.
constexpr bool has_only_single_dashes(cursor line) {
    bool dash = false;
    for (; !line.done(); ++line.at) {
        if (line.peek() == '=' || line.peek() == '+' || line.peek() == ':') return false;
        if (line.peek() == '-' && dash) return false;
        dash = line.peek() == '-';
    }
    return true;
}

/// The style with the role of commas in this text, if a number shows it: 0,5 or 0,125, against 1,234,567 or 0.5. If
/// 2,75 occurs, the point of 1.500 is ambiguous.
constexpr cell_style with_commas_of(cursor c, cell_style style) {
    cursor any = c;
    while (!any.done() && any.peek() != ',') ++any.at;
    if (any.done()) return style;
    bool decimal = false, thousands = false, point = false;
    while (!c.done()) {
        digit_groups g;
        g.first = count_digits(c);
        g.zero = c.peek() == '0';
        c.at += g.first == 0 ? 1 : g.first;
        if (g.first == 0) continue;
        for (std::size_t length = comma_length(c, style); length != 0; length = comma_length(c, style)) {
            c.at += length;
            const comma_role role = role_of_comma(c, g, style);
            decimal = decimal || role == comma_role::decimal_point;
            thousands = thousands || role == comma_role::thousands;
            c.at += count_digits(c);
            g.separated = g.commas = true;
        }
        if (c.peek() == '.' && is_digit(c.peek(1))) {
            thousands = point = true;
            ++c.at;
            c.at += count_digits(c);
        }
    }
    style.doubtful_points = decimal && point;
    if (decimal != thousands) style.comma = decimal ? comma_role::decimal_point : comma_role::thousands;
    return style;
}

/// Finds where a comment in words begins in a row without bars: after # or //. At the start of a row it is one only if
/// it has no digits.
constexpr std::size_t comment_in(const cursor& row) {
    for (cursor c = row; !c.done(); ++c.at) {
        if (c.peek() == '"') break;
        const bool mark = c.peek() == '#' || c.length_of("//") != 0;
        if (!mark) continue;
        cursor after{c.text, c.at + (c.peek() == '#' ? 1U : 2U), c.end};
        if (!after.done() && blank_length(after) == 0) break;
        if (c.at == row.at || is_blank({c.text, row.at, c.at})) {
            while (!after.done() && !is_digit(after.peek())) ++after.at;
            return after.done() ? c.at : row.end;
        }
        if (c.text[c.at - 1] == ' ' || c.text[c.at - 1] == '\t') return c.at;
    }
    return row.end;
}

/// Skips one character, an escaped pair of characters, or a comment.
constexpr void skip_latex_character(cursor& c) {
    if (c.peek() == '%')
        c.at = end_of_line(c);
    else
        c.at += c.peek() == '\\' && c.at + 1 < c.end ? 2 : 1;
}

/// The length of \\ or \cr, which end a row, else 0.
constexpr std::size_t row_end_length(const cursor& c) {
    if (c.peek() != '\\') return 0;
    return c.peek(1) == '\\' ? 2 : command_length(c, "\\cr") + command_length(c, "\\tabularnewline");
}

/// The part of c up to `stop` outside of braces: an ampersand, or (\\) the end of a row.
constexpr cursor latex_part(const cursor& c, char stop) {
    cursor end = c;
    for (std::size_t depth = 0; !end.done(); skip_latex_character(end)) {
        const char next = end.peek();
        if (next == '{') ++depth;
        if (next == '}' && depth != 0) --depth;
        if (depth == 0 && next == stop && (stop != '\\' || row_end_length(end) != 0)) break;
    }
    return {c.text, c.at, end.at < c.end ? end.at : c.end};
}

/// Skips the space that \\[2pt] adds. Cells in brackets are none.
constexpr void skip_row_space(cursor& c) {
    cursor after = c;
    skip_group(after, '[', ']');
    if (after.at == c.at || c.text[after.at - 1] != ']') return;
    for (std::size_t at = c.at; at < after.at; ++at)
        if (c.text[at] == '&' || c.text[at] == '\n') return;
    c.at = after.at;
}

/// Whether a row of LaTeX begins with a line that is drawn above it.
constexpr bool begins_with_rule(cursor row) {
    while (!row.done() && is_one_of(row.peek(), " \t\r\n")) ++row.at;
    return command_length(row, "\\hline") + command_length(row, "\\midrule") + command_length(row, "\\toprule") != 0;
}

/// Takes the next row. `rules` counts those that begin with a rule.
constexpr bool next_latex_row(cursor& rest, cursor& row, std::size_t& rules) {
    while (!rest.done()) {
        row = latex_part(rest, '\\');
        rest.at = row.end;
        if (const std::size_t end = row_end_length(rest); end != 0) {
            rest.at += end;
            rest.accept("*");
            skip_row_space(rest);
        }
        cursor content = row;
        skip_ignored_and_comment(content, true);
        if (content.done()) continue;
        rules += begins_with_rule(row) ? 1U : 0U;
        return true;
    }
    return false;
}

/// Takes the next line that is neither blank nor a rule. `rules` counts the rules before it.
constexpr bool next_line(const grid& g, cursor& rest, cursor& row, std::size_t& rules) {
    while (!rest.done()) {
        row = {rest.text, rest.at, rest.at};
        const bool semicolons = g.cut == separator::comma || g.cut == separator::blank;
        while (row.end < rest.end && rest.text[row.end] != '\n' && !(semicolons && rest.text[row.end] == ';'))
            ++row.end;
        rest.at = row.end < rest.end ? row.end + 1 : rest.end;
        if (g.cut != separator::bar) row.end = comment_in(row);
        for (std::size_t at = row.at; g.percents && at < row.end; ++at)
            if (row.text[at] == '%' && (at == row.at || is_one_of(row.text[at - 1], " \t,;"))) row.end = at;
        if (is_rule(row) && (rules == 0 || !has_only_single_dashes(row)))
            ++rules;
        else if (!is_blank(row))
            return true;
    }
    return false;
}

/// The cursor at the first cell of a row, after the bar at the margin.
constexpr cursor cells_of(const grid& g, cursor row) {
    if (g.cut != separator::bar || g.leading_cell) return row;
    cursor first = row;
    skip_blanks(first);
    if (first.accept("|")) row.at = first.at;
    return row;
}

constexpr bool next_row(const grid& g, cursor& rest, cursor& row, std::size_t& rules) {
    const bool found = g.latex() ? next_latex_row(rest, row, rules) : next_line(g, rest, row, rules);
    if (found) row = cells_of(g, row);
    return found;
}

/// A cell that ends with a bar, a comma or the row; a quoted one may contain both.
constexpr cursor separated_part(const cursor& row, char stop) {
    cursor end = row;
    skip_blanks(end);
    if (end.accept("\""))
        while (!end.done() && end.peek() != '"') ++end.at;
    while (!end.done() && end.peek() != stop) ++end.at;
    return {row.text, row.at, end.at};
}

/// A cell that is a word or a quotation.
constexpr cursor blank_part(const cursor& row) {
    cursor end = row;
    if (end.accept("\""))
        while (!end.done() && end.peek() != '"') ++end.at;
    while (!end.done() && parting_blank_length(end) == 0) ++end.at;
    return {row.text, row.at, end.at};
}

/// Takes the next cell of a row. After the last separator there is a cell only if it is not blank; in LaTeX always.
constexpr bool next_cell(const grid& g, cursor& row, cursor& cell) {
    if (row.at > row.end) return false;
    if (g.cut == separator::blank) skip_blanks(row);
    if (!g.latex() && is_blank(row)) return false;
    switch (g.cut) {
        case separator::ampersand: cell = latex_part(row, '&'); break;
        case separator::bar: cell = separated_part(row, '|'); break;
        case separator::comma: cell = separated_part(row, ','); break;
        case separator::semicolon: cell = separated_part(row, ';'); break;
        case separator::blank: cell = blank_part(row); break;
    }
    row.at = cell.end + 1;  // past the end: no cell is left
    return true;
}

/// Finds a comma between cells that may be a decimal comma.
constexpr flaw doubtful_commas_in(const grid& g) {
    comma_survey commas;
    std::size_t rules = 0, rows = 0;
    cursor rest = g.body, row, place;
    while (next_row(g, rest, row, rules)) {
        ++rows;
        for (std::size_t column = 1; next_cell(g, row, place); ++column) {
            skip_blanks(place);
            commas.see(place, column != 1, rows, column);
        }
    }
    return commas.result();
}

/// 1 000 and 12 050: the second part is a group of thousands, not a number.
constexpr bool is_group_of_thousands(const cursor& before, const cursor& c) {
    const std::size_t first = count_digits(before);
    return c.end - c.at == 3 && c.peek() == '0' && count_digits(c) == 3 && first != 0 && first <= 3 &&
           before.peek() != '0' && before.at + first == before.end && c.at == before.end + 1;
}

}  // namespace heed::detail
