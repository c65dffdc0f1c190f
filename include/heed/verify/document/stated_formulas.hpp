// SPDX-License-Identifier: BSL-1.0
// The formulas that a document itself states for its matrices: "weights = softmax(scores) =" before the numbers, or a
// line of code, weights = softmax(scores), above them.
#pragma once

#include <heed/printed/find_tables.hpp>
#include <heed/verify/document/table_names.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heed {

/// What a document says that a name is.
struct stated_formula {
    std::size_t line = 0;   ///< of the document, from 1
    std::string name{};     ///< as a matrix with that text before it is called
    std::string formula{};  ///< as it is written there
};

namespace detail {

/// Between the = of a line, outside of parentheses: {"W", "softmax(S, axis=1)"} of "W = softmax(S, axis=1) =". Nothing
/// where two of them stand side by side, as in a comparison.
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

/// What one line says: "weights = softmax(scores) =" two things of it, a name and a formula. Formulas have a letter.
inline void add_stated(std::string_view line, std::size_t number, std::vector<stated_formula>& all) {
    for (const std::string_view prompt : {">>> ", "> ", "# ", "- "})
        if (line.substr(0, prompt.size()) == prompt) line.remove_prefix(prompt.size());
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

/// What stands between backquotes in a line, each by itself.
inline void add_stated_in_sentence(std::string_view line, std::size_t number, std::vector<stated_formula>& all) {
    for (std::size_t open = line.find('`'); open != std::string_view::npos;) {
        const std::size_t close = line.find('`', open + 1);
        if (close == std::string_view::npos) return;
        add_stated(line.substr(open + 1, close - open - 1), number, all);
        open = line.find('`', close + 1);
    }
}

/// All that the lines of a document say. Which of it is a formula of its matrices, who asks finds out.
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
