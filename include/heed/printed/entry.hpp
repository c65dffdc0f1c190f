// SPDX-License-Identifier: BSL-1.0
// One entry of a printed matrix: a number, a mark of elision, or a word.
#pragma once

#include <heed/printed/cursor.hpp>
#include <heed/printed/decimal.hpp>
#include <heed/printed/flaw.hpp>

#include <cstddef>

namespace heed::detail {

inline constexpr int most_digits = 18;
inline constexpr long long largest_exponent = 9999;

enum class cell_kind : unsigned char {
    entry,  ///< a decimal, elided ones included
    empty,
    word,   ///< what does not begin like a number: a label where labels may stand
    wrong,  ///< what begins like a number and is none
};

/// What stands in one cell. `what` says why it is no decimal.
struct cell {
    cell_kind kind = cell_kind::empty;
    decimal value{};
    printed_mistake what = printed_mistake::empty_entry;
};

constexpr bool is_elided(const cell& c) { return c.kind == cell_kind::entry && c.value.kind == entry_kind::elided; }

constexpr bool accept_elision(cursor& c) {
    if (c.peek() == '\\')
        return accept_command(c, "\\dots", "\\ldots", "\\cdots", "\\vdots", "\\ddots", "\\hdots", "\\dotsc", "\\dotsb",
                              "\\iddots");
    if (c.peek() == '.') return c.accept("...");
    return c.peek() == '\xE2' && (c.accept("\xE2\x80\xA6") || c.accept("\xE2\x8B\xAE") || c.accept("\xE2\x8B\xAF") ||
                                  c.accept("\xE2\x8B\xB1") || c.accept("\xE2\x8B\xB0"));
}

/// The sign before a number: + - and the minus and dash of typesetters.
constexpr long long read_sign(cursor& c) {
    if (c.accept("+")) return 1;
    return c.accept("-") || c.accept("\xE2\x88\x92") || c.accept("\xE2\x80\x93") ? -1 : 1;
}

/// The word in any mixture of capitals, given in small letters.
template <std::size_t N>
constexpr bool accept_word(cursor& c, const char (&word)[N]) {
    for (std::size_t i = 0; i + 1 < N; ++i)
        if (c.peek(i) != word[i] && c.peek(i) != static_cast<char>(word[i] - 'a' + 'A')) return false;
    if (is_letter(c.peek(N - 1))) return false;
    c.at += N - 1;
    return true;
}

/// inf and nan.
constexpr bool accept_special(cursor& c, decimal& value) {
    value.digits = 0;
    value.kind = entry_kind::not_a_number;
    if (accept_word(c, "nan")) return true;
    value.digits = 1;
    value.kind = entry_kind::infinite;
    return accept_word(c, "inf") || accept_word(c, "infinity") || accept_command(c, "\\infty") ||
           c.accept("\xE2\x88\x9E");
}

/// \, or {,} or a thin space before exactly three digits: 1{,}234 is 1234.
constexpr bool accept_group_separator(cursor& c) {
    cursor next = c;
    if (c.peek() == '\0' || !is_one_of(c.peek(), "\\{\xE2")) return false;
    if (!next.accept("\\,") && !next.accept("{,}") && !next.accept("\xE2\x80\x89") && !next.accept("\xE2\x80\xAF"))
        return false;
    if (!is_digit(next.peek()) || !is_digit(next.peek(1)) || !is_digit(next.peek(2)) || is_digit(next.peek(3)))
        return false;
    c = next;
    return true;
}

/// 12, 1.5, 1., .5 with groups of digits. False when there is no digit.
constexpr bool read_digits(cursor& c, decimal& value, printed_mistake& what) {
    int significant = 0, places = 0;
    bool any = false, point = false;
    long long digits = 0;
    for (;; ++c.at) {
        if (any) accept_group_separator(c);
        const char next = c.peek();
        if (is_digit(next)) {
            any = true;
            if (significant != 0 || next != '0') ++significant;
            if (significant <= most_digits) digits = 10 * digits + (next - '0');
            if (places <= largest_exponent) places += point ? 1 : 0;
        } else if (next == '.' && !point) {
            point = true;
        } else {
            break;
        }
    }
    if (significant > most_digits) what = printed_mistake::too_many_digits;
    if (places > largest_exponent) what = printed_mistake::exponent;
    value.digits = digits;
    value.places = static_cast<short>(places);
    return any;
}

/// The digits of an exponent, with their sign.
constexpr bool read_exponent_digits(cursor& c, long long& exponent) {
    const long long sign = read_sign(c);
    if (!is_digit(c.peek())) return false;
    for (; is_digit(c.peek()); ++c.at)
        if (exponent <= largest_exponent) exponent = 10 * exponent + (c.peek() - '0');
    exponent *= sign;
    return true;
}

/// e-3, \times 10^{-3}, \cdot 10^{-3}: false when it begins and is not finished.
constexpr bool read_exponent(cursor& c, long long& exponent) {
    if (c.peek() == 'e' || c.peek() == 'E') {
        ++c.at;
        return read_exponent_digits(c, exponent);
    }
    cursor next = c;
    skip_ignored(next);
    if (!accept_command(next, "\\times", "\\cdot") && !next.accept("\xC3\x97") && !next.accept("\xC2\xB7")) return true;
    skip_ignored(next);
    if (!next.accept("10")) return false;
    skip_ignored(next);
    if (next.accept("^")) {
        skip_ignored(next);
        const bool negative = read_sign(next) < 0;
        skip_ignored(next);
        if (!is_digit(next.peek()) || !read_exponent_digits(next, exponent)) return false;
        if (negative) exponent = -exponent;
    } else {
        exponent = 1;
    }
    c = next;
    return true;
}

/// % and \%: hundredths. In LaTeX a bare % begins a comment.
constexpr bool accept_percent(cursor& c, bool latex) {
    cursor next = c;
    while (skip_blank(next) || next.accept("\\,")) {
    }
    const bool percent = next.accept("\\%") || (!latex && next.accept("%"));
    if (percent) c = next;
    return percent;
}

constexpr void skip_ignored_and_comment(cursor& c, bool latex) {
    skip_ignored(c);
    while (latex && c.peek() == '%') {
        c.at = end_of_line(c);
        skip_ignored(c);
    }
}

/// The unsigned number that stands here.
constexpr cell read_number(cursor& c, bool latex) {
    cell result{cell_kind::wrong, {}, printed_mistake::not_a_number};
    if (accept_command(c, "\\frac", "\\dfrac", "\\tfrac")) {
        result.what = printed_mistake::fraction;
        return result;
    }
    printed_mistake range = printed_mistake::none;
    long long exponent = 0;
    if (!read_digits(c, result.value, range)) return result;
    if (!read_exponent(c, exponent)) return result;
    if (accept_percent(c, latex)) exponent -= 2;
    if ((c.peek() == 'f' || c.peek() == 'F') && !is_letter(c.peek(1))) ++c.at;  // 1.0f of C++
    skip_ignored_and_comment(c, latex);
    if (c.peek() == '/') result.what = printed_mistake::fraction;
    if (!c.done()) return result;
    const long long places = result.value.places - exponent;
    if (places > largest_exponent || places < -largest_exponent) range = printed_mistake::exponent;
    result.value.places = static_cast<short>(places);
    result.what = range;
    if (range == printed_mistake::none) result.kind = cell_kind::entry;
    return result;
}

/// Reads all of c as one cell. `latex`: a bare % begins a comment.
constexpr cell read_cell(cursor c, bool latex) {
    skip_ignored_and_comment(c, latex);
    if (c.done()) return {};
    cell word{cell_kind::word, {}, printed_mistake::not_a_number};
    cell result{cell_kind::entry, {0, 0, entry_kind::elided}, printed_mistake::none};
    if (accept_elision(c)) {
        skip_ignored_and_comment(c, latex);
        return c.done() ? result : word;
    }
    const std::size_t begin = c.at;
    const long long sign = read_sign(c);
    const bool is_signed = c.at != begin;
    skip_ignored(c);
    if (accept_special(c, result.value)) {
        skip_ignored_and_comment(c, latex);
        result.value.digits *= sign;
        return c.done() ? result : word;
    }
    if (!is_signed && !is_digit(c.peek()) && c.peek() != '.' && command_length(c, "\\frac") == 0) return word;
    result = read_number(c, latex);
    result.value.digits *= sign;
    return result;
}

}  // namespace heed::detail
