// SPDX-License-Identifier: BSL-1.0
// LaTeX environments that are matrices: \begin{bmatrix} with what belongs to it.
#pragma once

#include <heed/printed/cursor.hpp>

#include <cstddef>

namespace heed::detail {

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

/// Whether a specification of columns such as r@{.}l puts something between them that belongs to the numbers.
constexpr bool joins_columns(cursor c) {
    for (; !c.done(); ++c.at) {
        if (c.peek() != '@' && c.peek() != '!') continue;
        ++c.at;
        cursor between = c;
        skip_group(c, '{', '}');
        between.end = c.at;
        while (!between.done()) {
            const std::size_t at = between.at;
            if (accept_command(between, "\\hspace", "\\extracolsep", "\\hskip")) break;
            if (is_one_of(between.peek(), "{}~|:$")) ++between.at;
            skip_blanks(between);
            if (between.at == at && !skip_decoration(between) &&
                !accept_command(between, "\\fill", "\\vrule", "\\hfill"))
                return true;
        }
        --c.at;
    }
    return false;
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

}  // namespace heed::detail
