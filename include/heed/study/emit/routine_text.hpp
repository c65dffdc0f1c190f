// SPDX-License-Identifier: BSL-1.0
// Writes recordings as C or C++. Values that are used once become part of their user, others get variables with the
// names from the source.
#pragma once

#include <heed/lower/loop_part.hpp>
#include <heed/study/emit/spelling.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace heed::detail::emitted {

/// Writes the statements of a routine without using names that are taken.
class routine_text {
public:
    routine_text(const recording::routine& r, const spelling& s, names taken)
        : r_(r), s_(s), taken_(std::move(taken)), uses_(r.size()), is_used_later_(r.size()), names_(r.size()) {
        find_uses();
        find_names();
    }

    /// The complete function.
    static std::string of(const recording::routine& r, const spelling& s) {
        names taken;
        for (const auto& p : r.parameters) taken.claim(p.name);
        const routine_text text(r, s, taken);
        c_writer out(s.language);
        if (!r.about.empty()) out.comment(r.about);
        const std::string result = "return " + text.in_lanes(r.result, r.lanes).text + ';';
        const std::string whole = s.head(r) + " { " + result + " }";
        if (!text.has_lines() && whole.size() <= line_length) {
            out.spelled(whole);
        } else {
            out.open(s.head(r));
            text.write(out);
            out.spelled(result);
            out.close();
        }
        return out.text();
    }

    void write(c_writer& out) const {
        for (std::size_t i = 0; i < r_.statements().size(); ++i) {
            if (is_block(r_.statements()[i]) && has_one_line(i)) {
                if (r_.statements()[i].is_unrolled) out.spelled("UNROLL");
                out.spelled(head_of_block(r_.statements()[i]));
                out.indent();
                while (r_.statements()[++i].what != statement::close) write(out, i);
                out.outdent();
            } else {
                write(out, i);
            }
        }
    }

private:
    using statement = recording::statement;
    using value_id = recording::value_id;

    // Finds the values that are needed, and how often.

    void find_uses() {
        const auto& statements = r_.statements();
        is_needed_.resize(statements.size());
        if (r_.result != recording::no_value) use(r_.result, static_cast<std::size_t>(-1));
        for (std::size_t i = statements.size(); i-- > 0;) {
            const statement& s = statements[i];
            if (s.what == statement::define) {
                if (uses_[s.value] > 0)
                    for (const value_id id : r_[s.value].operands) use(id, r_[s.value].epoch);
            } else if (s.what == statement::store || is_of_needed_variable(s)) {
                is_needed_[i] = true;
                use(s.value, s.epoch);
                if (s.what == statement::assign) needed_.push_back(s.variable);  // its declaration is needed, too
            } else if (s.what == statement::perform && s.value != recording::no_value) {
                use(s.value, s.epoch);
            }
        }
    }
    void use(value_id id, std::size_t epoch) {
        ++uses_[id];
        is_used_later_[id] = is_used_later_[id] || epoch != r_[id].epoch;
        if (recording::routine::is_variable(r_[id])) needed_.push_back(recording::routine::variable_of(r_[id]));
    }
    /// In a loop, an earlier statement may read the variable in the next iteration.
    bool is_of_needed_variable(const statement& s) const {
        if (s.what != statement::declare && s.what != statement::assign) return false;
        for (const std::size_t n : needed_)
            if (n == s.variable) return true;
        return s.what == statement::assign && is_in_block(s);
    }
    bool is_in_block(const statement& s) const {
        int depth = 0;
        for (const statement& other : r_.statements()) {
            if (&other == &s) return depth > 0;
            depth += is_block(other) ? 1 : other.what == statement::close ? -1 : 0;
        }
        return false;
    }

    /// Whether a value gets a variable.
    bool is_defined(value_id id) const {
        const recording::value& v = r_[id];
        using o = recording::operation;
        if (v.what == o::read || v.what == o::real_literal || v.what == o::bits_literal || v.what == o::count_literal)
            return false;
        if (uses_[id] == 0 || id == r_.result) return false;
        if (!v.name.empty()) return true;
        if (v.is == recording::kind::truth) return false;
        return (uses_[id] > 1 && !is_brief(v)) || (r_.reads(id) && is_used_later_[id]);
    }
    /// Values that are short enough to be written twice: an element, an index.
    bool is_brief(const recording::value& v) const {
        using o = recording::operation;
        if (v.from.is_register) return true;
        return v.lanes == 1 && ((v.what == o::load && element_of(v).type.empty()) ||
                                (v.what == o::real_of_count && r_[v.operands[0]].what == o::read));
    }

    /// Names can be reused after the block that declares them.
    void find_names() {
        std::vector<std::size_t> blocks;
        for (const statement& s : r_.statements())  // loop variables have names already
            if (s.what == statement::open) taken_.claim(s.text);
        for (const statement& s : r_.statements()) {
            if (s.what == statement::define && is_defined(s.value))
                names_[s.value] = taken_.claim_unused(name_of(r_[s.value]));
            if (s.what == statement::declare && is_of_needed_variable(s)) {
                if (variables_.size() <= s.variable) variables_.resize(s.variable + 1);
                variables_[s.variable] = taken_.claim_unused(r_.variable(s.variable));
            }
            if (s.what == statement::array || s.what == statement::sums) taken_.claim(s.text);
            if (is_block(s)) {
                blocks.push_back(taken_.size());
            } else if (s.what == statement::close) {
                taken_.forget_after(blocks.back());
                blocks.pop_back();
            }
        }
    }
    static std::string name_of(const recording::value& v) {
        return !v.name.empty() ? v.name : !v.hint.empty() ? v.hint : "value";
    }

    // Values.

    expression at(value_id id) const { return names_[id].empty() ? computed(id) : expression{names_[id]}; }
    /// A single number is broadcast.
    expression in_lanes(value_id id, std::size_t lanes) const {
        const expression x = at(id);
        if (lanes == 1 || r_[id].lanes == lanes) return x;
        const char* const name = r_[id].is == recording::kind::truth ? "mask" : "all";
        return {spelling::with_lanes(name, lanes) + '(' + x.text + ')'};
    }
    expression infix_at(const recording::value& v, const char* op, expression::binding level) const {
        return infix(at(v.operands[0]), op, at(v.operands[1]), level);
    }
    /// Scalar conditions are joined by && and ||, which are associative.
    expression joined(const recording::value& v, bool of_both) const {
        if (v.is != recording::kind::truth || v.lanes > 1) return of_bits_of(v, of_both ? " & " : " | ");
        const expression::binding level = of_both ? expression::both : expression::either;
        const auto side = [&](value_id id) {
            const expression e = at(id);
            return e.level == level ? e.text : e.inside(expression::comparison);
        };
        return {side(v.operands[0]) + (of_both ? " && " : " || ") + side(v.operands[1]), level};
    }
    expression of_bits_of(const recording::value& v, const char* op) const {
        const auto side = [&](value_id id) {
            return (v.is == recording::kind::truth ? in_lanes(id, v.lanes) : at(id)).inside(expression::sign);
        };
        return {side(v.operands[0]) + op + side(v.operands[1]), expression::both};
    }
    expression negated(const recording::value& v) const {
        const char sign = v.is != recording::kind::truth ? '-' : v.lanes == 1 ? '!' : '~';
        return {sign + at(v.operands[0]).inside(expression::word), expression::sign};
    }
    expression shifted(const recording::value& v, const char* op) const {
        return {at(v.operands[0]).inside(expression::sign) + op + std::to_string(v.whole), expression::both};
    }
    /// a + -c is written as a - c.
    expression added(const recording::value& v) const {
        recording::value b = r_[v.operands[1]];
        if (b.what != recording::operation::real_literal || !(b.real < 0)) return infix_at(v, "+", expression::sum);
        b.real = -b.real;
        return infix(at(v.operands[0]), "-", s_.literal(b), expression::sum);
    }
    /// A sum of loop variables and numbers.
    static expression index(const std::string& text) {
        return {text, text.find(' ') == std::string::npos ? expression::word : expression::sum};
    }

    expression computed(value_id id) const {
        const recording::value& v = r_[id];
        switch (v.what) {
            using o = recording::operation;
            case o::real_literal: return s_.literal(v);
            case o::bits_literal: return s_.bits_literal(v.whole);
            case o::count_literal: {
                const auto n = static_cast<long long>(v.whole);
                return {std::to_string(n), n < 0 ? expression::sign : expression::word};
            }
            case o::read:
                if (v.is == recording::kind::count) return index(v.text);
                return {recording::routine::is_variable(v) ? variables_[recording::routine::variable_of(v)] : v.text};
            case o::same: return at(v.operands[0]);
            case o::load: return s_.loaded(v.lanes, element_of(v));
            case o::look_up: return s_.loaded(1, place_found(v));
            case o::lane: return {at(v.operands[0]).inside(expression::word) + '[' + v.text + ']'};
            case o::ascending: return s_.ascending(v.lanes, at(v.operands[0]), v.real);
            case o::negate: return negated(v);
            case o::add: return added(v);
            case o::subtract: return infix_at(v, "-", expression::sum);
            case o::multiply: return infix_at(v, "*", expression::product);
            case o::divide: return infix_at(v, "/", expression::product);
            case o::less: return infix_at(v, "<", expression::comparison);
            case o::less_equal: return infix_at(v, "<=", expression::comparison);
            case o::greater: return infix_at(v, ">", expression::comparison);
            case o::equal: return infix_at(v, "==", expression::comparison);
            case o::not_equal: return infix_at(v, "!=", expression::comparison);
            case o::bit_and: return joined(v, true);
            case o::bit_or: return joined(v, false);
            case o::shift_left: return shifted(v, " << ");
            case o::shift_right: return shifted(v, " >> ");
            case o::choose:
                return s_.chosen(v.lanes, r_[v.operands[0]].lanes, at(v.operands[0]), in_lanes(v.operands[1], v.lanes),
                                 in_lanes(v.operands[2], v.lanes));
            case o::bits_of: return s_.reinterpreted(recording::kind::bits, v.lanes, at(v.operands[0]));
            case o::of_bits: return s_.reinterpreted(recording::kind::real, v.lanes, at(v.operands[0]));
            case o::real_of_count: return s_.converted(recording::kind::real, v.lanes, at(v.operands[0]));
            case o::count_of_real: return s_.converted(recording::kind::count, v.lanes, at(v.operands[0]));
            case o::bits_of_count: return s_.converted(recording::kind::bits, v.lanes, at(v.operands[0]));
            case o::as_type: return s_.cast(v.text, at(v.operands[0]));
            case o::call: return called(v);
            case o::call_of_row: return called_with_row(v);
        }
        return {};
    }
    /// A count is not converted to the number type.
    static recording::element element_of(const recording::value& v) {
        recording::element from = v.from;
        if (v.is == recording::kind::count) from.type.clear();
        return from;
    }
    recording::element place_found(const recording::value& v) const {
        recording::element from = element_of(v);
        expression i = index(from.index);
        for (const value_id id : v.operands) i = i.text == "0" ? at(id) : infix(i, "+", at(id), expression::sum);
        from.index = i.text;
        return from;
    }
    expression called(const recording::value& v) const {
        std::string text = s_.function(v.text, v.lanes) + '(';
        for (std::size_t i = 0; i < v.operands.size(); ++i)
            text += (i > 0 ? ", " : "") + in_lanes(v.operands[i], v.lanes).text;
        return {text + ')'};
    }
    expression called_with_row(const recording::value& v) const {
        std::string text = v.text + '(' + spelling::address(v.from);
        for (const value_id id : v.operands) text += ", " + at(id).text;
        return {text + ')'};
    }

    // Statements.

    bool is_written(std::size_t i) const {
        const statement& s = r_.statements()[i];
        if (s.what == statement::define) return !names_[s.value].empty();
        if (s.what == statement::declare || s.what == statement::assign) return is_needed_[i];
        return s.what != statement::mark;
    }
    bool has_lines() const {
        for (std::size_t i = 0; i < r_.statements().size(); ++i)
            if (is_written(i)) return true;
        return false;
    }
    /// Whether a block contains a single statement, which is not a block.
    bool has_one_line(std::size_t i) const {
        std::size_t lines = 0;
        for (++i; r_.statements()[i].what != statement::close; ++i) {
            const statement::action what = r_.statements()[i].what;
            if (is_block(r_.statements()[i]) || what == statement::note) return false;
            lines += is_written(i) ? 1 : 0;
        }
        return lines == 1;
    }

    void write(c_writer& out, std::size_t i) const {
        const statement& s = r_.statements()[i];
        const bool is_needed = is_needed_[i];
        switch (s.what) {
            case statement::define:
                if (!names_[s.value].empty()) define(out, s.value);
                return;
            case statement::declare:
                if (is_needed)
                    out.spelled(s_.type_of(recording::kind::real, r_.lanes_of_variable(s.variable)) + ' ' +
                                assignment(s));
                return;
            case statement::assign:
                if (is_needed) out.spelled(assignment(s));
                return;
            case statement::store: return store(out, s);
            case statement::array: return declare_array(out, s);
            case statement::sums: return declare_sums(out, s);
            case statement::open:
                if (s.is_unrolled) out.spelled("UNROLL");
                return out.open(head_of_block(s));
            case statement::open_if: return out.open(head_of_block(s));
            case statement::close: return out.close();
            case statement::perform:
                return out.spelled((s.value == recording::no_value ? s.text : replaced(s.text, "$", at(s.value).text)) +
                                   ';');
            case statement::note: return out.comment(s.text);
            case statement::mark: return out.mark(static_cast<loop_part>(s.count));
        }
    }
    void define(c_writer& out, value_id id) const {
        const recording::value& v = r_[id];
        out.spelled("const " + s_.type_of(v) + ' ' + names_[id] + " = " + computed(id).text + ';', v.note);
    }
    std::string assignment(const statement& s) const {
        const std::string& name = variables_[s.variable];
        const std::string more = s.what == statement::assign ? added_to(name, s.value) : "";
        if (!more.empty()) return name + " += " + more + ';';
        return name + " = " + in_lanes(s.value, r_.lanes_of_variable(s.variable)).text + ';';
    }
    /// x if the value is place + x, else nothing.
    std::string added_to(const std::string& place, value_id id) const {
        const recording::value& v = r_[id];
        if (!names_[id].empty() || v.what != recording::operation::add || at(v.operands[0]).text != place) return "";
        return at(v.operands[1]).text;
    }
    void store(c_writer& out, const statement& s) const {
        const std::string more = s.count == 1 || s.to.is_register ? added_to(s_.loaded(1, s.to).text, s.value) : "";
        if (!more.empty()) return out.spelled(s_.loaded(1, s.to).text + " += " + more + ';');
        out.spelled(s_.stored(s.count, s.to, in_lanes(s.value, s.count).text));
    }
    void declare_array(c_writer& out, const statement& s) const {
        out.spelled(s_.array_prefix(s.count, s.is_aligned) + s_.number.name + ' ' + s.text + '[' +
                        std::to_string(s.count) + (s.is_zero ? "] = {0};" : "];"),
                    s.remark);
    }
    void declare_sums(c_writer& out, const statement& s) const {
        const std::string second = s.end.empty() ? "" : '[' + s.end + ']';
        out.spelled(s_.type_of(recording::kind::real, s.count) + ' ' + s.text + '[' + s.begin + ']' + second +
                    " = {};");
    }
    static bool is_block(const statement& s) { return s.what == statement::open || s.what == statement::open_if; }
    static std::string head_of_block(const statement& s) {
        if (s.what == statement::open_if) return s.text.empty() ? "else" : "if (" + s.text + ')';
        const std::string step = s.count == 1 ? "++" + s.text : s.text + " += " + std::to_string(s.count);
        return "for (int " + s.text + " = " + s.begin + "; " + s.text + " < " + s.end + "; " + step + ')';
    }

    const recording::routine& r_;
    spelling s_;
    names taken_;
    std::vector<std::size_t> uses_;
    std::vector<bool> is_used_later_;    ///< after something changed
    std::vector<bool> is_needed_{};      ///< statements
    std::vector<std::size_t> needed_{};  ///< variables
    std::vector<std::string> names_;     ///< of values with a line of their own
    std::vector<std::string> variables_{};
};

}  // namespace heed::detail::emitted
