// SPDX-License-Identifier: BSL-1.0
// What stands before a matrix: a name and =, a call such as tensor(, a sign, a power of ten, or what is refused.
#pragma once

#include <heed/printed/beside.hpp>
#include <heed/printed/beside_words.hpp>

#include <cstddef>

namespace heed::detail {

/// One walk from left to right. A sign of relation, a comma or the end of a sentence begins anew: what stands before it
/// is not beside the matrix.
class text_before {
    /// What the last token is, where no sign of multiplication follows it.
    enum class operand : unsigned char { none, number, name, matrix };

public:
    constexpr text_before(const cursor& text, const surroundings& how, char bracket)
        : c_(text),
          how_(how),
          bracket_(bracket),
          operand_(how.matrix ? operand::matrix : operand::none),
          side_(text.at),
          line_begins_(!how.inside && !how.matrix) {}

    constexpr neighbours read() {
        while (!c_.done()) {
            const bool begins = line_begins_;
            const std::size_t at = token_ = c_.at;
            step();
            if (c_.at == at) ++c_.at;
            if (line_begins_ && begins && !blank_) line_begins_ = false;
            if (!blank_) last_ = c_.at;
        }
        const bool touches = last_ == c_.end;
        if (operand_ == operand::number && !how_.math) refuse(printed_mistake::text_beside);
        if (operand_ == operand::matrix && touches && !how_.math) refuse(printed_mistake::text_beside);
        if (operand_ == operand::name && (how_.math || (touches && bracket_ == '[')))
            refuse(printed_mistake::text_beside);
        const bool bar = last_ != 0 && last_ == bar_end_ && (touches || how_.math);
        if (function_ != 0 || operator_word_ || bar) refuse(printed_mistake::text_beside);
        while (b_.at < b_.end && is_one_of(c_.text[b_.at], " \n\t\r")) ++b_.at;
        return b_;
    }

private:
    constexpr void refuse(printed_mistake what) { b_.refuse(what, side_, c_.end); }

    constexpr void step() {
        blank_ = true;
        if (c_.peek() == '\n') return end_line();
        if (skip_blank(c_)) return;
        blank_ = false;
        was_pending_ = pending_;
        pending_ = false;
        was_number_ = operand_ == operand::number;
        operator_word_ = false;
        if (c_.peek() == '{' || c_.peek() == '}') pending_ = was_pending_;
        if (c_.peek() == '\\') return command();
        if (is_digit(c_.peek()) || (c_.peek() == '.' && is_digit(c_.peek(1)))) return number();
        if (c_.length_of("...") != 0 || (c_.peek() == '.' && is_sentence_end())) return begin_side(1);
        if (is_one_of(c_.peek(), "=:,;&|?!<>")) return relation();
        if (c_.peek() == '(') return open();
        if (c_.peek() == ')') return close();
        if (c_.peek() == '[') return index();
        if (c_.peek() == '*' || c_.length_of("\xC3\x97") != 0 || c_.length_of("\xC2\xB7") != 0 ||
            c_.length_of("\xE2\x8B\x85") != 0)
            return times();
        if (c_.peek() == '+' || minus_length(c_) != 0) return sign();
        if (c_.peek() == '/' || c_.peek() == '@' || c_.peek() == '^') return operation();
        if (c_.peek() == '$') {
            begin_side(1);
            return;
        }
        if (is_letter(c_.peek()) || c_.peek() == '_') return word();
        const character other = character_at(c_);
        if (is_other_digit(other.code)) {
            refuse(printed_mistake::text_beside);
            operand_ = operand::name;
            c_.at += other.length;
            return;
        }
        if (is_relation_sign(other.code) || other.code == 0x2026 ||
            (other.code >= 0x2E80 && !is_operator_sign(other.code)))
            return begin_side(other.length);  // scripts without blanks too
        if (is_other_letter(other.code)) return word();
        const bool remainder = other.code == '%' && operand_ == operand::name && !how_.math && c_.at > 0 &&
                               is_one_of(c_.text[c_.at - 1], " \t") && is_one_of(c_.peek(1), " \t");
        if (is_operator_sign(other.code) || remainder) refuse(printed_mistake::text_beside);  // a root, a sum
        const bool inverts = other.code == '~' && !how_.math && begins_token() && is_letter(c_.peek(1));
        if (inverts || (other.code >= 0x80 && !is_mark(other.code))) {
            refuse(printed_mistake::text_beside);
            operand_ = operand::name;
        }
        if (other.code == '~' && !how_.math) operand_ = operand::name;
        c_.at += other.length;
    }

    constexpr bool begins_token() const { return c_.at == 0 || is_one_of(c_.text[c_.at - 1], " \t\n(="); }

    constexpr bool is_sentence_end() const {
        cursor next{c_.text, c_.at + 1, c_.end};
        return next.done() || next.peek() == '\n' || blank_length(next) != 0;
    }

    /// The text from here on is what stands beside the matrix, or before it.
    constexpr void begin_side(std::size_t length) {
        c_.at += length;
        if (function_ != 0) return;
        b_.what = printed_mistake::none;
        b_.negative = false;
        b_.power = 0;
        operand_ = operand::none;
        words_ = 0;
        side_ = c_.at;
    }

    constexpr void end_line() {
        ++c_.at;
        cursor next = c_;
        skip_blanks(next);
        if (next.peek() == '\n') {  // a paragraph ends
            function_ = prose_ = plain_ = b_.open = 0;
            begin_side(0);
        }
        const bool finished = operand_ == operand::name || operand_ == operand::matrix;
        if (!how_.math && finished && b_.open == 0) begin_side(0);  // a line of its own
        line_begins_ = true;
    }

    constexpr void relation() {
        if (c_.length_of(">>>") != 0) {
            b_.session = true;
            return begin_side(3);
        }
        const char before = c_.at == 0 ? '\0' : c_.text[c_.at - 1];
        const bool bar = c_.peek() == '|';
        if (c_.peek() == '&' && was_pending_) {  // the next column of an alignment
            ++c_.at;
            pending_ = true;
            return;
        }
        const bool assigns = c_.peek() == '=' && is_one_of(before, "+-*/@") && before != '\0';
        begin_side(1);
        if (bar) bar_end_ = c_.at;
        if (assigns) b_.refuse(printed_mistake::text_beside, c_.at - 2, c_.at);  // x *= [[...]]
    }

    constexpr void command() {
        if (c_.peek(1) == '\n' || (c_.peek(1) == '\r' && c_.peek(2) == '\n')) {  // the line goes on
            pending_ = was_pending_;
            ++c_.at;
            return;
        }
        if (c_.length_of("\\\\") != 0 && (was_pending_ || (is_function_ && operand_ == operand::name))) {
            pending_ = true;
            c_.at += 2;
            return;
        }
        if (accept_norm(c_)) {
            refuse(printed_mistake::text_beside);
            operand_ = operand::name;
            return;
        }
        is_function_ = false;
        if (c_.accept("\\\\") || accept_command(c_, "\\approx", "\\equiv", "\\in", "\\to", "\\rightarrow",
                                                "\\Rightarrow", "\\implies", "\\mapsto", "\\sim", "\\qquad", "\\quad",
                                                "\\colon", "\\longrightarrow", "\\coloneqq", "\\leftarrow", "\\gets"))
            return begin_side(0);
        if (accept_command(c_, "\\begin", "\\end")) {
            skip_group(c_, '{', '}');
            return begin_side(0);
        }
        if (c_.length_of("\\[") != 0 || c_.length_of("\\(") != 0) return begin_side(2);
        if (accept_command(c_, "\\times", "\\cdot", "\\ast")) return multiply();
        long long power = 0;
        bool other = false;
        const std::size_t at = c_.at;
        if (read_fraction(c_, power, other)) return take_number(power, other, at);
        if (accept_command(c_, "\\text", "\\mathrm", "\\mathbf", "\\operatorname", "\\textbf", "\\mathit", "\\textit",
                           "\\mathsf", "\\mathcal", "\\mathbb", "\\boldsymbol", "\\bm", "\\textrm", "\\texttt",
                           "\\emph"))
            return words_in_braces();
        if (skip_decoration(c_)) {
            pending_ = was_pending_;
            return;
        }
        ++c_.at;
        is_function_ = c_.peek() >= 'a' && c_.peek() <= 'z';
        while (is_letter(c_.peek())) ++c_.at;
        add_name();
    }

    /// \text{Weights: } ends with a sign of relation.
    constexpr void words_in_braces() {
        const std::size_t begin = c_.at;
        skip_group(c_, '{', '}');
        std::size_t last = c_.at;
        while (last > begin && is_one_of(c_.text[last - 1], " }~")) --last;
        if (last > begin && is_one_of(c_.text[last - 1], ":=,")) return begin_side(0);
        is_function_ = begin + 1 < last && c_.text[begin + 1] >= 'a' && c_.text[begin + 1] <= 'z';
        for (std::size_t i = begin; i < last; ++i) is_function_ = is_function_ && c_.text[i] != ' ';
        add_name();
    }

    constexpr void number() {
        const std::size_t at = c_.at;
        long long power = 0;
        bool other = false;
        const bool bullet = line_begins_ && how_.document && !how_.math && operand_ == operand::none;
        if (!read_factor(c_, power, other)) return;
        const char last = c_.text[c_.at - 1];
        if (bullet && ((last == '.' && blank_length(c_) != 0) || (c_.peek() == ')' && b_.open == 0)))
            return begin_side(1);
        take_number(power, other, at);
    }

    constexpr void take_number(long long power, bool other, std::size_t at) {
        if (operand_ == operand::name && how_.math) return;  // part of a name, which is refused
        if (operand_ == operand::number) b_.refuse(printed_mistake::text_beside, at, c_.at);
        if (other) b_.refuse(printed_mistake::factor, at, c_.at);
        fold(b_, power);
        operand_ = operand::number;
    }

    constexpr void add_name() {
        if (!how_.math && operand_ != operand::name && function_ == 0) {  // prose
            begin_side(0);
            side_ = token_;
        }
        if (!how_.math && function_ == 0) {
            b_.open -= plain_;
            prose_ += plain_;
            plain_ = 0;
        }
        operand_ = operand::name;
        ++words_;
    }

    /// A word, or the name of a function: np.array(
    constexpr void word() {
        const operand before = operand_;
        std::size_t last = c_.at;
        const std::size_t begin = c_.at;
        while (!c_.done()) {
            const character next = character_at(c_);
            const bool name = is_letter(c_.peek()) || is_digit(c_.peek()) || c_.peek() == '_' ||
                              (next.code >= 0x80 && is_other_letter(next.code));
            const bool joint = (c_.peek() == '.' && is_letter(c_.peek(1))) || c_.length_of("::") != 0;
            if (!name && !joint) break;
            if (joint) last = c_.at + (c_.peek() == '.' ? 1U : 2U);
            c_.at += joint ? last - c_.at : next.length;
        }
        if (c_.peek() == '(') {
            if (is_constructor({c_.text, last, c_.at})) {
                if (before != operand::none && !(before == operand::name && !how_.math))
                    b_.refuse(printed_mistake::text_beside, begin, c_.at);
                operand_ = operand::none;
                see_constructor({c_.text, last, c_.at}, b_);
            } else if (function_ == 0) {
                function_ = b_.open + 1;
            }
            ++c_.at;
            ++b_.open;
            return;
        }
        if (before == operand::number && how_.math) b_.refuse(printed_mistake::text_beside, begin, c_.at);
        is_function_ = false;
        add_name();
        operator_word_ = !how_.math && is_operator_word({c_.text, begin, c_.at}, was_number_);
    }

    /// A parenthesis that is no call: in prose.
    constexpr void open() {
        if (operand_ == operand::name && words_ == 1 && function_ == 0) function_ = b_.open + 1;
        if (operand_ == operand::number) refuse(printed_mistake::text_beside);
        const bool prose = operand_ == operand::name && function_ == 0;
        ++(prose ? prose_ : b_.open);
        if (!prose) ++plain_;
        operand_ = operand::none;
        ++c_.at;
    }

    constexpr void close() {
        ++c_.at;
        if (prose_ != 0) {
            --prose_;
            operand_ = operand::name;
            words_ += 2;
            return;
        }
        if (b_.open == 0) return;
        if (function_ == b_.open) function_ = 0;
        if (plain_ != 0) --plain_;
        --b_.open;
        operand_ = operand::name;
        words_ += 2;
    }

    constexpr void index() {
        skip_group(c_, '[', ']');
        operand_ = operand::name;
    }

    constexpr void multiply() {
        pending_ = true;
        if (operand_ != operand::number && operand_ != operand::matrix) refuse(printed_mistake::text_beside);
        operand_ = operand::none;
    }

    /// Also a bullet, and the emphasis of Markdown.
    constexpr void times() {
        const bool star = c_.peek() == '*';
        const std::size_t length = !star ? character_at(c_).length : c_.peek(1) == '*' ? 2 : 1;
        const cursor after{c_.text, c_.at + length, c_.end};
        if (star && is_bullet(after)) return begin_side(length);
        c_.at += length;
        pending_ = how_.math || length == 1;
        if ((operand_ == operand::number || operand_ == operand::matrix) && (!star || length == 1)) {
            operand_ = operand::none;
        } else if (star && !how_.math && (operand_ == operand::none || emphasis_ || is_letter(after.peek()))) {
            emphasis_ = !emphasis_;
        } else {
            refuse(printed_mistake::text_beside);
        }
    }

    constexpr bool is_bullet(const cursor& after) const {
        return line_begins_ && how_.document && !how_.math && operand_ == operand::none && b_.open == 0 &&
               blank_length(after) != 0;
    }

    constexpr void sign() {
        const bool minus = c_.peek() != '+';
        const std::size_t length = minus ? minus_length(c_) : 1;
        const cursor after{c_.text, c_.at + length, c_.end};
        if (is_bullet(after)) return begin_side(length);
        if (operand_ != operand::none) refuse(printed_mistake::text_beside);
        // In printed text alone: a bullet or a minus
        if (!how_.math && !how_.document && line_begins_ && b_.open == 0 && blank_length(after) != 0)
            refuse(printed_mistake::text_beside);
        b_.negative = b_.negative != minus;
        pending_ = true;
        operand_ = operand::none;
        c_.at += length;
    }

    /// / is read between two powers of ten.
    constexpr void operation() {
        long long power = 0;
        bool other = false;
        cursor next{c_.text, c_.at + 1, c_.end};
        if (c_.peek() == '^' && operand_ == operand::name) {
            ++c_.at;
            return;
        }
        skip_blanks(next);
        if (c_.peek() == '/' && operand_ == operand::number && read_factor(next, power, other) && !other) {
            fold(b_, -power);
            c_ = next;
            return;
        }
        if (c_.peek() == '/' && c_.peek(1) == '/') {  // a comment of C++
            c_.at += 2;
            return begin_side(0);
        }
        refuse(printed_mistake::text_beside);
        operand_ = operand::none;
        pending_ = true;
        ++c_.at;
    }

    cursor c_;
    surroundings how_;
    char bracket_;
    neighbours b_{};
    operand operand_;
    std::size_t side_;          ///< where what stands beside the matrix begins
    std::size_t token_ = 0;     ///< where the last token begins
    std::size_t last_ = 0;      ///< after the last token
    std::size_t words_ = 0;     ///< names in a row
    std::size_t function_ = 0;  ///< the depth of the call of a function that is none of ours, from 1
    std::size_t prose_ = 0;     ///< parentheses of prose that are open
    std::size_t plain_ = 0;     ///< ... those of b_.open that are none of a call
    std::size_t bar_end_ = 0;   ///< after the last |
    bool line_begins_;
    bool pending_ = false;        ///< the last token is an operator, so that the next line belongs to it
    bool was_pending_ = false;    ///< ... the last but one
    bool was_number_ = false;     ///< a number stands before this token
    bool operator_word_ = false;  ///< the last token is a word such as times
    bool is_function_ = false;    ///< the last name may be that of a function
    bool blank_ = false;
    bool emphasis_ = false;
};

}  // namespace heed::detail
