// SPDX-License-Identifier: BSL-1.0
// Whether an elementwise formula of a kernel is computed in registers; execution and emitted files decide alike.
#pragma once

#include <heed/lower/plan.hpp>

#include <cstddef>

namespace heed::detail {

/// Functions that can be computed in registers.
constexpr bool is_lanewise(function f) { return f != function::pow; }

/// Whether holds(term) is true for all terms of the formula `id`. A long sum is a chain of first operands, which takes
/// no depth of evaluation.
template <class F>
constexpr bool of_all_terms(const term* terms, std::size_t id, const F& holds) {
    for (;; id = terms[id].operands[0]) {
        const term& t = terms[id];
        if (!holds(t)) return false;
        if (t.kind != term::apply) return true;
        if (operand_count_of(t) == 2 && !of_all_terms(terms, t.operands[1], holds)) return false;
    }
}

/// Whether the formula `id` of `terms` can be computed in registers; can_load(slot) says which operands can be loaded.
template <class F>
constexpr bool run_in_registers(const term* terms, std::size_t id, const F& can_load) {
    return of_all_terms(terms, id, [&](const term& t) {
        if (t.kind == term::load || t.kind == term::look_up) return can_load(t.slot);
        return t.kind != term::apply || is_lanewise(t.f);
    });
}

/// Whether the formula contains a function that compilers do not vectorise.
constexpr bool contain_transcendental(const term* terms, std::size_t id) {
    return !of_all_terms(terms, id, [](const term& t) {
        if (t.kind != term::apply) return true;
        const function_traits f = traits_of(t.f);
        return f.operands != 1 || f.transcendentals == 0;
    });
}

/// Whether the formula of a kernel's operands is computed in registers by itself, not left to the compiler. Elementwise
/// loops are: a compiler that cannot tell whether the result overlaps an operand, as where a step writes over what it
/// reads, computes them one number at a time.
constexpr bool wants_registers(const kernel& k, const term* terms) {
    return k.loop == skeleton::map || contain_transcendental(terms, k.prologue);
}

}  // namespace heed::detail
