// SPDX-License-Identifier: BSL-1.0
// Statements of Python that give or change several values at once, in words of one value each: A, B = X.chunk(2,
// dim=-1) names the halves of X, G[np.arange(n), y] -= 1 changes one element of each row.
#pragma once

#include <heed_check/document/changing_calls.hpp>
#include <heed_check/document/code_lines.hpp>
#include <heed_check/document/table_names.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heed::detail {

/// A statement that names the halves of a matrix along its last axis, with these as parts of it.
inline std::string with_halves(const std::string& statement) {
    const std::size_t equals = find_outside(statement, '=');
    if (equals == std::string::npos || arguments_of(statement.substr(0, equals)).size() != 2) return statement;
    const std::string value = trimmed_code(statement.substr(equals + 1));
    const std::vector<called_in_code> calls = calls_in(value);
    if (calls.size() != 1 || calls[0].close + 1 != value.size()) return statement;
    const called_in_code& call = calls[0];
    if (call.begin != (call.of.empty() ? 0 : call.of.size() + 1)) return statement;
    const bool chunks = call.function == "chunk", splits = call.function == "split" && call.of != "torch";
    std::vector<std::string_view> arguments = call.arguments;
    const bool is_function = find_module(call.of) != nullptr;
    if (is_function ? arguments.empty() : !is_name(call.of) || !chunks) return statement;
    const std::string of(is_function ? arguments[0] : std::string_view(call.of));
    if (is_function) arguments.erase(arguments.begin());
    const bool two = arguments.size() == 2 && arguments[0] == "2";
    const bool last = two && (arguments[1] == "-1" || arguments[1] == "dim=-1" || arguments[1] == "axis=-1");
    if (!(chunks || splits) || !last || !is_name(of)) return statement;
    const std::string half = '(' + of + ".shape[-1] + 1) // 2";  // of an odd number the first is larger
    return statement.substr(0, equals) + "= " + of + "[..., :" + half + "], " + of + "[..., " + half + ":]";
}

/// What G is behind G[np.arange(n), y] -= a; empty where another target is changed, or otherwise.
inline std::string with_changed_places(std::string_view target, std::string_view operation, std::string_view value) {
    const std::string name(first_word(target));
    if (name.empty() || target.substr(name.size(), 1) != "[" || (operation != "-" && operation != "+")) return "";
    const std::size_t close = closing_bracket(target, name.size());
    if (close + 1 != target.size()) return "";
    const std::vector<std::string_view> places = arguments_of(target.substr(name.size() + 1, close - name.size() - 1));
    const bool number = value.find_first_not_of("0123456789.") == std::string_view::npos;
    if (places.size() != 2 || !is_name(places[1]) || !number) return "";
    const std::size_t open = places[0].find('(');
    const std::string_view counts = places[0].substr(0, std::min(open, places[0].size()));
    if (open == std::string_view::npos || closing_bracket(places[0], open) + 1 != places[0].size()) return "";
    if (counts != "range" && counts != "np.arange" && counts != "torch.arange" && counts != "numpy.arange") return "";
    return name + ' ' + std::string(operation) + ' ' + std::string(value) + " * np.eye(" + name + ".shape[-1])[" +
           std::string(places[1]) + ']';
}

}  // namespace heed::detail
