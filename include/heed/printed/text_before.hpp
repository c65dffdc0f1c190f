// SPDX-License-Identifier: BSL-1.0
// Reads the text before a matrix: a name and =, a call such as tensor(, a sign, a power of ten, or something that is
// refused.
#pragma once

#include <heed/printed/beside.hpp>
#include <heed/printed/beside_words.hpp>
#include <heed/printed/dashes.hpp>
#include <heed/printed/entities.hpp>
#include <heed/printed/side_operands.hpp>
#include <heed/printed/tags.hpp>

#include <cstddef>

namespace heed::detail {

/// Reads the text once from left to right. After a relation, a comma or the end of a sentence it starts anew, because
/// the text before that does not belong to the matrix.
class text_before : side_operands {
public:
    constexpr text_before(const cursor& text, const surroundings& how, char bracket)
        : side_operands(text, how), bracket_(bracket) {}

    constexpr neighbours read() {
        while (!c_.done()) {
            const bool begins = line_begins_;
            const std::size_t at = token_ = c_.at;
            step();
            if (c_.at == at) ++c_.at;
            if (line_begins_ && begins && !blank_) line_begins_ = false;
            if (!blank_) last_ = c_.at;
        }
        const bool touches = last_ == c_.end && !how_.block;
        if (operand_ == operand::number && !how_.math) refuse(printed_mistake::text_beside);
        if (operand_ == operand::matrix && touches && !how_.math) refuse(printed_mistake::text_beside);
        if (operand_ == operand::name && (how_.math || (touches && bracket_ == '[')))
            refuse(printed_mistake::text_beside);
        if (repeats_ && bracket_ == '[' && !how_.math) refuse(printed_mistake::repeated_list);
        if (factor_of_assigned_ && !how_.math) refuse(printed_mistake::text_beside);
        const bool bar = last_ != 0 && last_ == bar_end_ && (touches || how_.math);
        if (function_ != 0 || operator_word_ || bar) refuse(printed_mistake::text_beside);
        while (b_.at < b_.end && is_one_of(c_.text[b_.at], " \n\t\r")) ++b_.at;
        if (b_.power != 0) b_.factors = side_;
        b_.plain = plain_;
        return b_;
    }

private:
    constexpr void step() {
        blank_ = true;
        if (c_.peek() == '\n') return end_line();
        if (skip_blank(c_)) return;
        if (!how_.math && c_.peek() == '<' && take_tag()) return;
        const character entity = how_.math ? character{0, 0} : entity_at(c_);
        if (entity.length != 0 && is_blank_character(entity.code)) {
            c_.at += entity.length;
            return;
        }
        blank_ = false;
        was_pending_ = pending_;
        was_expected_ = expects_operand_ || was_pending_;
        pending_ = factor_ = expects_operand_ = false;
        was_number_ = operand_ == operand::number;
        operator_word_ = false;
        if (c_.peek() == '{' || c_.peek() == '}') pending_ = was_pending_;
        if (entity.length != 0) return named_sign(entity);
        if (c_.peek() == '\\') return command();
        if ((line_begins_ && skip_rule()) || take_arrow()) return;
        if (is_digit(c_.peek()) || (c_.peek() == '.' && is_digit(c_.peek(1)))) return number();
        if (c_.length_of("...") != 0 || (c_.peek() == '.' && is_sentence_end())) return begin_side(1);
        if (is_one_of(c_.peek(), "=:,;&|?!<>")) return relation();
        if (c_.peek() == '(') return open();
        if (c_.peek() == ')') return close();
        if (c_.peek() == '[') return index();
        if (c_.peek() == '*' || c_.length_of("\xC3\x97") != 0 || c_.length_of("\xC2\xB7") != 0 ||
            c_.length_of("\xE2\x8B\x85") != 0)
            return times(c_.peek() != '*' ? character_at(c_).length : c_.peek(1) == '*' ? 2 : 1);
        if (c_.peek() == '+' || minus_length(c_) != 0) return sign(c_.peek() != '+', minus_length(c_));
        if (c_.peek() == '/' || c_.peek() == '@' || c_.peek() == '^') return operation();
        if (c_.peek() == '$') return dollar();
        if (is_letter(c_.peek()) || c_.peek() == '_') return word();
        other_sign(character_at(c_));
    }

    /// Handles a character that is neither a letter nor an ASCII sign with a meaning.
    constexpr void other_sign(const character& other) {
        if (is_other_digit(other.code)) {
            refuse(printed_mistake::text_beside);
            operand_ = operand::name;
            c_.at += other.length;
            return;
        }
        if (is_denied_relation(other.code)) return deny(other.length);
        if (is_relation_sign(other.code) || other.code == 0x2026 ||
            (other.code >= 0x2E80 && !is_operator_sign(other.code)))
            return begin_side(other.length);  // also in scripts without blanks
        if (is_other_letter(other.code)) return word();
        const bool remainder = other.code == '%' && operand_ == operand::name && !how_.math && c_.at > 0 &&
                               is_one_of(c_.text[c_.at - 1], " \t") && is_one_of(c_.peek(1), " \t");
        if (is_operator_sign(other.code) || remainder) refuse(printed_mistake::text_beside);  // a root or a sum
        const bool inverts = other.code == '~' && !how_.math && begins_token() && is_letter(c_.peek(1));
        if (inverts || (other.code >= 0x80 && !is_mark(other.code))) {
            refuse(printed_mistake::text_beside);
            operand_ = operand::name;
        }
        if (other.code == '~' && !how_.math) operand_ = operand::name;
        c_.at += other.length;
    }

    /// Handles &times; and the like as the sign itself.
    constexpr void named_sign(const character& sign_of_html) {
        const unsigned code = sign_of_html.code;
        if (code == 0xD7 || code == 0xB7 || code == 0x22C5 || code == '*' || code == 0x2217)
            return times(sign_of_html.length);
        if (code == '+' || code == 0x2212 || code == 0x2013) return sign(code != '+', sign_of_html.length);
        if (code == '"' || code == '\'') {
            c_.at += sign_of_html.length;
            return;
        }
        if (code < 0x80 && is_one_of(static_cast<char>(code), "<>&=,;:|!?")) return begin_side(sign_of_html.length);
        if (code < 0x80 || is_other_letter(code)) {
            refuse(printed_mistake::text_beside);
            operand_ = operand::name;
            c_.at += sign_of_html.length;
            return;
        }
        other_sign(sign_of_html);
    }

    /// Handles an HTML tag. After an operator the operation continues across the tag.
    constexpr bool take_tag() {
        const tag t = tag_at(c_);
        if (t.sort == tag_sort::none) return false;
        c_.at += t.length;
        if (t.sort == tag_sort::raised || t.sort == tag_sort::hidden) {
            refuse(printed_mistake::text_beside);
            operand_ = operand::name;
        }
        if (t.sort == tag_sort::parts && !pending_) {
            begin_side(0);
            line_begins_ = true;
        }
        return true;
    }

    /// Skips --- or +---+ on a separate line: the underline of a title, or the border of a table.
    constexpr bool skip_rule() {
        if (how_.math || b_.open != 0 || was_pending_) return false;
        const std::size_t end = end_of_line(c_);
        if (end == c_.end || !is_border({c_.text, c_.at, end})) return false;
        c_.at = end;
        begin_side(0);
        return true;
    }

    /// Begins anew after an arrow. <- assigns, as = does.
    constexpr bool take_arrow() {
        const std::size_t length = how_.math ? 0 : arrow_length(c_);
        if (length == 0) return false;
        const bool assigns = c_.text[c_.at + length - 1] != '>' && function_ == 0;
        begin_side(length);
        if (!assigns) return true;
        assigned_ = expects_operand_ = true;
        assigned_in_ = b_.open + prose_;
        return true;
    }

    /// Handles $. After an operator the operation continues across it.
    constexpr void dollar() {
        if (!was_pending_) return begin_side(1);
        pending_ = true;
        ++c_.at;
    }

    constexpr void end_line() {
        ++c_.at;
        cursor next = c_;
        skip_blanks(next);
        if (next.peek() == '\n' && !factor_) {  // a paragraph ends here
            function_ = prose_ = plain_ = b_.open = 0;
            begin_side(0);
        }
        const bool told = operand_ == operand::number && !number_begins_line_;  // Table 3, d = 3
        const bool finished = operand_ == operand::name || operand_ == operand::matrix || told;
        if (!how_.math && finished && b_.open == 0) begin_side(0);  // a separate line
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
        const bool equals = c_.peek() == '=';
        const bool assigns = equals && is_one_of(before, "+-*/@!") && before != '\0';
        begin_side(1);
        if (bar) bar_end_ = c_.at;
        if (equals && function_ == 0) {
            assigned_ = expects_operand_ = true;
            assigned_in_ = b_.open + prose_;
        }
        if (assigns) b_.refuse(printed_mistake::text_beside, c_.at - 2, c_.at);  // x *= [[...]], x != [[...]]
    }

    constexpr void command() {
        if (c_.peek(1) == '\n' || (c_.peek(1) == '\r' && c_.peek(2) == '\n')) {  // the line continues
            pending_ = was_pending_;
            ++c_.at;
            return;
        }
        if (c_.length_of("\\\\") != 0 && (was_pending_ || (is_function_ && operand_ == operand::name))) {
            pending_ = true;
            c_.at += 2;
            return;
        }
        if (was_pending_ && accept_command(c_, "\\qquad", "\\quad")) {
            pending_ = true;
            return;
        }
        if (accept_norm(c_)) {
            refuse(printed_mistake::text_beside);
            operand_ = operand::name;
            return;
        }
        is_function_ = false;
        if (take_denied_relation()) return;
        if (c_.accept("\\\\") ||
            accept_command(c_, "\\approx", "\\simeq", "\\cong", "\\triangleq", "\\doteq", "\\equiv", "\\in", "\\to",
                           "\\rightarrow", "\\Rightarrow", "\\implies", "\\mapsto", "\\sim", "\\qquad", "\\quad",
                           "\\colon", "\\longrightarrow", "\\coloneqq", "\\coloneq", "\\colonequals", "\\approxeq",
                           "\\leftarrow", "\\gets", "\\cr", "\\tabularnewline"))
            return begin_side(0);
        if (accept_command(c_, "\\begin", "\\end")) {
            skip_group(c_, '{', '}');
            skip_placement(c_);
            return begin_side(0);
        }
        if (skip_layout(c_)) return begin_side(0);
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

    /// \text{Weights: } ends with a relation sign.
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

    constexpr void add_name() {
        const bool assigned = assigned_;
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
        assigned_ = factor_of_assigned_ = assigned;
    }

    /// Handles a word, or the name of a function: np.array(
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
                repeats_ = repeats_ && b_.array != b_.open + 1;
            } else if (how_.document && is_container({c_.text, last, c_.at}) && b_.open == plain_) {
                ++plain_;
                operand_ = operand::none;
            } else if (function_ == 0) {
                function_ = b_.open + 1;
                before_call_ = scaling_of(b_);
            }
            ++c_.at;
            ++b_.open;
            return;
        }
        if (before == operand::number && how_.math) b_.refuse(printed_mistake::text_beside, begin, c_.at);
        is_function_ = false;
        const cursor name{c_.text, begin, c_.at};
        const bool factor = factor_of_assigned_;
        add_name();
        if (is_neutral_word(name)) factor_of_assigned_ = factor;
        if (is_clause_word(name)) assigned_ = factor_of_assigned_ = false;
        operator_word_ = !how_.math && is_operator_word(name, was_number_);
    }

    /// Handles a parenthesis in prose, which is not a call.
    constexpr void open() {
        if (operand_ == operand::name && words_ == 1 && function_ == 0) {
            function_ = b_.open + 1;
            before_call_ = scaling_of(b_);
        }
        if (operand_ == operand::number) refuse(printed_mistake::text_beside);
        const bool prose = operand_ == operand::name && function_ == 0;
        if (prose && prose_ == 0) before_prose_ = scaling_of(b_);
        ++(prose ? prose_ : b_.open);
        if (!prose) ++plain_;
        operand_ = operand::none;
        expects_operand_ = true;
        ++c_.at;
    }

    constexpr void close() {
        ++c_.at;
        if (b_.open + prose_ == assigned_in_) assigned_ = factor_of_assigned_ = false;  // (d = 4)
        if (prose_ != 0) {
            if (--prose_ == 0) leave(before_prose_);
            operand_ = operand::name;
            words_ += 2;
            return;
        }
        if (b_.open == 0) return;
        if (function_ == b_.open) {
            function_ = 0;
            leave(before_call_);
        }
        if (plain_ != 0) --plain_;
        --b_.open;
        if (b_.array > b_.open) b_.array = 0;
        operand_ = operand::name;
        words_ += 2;
    }

    /// Skips an index or a list; the bracket of a list of matrices is still open: [array(
    constexpr void index() {
        const bool list = !how_.math && operand_ == operand::none && !was_pending_;
        cursor after = c_;
        skip_group(after, '[', ']');
        if (list && after.done() && c_.text[after.end - 1] != ']') return begin_side(1);
        c_ = after;
        operand_ = operand::name;
    }

    char bracket_;
};

}  // namespace heed::detail