// SPDX-License-Identifier: BSL-1.0
// Elements and elementwise formulas of a plan as C expressions.
#pragma once

#include <heed/lower/plan.hpp>
#include <heed/scalar/exp2.hpp>
#include <heed/study/emit_formula.hpp>
#include <heed/study/emit_functions.hpp>

#include <string>
#include <vector>

namespace heed::detail::emitted {

/// The loop variables around a statement; empty where a loop has one round.
struct variables {
    std::vector<std::string> batch;
    std::string row;
};

/// Where a slot reads or writes: an array of the emitted function, or a number.
struct place {
    std::string array;  ///< empty: `value` is all
    std::string value;
    std::string cast;  ///< to the type of the function, where elements have another
    std::string element_type{};
    std::size_t offset = 0;
    std::size_t batch[max_rank]{};
    std::size_t row = 0;
    std::size_t col = 0;
    std::string first_row{};  ///< the row that is stored first, where that is not the first of all
    bool is_index = false;
    bool is_whole_number = false;  ///< `value` is one

    /// Index of the element at a row and a column.
    std::string index(const variables& v, const std::string& at_row, const std::string& at_col) const {
        // Long strides first, as one would write it.
        std::string text;
        std::vector<bool> done(v.batch.size() + 2);
        for (std::size_t i = 0; i < done.size(); ++i) {
            std::size_t next = done.size();
            for (std::size_t a = 0; a < done.size(); ++a)
                if (!done[a] && (next == done.size() || stride_of(v, a) > stride_of(v, next))) next = a;
            done[next] = true;
            const std::size_t from_batch = next - v.batch.size();
            const std::string variable = next < v.batch.size() ? v.batch[next]
                                         : from_batch == 0     ? stored_row(at_row)
                                                               : at_col;
            text = sum_of(text, scaled_index(variable, stride_of(v, next)));
        }
        if (text.empty() || offset > 0) text = sum_of(text, std::to_string(offset));
        return text;
    }
    std::string stored_row(const std::string& at_row) const {
        return first_row.empty() || at_row.empty() ? at_row : at_row + " - " + first_row;
    }
    std::size_t stride_of(const variables& v, std::size_t a) const {
        return a < v.batch.size() ? batch[a] : a == v.batch.size() ? row : col;
    }
    std::string element(const variables& v, const std::string& at_row, const std::string& at_col) const {
        return array + '[' + index(v, at_row, at_col) + ']';
    }
    expression at(const variables& v, const std::string& at_row, const std::string& at_col,
                  const number_type& type) const {
        if (is_index) {
            const std::string i = index(v, at_row, at_col);
            const bool one_word = i.find(' ') == std::string::npos;
            return {std::string("(") + type.name + ')' + (one_word ? i : '(' + i + ')'), expression::sign};
        }
        if (array.empty()) return {value, value[0] == '-' ? expression::sign : expression::word};
        return {cast + element(v, at_row, at_col), cast.empty() ? expression::word : expression::sign};
    }
};

/// The terms of one kernel at one element.
template <class Plan>
class term_text {
public:
    term_text(const Plan& plan, const kernel& k, const std::vector<place>& places, const number_type& type)
        : plan_(plan), kernel_(k), places_(places), type_(type) {}

    /// The formula `id` at (row, col), where the loop computed `core`.
    expression at(std::size_t id, const variables& v, const std::string& row, const std::string& col,
                  const std::string& core) const {
        return walk{*this, v, row, col, core}.value(id);
    }

    /// Whether where(condition, rest) takes the rest.
    expression condition_at(std::size_t id, const variables& v, const std::string& row, const std::string& col) const {
        const std::string none;
        return walk{*this, v, row, col, none}.condition(id);
    }

    std::string one_over_ln2() const { return type_.literal(type_.is_float ? log2_of_e<float> : log2_of_e<double>); }

    /// The numbers that the core is multiplied by in the formula `id`, which has nothing else, and 1 / ln 2.
    expression scale_of_core(std::size_t id) const {
        const expression scale = factors(id);
        if (scale.text.empty()) return {one_over_ln2()};
        return infix(scale, "*", {one_over_ln2()}, expression::product);
    }

private:
    /// Nothing for the core itself.
    expression factors(std::size_t id) const {
        const term& t = of(id);
        if (t.kind == term::core) return {""};
        if (t.kind == term::load) return places_[t.slot].at(variables(), "", "", type_);
        const expression a = factors(t.operands[0]), b = factors(t.operands[1]);
        return a.text.empty() ? b : b.text.empty() ? a : infix(a, "*", b, expression::product);
    }

    const term& of(std::size_t id) const { return plan_.terms[kernel_.first_term + id]; }

    struct walk {
        const term_text& text;
        const variables& v;
        const std::string &row, &col, &core;

        expression value(std::size_t id) const {
            const term& t = text.of(id);
            const number_type& type = text.type_;
            if (t.kind == term::core) return {core};
            if (t.kind == term::load) return text.places_[t.slot].at(v, row, col, type);
            const std::size_t a = t.operands[0], b = t.operands[1];
            switch (t.f) {
                case function::copy: return value(a);
                case function::negate: return {'-' + value(a).inside(expression::word), expression::sign};
                case function::add: return infix(value(a), "+", value(b), expression::sum);
                case function::subtract: return infix(value(a), "-", value(b), expression::sum);
                case function::multiply: return infix(value(a), "*", value(b), expression::product);
                case function::divide: return infix(value(a), "/", value(b), expression::product);
                case function::where:
                    return {condition(a).inside(expression::either) + " ? " + value(b).inside(expression::either) +
                                " : -INFINITY",
                            expression::choice};
                case function::keep:
                    return {condition(a).inside(expression::either) + " ? " + value(b).inside(expression::either) +
                                " : " + type.literal(0),
                            expression::choice};
                case function::is_zero:
                case function::less:
                case function::less_equal:
                case function::equal:
                case function::both:
                case function::either:
                    return {
                        condition(id).inside(expression::either) + " ? " + type.literal(1) + " : " + type.literal(0),
                        expression::choice};
                default: break;
            }
            std::string call = called(t.f) + ('(' + value(a).text);
            if (traits_of(t.f).operands == 2) call += ", " + value(b).text;
            return {call + ')'};
        }

        /// Whether a term is not 0.
        expression condition(std::size_t id) const {
            const term& t = text.of(id);
            const std::size_t a = t.operands[0], b = t.operands[1];
            if (t.kind == term::apply) {
                switch (t.f) {
                    case function::copy: return condition(a);
                    case function::is_zero: return {'!' + condition(a).inside(expression::word), expression::sign};
                    case function::less:
                    case function::less_equal:
                    case function::equal: return comparison(a, infix_of(t.f), b);
                    case function::both: return connected(a, "&&", b, expression::both);
                    case function::either: return connected(a, "||", b, expression::either);
                    default: break;
                }
            }
            return infix(value(id), "!=", {"0"}, expression::comparison);
        }
        /// Conditions do not round: && and || associate as one likes.
        expression connected(std::size_t a, const char* op, std::size_t b, expression::binding level) const {
            const auto side = [&](std::size_t id) {
                const expression e = condition(id);
                return e.level == level ? e.text : e.inside(expression::comparison);
            };
            return {side(a) + ' ' + op + ' ' + side(b), level};
        }
        /// Indices are compared as integers where that is the same: numbers of the type hold them exactly.
        expression comparison(std::size_t a, const char* op, std::size_t b) const {
            const expression i = whole(a), j = whole(b);
            if (!i.text.empty() && !j.text.empty()) return infix(i, op, j, expression::comparison);
            return infix(value(a), op, value(b), expression::comparison);
        }
        /// A sum of few indices and whole numbers, or nothing.
        expression whole(std::size_t id, int depth = 0) const {
            const term& t = text.of(id);
            if (t.kind == term::load) {
                const place& p = text.places_[t.slot];
                if (p.is_index) {
                    const std::string i = p.index(v, row, col);
                    return {i, i.find(' ') == std::string::npos ? expression::word : expression::sum};
                }
                if (!p.is_whole_number) return {""};
                const std::string digits = p.value.substr(0, p.value.find('.'));
                return {digits, digits[0] == '-' ? expression::sign : expression::word};
            }
            const bool adds = t.kind == term::apply && (t.f == function::add || t.f == function::subtract);
            if (!adds || depth == 4) return {""};
            const expression a = whole(t.operands[0], depth + 1), b = whole(t.operands[1], depth + 1);
            if (a.text.empty() || b.text.empty()) return {""};
            if (b.text == "0") return a;
            return infix(a, t.f == function::add ? "+" : "-", b, expression::sum);
        }
    };

    const Plan& plan_;
    const kernel& kernel_;
    const std::vector<place>& places_;
    const number_type& type_;
};

}  // namespace heed::detail::emitted
