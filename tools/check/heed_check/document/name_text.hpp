// SPDX-License-Identifier: BSL-1.0
// The part of the text before a matrix that names it: what is left of the last = that is no keyword of a call.
#pragma once

#include <heed/printed/beside_words.hpp>
#include <heed/printed/characters.hpp>
#include <heed/printed/dashes.hpp>
#include <heed_check/formula/scanner.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace heed::detail {

/// alpha for U+03B1, and so on; empty for others.
inline std::string_view greek_name(unsigned code) {
    constexpr std::string_view names[] = {"alpha",   "beta", "gamma", "delta",  "epsilon", "zeta", "eta",
                                          "theta",   "iota", "kappa", "lambda", "mu",      "nu",   "xi",
                                          "omicron", "pi",   "rho",   "sigma",  "sigma",   "tau",  "upsilon",
                                          "phi",     "chi",  "psi",   "omega"};
    return code >= 0x3B1 && code <= 0x3C9 ? names[code - 0x3B1] : std::string_view();
}

/// The text with = for relations and assignments, ; for arrows, digits for subscripts, words for Greek letters and
/// blanks for other signs beyond ASCII. Letters of other alphabets stay.
inline std::string ascii_words(std::string_view text) {
    std::string words;
    for (cursor c{text.data(), 0, text.size()}; !c.done();) {
        if (const std::size_t arrow = arrow_length(c); arrow != 0) {
            words += text[c.at + arrow - 1] == '>' ? " ; " : " = ";
            c.at += arrow;
            continue;
        }
        const character next = character_at(c);
        const bool arrow = (next.code >= 0x2190 && next.code < 0x2200) || (next.code >= 0x27F0 && next.code < 0x2800);
        if (next.code < 0x80)
            words += text[c.at];
        else if (next.code == 0x2190)
            words += " = ";
        else if (arrow)
            words += " ; ";
        else if (is_relation_sign(next.code) || next.code == 0x2248)
            words += " = ";
        else if (next.code >= 0x2080 && next.code <= 0x2089)
            words += std::string(words.empty() || !is_letter(words.back()) ? "" : "_") +
                     static_cast<char>('0' + (next.code - 0x2080));
        else if (const std::string_view greek = greek_name(next.code); !greek.empty())
            words += greek;
        else if (is_other_letter(next.code))
            words += text.substr(c.at, next.length);
        else
            words += ' ';
        c.at += next.length;
    }
    return words;
}

/// The text with _ between the indices of a name, so that W_{Q,1} is one: W_{Q_1}. Those of elements, as in a_{i,j},
/// have no capital letters and stay.
inline std::string with_joined_indices(std::string_view text) {
    std::string joined(text);
    for (std::size_t open = joined.find("_{"); open != std::string::npos; open = joined.find("_{", open + 2)) {
        const std::size_t close = std::min(joined.find('}', open), joined.size());
        bool plain = close < joined.size(), capital = false;
        for (std::size_t i = open + 2; i < close; ++i) {
            plain = plain && (formula_scanner::is_word(joined[i]) || is_one_of(joined[i], ", "));
            capital = capital || (joined[i] >= 'A' && joined[i] <= 'Z');
        }
        for (std::size_t i = close; plain && capital && --i > open + 1;) {
            if (joined[i] == ' ') joined.erase(i, 1);
            if (joined[i] == ',') joined[i] = '_';
        }
    }
    return joined;
}

/// The position of the bracket that closes the one at `open`; the size of the text if there is none.
inline std::size_t closing_bracket(std::string_view text, std::size_t open) {
    if (text[open] == '<') return std::min(text.find('>', open), text.size());
    std::size_t depth = 0;
    for (std::size_t i = open; i < text.size(); ++i) {
        depth += is_one_of(text[i], "([") ? 1U : 0U;
        if (is_one_of(text[i], ")]") && --depth == 0) return i;
    }
    return text.size();
}

/// Whether a formula has no operator outside of its brackets.
inline bool is_operand(std::string_view formula) {
    for (std::size_t at = 0; at < formula.size(); ++at) {
        if (formula[at] == '(' || formula[at] == '[') at = closing_bracket(formula, at);
        if (at < formula.size() && std::string_view("+-*/@ ").find(formula[at]) != std::string_view::npos) return false;
    }
    return true;
}

/// An expression that may stand beside any operator.
inline std::string as_operand(const std::string& expression) {
    return is_operand(expression) ? expression : '(' + expression + ')';
}

inline std::size_t begin_of_call(std::string_view text, std::size_t open) {
    while (open > 0 && (formula_scanner::is_word(text[open - 1]) || text[open - 1] == '.')) --open;
    return open;
}

/// The text without the calls that are still open at its end, such as np.array( and <tf.Tensor: shape=(2,), numpy=,
/// without what is before an open list or tuple, and without the end of a call before it.
inline std::string_view without_open_calls(std::string_view text) {
    std::size_t begin = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (is_one_of(text[i], ")]")) begin = i + 1;  // of a call before the text
        const bool object = text[i] == '<' && i + 1 < text.size() && is_letter(text[i + 1]);
        if (!object && !is_one_of(text[i], "([")) continue;
        const std::size_t close = closing_bracket(text, i);
        if (close < text.size()) {
            i = close;
            continue;
        }
        const std::size_t call = text[i] == '(' ? begin_of_call(text, i) : i;
        const bool collects = call == i || is_container({text.data(), call, i});
        if (object || !collects) return text.substr(begin, call - begin);
        if (text.find_first_not_of(" ([", i) != std::string_view::npos) begin = i + 1;
    }
    return text.substr(begin);
}

/// Whether a word begins a clause in which something else is named: we get Q =
inline bool begins_a_clause(std::string_view word) {
    const cursor w{word.data(), 0, word.size()};
    return is_any_word(w, "then", "so", "we", "get", "gives", "give", "obtain", "yields", "have", "with", "where",
                       "let", "if", "when");
}

/// Whether a clause only says how the one before it was computed: softmax(S), row by row
inline bool is_manner(std::string_view clause) {
    const std::size_t first = clause.find_first_not_of(' ');
    if (first == std::string_view::npos) return false;
    std::size_t end = first;
    while (end < clause.size() && is_letter(clause[end])) ++end;
    const std::string_view word = clause.substr(first, end - first);
    for (const std::string_view manner :
         {"row", "rows", "rowwise", "column", "columns", "elementwise", "element", "rounded", "computed", "applied",
          "normalised", "normalized", "along", "over", "per", "up"})
        if (word == manner) return true;
    return false;
}

/// The last clause of a text: what follows the last ; , or word that begins one, outside of brackets.
inline std::string_view last_clause(std::string_view text) {
    std::size_t begin = 0;
    bool assigned = false;
    const auto begin_at = [&](std::size_t at) {
        const std::size_t next = text.find_first_not_of(" :=;,", at);
        if (next != std::string_view::npos) begin = at, assigned = false;
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (is_one_of(text[i], "([")) {
            i = std::min(closing_bracket(text, i), text.size() - 1);
        } else if (text[i] == ';' ||
                   (text[i] == ',' && text.substr(i + 1, 1) == " " && !is_manner(text.substr(i + 1)))) {
            begin_at(i + 1);
        } else if (is_letter(text[i])) {
            const std::size_t first = i;
            while (i + 1 < text.size() && formula_scanner::is_word(text[i + 1])) ++i;
            const std::size_t next = text.find_first_not_of(' ', i + 1);
            const bool named = next != std::string_view::npos && is_one_of(text[next], "=:");
            const std::string_view word = text.substr(first, i + 1 - first);
            if (!named && (begins_a_clause(word) || (assigned && word == "and"))) begin_at(i + 1);
        } else if (text[i] == '=') {
            assigned = true;
        }
    }
    return text.substr(begin);
}

/// The position of the first = outside of brackets, or npos.
inline std::size_t assignment_in(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (is_one_of(text[i], "(["))
            i = std::min(closing_bracket(text, i), text.size() - 1);
        else if (text[i] == '=')
            return i;
    }
    return std::string_view::npos;
}

}  // namespace heed::detail
