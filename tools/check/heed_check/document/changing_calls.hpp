// SPDX-License-Identifier: BSL-1.0
// Calls of Python that change what they are given: S.add_(1), np.exp(S, S), F.relu(S, inplace=True), and whatever is
// called for its effect and not known to have none.
#pragma once

#include <heed_check/document/calls_without_effect.hpp>
#include <heed_check/document/changing_functions.hpp>
#include <heed_check/document/code_lines.hpp>
#include <heed_check/document/shared_memory.hpp>
#include <heed_check/document/table_names.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heed::detail {

/// How many operands a function of NumPy has before the one that is its result; 0 if that is not known.
inline std::size_t operands_of(std::string_view function) {
    for (const std::string_view two : {"add", "subtract", "divide", "true_divide", "power", "around"})
        if (function == two) return 2;
    for (const std::string_view one : {"negative", "sign", "floor", "ceil", "rint", "reciprocal", "exp2", "expm1"})
        if (function == one) return 1;
    if (function == "clip") return 3;
    for (const named_function& f : named_functions) {
        if (f.name != function) continue;
        const bool one = f.form == call_form::unary || f.form == call_form::gelu || f.form == call_form::root ||
                         f.form == call_form::square;
        const bool two = f.form == call_form::binary || f.form == call_form::product || f.form == call_form::round;
        return one ? 1 : two ? 2 : 0;
    }
    return 0;
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

/// Where the bracket opens with which a text ends; npos if it ends otherwise.
inline std::size_t bracket_of_last_call(std::string_view text) {
    std::size_t open = std::string_view::npos;
    if (text.empty() || text.back() != ')') return open;
    find_in_code(text, [&](std::size_t i, std::size_t depth) {
        if (depth == 0 && text[i] == '(' && i > 0 && closing_bracket(text, i) + 1 == text.size()) open = i;
        return false;
    });
    return open;
}
inline bool is_constant_of_python(std::string_view word) { return word == "True" || word == "False" || word == "None"; }

/// S in S.fill, which is named and not called.
inline std::vector<std::string_view> objects_of_named_methods(std::string_view text) {
    std::vector<std::string_view> objects;
    find_in_code(text, [&](std::size_t i, std::size_t) {
        if (text[i] != '.' || i == 0 || !formula_scanner::is_word(text[i - 1])) return false;
        const std::string_view method = word_from(text, i + 1), object = word_before(text, i);
        const bool called = text.substr(std::min(i + 1 + method.size(), text.size()), 1) == "(";
        if (!called && changes_its_object(method) && find_module(object) == nullptr && !only_shows(object))
            objects.push_back(object);
        return false;
    });
    return objects;
}

/// The names that calls within a statement change.
inline std::vector<std::string> changed_by_calls(std::string_view text) {
    std::vector<std::string> changed;
    const auto change = [&](std::string_view operand) {
        if (const std::string_view name = first_word(operand); !name.empty()) changed.emplace_back(name);
    };
    for (const called_in_code& call : calls_in(text)) {
        for (const std::string_view named : changed_by_named(call)) change(named);
        const bool in_place =
            call.function.size() > 1 && call.function.back() == '_' && call.function[call.function.size() - 2] != '_';
        const bool asked = std::any_of(call.arguments.begin(), call.arguments.end(), [](std::string_view a) {
            return first_word(a) == "inplace" && a.find("True") != std::string_view::npos;
        });
        const bool of_name = !call.of.empty() && !call.is_of_module();
        if (of_name && !may_share(call.of)) continue;  // S.clone().mul_(2)
        if (!only_shows(first_word(call.of)))
            for (const std::string_view known : known_to_change(call, text)) change(known);
        if ((in_place || asked) && of_name) change(call.of);
        if (asked && text.substr(std::min(call.close + 1, text.size()), 1) == "(") {  // nn.ReLU(inplace=True)(S)
            const std::size_t close = closing_bracket(text, call.close + 1);
            for (const std::string_view a : arguments_of(text.substr(call.close + 2, close - call.close - 2)))
                change(a);
        }
        if ((in_place || asked) && !of_name && !call.arguments.empty()) change(call.arguments[0]);
        if (in_place && call.is_of_module() && may_share(call.of))
            for (const std::string_view behind : arguments_behind(call.of)) change(behind);
        const std::size_t all = operands_of(call.function);
        const std::size_t operands = call.is_of_module() || all == 0 ? all : of_name ? all - 1 : 0;
        if (operands != 0 && call.arguments.size() > operands &&
            first_word(call.arguments[operands]) == call.arguments[operands])
            change(call.arguments[operands]);
    }
    for (const std::string_view object : objects_of_named_methods(text)) change(object);
    return changed;
}

/// The names that a statement may change which is nothing but a call: it is there for its effect.
inline std::vector<std::string> changed_for_effect(std::string_view text) {
    std::vector<std::string> changed;
    const std::size_t open = bracket_of_last_call(text);
    if (open == std::string_view::npos || !is_operand(text.substr(0, open))) return changed;
    const std::string_view callee = text.substr(0, open), function = word_before(callee, callee.size());
    const bool member = function.size() < callee.size() && callee[callee.size() - function.size() - 1] == '.';
    const std::string_view of = callee.substr(0, callee.size() - function.size() - (member ? 1 : 0));
    const std::string_view inside = text.substr(open + 1, text.size() - open - 2);
    if (has_no_effect(function) || only_shows(first_word(of)) || !may_share(of)) return changed;
    if (find_module(first_word(of)) != nullptr && !may_overwrite(inside)) return changed;  // nn.Softmax(dim=1)(S)
    std::vector<std::string_view> operands;
    if (!member || !only_holds(function)) operands = arguments_of(inside);
    if (member && find_module(first_word(of)) == nullptr) operands.push_back(of);
    for (const std::string_view operand : operands)
        if (const std::string_view name = first_word(operand_of(operand));
            !name.empty() && !is_constant_of_python(name))
            changed.emplace_back(name);
    return changed;
}

/// Whether a statement of a function may change what the function is given.
inline bool may_change_arguments(std::string_view text) {
    const std::vector<called_in_code> calls = calls_in(text);
    const bool holds = !calls.empty() && !calls.front().of.empty() && only_holds(calls.front().function);
    return text.find("out=") != std::string_view::npos || !changed_by_calls(text).empty() ||
           (!holds && !changed_for_effect(text).empty());
}

}  // namespace heed::detail
