// SPDX-License-Identifier: BSL-1.0
// Whether an elementwise formula of a kernel is computed in registers; execution and emitted files decide alike.
#pragma once

#include <heed/lower/plan.hpp>

#include <cstddef>

namespace heed::detail {

/// Functions that can be computed in registers.
constexpr bool is_lanewise(function f) { return f != function::pow; }

/// Whether holds(id) is true for all operands of a term.
template <class F>
constexpr bool of_all_operands(const term& t, const F& holds) {
    return holds(t.operands[0]) && (operand_count_of(t) == 1 || holds(t.operands[1]));
}

/// Whether the formula `id` of `terms` can be computed in registers; can_load(slot) says which operands can be loaded.
template <class F>
constexpr bool run_in_registers(const term* terms, std::size_t id, const F& can_load) {
    const term& t = terms[id];
    if (t.kind == term::core) return true;
    if (t.kind == term::load || t.kind == term::look_up) return can_load(t.slot);
    return is_lanewise(t.f) &&
           of_all_operands(t, [&](std::size_t operand) { return run_in_registers(terms, operand, can_load); });
}

/// Whether the formula contains a function that compilers do not vectorise.
constexpr bool contain_transcendental(const term* terms, std::size_t id) {
    const term& t = terms[id];
    if (t.kind != term::apply) return false;
    const function_traits f = traits_of(t.f);
    return (f.operands == 1 && f.transcendentals > 0) ||
           !of_all_operands(t, [&](std::size_t operand) { return !contain_transcendental(terms, operand); });
}

/// Whether the formula of a kernel's operands is computed in registers by itself, not left to the compiler. Elementwise
/// loops are: a compiler that cannot tell whether the result overlaps an operand, as where a step writes over what it
/// reads, computes them one number at a time.
constexpr bool wants_registers(const kernel& k, const term* terms) {
    return k.loop == skeleton::map || contain_transcendental(terms, k.prologue);
}

}  // namespace heed::detail
