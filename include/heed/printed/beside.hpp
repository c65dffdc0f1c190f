// SPDX-License-Identifier: BSL-1.0
// The text around a matrix. A sign and powers of ten belong to its numbers; functions and other factors are refused.
#pragma once

#include <heed/printed/entry.hpp>
#include <heed/printed/flaw.hpp>
#include <heed/printed/layout.hpp>

#include <cstddef>

namespace heed::detail {

/// How a text around a matrix is read.
struct surroundings {
    bool math = false;      ///< letters are names, and adjacent operands are multiplied
    bool document = false;  ///< prose may surround the matrix; otherwise only a name and =
    bool quoted = false;    ///< a quotation mark is directly before the matrix
    bool inside = false;    ///< the text before the matrix does not begin a line
    bool matrix = false;    ///< ... but follows another matrix
    bool bar = false;       ///< a | is before the matrix on its line
    bool block = false;  ///< a table: the end of the line above applies to it only if it is an operator or an open call
};

/// What the surrounding text says of all numbers of a matrix.
struct neighbours {
    printed_mistake what = printed_mistake::none;  ///< why it is refused
    std::size_t at = 0;                            ///< ... and where
    std::size_t end = 0;
    std::size_t factors = no_position;  ///< where the factors before it begin, if there are any
    bool negative = false;
    long long power = 0;       ///< the power of ten that all numbers are multiplied by
    std::size_t open = 0;      ///< calls such as tensor( that are not closed yet
    std::size_t plain = 0;     ///< ... of which the outermost are parentheses of a tuple: another matrix may follow
    std::size_t new_axes = 0;  ///< .unsqueeze(0) after it: axes of size 1 before its own
    bool product = false;      ///< another matrix follows: a name before the matrix names the product
    std::size_t array =
        0;  ///< ... the depth (from 1) of the innermost call that makes an array; it is closed if fewer calls are open
    bool session = false;  ///< >>> is before it
    bool quoted = false;   ///< a quotation mark is directly before it
    bool shapes = false;   ///< shape= in the open call gives it another shape
    bool whole = false;    ///< the call converts to whole numbers
    bool prints = false;   ///< the call may have other arguments

    constexpr bool is_refused() const { return what != printed_mistake::none; }
    constexpr void refuse(printed_mistake m, std::size_t from, std::size_t to) {
        if (is_refused()) return;
        what = m;
        at = from;
        end = to;
    }
};

/// Whether a decimal is a power of ten; sets which.
constexpr bool is_power_of_ten(const decimal& d, long long& power) {
    long long digits = d.digits;
    power = -d.places;
    while (digits > 1 && digits % 10 == 0) digits /= 10, ++power;
    return digits == 1;
}

/// Reads an unsigned number: 10^{-3}, 1e-3, 0.1, 100. Returns false without moving if there is none. Sets `power` if
/// the number is a power of ten, else `other`.
constexpr bool read_factor(cursor& c, long long& power, bool& other) {
    decimal d;
    cursor next = c;
    printed_mistake what = printed_mistake::none;
    if (!is_digit(c.peek()) && !(c.peek() == '.' && is_digit(c.peek(1)))) return false;
    const bool ten = c.length_of("10") != 0 && !is_digit(c.peek(2)) && c.peek(2) != '.';
    if (!read_digits(next, d, what, {})) return false;
    long long exponent = 0;
    cursor raised = next;
    if (ten && read_power(raised, exponent)) {
        power = exponent;
        c = raised;
        return true;
    }
    exponent = 0;
    raised = next;
    if (read_exponent(raised, exponent)) next = raised;
    other = !is_power_of_ten(d, power) || what != printed_mistake::none || exponent > largest_exponent ||
            exponent < -largest_exponent || next.peek() == '^' || is_letter(next.peek());
    power += exponent;
    c = next;
    return true;
}

/// \frac{1}{100}, \frac1{10^3}; the braces are optional.
constexpr bool read_fraction(cursor& c, long long& power, bool& other) {
    if (!accept_command(c, "\\frac", "\\dfrac", "\\tfrac")) return false;
    long long parts[2]{};
    for (long long& part : parts) {
        skip_blanks(c);
        cursor inside = c;
        if (c.peek() == '{') {
            skip_group(c, '{', '}');
            inside = {c.text, inside.at + 1, c.at - 1};
        } else if (!c.done()) {
            inside.end = ++c.at;
        }
        skip_ignored(inside);
        if (!read_factor(inside, part, other)) other = true;
        skip_ignored(inside);
        other = other || !inside.done();
    }
    power = parts[0] - parts[1];
    return true;
}

/// Whether the second operand of an operation begins here rather than the words of a comment: a number, a parenthesis,
/// or one name that ends its line or is followed by a sign.
constexpr bool begins_operand(cursor c) {
    skip_blanks(c);
    if (is_digit(c.peek()) || is_one_of(c.peek(), "([{.") || minus_length(c) != 0) return !c.done();
    if (!is_letter(c.peek())) return false;
    while (is_letter(c.peek()) || is_digit(c.peek()) || c.peek() == '_' || (c.peek() == '.' && is_letter(c.peek(1))))
        ++c.at;
    skip_blanks(c);
    return c.done() || !is_letter(c.peek());
}

constexpr void multiply_by_ten_to(neighbours& b, long long power) {
    b.power += power;
    if (b.power > largest_exponent || b.power < -largest_exponent) b.power = 2 * largest_exponent;
}

constexpr printed_scale scaling_of(const neighbours& b) { return {b.negative, static_cast<int>(b.power)}; }

/// The names of functions that make an array from a list, and of functions that return it unchanged.
constexpr bool is_constructor(const cursor& name) {
    const auto is = [&](const auto& word) {
        cursor c = name;
        return accept_word(c, word) && c.done();
    };
    return is("array") || is("tensor") || is("asarray") || is("asanyarray") || is("as_tensor") || is("matrix") ||
           is("constant") || is("variable") || is("parameter") || is("floattensor") || is("doubletensor") ||
           is("halftensor") || is("longtensor") || is("inttensor") || is("eagertensor") || is("devicearray") ||
           is("ndarray") || is("list") || is("tuple") || is("print") || is("mat") || is("dataframe") || is("numpy");
}

}  // namespace heed::detail
