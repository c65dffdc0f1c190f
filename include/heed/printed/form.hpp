// SPDX-License-Identifier: BSL-1.0
// Which form a printed text has, and which part of it holds the numbers.
#pragma once

#include <heed/printed/cursor.hpp>
#include <heed/printed/flaw.hpp>
#include <heed/printed/grid.hpp>

#include <cstddef>

namespace heed::detail {

struct form {
    bool nested = false;  ///< lists in brackets, from cells.body.at; else rows of cells
    grid cells{};
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

/// The place after the last of the characters, or the beginning.
constexpr std::size_t after_last(const cursor& c, const char* characters) {
    std::size_t at = c.end;
    while (at > c.at && !is_one_of(c.text[at - 1], characters)) --at;
    return at;
}

constexpr flaw flaw_at(printed_mistake what, std::size_t at, std::size_t end) { return {what, 0, 0, 0, 0, at, end}; }

/// What begins a matrix: \begin{bmatrix}.
struct environment {
    std::size_t begin = no_position;  ///< of \begin
    cursor body{};
    std::size_t end = 0;  ///< after \end{...}
    bool array = false;
    bool nested = false;
    bool closed = true;
};

/// The name in \begin{name} and \end{name}.
struct environment_name {
    std::size_t begin = 0;
    std::size_t end = 0;

    template <std::size_t N>
    constexpr bool is(const char* text, const char (&name)[N]) const {
        return end - begin == N - 1 && cursor{text, begin, end}.length_of(name) != 0;
    }
};

constexpr environment_name name_in_braces(cursor c) {
    if (c.peek() != '{') return {};
    const std::size_t begin = ++c.at;
    while (is_letter(c.peek())) ++c.at;
    return {begin, c.at};
}

constexpr bool is_matrix(const char* text, const environment_name& n) {
    return n.is(text, "bmatrix") || n.is(text, "pmatrix") || n.is(text, "vmatrix") || n.is(text, "Vmatrix") ||
           n.is(text, "Bmatrix") || n.is(text, "matrix") || n.is(text, "smallmatrix") || n.is(text, "array") ||
           n.is(text, "tabular");
}

/// The place of the \end that belongs to the \begin before c; says whether another stands within.
constexpr std::size_t matching_end(cursor c, bool& nested) {
    for (std::size_t depth = 1; !c.done(); ++c.at) {
        if (c.peek() != '\\') continue;
        if (command_length(c, "\\begin") != 0) {
            ++depth;
            nested = true;
        } else if (command_length(c, "\\end") != 0 && --depth == 0) {
            return c.at;
        } else if (c.peek(1) == '\\') {
            ++c.at;
        }
    }
    return no_position;
}

/// The first matrix environment from c on.
constexpr environment find_environment(cursor c) {
    environment e;
    for (; !c.done(); ++c.at) {
        if (c.peek() != '\\' || command_length(c, "\\begin") == 0) continue;
        cursor body{c.text, c.at + 6, c.end};
        const environment_name name = name_in_braces(body);
        if (!is_matrix(c.text, name)) continue;
        e.begin = c.at;
        e.array = name.is(c.text, "array") || name.is(c.text, "tabular");
        skip_group(body, '{', '}');
        skip_group(body, '[', ']');
        if (e.array) skip_group(body, '{', '}');  // {c c c}
        const std::size_t end = matching_end(body, e.nested);
        e.closed = end != no_position;
        e.body = {c.text, body.at, e.closed ? end : c.end};
        cursor after{c.text, e.closed ? end + 4 : c.end, c.end};
        const environment_name closing = name_in_braces(after);
        if (closing.end - closing.begin != name.end - name.begin) e.closed = false;
        for (std::size_t i = 0; e.closed && i < name.end - name.begin; ++i)
            e.closed = c.text[name.begin + i] == c.text[closing.begin + i];
        skip_group(after, '{', '}');
        e.end = after.at;
        return e;
    }
    return e;
}

/// Skips what may stand around a matrix: decoration, other environments, a closing . , or ;
constexpr void skip_surroundings(cursor& c) {
    for (;;) {
        const std::size_t at = c.at;
        skip_ignored(c);
        if (accept_command(c, "\\begin", "\\end")) skip_group(c, '{', '}');
        if (is_one_of(c.peek(), ".,;") && !c.done()) ++c.at;
        if (c.at == at) return;
    }
}

/// Before a matrix stands nothing, or a name and =.
constexpr bool only_a_name_before(const cursor& text, std::size_t at) {
    cursor before{text.text, text.at, at};
    before.at = after_last(before, "=:");
    skip_surroundings(before);
    return before.done();
}

constexpr form latex_form(const cursor& text, const environment& e) {
    form f;
    f.cells = {text, separator::ampersand, false};
    if (e.begin == no_position) return f;
    f.cells.body = e.body;
    f.cells.labels_allowed = e.array;
    cursor rest{text.text, e.end, text.end};
    skip_surroundings(rest);
    if (!e.closed)
        f.error = flaw_at(printed_mistake::unclosed, e.begin, e.body.at);
    else if (e.nested)
        f.error = flaw_at(printed_mistake::nested_matrix, e.body.at, e.body.end);
    else if (!only_a_name_before(text, e.begin))
        f.error = flaw_at(printed_mistake::text_beside, text.at, e.begin);
    else if (!rest.done())
        f.error = flaw_at(printed_mistake::text_beside, rest.at, rest.end);
    return f;
}

/// Whether a word stands before the first bar of a line that has one.
constexpr bool has_leading_cell(cursor text) {
    while (!text.done()) {
        const cursor line{text.text, text.at, end_of_line(text)};
        const std::size_t bar = find_any(line, "|");
        if (bar != no_position && !is_rule(line) && !is_blank({text.text, text.at, bar})) return true;
        text.at = line.end + 1;
    }
    return false;
}

/// What follows the closing bracket: nothing, or the rest of a call such as , dtype=float32).
constexpr bool only_a_call_after(cursor c, std::size_t open) {
    for (skip_blanks_and_lines(c); open != 0 && !c.done(); ++c.at) {
        if (c.peek() == '(') ++open;
        if (c.peek() == ')') --open;
    }
    while (!c.done() && (is_one_of(c.peek(), ".,;>$*`") || c.peek() == '\n' || blank_length(c) != 0)) ++c.at;
    return open == 0 && c.done();
}

/// What stands before the first bracket: a name, =, a call such as tensor(, but no number or operator.
constexpr bool only_a_call_before(const cursor& text, std::size_t bracket, std::size_t& open) {
    std::size_t last = text.end;
    for (std::size_t at = text.at; at < bracket; ++at) {
        const char c = text.text[at];
        if (c == '(') ++open;
        if (c == ')' && open != 0) --open;
        if (c != ' ' && c != '\n' && c != '\t') last = at;
    }
    return last == text.end || (!is_one_of(text.text[last], "*/+-.)") && !is_digit(text.text[last]));
}

/// Two levels of rows in one bracket, as MATLAB and Julia print: [1 2; 3 4].
constexpr bool is_list_of_rows(const cursor& list) {
    cursor inside{list.text, list.at + 1, list.end};
    const std::size_t next = find_any(inside, "[]{};");
    return next != no_position && list.text[next] == ';';
}

constexpr form plain_form(const cursor& body) {
    form f;
    f.cells = {body, find_any(body, ",") != no_position ? separator::comma : separator::blank};
    return f;
}

/// What follows a closed list, from `end` on, must belong to the call before it.
constexpr flaw flaw_after_list(const cursor& text, std::size_t bracket, std::size_t end) {
    std::size_t open = 0;
    only_a_call_before(text, bracket, open);
    const cursor rest{text.text, end, text.end};
    return only_a_call_after(rest, open) ? flaw{} : flaw_at(printed_mistake::text_beside, end, text.end);
}

constexpr form bracket_form(const cursor& text, std::size_t bracket) {
    form f;
    std::size_t open = 0;
    const cursor list{text.text, bracket, text.end};
    if (is_list_of_rows(list)) {
        const std::size_t close = find_any(list, "]}");
        f = plain_form({text.text, bracket + 1, close == no_position ? text.end : close});
        f.cells.labels_allowed = false;
        if (close == no_position)
            f.error = flaw_at(printed_mistake::unclosed, bracket, bracket + 1);
        else
            f.error = flaw_after_list(text, bracket, close + 1);
    } else {
        f.nested = true;
        f.cells.body = list;
    }
    if (!only_a_call_before(text, bracket, open)) f.error = flaw_at(printed_mistake::text_beside, text.at, bracket);
    return f;
}

/// The form of a text, by the first of these that it contains: \begin, a bar, & or \\, a bracket; else plain lines.
constexpr form form_of(const cursor& text) {
    const environment e = find_environment(text);
    if (e.begin != no_position) return latex_form(text, e);
    if (find_any(text, "|") != no_position) {
        form f;
        f.cells = {text, separator::bar, true, has_leading_cell(text)};
        return f;
    }
    if (find_any(text, "&") != no_position || find_literal(text, "\\\\") != no_position) return latex_form(text, e);
    const std::size_t bracket = find_any(text, "[{");
    return bracket != no_position ? bracket_form(text, bracket) : plain_form(text);
}

}  // namespace heed::detail
