// SPDX-License-Identifier: BSL-1.0
// Where lists of numbers begin in a document, and where a bracket is something else.
#pragma once

#include <heed/printed/beside.hpp>
#include <heed_check/tables/line_rows.hpp>

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace heed::detail {

/// How many characters around a matrix are searched for text that belongs to it.
inline constexpr std::size_t nearby = 400;

/// The length of the relation between a name and a list at the end of a text: =, <-, an arrow of assignment, an
/// approximate equality; else 0.
inline std::size_t relation_at_end(std::string_view text) {
    for (const std::string_view sign :
         {"<<-", "<-", ":=", "=", "\xE2\x89\x88", "\xE2\x89\x83", "\xE2\x89\x94", "\xE2\x86\x90"})
        if (text.size() > sign.size() && text.substr(text.size() - sign.size()) == sign) return sign.size();
    return 0;
}

/// Whether a name may end at the end of this text: with a letter or a digit of any script, also a raised or lowered
/// one, or with a bracket.
inline bool ends_like_a_name(std::string_view text) {
    std::size_t begin = text.size() - 1;
    while (begin > 0 && (static_cast<unsigned char>(text[begin]) & 0xC0) == 0x80) --begin;
    const unsigned code = character_at({text.data(), begin, text.size()}).code;
    if (code < 0x80) return is_letter(text.back()) || is_digit(text.back()) || is_one_of(text.back(), "_})]'*`:");
    return is_other_letter(code) || is_other_digit(code) || (code >= 0x2080 && code < 0x20A0) ||
           is_transpose_sign(code);
}

/// Whether the text ends with "x =" outside of an open call: in f(shape=[2, 3]) nothing is printed.
inline bool is_named(std::string_view before) {
    std::size_t end = before.find_last_not_of(" \t") + 1;
    if (end != 0 && is_one_of(before[end - 1], "*/+-") && relation_at_end(before.substr(0, end)) == 0)  // x = -
        end = before.find_last_not_of(" \t0123456789.eE+-*/^") + 1;
    const std::size_t relation = relation_at_end(before.substr(0, end));
    const std::size_t name = relation == 0 ? 0 : before.find_last_not_of(" \t", end - relation - 1) + 1;
    if (relation == 0 || name == 0 || !ends_like_a_name(before.substr(0, name))) return false;
    long open = 0;
    for (const char c : before) open += c == '(' ? 1 : c == ')' ? -1 : 0;
    return open <= 0;
}
inline bool is_constructed(std::string_view before) {
    if (before.empty() || before.back() != '(') return false;
    std::size_t begin = before.size() - 1;
    while (begin > 0 && (is_letter(before[begin - 1]) || before[begin - 1] == '_')) --begin;
    const cursor name{before.data(), begin, before.size() - 1};
    const std::string_view word = before.substr(begin, before.size() - 1 - begin);
    return is_constructor(name) && word != "print" && word != "list" && word != "tuple";
}

inline bool begins_like_a_number(std::string_view text) {
    cursor c{text.data(), 0, text.size()};
    read_sign(c);
    decimal special;
    return is_digit(c.peek()) || c.peek() == '.' || accept_special(c, special);
}

/// Where the text of the comment of a line of code begins, behind an arrow; its end if nothing is behind the mark, npos
/// if there is no comment.
inline std::size_t begin_of_comment_text(std::string_view line) {
    std::size_t mark = line.rfind('#');
    if (mark == std::string_view::npos) {  // // of C++; that of Python divides
        mark = line.rfind("//");
        const std::size_t code = line.substr(0, mark).find_last_not_of(" \t");
        if (mark == std::string_view::npos || (code != std::string_view::npos && line[code] != ';'))
            return std::string_view::npos;
    }
    std::size_t at = line.find_first_not_of("#/ \t", mark);
    for (const std::string_view arrow : {"->", "=>", "\xE2\x86\x92", "\xE2\x87\x92", "=", ">>>"})
        if (at < line.size() && line.substr(at, arrow.size()) == arrow)
            at = line.find_first_not_of(" \t", at + arrow.size());
    return std::min(at, line.size());
}

/// Whether a comment of code is nothing but a list with decimals, as the output of its line:
/// w = softmax(x)  # [0.3, 0.7]. One of whole numbers may be a shape, [0.0, 1.0] a range.
inline bool is_output_in_comment(std::string_view before, std::string_view behind) {
    if (begin_of_comment_text(before) != before.size()) return false;
    const std::string_view line = behind.substr(0, behind.find('\n'));
    const std::size_t close = line.find_first_of("[]", 1);
    if (close == std::string_view::npos || line[close] != ']') return false;
    const std::string_view list = line.substr(1, close - 1);
    for (const std::string_view range : {"0.0, 1.0", "-1.0, 1.0", "0., 1.", "-1., 1."})
        if (list == range) return false;
    return line.find_first_not_of(" \t\r", close + 1) == std::string_view::npos && list.find('.') < list.size();
}

/// Whether braces are a group of TeX and no list of C++ or Mathematica, up to what closes them: {}, {-}, {1 \over 2}.
inline bool is_group_of_tex(std::string_view text) {
    std::size_t depth = 0, end = 0;
    for (; end < text.size() && text[end] != '\n'; ++end) {
        if (text[end] == '{') ++depth;
        if (text[end] == '}' && --depth == 0) break;
    }
    if (end == text.size() || text[end] == '\n') return false;
    const std::string_view group = text.substr(0, end);
    const bool digits = group.find_first_of("0123456789") != std::string_view::npos;
    return group.find(',') == std::string_view::npos &&
           (!digits || group.find_first_of("\\^") != std::string_view::npos);
}

/// Whether a list to read begins here: nested lists; a list after a name and =, or in tensor( and the like; in a fence
/// also a list at the start of its line, or of a comment.
inline bool begins_list(std::string_view document, std::size_t at, std::size_t line, bool in_fence) {
    const char bracket = document[at];
    if (bracket == '{' && is_group_of_tex(document.substr(at, nearby))) return false;
    std::size_t next = at + 1;
    for (std::size_t lines = 0; next < document.size(); ++next) {
        const char c = document[next];
        if (c == '#' && lines != 0) next = std::min(document.find('\n', next), document.size());
        if (c == '\n' && ++lines > 4) return false;
        if (c != ' ' && c != '\t' && c != '\r' && c != '\n' && c != '#') break;
    }
    const std::size_t from = line > at ? at : at - line > nearby ? at - nearby : line;
    const std::string_view before = document.substr(from, at - from);
    if (next < document.size() && document[next] == bracket)
        return bracket == '[' || (document.substr(at, next - at).find('\n') == std::string_view::npos &&
                                  before.find_first_of("\\_^") == std::string_view::npos);
    const bool alone = in_fence && (before.find_first_not_of(" \t") == std::string_view::npos ||
                                    is_output_in_comment(before, document.substr(at, nearby)));
    const bool typed = before.substr(0, 4) == "<pre" && before.back() == '>';  // <pre><code>[1. 2.]
    return is_named(before) || (bracket == '[' && is_constructed(before)) ||
           (bracket == '[' && (alone || typed) && begins_like_a_number(document.substr(next, 8)));
}

/// [1 2; 3 4], as MATLAB and Julia print it, up to the next bracket; in a fence of these also with rows on lines.
inline bool is_flat_list_of_rows(std::string_view document, std::size_t begin, std::size_t& end, line_rows how) {
    const std::size_t close = document.find_first_of("[]{}", begin + 1);
    if (close == std::string_view::npos || document[close] != ']') return false;
    end = close + 1;
    const std::string_view list = document.substr(begin, end - begin);
    return list.find(';') != std::string_view::npos || has_line_rows(list, how);
}

/// Whether the text before `at` ends with an operator, so that it continues after `at`: 3 *, 3 \times, or, before a $,
/// a sign or a call.
inline bool ends_with_operator(std::string_view document, std::size_t side, std::size_t at) {
    const std::size_t from = at - side > nearby ? at - nearby : side;
    const std::string_view before = document.substr(from, at - from);
    const std::size_t last = before.find_last_not_of(" \t\r\n");
    if (last == std::string_view::npos) return false;
    const bool touches = last + 1 == before.size() && at < document.size() && document[at] == '$';
    const std::size_t previous = last == 0 ? std::string_view::npos : before.find_last_not_of(" \t", last - 1);
    if (touches && before[last] == '(') return previous + 1 == last && is_letter(before[previous]);
    if (touches && (before[last] == '-' || before[last] == '+'))
        return previous == std::string_view::npos || before[previous] != before[last];
    for (const std::string_view times :
         {"*", "\xC3\x97", "\xC2\xB7", "\xE2\x8B\x85", "\\times", "\\cdot", "\\ast", "&times;", "&middot;", "&sdot;"}) {
        const std::size_t begin = last + 1 < times.size() ? std::string_view::npos : last + 1 - times.size();
        if (begin == std::string_view::npos || before.substr(begin, times.size()) != times) continue;
        const std::size_t number = begin == 0 ? std::string_view::npos : before.find_last_not_of(" \t", begin - 1);
        return number != std::string_view::npos && (is_digit(before[number]) || is_one_of(before[number], "}.>"));
    }
    return false;
}

/// Whether the text is a formula although no $ precedes it: it has letters, but no word.
inline bool side_is_a_formula(std::string_view document, std::size_t side, std::size_t begin) {
    const std::size_t from = begin - side > nearby ? begin - nearby : side;
    bool any = false;
    for (std::size_t i = from; i < begin; ++i) {
        if (document[i] == '\\' || document[i] == '^') any = true;
        if (i + 2 < begin && is_letter(document[i]) && is_letter(document[i + 1]) && is_letter(document[i + 2]) &&
            (i == from || document[i - 1] == ' '))
            return false;
    }
    return any;
}

/// The position after the bracket that closes the one at `begin`, before a blank line and before the next =. 0 if there
/// is none; `unclosed` is then how far the search went.
inline std::size_t end_of_brackets(std::string_view document, std::size_t begin, std::size_t& unclosed) {
    if (begin < unclosed) return 0;
    std::size_t depth = 0;
    bool blank_line = false;
    std::size_t at = begin;
    for (; at < document.size() && document[at] != '='; ++at) {
        const char c = document[at];
        if (c == '\n' && blank_line) break;
        if (c != ' ' && c != '\t' && c != '\r') blank_line = c == '\n';
        if (c == '[' || c == '{') ++depth;
        if ((c == ']' || c == '}') && --depth == 0) return at + 1;
    }
    unclosed = at;
    return 0;
}

}  // namespace heed::detail
