// SPDX-License-Identifier: BSL-1.0
// The parts of a line that states something: what stands between its = signs, and whether it writes a matrix out.
#pragma once

#include <heed_check/document/code_lines.hpp>
#include <heed_check/document/name_marks.hpp>
#include <heed_check/document/table_names.hpp>
#include <heed_check/tables/small_letters.hpp>

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace heed::detail {

/// A part of a line without the signs at its end that belong to no formula. A star above or below a name, or the only
/// one of its line behind one, does.
inline std::string_view without_signs_behind(std::string_view line, std::size_t begin, std::size_t end) {
    const std::string_view all = line.substr(begin, end - begin), part = without_end(all, " \t\r`*:;.,\\!");
    const bool star = !part.empty() && all.substr(part.size(), 1) == "*";
    const bool is_mark = star && (is_one_of(part.back(), "^_") || (formula_scanner::is_word(part.back()) &&
                                                                   std::count(line.begin(), line.end(), '*') == 1));
    return is_mark ? all.substr(0, part.size() + 1) : part;
}

/// For each brace of a line that opens, the position of the one that closes it; npos elsewhere.
inline std::vector<std::size_t> closing_braces(std::string_view line) {
    std::vector<std::size_t> closing(line.size(), std::string_view::npos), open;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '\\') {
            ++i;
        } else if (line[i] == '{') {
            open.push_back(i);
        } else if (line[i] == '}' && !open.empty()) {
            closing[open.back()] = i;
            open.pop_back();
        }
    }
    return closing;
}

/// The parts of a line between its = signs, outside of parentheses: {"W", "softmax(S, axis=1)"} for "W = softmax(S,
/// axis=1) =", and {"S", "S + (M)"} for "S += M". None for a line with two = side by side, as in a comparison.
inline std::vector<std::string> parts_between_equals(std::string_view line) {
    std::vector<std::string> parts;
    std::string operation;
    const std::vector<std::size_t> closing = closing_braces(line);
    std::size_t depth = 0, begin = 0;
    for (std::size_t i = 0; i <= line.size(); ++i) {
        const char c = i == line.size() ? '=' : line[i];
        if (c == '\\' && i + 1 < line.size()) {  // \[ is no bracket
            ++i;
            continue;
        }
        if (c == '{' && i > 0 && is_one_of(line[i - 1], "_^") && closing[i] != std::string_view::npos) {
            i = closing[i];  // softmax_{\text{dim}=1}
            continue;
        }
        if (c == '(' || c == '[') ++depth;
        if ((c == ')' || c == ']') && depth > 0) --depth;
        if (c != '=' || (depth > 0 && i < line.size())) continue;
        if (i + 1 < line.size() && line[i + 1] == '=') return {};
        const char before = i > 0 && i < line.size() ? line[i - 1] : ' ';
        if (before == '!' || before == '<' || before == '>') return {};
        const bool operates = parts.empty() && (before == '+' || before == '-' || before == '/' || before == '@' ||
                                                (before == '*' && i > 1 && line[i - 2] == ' '));
        const std::string_view part = without_signs_behind(line, begin, i);
        const std::size_t from = part.find_first_not_of(" \t`*");
        parts.emplace_back(from == std::string_view::npos ? "" : part.substr(from));
        if (operates) {
            operation = std::string(i > 1 && before == '/' && line[i - 2] == '/' ? 2 : 1, before);
            parts[0] = trimmed_code(parts[0].substr(0, parts[0].find_last_not_of("+-/@* ") + 1));
        }
        begin = i + 1;
    }
    if (!operation.empty() && parts.size() > 1)
        parts[1] = parts[0] + ' ' + operation + (is_name(parts[1]) ? ' ' + parts[1] : " (" + parts[1] + ')');
    return parts;
}

/// A text without what parts two formulas of one line, \quad or a comma, at its beginning; empty if it has none there.
inline std::string_view behind_separators(std::string_view text) {
    const auto take = [&](std::initializer_list<std::string_view> signs) {
        for (const std::string_view sign : signs)
            if (text.substr(0, sign.size()) == sign) {
                text.remove_prefix(sign.size());
                return true;
            }
        return false;
    };
    bool parts = false;
    for (;;)
        if (take({"\\qquad", "\\quad", "\\text{and}", "\\text{ and }", ",", ";"}))
            parts = true;
        else if (!take({" ", "\t", "\\,", "\\;", "\\:", "\\ "}))
            return parts ? text : std::string_view();
}

/// What a line says before each of its matrices in LaTeX: C = AB = \begin{bmatrix} ... \quad D = BA = \begin{bmatrix}
inline std::vector<std::string_view> texts_before_matrices(std::string_view line) {
    constexpr std::string_view begins = "\\begin{", ends = "\\end{";
    std::vector<std::string_view> texts{line.substr(0, line.find(begins))};
    for (std::size_t at = line.find(ends); at != std::string_view::npos; at = line.find(ends, at + 1)) {
        const std::size_t behind = line.find('}', at), next = line.find(begins, at);
        if (behind == std::string_view::npos || next == std::string_view::npos || next < behind) break;
        texts.push_back(behind_separators(line.substr(behind + 1, next - behind - 1)));
    }
    return texts;
}

/// Whether a text is one matrix: \begin{bmatrix} ... \end{bmatrix}
inline bool is_latex_matrix(std::string_view text) {
    constexpr std::string_view begins = "\\begin{";
    return text.substr(0, begins.size()) == begins && text.find(begins, 1) == std::string_view::npos &&
           text.find('}', text.find("\\end{")) == text.size() - 1;
}
inline bool is_plain_number(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789.") == std::string_view::npos;
}
/// Whether a left side is a call of a function: LayerNorm(X + Z), \mathrm{Concat}(H_1, H_2)
inline bool is_call(std::string_view text) {
    const std::size_t open = text.find('('), first = text.find_first_not_of("$` ");
    return open != std::string_view::npos && first < open && (is_letter(text[first]) || text[first] == '\\') &&
           closing_bracket(text, open) < text.size() &&
           text.substr(first, open - first).find(' ') == std::string_view::npos;
}
/// Whether a text has a number of rows and columns: B (2 \times 3)
inline bool has_shape(std::string_view text) {
    for (const std::string_view sign : {"\\times", "\u00D7"}) {
        const std::size_t at = text.find(sign);
        if (at == std::string_view::npos || at == 0) continue;
        const std::size_t before = text.find_last_not_of(' ', at - 1),
                          after = text.find_first_not_of(' ', at + sign.size());
        if (before < at && after < text.size() && is_digit(text[before]) && is_digit(text[after])) return true;
    }
    return false;
}
/// Whether a left side says that something is computed: Q K^T, A \odot B, AB, A^{-1}. Only where the matrices are
/// printed, of which it is, it states something.
inline bool says_operation(std::string_view text) {
    if (has_shape(text)) return false;
    return is_computed_from_name(text) || has_operator(text) || has_sign_between(text) || is_call(text) ||
           may_be_product(text) || text.find("^{-1}") != std::string_view::npos;
}

/// Whether a formula ends within a part, and words follow: A = softmax(S)$, where $S =
inline bool ends_formula(std::string_view part) {
    part.remove_prefix(std::min(part.find_first_of("$`", 1), part.size()));
    return std::any_of(part.begin(), part.end(), is_letter);
}

/// The last word of a sentence, if the word before it says that something has this name: O in "The output is O". Else
/// empty.
inline std::string sign_in_sentence(std::string_view text) {
    text = without_end(text, " ");
    const std::string_view sign = word_before(text, text.size());
    const std::string_view before = without_end(text.substr(0, text.size() - sign.size()), " ");
    if (before.size() + sign.size() == text.size() || !is_name(sign)) return "";
    const std::string verb = in_small_letters(word_before(before, before.size()));
    for (const std::string_view names : {"is", "are", "be", "as", "by", "compute", "computes", "computing", "calculate",
                                         "calculates", "form", "forms", "define", "defines", "formula"})
        if (verb == names) return name_in_text(with_marks(sign) + " =");
    return "";
}

/// A formula without the words that explain its names, A V, where A are the weights, and without the next sentence.
/// "Where masked" belongs to it.
inline std::string before_explanation(std::string formula) {
    for (std::size_t at = formula.find(". "); at != std::string::npos; at = formula.find(". ", at + 1)) {
        const std::string_view next = word_from(formula, at + 2);
        if (next.size() < 2 || next[0] < 'A' || next[0] > 'Z' || next[1] < 'a' || next[1] > 'z') continue;
        formula.resize(without_end(std::string_view(formula).substr(0, at), " `$").size());
        break;
    }
    constexpr std::string_view where = " where ";
    const std::size_t at = formula.find(where);
    if (at == std::string::npos) return formula;
    const std::size_t name = std::min(formula.find_first_not_of("`$", at + where.size()), formula.size());
    const std::size_t end = std::min(formula.find_first_of(" ,", name), formula.size());
    const std::string_view word = word_from(formula, std::min(formula.find_first_not_of(' ', end), formula.size()));
    const bool explains = formula[end] == ',' || word == "is" || word == "are" || word == "and";
    return explains ? std::string(without_end(std::string_view(formula).substr(0, at), " ,`$")) : formula;
}

/// Whether a text begins as code writes a matrix: [[, np.array([, torch.tensor([. Output has no module before array.
inline bool begins_as_literal(std::string_view text, bool in_code) {
    if (in_code && text.substr(0, 1) == "[") return true;
    const std::string_view module = first_word(text);
    if (find_module(module) == nullptr || text.substr(module.size(), 1) != ".") return false;
    const std::string_view call = first_word(text.substr(module.size() + 1));
    const std::string_view inside = text.substr(std::min(text.size(), module.size() + 1 + call.size()));
    if (inside.substr(0, 1) != "(" || (inside.size() > 1 && inside.find_first_of("[", 1) != 1)) return false;
    if (call == "Tensor") return module == "torch";  // that of TensorFlow is how it prints
    for (const std::string_view made : {"array", "asarray", "tensor", "FloatTensor", "constant", "matrix"})
        if (call == made) return true;
    return false;
}

/// Whether a value begins with brackets and an operator follows these: [1 2; 3 4] / 3, np.array([[1, 2]]) * 0.5
inline bool is_computed_on(std::string_view value) {
    const std::size_t open = value.find_first_of("([");
    const std::size_t close = open == std::string_view::npos ? value.size() : closing_bracket(value, open);
    const std::size_t next = close < value.size() ? value.find_first_not_of(' ', close + 1) : std::string_view::npos;
    if (next == std::string_view::npos) return false;
    const bool dotted = value[next] == '.' && next + 1 < value.size() && is_one_of(value[next + 1], "+-*/\\^'");
    return dotted || is_one_of(value[next], "+-*/\\@%^'");
}

}  // namespace heed::detail
