// SPDX-License-Identifier: BSL-1.0
// A position in a text, and functions that skip blanks and LaTeX or Markdown decoration.
#pragma once

#include <cstddef>

namespace heed::detail {

inline constexpr std::size_t no_position = static_cast<std::size_t>(-1);

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// A position in a part of a text, counted from the beginning of the whole text.
struct cursor {
    const char* text = nullptr;
    std::size_t at = 0;
    std::size_t end = 0;

    constexpr bool done() const { return at >= end; }
    constexpr char peek(std::size_t ahead = 0) const { return at + ahead < end ? text[at + ahead] : '\0'; }

    /// The length of the literal if it is at this position, else 0.
    template <std::size_t N>
    constexpr std::size_t length_of(const char (&literal)[N]) const {
        if (end - at < N - 1 || text[at] != literal[0]) return 0;
        for (std::size_t i = 1; i + 1 < N; ++i)
            if (text[at + i] != literal[i]) return 0;
        return N - 1;
    }

    template <std::size_t N>
    constexpr bool accept(const char (&literal)[N]) {
        const std::size_t length = at < end ? length_of(literal) : 0;
        at += length;
        return length != 0;
    }
};

/// The length of the blank at this position, else 0. Line ends are not blanks.
constexpr std::size_t blank_length(const cursor& c) {
    const char first = c.peek();
    if (first == ' ' || first == '\t') return 1;
    if (first == '\r')  // a lone one may end a line
        return c.at + 1 == c.end || c.peek(1) == '\n' || c.peek(1) == '\r' ? 1 : 0;
    if (first == '\xC2') return c.peek(1) == '\xA0' ? 2 : 0;  // no-break space
    if (first == '\xE2' && c.peek(1) == '\x80') {             // U+2000 to U+200B and U+202F: thin and other spaces
        const auto last = static_cast<unsigned char>(c.peek(2));
        return (last >= 0x80 && last <= 0x8B) || last == 0xAF ? 3 : 0;
    }
    return first == '\xEF' && c.peek(1) == '\xBB' && c.peek(2) == '\xBF' ? 3 : 0;  // byte order mark
}

/// The length of a blank that separates two numbers, else 0. A single thin or no-break space between two digits may be
/// inside of one number.
constexpr std::size_t parting_blank_length(const cursor& c) {
    const std::size_t length = blank_length(c);
    if (length < 2 || c.at == 0) return length;
    return is_digit(c.text[c.at - 1]) && is_digit(c.peek(length)) ? 0 : length;
}

constexpr bool skip_blank(cursor& c) {
    const std::size_t length = blank_length(c);
    c.at += length;
    return length != 0;
}

constexpr void skip_blanks(cursor& c) {
    while (skip_blank(c)) {
    }
}

constexpr void skip_blanks_and_lines(cursor& c) {
    while (c.peek() == '\n' || blank_length(c) != 0) c.at += c.peek() == '\n' ? 1 : blank_length(c);
}

/// The position after the line that contains `at`, its end included.
constexpr std::size_t end_of_line(const cursor& c) {
    std::size_t at = c.at;
    while (at < c.end && c.text[at] != '\n') ++at;
    return at;
}

/// Skips {...} with nested groups, or [...]; does nothing if there is none here.
constexpr void skip_group(cursor& c, char open, char close) {
    if (c.peek() != open) return;
    std::size_t depth = 0;
    for (; !c.done(); ++c.at) {
        if (c.peek() == '\\') {
            ++c.at;
        } else if (c.peek() == open) {
            ++depth;
        } else if (c.peek() == close && --depth == 0) {
            ++c.at;
            return;
        }
    }
    c.at = c.end;
}

/// The length of the command
/// ame at this position; 0 if it is a longer or another command.
template <std::size_t N>
constexpr std::size_t command_length(const cursor& c, const char (&name)[N]) {
    const std::size_t length = c.length_of(name);
    return length != 0 && !is_letter(c.peek(length)) ? length : 0;
}

template <std::size_t... N>
constexpr bool accept_command(cursor& c, const char (&... names)[N]) {
    std::size_t length = 0;
    (void)((length = command_length(c, names)) || ...);
    c.at += length;
    return length != 0;
}

constexpr bool is_one_of(char c, const char* all) {
    for (; *all != '\0'; ++all)
        if (c == *all) return true;
    return false;
}

/// Skips \left[ or \right], with the delimiter.
constexpr bool skip_delimiter(cursor& c) {
    if (!accept_command(c, "\\left", "\\right", "\\big", "\\Big", "\\bigg", "\\Bigg", "\\bigl", "\\bigr", "\\Bigl",
                        "\\Bigr", "\\biggl", "\\biggr"))
        return false;
    skip_blanks(c);
    if (c.peek() == '\\') {
        ++c.at;
        if (!is_letter(c.peek())) ++c.at;
        while (is_letter(c.peek())) ++c.at;
    } else {
        ++c.at;
    }
    if (c.at > c.end) c.at = c.end;
    return true;
}

/// Skips \left| and the like, which denote a norm, a determinant or rounding of what they enclose.
constexpr bool accept_norm(cursor& c) {
    cursor next = c;
    if (accept_command(next, "\\left", "\\right", "\\big", "\\Big", "\\bigg", "\\Bigg", "\\bigl", "\\bigr", "\\Bigl",
                       "\\Bigr", "\\biggl", "\\biggr")) {
        skip_blanks(next);
        if (next.accept("|")) return c = next, true;
    }
    if (!next.accept("\\|") && !accept_command(next, "\\lVert", "\\rVert", "\\lvert", "\\rvert", "\\Vert", "\\vert",
                                               "\\lfloor", "\\rfloor", "\\lceil", "\\rceil"))
        return false;
    c = next;
    return true;
}

/// Skips a LaTeX command that changes the look of a number but not its value.
constexpr bool skip_decoration(cursor& c) {
    if (c.peek() != '\\') return false;
    if (c.peek(1) != '\0' && is_one_of(c.peek(1), ",;:! []()")) {
        c.at += 2;
        return true;
    }
    if (accept_command(c, "\\quad", "\\qquad", "\\textbf", "\\mathbf", "\\text", "\\mathrm", "\\boldsymbol", "\\bm",
                       "\\mathit", "\\textit", "\\mathsf", "\\mathtt", "\\texttt", "\\displaystyle", "\\hline",
                       "\\hfill", "\\boxed", "\\underline", "\\num", "\\toprule", "\\midrule", "\\bottomrule"))
        return true;
    if (accept_command(c, "\\color", "\\textcolor", "\\cellcolor", "\\rowcolor", "\\phantom", "\\hphantom",
                       "\\vphantom", "\\hspace", "\\cline", "\\arraystretch")) {
        skip_group(c, '[', ']');
        skip_group(c, '{', '}');
        return true;
    }
    return skip_delimiter(c);
}

/// Skips a command of LaTeX that says how a table is set or called, with its arguments: \centering,
/// \setlength{\tabcolsep}{4pt}, \caption{...}.
constexpr bool skip_layout(cursor& c) {
    const bool sets =
        accept_command(c, "\\centering", "\\small", "\\footnotesize", "\\scriptsize", "\\tiny", "\\normalsize",
                       "\\large", "\\raggedright", "\\noindent", "\\medskip", "\\smallskip", "\\bigskip");
    if (sets) return true;
    const bool one = accept_command(c, "\\caption", "\\label", "\\vspace", "\\captionsetup");
    if (!one && !accept_command(c, "\\renewcommand", "\\setlength", "\\addtolength")) return false;
    c.accept("*");
    skip_group(c, '[', ']');
    skip_group(c, '{', '}');
    if (!one) skip_group(c, '{', '}');
    return true;
}

/// Skips where a float may be placed: [ht!].
constexpr void skip_placement(cursor& c) {
    cursor next = c;
    if (!next.accept("[")) return;
    while (is_one_of(next.peek(), "htbpH!")) ++next.at;
    if (next.accept("]")) c = next;
}

/// Skips everything that is not part of an entry: blanks, line ends, braces, quotes, emphasis, decoration.
constexpr void skip_ignored(cursor& c) {
    for (;;) {
        const char next = c.peek();
        if (is_digit(next) || next == '\0') return;
        if (next == '\n' || (next != '\\' && is_one_of(next, "{}$~*_`\"'")))
            ++c.at;
        else if (!skip_blank(c) && !skip_decoration(c))
            return;
    }
}

}  // namespace heed::detail
