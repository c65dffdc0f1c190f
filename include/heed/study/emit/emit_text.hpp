// SPDX-License-Identifier: BSL-1.0
// Writes lines of C or C++: indentation, comments, line breaks, and numbers that keep their bits.
#pragma once

#include <heed/study/emit/emit_dialect.hpp>
#include <heed/study/text/loop_id.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace heed::detail::emitted {

/// The maximum length of a line.
inline constexpr std::size_t line_length = 96;

/// Writes lines in the language of the file.
class c_writer {
public:
    explicit c_writer(const dialect& d = c_dialect) : dialect_(d) {}

    const dialect& language() const { return dialect_; }

    /// Lines from here on belong to this loop.
    void mark(const loop_id& id) { now_ = id; }
    /// To another part of the same kernel.
    void mark(loop_part part) { now_.part = part; }

    /// A line with a remark at its end, or on the line before it if there is no room.
    void spelled(const std::string& code, const std::string& note = "") {
        const std::string indent(4 * depth_, ' ');
        const std::string behind = note.empty() ? "" : ' ' + (dialect_.comment_begin + note + dialect_.comment_end);
        const bool has_room = indent.size() + code.size() + behind.size() <= line_length;
        if (!has_room && !note.empty()) comment(note, indent);
        if (has_room)
            append(indent + code + behind + '\n');
        else
            wrap(indent, indent + "    ", code, true);
    }
    /// Lines that are indented already; long ones are wrapped.
    void lines(const std::string& text) {
        for (std::size_t begin = 0, end = 0; begin < text.size(); begin = end + 1) {
            end = text.find('\n', begin);
            const std::size_t words = std::min(text.find_first_not_of(' ', begin), end);
            const std::string indent(words - begin, ' ');
            wrap(indent, indent + "    ", text.substr(words, end - words), true);
        }
    }
    void indent() { ++depth_; }
    void outdent() { --depth_; }
    void open(const std::string& head) {
        spelled(head.empty() ? "{" : head + " {");
        ++depth_;
    }
    /// A loop over a single statement.
    void loop(const std::string& head, const std::string& statement) {
        spelled(head);
        ++depth_;
        spelled(statement);
        --depth_;
    }
    /// An empty line, except at the beginning of a block.
    void blank() {
        if (text_.size() < 2 || text_[text_.size() - 2] != '{') append("\n");
    }
    void comment(const std::string& words) { comment(harmless(words), std::string(4 * depth_, ' ')); }
    /// A comment whose lines stay separate; continuations of long ones are indented.
    void begin_header() { append(dialect_.header_begin); }
    void header_line(const std::string& words, const std::string& further = "") {
        const std::string begin = dialect_.header_line;
        if (words.empty())
            append(begin + '\n');
        else
            wrap(begin + ' ', begin + ' ' + further, harmless(words), false);
    }
    void end_header() { append(dialect_.header_end); }
    void close() {
        --depth_;
        spelled("}");
    }
    /// Ends a function, at the beginning of which arguments that it does not use are cast to void.
    void close_function(const std::vector<std::string>& arguments) {
        const std::size_t body = text_.find("{\n") + 2;
        const std::string casts = casts_of_unused(arguments, text_.substr(body));
        const auto lines_of = [](const std::string& text) { return std::count(text.begin(), text.end(), '\n'); };
        loops_.insert(loops_.begin() + lines_of(text_.substr(0, body)), static_cast<std::size_t>(lines_of(casts)),
                      loop_id());
        text_.insert(body, casts);
        close();
    }
    void append(const std::string& text) {
        text_ += text;
        for (const char c : text)
            if (c == '\n') loops_.push_back(now_);
    }
    const std::string& text() const { return text_; }
    /// The loop of each line.
    const std::vector<loop_id>& loops() const { return loops_; }

private:
    void comment(const std::string& words, const std::string& indent) {
        const std::size_t last = text_.size() < 2 ? 0 : text_.rfind('\n', text_.size() - 2) + 1;
        if (dialect_.respells && text_.compare(last, indent.size() + 2, indent + "//") == 0)
            append(indent + "//\n");  // so that two comments stay separate
        wrap(indent + dialect_.comment_begin, indent + dialect_.comment_line, words + dialect_.comment_end, false);
    }

    /// Comments contain names that users choose: removes what would end or nest a comment or continue on the next line.
    static std::string harmless(std::string words) {
        words = replaced(replaced(words, "*/", "* /"), "/*", "/ *");
        for (char& c : words)
            if (c == '\\' || c == '\n' || c == '\r') c = ' ';
        return words;
    }
    /// Wraps a long line: comments between words, code where the nesting of brackets is lowest.
    void wrap(std::string start, const std::string& next, std::string rest, bool is_code) {
        while (start.size() + rest.size() > line_length) {
            const std::size_t room = line_length > start.size() ? line_length - start.size() : 0;
            std::size_t at = is_code ? best_break(rest, room) : rest.rfind(' ', room);
            if (at != std::string::npos && rest.compare(at, std::string::npos, " */") == 0)
                at = rest.rfind(' ', at - 1);
            if (at == std::string::npos) at = rest.find(' ', room);
            if (at == std::string::npos) break;
            append(start + rest.substr(0, at) + '\n');
            rest = rest.substr(at + 1);
            start = next;
        }
        append(start + rest + '\n');
    }

    /// The best space to break at: after an operator or before ? and :, preferably in the second half of the line.
    static std::size_t best_break(const std::string& code, std::size_t room) {
        std::size_t best = std::string::npos;
        int depth = 0, best_depth = 0;
        bool is_string = false;
        for (std::size_t i = 0; i < code.size() && i <= room; ++i) {
            if (code[i] == '"') is_string = !is_string;
            if (is_string) continue;
            if (code[i] == '(' || code[i] == '[') ++depth;
            if (code[i] == ')' || code[i] == ']') --depth;
            if (i == 0 || i + 1 == code.size() || code[i] != ' ') continue;
            const bool at_choice = code[i + 1] == '?' || code[i + 1] == ':';
            const bool after_comma = code[i - 1] == ',';
            const bool after_operator =
                i > 1 && std::string("+-*/=|&<>").find(code[i - 1]) != std::string::npos && !is_letter(code[i - 2]);
            if (!at_choice && !after_comma && !after_operator) continue;
            if (best == std::string::npos || depth <= best_depth || best < room / 2) {
                best = i;
                best_depth = depth;
            }
        }
        return best;
    }

    const dialect& dialect_;
    std::string text_;
    std::vector<loop_id> loops_;
    loop_id now_{};
    std::size_t depth_ = 0;
};

/// How numbers of the emitted function are written: `float` with the suffix f, or `double`.
struct number_type {
    const char* name;
    const char* suffix;
    bool is_float;

    std::size_t bytes() const { return is_float ? 4 : 8; }

    std::string literal(double x) const {
        if (x != x) return "NAN";
        if (x - x != 0) return x < 0 ? "-INFINITY" : "INFINITY";
        char digits[40];
        const bool is_whole = x > -1e6 && x < 1e6 && static_cast<double>(static_cast<long long>(x)) == x;
        if (is_whole) std::snprintf(digits, sizeof(digits), "%.0f", x);
        for (int places = 1; places <= 17 && !is_whole; ++places) {
            std::snprintf(digits, sizeof(digits), "%.*g", places, x);
            const double read =
                is_float ? static_cast<double>(std::strtof(digits, nullptr)) : std::strtod(digits, nullptr);
            if (read == x) break;
        }
        std::string text = digits;
        if (text.find_first_of(".e") == std::string::npos) text += ".0";
        return text + suffix;
    }
};

/// A number with all of its bits.
inline std::string hex(double x) {
    char digits[40];
    std::snprintf(digits, sizeof(digits), "%a", x);
    return digits;
}

/// A C expression and its precedence.
struct expression {
    enum binding { choice, either, both, comparison, sum, product, sign, word };
    std::string text;
    binding level = word;

    std::string inside(binding at_least) const { return level >= at_least ? text : '(' + text + ')'; }
};

/// a op b, with parentheses that keep the order of evaluation, because sums and products round.
inline expression infix(const expression& a, const char* op, const expression& b, expression::binding level) {
    const auto tighter = static_cast<expression::binding>(level + 1);
    return {a.inside(level) + ' ' + op + ' ' + b.inside(tighter), level};
}

inline std::string count_loop(const std::string& variable, std::size_t size) {
    return "for (int " + variable + " = 0; " + variable + " < " + std::to_string(size) + "; ++" + variable + ')';
}

/// a + b; either may be empty.
inline std::string sum_of(const std::string& a, const std::string& b) {
    return a.empty() ? b : b.empty() ? a : a + " + " + b;
}

/// step * variable; empty if either is empty or 0.
inline std::string scaled_index(const std::string& variable, std::size_t step) {
    if (variable.empty() || step == 0) return "";
    if (step == 1) return variable;
    return (variable.find(' ') == std::string::npos ? variable : '(' + variable + ')') + " * " + std::to_string(step);
}

}  // namespace heed::detail::emitted
