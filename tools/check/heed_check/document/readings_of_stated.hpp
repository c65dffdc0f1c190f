// SPDX-License-Identifier: BSL-1.0
// A formula as a document states it, in the words of a block: names become those of the block, names that the document
// defines and does not print become what they are defined by, and * between matrices of NumPy becomes hadamard.
#pragma once

#include <heed_check/document/latex_formula.hpp>
#include <heed_check/document/stated_formulas.hpp>
#include <heed_check/formula/scanner.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heed::detail {

/// A matrix that a stated formula may name.
struct nameable_matrix {
    std::string said{};  ///< the name that the document gives it: several may have the same
    std::string name{};  ///< its name in the block
    std::size_t line = 0;
    std::size_t columns = 0;
};

/// A way to read a formula.
struct stated_reading {
    std::string formula{};
    bool certain = true;  ///< it may be taken even if the numbers do not follow from it
};

class stated_reader {
public:
    /// matrices  those printed before the one that a formula is for, in the order of the document
    stated_reader(const std::vector<nameable_matrix>& matrices, const std::vector<stated_formula>& stated)
        : matrices_(matrices), stated_(stated) {}

    /// The ways to read what is said, the likelier first. The numbers tell which of them is meant.
    std::vector<stated_reading> readings_of(const stated_formula& said) {
        std::vector<stated_reading> all;
        ambiguous_ = false;
        line_ = said.line;
        in_code_ = said.in_code;
        if (const std::string plain = resolved(said.formula, 0); !plain.empty()) {
            const std::string elementwise = with_hadamard(plain);
            const bool differ = elementwise != plain;
            const bool numpy = said.in_code || plain.find('@') != std::string::npos;
            if (differ) all.push_back({elementwise, numpy && !ambiguous_});
            all.push_back({plain, !differ && !ambiguous_});
        }
        std::vector<named_columns> named;
        for (const nameable_matrix& m : matrices_) named.push_back({m.name, m.columns});
        if (const std::string latex = formula_of_latex(as_latex(said.formula), named); !latex.empty())
            all.push_back({latex});
        return all;
    }

private:
    static bool is_word(char c) { return formula_scanner::is_word(c); }

    /// The formula with names of the block; empty if a word in it is not known.
    std::string resolved(std::string_view text, int depth) {
        constexpr int deepest = 6;
        constexpr std::size_t longest = 1000;
        if (depth > deepest) return "";
        std::string result;
        for (std::size_t at = 0; at < text.size();) {
            if (result.size() > longest) return "";
            const char c = text[at];
            if (c == '\'' || c == '"') {
                const std::size_t close = std::min(text.find(c, at + 1), text.size() - 1);
                result += text.substr(at, close + 1 - at);
                at = close + 1;
            } else if (is_word(c)) {
                std::size_t end = at;
                while (end < text.size() && is_word(text[end])) ++end;
                const std::string one = word(text, at, end, depth);
                if (one.empty()) return "";
                result += one;
                at = end;
            } else {
                result += c;
                ++at;
            }
        }
        return result;
    }

    std::string word(std::string_view text, std::size_t begin, std::size_t end, int depth) {
        const std::string name(text.substr(begin, end - begin));
        const std::size_t next = text.find_first_not_of(' ', end);
        const char after = next == std::string_view::npos ? '\0' : text[next];
        const bool is_argument = after == '=' && text.substr(next, 2) != "==";
        const bool is_member = begin > 0 && text[begin - 1] == '.';
        if (formula_scanner::is_digit(name[0]) || is_member || is_argument) return name;
        if (after == '.' && find_module(name) != nullptr) return name;
        if (after == '(' && (is_function(name) || name == "float")) return name;
        if (const nameable_matrix* m = matrix(name)) return m->name;
        for (const std::string_view known : {"True", "False", "None", "keep", "inf", "q", "k", "causal"})
            if (name == known && definition(name) == nullptr) return name;
        if (const stated_formula* d = definition(name)) {
            const std::size_t line = line_;
            line_ = d->line;
            const std::string inside = resolved(d->formula, depth + 1);
            line_ = line;
            return inside.empty() || is_operand(inside) ? inside : '(' + inside + ')';
        }
        return depth_of_heads(name, text);
    }

    /// Whether a formula has no operator outside of its brackets.
    static bool is_operand(std::string_view formula) {
        for (std::size_t at = 0; at < formula.size(); ++at) {
            if (formula[at] == '(' || formula[at] == '[') at = closing(formula, at);
            if (at < formula.size() && std::string_view("+-*/@ ").find(formula[at]) != std::string_view::npos)
                return false;
        }
        return true;
    }

    /// The last matrix of this name that is printed before the formula is stated, else the last one.
    const nameable_matrix* matrix(std::string_view name) {
        const nameable_matrix *last = nullptr, *before = nullptr;
        std::size_t count = 0;
        for (const nameable_matrix& m : matrices_) {
            if (m.said != name && m.name != name) continue;
            ++count;
            last = &m;
            if (m.line <= line_) before = &m;
        }
        ambiguous_ = ambiguous_ || (count > 1 && (!in_code_ || before != last));
        return before != nullptr ? before : last;
    }
    /// What the document says last, up to the line of the formula, of a name that it does not print.
    const stated_formula* definition(std::string_view name) const {
        const stated_formula* found = nullptr;
        for (const stated_formula& s : stated_)
            if (s.name == name && s.line < line_) found = &s;
        return found;
    }
    /// d_k of a document that does not say what it is: the columns of what is transposed.
    std::string depth_of_heads(std::string_view name, std::string_view text) {
        for (const std::string_view depth : {"d_k", "dk", "d", "d_head", "head_dim"}) {
            if (name != depth) continue;
            for (const nameable_matrix& m : matrices_) {
                const std::string called = m.said.empty() ? m.name : m.said;
                for (const std::string& keys : {called + ".T", called + "^T", "transpose(" + called, called + ".mT"})
                    if (text.find(keys) != std::string_view::npos) return std::to_string(m.columns);
            }
        }
        return "";
    }

    // ---- * of NumPy

    bool has_matrix(std::string_view text) const {
        for (std::size_t at = 0; at < text.size(); ++at) {
            if (!is_word(text[at]) || (at > 0 && is_word(text[at - 1]))) continue;
            std::size_t end = at;
            while (end < text.size() && is_word(text[end])) ++end;
            const bool is_size = text.substr(end, 6) == ".shape" || text.substr(end, 5) == ".size";
            for (const nameable_matrix& m : matrices_)
                if (!is_size && m.name == text.substr(at, end - at)) return true;
        }
        return false;
    }

    /// Each product A * B of two matrices as hadamard(A, B).
    std::string with_hadamard(std::string_view text) const {
        std::string result, product, factor;
        char sign = '\0';  // before the factor
        const auto end_factor = [&] {
            const std::size_t begin = factor.find_first_not_of(' '), last = factor.find_last_not_of(' ');
            const std::string one = begin == std::string::npos ? "" : factor.substr(begin, last + 1 - begin);
            if (sign == '\0')
                product = factor.substr(0, factor.find_last_not_of(' ') + 1);
            else if (sign == '*' && has_matrix(product) && has_matrix(one))
                product = with_blanks_of(product, one);
            else
                product += std::string(" ") + sign + ' ' + one;
            factor.clear();
        };
        const auto end_product = [&] {
            const bool blank = !factor.empty() && factor.back() == ' ';
            end_factor();
            result += product + (blank ? " " : "");
            product.clear();
            sign = '\0';
        };
        for (std::size_t at = 0; at < text.size(); ++at) {
            const char c = text[at];
            if (c == '(' || c == '[') {
                const std::size_t close = closing(text, at);
                const std::string_view inside = text.substr(at + 1, close - at - 1);
                factor += c + (c == '(' ? with_hadamard(inside) : std::string(inside));
                if (close < text.size()) factor += text[close];
                at = close;
            } else if (c == '*' && text.substr(at, 2) == "**") {
                factor += "**";
                ++at;
            } else if (c == '*' || c == '@' || c == '/') {
                end_factor();
                sign = c;
            } else if (c == '+' || c == '-' || c == ',' || c == '<' || c == '>' || c == '=') {
                end_product();
                result += c;
            } else {
                factor += c;
            }
        }
        end_product();
        return result;
    }
    static std::string with_blanks_of(const std::string& left, const std::string& right) {
        const std::size_t begin = std::min(left.find_first_not_of(' '), left.size());
        return left.substr(0, begin) + "hadamard(" + left.substr(begin) + ", " + right + ")";
    }
    static std::size_t closing(std::string_view text, std::size_t open) {
        std::size_t depth = 0;
        for (std::size_t at = open; at < text.size(); ++at) {
            if (text[at] == '(' || text[at] == '[') ++depth;
            if ((text[at] == ')' || text[at] == ']') && --depth == 0) return at;
        }
        return text.size();
    }

    /// Signs of typesetters as LaTeX: QKᵀ/√d_k.
    static std::string as_latex(std::string text) {
        constexpr const char* signs[][2] = {{"\u00B7", "\\cdot "},  {"\u22C5", "\\cdot "}, {"\u2219", "\\cdot "},
                                            {"\u00D7", "\\times "}, {"\u1D40", "^T"},      {"\u22A4", "^T"},
                                            {"\u221A(", "sqrt("},   {"\u221A", "\\sqrt "}, {"\u2096", "_k"}};
        for (const auto& sign : signs)
            for (std::size_t at = text.find(sign[0]); at != std::string::npos; at = text.find(sign[0], at))
                text.replace(at, std::string_view(sign[0]).size(), sign[1]);
        return text;
    }

    const std::vector<nameable_matrix>& matrices_;
    const std::vector<stated_formula>& stated_;
    std::size_t line_ = 0;
    bool in_code_ = false;
    bool ambiguous_ = false;  ///< a name stands for several matrices
};

}  // namespace heed::detail
