// SPDX-License-Identifier: BSL-1.0
// The statements of lines of MATLAB, Octave, Julia and R: without prompts and comments, cut at the signs that part
// them.
#pragma once

#include <heed_check/document/code_language.hpp>
#include <heed_check/document/code_lines.hpp>
#include <heed_check/document/name_text.hpp>

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
/// Which of MATLAB and Julia has such a prompt.
inline code_language language_of_prompt(std::string_view line) {
    return line.substr(0, 5) == "julia" ? code_language::julia : code_language::matlab;
}

/// The position of the quote that closes the one at `open`; npos if there is none.
inline std::size_t end_of_text(std::string_view code, std::size_t open, code_language language) {
    for (std::size_t i = open + 1; i < code.size(); ++i) {
        const bool escapes = code[i] == '\\' && language != code_language::matlab;
        i += escapes ? 1 : 0;
        if (escapes || code[i] != code[open]) continue;
        if (language != code_language::matlab || code.substr(i + 1, 1) != code.substr(open, 1)) return i;
        ++i;  // 'it''s'
    }
    return std::string_view::npos;
}

/// Calls at(i, depth) for each character that is in no text, with the depth of brackets before it; stops where it
/// returns true, with that i, else with npos. A ' behind an operand transposes it, but not in R. Braces are brackets,
/// but not in R, where they hold statements.
template <class At>
std::size_t find_in_arrays(std::string_view code, code_language language, const At& at) {
    const bool r = language == code_language::r;
    std::size_t depth = 0;
    for (std::size_t i = 0; i < code.size(); ++i) {
        const char c = code[i], before = i > 0 ? code[i - 1] : ' ';
        const bool transposes = c == '\'' && !r && (formula_scanner::is_word(before) || is_one_of(before, ")]}.'"));
        if (c == '"' || (c == '\'' && !transposes)) {
            const std::size_t close = end_of_text(code, i, language);
            if (close != std::string_view::npos) {
                i = close;
                continue;
            }
        }
        if (at(i, depth)) return i;
        depth += is_one_of(c, r ? "([" : "([{") ? 1 : 0;
        depth -= is_one_of(c, r ? ")]" : ")]}") && depth > 0 ? 1 : 0;
    }
    return std::string_view::npos;
}

/// Takes comments out of lines, also those that go over several.
class array_comments {
public:
    explicit array_comments(code_language language) : language_(language) {}

    std::string without(std::string_view line) {
        if (language_ == code_language::julia) return without_in_julia(line);
        if (language_ == code_language::matlab && is_block_sign(line)) return "";
        const bool matlab = language_ == code_language::matlab;
        const auto begins = [&](std::size_t i, std::size_t) { return is_one_of(line[i], matlab ? "%#" : "#"); };
        return open_ != 0 ? "" : std::string(line.substr(0, find_in_arrays(line, language_, begins)));
    }
    bool is_open() const { return open_ != 0 || in_text_; }

private:
    /// %{ and %}, in lines of their own
    bool is_block_sign(std::string_view line) {
        const std::string sign = trimmed_code(line);
        if (sign.size() != 2 || !is_one_of(sign[0], "%#") || !is_one_of(sign[1], "{}")) return false;
        open_ += sign[1] == '{' ? 1 : 0;
        open_ -= sign[1] == '}' && open_ > 0 ? 1 : 0;
        return true;
    }
    /// #= ... =# in each other, and """ ... """
    std::string without_in_julia(std::string_view line) {
        std::string rest;
        for (std::size_t i = 0; i < line.size(); ++i) {
            const auto begins = [&](std::string_view sign) { return line.substr(i, sign.size()) == sign; };
            const bool opens = begins("#="), closes = open_ != 0 && begins("=#");
            if (begins("\"\"\"") && open_ == 0) {
                in_text_ = !in_text_;
                rest += "\"\"";
                i += 2;
            } else if (!in_text_ && (opens || closes)) {
                open_ = opens ? open_ + 1 : open_ - 1;
                ++i;
            } else if (in_text_ || open_ != 0) {
                continue;
            } else if (line[i] == '#') {
                break;
            } else {
                const std::size_t close = line[i] == '"' ? end_of_text(line, i, language_) : std::string_view::npos;
                const bool sign = line.substr(i, 3) == "'#'";
                const std::size_t length = sign ? 3 : close == std::string_view::npos ? 1 : close + 1 - i;
                rest += line.substr(i, length);
                i += length - 1;
            }
        }
        return rest;
    }

    code_language language_;
    std::size_t open_ = 0;  ///< comments that are not closed
    bool in_text_ = false;  ///< in a text of several lines
};

/// A line cut at semicolons, of MATLAB at commas too, of R at braces, which are statements of their own.
inline std::vector<std::string> array_statements(std::string_view line, code_language language) {
    std::vector<std::string> all;
    std::size_t begin = 0;
    const auto add = [&](std::size_t end) {
        if (const std::string one = trimmed_code(line.substr(begin, end - begin)); !one.empty()) all.push_back(one);
        begin = end + 1;
    };
    find_in_arrays(line, language, [&](std::size_t i, std::size_t depth) {
        const char c = line[i];
        const bool brace = language == code_language::r && is_one_of(c, "{}");
        if (depth != 0 || !(c == ';' || brace || (c == ',' && language == code_language::matlab))) return false;
        add(i);
        if (brace) all.emplace_back(1, c);
        return false;
    });
    add(line.size());
    return all;
}

}  // namespace heed::detail
