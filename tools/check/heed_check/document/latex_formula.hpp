// SPDX-License-Identifier: BSL-1.0
// A formula as LaTeX writes it, in the words of a block: \mathrm{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right)
// becomes softmax(Q @ K.T / sqrt(3)) for keys of three numbers.
#pragma once

#include <heed/printed/find_tables.hpp>
#include <heed_check/formula/scanner.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heed::detail {

/// A matrix that a formula may name.
struct named_columns {
    std::string name{};
    std::size_t columns = 0;
};

/// Reads fractions, roots, transposes, names side by side (products), calls, and d_k: the columns of what is
/// transposed.
class latex_reader {
public:
    latex_reader(std::string_view text, const std::vector<named_columns>& matrices)
        : text_(text), matrices_(matrices) {}

    /// Empty where anything else is in it.
    std::string read() {
        std::string formula = sequence('\0');
        return failed_ || at_ < text_.size() ? "" : formula;
    }

private:
    bool takes(std::string_view what) {
        if (text_.substr(at_, what.size()) != what) return false;
        at_ += what.size();
        return true;
    }
    void skip_blanks() {
        for (bool again = true; again;) {
            again = false;
            for (const std::string_view blank : {" ", "\t", "\\,", "\\;", "\\!", "~", "&", "$", "\\left", "\\right",
                                                 "\\bigl", "\\bigr", "\\big", "\\Big", "\\quad", "\\displaystyle"})
                again = again || takes(blank);
        }
    }

    /// Terms up to a closing mark, which is taken.
    std::string sequence(char end) {
        std::string formula;
        bool after_operand = false;
        for (skip_blanks(); !failed_; skip_blanks()) {
            if (at_ == text_.size()) {
                failed_ = failed_ || end != '\0';
                break;
            }
            if (end != '\0' && text_[at_] == end) {
                ++at_;
                break;
            }
            if (const char c = text_[at_]; c == '+' || c == '-' || c == '/' || c == ',') {
                ++at_;
                formula += c == ',' ? ", " : std::string(" ") + c + ' ';
                after_operand = false;
            } else if (takes("\\cdot") || takes("\\times")) {
                formula += " @ ";
                after_operand = false;
            } else {
                formula += (after_operand ? " @ " : "") + operand();
                after_operand = true;
            }
        }
        return formula;
    }

    /// What stands in braces, or one character.
    std::string argument() {
        skip_blanks();
        if (takes("{")) return sequence('}');
        return at_ < text_.size() ? operand() : fail();
    }
    std::string fail() {
        failed_ = true;
        return "";
    }

    std::string operand() {
        std::string one = plain_operand();
        skip_blanks();
        for (const std::string_view transposed :
             {"^\\top", "^T", "^{T}", "^{\\top}", "^\\mathsf{T}", "^{\\mathsf{T}}", "^\\intercal", "^t", ".T"})
            if (takes(transposed)) return one + ".T";
        return one;
    }
    std::string plain_operand() {
        if (takes("\\frac") || takes("\\dfrac") || takes("\\tfrac")) {
            const std::string above = argument(), below = argument();
            return within(above, "+-") + " / " + (below.compare(0, 5, "sqrt(") == 0 ? below : within(below, "+-/@"));
        }
        if (takes("\\sqrt")) return "sqrt(" + argument() + ")";
        if (takes("(")) return "(" + sequence(')') + ")";
        for (const std::string_view setting : {"\\mathrm", "\\text", "\\operatorname", "\\mathbf", "\\mathit", "\\bm",
                                               "\\textrm", "\\textbf", "\\mathsf"})
            if (takes(setting)) return set_word();
        if (formula_scanner::is_digit(text_[at_]) || text_[at_] == '.') return number();
        return is_letter(text_[at_]) ? name() : fail();
    }
    /// In parentheses where such an operator is in it, beside others or before a division.
    static std::string within(const std::string& formula, std::string_view operators) {
        return formula.find_first_of(operators) == std::string::npos ? formula : "(" + formula + ")";
    }
    std::string number() {
        const std::size_t begin = at_;
        while (at_ < text_.size() && (formula_scanner::is_digit(text_[at_]) || text_[at_] == '.')) ++at_;
        return std::string(text_.substr(begin, at_ - begin));
    }
    /// The word in braces behind \text: a function with its argument, or a matrix.
    std::string set_word() {
        if (!takes("{")) return fail();
        const std::size_t end = text_.find('}', at_);
        if (end == std::string_view::npos) return fail();
        const std::string word(text_.substr(at_, end - at_));
        at_ = end + 1;
        skip_blanks();
        if (takes("(")) return word + "(" + sequence(')') + ")";
        return is_matrix(word) ? word : fail();
    }
    bool is_matrix(std::string_view word) const {
        for (const named_columns& m : matrices_)
            if (m.name == word) return true;
        return false;
    }
    /// The longest name of a matrix that stands here, W_Q as W_Q, W_{Q}, W^Q or W^{Q}; a function; or d_k.
    std::string name() {
        const named_columns* longest = nullptr;
        std::size_t length = 0;
        for (const named_columns& m : matrices_) {
            const std::size_t taken = length_of(m.name);
            if (taken > length) longest = &m, length = taken;
        }
        if (longest != nullptr) {
            at_ += length;
            last_columns_ = longest->columns;
            return longest->name;
        }
        for (const std::string_view depth : {"d_k", "d_{k}", "d_{\\text{head}}", "d"})
            if (last_columns_ != 0 && takes(depth)) return std::to_string(last_columns_);
        for (const std::string_view function : {"softmax", "layer_norm", "relu", "exp", "tanh", "sqrt"})
            if (takes(std::string(function) + "(")) return std::string(function) + "(" + sequence(')') + ")";
        return fail();
    }
    /// How many characters here are that name; 0 where it does not stand here.
    std::size_t length_of(std::string_view name) const {
        std::size_t at = at_;
        for (std::size_t i = 0; i < name.size(); ++i) {
            if (name[i] == '_' && at < text_.size() && (text_[at] == '_' || text_[at] == '^')) {
                ++at;
                const bool braced = at < text_.size() && text_[at] == '{';
                const std::string_view rest = name.substr(i + 1);
                if (text_.substr(at + (braced ? 1 : 0), rest.size()) != rest) return 0;
                at += rest.size() + (braced ? 2 : 0);
                return at - at_;
            }
            if (at >= text_.size() || text_[at] != name[i]) return 0;
            ++at;
        }
        return at < text_.size() && text_[at] == '_' ? 0 : at - at_;
    }

    std::string_view text_;
    const std::vector<named_columns>& matrices_;
    std::size_t at_ = 0, last_columns_ = 0;
    bool failed_ = false;
};

/// The formula in the words of a block; empty where it is none that is understood.
inline std::string formula_of_latex(std::string_view text, const std::vector<named_columns>& matrices) {
    return latex_reader(text, matrices).read();
}

}  // namespace heed::detail
