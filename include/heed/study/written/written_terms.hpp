// SPDX-License-Identifier: BSL-1.0
// Writes the elementwise formulas of a plan, which run/element.hpp computes. The terms are interpreted at run time, so
// that all formulas share this code.
#pragma once

#include <heed/lower/terms_in_registers.hpp>
#include <heed/machine/recorded_functions.hpp>
#include <heed/machine/written_index.hpp>
#include <heed/study/emit/whole_comparison.hpp>
#include <heed/study/written/written_place.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

namespace heed::detail::emitted {

/// What the lanes of a register stand for: rows that read the same elements, or consecutive elements of a row.
enum class lanes_are : unsigned char { rows, columns };

/// The terms of a kernel, and the slots and places of its step.
struct term_facts {
    const term* terms;
    const slot* slots;
    const std::vector<place>* places;

    static term_facts of(const plan_view& p, const kernel& k, const step& s, const std::vector<place>& places) {
        return {p.terms.begin() + k.first_term, p.slots.begin() + s.first_slot, &places};
    }

    static std::size_t stride(const slot& s, lanes_are lanes) {
        return lanes == lanes_are::rows ? s.row_stride : s.col_stride;
    }
    static bool is_same(const slot& s, lanes_are lanes) {
        return is_number(s) || (!s.strided && stride(s, lanes) == 0);
    }
    /// Whether all lanes have the same value.
    bool are_same(std::size_t id, lanes_are lanes) const {
        const term& t = terms[id];
        if (t.kind == term::core) return false;
        if (t.kind == term::load) return is_same(slots[t.slot], lanes);
        if (t.kind == term::look_up && !is_same(slots[t.slot], lanes)) return false;
        const auto* const end = t.operands + operand_count_of(t);
        return std::all_of(t.operands, end, [&](std::size_t operand) { return are_same(operand, lanes); });
    }
    /// Whether the library computes a formula in registers.
    bool run_in_registers(std::size_t id, lanes_are lanes) const {
        return detail::run_in_registers(terms, id, [&](std::size_t slot) { return can_load(slot, lanes); });
    }
    /// Whether results are written in registers: there is no epilogue, or it can be computed in them.
    bool finish_in_registers(std::size_t epilogue) const {
        return epilogue == no_term || run_in_registers(epilogue, lanes_are::columns);
    }

private:
    bool can_load(std::size_t id, lanes_are lanes) const {
        const slot& s = slots[id];
        if (s.is_looked_up) return false;  // read one by one
        if (s.place == slot::index || is_same(s, lanes)) return true;
        return lanes == lanes_are::columns && has_dense_rows(s) && (*places)[id].cast.empty();
    }
};

/// The position of a formula: a row, a column, and lanes from there on.
struct element_place {
    written_index row, col;
    std::size_t lanes = 1;
    lanes_are are = lanes_are::columns;
};

/// Writes the formulas of one step.
class written_terms {
    using operation = recording::operation;
    using kind = recording::kind;

public:
    written_terms(const term_facts& facts, const variables& v, recording::routine& r) : facts_(facts), v_(v), r_(r) {}

    /// The formula `id`; `core` is the value that the loop computed.
    template <class V>
    V value(std::size_t id, const element_place& at, const V& core) const {
        using any = recorded<lane_t<V>, any_lanes>;
        const any x({&r_, core.in(r_)});
        return V({&r_, walk<any>(id, at, x).in(r_)});
    }
    /// Whether the value is not 0.
    template <class T>
    recording::truth holds(std::size_t id, const element_place& at) const {
        const recorded<T, any_lanes> zero(T(0));
        return walk(id, at, zero) != zero;
    }
    /// The operand at a row and a column, a single number.
    template <class V>
    V operand(std::size_t id, const written_index& row, const written_index& col) const {
        return V({&r_, read(id, row, col)});
    }
    /// The product of the factors of the core in the formula `id`, which is only a scale; the literal 1 if there are
    /// none.
    template <class V>
    V scale_of_core(std::size_t id) const {
        const V scale = factors<V>(id);
        return scale.in() == nullptr ? V(1) : scale;
    }
    /// The value of that product, if it is known.
    template <class T>
    std::optional<T> known_scale_of_core(std::size_t id) const {
        const term& t = facts_.terms[id];
        if (t.kind == term::core) return T(1);
        if (t.kind == term::load) return known_number<T>((*facts_.places)[t.slot]);
        const std::optional<T> a = known_scale_of_core<T>(t.operands[0]), b = known_scale_of_core<T>(t.operands[1]);
        return a && b ? std::optional<T>(*a * *b) : std::nullopt;
    }
    template <class V>
    V number(double x) const {
        return V({&r_, r_.add({.what = operation::real_literal, .is = kind::real, .real = x, .whole = 1})});
    }

private:
    template <class T>
    static std::optional<T> known_number(const place& p) {
        const bool is_known = p.array.empty() && !p.is_index && (!p.is_named || p.number != 0);
        return is_known ? std::optional<T>(static_cast<T>(p.number)) : std::nullopt;
    }
    /// Empty for the core itself.
    template <class V>
    V factors(std::size_t id) const {
        const term& t = facts_.terms[id];
        if (t.kind == term::core) return {};
        if (t.kind == term::load) return operand<V>(t.slot, 0, 0);
        const V a = factors<V>(t.operands[0]), b = factors<V>(t.operands[1]);
        return a.in() == nullptr ? b : b.in() == nullptr ? a : a * b;
    }

    recording::value_id read(std::size_t id, const written_index& row, const written_index& col) const {
        const place& p = (*facts_.places)[id];
        if (p.is_index) {
            const auto i = r_.add_index(p.index(v_, row, col));
            return r_.add(operation::real_of_count, kind::real, 1, {i});
        }
        if (p.is_named) return r_.add({.what = operation::read, .is = kind::real, .text = p.value});
        if (p.array.empty())
            return r_.add({.what = operation::real_literal, .is = kind::real, .real = p.number, .whole = 1});
        return r_.add({.what = operation::load, .is = kind::real, .from = p.recorded(v_, row, col)});
    }
    recording::value_id read_neighbours(std::size_t id, const element_place& at) const {
        const recording::value_id first = read(id, at.row, at.col);
        recording::value v = r_[first];
        if (facts_.slots[id].place == slot::index) {
            v = {.what = operation::ascending, .is = kind::real, .operands = {first}};
            v.real = static_cast<double>(term_facts::stride(facts_.slots[id], at.are));
        }
        v.lanes = at.lanes;
        return r_.add(v);
    }

    /// An element whose index other terms compute.
    template <class V>
    recording::value_id look_up(const term& t, const element_place& at, const V& core, kind is) const {
        const place& p = (*facts_.places)[t.slot];
        recording::value v{.what = operation::look_up, .is = is, .from = p.recorded(v_, at.row, at.col)};
        for (std::size_t k = 0; k < t.found; ++k) {
            const recording::value_id steps = r_.add_count(static_cast<int>(p.found[k]));
            const recording::value_id i = position(t.operands[k], at, core);
            v.operands.push_back(p.found[k] == 1 ? i : r_.add(operation::multiply, kind::count, 1, {i, steps}));
        }
        return r_.add(v);
    }
    /// An index. Elements in memory are not converted first.
    template <class V>
    recording::value_id position(std::size_t id, const element_place& at, const V& core) const {
        const term& t = facts_.terms[id];
        const place& p = (*facts_.places)[t.slot];
        if (t.kind == term::load && p.is_index)
            return r_.add({.what = operation::read, .is = kind::count, .text = p.index(v_, at.row, at.col)});
        if (t.kind == term::look_up) return look_up(t, at, core, kind::count);
        if (t.kind != term::load || p.array.empty())
            return r_.add(operation::count_of_real, kind::count, 1, {walk(id, {at.row, at.col}, core).in(r_)});
        return r_.add({.what = operation::load, .is = kind::count, .from = p.recorded(v_, at.row, at.col)});
    }

    /// The type of a term in memory that the numbers of the formula do not have: a whole one, or double in float.
    std::string stored_type(std::size_t id) const {
        const term& t = facts_.terms[id];
        if (t.kind != term::load && t.kind != term::look_up) return {};
        const place& p = (*facts_.places)[t.slot];
        const bool is_wide = p.element_type == "double" && !p.cast.empty();
        return p.is_index || p.array.empty() || !(p.is_whole || is_wide) ? std::string() : p.element_type;
    }
    bool is_double(std::size_t id) const { return stored_type(id) == "double"; }
    bool is_read(std::size_t id) const {
        return facts_.terms[id].kind != term::apply && facts_.terms[id].kind != term::core;
    }
    /// Whether a term compares elements in memory as they are: not as the numbers of the formula.
    bool compares_as_read(const term& t) const {
        if (t.f == function::is_zero) return is_double(t.operands[0]);
        if (!is_comparison(t.f) || !is_read(t.operands[0]) || !is_read(t.operands[1])) return false;
        return is_double(t.operands[0]) || is_double(t.operands[1]) ||
               (!stored_type(t.operands[0]).empty() && !stored_type(t.operands[1]).empty());
    }
    template <class V>
    recording::truth compared_as_read(const term& t, const element_place& at, const V& core) const {
        const operation what = t.f == function::less         ? operation::less
                               : t.f == function::less_equal ? operation::less_equal
                                                             : operation::equal;
        const auto read = [&](std::size_t id) {
            return stored_type(id).empty() ? walk(id, {at.row, at.col}, core).in(r_) : position(id, at, core);
        };
        const auto whole = [&](std::size_t id) { return whole_operand{position(id, at, core), stored_type(id)}; };
        if (t.f == function::is_zero) return plainly_compared(r_, what, read(t.operands[0]), r_.add_count(0));
        if (is_double(t.operands[0]) || is_double(t.operands[1]))
            return plainly_compared(r_, what, read(t.operands[0]), read(t.operands[1]));
        return compared_as_whole(r_, what, whole(t.operands[0]), whole(t.operands[1]));
    }
    template <class V>
    V comparison_as_read(const term& t, const element_place& at, const V& core) const {
        return choose(compared_as_read(t, at, core), V(lane_t<V>(1)), V(lane_t<V>(0)));
    }

    template <class V>
    V walk(std::size_t id, const element_place& at, const V& core) const {
        const term& t = facts_.terms[id];
        if (t.kind == term::core) return core;
        if (at.lanes > 1 && facts_.are_same(id, at.are)) return walk(id, {at.row, at.col}, core);
        if (t.kind == term::load)
            return V({&r_, at.lanes > 1 ? read_neighbours(t.slot, at) : read(t.slot, at.row, at.col)});
        if (t.kind == term::look_up) return V({&r_, look_up(t, at, core, kind::real)});
        if (compares_as_read(t)) return comparison_as_read(t, at, core);
        if (traits_of(t.f).operands == 1) return applied(t.f, walk(t.operands[0], at, core));
        return applied(t.f, walk(t.operands[0], at, core), walk(t.operands[1], at, core));
    }

    term_facts facts_;
    const variables& v_;
    recording::routine& r_;
};

}  // namespace heed::detail::emitted
