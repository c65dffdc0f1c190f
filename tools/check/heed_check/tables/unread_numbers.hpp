// SPDX-License-Identifier: BSL-1.0
// Finds numbers that are not read as a matrix: in parentheses, as arguments of a call, in a sentence.
#pragma once

#include <heed_check/tables/list_places.hpp>

#include <cstddef>
#include <string_view>

namespace heed::detail {

/// Numbers separated by commas or blanks in one pair of brackets, on one line.
struct short_list {
    std::size_t end = 0;  ///< after the closing bracket; 0 if there is something else in the brackets
    std::size_t numbers = 0;
    bool decimals = false;
};

inline short_list short_list_at(std::string_view document, std::size_t begin) {
    constexpr std::size_t longest = 400;
    short_list l;
    const char close = document[begin] == '(' ? ')' : ']';
    bool number = false;
    for (std::size_t at = begin + 1; at < document.size() && at - begin < longest; ++at) {
        const char c = document[at];
        const bool digit = is_digit(c);
        if (digit && !number) ++l.numbers;
        number = digit || (number && is_one_of(c, ".eE-+"));
        l.decimals = l.decimals || c == '.';
        if (c == close) return l.end = at + 1, l;
        if (!number && !is_one_of(c, ", \t-+.")) return {};
    }
    return {};
}

/// Why numbers are not read, and where they are.
struct unread_numbers {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::string_view why{};
};

/// Where the name of a call begins, if the call is at the end of the text: np.diag(
inline std::size_t begin_of_name(std::string_view before) {
    std::size_t at = before.size();
    while (at > 0 && (is_letter(before[at - 1]) || is_digit(before[at - 1]) || is_one_of(before[at - 1], "_.:"))) --at;
    return at;
}

/// The position after a call f(3, (2, 2), x=0.5) whose arguments are numbers, or words and =; 0 for others.
inline std::size_t end_of_plain_call(std::string_view document, std::size_t begin) {
    constexpr std::size_t longest = 200;
    std::size_t depth = 0;
    bool digits = false;
    for (std::size_t at = begin; at < document.size() && at - begin < longest; ++at) {
        const char c = document[at];
        depth += is_one_of(c, "([") ? 1U : 0U;
        if (is_one_of(c, ")]") && --depth == 0) return digits ? at + 1 : 0;
        digits = digits || is_digit(c);
        if (!is_letter(c)) {
            if (!is_digit(c) && !is_one_of(c, "()[], .-+=_*/")) return 0;
            continue;
        }
        std::size_t end = at;
        while (end < document.size() && end - begin < longest &&
               (is_letter(document[end]) || is_digit(document[end]) || is_one_of(document[end], "_.")))
            ++end;
        const bool value = document[at - 1] == '=' || (at > 1 && is_digit(document[at - 1]));  // dtype=float32, 1e3
        if (!value && (end == document.size() || document[end] != '=')) return 0;
        at = end - 1;
    }
    return 0;
}

/// Whether a list is alone on its line, except for a bullet or an item number.
inline bool fills_its_line(std::string_view document, std::string_view before, std::size_t end) {
    const std::size_t after = document.find_first_not_of(" \t\r,;", end);
    const std::size_t first = before.find_first_not_of(" \t0123456789");
    const bool item =
        first == std::string_view::npos
            ? before.find_first_not_of(" \t") == first
            : is_one_of(before[first], "-*+.)") && before.find_first_not_of(" \t", first + 1) == std::string_view::npos;
    return item && (after == std::string_view::npos || document[after] == '\n');
}

/// The range of the bracket at `begin` if it encloses numbers, and why these are not read as a matrix; `why` is empty
/// if there is nothing to report. Lists of whole numbers, as in [1, 2], are mostly references and shapes, so they are
/// reported only after a name and =, or if they fill a line.
inline unread_numbers unread_numbers_at(std::string_view document, std::size_t begin, std::size_t line, bool labelled) {
    const std::size_t from = line > begin ? begin : begin - line > nearby ? begin - nearby : line;
    const std::string_view before = document.substr(from, begin - from);
    const std::size_t inner = document.find_first_not_of(" \t", begin + 1);
    if (document[begin] == '{' || inner == std::string_view::npos) return {};
    if (document[inner] == '(') {
        const short_list l = short_list_at(document, inner);
        const std::size_t next = l.end == 0 ? l.end : document.find_first_not_of(" \t\r\n,", l.end);
        if (l.numbers > 1 && next < document.size() && next != l.end && document[next] == '(')
            return {begin, l.end, "lists in parentheses: those in brackets are read"};
    }
    const bool parenthesis = document[begin] == '(';
    const std::size_t name = begin_of_name(before);
    const bool called = parenthesis && name < before.size() && !is_constructed(document.substr(from, begin + 1 - from));
    const short_list l = short_list_at(document, begin);
    if (l.numbers > 1 && !parenthesis && fills_its_line(document, before, l.end))
        return {begin, l.end,
                "a list without a name: one after a name and = is read, and so are rows with a label each"};
    if (l.numbers > 1 && (l.decimals || (labelled && !parenthesis))) {
        if (!parenthesis && !before.empty() && before.back() == '(')
            return {begin, l.end, "an argument of a call: what the call makes of it is not printed"};
        if (!parenthesis) return {begin, l.end, "a list among words: one after a name and = is read"};
        if (name == before.size() && (is_named(before) || is_constructed(before)))
            return {begin, l.end, "a list in parentheses: one in brackets is read"};
    }
    if (called && is_named(before.substr(0, name)))
        if (const std::size_t end = end_of_plain_call(document, begin); end != 0)
            return {from + name, end, "a call: what it makes is not printed"};
    return {};
}

/// Whether the list that ends at `end` is repeated: [0.5] * 4.
inline bool is_repeated(std::string_view document, std::size_t end) {
    const std::size_t star = document.find_first_not_of(" \t", end);
    if (star == std::string_view::npos || document[star] != '*') return false;
    const std::size_t digit = document.find_first_not_of(" \t", star + 1);
    return digit != std::string_view::npos && is_digit(document[digit]);
}

}  // namespace heed::detail
