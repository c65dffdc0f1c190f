// SPDX-License-Identifier: BSL-1.0
// Elementwise formulas of a plan as C expressions over registers: run/element.hpp with registers for numbers.
#pragma once

#include <heed/lower/score_mask.hpp>
#include <heed/study/emit_register.hpp>
#include <heed/study/emit_step.hpp>

#include <cstddef>
#include <string>

namespace heed::detail::emitted {

/// What the lanes of a register are: neighbouring rows that read the same elements, or neighbours along a row.
enum class lanes_are : unsigned char { rows, columns };

/// A C expression, of one number that all lanes have or of a register.
struct lanes_expression {
    expression e;
    bool is_register;
};

template <class Writer>
class vector_terms {
public:
    /// Lanes of `register_type` at (row, col) and after; `core` is a register that the loop computed.
    vector_terms(const Writer& w, const step_context& c, const vector_type& register_type, lanes_are lanes,
                 std::string row, std::string col, std::string core)
        : w_(w),
          c_(c),
          type_(register_type),
          lanes_(lanes),
          row_(std::move(row)),
          col_(std::move(col)),
          core_(std::move(core)) {}

    /// Whether the library computes a formula in registers.
    static bool can_run(const Writer& w, const step_context& c, std::size_t id, lanes_are lanes) {
        const term& t = term_at(w, c, id);
        if (t.kind == term::core) return true;
        if (t.kind == term::load) return can_load(w, c, t.slot, lanes);
        if (t.f == function::pow || !can_run(w, c, t.operands[0], lanes)) return false;
        return traits_of(t.f).operands == 1 || can_run(w, c, t.operands[1], lanes);
    }
    /// Or another function that compilers do not put into registers by themselves.
    static bool contains_exp(const Writer& w, const step_context& c, std::size_t id) {
        const term& t = term_at(w, c, id);
        if (t.kind != term::apply) return false;
        const function_traits f = traits_of(t.f);
        return (f.operands == 1 && f.transcendentals > 0) || contains_exp(w, c, t.operands[0]) ||
               (f.operands == 2 && contains_exp(w, c, t.operands[1]));
    }

    /// The formula as a register.
    std::string at(std::size_t id) const { return in_register(value(id)); }
    /// Whether where(condition, rest) takes the rest: ones or zeros in each lane.
    std::string condition_at(std::size_t id) const { return condition(id).text; }

private:
    static const term& term_at(const Writer& w, const step_context& c, std::size_t id) {
        return w.plan.terms[c.k.first_term + id];
    }
    static const slot& slot_at(const Writer& w, const step_context& c, std::size_t i) {
        return w.plan.slots[c.s.first_slot + i];
    }
    static bool is_same_in_all_lanes(const slot& s, lanes_are lanes) {
        return is_number(s) || (!s.strided && (lanes == lanes_are::rows ? s.row_stride : s.col_stride) == 0);
    }
    static bool can_load(const Writer& w, const step_context& c, std::size_t slot_id, lanes_are lanes) {
        const slot& s = slot_at(w, c, slot_id);
        if (s.place == slot::index || is_same_in_all_lanes(s, lanes)) return true;
        return lanes == lanes_are::columns && Writer::is_dense(s, c.places[slot_id]);
    }
    bool is_same(std::size_t id) const {
        const term& t = term_at(w_, c_, id);
        if (t.kind == term::core) return false;
        if (t.kind == term::load) return is_same_in_all_lanes(slot_at(w_, c_, t.slot), lanes_);
        return is_same(t.operands[0]) && (traits_of(t.f).operands == 1 || is_same(t.operands[1]));
    }

    std::string with_lanes(const std::string& name) const { return name + '_' + std::to_string(type_.lanes); }
    std::string call(const std::string& name, const std::string& arguments) const {
        return with_lanes(name) + '(' + arguments + ')';
    }
    std::string in_register(const lanes_expression& x) const {
        return x.is_register ? x.e.text : call("all", x.e.text);
    }
    std::string mask(const std::string& comparison) const { return type_.text("(MASK)") + '(' + comparison + ')'; }

    lanes_expression value(std::size_t id) const {
        const term& t = term_at(w_, c_, id);
        if (is_same(id)) return {w_.terms(c_).at(id, c_.v, row_, col_, ""), false};
        if (t.kind == term::core) return {{core_}, true};
        if (t.kind == term::load) return {{loaded(t.slot)}, true};
        const std::size_t a = t.operands[0], b = t.operands[1];
        const auto chosen = [&](const expression& condition, const std::string& x, double otherwise) {
            const std::string other = call("all", w_.type.literal(otherwise));
            return lanes_expression{{call("choose", condition.text + ", " + x + ", " + other)}, true};
        };
        switch (t.f) {
            case function::copy: return value(a);
            case function::negate: return {{'-' + value(a).e.inside(expression::word), expression::sign}, true};
            case function::add: return {infix(value(a).e, "+", value(b).e, expression::sum), true};
            case function::subtract: return {infix(value(a).e, "-", value(b).e, expression::sum), true};
            case function::multiply: return {infix(value(a).e, "*", value(b).e, expression::product), true};
            case function::divide: return {infix(value(a).e, "/", value(b).e, expression::product), true};
            case function::where: return chosen(condition(a), at(b), -std::numeric_limits<double>::infinity());
            case function::keep: return chosen(condition(a), at(b), 0);
            case function::is_zero:
            case function::less:
            case function::less_equal:
            case function::equal:
            case function::both:
            case function::either: return chosen(condition(id), call("all", w_.type.literal(1)), 0);
            default: break;
        }
        std::string arguments = at(a);
        if (traits_of(t.f).operands == 2) arguments += ", " + at(b);
        return {{call(called(t.f), arguments)}, true};
    }

    std::string loaded(std::size_t slot_id) const {
        const slot& s = slot_at(w_, c_, slot_id);
        const place& p = c_.places[slot_id];
        if (s.place != slot::index) return call("load", '&' + p.element(c_.v, row_, col_));
        const std::size_t stride = lanes_ == lanes_are::rows ? s.row_stride : s.col_stride;
        return call("indices",
                    p.at(c_.v, row_, col_, w_.type).text + ", " + w_.type.literal(static_cast<double>(stride)));
    }

    expression condition(std::size_t id) const {
        const term& t = term_at(w_, c_, id);
        if (is_same(id)) return {call("mask", w_.terms(c_).condition_at(id, c_.v, row_, col_).text)};
        const std::size_t a = t.operands[0], b = t.operands[1];
        if (t.kind == term::apply) {
            switch (t.f) {
                case function::copy: return condition(a);
                case function::is_zero: return {'~' + condition(a).inside(expression::word), expression::sign};
                case function::less:
                case function::less_equal:
                case function::equal:
                    return {mask(infix(value(a).e, infix_of(t.f), value(b).e, expression::comparison).text),
                            expression::sign};
                case function::both: return connected(a, " & ", b, expression::both);
                case function::either: return connected(a, " | ", b, expression::either);
                default: break;
            }
        }
        return {mask(infix(value(id).e, "!=", {w_.zero()}, expression::comparison).text), expression::sign};
    }
    expression connected(std::size_t a, const char* op, std::size_t b, expression::binding level) const {
        const auto side = [&](std::size_t id) {
            const expression e = condition(id);
            return e.level == level ? e.text : e.inside(expression::sign);
        };
        return {side(a) + op + side(b), level};
    }

    const Writer& w_;
    const step_context& c_;
    vector_type type_;
    lanes_are lanes_;
    std::string row_, col_, core_;
};

}  // namespace heed::detail::emitted
