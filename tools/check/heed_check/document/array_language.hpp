// SPDX-License-Identifier: BSL-1.0
// Formulas of MATLAB, Octave, Julia and R in the words of a block: A .* B is hadamard(A, B), A * B of R too, and
// sum(X, 2) is sum(X, axis=1, keep). What means something else there is refused with the reason.
#pragma once

#include <heed_check/document/code_language.hpp>
#include <heed_check/document/hadamard_products.hpp>
#include <heed_check/document/table_names.hpp>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace heed::detail {

class array_formula {
public:
    /// matrices  the names that are not numbers
    array_formula(code_language language, const std::set<std::string, std::less<>>& matrices)
        : is_r_(language == code_language::r), matrices_(matrices) {}

    /// The formula with @ for the product of matrices and * for the elementwise one, as Python has it; empty if it is
    /// not understood.
    std::string in_python(std::string_view text) {
        doubt_.clear();
        return translated(text);
    }
    /// The same with hadamard, and * for the product of matrices and numbers.
    static std::string in_block(const std::string& python, const std::vector<std::string>& names) {
        std::string written = hadamard_writer(names).written(python);
        std::replace(written.begin(), written.end(), '@', '*');
        return written;
    }
    /// Why the last formula was not understood.
    const std::string& doubt() const { return doubt_; }

private:
    static bool is_word(char c) { return formula_scanner::is_word(c); }
    std::string refuse(const std::string& why) {
        if (doubt_.empty()) doubt_ = why;
        return "";
    }
    bool is_matrix(std::string_view name) const { return matrices_.find(name) != matrices_.end(); }
    bool has_matrix(std::string_view text) const {
        for (std::size_t at = 0; at < text.size(); ++at) {
            std::size_t end = at;
            while (end < text.size() && is_word(text[end])) ++end;
            if (end > at && is_matrix(text.substr(at, end - at))) return true;
            at = std::max(at, end == at ? at : end - 1);
        }
        return false;
    }

    std::string translated(std::string_view text) {
        std::string result;
        for (std::size_t at = 0; at < text.size();) {
            const char c = text[at];
            const auto begins = [&](std::string_view sign) { return text.substr(at, sign.size()) == sign; };
            if (is_word(c)) {
                const std::string one = word(text, at);
                if (one.empty()) return refuse("it is not understood: " + std::string(text));
                result += one;
            } else if (c == '(') {
                const std::size_t close = closing_in(text, at);
                const std::string inside = close < text.size() ? translated(text.substr(at + 1, close - at - 1)) : "";
                if (inside.empty()) return refuse("a bracket is not closed");
                result += '(' + inside + ')';
                at = close + 1;
            } else if (!is_r_ && (begins(".'") || c == '\'')) {
                if (result.empty() || !(is_word(result.back()) || result.back() == ')')) return refuse("a text in it");
                result += ".T";
                at += c == '.' ? 2 : 1;
            } else if (begins(".^") || (is_r_ && c == '^')) {
                result += " ** ";
                at += is_r_ ? 1 : 2;
            } else if (begins(".*") || begins("./") || begins(".+") || begins(".-")) {
                result += text[at + 1];
                at += 2;
            } else if (is_r_ && begins("%*%")) {
                result += '@';
                at += 3;
            } else if (c == '*') {
                result += is_r_ ? '*' : '@';
                ++at;
            } else if (c == '/') {
                if (!is_r_ && has_matrix(operand_behind(text, at + 1)))
                    return refuse("/ between matrices solves equations in MATLAB and Julia; ./ divides");
                result += c;
                ++at;
            } else if (std::string_view("+- .,").find(c) != std::string_view::npos) {
                result += c;
                ++at;
            } else {
                return refuse(std::string(1, c) + " in " + shortened(text));
            }
        }
        return result;
    }
    static std::string shortened(std::string_view text) { return std::string(text.substr(0, 60)); }
    static std::string_view operand_behind(std::string_view text, std::size_t at) {
        at = std::min(text.find_first_not_of(' ', at), text.size());
        std::size_t end = at;
        while (end < text.size() && (is_word(text[end]) || text[end] == '.')) ++end;
        if (end < text.size() && text[end] == '(') end = std::min(closing_in(text, end) + 1, text.size());
        return text.substr(at, end - at);
    }

    /// A number, a name, or a call.
    std::string word(std::string_view text, std::size_t& at) {
        std::size_t end = at;
        const bool number = formula_scanner::is_digit(text[at]);
        while (end < text.size() && (is_word(text[end]) || (number && text[end] == '.' && !is_operator(text, end))))
            ++end;
        const std::string name(text.substr(at, end - at));
        const std::size_t open = end + (text.substr(end, 2) == ".(" ? 1 : 0);  // exp.(S) of Julia
        const bool calls = open < text.size() && text[open] == '(' && !number;
        const bool power = !is_r_ && text.substr(std::min(text.find_first_not_of(' ', end), text.size()), 1) == "^";
        if (power) return refuse("^ of matrices is a power of a matrix; .^ is elementwise");
        if (!calls) {
            at = end;
            return name;
        }
        const std::size_t close = closing_in(text, open);
        if (close == text.size()) return refuse("a bracket is not closed");
        std::string inside(text.substr(open + 1, close - open - 1));
        std::replace(inside.begin(), inside.end(), ';', ',');
        at = close + 1;
        const std::vector<std::string_view> arguments = arguments_of(inside);
        return is_matrix(name) ? refuse("a part of " + name) : call(name, arguments);
    }
    static bool is_operator(std::string_view text, std::size_t dot) {
        return dot + 1 < text.size() && std::string_view("*/^'+-").find(text[dot + 1]) != std::string_view::npos;
    }

    std::string call(const std::string& name, const std::vector<std::string_view>& arguments) {
        for (const std::string_view plain : {"exp", "log", "sqrt", "tanh", "abs", "sin", "cos"})
            if (name == plain && arguments.size() == 1) return call_of(name, arguments[0]);
        if ((name == "transpose" || (is_r_ && name == "t")) && arguments.size() == 1)
            return call_of("transpose", arguments[0]);
        if (is_r_) return call_of_r(name, arguments);
        if (name == "size" && arguments.size() == 2 && (arguments[1] == "1" || arguments[1] == "2"))
            return std::string(arguments[0]) + ".shape[" + (arguments[1] == "1" ? "0]" : "1]");
        if (name == "softmax") return softmax(arguments);
        const std::string axis = axis_of(name, arguments);
        const std::string here = name == "maximum" ? "max" : name == "minimum" ? "min" : name;
        if (!axis.empty()) return call_of(here, arguments[0], axis);
        if ((name == "max" || name == "min") && arguments.size() == 2) {
            const std::string a = translated(arguments[0]), b = translated(arguments[1]);
            return a.empty() || b.empty() ? "" : name + '(' + a + ", " + b + ')';
        }
        for (const std::string_view along : {"sum", "mean", "std", "var", "max", "min"})
            if (name == along) return refuse(name + " is along another axis in Julia and MATLAB");
        return refuse(name + " is not known in this language");
    }
    std::string call_of(const std::string& name, std::string_view argument, const std::string& axis = "") {
        const std::string inside = translated(argument);
        return inside.empty() ? "" : name + '(' + inside + axis + ')';
    }
    /// The axis of sum(X, 2), max(X, [], 2), std(X, 0, 2) and sum(X, dims=2) as a block has it; empty if there is none.
    static std::string axis_of(const std::string& name, const std::vector<std::string_view>& arguments) {
        const std::size_t n = arguments.size();
        if (n < 2) return "";
        const std::string_view last = arguments[n - 1];
        const bool named = last.substr(0, 4) == "dims";
        const std::string digit(1, last.back());
        const bool deviates = name == "std" || name == "var";
        const bool largest = name == "max" || name == "min";
        const bool sums = name == "sum" || name == "mean";
        if ((digit != "1" && digit != "2") || (!named && last.size() != 1)) return "";
        const std::string axis = digit == "1" ? ", axis=0, keep" : ", axis=1, keep";
        if (named && n == 2 && (deviates || sums || name == "maximum" || name == "minimum"))
            return axis + (deviates ? ", unbiased=True" : "");
        if (named) return "";
        if (sums && n == 2) return axis;
        if (largest && n == 3 && arguments[1] == "[]") return axis;
        if (deviates && n == 3 && (arguments[1] == "0" || arguments[1] == "1"))
            return axis + (arguments[1] == "0" ? ", unbiased=True" : "");
        return "";
    }
    std::string softmax(const std::vector<std::string_view>& arguments) {
        if (arguments.size() == 1) return call_of("softmax", arguments[0], ", axis=0");
        const std::string_view last = arguments.back();
        if (arguments.size() != 2 || last.substr(0, 4) != "dims" || (last.back() != '1' && last.back() != '2'))
            return refuse("arguments of softmax");
        return call_of("softmax", arguments[0], last.back() == '1' ? ", axis=0" : ", axis=1");
    }
    std::string call_of_r(const std::string& name, const std::vector<std::string_view>& arguments) {
        if (arguments.size() != 1) return refuse(name + " is not known in this language");
        if (name == "ncol") return std::string(arguments[0]) + ".shape[1]";
        if (name == "nrow") return std::string(arguments[0]) + ".shape[0]";
        if (name == "rowSums") return call_of("sum", arguments[0], ", axis=1, keep");
        if (name == "rowMeans") return call_of("mean", arguments[0], ", axis=1, keep");
        return refuse(name + " is not known in this language");
    }

    bool is_r_;
    const std::set<std::string, std::less<>>& matrices_;
    std::string doubt_{};
};

}  // namespace heed::detail
