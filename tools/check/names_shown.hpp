// SPDX-License-Identifier: BSL-1.0
// The names for which the output of a cell of a notebook is shown: Q at its end, Q, K as a tuple, print(Q).
#pragma once

#include "output_lines.hpp"

#include <heed/printed/find_tables.hpp>
#include <heed_check/document/table_names.hpp>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The names of what a text shows, in order; an empty name for an expression that has none.
struct names_shown {
    std::vector<std::string> names{};
    bool tuple = false;  ///< the text shows one tuple, or list, of them
};

/// A line of an output, by its number from 1.
struct output_line {
    std::string text{};
    std::size_t number = 0;
};

/// Whether a print shows two or more values.
inline bool prints_several(const std::vector<std::string_view>& arguments) {
    std::size_t values = 0;
    for (const std::string_view a : arguments) {
        const bool formatted = (a[0] == 'f' || a[0] == 'F') && a.size() > 1 && (a[1] == '"' || a[1] == '\'');
        const std::string_view word = heed::detail::first_word(a);
        const bool setting =
            (word == "end" || word == "sep" || word == "flush" || word == "file") && a.size() > word.size();
        if (formatted)
            values += static_cast<std::size_t>(std::count(a.begin(), a.end(), '{'));
        else if (a[0] != '"' && a[0] != '\'' && !setting)
            ++values;
    }
    return values > 1;
}

/// What the lines print, if each prints once: nothing where one stands in a loop, a branch or beside other code, and
/// where one print shows several values.
inline std::vector<std::string> names_printed(const std::vector<std::string>& source) {
    std::vector<std::string> names;
    for (const std::string& line : source) {
        const std::size_t begin = line.find_first_not_of(" \t");
        const std::size_t call = line.find("print(");
        if (call == std::string::npos || line[begin] == '#') continue;
        const std::string words = trimmed(line);
        if (call != 0 || words.back() != ')') return {};
        const auto arguments = heed::detail::arguments_of(std::string_view(words).substr(6, words.size() - 7));
        if (prints_several(arguments)) return {};
        const bool only_words = std::all_of(arguments.begin(), arguments.end(),
                                            [](std::string_view a) { return a[0] == '"' || a[0] == '\''; });
        if (!only_words) names.push_back(heed::detail::shown_name(words));
    }
    return names;
}

/// The names in an expression: one, or those of the items of a tuple or a list.
inline names_shown names_of_items(std::string_view expression) {
    const bool list = expression.size() > 2 && (expression[0] == '[' || expression[0] == '(');
    const std::string_view inside = list ? expression.substr(1, expression.size() - 2) : expression;
    std::vector<std::string> names;
    for (const std::string_view item : heed::detail::arguments_of(inside))
        names.push_back(heed::detail::name_of_expression(item));
    if (names.size() > 1) return {names, true};
    return {{heed::detail::name_of_expression(expression)}, false};
}

/// Gives the matrices of a text the names for which they are shown, where it is certain which is which.
class output_namer {
public:
    explicit output_namer(const std::string& text) : text_(text) {
        const std::string fence = fence_around(lines_of(text)) + '\n';
        found_ = heed::find_tables_and_skipped(fence + text + '\n' + fence);
        for (heed::found_table& t : found_.tables) t.begin -= std::min(t.begin, fence.size());
    }

    bool has_matrix() const {
        return std::any_of(found_.tables.begin(), found_.tables.end(), [](const auto& t) { return !t.error; });
    }

    /// The lines of the text with the names in them. If it is uncertain which matrix has which name, a line says so.
    std::vector<output_line> lines(const names_shown& shown) const {
        const std::vector<std::string> plain = lines_of(text_);
        const bool any = std::any_of(shown.names.begin(), shown.names.end(), [](const auto& n) { return !n.empty(); });
        const bool certain = any && is_certain(shown);
        std::vector<output_line> all;
        if (any && !certain && found_.tables.size() > 1) all.push_back({why_no_names(shown), 1});
        for (std::size_t i = 0, begin = 0; i < plain.size(); begin += plain[i++].size() + 1) {
            std::string line = plain[i];
            for (std::size_t t = found_.tables.size(); certain && t-- > 0;)
                if (const std::size_t at = found_.tables[t].begin; found_.tables[t].line == i + 2)
                    name(shown.names[t], line, at < begin ? 0 : at - begin, i + 1, all);
            all.push_back({without_block(line), i + 1});
        }
        return all;
    }

private:
    bool is_certain(const names_shown& shown) const {
        if (found_.tables.size() != shown.names.size()) return false;
        if (shown.tuple) return are_items();
        if (shown.names.size() == 1 && begins_as_tuple()) return false;
        return shown.names.size() == 1 || is_each_alone();
    }

    bool begins_as_tuple() const {
        const std::size_t begin = text_.find_first_not_of(" \n");
        return found_.tables.size() > 1 && begin != std::string::npos && text_[begin] == '(';
    }

    /// Whether each matrix is an item of the outermost brackets of the text, and there are no other items.
    bool are_items() const {
        const std::size_t open = text_.find_first_not_of(" \n"), close = text_.find_last_not_of(" \n");
        if (open == std::string::npos || (text_[open] != '(' && text_[open] != '[') || close <= open) return false;
        const std::string_view inside = std::string_view(text_).substr(open + 1, close - open - 1);
        const std::vector<std::string_view> items = heed::detail::arguments_of(inside);
        if (items.size() != found_.tables.size()) return false;
        for (std::size_t i = 0; i < items.size(); ++i) {
            const auto begin = static_cast<std::size_t>(items[i].data() - text_.data());
            const std::size_t place = found_.tables[i].begin;
            if (place < begin || place >= begin + items[i].size()) return false;
        }
        return true;
    }

    /// Whether each matrix of several prints begins a line of its own, in no tuple, and no other line has numbers.
    bool is_each_alone() const {
        std::set<std::size_t> lines;
        for (const heed::found_table& t : found_.tables) {
            const std::size_t line = text_.rfind('\n', t.begin == 0 ? 0 : t.begin - 1);
            const std::size_t begin = line == std::string::npos || t.begin == 0 ? 0 : line + 1;
            const std::string_view before = std::string_view(text_).substr(begin, t.begin - std::min(begin, t.begin));
            for (const std::string_view item : {"(array(", "[array(", "(tensor(", "[tensor("})
                if (before.find(item) != std::string_view::npos) return false;
            if (!lines.insert(t.line).second) return false;
        }
        return found_.skipped.empty() && std::all_of(found_.rest.begin(), found_.rest.end(),
                                                     [&](const auto& r) { return lines.count(r.line) != 0; });
    }

    std::string why_no_names(const names_shown& shown) const {
        std::string names;
        for (const std::string& name : shown.names)
            if (!name.empty()) names += (names.empty() ? "" : ", ") + name;
        return "(" + std::to_string(found_.tables.size()) +
               " matrices without names: it is not certain which of them are " + names + ")";
    }

    /// Puts the name before the array that has its bracket at `bracket`; on a line of its own before others, which may
    /// be rows of a table.
    static void name(const std::string& name, std::string& line, std::size_t bracket, std::size_t number,
                     std::vector<output_line>& all) {
        if (name.empty()) return;
        bracket = std::min(bracket, line.size());
        if (bracket == line.size() || line[bracket] != '[' || is_index(line, bracket))
            return all.push_back({name + " =", number});
        const std::string before = line.substr(0, bracket);
        const std::size_t last = before.find_last_not_of(" \t");
        const bool array = last == std::string::npos || before[last] == '(' || before[last] == '=';
        if (array && before.find('<') != std::string::npos)
            line = name + " = " + line;
        else if (array)
            line.insert(begin_of_item(before), name + " = ");
        else
            all.push_back({name + " =", number});
    }

    /// [1] of R is an index.
    static bool is_index(const std::string& line, std::size_t bracket) {
        const std::size_t end = std::min(line.find_first_not_of("0123456789", bracket + 1), line.size());
        return end > bracket + 1 && line.compare(end, 2, "] ") == 0;
    }

    /// Where the call at the end of a text begins: array( after the bracket of a list or a tuple.
    static std::size_t begin_of_item(const std::string& before) {
        std::size_t at = before.find_last_not_of(" \t(=") + 1;
        while (at > 0 && (std::isalnum(static_cast<unsigned char>(before[at - 1])) != 0 || before[at - 1] == '_' ||
                          before[at - 1] == '.'))
            --at;
        return at;
    }

    const std::string& text_;
    heed::document_tables found_{};
};
