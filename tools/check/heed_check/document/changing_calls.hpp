// SPDX-License-Identifier: BSL-1.0
// Calls of Python that change what they are given: S.add_(1), np.exp(S, S), F.relu(S, inplace=True), and whatever is
// called for its effect and not known to have none.
#pragma once

#include <heed_check/document/code_lines.hpp>
#include <heed_check/document/shared_memory.hpp>
#include <heed_check/document/table_names.hpp>

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace heed::detail {

/// A call within a statement: its name without what is before the last dot, that part, and its arguments.
struct called_in_code {
    std::string_view function{}, of{};
    std::vector<std::string_view> arguments{};
    std::size_t begin = 0, close = 0;  ///< where its name begins, and its bracket ends

    bool is_of_module() const { return find_module(first_word(of)) != nullptr; }
};

/// How many operands a function of NumPy has before the one that is its result; 0 if that is not known.
inline std::size_t operands_of(std::string_view function) {
    for (const std::string_view two : {"add", "subtract", "divide", "true_divide", "power", "around"})
        if (function == two) return 2;
    for (const std::string_view one : {"negative", "sign", "floor", "ceil", "rint", "reciprocal", "exp2", "expm1"})
        if (function == one) return 1;
    if (function == "clip") return 3;
    for (const named_function& f : named_functions) {
        if (f.name != function) continue;
        const bool one = f.form == call_form::unary || f.form == call_form::root || f.form == call_form::square;
        const bool two = f.form == call_form::binary || f.form == call_form::product || f.form == call_form::round;
        return one ? 1 : two ? 2 : 0;
    }
    return 0;
}

/// Whether a call of this name only computes or shows something.
inline bool has_no_effect(std::string_view function) {
    for (const std::string_view one : {"assert_allclose",
                                       "assert_array_equal",
                                       "assert_almost_equal",
                                       "print",
                                       "display",
                                       "show",
                                       "imshow",
                                       "heatmap",
                                       "plot",
                                       "title",
                                       "figure",
                                       "xlabel",
                                       "ylabel",
                                       "head",
                                       "tail",
                                       "describe",
                                       "item",
                                       "tolist",
                                       "numpy",
                                       "detach",
                                       "clone",
                                       "copy",
                                       "astype",
                                       "reshape",
                                       "view",
                                       "allclose",
                                       "equal",
                                       "isclose",
                                       "array_equal",
                                       "type",
                                       "len",
                                       "DataFrame",
                                       "size",
                                       "any",
                                       "all",
                                       "norm",
                                       "save",
                                       "colorbar",
                                       "pprint",
                                       "info",
                                       "format",
                                       "manual_seed",
                                       "seed"})
        if (function == one) return true;
    return is_function(function) || function == "str" || function == "repr" || function == "list" || function == "help";
}

/// Whether a module or an object of this name only draws or logs.
inline bool only_shows(std::string_view name) {
    for (const std::string_view one :
         {"plt", "sns", "ax", "axes", "fig", "px", "logging", "logger", "warnings", "sys", "os"})
        if (name == one) return true;
    return false;
}
/// Whether a method puts what it is given into a list, as it is.
inline bool only_holds(std::string_view function) {
    return function == "append" || function == "extend" || function == "insert" || function == "update";
}

/// Where a chain of calls begins whose last one has its bracket at `open`: S.view(-1).mul_(
inline std::size_t begin_of_chain(std::string_view text, std::size_t open) {
    std::size_t begin = begin_of_call(text, open);
    while (begin < open && begin > 0 && text[begin] == '.' && is_one_of(text[begin - 1], ")]")) {
        std::size_t depth = 0;
        do {
            --begin;
            depth += is_one_of(text[begin], ")]") ? 1 : 0;
            depth -= is_one_of(text[begin], "([") ? 1 : 0;
        } while (begin > 0 && depth > 0);
        open = begin;
        begin = begin_of_call(text, open);
        if (begin == open) break;
    }
    return begin;
}

inline std::vector<called_in_code> calls_in(std::string_view text) {
    std::vector<called_in_code> all;
    find_in_code(text, [&](std::size_t i, std::size_t) {
        const std::size_t begin = begin_of_chain(text, i);
        if (text[i] != '(' || begin == i) return false;
        const std::string_view name = text.substr(begin, i - begin);
        const std::size_t dot = name.rfind('.');
        const std::size_t close = closing_bracket(text, i);
        called_in_code call{.function = name.substr(dot == std::string_view::npos ? 0 : dot + 1)};
        if (dot != std::string_view::npos) call.of = name.substr(0, dot);
        call.arguments = arguments_of(text.substr(i + 1, std::min(close, text.size()) - i - 1));
        call.begin = i - call.function.size();
        call.close = close;
        all.push_back(call);
        return false;
    });
    return all;
}

/// The names that calls within a statement change.
inline std::vector<std::string> changed_by_calls(std::string_view text) {
    std::vector<std::string> changed;
    const auto change = [&](std::string_view operand) {
        if (const std::string_view name = first_word(operand); !name.empty()) changed.emplace_back(name);
    };
    for (const called_in_code& call : calls_in(text)) {
        if (call.function == "exec" && !call.arguments.empty())
            for (std::string_view code = call.arguments[0]; !code.empty(); code.remove_prefix(1))
                if (!formula_scanner::is_word(code.data() == text.data() ? ' ' : code.data()[-1])) change(code);
        const bool in_place =
            call.function.size() > 1 && call.function.back() == '_' && call.function[call.function.size() - 2] != '_';
        const bool asked = std::any_of(call.arguments.begin(), call.arguments.end(), [](std::string_view a) {
            return first_word(a) == "inplace" && a.find("True") != std::string_view::npos;
        });
        const bool of_name = !call.of.empty() && !call.is_of_module();
        if (of_name && !may_share(call.of)) continue;  // S.clone().mul_(2)
        if ((in_place || asked) && of_name) change(call.of);
        if (asked && text.substr(std::min(call.close + 1, text.size()), 1) == "(") {  // nn.ReLU(inplace=True)(S)
            const std::size_t close = closing_bracket(text, call.close + 1);
            for (const std::string_view a : arguments_of(text.substr(call.close + 2, close - call.close - 2)))
                change(a);
        }
        if ((in_place || asked) && !of_name && !call.arguments.empty()) change(call.arguments[0]);
        const std::size_t operands = call.is_of_module() ? operands_of(call.function) : 0;
        if (operands != 0 && call.arguments.size() > operands &&
            first_word(call.arguments[operands]) == call.arguments[operands])
            change(call.arguments[operands]);
    }
    return changed;
}

/// The names that a statement may change which is nothing but a call: it is there for its effect.
inline std::vector<std::string> changed_for_effect(std::string_view text) {
    std::vector<std::string> changed;
    const std::vector<called_in_code> calls = calls_in(text);
    if (calls.empty() || text.back() != ')') return changed;
    const called_in_code& call = calls.front();
    if (begin_of_chain(text, text.find('(')) != 0 || closing_bracket(text, text.find('(')) + 1 != text.size())
        return changed;
    if (has_no_effect(call.function) || only_shows(first_word(call.of))) return changed;
    std::vector<std::string_view> operands =
        only_holds(call.function) ? std::vector<std::string_view>() : call.arguments;
    if (!call.of.empty() && !call.is_of_module()) operands.push_back(call.of);
    for (const std::string_view operand : operands)
        if (const std::string_view name = first_word(operand);
            !name.empty() && operand.find('=') == std::string_view::npos)
            changed.emplace_back(name);
    return changed;
}

/// Whether a statement of a function may change what the function is given.
inline bool may_change_arguments(std::string_view text) {
    const std::vector<called_in_code> calls = calls_in(text);
    const bool holds = !calls.empty() && only_holds(calls.front().function);
    return text.find("out=") != std::string_view::npos || !changed_by_calls(text).empty() ||
           (!holds && !changed_for_effect(text).empty());
}

/// What the functions of a document change that is neither given to them nor made by them: S[0] = 0, S.fill(0)
class changed_by_functions {
public:
    void begin(const std::string& function, std::string_view definition) {
        changed_ = &all_[function];
        own_.clear();
        take_as_own(definition);
    }
    /// equals     where the statement has a = outside of brackets, or npos
    /// sets_part  it is S[0] = 0
    void read(std::string_view text, std::size_t equals, bool sets_part) {
        if (changed_ == nullptr) return;
        const std::string_view left = equals == std::string_view::npos ? std::string_view() : text.substr(0, equals);
        if (!sets_part && left.find_first_of("[.") == std::string_view::npos) take_as_own(left);
        std::vector<std::string> changed = changed_by_calls(text);
        for (const std::string& name : changed_for_effect(text)) changed.push_back(name);
        if (sets_part) changed.emplace_back(first_word(text));
        for (const std::string& name : changed)
            if (own_.count(name) == 0) changed_->insert(name);
    }
    std::set<std::string> of(std::string_view function) const {
        const auto known = all_.find(std::string(function));
        return known == all_.end() ? std::set<std::string>() : known->second;
    }

private:
    void take_as_own(std::string_view text) {
        for (std::size_t i = 0; i < text.size(); ++i) {
            const std::string_view word = word_from(text, i);
            if (!word.empty()) own_.emplace(word);
            i += word.size();
        }
    }

    std::map<std::string, std::set<std::string>> all_{};
    std::set<std::string>* changed_ = nullptr;  ///< of the function that was defined last
    std::set<std::string> own_{};               ///< its parameters, and what it binds
};

}  // namespace heed::detail
