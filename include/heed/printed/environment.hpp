// SPDX-License-Identifier: BSL-1.0
// LaTeX and TeX matrices: \begin{bmatrix} ... \end{bmatrix} and \pmatrix{ ... }, found in one pass.
#pragma once

#include <heed/printed/text_cursor.hpp>

#include <cstddef>

namespace heed::detail {

/// A matrix environment: \begin{bmatrix}.
struct environment {
    std::size_t begin = no_position;  ///< of \begin
    cursor body{};
    std::size_t end = 0;  ///< after \end{...}
    bool array = false;   ///< cells may be labels
    bool nested = false;
    bool closed = true;
};

/// The name in \begin{name} and \end{name}, with its star.
struct environment_name {
    std::size_t begin = 0;
    std::size_t end = 0;

    template <std::size_t N>
    constexpr bool ends_with(const char* text, const char (&name)[N]) const {
        return end - begin >= N - 1 && cursor{text, end - (N - 1), end}.length_of(name) != 0;
    }
    constexpr bool is_empty() const { return begin == end; }
    constexpr bool is_same(const char* text, const environment_name& other) const {
        if (end - begin != other.end - other.begin) return false;
        for (std::size_t i = 0; i < end - begin; ++i)
            if (text[begin + i] != text[other.begin + i]) return false;
        return true;
    }
    constexpr environment_name without_star(const char* text) const {
        return {begin, end > begin && text[end - 1] == '*' ? end - 1 : end};
    }
};

constexpr environment_name name_in_braces(cursor c) {
    if (c.peek() != '{') return {};
    const std::size_t begin = ++c.at;
    while (is_letter(c.peek())) ++c.at;
    if (c.peek() == '*') ++c.at;
    return {begin, c.at};
}

/// array, tabular, NiceArray, pNiceArray: a column specification follows the name.
constexpr bool is_array(const char* text, const environment_name& name) {
    const environment_name n = name.without_star(text);
    return (n.ends_with(text, "array") && !n.ends_with(text, "eqnarray")) || n.ends_with(text, "Array") ||
           n.ends_with(text, "tabular") || n.ends_with(text, "Tabular");
}
/// ... and bmatrix, psmallmatrix, bNiceMatrix: all names that end with matrix.
constexpr bool is_matrix(const char* text, const environment_name& name) {
    const environment_name n = name.without_star(text);
    return n.ends_with(text, "matrix") || n.ends_with(text, "Matrix") || is_array(text, n);
}

/// The name of a plain TeX \pmatrix{ at this position.
constexpr environment_name brace_matrix_name(const cursor& c) {
    if (c.peek() != '\\') return {};
    std::size_t length = 1;
    while (is_letter(c.peek(length))) ++length;
    const environment_name name{c.at + 1, c.at + length};
    return c.peek(length) == '{' && name.ends_with(c.text, "matrix") ? name : environment_name{};
}

/// Skips a short [...] or {...} on one line.
constexpr void skip_short_group(cursor& c, char open, char close) {
    constexpr std::size_t longest = 200;
    if (c.peek() != open) return;
    std::size_t depth = 0;
    for (std::size_t i = 0; i < longest && c.at + i < c.end && c.peek(i) != '\n'; ++i) {
        depth += c.peek(i) == open ? 1U : 0U;
        if (c.peek(i) == close && --depth == 0) {
            c.at += i + 1;
            return;
        }
    }
}

/// The begin or the end of an environment, or of a plain TeX matrix in braces.
struct environment_mark {
    enum class sort : unsigned char { none, begin, end, begin_in_braces, open, close };
    sort what = sort::none;
    std::size_t at = 0;
    environment_name name{};
};

/// Finds the next mark and moves c after it. Braces are marks only if `braces` is set.
constexpr environment_mark next_mark(cursor& c, bool braces) {
    using sort = environment_mark::sort;
    for (; !c.done(); ++c.at) {
        const std::size_t at = c.at;
        if (braces && (c.peek() == '{' || c.peek() == '}'))
            return ++c.at, environment_mark{c.text[at] == '{' ? sort::open : sort::close, at, {}};
        if (c.peek() != '\\') continue;
        const std::size_t begin = command_length(c, "\\begin"), end = command_length(c, "\\end");
        if (begin + end != 0) {
            c.at += begin + end;
            const environment_name name = name_in_braces(c);
            if (!name.is_empty() && name.end < c.end && c.text[name.end] == '}') {
                c.at = name.end + 1;
                return {begin != 0 ? sort::begin : sort::end, at, name};
            }
            --c.at;
        } else if (const environment_name name = brace_matrix_name(c); !name.is_empty()) {
            c.at = name.end + 1;
            return {sort::begin_in_braces, at, name};
        } else {
            ++c.at;
        }
    }
    return {};
}

/// The matrix that a mark begins; its end is not known yet. Moves c to its body.
constexpr environment begin_of(const environment_mark& mark, cursor& c) {
    environment e;
    e.begin = mark.at;
    const bool in_braces = mark.what == environment_mark::sort::begin_in_braces;
    e.array = in_braces ? mark.name.ends_with(c.text, "bordermatrix") : is_array(c.text, mark.name);
    if (!in_braces) {
        skip_short_group(c, '[', ']');
        if (is_array(c.text, mark.name)) skip_short_group(c, '{', '}');
        if (is_array(c.text, mark.name) && c.text[mark.name.end - 1] == '*')
            skip_short_group(c, '{', '}');  // the width
        skip_short_group(c, '[', ']');
    }
    e.body = c;
    return e;
}

constexpr bool begins_matrix(const environment_mark& mark, const char* text) {
    using sort = environment_mark::sort;
    return mark.what == sort::begin_in_braces || (mark.what == sort::begin && is_matrix(text, mark.name));
}

/// Whether a column specification such as r@{.}l or >{-}c inserts text that belongs to the numbers.
constexpr bool joins_columns(cursor c) {
    for (; !c.done(); ++c.at) {
        const bool around = (c.peek() == '>' || c.peek() == '<') && c.peek(1) == '{';
        if (c.peek() != '@' && c.peek() != '!' && !around) continue;
        ++c.at;
        cursor between = c;
        skip_group(c, '{', '}');
        between.end = c.at;
        while (!between.done()) {
            const std::size_t at = between.at;
            if (!around && accept_command(between, "\\hspace", "\\extracolsep", "\\hskip")) break;
            if (is_one_of(between.peek(), "{}~|:$")) ++between.at;
            skip_blanks(between);
            if (between.at == at && !skip_decoration(between) &&
                !accept_command(between, "\\fill", "\\vrule", "\\hfill", "\\centering", "\\raggedleft", "\\raggedright",
                                "\\arraybackslash", "\\bfseries", "\\itshape", "\\ttfamily", "\\small",
                                "\\footnotesize", "\\scriptstyle"))
                return true;
        }
        --c.at;
    }
    return false;
}

/// Whether extra rows or columns around the matrix are requested ([first-row]): numbers in them would be labels.
constexpr bool has_outer_cells(cursor head) {
    for (; !head.done(); ++head.at)
        if (head.length_of("first-") != 0 || head.length_of("last-") != 0) return true;
    return false;
}

/// Finds the first matrix environment from c on.
constexpr environment find_environment(cursor c) {
    using sort = environment_mark::sort;
    environment_mark first = next_mark(c, false);
    while (first.what != sort::none && !begins_matrix(first, c.text)) first = next_mark(c, false);
    if (first.what == sort::none) return {};
    const bool in_braces = first.what == sort::begin_in_braces;
    environment e = begin_of(first, c);
    for (std::size_t depth = 1; depth != 0;) {
        const environment_mark mark = next_mark(c, in_braces);
        if (mark.what == sort::none) {
            e.closed = false;
            return e.end = c.end, e;
        }
        e.nested = e.nested || mark.what == sort::begin || mark.what == sort::begin_in_braces;
        if (in_braces ? mark.what == sort::open || mark.what == sort::begin_in_braces : mark.what == sort::begin)
            ++depth;
        if (mark.what != (in_braces ? sort::close : sort::end) || --depth != 0) continue;
        e.body.end = mark.at;
        e.end = c.at;
        e.closed = in_braces || mark.name.is_same(c.text, first.name);
    }
    return e;
}

}  // namespace heed::detail
