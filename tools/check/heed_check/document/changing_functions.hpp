// SPDX-License-Identifier: BSL-1.0
// Functions of Python that are known to change what they are given, wherever a statement calls or names them: S.sort(),
// np.copyto(S, T), rng.shuffle(S).
#pragma once

#include <heed_check/document/table_names.hpp>

#include <algorithm>
#include <cstddef>
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

/// The operand in an argument: S in S and in dst=S
inline std::string_view operand_of(std::string_view argument) {
    if (!is_keyword_argument(argument)) return argument;
    const std::string_view value = argument.substr(argument.find('=') + 1);
    return value.substr(std::min(value.find_first_not_of(' '), value.size()));
}

/// Whether this is a function of the module operator, or a method without its underscores, that changes its first
/// operand: imul of operator.imul(S, 2) and of S.__imul__(2)
inline bool is_operator_in_place(std::string_view name) {
    for (const std::string_view one :
         {"setitem", "delitem", "iadd", "isub", "imul", "itruediv", "ifloordiv", "ipow", "imatmul", "imod"})
        if (name == one) return true;
    return false;
}

/// Whether a method of this name changes its object: S.fill(0), S.__imul__(2)
inline bool changes_its_object(std::string_view method) {
    constexpr std::string_view marks = "__";
    if (method.size() > 2 * marks.size() && method.substr(0, marks.size()) == marks &&
        method.substr(method.size() - marks.size()) == marks)
        return is_operator_in_place(method.substr(marks.size(), method.size() - 2 * marks.size()));
    for (const std::string_view one : {"fill", "sort", "resize", "itemset", "put", "partition", "setfield"})
        if (method == one) return true;
    return false;
}
/// Whether a function of this name, of a module or of a generator, changes its first argument.
inline bool changes_its_first(std::string_view function) {
    for (const std::string_view one : {"copyto", "place", "putmask", "fill_diagonal", "put_along_axis", "shuffle"})
        if (function == one) return true;
    return is_operator_in_place(function);
}

/// S.sort(dim=-1), S.sort()[0] and values, order = S.sort() of PyTorch make new numbers.
inline bool sorts_a_copy(const called_in_code& call, std::string_view text) {
    if (call.function != "sort") return false;
    for (const std::string_view a : call.arguments)
        if (first_word(a) == "dim" || first_word(a) == "descending" || first_word(a) == "stable") return true;
    const std::size_t equals = text.find('='), behind = std::min(call.close + 1, text.size());
    const bool several = equals < call.begin && text.substr(0, equals).find(',') != std::string_view::npos;
    return several || is_one_of(behind < text.size() ? text[behind] : ' ', "[.");
}

/// S in np.asarray(S) and in torch.from_numpy(S)
inline std::vector<std::string_view> arguments_behind(std::string_view call) {
    std::vector<std::string_view> operands;
    const std::size_t open = call.find('(');
    if (open == std::string_view::npos) return operands;
    const std::size_t close = closing_bracket(call, open);
    for (const std::string_view a : arguments_of(call.substr(open + 1, close - open - 1)))
        operands.push_back(operand_of(a));
    return operands;
}

/// What a call changes because of its name; empty if nothing is known of it.
inline std::vector<std::string_view> known_to_change(const called_in_code& call, std::string_view text) {
    const std::string_view last = call.of.substr(std::min(call.of.rfind('.') + 1, call.of.size()));
    const bool unbound = last == "ndarray" && changes_its_object(call.function);  // np.ndarray.sort(S)
    const bool at = call.function == "at" && call.is_of_module();                 // np.add.at(S, i, 1)
    const bool put = call.function == "put" && call.is_of_module();
    if (changes_its_first(call.function) || unbound || at || put) {
        std::vector<std::string_view> first;
        for (const std::string_view a : call.arguments)
            if (first.empty() || is_keyword_argument(a)) first.push_back(operand_of(a));
        return first;
    }
    if (!changes_its_object(call.function) || call.of.empty() || sorts_a_copy(call, text)) return {};
    if (!call.is_of_module()) return {call.of};
    return arguments_behind(call.of);
}

/// What a function may change that is named and not called: S.fill, and S in map(np.random.shuffle, S)
inline std::vector<std::string_view> changed_by_named(const called_in_code& call) {
    const auto names_changing = [](std::string_view a) {
        const std::string_view function = a.substr(a.rfind('.') + 1);  // npos + 1 is 0
        return function.size() < a.size() && (changes_its_first(function) || changes_its_object(function));
    };
    std::vector<std::string_view> changed;
    if (!std::any_of(call.arguments.begin(), call.arguments.end(), names_changing)) return changed;
    for (const std::string_view a : call.arguments) changed.push_back(operand_of(a));
    return changed;
}

}  // namespace heed::detail
