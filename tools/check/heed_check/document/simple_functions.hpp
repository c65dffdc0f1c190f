// SPDX-License-Identifier: BSL-1.0
// Functions that a document defines in Python, where they are one expression of what they are given: calls of these are
// written out, so that a statement says what the document computes.
#pragma once

#include <heed_check/document/changing_calls.hpp>
#include <heed_check/document/code_lines.hpp>
#include <heed_check/document/known_functions.hpp>
#include <heed_check/document/name_text.hpp>
#include <heed_check/document/several_values.hpp>
#include <heed_check/document/table_names.hpp>
#include <heed_check/formula/scanner.hpp>

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed::detail {

using values_of_names = std::map<std::string, std::string, std::less<>>;

/// Whether a part of an expression is all of it, or of an argument.
inline bool stands_alone(std::string_view expression, std::size_t begin, std::size_t end) {
    const std::size_t last = begin == 0 ? begin : expression.find_last_not_of(' ', begin - 1);
    const std::size_t next = expression.find_first_not_of(' ', end);
    const bool begins = begin == 0 || last == std::string_view::npos || is_one_of(expression[last], "([,=");
    return begins && (next == std::string_view::npos || is_one_of(expression[next], ")],"));
}

/// An expression with values in place of names. Members and keywords of calls are no names.
inline std::string with_names_replaced(std::string_view expression, const values_of_names& values) {
    std::string result;
    std::size_t copied = 0, word_end = 0;
    find_in_code(expression, [&](std::size_t i, std::size_t depth) {
        if (i < word_end || !formula_scanner::is_word(expression[i])) return false;
        word_end = i;
        while (word_end < expression.size() && formula_scanner::is_word(expression[word_end])) ++word_end;
        const auto found = values.find(expression.substr(i, word_end - i));
        const std::size_t next = expression.find_first_not_of(' ', word_end);
        const bool is_keyword = depth > 0 && next != std::string_view::npos && expression[next] == '=' &&
                                expression.substr(next, 2) != "==";
        if (found == values.end() || is_keyword || (i > 0 && expression[i - 1] == '.')) return false;
        result += expression.substr(copied, i - copied);
        const bool is_alone = stands_alone(expression, i, word_end);
        result += is_alone ? found->second : as_operand(found->second);
        copied = word_end;
        return false;
    });
    return result + std::string(expression.substr(copied));
}

/// Whether an expression calls a function that has no module before it: it may be the document's, whatever its name.
inline bool calls_by_name(std::string_view expression) {
    const std::vector<called_in_code> calls = calls_in(expression);
    return std::any_of(calls.begin(), calls.end(), [](const called_in_code& c) { return c.of.empty(); });
}

/// A function whose body only names expressions, and returns one. Statements in `if mask is not None:` count where a
/// mask is given.
class simple_function {
public:
    /// head  def NAME(PARAMETERS): and what stands behind it in the same line
    explicit simple_function(const std::string& head) {
        const std::size_t open = head.find('('), close = open == std::string::npos ? open : closing_bracket(head, open);
        if (close == std::string::npos || close >= head.size()) {
            spoil();
            return;
        }
        read_parameters(std::string_view(head).substr(open + 1, close - open - 1));
        const std::size_t colon = find_outside(std::string_view(head).substr(close + 1), ':');
        if (colon == std::string::npos)
            spoil();
        else if (const std::string body = trimmed_code(head.substr(close + colon + 2)); !body.empty())
            read(body, 1);
    }
    /// lambda PARAMETERS: EXPRESSION
    static simple_function of_lambda(const std::string& lambda) {
        const std::size_t colon = find_outside(lambda, ':');
        if (colon == std::string::npos) return simple_function("");
        return simple_function("f(" + trimmed_code(lambda.substr(6, colon - 6)) + "): return" +
                               lambda.substr(colon + 1));
    }

    /// A statement of the body.
    void read(const std::string& statement, std::size_t indent) {
        if (indent_ == none) indent_ = indent;
        if (indent == indent_) guard_.clear();
        if (!result_.empty() || indent < indent_ || (indent > indent_ && guard_.empty())) return spoil();
        const std::string_view word = first_word(statement);
        const bool says_nothing = word == "assert" || word == "pass" || word == "print" || statement[0] == '"' ||
                                  statement[0] == '\'' || statement.substr(0, 2) == "r\"";
        if (says_nothing) return;
        if (word == "return") return read_result(trimmed_code(statement.substr(6)));
        if (word == "if") return read_guard(statement, indent);
        read_step(statement);
    }
    /// The function is not simple.
    void spoil() { is_simple_ = false; }
    bool is_simple() const { return is_simple_ && !result_.empty(); }

    /// What a call with these arguments is; nothing if it cannot be told.
    std::optional<std::string> called(const std::vector<std::string_view>& arguments) const {
        values_of_names values;
        if (!is_simple() || !give(arguments, values)) return std::nullopt;
        if (const std::string known = known_as(values); !known.empty()) return known;
        return written_out(std::move(values));
    }

private:
    /// The function of a block that the call is, if it is one of its first argument; else empty.
    std::string known_as(values_of_names values) const {
        if (parameters_.empty()) return "";
        std::string& first = values.at(parameters_[0].name);
        const values_of_names argument{{std::string(argument_word), first}};
        first = argument_word;
        const std::optional<std::string> formula = written_out(std::move(values));
        if (!formula || calls_by_name(*formula)) return "";
        return with_names_replaced(known_function(*formula), argument);
    }
    std::optional<std::string> written_out(values_of_names values) const {
        for (const step& s : steps_) {
            if (!s.guard.empty() && values.at(s.guard) == "None") continue;
            values[s.name] = with_names_replaced(s.value, values);
            if (values[s.name].size() > longest) return std::nullopt;
        }
        std::string result = with_names_replaced(result_, values);
        if (result.size() > longest) return std::nullopt;
        return result;
    }

    struct parameter {
        std::string name{};
        std::optional<std::string> value{};  ///< if it is not given
    };
    struct step {
        std::string name{}, value{};
        std::string guard{};  ///< the parameter that has to be given; empty if none has to
    };

    void read_parameters(std::string_view list) {
        if (trimmed_code(list).empty()) return;
        for (const std::string_view item : arguments_of(list)) {
            const std::size_t equals = find_outside(item, '=');
            const std::string_view named = item.substr(0, std::min(equals, find_outside(item, ':')));
            const std::string name = trimmed_code(named);
            if (!is_name(name) || name == "self") return spoil();
            parameters_.push_back({name, {}});
            if (equals != std::string_view::npos) parameters_.back().value = trimmed_code(item.substr(equals + 1));
        }
    }
    void read_result(const std::string& value) {
        if (!guard_.empty() || value.empty()) return spoil();
        const bool in_brackets = value[0] == '(' && closing_bracket(value, 0) + 1 == value.size();
        const std::string inside = in_brackets ? value.substr(1, value.size() - 2) : value;
        result_ = find_outside(inside, ',') != std::string::npos ? inside : value;
    }
    /// if mask is not None:
    void read_guard(const std::string& statement, std::size_t indent) {
        const std::size_t colon = find_outside(statement, ':');
        const std::string condition = trimmed_code(statement.substr(2, colon - 2));
        const std::string name(first_word(condition));
        const bool is_given = condition == name + " is not None" && indent == indent_ && colon != std::string::npos;
        const auto has_default = [&](const parameter& p) { return p.name == name && p.value == "None"; };
        if (!is_given || std::none_of(parameters_.begin(), parameters_.end(), has_default)) return spoil();
        guard_ = name;
        if (const std::string body = trimmed_code(statement.substr(colon + 1)); !body.empty()) {
            read_step(body);
            guard_.clear();
        }
    }
    /// NAME = EXPRESSION, and n, d = X.shape
    void read_step(const std::string& said) {
        const std::string statement = with_halves(said);
        const std::size_t equals = find_outside(statement, '=');
        if (equals == std::string::npos || equals == 0 || statement.compare(equals, 2, "==") == 0 ||
            std::string_view("+-*/@%&|^<>!:").find(statement[equals - 1]) != std::string_view::npos)
            return spoil();
        const std::string name = trimmed_code(statement.substr(0, equals)),
                          value = trimmed_code(statement.substr(equals + 1));
        if (is_name(name)) return add(name, value);
        const std::vector<std::string_view> names = arguments_of(name), values = arguments_of(value);
        if (names.size() == values.size() && names.size() > 1 && !is_read_in(value, names)) {
            for (std::size_t i = 0; i < names.size(); ++i) add(std::string(names[i]), std::string(values[i]));
            return;
        }
        const std::string sizes(first_word(value));
        if (sizes.empty() || value != sizes + ".shape") return spoil();
        std::size_t axis = 0;
        for (const std::string_view one : arguments_of(name))
            add(std::string(one), value + '[' + std::to_string(axis++) + ']');
    }
    /// Whether an expression reads one of these names.
    static bool is_read_in(const std::string& value, const std::vector<std::string_view>& names) {
        values_of_names nothing;
        for (const std::string_view one : names) nothing.emplace(one, "");
        return with_names_replaced(value, nothing) != value;
    }
    void add(const std::string& name, const std::string& value) {
        if (!is_name(name) || find_outside(value, '=') != std::string::npos) return spoil();
        steps_.push_back({name, value, guard_});
    }
    /// Whether an expression has no names: b=Q is the Q of where the function is defined, not of where it is called.
    static bool is_constant(std::string_view value) {
        bool constant = true;
        std::size_t word_end = 0;
        find_in_code(value, [&](std::size_t i, std::size_t) {
            if (i < word_end || !is_letter(value[i])) return false;
            const std::string_view word = word_from(value, i);
            word_end = i + word.size();
            const bool member = i > 0 && (value[i - 1] == '.' || formula_scanner::is_digit(value[i - 1]));
            const bool module = value.substr(word_end, 1) == "." && find_module(word) != nullptr;
            const bool known = word == "None" || word == "True" || word == "False" || word == "float";
            constant = constant && (member || module || known);
            return false;
        });
        return constant;
    }
    /// The values of all parameters.
    bool give(const std::vector<std::string_view>& arguments, values_of_names& values) const {
        std::size_t next = 0;
        for (const std::string_view a : arguments) {
            const std::size_t equals = find_outside(a, '=');
            const bool is_named = equals != std::string_view::npos && a.substr(equals, 2) != "==";
            const std::string name = is_named                    ? trimmed_code(a.substr(0, equals))
                                     : next < parameters_.size() ? parameters_[next++].name
                                                                 : std::string();
            const auto is_meant = [&](const parameter& p) { return p.name == name; };
            if (std::none_of(parameters_.begin(), parameters_.end(), is_meant)) return false;
            if (!values.emplace(name, trimmed_code(is_named ? a.substr(equals + 1) : a)).second) return false;
        }
        for (const parameter& p : parameters_) {
            if (values.count(p.name) != 0) continue;
            if (!p.value || !is_constant(*p.value)) return false;
            values.emplace(p.name, *p.value);
        }
        return true;
    }

    static constexpr std::size_t none = static_cast<std::size_t>(-1);
    static constexpr std::size_t longest = 1000;  ///< as long as formulas that are resolved
    std::vector<parameter> parameters_{};
    std::vector<step> steps_{};
    std::string result_{};
    std::string guard_{};  ///< of the statements that are read
    std::size_t indent_ = none;
    bool is_simple_ = true;
};

/// The simple functions of a document, by name.
class simple_functions {
public:
    simple_function& define(const std::string& name, simple_function f) {
        return known_.insert_or_assign(name, std::move(f)).first->second;
    }
    void forget(const std::string& name) { known_.erase(name); }

    /// A statement with the calls of simple functions written out; of several results where it has as many names.
    std::string expanded(const std::string& statement) const {
        std::string text = statement;
        for (int times = 0; times < most_calls; ++times)
            if (!expand_one(text)) break;
        return text;
    }

private:
    /// Writes out the last call, in which there is no other one that could be.
    bool expand_one(std::string& text) const {
        std::optional<called_in_code> last;
        for (const called_in_code& call : calls_in(text))
            if (const simple_function* f = function_of(call); f != nullptr && f->is_simple()) last = call;
        return last && write_out(text, *last);
    }
    const simple_function* function_of(const called_in_code& call) const {
        const auto found = known_.find(call.function);
        return found == known_.end() || !call.of.empty() ? nullptr : &found->second;
    }
    bool write_out(std::string& text, const called_in_code& call) const {
        if (call.close >= text.size()) return false;
        const std::optional<std::string> value = function_of(call)->called(call.arguments);
        if (!value) return false;
        const bool several = find_outside(*value, ',') != std::string::npos;
        if (several && !has_names_for(text, call, *value)) return false;
        text.replace(call.begin, call.close + 1 - call.begin, several ? *value : as_operand(*value));
        return true;
    }
    /// Whether a statement is A, W = f(...) for what f returns.
    static bool has_names_for(const std::string& text, const called_in_code& call, const std::string& value) {
        const std::size_t equals = find_outside(text, '=');
        if (equals == std::string::npos || call.close + 1 != text.size()) return false;
        const bool alone = text.find_first_not_of(' ', equals + 1) == call.begin;
        const std::string names = text.substr(0, equals);
        return alone && arguments_of(names).size() == arguments_of(value).size();
    }

    static constexpr int most_calls = 12;
    std::map<std::string, simple_function, std::less<>> known_{};
};

}  // namespace heed::detail
