// SPDX-License-Identifier: BSL-1.0
// Reads the text after a matrix: its end, the rest of a call, a power of ten, or something that is refused.
#pragma once

#include <heed/printed/beside.hpp>
#include <heed/printed/beside_words.hpp>
#include <heed/printed/calls_behind.hpp>
#include <heed/printed/dashes.hpp>
#include <heed/printed/entities.hpp>
#include <heed/printed/environment.hpp>
#include <heed/printed/operations_behind.hpp>
#include <heed/printed/tags.hpp>

#include <cstddef>

namespace heed::detail {

/// Reads on from the end of a matrix. Afterwards `c` is after the text that belongs to it.
class text_after {
public:
    constexpr text_after(const cursor& text, const surroundings& how, const neighbours& before)
        : c_(text),
          how_(how),
          b_(before),
          begin_(text.at),
          after_bracket_(text.at != 0 && text.text[text.at - 1] == ']'),
          blank_before_(how.block) {}

    constexpr neighbours read() {
        if (b_.whole && !has_whole_numbers(c_.text, begin_)) refuse_rest();
        while (!b_.is_refused() && !b_.product && step()) {
        }
        if (how_.document && !b_.is_refused() && !b_.product && b_.open == 0 && is_operated_beyond_marks())
            refuse_rest();
        return b_;
    }
    constexpr std::size_t end() const { return c_.at; }

private:
    constexpr void refuse(printed_mistake what, std::size_t end) { b_.refuse(what, c_.at, end); }
    constexpr void refuse_rest() {
        const std::size_t line = end_of_line(c_);
        refuse(printed_mistake::text_beside, line);
    }

    /// Reads one token; false if the matrix ends before it.
    constexpr bool step() {
        const bool touches = !blank_before_;
        blank_before_ = skip_blank(c_) || skip_entity_blank(c_);
        if (blank_before_) return true;
        if (c_.done()) return false;
        if (c_.peek() == '\n') {
            if (how_.document && b_.open == 0 && (!how_.math || is_blank_line({c_.text, c_.at + 1, c_.end})))
                return false;
            ++c_.at;
            blank_before_ = true;
            return true;
        }
        if (how_.math && c_.peek() == '~') {  // a blank
            ++c_.at;
            blank_before_ = true;
            return true;
        }
        if (c_.peek() == '\\') return command();
        if (b_.open > b_.plain && c_.peek() == ',') return skip_arguments();
        if (b_.open != 0 && is_one_of(c_.peek(), ",]")) return false;  // the next item of a tuple
        if (c_.peek() == ')' && b_.open != 0) {
            --b_.open;
            if (b_.plain > b_.open) b_.plain = b_.open;
            ++c_.at;
            return true;
        }
        if (c_.peek() == '.' && touches && c_.text[c_.at - 1] == ')' && skip_call()) return true;
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
        if (c_.peek() == '.' && (is_letter(c_.peek(1)) || is_pointed_operator(c_, how_.quoted, how_.math)))
            return refuse_rest(), false;
        if (is_mark_of_dashes()) return false;
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
        if (how_.math ? !may_follow_in_math(other.code) : how_.document && !may_follow(other.code, touches))
            refuse_rest();
        return false;
    }

    /// Whether nothing is on a line: a formula ends there.
    static constexpr bool is_blank_line(cursor c) {
        skip_blanks(c);
        return !c.done() && (c.peek() == '\n' || c.peek() == '\r');
    }

    /// Whether an arrow or a run of dashes ends the matrix: [[1, 2]] -> B, [[1, 2]] -- the weights.
    constexpr bool is_mark_of_dashes() const {
        if (how_.math || !how_.document || b_.open > b_.plain) return false;
        const std::size_t run = dashes_length(c_);
        return arrow_length(c_) != 0 || (run > minus_length(c_) && blank_length({c_.text, c_.at + run, c_.end}) != 0);
    }

    constexpr bool skip_entity_blank(cursor& c) const {
        const character entity = how_.math ? character{0, 0} : entity_at(c);
        if (entity.length == 0 || !is_blank_character(entity.code)) return false;
        c.at += entity.length;
        return true;
    }

    /// Whether an operation follows the marks that close around the matrix: `[[1, 2]]` * 3, <b>[[1,
    /// 2]]</b><sup>T</sup>.
    constexpr bool is_operated_beyond_marks() const {
        cursor c = c_;
        bool blank = false;
        for (std::size_t dollars = 0; !c.done();) {
            const tag t = tag_at(c);
            if (t.sort == tag_sort::raised) return true;
            if (is_one_of(c.peek(), ".,;") && is_operated_behind_mark({c.text, c.at + 1, c.end}, c.peek())) return true;
            const bool closes =
                is_one_of(c.peek(), "`\"") || (c.peek() == '$' && dollars++ == 0) ||
                (c.peek() == '*' && !blank && c.at != c_.end && !begins_operand({c.text, c.at + 1, c.end}));
            blank = skip_blank(c) || skip_entity_blank(c);
            if (blank) continue;
            if (t.sort == tag_sort::inside)
                c.at += t.length;
            else if (closes)
                ++c.at;
            else
                break;
        }
        if (c.at == c_.at || c.done()) return false;
        if (c.peek() == '^' || change_numbers(c) || (!blank && c.peek() == '.' && is_letter(c.peek(1))) ||
            (!blank && c.peek() == '[' && is_digit(c.peek(1))))
            return true;
        if (is_letter(c.peek())) return is_operation_in_words(c) && blank;
        const character entity = entity_at(c), sign = entity.length != 0 ? entity : character_at(c);
        if (is_transpose_sign(sign.code) || raised_digit(sign.code) >= 0) return !blank;
        cursor next = c;
        const bool operates = is_operator_sign(sign.code) || is_one_of(c.peek(), "*+/@") || minus_length(c) != 0 ||
                              entity.code == 0x2212 ||
                              accept_command(next, "\\times", "\\cdot", "\\ast", "\\odot", "\\otimes");
        return operates && begins_operand({c.text, next.at > c.at ? next.at : c.at + sign.length, c.end});
    }

    /// Signs that end a formula or relate the matrix to what follows it.
    constexpr bool may_follow_in_math(unsigned code) const {
        return code < 0x80 ? is_one_of(c_.peek(), "&$,.;:=<>)]%") : is_relation_sign(code) || code >= 0x2E80;
    }

    /// Signs that continue with words, end a sentence, or only affect the layout.
    constexpr bool may_follow(unsigned code, bool touches) const {
        const char c = c_.peek();
        cursor next{c_.text, c_.at + 1, c_.end};
        const bool blank = skip_blank(next);
        skip_blanks(next);
        const bool number = is_digit(next.peek()) || (next.peek() == '.' && is_digit(next.peek(1)));
        const bool bracket = !next.done() && is_one_of(next.peek(), "[{(");
        if (code >= 0x80)
            return code >= 0x2E80 ? !is_other_digit(code)
                                  : is_mark_after(code) ||
                                        (!touches && (is_other_letter(code) || (code >= 0x2600 && code < 0x2715)));
        if (is_letter(c)) return !is_operation_in_words(c_) && !begins_with_unit(c_);
        if (is_digit(c)) {
            cursor number_at = c_;
            while (is_digit(number_at.peek()) || number_at.peek() == '.') ++number_at.at;
            return blank_length(number_at) != 0 && is_letter(number_at.peek(1));
        }
        switch (c) {
            case '.': return !is_digit(c_.peek(1));
            case ',': return (blank || !number) && (!bracket || is_list_of_lists());
            case '!':
            case ':': return !number && !bracket;
            case '|':
            case '~': return !touches && c != '~';
            case '[': return c_.peek(1) == '^' || is_letter(c_.peek(1));
            case '%': return is_letter(next.peek());
            case '&': return is_harmless_entity(touches);
            case '(': return !change_numbers(c_);
            case '<': return is_letter(c_.peek(1)) || c_.peek(1) == '/' || c_.peek(1) == '!';
            default: return is_one_of(c, ";?$`\"')]>=#*");
        }
    }

    constexpr bool is_list_of_lists() const {
        return begin_ > 1 && is_one_of(c_.text[begin_ - 1], "]}") && is_one_of(c_.text[begin_ - 2], "]}, \n");
    }

    constexpr bool is_harmless_entity(bool touches) const {
        const character entity = entity_at(c_);
        const unsigned code = entity.code;
        if (code == '\'' && touches && !how_.quoted) return false;  // a transpose sign
        if ((code == '<' || code == '>') && begins_operand({c_.text, c_.at + entity.length, c_.end})) return false;
        return is_mark_after(code) || is_blank_character(code) ||
               (code < 0x80 && is_one_of(static_cast<char>(code), "\"'<>"));
    }

    /// Whether % 2, > 2, & M or == B with a second operand follows, and not a comment, an HTML tag or a table column.
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
            for (std::size_t i = c_.peek(1) == '|' ? 2 : 1; c_.at + i < c_.end && c_.peek(i) != '\n'; ++i)
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

    /// Skips arguments such as , dtype=float32) with nested parentheses and quotes. Those that may change the numbers
    /// or their shape are refused.
    constexpr bool skip_arguments() {
        const std::size_t outer = b_.open;
        while (!c_.done() && b_.open > b_.plain) {
            if (c_.peek() == ',' && b_.open == outer && !b_.prints && !is_harmless_argument()) {
                refuse_rest();
                return false;
            }
            if (is_one_of(c_.peek(), "([{<")) ++b_.open;
            if (is_one_of(c_.peek(), ")]}>")) --b_.open;
            ++c_.at;
        }
        return true;
    }

    /// Skips a call such as .float(). Only a document may hold .unsqueeze(0): other texts have the shape that they
    /// show.
    constexpr bool skip_call() {
        cursor next = c_;
        const call_behind what = take_call_behind(next, begin_);
        if (what == call_behind::other || (what == call_behind::adds_an_axis && !how_.document)) return false;
        b_.new_axes += what == call_behind::adds_an_axis ? 1U : 0U;
        c_ = next;
        return true;
    }

    /// Whether the argument after this comma leaves the matrix unchanged.
    constexpr bool is_harmless_argument() const {
        cursor c{c_.text, c_.at + 1, c_.end};
        skip_blanks_and_lines(c);
        if (c.done() || c.peek() == ')' || c.peek() == '#' || c.peek() == ',') return true;
        const std::size_t begin = c.at;
        while (is_letter(c.peek()) || c.peek() == '_') ++c.at;
        const cursor name{c.text, begin, c.at};
        skip_blanks(c);
        const bool prose = name.at != name.end && is_letter(c.peek()) && c.at > name.end;
        if (c.peek() != '=' || name.at == name.end) return prose || is_harmless_type({c_.text, begin, c_.end}, begin_);
        ++c.at;
        skip_blanks(c);
        const auto is = [&](const auto& word) {
            cursor n = name;
            return accept_word(n, word) && n.done();
        };
        if (is("dtype")) return is_harmless_type(c, begin_);
        if (is("shape")) return !b_.shapes && c.peek() == '(';
        return is_letter(name.text[name.at]) &&
               (is("device") || is_name(name, "requires_grad") || is_name(name, "grad_fn") || is("copy") ||
                is("order") || is("name") || is_name(name, "weak_type") || is("numpy") || is_name(name, "pin_memory") ||
                is("trainable") || is("columns") || is("index") || is("layout") || is("subok") || is("sharding"));
    }
    constexpr bool take_factor(cursor next, long long sign) {
        long long power = 0;
        bool other = false;
        skip_ignored(next);
        const std::size_t begin = next.at;
        const bool minus = accept_minus(next);
        if (!read_factor(next, power, other) && !(sign > 0 && read_fraction(next, power, other))) {
            if (next.length_of("\\begin") != 0 || !brace_matrix_name(next).is_empty()) {
                b_.product = true;
                return false;
            }
            return refuse_rest(), false;
        }
        if (other) return refuse(printed_mistake::factor, next.at > begin ? next.at : begin), false;
        if (minus) b_.negative = !b_.negative;
        multiply_by_ten_to(b_, sign * power);
        c_ = next;
        return true;
    }

    constexpr bool divide() {
        if (c_.peek(1) == '/') {  // a C++ comment, or Python's integer quotient
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
        if (star && !how_.math && b_.open == 0 && (after.done() || !operand)) return false;  // emphasis
        if (star && length == 2) return refuse_rest(), false;
        if (star && after_bracket_ && !how_.math && (b_.array == 0 || b_.open >= b_.array) && is_whole_power(after))
            return refuse(printed_mistake::repeated_list, end_of_line(c_)), false;
        return take_factor({c_.text, c_.at + length, c_.end}, 1);
    }

    constexpr bool command() {
        if (c_.length_of("\\\\") != 0 && goes_on_below({c_.text, c_.at + 2, c_.end}, how_.math))
            return refuse_rest(), false;
        if (c_.peek(1) == '\n' || (c_.peek(1) == '\r' && c_.peek(2) == '\n')) {
            if (goes_on_below({c_.text, c_.at + 1, c_.end}, how_.math)) refuse_rest();
            return false;
        }
        cursor norm = c_;
        if (accept_norm(norm)) return refuse_rest(), false;
        if (!how_.math && (c_.length_of("\\)") != 0 || c_.length_of("\\]") != 0)) return false;
        if (c_.length_of("\\\\") != 0 || c_.length_of("\\)") != 0 || c_.length_of("\\]") != 0) return false;
        cursor next = c_;
        if (accept_command(next, "\\times", "\\cdot", "\\ast")) return take_factor(next, 1);
        if (!brace_matrix_name(next).is_empty()) {
            b_.product = true;
            return false;
        }
        if (accept_command(next, "\\begin")) {
            const environment_name name = name_in_braces(next);
            b_.product = is_matrix(c_.text, name);
            return false;
        }
        if (accept_command(next, "\\end", "\\quad", "\\qquad", "\\tag", "\\label", "\\approx", "\\equiv", "\\in",
                           "\\to", "\\rightarrow", "\\Rightarrow", "\\implies", "\\mapsto", "\\sim", "\\leq", "\\geq",
                           "\\ne", "\\neq", "\\nonumber", "\\notag", "\\text", "\\textbf", "\\textit", "\\mbox",
                           "\\hspace", "\\vspace", "\\longrightarrow", "\\xrightarrow", "\\hline", "\\iff", "\\par",
                           "\\item", "\\cr", "\\tabularnewline", "\\caption", "\\centering", "\\small",
                           "\\footnotesize", "\\medskip", "\\bigskip")) {
            if (is_operated_behind_space(c_)) refuse_rest();
            return false;
        }
        next = c_;
        if (accept_command(next, "\\odot", "\\otimes", "\\oplus", "\\ominus", "\\oslash", "\\circ", "\\div", "\\bmod",
                           "\\pmod", "\\mod", "\\pm", "\\mp", "\\star", "\\bullet", "\\cap", "\\cup", "\\wedge",
                           "\\land", "\\lor", "\\vee", "\\boxdot", "\\boxtimes", "\\setminus", "\\top", "\\dagger",
                           "\\intercal"))
            return refuse_rest(), false;
        const bool left = !how_.math && divides_from_left(c_);
        if (!left && skip_decoration(c_)) return true;
        if (left || how_.math || b_.open != 0) refuse_rest();
        return false;
    }

    cursor c_;
    surroundings how_;
    neighbours b_;
    std::size_t begin_;
    bool after_bracket_;
    bool blank_before_;
};

}  // namespace heed::detail
