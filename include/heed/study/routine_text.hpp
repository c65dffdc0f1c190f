// SPDX-License-Identifier: BSL-1.0
// A recording of scalar/ as a function of C or of C++: values that are used once are part of what uses them, the others
// have the names that the source gives them.
#pragma once

#include <heed/machine/recording.hpp>
#include <heed/study/emit_register.hpp>

#include <cstddef>
#include <cstdio>
#include <string>
#include <vector>

namespace heed::detail::emitted {

/// Values of recordings in a language.
struct spelling {
    bool is_cpp;
    vector_type type;

    bool in_lanes() const { return type.lanes > 1; }
    std::string with_lanes(const std::string& name) const {
        return in_lanes() ? name + '_' + std::to_string(type.lanes) : name;
    }
    std::string type_of(recording::kind k) const {
        switch (k) {
            case recording::kind::count: return type.text(in_lanes() ? "COUNTS" : "int");
            case recording::kind::bits:
            case recording::kind::truth: return type.text(in_lanes() ? "MASK" : "WORD");
            default: return type.name();
        }
    }
    /// The same number in another type.
    expression converted(recording::kind to, const expression& x) const {
        const std::string type_name = type_of(to);
        if (in_lanes()) return {"__builtin_convertvector(" + x.text + ", " + type_name + ')'};
        if (is_cpp) return {"static_cast<" + type_name + ">(" + x.text + ')'};
        return {'(' + type_name + ')' + x.inside(expression::sign), expression::sign};
    }
    /// The same bits in another type.
    expression reinterpreted(recording::kind to, const expression& x) const {
        const std::string type_name = type_of(to);
        if (is_cpp) return {"std::bit_cast<" + type_name + ">(" + x.text + ')'};
        if (in_lanes()) return {'(' + type_name + ')' + x.inside(expression::sign), expression::sign};
        return {(to == recording::kind::real ? "of_bits(" : "bits_of(") + x.text + ')'};
    }
    expression chosen(const expression& mask, const expression& a, const expression& b) const {
        if (!in_lanes() || is_cpp)
            return {mask.inside(expression::either) + " ? " + a.inside(expression::either) + " : " + b.text,
                    expression::choice};
        return {with_lanes("choose") + "((" + type_of(recording::kind::truth) + ")" + mask.inside(expression::word) +
                ", " + a.text + ", " + b.text + ')'};
    }
    expression literal(double x) const {
        if (x != x) return {is_cpp ? "not_a_number" : "NAN"};
        const expression::binding level = x < 0 ? expression::sign : expression::word;
        if (x - x != 0) return {std::string(x < 0 ? "-" : "") + (is_cpp ? "infinity" : "INFINITY"), level};
        const std::string decimal = type.number.literal(x);
        const bool is_short = decimal.size() - (type.number.is_float ? 1 : 0) <= 8;
        return {is_short ? decimal : hex(x) + type.number.suffix, level};
    }
    expression bits_literal(unsigned long long b) const {
        char text[32];
        std::snprintf(text, sizeof(text), type.number.is_float ? "0x%08llxU" : "0x%016llxULL", b);
        return {text};
    }
};

/// The text of one routine.
class routine_text {
public:
    static std::string of(const recording::routine& r, const spelling& s, const dialect& language) {
        return routine_text(r, s, language).written();
    }

private:
    routine_text(const recording::routine& r, const spelling& s, const dialect& language)
        : r_(r), s_(s), language_(language), uses_(r.size()), use_epoch_(r.size()), names_(r.size()) {
        for (const recording::value_id p : r.parameters) taken_.claim(r[p].text);
        find_uses();
        find_names();
    }

    // What is needed, and how often.

    void find_uses() {
        const auto& statements = r_.statements();
        is_used_.resize(statements.size());
        use(r_.result, static_cast<std::size_t>(-1));
        for (std::size_t i = statements.size(); i-- > 0;) {
            const recording::statement& s = statements[i];
            if (s.what == recording::statement::define) {
                if (uses_[s.value] > 0)
                    for (const recording::value_id id : r_[s.value].operands) use(id, r_[s.value].epoch);
            } else if (needs_variable(s.variable)) {
                is_used_[i] = true;
                use(s.value, s.epoch);
            }
        }
    }
    void use(recording::value_id id, std::size_t epoch) {
        ++uses_[id];
        use_epoch_[id] = epoch;
        if (recording::reads_variable(r_[id])) needed_.push_back(recording::variable_of(r_[id]));
    }
    bool needs_variable(std::size_t id) const {
        for (const std::size_t n : needed_)
            if (n == id) return true;
        return false;
    }

    /// Whether a value has a line of its own.
    bool is_defined(recording::value_id id) const {
        const recording::value& v = r_[id];
        using o = recording::operation;
        if (v.what == o::read || v.what == o::real_literal || v.what == o::bits_literal || v.what == o::count_literal)
            return false;
        if (uses_[id] == 0 || id == r_.result) return false;
        if (!v.name.empty()) return true;
        if (v.is == recording::kind::truth) return false;
        return uses_[id] > 1 || (reads_through(id) && use_epoch_[id] != v.epoch);
    }
    bool reads_through(recording::value_id id) const {
        if (recording::reads_variable(r_[id])) return true;
        for (const recording::value_id o : r_[id].operands)
            if (r_[o].name.empty() && reads_through(o)) return true;
        return false;
    }

    void find_names() {
        for (const recording::statement& s : r_.statements()) {
            if (s.what == recording::statement::define && is_defined(s.value))
                names_[s.value] = taken_.claim_unused(r_[s.value].name.empty() ? "t" : r_[s.value].name);
            if (s.what == recording::statement::declare && needs_variable(s.variable)) {
                variables_.resize(s.variable + 1);
                variables_[s.variable] = taken_.claim_unused(r_.variable(s.variable));
            }
        }
    }

    // Text.

    expression at(recording::value_id id) const { return names_[id].empty() ? computed(id) : expression{names_[id]}; }
    /// In every lane.
    expression in_lanes(recording::value_id id) const {
        const expression x = at(id);
        if (!s_.in_lanes() || r_[id].what != recording::operation::real_literal) return x;
        return {s_.with_lanes("all") + '(' + x.text + ')'};
    }
    expression infix_at(const recording::value& v, const char* op, expression::binding level) const {
        return infix(at(v.operands[0]), op, at(v.operands[1]), level);
    }
    expression of_bits_of(const recording::value& v, const char* op) const {
        return {at(v.operands[0]).inside(expression::sign) + op + at(v.operands[1]).inside(expression::sign),
                expression::both};
    }
    expression shifted(const recording::value& v, const char* op) const {
        return {at(v.operands[0]).inside(expression::sign) + op + std::to_string(v.whole), expression::both};
    }

    /// a + -c is a - c.
    expression added(const recording::value& v) const {
        const recording::value& b = r_[v.operands[1]];
        if (b.what != recording::operation::real_literal || !(b.real < 0)) return infix_at(v, "+", expression::sum);
        return infix(at(v.operands[0]), "-", s_.literal(-b.real), expression::sum);
    }

    expression computed(recording::value_id id) const {
        const recording::value& v = r_[id];
        switch (v.what) {
            using o = recording::operation;
            case o::real_literal: return s_.literal(v.real);
            case o::bits_literal: return s_.bits_literal(v.whole);
            case o::count_literal: return {std::to_string(v.whole)};
            case o::read: return {recording::reads_variable(v) ? variables_[recording::variable_of(v)] : v.text};
            case o::negate: return {'-' + at(v.operands[0]).inside(expression::word), expression::sign};
            case o::add: return added(v);
            case o::subtract: return infix_at(v, "-", expression::sum);
            case o::multiply: return infix_at(v, "*", expression::product);
            case o::divide: return infix_at(v, "/", expression::product);
            case o::less: return infix_at(v, "<", expression::comparison);
            case o::greater: return infix_at(v, ">", expression::comparison);
            case o::equal: return infix_at(v, "==", expression::comparison);
            case o::not_equal: return infix_at(v, "!=", expression::comparison);
            case o::bit_and: return of_bits_of(v, " & ");
            case o::bit_or: return of_bits_of(v, " | ");
            case o::shift_left: return shifted(v, " << ");
            case o::shift_right: return shifted(v, " >> ");
            case o::choose: return s_.chosen(at(v.operands[0]), in_lanes(v.operands[1]), in_lanes(v.operands[2]));
            case o::bits_of: return s_.reinterpreted(recording::kind::bits, at(v.operands[0]));
            case o::of_bits: return s_.reinterpreted(recording::kind::real, at(v.operands[0]));
            case o::real_of_count: return s_.converted(recording::kind::real, at(v.operands[0]));
            case o::count_of_real: return s_.converted(recording::kind::count, at(v.operands[0]));
            case o::bits_of_count: return s_.converted(recording::kind::bits, at(v.operands[0]));
            case o::call: return {called(v)};
        }
        return {};
    }
    std::string called(const recording::value& v) const {
        std::string text = s_.with_lanes(v.text) + '(';
        for (std::size_t i = 0; i < v.operands.size(); ++i) text += (i > 0 ? ", " : "") + in_lanes(v.operands[i]).text;
        return text + ')';
    }

    std::string head() const {
        std::string text =
            s_.in_lanes() ? (s_.is_cpp ? "[[gnu::always_inline]] static inline " : "INLINE ") : "static ";
        text += s_.type.name() + ' ' + s_.with_lanes(r_.name) + '(';
        for (std::size_t i = 0; i < r_.parameters.size(); ++i) {
            const recording::value& p = r_[r_.parameters[i]];
            text += (i > 0 ? ", " : "") + s_.type_of(p.is) + ' ' + p.text;
        }
        return text + ')';
    }

    std::string written() const {
        c_writer out(language_);
        if (!r_.about.empty()) out.comment(r_.about);
        const std::string result = "return " + in_lanes(r_.result).text + ';';
        c_writer body(language_);
        write_statements(body);
        const std::string whole = head() + " { " + result + " }";
        if (body.text().empty() && whole.size() <= line_length) {
            out.spelled(whole);
            return out.text();
        }
        out.open_spelled(head());
        write_statements(out);
        out.spelled(result);
        out.close();
        return out.text();
    }
    void write_statements(c_writer& out) const {
        const auto& statements = r_.statements();
        for (std::size_t i = 0; i < statements.size(); ++i) {
            const recording::statement& s = statements[i];
            if (s.what == recording::statement::define) {
                if (names_[s.value].empty()) continue;
                const recording::value& v = r_[s.value];
                out.spelled("const " + s_.type_of(v.is) + ' ' + names_[s.value] + " = " + computed(s.value).text + ';',
                            v.note);
            } else if (is_used_[i]) {
                const std::string type = s.what == recording::statement::declare ? s_.type.name() + ' ' : "";
                out.spelled(type + variables_[s.variable] + " = " + in_lanes(s.value).text + ';');
            }
        }
    }

    const recording::routine& r_;
    const spelling& s_;
    const dialect& language_;
    std::vector<std::size_t> uses_, use_epoch_;
    std::vector<bool> is_used_{};        ///< statements
    std::vector<std::size_t> needed_{};  ///< variables
    std::vector<std::string> names_;     ///< of values with a line of their own
    std::vector<std::string> variables_{};
    names taken_{};
};

}  // namespace heed::detail::emitted
