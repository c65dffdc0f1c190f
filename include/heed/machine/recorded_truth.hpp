// SPDX-License-Identifier: BSL-1.0
// Conditions in recordings: masks over lanes.
#pragma once

#include <heed/machine/recording.hpp>

#include <cstddef>
#include <string>

namespace heed::detail::recording {

/// A value of a recording, or a literal, which belongs to no recording until it is used.
struct reference {
    routine* in = nullptr;
    value_id id = no_value;

    void call_it(const std::string& name, const char* note) const {
        if (in == nullptr) return;
        const value& v = (*in)[id];
        if (routine::is_variable(v))
            in->call_variable(routine::variable_of(v), name);
        else
            in->call_it(id, name, note);
    }
};

inline routine* recorder_of(const reference& a, const reference& b) { return a.in != nullptr ? a.in : b.in; }

/// A mask over lanes.
struct truth {
    reference at;
    std::size_t lanes() const { return (*at.in)[at.id].lanes; }
    friend truth operator&(const truth& a, const truth& b) { return joined(operation::bit_and, a, b); }
    friend truth operator|(const truth& a, const truth& b) { return joined(operation::bit_or, a, b); }
    friend truth operator!(const truth& a) {
        const value& v = (*a.at.in)[a.at.id];
        if (v.what == operation::negate) return {{a.at.in, v.operands[0]}};
        const operation other = v.what == operation::equal       ? operation::not_equal
                                : v.what == operation::not_equal ? operation::equal
                                                                 : operation::negate;
        value opposite{.what = other, .is = kind::truth, .lanes = v.lanes, .operands = v.operands};
        if (other == operation::negate) opposite.operands = {a.at.id};
        return {{a.at.in, a.at.in->add(opposite)}};
    }

private:
    /// One operand may be a single condition that holds for all lanes.
    static truth joined(operation what, const truth& a, const truth& b) {
        const std::size_t most = a.lanes() > b.lanes() ? a.lanes() : b.lanes();
        return {{a.at.in, a.at.in->add(what, kind::truth, most, {a.at.id, b.at.id})}};
    }
};

/// The integer form of a sum of a few integers and whole literals, or nothing. The real form is exact, so both are
/// equal.
inline value_id as_count(routine& f, value_id id, int depth = 0) {
    const value v = f[id];
    if (v.lanes > 1) return no_value;
    if (v.what == operation::real_of_count) return v.operands[0];
    if (v.what == operation::real_literal) {
        const bool is_whole = v.real > -1e6 && v.real < 1e6 && static_cast<double>(static_cast<int>(v.real)) == v.real;
        return is_whole ? f.add_count(static_cast<int>(v.real)) : no_value;
    }
    if ((v.what != operation::add && v.what != operation::subtract) || depth == 4) return no_value;
    const value_id a = as_count(f, v.operands[0], depth + 1), b = as_count(f, v.operands[1], depth + 1);
    if (a == no_value || b == no_value) return no_value;
    const bool adds_nothing = f[b].what == operation::count_literal && f[b].whole == 0;
    return adds_nothing ? a : f.add(v.what, kind::count, 1, {a, b});
}

/// The condition of a value that is 1 if it holds and 0 otherwise, or nothing.
inline value_id condition_of(const routine& f, value_id id) {
    const value& v = f[id];
    const auto is_number = [&](std::size_t i, double x) {
        const value& operand = f[v.operands[i]];
        return operand.what == operation::real_literal && operand.real == x;
    };
    return v.what == operation::choose && is_number(1, 1) && is_number(2, 0) ? v.operands[0] : no_value;
}

/// Compares reals: as integers if both are, and a condition that was turned into a number becomes a condition again.
inline truth compared(routine& f, operation what, value_id a, value_id b) {
    if (what == operation::equal || what == operation::not_equal) {
        const value_id condition = condition_of(f, a);
        const bool with_zero = f[b].what == operation::real_literal && f[b].real == 0;
        const truth holds{{&f, condition}};
        if (condition != no_value && with_zero) return what == operation::equal ? !holds : holds;
    }
    const value_id m = as_count(f, a), n = m == no_value ? no_value : as_count(f, b);
    if (n != no_value) return {{&f, f.add(what, kind::truth, 1, {m, n})}};
    const std::size_t most = f[a].lanes > f[b].lanes ? f[a].lanes : f[b].lanes;
    return {{&f, f.add(what, kind::truth, most, {a, b})}};
}

}  // namespace heed::detail::recording
