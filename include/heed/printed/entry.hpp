// SPDX-License-Identifier: BSL-1.0
// One entry of a printed matrix: a number, a mark for elided entries, or a word.
#pragma once

#include <heed/printed/characters.hpp>
#include <heed/printed/decimal.hpp>
#include <heed/printed/flaw.hpp>
#include <heed/printed/text_cursor.hpp>

#include <cstddef>

namespace heed::detail {

inline constexpr int most_digits = 18;
inline constexpr long long largest_exponent = 9999;

enum class cell_kind : unsigned char {
    entry,  ///< a decimal, elided ones included
    empty,
    word,    ///< does not begin like a number: a label, if labels are allowed here
    wrong,   ///< begins like a number but is none
    hidden,  ///< may be a number in characters that are not read, so it is not taken as a label
};

/// The content of one cell. `what` says why it is not a decimal.
struct cell {
    cell_kind kind = cell_kind::empty;
    decimal value{};
    printed_mistake what = printed_mistake::empty_entry;
};

/// How commas within numbers are read in a text. `unknown` if each comma is clear by itself, or none is.
enum class comma_role : unsigned char { unknown, decimal_point, thousands };

/// The notation of cells.
struct cell_style {
    bool latex = false;   ///< a bare % begins a comment
    bool commas = false;  ///< a bare comma may be part of a number; otherwise only {,}
    comma_role comma = comma_role::unknown;
    bool doubtful_points = false;  ///< other numbers have decimal commas, so 1.500 may have a group of thousands
};

constexpr bool is_elided(const cell& c) { return c.kind == cell_kind::entry && c.value.kind == entry_kind::elided; }

constexpr bool accept_elision(cursor& c) {
    if (c.peek() == '\\')
        return accept_command(c, "\\dots", "\\ldots", "\\cdots", "\\vdots", "\\ddots", "\\hdots", "\\dotsc", "\\dotsb",
                              "\\iddots", "\\Ldots", "\\Cdots", "\\Vdots", "\\Ddots", "\\Iddots");
    if (c.peek() == '.') return c.accept("...");
    return c.peek() == '\xE2' && (c.accept("\xE2\x80\xA6") || c.accept("\xE2\x8B\xAE") || c.accept("\xE2\x8B\xAF") ||
                                  c.accept("\xE2\x8B\xB1") || c.accept("\xE2\x8B\xB0"));
}

/// Reads the sign of a number: +, - and the typographic minus signs, hyphens and dashes.
constexpr long long read_sign(cursor& c) {
    if (c.accept("+")) return 1;
    return accept_minus(c) ? -1 : 1;
}

/// Matches a word, given in lower case, in any capitalization.
template <std::size_t N>
constexpr bool accept_word(cursor& c, const char (&word)[N]) {
    for (std::size_t i = 0; i + 1 < N; ++i)
        if (c.peek(i) != word[i] && c.peek(i) != static_cast<char>(word[i] - 'a' + 'A')) return false;
    if (is_letter(c.peek(N - 1))) return false;
    c.at += N - 1;
    return true;
}

/// Reads inf and nan.
constexpr bool accept_special(cursor& c, decimal& value) {
    value.digits = 0;
    value.kind = entry_kind::not_a_number;
    if (accept_word(c, "nan")) return true;
    value.digits = 1;
    value.kind = entry_kind::infinite;
    return accept_word(c, "inf") || accept_word(c, "infinity") || accept_command(c, "\\infty") ||
           c.accept("\xE2\x88\x9E");
}

/// The number of digits at this position.
constexpr std::size_t count_digits(const cursor& c) {
    std::size_t n = 0;
    while (is_digit(c.peek(n))) ++n;
    return n;
}

/// The length of {,} or, if the style allows it, of a comma between two digits.
constexpr std::size_t comma_length(const cursor& c, const cell_style& style) {
    const std::size_t length = c.peek() == ',' ? (style.commas ? 1U : 0U) : c.peek() == '{' ? c.length_of("{,}") : 0;
    return length != 0 && is_digit(c.peek(length)) ? length : 0;
}

/// The length of a thin space, which groups digits and is not a decimal separator.
constexpr std::size_t thin_space_length(const cursor& c) {
    if (c.peek() == '\\') return c.length_of("\\,");
    if (c.peek() != '\xE2') return 0;
    return c.length_of("\xE2\x80\x89") + c.length_of("\xE2\x80\xAF");
}

/// The groups of digits before a point or a comma; they decide what the next separator can be.
struct digit_groups {
    std::size_t first = 0;  ///< number of digits in the first group
    std::size_t last = 0;   ///< ... in the last group
    bool zero = false;      ///< the first group begins with 0, so no group of thousands follows
    bool separated = false;
    bool commas = false;  ///< ... with commas

    constexpr bool may_group(std::size_t next) const { return !zero && first <= 3 && first != 0 && next == 3; }
};

/// The role of a comma after these digits: 1,234,567 has groups, 0,125 and 0,5 have a decimal comma. For 1,234 the
/// style decides.
constexpr comma_role role_of_comma(const cursor& after, const digit_groups& g, const cell_style& style) {
    const std::size_t next = count_digits(after);
    if (!g.may_group(next)) return g.separated ? comma_role::unknown : comma_role::decimal_point;
    if (g.commas) return comma_role::thousands;
    cursor beyond{after.text, after.at + next, after.end};
    const std::size_t second = comma_length(beyond, style);
    beyond.at += second;
    if ((second != 0 && count_digits(beyond) == 3) || (second == 0 && beyond.peek() == '.'))
        return comma_role::thousands;
    return g.separated ? comma_role::decimal_point : style.comma;
}

/// Reads 12, 1.5, 1., .5, with grouped digits. False if there is no digit.
constexpr bool read_digits(cursor& c, decimal& value, printed_mistake& what, const cell_style& style) {
    int significant = 0, places = 0;
    bool point = false;
    std::size_t after_point = 0;
    digit_groups groups;
    long long digits = 0;
    for (;; ++c.at) {
        const char next = c.peek();
        if (is_digit(next)) {
            if (!groups.separated && !point) {
                groups.zero = groups.zero || (groups.first == 0 && next == '0');
                ++groups.first;
            }
            ++groups.last;
            if (significant != 0 || next != '0') ++significant;
            if (significant <= most_digits) digits = 10 * digits + (next - '0');
            if (places <= largest_exponent) places += point ? 1 : 0;
            after_point += point ? 1U : 0U;
        } else if (next == '.' && !point) {
            point = true;
        } else if (groups.last == 0 || (next != ',' && next != '{' && next != '\\' && next != '\xE2')) {
            break;
        } else if (const std::size_t thin = thin_space_length(c); thin != 0) {
            const std::size_t following = count_digits({c.text, c.at + thin, c.end});
            const bool grouped = point ? after_point != 0 && after_point % 3 == 0 && following == 3
                                       : groups.may_group(following) && !groups.commas;
            if (!grouped) break;
            groups.separated = true;
            c.at += thin - 1;
        } else {
            const std::size_t comma = point ? 0 : comma_length(c, style);
            if (comma == 0) break;
            const comma_role role = role_of_comma({c.text, c.at + comma, c.end}, groups, style);
            if (role == comma_role::unknown) {
                what = printed_mistake::doubtful_comma;
                return true;
            }
            point = role == comma_role::decimal_point;
            groups.separated = groups.commas = true;
            c.at += comma - 1;
        }
    }
    const bool like_a_group = point && after_point == 3 && groups.first != 0 && groups.first <= 3 && !groups.zero;
    if (style.doubtful_points && like_a_group && !groups.commas) what = printed_mistake::doubtful_comma;
    if (significant > most_digits) what = printed_mistake::too_many_digits;
    if (places > largest_exponent) what = printed_mistake::exponent;
    value.digits = digits;
    value.places = static_cast<short>(places);
    return groups.last != 0;
}

/// Reads the digits of an exponent, with their sign.
constexpr bool read_exponent_digits(cursor& c, long long& exponent) {
    const long long sign = read_sign(c);
    if (!is_digit(c.peek())) return false;
    for (; is_digit(c.peek()); ++c.at)
        if (exponent <= largest_exponent) exponent = 10 * exponent + (c.peek() - '0');
    exponent *= sign;
    return true;
}

/// Reads Unicode superscript digits with their sign; false if there is only a sign.
constexpr bool read_raised_exponent(cursor& c, long long& exponent) {
    bool negative = false, any = false, digits = false;
    for (character next = character_at(c); raised_digit(next.code) >= 0; next = character_at(c)) {
        const int digit = raised_digit(next.code);
        if (digit >= 10 && any) return false;
        negative = negative || digit == 10;
        any = true;
        digits = digits || digit < 10;
        if (digit < 10 && exponent <= largest_exponent) exponent = 10 * exponent + digit;
        c.at += next.length;
    }
    if (negative) exponent = -exponent;
    return digits;
}

/// Reads what follows 10: ^{-3}, superscript digits, or nothing, which means ^1.
constexpr bool read_power(cursor& c, long long& exponent) {
    cursor next = c;
    if (raised_digit(character_at(next).code) >= 0) {
        if (!read_raised_exponent(next, exponent)) return false;
        c = next;
        return true;
    }
    skip_ignored(next);
    exponent = 1;
    if (next.accept("^")) {
        exponent = 0;
        skip_ignored(next);
        const bool negative = read_sign(next) < 0;
        skip_ignored(next);
        if (!is_digit(next.peek()) || !read_exponent_digits(next, exponent)) return false;
        if (negative) exponent = -exponent;
        c = next;
    }
    return true;
}

/// Reads a multiplication sign: \times, \cdot, *, a cross or a dot.
constexpr bool accept_times(cursor& c) {
    return accept_command(c, "\\times", "\\cdot", "\\ast") || c.accept("\xC3\x97") || c.accept("\xC2\xB7") ||
           c.accept("\xE2\x8B\x85") || c.accept("*");
}

/// Reads e-3, \times 10^{-3}, *10^-3, or a cross or dot with superscript digits. False if an exponent begins but is
/// incomplete.
constexpr bool read_exponent(cursor& c, long long& exponent) {
    if (c.peek() == 'e' || c.peek() == 'E') {
        ++c.at;
        return read_exponent_digits(c, exponent);
    }
    cursor next = c;
    if (next.peek() != '*') skip_ignored(next);
    const bool star = next.peek() == '*';
    if (!accept_times(next)) return true;
    skip_ignored(next);
    if (!next.accept("10")) return star;  // emphasis
    if (!read_power(next, exponent)) return false;
    c = next;
    return true;
}

/// Reads % or \%, which mean hundredths. In LaTeX a bare % begins a comment.
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

/// Reads an unsigned number.
constexpr cell read_number(cursor& c, const cell_style& style) {
    cell result{cell_kind::wrong, {}, printed_mistake::not_a_number};
    if (accept_command(c, "\\frac", "\\dfrac", "\\tfrac")) {
        result.what = printed_mistake::fraction;
        return result;
    }
    printed_mistake range = printed_mistake::none;
    long long exponent = 0;
    if (!read_digits(c, result.value, range, style)) return result;
    if (range == printed_mistake::doubtful_comma) {
        result.what = range;
        return result;
    }
    if (!read_exponent(c, exponent)) return result;
    if (accept_percent(c, style.latex)) exponent -= 2;
    if ((c.peek() == 'f' || c.peek() == 'F') && !is_letter(c.peek(1))) ++c.at;  // 1.0f in C++
    skip_ignored_and_comment(c, style.latex);
    if (c.peek() == '/') result.what = printed_mistake::fraction;
    if (!c.done()) return result;
    const long long places = result.value.places - exponent;
    if (places > largest_exponent || places < -largest_exponent) range = printed_mistake::exponent;
    result.value.places = static_cast<short>(places);
    result.what = range;
    if (range == printed_mistake::none) result.kind = cell_kind::entry;
    return result;
}

/// Whether a number may begin here, in characters that read_cell does not know: digits, a sign and digits.
constexpr bool begins_with_a_digit(cursor c) {
    skip_ignored(c);
    if (read_sign(c) < 0) skip_ignored(c);
    const character next = character_at(c);
    return is_digit(c.peek()) || (c.peek() == '.' && is_digit(c.peek(1))) || is_other_digit(next.code);
}

/// Whether a cell that is not read as a number may contain one, so that it is no label: digits without a letter, or a
/// command around digits. <b>, &minus; and the like do not count as letters.
constexpr bool may_hide_a_number(cursor c, bool& soft_hyphen) {
    bool digit = false, letter = false, tags = true;
    while (!c.done()) {
        if (c.peek() == '\\' && is_letter(c.peek(1))) {
            ++c.at;
            while (is_letter(c.peek())) ++c.at;
            if (!letter && begins_with_a_digit(c)) return true;
            if (c.peek() == '_' || c.peek() == '^') letter = true;  // \alpha_1
            continue;
        }
        if (c.peek() == '<' && tags) {
            cursor tag = c;
            while (!tag.done() && tag.peek() != '>') ++tag.at;
            tags = !tag.done();
            if (tags) c = tag;
        }
        for (std::size_t i = 1; c.peek() == '&' && i < 12; ++i)  // &minus;
            if (c.peek(i) == ';') c.at += i;
        const character next = character_at(c);
        soft_hyphen = soft_hyphen || next.code == 0xAD;
        digit = digit || is_digit(c.peek()) || is_other_digit(next.code);
        letter = letter || is_letter(c.peek()) || is_other_letter(next.code);
        c.at += next.length;
    }
    return digit && !letter;
}

/// Classifies a cell that does not begin like a number.
constexpr cell read_word(const cursor& c) {
    bool soft_hyphen = false;
    if (!may_hide_a_number(c, soft_hyphen)) return {cell_kind::word, {}, printed_mistake::not_a_number};
    return {cell_kind::hidden, {}, soft_hyphen ? printed_mistake::doubtful_sign : printed_mistake::not_a_number};
}

/// Reads all of c as one cell.
constexpr cell read_cell(cursor c, const cell_style& style) {
    const cursor whole = c;
    bool about = false;  // "approximately" in ~0.5, or ~~0.5~~; in LaTeX ~ is a blank
    for (cursor any = c; !style.latex && !any.done(); ++any.at) about = about || any.peek() == '~';
    skip_ignored_and_comment(c, style.latex);
    if (c.done()) return {};
    cell result{cell_kind::entry, {0, 0, entry_kind::elided}, printed_mistake::none};
    if (accept_elision(c)) {
        skip_ignored_and_comment(c, style.latex);
        return c.done() ? result : read_word(whole);
    }
    const std::size_t begin = c.at;
    const long long sign = read_sign(c);
    const bool is_signed = c.at != begin;
    skip_ignored(c);
    if (accept_special(c, result.value)) {
        skip_ignored_and_comment(c, style.latex);
        if (sign < 0) result.value = -result.value;
        return c.done() && !about ? result : read_word(whole);
    }
    if (!is_signed && !is_digit(c.peek()) && c.peek() != '.' && command_length(c, "\\frac") == 0)
        return read_word(whole);
    result = read_number(c, style);
    if (about) result.kind = cell_kind::wrong, result.what = printed_mistake::not_a_number;
    if (result.kind == cell_kind::wrong && result.what == printed_mistake::not_a_number) {
        const cell word = read_word(whole);
        if (word.kind == cell_kind::hidden) return word;
    }
    if (sign < 0) result.value = -result.value;
    return result;
}

}  // namespace heed::detail
