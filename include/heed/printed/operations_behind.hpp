// SPDX-License-Identifier: BSL-1.0
// Operations after a matrix that are separated from it: by a mark, a space or parentheses, or on the next line.
#pragma once

#include <heed/printed/beside.hpp>
#include <heed/printed/beside_words.hpp>
#include <heed/printed/entities.hpp>

#include <cstddef>

namespace heed::detail {

/// Whether a factor is 10 or 100, written without point or exponent.
constexpr bool is_whole_power(cursor c) {
    if (!c.accept("1")) return false;
    while (c.peek() == '0') ++c.at;
    return !is_digit(c.peek()) && !is_one_of(c.peek(), ".eE^") && !(c.peek() == '*' && c.peek(1) == '*');
}

/// Skips blanks, also those of LaTeX: \quad, \hspace{1em}.
constexpr void skip_spaces_of_latex(cursor& c) {
    for (std::size_t at = c.at + 1; at != c.at;) {
        at = c.at;
        skip_blanks_and_lines(c);
        if (is_one_of(c.peek(), "&{}~") && !c.done()) ++c.at;
        if (accept_command(c, "\\hspace")) skip_group(c, '{', '}');
        (void)accept_command(c, "\\quad", "\\qquad", "\\,", "\\;", "\\:", "\\!", "\\ ");
    }
}

/// Accepts a LaTeX command that is a binary operator and cannot begin an operand.
constexpr bool accept_binary_command(cursor& c) {
    return accept_command(c, "\\times", "\\cdot", "\\ast", "\\odot", "\\otimes", "\\oplus", "\\circ", "\\div",
                          "\\bmod");
}

/// Whether the next line continues with an operator, in an alignment or after a backslash.
constexpr bool goes_on_below(cursor c, bool math) {
    c.accept("*");
    skip_group(c, '[', ']');
    skip_spaces_of_latex(c);
    cursor next = c;
    return c.peek() == '+' || (minus_length(c) != 0 && math) || c.peek() == '*' || c.peek() == '/' || c.peek() == '^' ||
           is_operator_sign(character_at(c).code) || accept_binary_command(next) ||
           accept_command(next, "\\pm", "\\mp");
}

/// Whether this is MATLAB's \B, which solves a system: one name or number without braces after it. It is no LaTeX
/// command, nor the
///  of a string literal, which ends on its line.
constexpr bool divides_from_left(cursor c) {
    if (!c.accept("\\")) return false;
    skip_blanks(c);
    if (is_digit(c.peek())) return true;
    if (!is_letter(c.peek()) || !begins_operand(c)) return false;
    while (is_letter(c.peek()) || is_digit(c.peek())) ++c.at;
    if (c.peek() == '{' || c.peek() == '\\') return false;
    while (!c.done() && c.peek() != '\n' && c.peek() != '"') ++c.at;
    return c.peek() != '"';
}

/// Whether this is .* ./ .^ .\ or .' of MATLAB and Julia, and not the end of a sentence, *of emphasis.* or 'a
/// quotation.'
constexpr bool is_pointed_operator(cursor c, bool quoted, bool math) {
    if (!c.accept(".")) return false;
    if (c.peek() == '^') return true;
    if (c.peek() == '\'' || entity_at(c).code == '\'') return !quoted;
    if (c.peek() == '\\') return !math && divides_from_left(c);
    return (c.peek() == '*' || c.peek() == '/') && !c.done() && begins_operand({c.text, c.at + 1, c.end});
}

/// The length of an operator that needs two operands. A sign or a root is none: after a comma it may begin something
/// else.
constexpr std::size_t binary_operator_length(const cursor& c) {
    if (c.done()) return 0;
    if (is_one_of(c.peek(), "*/+@")) return 1;
    const character entity = entity_at(c), sign = entity.length != 0 ? entity : character_at(c);
    constexpr unsigned signs[] = {0xD7U,   0xB7U,   0xF7U,   0x2A2FU, 0x2217U, 0x2218U, 0x2295U,
                                  0x2297U, 0x2299U, 0x22C5U, 0x2715U, 0x2716U, 0x2795U, 0x2797U};
    for (const unsigned code : signs)
        if (sign.code == code) return sign.length;
    cursor next = c;
    if (!accept_binary_command(next)) (void)accept_command(next, "\\pmod");
    return next.at - c.at;
}

/// thousands, percent: words for a factor of all numbers.
constexpr bool is_unit(const cursor& word) {
    return is_any_word(word, "thousand", "thousands", "million", "millions", "billion", "billions", "percent",
                       "percents", "percentage", "percentages", "hundredths", "thousandths");
}

/// Whether words directly after a matrix begin with a unit: percent, in thousands.
constexpr bool begins_with_unit(cursor c) {
    for (std::size_t words = 0; words < 2; ++words) {
        const std::size_t begin = c.at;
        while (is_letter(c.peek())) ++c.at;
        if (is_unit({c.text, begin, c.at})) return true;
        if (!is_any_word({c.text, begin, c.at}, "in")) return false;
        skip_blanks(c);
    }
    return false;
}

/// Whether words in parentheses or braces, from after the opening bracket to the closing one, say that the numbers are
/// changed: (mod 2), (transposed), (in %).
constexpr bool say_other_numbers(cursor c, char close) {
    constexpr std::size_t longest = 200;
    bool digit = false;
    for (const std::size_t from = c.at; !c.done() && c.at - from < longest && c.peek() != close;) {
        const std::size_t begin = c.at;
        while (is_letter(c.peek())) ++c.at;
        const cursor word{c.text, begin, c.at};
        if (is_unit(word) || is_any_word(word, "mod", "modulo", "bmod", "pmod", "transposed", "inverted")) return true;
        if (c.at != begin) continue;
        if (c.peek() == '%' && !digit) return true;
        if (!is_one_of(c.peek(), " \\")) digit = is_digit(c.peek());
        ++c.at;
    }
    return false;
}

/// Whether parentheses contain an operator or a factor first, or such words: (x 1000), (\times 10^{-3}), (T). Not (2 x
/// 2), (see above), (3).
constexpr bool change_numbers(cursor c) {
    if (!c.accept("(")) return false;
    skip_spaces_of_latex(c);
    if (c.peek() == '^' || c.peek() == '\'') return true;
    if (c.length_of("T)") != 0 || say_other_numbers(c, ')')) return true;
    std::size_t length = binary_operator_length(c);
    if (length == 0) length = minus_length(c);
    if (length == 0 && is_one_of(c.peek(), "xX") && !is_letter(c.peek(1))) length = 1;
    cursor operand{c.text, c.at + length, c.end};
    skip_spaces_of_latex(operand);
    if (length != 0) return c.peek() == 'x' || c.peek() == 'X' ? is_digit(operand.peek()) : begins_operand(operand);
    if (is_operation_in_words(c) && c.peek() != 'x' && c.peek() != 'X') return true;
    long long power = 0;
    bool other = false;
    const bool number = read_factor(c, power, other);
    for (std::size_t at = operand.at; number && at < c.at; ++at)
        if (is_one_of(c.text[at], "eE^*") || static_cast<unsigned char>(c.text[at]) >= 0x80) return true;
    return number && (c.peek() == '^' || raised_digit(character_at(c).code) >= 0);
}

/// Whether an operation follows a point, a comma or a semicolon after a matrix; c is after the mark. Examples are ; ^2
/// and . T, but not *emphasis*, T = or a new sentence.
constexpr bool is_operated_behind_mark(cursor c, char mark) {
    const std::size_t at = c.at;
    skip_blanks(c);
    if (c.done()) return false;
    if (c.peek() == '^' || change_numbers(c)) return true;
    if (c.peek() == 'T' && !is_letter(c.peek(1)) && begins_operand(c) && mark == '.') {
        ++c.at;
        skip_blanks(c);
        return c.done() || !is_one_of(c.peek(), "=:&\\$`*_^([");
    }
    if (is_letter(c.peek())) {
        cursor word = c;
        while (is_letter(word.peek())) ++word.at;
        const bool alone = word.at > c.at + 1 && (word.done() || !is_one_of(word.peek(), "{([="));
        return mark != '.' && alone && is_operation_in_words(c);
    }
    const std::size_t length = binary_operator_length(c);
    const bool emphasis =
        c.peek() == '*' && c.at != at && blank_length({c.text, c.at + 1, c.end}) == 0 && !is_digit(c.peek(1));
    return length != 0 && !emphasis && begins_operand({c.text, c.at + length, c.end});
}

/// Whether an operation follows a space or a \text{...} in a formula.
constexpr bool is_operated_behind_space(cursor c) {
    skip_spaces_of_latex(c);
    if (accept_command(c, "\\text", "\\textbf", "\\textit", "\\textrm", "\\mbox")) {
        if (!c.accept("{")) return false;
        skip_spaces_of_latex(c);
        if (is_operation_in_words(c) || begins_with_unit(c)) return true;
        return c.peek() == '(' && change_numbers(c);
    }
    if (c.peek() == '^' || change_numbers(c)) return true;
    const std::size_t length = binary_operator_length(c);
    return length != 0 && begins_operand({c.text, c.at + length, c.end});
}

}  // namespace heed::detail
