// SPDX-License-Identifier: BSL-1.0
// What code of MATLAB, Octave, Julia and R binds its names to. Where a name may have another value than a statement
// says, the reason is said in words.
#pragma once

#include <heed_check/document/code_bindings.hpp>
#include <heed_check/document/code_places.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heed::detail {

/// The length of a prompt of these languages at the beginning of a line; 0 if there is none.
inline std::size_t prompt_of_arrays(std::string_view line, code_language language) {
    if (language == code_language::r) return line.substr(0, 2) == "> " ? 2 : 0;
    if (line.substr(0, 7) == "julia> ") return 7;
    if (line.substr(0, 3) == ">> ") return 3;
    return line.substr(0, 7) == "octave:" && line.find("> ") < 14 ? line.find("> ") + 2 : 0;
}

/// The position of a character outside of brackets and texts; a ' behind an operand transposes it.
inline std::size_t find_in_arrays(std::string_view text, char wanted) {
    std::size_t depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i], before = i > 0 ? text[i - 1] : ' ';
        const bool transposes = c == '\'' && (formula_scanner::is_word(before) || is_one_of(before, ")]}.'"));
        if (c == '"' || (c == '\'' && !transposes)) {
            const std::size_t close = text.find(c, i + 1);
            i = close == std::string_view::npos ? i : close;
            continue;
        }
        if (c == wanted && depth == 0) return i;
        depth += is_one_of(c, "([{") ? 1 : 0;
        depth -= is_one_of(c, ")]}") && depth > 0 ? 1 : 0;
    }
    return std::string_view::npos;
}

class array_code {
public:
    explicit array_code(code_language language) : language_(language) {}

    /// The bindings of the statements of a line, which has no prompt.
    std::vector<code_binding> read(std::string_view line, std::size_t number) {
        line_ = number;
        bindings_.clear();
        const bool r = language_ == code_language::r;
        line = line.substr(0, line.find_first_of(r ? "#" : "#%"));
        for (;;) {
            const std::size_t end = std::min(find_in_arrays(line, ';'), line.size());
            if (const std::string text = trimmed_code(line.substr(0, end)); !text.empty()) statement(text);
            if (end == line.size()) return bindings_;
            line.remove_prefix(end + 1);
        }
    }

private:
    void bind(std::string_view name, const std::string& value, const std::string& doubt = "") {
        const std::string place = depth_ == 0 ? "" : std::string(name) + " is stated in a loop, a branch or a function";
        if (is_name(name)) bindings_.push_back({line_, std::string(name), value, place.empty() ? doubt : place});
    }

    void statement(const std::string& text) {
        const std::string_view word = first_word(text);
        bool opens = false;
        for (const std::string_view one : {"for", "while", "if", "function", "switch", "try", "parfor", "begin", "let",
                                           "repeat", "macro", "module", "struct"})
            opens = opens || word == one;
        if (language_ == code_language::r) return statement_of_r(text, opens);
        if (word == "end" || word == "endfor" || word == "endif" || word == "endfunction" || word == "endwhile")
            depth_ -= depth_ == 0 ? 0 : 1;
        if (word == "function") define(text.substr(8, std::min(text.find('('), text.size()) - 8));
        const std::size_t comma = opens && word != "function" ? find_in_arrays(text, ',') : std::string::npos;
        depth_ += opens ? 1 : 0;
        if (comma == std::string::npos)
            assign(text);
        else
            statement(trimmed_code(std::string_view(text).substr(comma + 1)));  // for i = 1:3, S = S * 2
        depth_ -= opens && depth_ > 0 && text.size() > 4 && text.substr(text.size() - 4) == " end" ? 1 : 0;
    }
    /// Blocks are in braces, or one statement.
    void statement_of_r(const std::string& text, bool opens) {
        const auto open = static_cast<std::size_t>(std::count(text.begin(), text.end(), '{'));
        const auto close = static_cast<std::size_t>(std::count(text.begin(), text.end(), '}'));
        depth_ += opens ? 1 : 0;
        assign(text);
        depth_ -= opens ? 1 : 0;
        depth_ = depth_ + open - std::min(depth_ + open, close);
    }
    void define(std::string_view header) {
        const std::size_t equals = header.find('=');
        const std::string name = trimmed_code(equals == std::string_view::npos ? header : header.substr(equals + 1));
        bind(name, "", "a function called " + name + " is defined in the document");
    }

    void assign(const std::string& text) {
        const std::size_t sign = assignment_of(text);
        if (sign == std::string::npos) return change_arguments(text);
        const std::size_t length = text[sign] == '<' ? (text[sign + 1] == '<' ? 3 : 2) : 1;
        std::string target = trimmed_code(std::string_view(text).substr(0, sign));
        const std::string value = trimmed_code(std::string_view(text).substr(sign + length));
        if (value.empty() || target.empty()) return;
        const bool makes_function = value.compare(0, 8, "function") == 0 || value.compare(0, 2, "@(") == 0 ||
                                    value.find("->") != std::string::npos;
        if (is_name(target))
            return bind(target, makes_function ? "" : value,
                        makes_function ? "a function called " + target + " is defined in the document" : "");
        if (target[0] == '[' || find_in_arrays(target, ',') != std::string::npos) {
            std::replace_if(
                target.begin(), target.end(), [](char c) { return c == '[' || c == ']' || c == ' '; }, ',');
            for (const std::string_view one : arguments_of(target))
                bind(one, "", std::string(one) + " is one of several results of " + shortened(text));
            return;
        }
        const std::string name(first_word(target));
        const char next = name.size() < target.size() ? target[name.size()] : ' ';
        if (next == '(' || next == '[')
            bind(name, "", name + " is changed, or a function called " + name + " is defined, by " + shortened(text));
        else
            bind(name, "", name + " is changed by " + shortened(text));
    }
    /// The position of = or <-, in no comparison; npos if there is none.
    std::size_t assignment_of(const std::string& text) const {
        if (language_ == code_language::r)
            if (const std::size_t arrow = text.find("<-"); arrow != std::string::npos)
                return arrow > 0 && text[arrow - 1] == '<' ? arrow - 1 : arrow;
        const std::size_t i = find_in_arrays(text, '=');
        if (i == std::string::npos || text.compare(i, 2, "==") == 0) return std::string::npos;
        return i > 0 && is_one_of(text[i - 1], "<>~!") ? std::string::npos : i;
    }
    /// fill!(S, 0) of Julia
    void change_arguments(const std::string& text) {
        const std::size_t mark = text.find("!(");
        if (mark == std::string::npos) return;
        const std::size_t close = closing_bracket(text, mark + 1);
        for (const std::string_view one : arguments_of(std::string_view(text).substr(mark + 2, close - mark - 2)))
            bind(one, "", std::string(one) + " is changed by " + shortened(text));
    }

    code_language language_;
    std::vector<code_binding> bindings_{};
    std::size_t depth_ = 0, line_ = 0;
};

}  // namespace heed::detail
