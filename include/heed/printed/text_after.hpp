// SPDX-License-Identifier: BSL-1.0
// What stands after a matrix: the end, the rest of a call, a power of ten, or what is refused.
#pragma once

#include <heed/printed/beside.hpp>
#include <heed/printed/environment.hpp>

#include <cstddef>

namespace heed::detail {

/// Reads on from the end of a matrix. `c` stands after what belongs to it then.
class text_after {
public:
    constexpr text_after(const cursor& text, const surroundings& how, const neighbours& before)
        : c_(text), how_(how), b_(before), after_bracket_(text.at != 0 && text.text[text.at - 1] == ']') {}

    constexpr neighbours read() {
        while (!b_.is_refused() && !b_.product && step()) {
        }
        return b_;
    }
    constexpr std::size_t end() const { return c_.at; }

private:
    constexpr void refuse(printed_mistake what, std::size_t end) { b_.refuse(what, c_.at, end); }
    constexpr void refuse_rest() {
        const std::size_t line = end_of_line(c_);
        refuse(printed_mistake::text_beside, line);
    }

    /// Whether something was read that lets the matrix go on.
    constexpr bool step() {
        const bool touches = !blank_before_;
        blank_before_ = skip_blank(c_);
        if (blank_before_) return true;
        if (c_.done()) return false;
        if (c_.peek() == '\n') {
            if (how_.document && !how_.math && b_.open == 0) return false;
            ++c_.at;
            blank_before_ = true;
            return true;
        }
        if (c_.peek() == '\\') return command();
        if (b_.open != 0 && c_.peek() == ',') return skip_arguments();
        if (c_.peek() == ')' && b_.open != 0) {
            --b_.open;
            ++c_.at;
            return true;
        }
        if (c_.peek() == '/') return divide();
        if (c_.peek() == '*' || c_.length_of("\xC3\x97") != 0 || c_.length_of("\xC2\xB7") != 0 ||
            c_.length_of("\xE2\x8B\x85") != 0)
            return multiply();
        if (c_.peek() == '^' || (c_.peek() == '_' && !is_shape()) ||
            (touches && (c_.peek() == '[' || c_.peek() == '(')))
            return refuse_rest(), false;
        if (c_.peek() == '_') {
            ++c_.at;
            skip_group(c_, '{', '}');
            return true;
        }
        if (c_.peek() == '\'' && touches && !how_.quoted) return refuse_rest(), false;
        if (c_.peek() == '.' && is_letter(c_.peek(1))) return refuse_rest(), false;
        if (c_.peek() == '+' || c_.peek() == '@' || minus_length(c_) != 0) return refuse_rest(), false;
        if (c_.peek() == '}' || c_.peek() == '{') {
            ++c_.at;
            return how_.math;
        }
        const character other = character_at(c_);
        if (is_operator_sign(other.code) || (is_transpose_sign(other.code) && (touches || how_.math)) || compares())
            return refuse_rest(), false;
        const bool raised = raised_digit(other.code) >= 0 || (other.code < 0x2000 && is_other_letter(other.code));
        if (raised || (touches && (is_letter(c_.peek()) || is_digit(c_.peek()) || c_.peek() == '%')))
            return refuse_rest(), false;
        const bool name = is_letter(c_.peek()) || is_digit(c_.peek()) || c_.peek() == '(' || c_.peek() == '[';
        if (name && (how_.math || b_.open != 0)) refuse_rest();
        return false;
    }

    /// % 2, > 2, & M, == B with a second operand, and no comment, no tag of HTML, no column of a table.
    constexpr bool compares() const {
        const char c = c_.peek();
        if (c == '<' && command_length({c_.text, c_.at, c_.end}, "<sup") != 0) return true;
        if (!is_one_of(c, "%<>&|=!") || (c == '=' && c_.peek(1) != '=') || (c == '!' && c_.peek(1) != '='))
            return false;
        if ((how_.math && (c == '&' || c == '%')) || (c == '<' && (is_letter(c_.peek(1)) || c_.peek(1) == '/')))
            return false;
        if (c == '&' && (is_letter(c_.peek(1)) || c_.peek(1) == '#')) return false;  // &nbsp;
        if (c == '|' && how_.bar) return false;
        if (c == '|')
            for (std::size_t i = 1; c_.at + i < c_.end && c_.peek(i) != '\n'; ++i)
                if (c_.peek(i) == '|') return false;
        const bool two = c_.peek(1) == '=' || c_.peek(1) == c;
        return begins_operand({c_.text, c_.at + (two ? 2U : 1U), c_.end});
    }

    constexpr bool is_shape() const {
        cursor inside = c_;
        ++inside.at;
        if (inside.peek() != '{') return false;
        inside.accept("{");
        if (!is_digit(inside.peek())) return false;
        inside.at += count_digits(inside);
        skip_blanks(inside);
        return accept_command(inside, "\\times") || inside.accept("\xC3\x97");
    }

    /// , dtype=float32) with parentheses and quotes inside.
    constexpr bool skip_arguments() {
        while (!c_.done() && b_.open != 0) {
            if (c_.peek() == '(') ++b_.open;
            if (c_.peek() == ')') --b_.open;
            ++c_.at;
        }
        return true;
    }

    constexpr bool take_factor(cursor next, long long sign) {
        long long power = 0;
        bool other = false;
        skip_ignored(next);
        const std::size_t begin = next.at;
        const bool minus = accept_minus(next);
        if (!read_factor(next, power, other) && !(sign > 0 && read_fraction(next, power, other))) {
            if (next.length_of("\\begin") != 0) {
                b_.product = true;
                return false;
            }
            return refuse_rest(), false;
        }
        if (other) return refuse(printed_mistake::factor, next.at > begin ? next.at : begin), false;
        if (minus) b_.negative = !b_.negative;
        fold(b_, sign * power);
        c_ = next;
        return true;
    }

    constexpr bool divide() {
        if (c_.peek(1) == '/') {  // a comment of C++, or the whole quotient of Python
            if (after_bracket_ && begins_operand({c_.text, c_.at + 2, c_.end})) refuse_rest();
            return false;
        }
        if (c_.peek(1) == '>') return false;
        return take_factor({c_.text, c_.at + 1, c_.end}, -1);
    }

    constexpr bool multiply() {
        const bool star = c_.peek() == '*';
        const std::size_t length = !star ? character_at(c_).length : c_.peek(1) == '*' ? 2 : 1;
        cursor after{c_.text, c_.at + length, c_.end};
        skip_blanks(after);
        const bool operand = is_letter(after.peek()) || is_digit(after.peek()) || is_one_of(after.peek(), ".[(-\\");
        if (star && !how_.math && b_.open == 0 && (after.done() || !operand)) return false;  // of emphasis
        if (star && length == 2) return refuse_rest(), false;
        return take_factor({c_.text, c_.at + length, c_.end}, 1);
    }

    constexpr bool command() {
        if (!how_.math && (c_.length_of("\\)") != 0 || c_.length_of("\\]") != 0)) return false;
        if (c_.length_of("\\\\") != 0 || c_.length_of("\\)") != 0 || c_.length_of("\\]") != 0) return false;
        cursor next = c_;
        if (accept_command(next, "\\times", "\\cdot", "\\ast")) return take_factor(next, 1);
        if (accept_command(next, "\\begin")) {
            const environment_name name = name_in_braces(next);
            b_.product = is_matrix(c_.text, name);
            return false;
        }
        if (accept_command(next, "\\end", "\\quad", "\\qquad", "\\tag", "\\label", "\\approx", "\\equiv", "\\in",
                           "\\to", "\\rightarrow", "\\Rightarrow", "\\implies", "\\mapsto", "\\sim", "\\leq", "\\geq",
                           "\\ne", "\\neq", "\\nonumber", "\\notag", "\\text", "\\textbf", "\\textit", "\\mbox",
                           "\\hspace", "\\vspace", "\\longrightarrow", "\\xrightarrow", "\\hline", "\\iff", "\\par",
                           "\\item"))
            return false;
        next = c_;
        if (accept_command(next, "\\odot", "\\otimes", "\\oplus", "\\ominus", "\\oslash", "\\circ", "\\div", "\\bmod",
                           "\\pmod", "\\mod", "\\pm", "\\mp", "\\star", "\\bullet", "\\cap", "\\cup", "\\wedge",
                           "\\land", "\\lor", "\\vee", "\\boxdot", "\\boxtimes", "\\setminus", "\\top", "\\dagger",
                           "\\intercal"))
            return refuse_rest(), false;
        if (skip_decoration(c_)) return true;
        if (how_.math || b_.open != 0) refuse_rest();
        return false;
    }

    cursor c_;
    surroundings how_;
    neighbours b_;
    bool after_bracket_;
    bool blank_before_ = false;
};

}  // namespace heed::detail
