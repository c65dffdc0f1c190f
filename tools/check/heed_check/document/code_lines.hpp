// SPDX-License-Identifier: BSL-1.0
// The statements of Python code: lines without comments, joined inside of brackets, strings and behind a backslash, and
// cut at semicolons.
#pragma once

#include <heed_check/formula/scanner.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed::detail {

/// One statement, without blanks at its ends.
struct code_statement {
    std::size_t line = 0;     ///< the one in which it begins
    std::size_t indent = 0;   ///< of that line
    bool begins_line = true;  ///< it is not behind a semicolon
    std::string text{};
};

inline std::string trimmed_code(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos) return "";
    return std::string(text.substr(begin, text.find_last_not_of(" \t\r") + 1 - begin));
}

/// Calls at(i) for each character of code that is in no string, with the depth of brackets before it; stops where it
/// returns true, with that i, else with npos.
template <class At>
std::size_t find_in_code(std::string_view text, const At& at) {
    std::size_t depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '"' || c == '\'') {
            while (++i < text.size() && text[i] != c) i += text[i] == '\\' ? 1 : 0;
            continue;
        }
        if (at(i, depth)) return i;
        if (c == '(' || c == '[' || c == '{') ++depth;
        if (c == ')' || c == ']' || c == '}') depth -= depth == 0 ? 0 : 1;
    }
    return std::string_view::npos;
}
/// Whether a list has numbers side by side, as NumPy prints them: [0.5 -1.25] is no Python.
inline bool has_numbers_side_by_side(std::string_view text) {
    const auto is_digit = [&](std::size_t i) { return i < text.size() && formula_scanner::is_digit(text[i]); };
    return find_in_code(text, [&](std::size_t i, std::size_t depth) {
               if (depth == 0 || text[i] != ' ' || i == 0 || !(is_digit(i - 1) || text[i - 1] == '.')) return false;
               std::size_t next = std::min(text.find_first_not_of(' ', i), text.size());
               if (next < text.size() && text[next] == '-') ++next;
               return is_digit(next);
           }) != std::string_view::npos;
}
inline std::size_t find_outside(std::string_view text, char wanted) {
    return find_in_code(text, [&](std::size_t i, std::size_t depth) { return depth == 0 && text[i] == wanted; });
}

/// The length of a prompt of Python at the beginning of a line: >>> , ... , In [3]: and the ...: of its further lines.
inline std::size_t prompt_of_python(std::string_view line) {
    for (const std::string_view prompt : {">>>", "..."})
        if (line.substr(0, 3) == prompt && (line.size() == 3 || line[3] == ' '))
            return std::min<std::size_t>(line.size(), 4);
    if (line.substr(0, 4) == "In [") {
        const std::size_t close = line.find_first_not_of("0123456789 ", 4);
        if (close != std::string_view::npos && line.substr(close, 2) == "]:")
            return std::min(close + (line.substr(close, 3) == "]: " ? 3 : 2), line.size());
    }
    const std::size_t dots = std::min(line.find_first_not_of(' '), line.size());
    if (dots >= 2 && line.substr(dots, 4) == "...:")
        return std::min(dots + (line.substr(dots, 5) == "...: " ? 5 : 4), line.size());
    return 0;
}
/// Whether a statement begins behind the prompt of a line.
inline bool begins_prompted(std::string_view line) {
    return prompt_of_python(line) != 0 && (line[0] == '>' || line[0] == 'I');
}

class code_lines {
public:
    /// session  code stands behind prompts: other lines are output, unless a bracket or a block is open
    void read(std::string_view line, std::size_t number, bool session) {
        const std::size_t prompt = session ? prompt_of_python(line) : 0;
        if (session && prompt == 0 && !is_open() &&
            !(in_block_ && !line.empty() && (line[0] == ' ' || line[0] == '\t'))) {
            in_block_ = false;
            return;
        }
        if (prompt != 0) {
            if (begins_prompted(line)) end(), runs_elsewhere_ = false;
            line.remove_prefix(prompt);
            const std::size_t last = line.find_last_not_of(" \t\r");
            in_block_ = last != std::string_view::npos && line[last] == ':';
        }
        if (!is_open()) begin(line = without_magic(line), number);
        scan(line);
        if (!is_open()) end();
    }
    /// The statements so far, also one that no bracket closes.
    std::vector<code_statement> take() {
        end();
        runs_elsewhere_ = false;
        return std::exchange(all_, {});
    }

private:
    bool is_open() const { return depth_ > 0 || !quote_.empty() || continued_; }

    /// The statement that a line with a magic of IPython runs: that of %time; none below %%timeit, %%bash and the like,
    /// which bind no names here.
    std::string_view without_magic(std::string_view line) {
        const std::string_view words = line.substr(std::min(line.find_first_not_of(" \t"), line.size()));
        const auto begins = [&](std::string_view magic) { return words.substr(0, magic.size()) == magic; };
        if (begins("%%"))
            runs_elsewhere_ = begins("%%timeit") || !(begins("%%time") || begins("%%capture") || begins("%%prun"));
        if (begins("%%") || runs_elsewhere_) return {};
        return begins("%time ") ? words.substr(6) : line;
    }
    void begin(std::string_view line, std::size_t number) {
        now_ = {.line = number, .indent = std::min(line.find_first_not_of(" \t"), line.size())};
    }
    void scan(std::string_view line) {
        continued_ = false;
        for (std::size_t i = 0; i < line.size(); ++i) {
            const char c = line[i];
            if (!quote_.empty()) {
                i += scan_string(line, i);
            } else if (c == '#') {
                break;
            } else if (c == '"' || c == '\'') {
                quote_ = std::string(line.substr(i, 3) == std::string(3, c) ? 3 : 1, c);
                now_.text += quote_;
                i += quote_.size() - 1;
            } else if (c == '\\' && line.find_first_not_of(" \t\r", i + 1) == std::string_view::npos) {
                continued_ = true;
                break;
            } else if (c == ';' && depth_ == 0) {
                add();
                now_.begins_line = false;
            } else {
                depth_ += c == '(' || c == '[' || c == '{' ? 1U : 0U;
                if (c == ')' || c == ']' || c == '}') depth_ -= depth_ == 0 ? 0 : 1;
                now_.text += c;
            }
        }
        if (quote_.size() == 1) quote_.clear();  // it should have been closed
        if (is_open()) now_.text += ' ';
    }
    /// How many characters more than one were read.
    std::size_t scan_string(std::string_view line, std::size_t i) {
        if (line.substr(i, quote_.size()) == quote_) {
            now_.text += quote_;
            return std::exchange(quote_, "").size() - 1;
        }
        const std::size_t length = line[i] == '\\' && i + 1 < line.size() ? 2 : 1;
        now_.text += line.substr(i, length);
        return length - 1;
    }
    void add() {
        code_statement s = now_;
        s.text = trimmed_code(now_.text);
        if (!s.text.empty()) all_.push_back(std::move(s));
        now_.text.clear();
    }
    void end() {
        add();
        depth_ = 0;
        quote_.clear();
        continued_ = false;
    }

    std::vector<code_statement> all_{};
    code_statement now_{};
    std::size_t depth_ = 0;
    std::string quote_{};  ///< that of the open string
    bool continued_ = false;
    bool runs_elsewhere_ = false;  ///< of a cell: none of its names are bound
    bool in_block_ = false;        ///< of a session: the last prompted line opens a block
};

}  // namespace heed::detail
