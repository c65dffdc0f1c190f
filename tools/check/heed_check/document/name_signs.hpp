// SPDX-License-Identifier: BSL-1.0
// Signs around a name that make another matrix of it, as words of the name: -S is minus_S, |S| abs_S, S^{-1} S_inverse.
#pragma once

#include <heed/printed/characters.hpp>
#include <heed_check/document/latex_styles.hpp>
#include <heed_check/formula/scanner.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace heed::detail {

/// Signs of typesetters around a name as LaTeX writes them.
inline std::string with_typeset_scripts(std::string_view text) {
    constexpr std::string_view signs[][2] = {{"\u207B\u00B9", "^{-1}"},
                                             {"\u00B2", "^2"},
                                             {"\u00B3", "^3"},
                                             {"\u1D40", "^T"},
                                             {"\u22A4", "^T"},
                                             {"\u207A", "^+"},
                                             {"\u207B", "^-"},
                                             {"\u208A", "_+"},
                                             {"\u208B", "_-"},
                                             {"\u2020", "^\\dagger "},
                                             {"\u2212", "-"},
                                             {"\u2225", "|"},
                                             {"\u2016", "|"},
                                             {"\u2223", "|"},
                                             {"\u221A", "\\sqrt "},
                                             {"\u2032", "^\\prime "},
                                             {"\u2033", "^{\\prime\\prime}"},
                                             {"\u00AC", "\\neg "},
                                             {"\u2202", "\\partial "},
                                             {"\u2207", "\\nabla "},
                                             {"\u2211", "\\sum "},
                                             {"\u220F", "\\prod "},
                                             {"\\textsubscript{", "_{"},
                                             {"\\textsuperscript{", "^{"}};
    std::string plain;
    for (std::size_t at = 0; at < text.size();) {
        const auto* const end = std::end(signs);
        const auto* const sign =
            std::find_if(std::begin(signs), end, [&](const auto& s) { return text.substr(at, s[0].size()) == s[0]; });
        plain += sign == end ? text.substr(at, 1) : (*sign)[1];
        at += sign == end ? 1 : (*sign)[0].size();
    }
    return plain;
}

/// The word for a sign within a name; empty for those that only part its words.
inline std::string_view word_of_sign(char c) {
    constexpr std::string_view signs = "+-*/@<>!|";
    constexpr std::string_view words[] = {"plus", "minus", "star", "over", "times", "below", "above", "not", "bar"};
    const std::size_t at = signs.find(c);
    return at == std::string_view::npos ? "" : words[at];
}

/// A script of LaTeX with its sign ^ or _: what is in it, without braces, fonts and blanks, and its length.
struct name_script {
    std::string inside{};
    std::size_t length = 0;
};
inline name_script script_at(std::string_view text, std::size_t at) {
    std::size_t end = std::min(at + 2, text.size());
    const char first = text.substr(at + 1, 1).empty() ? ' ' : text[at + 1];
    if (is_one_of(first, "{(")) {
        std::size_t depth = 1;
        for (; end < text.size() && depth > 0; ++end) {
            depth += is_one_of(text[end], "{(") ? 1U : 0U;
            depth -= is_one_of(text[end], "})") ? 1U : 0U;
        }
        if (depth > 0) return {};
    } else if (first == '\\') {
        while (end < text.size() && is_letter(text[end])) ++end;
        if (end < text.size() && text[end] == '{') end = std::min(text.find('}', end), text.size() - 1) + 1;
    } else if (first == '-' || formula_scanner::is_digit(first)) {
        while (end < text.size() && formula_scanner::is_digit(text[end])) ++end;
    }
    name_script script{.length = end - at};
    for (std::size_t i = at + 1; i < end; ++i) {
        i += length_of_font(text.substr(i, end - i));
        if (i >= end) break;
        if (!is_one_of(text[i], "{} ")) script.inside += text[i];
    }
    return script;
}

/// What a script says that is no index, as words: -1 above is inverse, + is plus. Empty for an index, as of W^Q and
/// W_1.
inline std::string words_of_script(std::string inside, bool above) {
    if (inside.size() > 2 && inside[0] == '(' && inside[1] == '-') inside = inside.substr(1, inside.size() - 2);
    const bool number = !inside.empty() && inside.find_first_not_of("0123456789") == std::string::npos;
    if (above && inside == "-1") return "inverse";
    if (above && inside == "2") return "squared";
    if (above && number && inside != "0" && inside != "1") return "power_" + inside;
    for (const std::string_view turned : {"T", "\\top", "\\intercal"})
        if (above && inside == turned) return "transposed";
    std::string words;
    bool any = false;
    for (std::size_t i = 0; i < inside.size(); ++i) {
        const bool hyphen = i > 1 && is_letter(inside[i - 1]) && is_letter(inside[i - 2]);  // row-wise
        const std::string_view word = hyphen && inside[i] == '-' ? "" : word_of_sign(inside[i]);
        any = any || !word.empty();
        words += word.empty() ? std::string(1, formula_scanner::is_word(inside[i]) ? inside[i] : '_')
                              : '_' + std::string(word) + '_';
    }
    while (!words.empty() && words.back() == '_') words.pop_back();
    return any ? words.substr(words[0] == '_' ? 1 : 0) : "";
}

/// Whether a formula begins before a position, which nothing but its signs part from it: $-S, $$ -S, &-S, -S
inline bool begins_formula(std::string_view text, std::size_t at) {
    const std::size_t last = at == 0 ? std::string_view::npos : text.find_last_not_of(' ', at - 1);
    const std::string_view next = text.substr(at + 1, 1);
    if (last == std::string_view::npos) return !next.empty() && (is_letter(next[0]) || next[0] == '\\');
    if (text[last] == '&' || text[last] == '`') return true;
    if (text[last] != '$') return false;
    const std::string_view before = text.substr(0, last);
    if (!before.empty() && before.back() == '$') return true;
    return std::count(before.begin(), before.end(), '$') % 2 == 0;
}

/// A text before numbers with words for the scripts of its names that are no indices, for the star behind its only
/// name that has one, and for the minus sign at the beginning of a formula.
inline std::string with_scripts_as_words(std::string_view typeset) {
    const std::string text = with_typeset_scripts(typeset);
    const bool one_star = std::count(text.begin(), text.end(), '*') == 1;
    std::string plain;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        const bool behind = !plain.empty() && (formula_scanner::is_word(plain.back()) || is_one_of(plain.back(), "})"));
        const name_script script = behind && is_one_of(c, "^_") ? script_at(text, at) : name_script();
        if (const std::string words = words_of_script(script.inside, c == '^'); !words.empty()) {
            plain += '_' + words;
            at += script.length - 1;
        } else if (c == '*' && one_star && behind &&
                   !formula_scanner::is_word(text[std::min(at + 1, text.size() - 1)])) {
            plain += "_star";
        } else if (c == '-' && begins_formula(text, at)) {
            plain += "minus ";
        } else {
            plain += c;
        }
    }
    return plain;
}

/// Whether a text has only signs of matrices and of numbers, no words: S - M, W_out / 2
inline bool is_symbolic(std::string_view text) {
    std::size_t letters = 0;
    bool index = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        index = formula_scanner::is_word(text[i]) && (index || text[i] == '_');
        letters = is_letter(text[i]) && !index ? letters + 1 : 0;
        if (letters > 2) return false;
    }
    return true;
}

/// The left side of an assignment with words for its operators. Empty where a sign is in it that is not understood.
inline std::string with_operators_as_words(std::string_view left) {
    const std::size_t first = std::min(left.find_first_not_of(' '), left.size());
    left = left.substr(first, left.find_last_not_of(' ') + 1 - first);
    if (!is_symbolic(left)) return std::string(left);
    const auto is_of_name = [](char c) { return is_letter(c) || is_digit(c); };
    if (left.empty() || left.back() == '^' || std::none_of(left.begin(), left.end(), is_of_name)) return "";
    std::string words;
    if (left.size() > 2 && left[0] == '|' && left.back() == '|') {
        words = "abs ";
        left = left.substr(1, left.size() - 2);
    }
    const bool transposed = left.size() > 2 && left.substr(left.size() - 2) == ".T";
    if (transposed) left.remove_suffix(2);
    for (const char c : left) {
        if (is_one_of(c, "!?~%")) return "";
        const std::string_view word = is_one_of(c, "+-/@") ? word_of_sign(c) : std::string_view();
        words += word.empty() ? std::string(1, c) : ' ' + std::string(word) + ' ';
    }
    return words + (transposed ? "_transposed" : "");
}

/// Whether a text is a name between bars: |S|
inline bool is_between_bars(std::string_view text) {
    return text.size() > 2 && text[0] == '|' && text.back() == '|' && is_letter(text[1]) && is_symbolic(text) &&
           text.find('|', 1) + 1 == text.size();
}

/// Whether a left side says that what is printed is computed from what it names: -S, |S|, \sqrt{S}, S^{-1}. Of a
/// product, as Q K^T, only the numbers can tell.
inline bool is_computed_from_name(std::string_view left) {
    const std::string spelled = with_scripts_as_words(left);
    const std::string_view formula =
        std::string_view(spelled).substr(std::min(spelled.find_first_not_of("$` "), spelled.size()));
    for (const std::string_view begins : {"minus ", "|", "\\left|", "\\sqrt"})
        if (formula.substr(0, begins.size()) == begins) return true;
    return spelled.find("_inverse") != std::string::npos;
}

}  // namespace heed::detail
