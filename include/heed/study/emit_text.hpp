// SPDX-License-Identifier: BSL-1.0
// Lines of C: indentation, comments, line breaks, names that do not clash, numbers that keep their bits.
#pragma once

#include <heed/study/loop_id.hpp>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace heed::detail::emitted {

/// Columns of a line, at most.
inline constexpr std::size_t line_length = 96;

inline bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
inline bool is_digit(char c) { return c >= '0' && c <= '9'; }

class c_writer {
public:
    /// Lines from here on are about this loop.
    void mark(const loop_id& id) { now_ = id; }
    /// About another part of the same kernel.
    void mark(loop_part part) { now_.part = part; }

    void line(const std::string& text) {
        wrap(std::string(4 * depth_, ' '), std::string(4 * depth_ + 4, ' '), text, true);
    }
    /// An empty line, but not at the beginning of a block.
    void blank() {
        if (text_.size() < 2 || text_[text_.size() - 2] != '{') append("\n");
    }
    void comment(const std::string& words) {
        const std::string indent(4 * depth_, ' ');
        wrap(indent + "/* ", indent + "   ", words + " */", false);
    }
    /// A line of a comment that goes over several.
    void comment_line(const std::string& words, const std::string& next = " * ") { wrap(" * ", next, words, false); }
    void open(const std::string& head) {
        line(head.empty() ? "{" : head + " {");
        ++depth_;
    }
    void close() {
        --depth_;
        line("}");
    }
    /// A loop over one statement.
    void loop(const std::string& head, const std::string& statement) {
        line(head);
        ++depth_;
        line(statement);
        --depth_;
    }
    void append(const std::string& text) {
        text_ += text;
        for (const char c : text)
            if (c == '\n') loops_.push_back(now_);
    }
    const std::string& text() const { return text_; }
    /// For each line the loop that it is about.
    const std::vector<loop_id>& loops() const { return loops_; }

private:
    /// A line, broken where it is too long: comments between words, code where brackets are fewest.
    void wrap(std::string start, const std::string& next, std::string rest, bool is_code) {
        while (start.size() + rest.size() > line_length) {
            const std::size_t room = line_length > start.size() ? line_length - start.size() : 0;
            std::size_t at = is_code ? best_break(rest, room) : rest.rfind(' ', room);
            if (at == std::string::npos) at = rest.find(' ', room);
            if (at == std::string::npos) break;
            append(start + rest.substr(0, at) + '\n');
            rest = rest.substr(at + 1);
            start = next;
        }
        append(start + rest + '\n');
    }

    /// A space after an operator or before ? and :, in the second half of the line if there is one.
    static std::size_t best_break(const std::string& code, std::size_t room) {
        std::size_t best = std::string::npos;
        int depth = 0, best_depth = 0;
        for (std::size_t i = 0; i < code.size() && i <= room; ++i) {
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

    std::string text_;
    std::vector<loop_id> loops_;
    loop_id now_{};
    std::size_t depth_ = 0;
};

/// Some text as an identifier of C.
inline std::string as_identifier(const std::string& text) {
    std::string name;
    for (const char c : text) name += is_letter(c) || is_digit(c) ? c : '_';
    if (name.empty() || is_digit(name[0])) name.insert(0, "x");
    return name;
}

/// Names that are taken.
class names {
public:
    void claim(const std::string& name) { taken_.push_back(name); }
    bool is_free(const std::string& name) const {
        for (const std::string& other : taken_)
            if (other == name) return false;
        return true;
    }
    /// The name, or with a number where it is taken.
    std::string unused(const std::string& wanted) const {
        if (is_free(wanted)) return wanted;
        for (int i = 2;; ++i) {
            const std::string numbered = wanted + '_' + std::to_string(i);
            if (is_free(numbered)) return numbered;
        }
    }
    std::string claim_unused(const std::string& wanted) {
        claim(unused(wanted));
        return taken_.back();
    }
    std::size_t size() const { return taken_.size(); }
    void forget_after(std::size_t size) { taken_.resize(size); }

private:
    std::vector<std::string> taken_;
};

/// How numbers of the emitted function are written: `float` with an f behind them, or `double`.
struct number_type {
    const char* name;
    const char* suffix;
    bool is_float;

    std::size_t bytes() const { return is_float ? 4 : 8; }

    std::string literal(double x) const {
        if (x != x) return "NAN";
        if (x - x != 0) return x < 0 ? "-INFINITY" : "INFINITY";
        char digits[40];
        for (int places = 1; places <= 17; ++places) {
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

/// Every bit of a number.
inline std::string hex(double x) {
    char digits[40];
    std::snprintf(digits, sizeof(digits), "%a", x);
    return digits;
}

inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

/// A C expression and how tightly it binds.
struct expression {
    enum binding { choice, either, both, comparison, sum, product, sign, word };
    std::string text;
    binding level = word;

    std::string inside(binding at_least) const { return level >= at_least ? text : '(' + text + ')'; }
};

/// a op b, associated as it was computed: sums and products of numbers round.
inline expression infix(const expression& a, const char* op, const expression& b, expression::binding level) {
    const auto tighter = static_cast<expression::binding>(level + 1);
    return {a.inside(level) + ' ' + op + ' ' + b.inside(tighter), level};
}

inline std::string count_loop(const std::string& variable, std::size_t size) {
    return "for (int " + variable + " = 0; " + variable + " < " + std::to_string(size) + "; ++" + variable + ')';
}

/// a + b where either may be nothing.
inline std::string sum_of(const std::string& a, const std::string& b) {
    return a.empty() ? b : b.empty() ? a : a + " + " + b;
}

/// step * variable where either may be nothing.
inline std::string scaled_index(const std::string& variable, std::size_t step) {
    if (variable.empty() || step == 0) return "";
    if (step == 1) return variable;
    return (variable.find(' ') == std::string::npos ? variable : '(' + variable + ')') + " * " + std::to_string(step);
}

}  // namespace heed::detail::emitted
