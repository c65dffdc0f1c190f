// SPDX-License-Identifier: BSL-1.0
// Finds formulas that a document states for its matrices: "weights = softmax(scores) =" before the numbers, or the code
// line weights = softmax(scores) above them.
#pragma once

#include <heed/printed/find_tables.hpp>
#include <heed/verify/document/table_names.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heed {

/// A name and the formula that a document states for it.
struct stated_formula {
    std::size_t line = 0;   ///< of the document, from 1
    std::string name{};     ///< the name that a matrix gets from the same text before it
    std::string formula{};  ///< as written in the document
};

namespace detail {

/// The parts of a line between its = signs, outside of parentheses: {"W", "softmax(S, axis=1)"} for "W = softmax(S,
/// axis=1) =". None for a line with two = side by side, as in a comparison.
inline std::vector<std::string> parts_between_equals(std::string_view line) {
    std::vector<std::string> parts;
    std::size_t depth = 0, begin = 0;
    for (std::size_t i = 0; i <= line.size(); ++i) {
        const char c = i == line.size() ? '=' : line[i];
        if (c == '\\' && i + 1 < line.size()) {  // \[ is no bracket
            ++i;
            continue;
        }
        if (c == '(' || c == '[') ++depth;
        if ((c == ')' || c == ']') && depth > 0) --depth;
        if (c != '=' || (depth > 0 && i < line.size())) continue;
        if (i + 1 < line.size() && line[i + 1] == '=') return {};
        const std::string_view part = without_end(line.substr(begin, i - begin), " \t\r`*:;.,");
        const std::size_t from = part.find_first_not_of(" \t`*");
        parts.emplace_back(from == std::string_view::npos ? "" : part.substr(from));
        begin = i + 1;
    }
    return parts;
}

/// Adds what one line states: "weights = softmax(scores) =" gives a name and a formula. A formula has at least one
/// letter.
inline void add_stated(std::string_view line, std::size_t number, std::vector<stated_formula>& all) {
    line = without_prompt(line);
    constexpr std::size_t longest = 300;
    if (line.size() > longest || line.find('=') == std::string_view::npos) return;
    const std::vector<std::string> parts = parts_between_equals(line);
    if (parts.size() < 2) return;
    const std::string name = joined_words(parts[0], 4);
    if (name.empty()) return;
    for (std::size_t i = 1; i < parts.size(); ++i)
        for (const char c : parts[i])
            if (is_letter(c)) {
                all.push_back({number, name, parts[i]});
                break;
            }
}

/// Adds what is stated between backquotes in a line, each pair by itself.
inline void add_stated_in_sentence(std::string_view line, std::size_t number, std::vector<stated_formula>& all) {
    for (std::size_t open = line.find('`'); open != std::string_view::npos;) {
        const std::size_t close = line.find('`', open + 1);
        if (close == std::string_view::npos) return;
        add_stated(line.substr(open + 1, close - open - 1), number, all);
        open = line.find('`', close + 1);
    }
}

/// Everything that the lines of a document state. The caller finds out which of it is a formula of a matrix.
inline std::vector<stated_formula> find_stated(std::string_view document) {
    constexpr std::size_t most = 10'000;
    std::vector<stated_formula> all;
    std::size_t number = 0;
    for (std::size_t at = 0; at < document.size() && all.size() < most;) {
        const std::size_t end = std::min(document.find('\n', at), document.size());
        const std::string_view line = document.substr(at, end - at);
        add_stated(line.substr(0, line.find("\\begin{")), ++number, all);
        add_stated_in_sentence(line, number, all);
        at = end + 1;
    }
    return all;
}

}  // namespace detail

}  // namespace heed
