// SPDX-License-Identifier: BSL-1.0
// Formulas of MATLAB, Octave, Julia and R in the words of a block: A .* B is hadamard(A, B), A * B of R too, and
// sum(X, 2) is sum(X, axis=1, keep). What means something else there is refused with the reason.
#pragma once

#include <heed_check/document/code_bindings.hpp>
#include <heed_check/document/code_language.hpp>
#include <heed_check/document/hadamard_products.hpp>
#include <heed_check/document/said_rounding.hpp>
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
        : language_(language), matrices_(matrices) {}

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
    /// Whether it has a softmax that does not say its axis: that of libraries is down the columns.
    bool has_softmax_without_axis() const { return softmax_without_axis_; }

private:
    static bool is_word(char c) { return formula_scanner::is_word(c); }
    bool is_r() const { return language_ == code_language::r; }
    std::string refuse(const std::string& why) {
        if (doubt_.empty()) doubt_ = why;
        return "";
    }
    bool is_refused(const std::string& why) {
        refuse(why);
        return false;
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

    /// One level of brackets. Signs of which two languages make different things are refused: powers of powers, a
    /// sign behind a sign, operands side by side.
    std::string translated(std::string_view text) {
        level here;
        while (here.at < text.size())
            if (!take(text, here)) return refuse("it is not understood: " + shortened(text));
        if (!here.operand) return refuse("it does not end: " + shortened(text));
        here.end_chain();
        return here.result;
    }
    /// What is read of one level.
    struct level {
        std::size_t at = 0;
        std::string result{};
        bool operand = false;                   ///< the last thing is one
        bool power = false;                     ///< it belongs to a power
        bool open = false;                      ///< the chain of %*% is in brackets
        char before = '+';                      ///< the operator before the chain
        std::size_t begin = std::string::npos;  ///< of the chain in the result

        void add_operand(const std::string& text) {
            if (begin == std::string::npos) begin = result.size();
            result += text;
            operand = true;
        }
        void add_operator(const std::string& sign, bool raises = false) {
            result += sign;
            operand = false;
            power = raises;
        }
        /// %*% binds its operands more tightly than * and / do.
        void add_product_of_r() {
            if (!open && is_one_of(before, "*/")) {
                result.insert(begin, "(");
                open = true;
            }
            add_operator("@");
        }
        void end_chain() {
            if (open) result.insert(result.find_last_not_of(' ') + 1, ")");
            open = false;
            begin = std::string::npos;
        }
    };

    bool take(std::string_view text, level& here) {
        const char c = text[here.at];
        const std::string_view rest = text.substr(here.at);
        const auto begins = [&](std::string_view sign) { return rest.substr(0, sign.size()) == sign; };
        if (c == ' ') {
            here.result += c;
            ++here.at;
            return true;
        }
        if (is_word(c) || c == '(' || (c == '.' && rest.size() > 1 && formula_scanner::is_digit(rest[1])))
            return take_operand(text, here);
        if (!is_r() && (begins(".'") || c == '\'')) return take_transposition(here, c == '.' ? 2 : 1);
        const bool raises = begins(".^") || (is_r() && c == '^');
        const bool dotted = !is_r() && c == '.' && rest.size() > 1 && is_one_of(rest[1], "*/+-");
        const char sign = dotted ? rest[1] : c;
        const std::size_t length = dotted || begins(".^") ? 2 : begins("%*%") ? 3 : 1;
        if (!raises && !is_one_of(sign, "+-*/") && !(is_r() && begins("%*%")))
            return is_refused(std::string(rest.substr(0, character_at({rest.data(), 0, rest.size()}).length)) + " in " +
                              shortened(text));
        const bool signs = is_one_of(c, "+-") && here.result.find_first_not_of(' ') == std::string::npos;
        if (!here.operand && !signs) return is_refused("a sign behind a sign in " + shortened(text));
        if (raises && here.power) return is_refused("a power of a power in " + shortened(text));
        here.at += length;
        if (!is_r() && sign == '/' && !dotted && has_matrix(without_sizes(operand_behind(text, here.at))))
            return is_refused("/ between matrices solves equations in MATLAB and Julia; ./ divides");
        if (raises) {
            here.add_operator(" ** ", true);
        } else if (begins("%*%")) {
            here.add_product_of_r();
        } else {
            here.end_chain();
            here.before = sign;
            here.add_operator(std::string(1, sign == '*' && !dotted && !is_r() ? '@' : sign));
        }
        return true;
    }
    bool take_operand(std::string_view text, level& here) {
        if (here.operand) return is_refused("operands side by side in " + shortened(text));
        std::string one;
        if (text[here.at] == '(') {
            const std::size_t close = closing_bracket(text, here.at);
            if (close == text.size()) return is_refused("a bracket is not closed");
            one = translated(text.substr(here.at + 1, close - here.at - 1));
            here.at = close + 1;
            if (!one.empty()) one = '(' + one + ')';
        } else {
            one = word(text, here.at);
        }
        if (one.empty()) return false;
        here.add_operand(one);
        return true;
    }
    /// A' behind its operand. Of 2.^A' the languages disagree.
    bool take_transposition(level& here, std::size_t length) {
        if (!here.operand || here.result.back() == ' ') return is_refused("a text in it");
        if (here.power) return is_refused("a transposed power");
        here.result += ".T";
        here.at += length;
        return true;
    }
    static std::string_view operand_behind(std::string_view text, std::size_t at) {
        at = std::min(text.find_first_not_of(' ', at), text.size());
        std::size_t end = at;
        while (end < text.size() && (is_word(text[end]) || text[end] == '.')) ++end;
        if (end < text.size() && text[end] == '(') end = std::min(closing_bracket(text, end) + 1, text.size());
        return text.substr(at, end - at);
    }

    /// sqrt(size(K, 2)) without what is in the call of size: it is a number.
    static std::string without_sizes(std::string_view text) {
        std::string rest(text);
        for (const std::string_view call : {"size(", "length("})
            for (std::size_t at = rest.find(call); at != std::string::npos; at = rest.find(call, at + 1))
                rest.erase(at + call.size(), closing_bracket(rest, at + call.size() - 1) - at - call.size());
        return rest;
    }

    /// A number, a name, or a call.
    std::string word(std::string_view text, std::size_t& at) {
        std::size_t end = at;
        const bool number = formula_scanner::is_digit(text[at]) || text[at] == '.';
        while (end < text.size() && (is_word(text[end]) || (number && text[end] == '.' && !is_operator(text, end))))
            ++end;
        const std::string name(text.substr(at, end - at));
        const std::size_t open = end + (text.substr(end, 2) == ".(" ? 1 : 0);  // exp.(S) of Julia
        const bool calls = open < text.size() && text[open] == '(' && !number;
        if (number && !is_number(name)) return refuse("it is not understood: " + shortened(text));  // 2A of Julia
        const bool power = !is_r() && text.substr(std::min(text.find_first_not_of(' ', end), text.size()), 1) == "^";
        if (power) return refuse("^ of matrices is a power of a matrix; .^ is elementwise");
        if (!calls) {
            at = end;
            return name;
        }
        const std::size_t close = closing_bracket(text, open);
        if (close == text.size()) return refuse("a bracket is not closed");
        std::string inside(text.substr(open + 1, close - open - 1));
        std::replace(inside.begin(), inside.end(), ';', ',');
        at = close + 1;
        const std::vector<std::string_view> arguments = arguments_of(inside);
        if (is_matrix(name)) return refuse("a part of " + name);
        if (language_ == code_language::julia && open == end && is_of_matrices(name) &&
            has_matrix(without_sizes(inside)))
            return refuse(name + " without a dot is a function of matrices in Julia");
        return call(name, arguments);
    }
    static bool is_number(std::string_view text) {
        const std::size_t end = std::min(text.find_first_not_of("0123456789."), text.size());
        const bool power = end < text.size() && is_one_of(text[end], "eE");
        return end == text.size() || (power && text.find_first_not_of("0123456789", end + 1) == std::string_view::npos);
    }
    static bool is_of_matrices(std::string_view name) {
        for (const std::string_view one : {"exp", "log", "sqrt", "tanh", "sin", "cos", "max", "min"})
            if (name == one) return true;
        return false;
    }
    static bool is_operator(std::string_view text, std::size_t dot) {
        return dot + 1 < text.size() && std::string_view("*/^'+-").find(text[dot + 1]) != std::string_view::npos;
    }

    std::string call(const std::string& name, const std::vector<std::string_view>& arguments) {
        for (const std::string_view plain : {"exp", "log", "sqrt", "tanh", "abs", "sin", "cos"})
            if (name == plain && arguments.size() == 1) return call_of(name, arguments[0]);
        if ((name == "transpose" || (is_r() && name == "t")) && arguments.size() == 1)
            return call_of("transpose", arguments[0]);
        if (name == "round" || name == "signif") return rounding(name, arguments);
        if (is_r()) return call_of_r(name, arguments);
        if (name == "size" && arguments.size() == 2 && is_name(arguments[0]) &&
            (arguments[1] == "1" || arguments[1] == "2"))
            return std::string(arguments[0]) + ".shape[" + (arguments[1] == "1" ? "0]" : "1]");
        if (name == "softmax") return softmax(arguments);
        const std::string axis = axis_of(name, arguments);
        const std::string here = name == "maximum" ? "max" : name == "minimum" ? "min" : name;
        if (!axis.empty()) return call_of(here, arguments[0], axis);
        if ((name == "max" || name == "min") && arguments.size() == 2) return call_of_two(name, arguments);
        for (const std::string_view along : {"sum", "mean", "std", "var", "max", "min"})
            if (name == along) return refuse(name + " is along another axis in Julia and MATLAB");
        return refuse(name + " is not known in this language");
    }
    std::string call_of(const std::string& name, std::string_view argument, const std::string& axis = "") {
        const std::string inside = translated(argument);
        return inside.empty() ? "" : name + '(' + inside + axis + ')';
    }
    /// round(X, 2) of R and MATLAB, round.(X, digits=2) of Julia. Significant digits are refused.
    std::string rounding(const std::string& name, const std::vector<std::string_view>& arguments) {
        std::string call = name + '(';
        for (const std::string_view a : arguments) call += (call.back() == '(' ? "" : ", ") + std::string(a);
        call += ')';
        const rounding_of_arrays rounded = rounding_of_arrays::in(call);
        if (rounded.to.significant >= 0) return refuse("it is rounded to significant digits");
        if (rounded.to.places < 0 || rounded.of.empty()) return refuse("arguments of " + name);
        return call_of("round", rounded.of, ", " + std::to_string(rounded.to.places));
    }
    std::string call_of_two(const std::string& name, const std::vector<std::string_view>& arguments) {
        const std::string a = translated(arguments[0]), b = translated(arguments[1]);
        return a.empty() || b.empty() ? "" : name + '(' + a + ", " + b + ')';
    }
    /// The axis of sum(X, 2), max(X, [], 2), std(X, 0, 2) and sum(X, dims=2) as a block has it; empty if there is none.
    static std::string axis_of(const std::string& name, const std::vector<std::string_view>& arguments) {
        const std::size_t n = arguments.size();
        if (n < 2) return "";
        const std::string last = without_blanks_inside(arguments[n - 1]);
        const bool named = last.substr(0, 5) == "dims=";
        const std::string digit = named ? last.substr(5) : last;
        const bool deviates = name == "std" || name == "var";
        const bool largest = name == "max" || name == "min";
        const bool sums = name == "sum" || name == "mean";
        if (digit != "1" && digit != "2") return "";
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
    static std::string without_blanks_inside(std::string_view text) {
        std::string rest(text);
        rest.erase(std::remove(rest.begin(), rest.end(), ' '), rest.end());
        return rest;
    }
    std::string softmax(const std::vector<std::string_view>& arguments) {
        softmax_without_axis_ = softmax_without_axis_ || arguments.size() == 1;
        if (arguments.size() == 1) return call_of("softmax", arguments[0], ", axis=0");
        const std::string last = without_blanks_inside(arguments.back());
        const std::string axis = language_ == code_language::matlab ? last
                                 : last.substr(0, 5) == "dims="     ? last.substr(5)
                                                                    : "";
        if (arguments.size() != 2 || (axis != "1" && axis != "2")) return refuse("arguments of softmax");
        return call_of("softmax", arguments[0], last.back() == '1' ? ", axis=0" : ", axis=1");
    }
    std::string call_of_r(const std::string& name, const std::vector<std::string_view>& arguments) {
        const bool largest = name == "pmax" || name == "pmin";
        if (largest && arguments.size() == 2) {
            if (!has_matrix(arguments[0]))
                return refuse(name + " has the rows and columns of its first argument alone");
            return call_of_two(name.substr(1), arguments);
        }
        if (arguments.size() != 1) return refuse(name + " is not known in this language");
        if ((name == "ncol" || name == "nrow") && !is_name(arguments[0])) return refuse(name + " of a formula");
        if (name == "ncol") return std::string(arguments[0]) + ".shape[1]";
        if (name == "nrow") return std::string(arguments[0]) + ".shape[0]";
        if (name == "rowSums") return call_of("sum", arguments[0], ", axis=1, keep");
        if (name == "rowMeans") return call_of("mean", arguments[0], ", axis=1, keep");
        return refuse(name + " is not known in this language");
    }

    code_language language_;
    const std::set<std::string, std::less<>>& matrices_;
    std::string doubt_{};
    bool softmax_without_axis_ = false;
};

}  // namespace heed::detail
