// SPDX-License-Identifier: BSL-1.0
// The state of a walk over the text before a matrix: the last operand, signs and factors.
#pragma once

#include <heed/printed/beside.hpp>
#include <heed/printed/dashes.hpp>
#include <heed/printed/entry.hpp>
#include <heed/printed/text_cursor.hpp>

#include <cstddef>

namespace heed::detail {

class side_operands {
protected:
    /// The kind of the last token, if no multiplication sign follows it.
    enum class operand : unsigned char { none, number, name, matrix };

    constexpr side_operands(const cursor& text, const surroundings& how)
        : c_(text),
          how_(how),
          operand_(how.matrix ? operand::matrix : operand::none),
          side_(text.at),
          line_begins_(!how.inside && !how.matrix) {}

    constexpr void refuse(printed_mistake what) { b_.refuse(what, side_, c_.end); }

    /// Begins anew: only the text from here on belongs to the matrix.
    constexpr void begin_side(std::size_t length) {
        c_.at += length;
        if (function_ != 0) return;
        b_.what = printed_mistake::none;
        b_.negative = false;
        b_.power = 0;
        operand_ = operand::none;
        factor_ = repeats_ = expects_operand_ = false;
        words_ = 0;
        side_ = c_.at;
        assigned_ = factor_of_assigned_ = false;
    }

    /// Handles a relation that the left side does not have to the matrix.
    constexpr void deny(std::size_t length) {
        const std::size_t at = c_.at;
        begin_side(length);
        b_.refuse(printed_mistake::text_beside, at, c_.at);
    }

    /// Takes \ne, or \not with the relation that it negates.
    constexpr bool take_denied_relation() {
        cursor next = c_;
        const bool whole = accept_command(next, "\\ne", "\\neq", "\\notin", "\\nsim", "\\ncong");
        if (!whole && !accept_command(next, "\\not")) return false;
        if (!whole) {
            skip_blanks(next);
            next.at += next.done() ? 0U : 1U;
            while (next.text[next.at - 1] != '=' && is_letter(next.peek())) ++next.at;
        }
        deny(next.at - c_.at);
        return true;
    }

    /// Ends a parenthesis behind a name: numbers in it are no factors, "a grid (10 x 10) of". Directly before the
    /// matrix they may be.
    constexpr void leave(const printed_scale& outside) {
        if (b_.power == outside.power && b_.negative == outside.negative) return;
        cursor next = c_;
        skip_blanks(next);
        if (next.done()) refuse(printed_mistake::text_beside);
        b_.power = outside.power;
        b_.negative = outside.negative;
    }

    constexpr bool begins_token() const { return c_.at == 0 || is_one_of(c_.text[c_.at - 1], " \t\n(="); }

    constexpr bool is_sentence_end() const {
        cursor next{c_.text, c_.at + 1, c_.end};
        return next.done() || next.peek() == '\n' || blank_length(next) != 0;
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
        number_begins_line_ = line_begins_;
        whole_ = true;
        for (std::size_t i = at; i < c_.at; ++i) whole_ = whole_ && is_digit(c_.text[i]);
        take_number(power, other, at);
    }

    constexpr void take_number(long long power, bool other, std::size_t at) {
        if (operand_ == operand::name && how_.math) return;  // part of a name; the name is refused
        if (operand_ == operand::number) b_.refuse(printed_mistake::text_beside, at, c_.at);
        if (other) b_.refuse(printed_mistake::factor, at, c_.at);
        multiply_by_ten_to(b_, power);
        operand_ = operand::number;
    }

    constexpr void multiply() {
        pending_ = true;
        if (operand_ != operand::number && operand_ != operand::matrix) refuse(printed_mistake::text_beside);
        factor_ = operand_ == operand::number;
        operand_ = operand::none;
    }

    /// Handles a multiplication sign, which may also be a bullet or Markdown emphasis.
    constexpr void times(std::size_t length) {
        const bool star = c_.peek() == '*';
        const cursor after{c_.text, c_.at + length, c_.end};
        if (star && is_bullet(after)) return begin_side(length);
        c_.at += length;
        const bool closes = star && emphasis_ && last_ + length == c_.at && !how_.math &&
                            (after.done() || blank_length(after) != 0 || after.peek() == '\n');  // *epoch 3*
        pending_ = how_.math || !star || (length == 1 && !closes);
        if (closes) {
            emphasis_ = false;
        } else if ((operand_ == operand::number || operand_ == operand::matrix) && (!star || length == 1)) {
            factor_ = operand_ == operand::number;
            repeats_ = factor_ && star && whole_;
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

    constexpr void sign(bool minus, std::size_t length) {
        if (length == 0) length = 1;
        const cursor after{c_.text, c_.at + length, c_.end};
        if (is_bullet(after)) return begin_side(length);
        if (minus && !how_.math && is_dash(length)) return;
        if (operand_ != operand::none) refuse(printed_mistake::text_beside);
        // In printed text without a document this is a bullet or a minus,
        const bool doubtful = !how_.document && blank_length(after) != 0;
        // or, on a separate line, the underline of a title.
        if (!how_.math && line_begins_ && b_.open == 0 && (doubtful || after.peek() == '\n'))
            refuse(printed_mistake::text_beside);
        b_.negative = b_.negative != minus;
        pending_ = true;
        operand_ = operand::none;
        c_.at += length;
    }

    /// Handles dashes that are no minus sign: a run of several, and :- before a blank. A single one with a blank after
    /// it is a sign only where an operand must follow.
    constexpr bool is_dash(std::size_t one) {
        const std::size_t all = dashes_length(c_), length = all > one ? all : one;
        const cursor after{c_.text, c_.at + length, c_.end};
        const bool several = length > one, touches = after.done() || is_operand_next(after);
        const bool mark = several || (c_.at > 0 && c_.text[c_.at - 1] == ':');
        if (mark && !touches && !was_expected_) {
            begin_side(length);
            return true;
        }
        if (operand_ != operand::none) refuse(printed_mistake::text_beside);
        if (mark || (!touches && !was_expected_)) refuse(printed_mistake::doubtful_sign);
        return false;
    }
    constexpr bool is_operand_next(const cursor& c) const {
        return blank_length(c) == 0 && c.peek() != '\n' && !is_one_of(c.peek(), "*_`|:,;.");
    }

    /// Handles an operator. / is read between two powers of ten only.
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
            multiply_by_ten_to(b_, -power);
            c_ = next;
            return;
        }
        if (c_.peek() == '/' && c_.peek(1) == '/') {  // a C++ comment
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
    neighbours b_{};
    operand operand_;
    std::size_t side_;              ///< where the text that belongs to the matrix begins
    std::size_t token_ = 0;         ///< where the last token begins
    std::size_t last_ = 0;          ///< the end of the last token
    std::size_t words_ = 0;         ///< the number of consecutive names
    std::size_t function_ = 0;      ///< the depth, from 1, of a call to an unknown function
    std::size_t prose_ = 0;         ///< the number of open parentheses in prose
    std::size_t plain_ = 0;         ///< ... of those in b_.open that do not belong to a call
    std::size_t bar_end_ = 0;       ///< the end of the last |
    printed_scale before_call_{};   ///< sign and power of ten before the call to an unknown function
    printed_scale before_prose_{};  ///< ... before parentheses in prose
    bool line_begins_;
    bool pending_ = false;        ///< the last token is an operator, so that the next line belongs to it
    bool was_pending_ = false;    ///< ... the last but one
    bool was_number_ = false;     ///< a number is before this token
    bool operator_word_ = false;  ///< the last token is a word such as times
    bool is_function_ = false;    ///< the last name may be the name of a function
    bool blank_ = false;
    bool whole_ = false;               ///< the last number consists of digits only
    bool repeats_ = false;             ///< such a number and * precede what follows
    bool number_begins_line_ = false;  ///< the last number begins its line
    bool factor_ = false;              ///< the last tokens are a number and a multiplication sign
    bool emphasis_ = false;
    bool expects_operand_ = false;     ///< the last token is = or an opening parenthesis
    bool was_expected_ = false;        ///< ... or an operator, before this token
    bool assigned_ = false;            ///< = occurred
    bool factor_of_assigned_ = false;  ///< ... and then a name: A = B
    std::size_t assigned_in_ = 0;      ///< ... inside this many parentheses
};

}  // namespace heed::detail
