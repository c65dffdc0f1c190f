// SPDX-License-Identifier: BSL-1.0
// The language of code in a document: as its container names it, or as its lines show it.
#pragma once

#include <heed_check/document/code_lines.hpp>
#include <heed_check/document/table_names.hpp>
#include <heed_check/tables/small_letters.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace heed::detail {

/// none: not said, or output; other: one of which nothing is known.
enum class code_language : unsigned char { none, python, matlab, julia, r, other };

/// Whether a language has its own signs for matrices. Octave is read as MATLAB.
inline bool is_of_arrays(code_language language) {
    return language == code_language::matlab || language == code_language::julia || language == code_language::r;
}

/// Whether two pieces of code have names of their own. What is in words is of both.
inline bool is_of_another_language(code_language one, code_language other) {
    return one != other && one != code_language::none && other != code_language::none;
}

/// A directive that holds code: {code-cell} ipython3 of MyST, .. code-cell:: ipython3 of reStructuredText.
struct code_directive {
    std::string_view name{};
    bool runs = false;                             ///< its code is run
    code_language language = code_language::none;  ///< where it names none

    /// What is behind it in a line that begins with it; none where it does not.
    std::optional<std::string_view> in_myst(std::string_view line) const { return behind(line, "{", "}"); }
    std::optional<std::string_view> in_restructured(std::string_view line) const { return behind(line, ".. ", "::"); }

private:
    std::optional<std::string_view> behind(std::string_view line, const char* open, const char* close) const {
        const std::string mark = open + std::string(name) + close;
        if (line.substr(0, mark.size()) != mark) return std::nullopt;
        return line.substr(mark.size());
    }
};
inline constexpr code_directive code_directives[] = {{"code-block"},
                                                     {"code"},
                                                     {"sourcecode"},
                                                     {"prompt"},
                                                     {"highlight"},
                                                     {"code-cell", true},
                                                     {"jupyter-execute", true, code_language::python},
                                                     {"ipython", true, code_language::python},
                                                     {"testcode", true, code_language::python}};

/// The language that the first word of an info string names: ```python, {.julia}, [language=Python].
inline code_language language_named(std::string_view info) {
    const std::string_view words = info.substr(std::min(info.find_first_not_of(" \t"), info.size()));
    for (const code_directive& d : code_directives) {
        const std::optional<std::string_view> rest = d.in_myst(words);
        if (!rest) continue;
        info = *rest;
        if (info.find_first_not_of(" \t") == std::string_view::npos) return d.language;
    }
    const std::string word =
        in_small_letters(first_word(info.substr(std::min(info.find_first_not_of(" \t{.[\"'"), info.size()))));
    for (const std::string_view python : {"python", "py", "python3", "ipython", "ipython3", "pycon", "ipythonconsole",
                                          "pytb", "doctest", "sage", "pycode", "pyconsole", "pythoncode"})
        if (word == python) return code_language::python;
    for (const std::string_view matlab : {"matlab", "octave", "m"})
        if (word == matlab) return code_language::matlab;
    for (const std::string_view julia : {"julia", "jl", "jldoctest"})
        if (word == julia) return code_language::julia;
    if (word == "r" || word == "rscript") return code_language::r;
    for (const std::string_view none :
         {"", "text", "txt", "plain", "plaintext", "none", "output", "out", "console", "math", "latex", "tex"})
        if (word == none) return code_language::none;
    return code_language::other;
}

/// What lines show that are no code for certain: words are in between.
enum class around_code : unsigned char { words, container };

/// Whether only Python has such a line; in a container of code, whether it is likely.
class python_signs {
public:
    explicit python_signs(around_code where) : where_(where) {}

    bool are_in(std::string_view line) const {
        if (begins_prompted(line)) return true;
        const std::string text = trimmed_code(line.substr(0, line.find(" #")));
        const std::string_view word = first_word(text);
        if (word == "def" || word == "class") return text.back() == ':' || text.find("):") != std::string::npos;
        if (word == "import") return is_list_of_names(std::string_view(text).substr(6));
        if (word == "from") return is_import(std::string_view(text).substr(4));
        if (word == "print") return text.size() > 6 && text[5] == '(' && is_closed(text, 5);
        if (word == "for" && text.back() == ':') return is_loop(text);
        if (word == "with" && text.size() > 3) return text.substr(text.size() - 2) == "):";
        return where_ == around_code::container && is_likely(text, word);
    }

private:
    /// numpy as np, math
    static bool is_list_of_names(std::string_view text) {
        for (const std::string_view item : arguments_of(text)) {
            std::size_t words = 0;
            for (std::size_t at = 0; at < item.size(); ++words) {
                const std::size_t end = std::min(item.find(' ', at), item.size());
                if (item.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_. ") !=
                    std::string_view::npos)
                    return false;
                if (words == 1 && item.substr(at, end - at) != "as") return false;
                at = std::min(item.find_first_not_of(' ', end), item.size());
            }
            if (words != 1 && words != 3) return false;
        }
        return !text.empty();
    }
    /// torch import nn: but not "from what we import here"
    static bool is_import(std::string_view text) {
        const std::size_t import = text.find(" import ");
        return import != std::string_view::npos && import > 1 && text.find(' ', 1) == import;
    }
    static bool is_closed(std::string_view text, std::size_t open) {
        const std::size_t end = std::min(text.find_last_not_of(" ;"), text.size() - 1);
        return closing_bracket(text, open) >= end;
    }
    /// for i in range(3): for i, j in pairs: but not "for each row in the table:"
    static bool is_loop(std::string_view text) {
        const std::size_t in = text.find(" in ");
        if (in == std::string_view::npos || in < 4) return false;
        for (const std::string_view name : arguments_of(text.substr(3, in - 3)))
            if (name.find(' ') != std::string_view::npos) return false;
        return true;
    }
    static bool is_likely(std::string_view text, std::string_view word) {
        if (text.empty()) return false;
        for (const std::string_view begins : {"if", "elif", "else", "while", "try", "except", "finally"})
            if (word == begins && text.back() == ':') return true;
        const std::size_t equals = find_outside(text, '=');
        if (word.empty() || equals == std::string_view::npos || equals + 1 >= text.size() || text[equals + 1] == '=')
            return false;
        const std::string value = trimmed_code(text.substr(equals + 1));
        if (value.empty() || value[0] == '=' || value.back() == '=') return false;
        const bool item =
            text.substr(word.size(), 1) == "[" && value[0] != '[' && find_outside(value, '=') == std::string::npos;
        const char before = equals > 0 ? text[equals - 1] : ' ';
        const bool operates = std::string_view("+-*/@").find(before) != std::string_view::npos && equals > word.size();
        return item || operates || calls_module(value);
    }
    /// np.exp(, F.softmax(
    static bool calls_module(std::string_view text) {
        for (std::size_t dot = text.find('.'); dot != std::string_view::npos; dot = text.find('.', dot + 1)) {
            const std::string_view call = first_word(text.substr(dot + 1));
            if (find_module(word_before(text, dot)) != nullptr && !call.empty() && !begins_as_array(call) &&
                text.substr(dot + 1 + call.size(), 1) == "(")
                return true;
        }
        return false;
    }
    /// torch.tensor([[...]]) may be output, in words.
    static bool begins_as_array(std::string_view call) {
        return call == "tensor" || call == "Tensor" || call == "array";
    }

    around_code where_;
};

}  // namespace heed::detail
