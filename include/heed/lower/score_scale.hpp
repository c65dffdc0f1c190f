// SPDX-License-Identifier: BSL-1.0
// Whether the formula of the scores of a streaming step is only a scale. It is then multiplied into the queries: once
// per query, not once per score.
#pragma once

#include <heed/lower/score_mask.hpp>
#include <heed/shape/length_list.hpp>

#include <cstddef>

namespace heed::detail {

/// Whether a term is the core times numbers.
constexpr bool is_core_times_numbers(const plan_view& p, const step& s, std::size_t id) {
    const std::size_t first = p.kernels[s.kernel].first_term;
    const term& t = p.terms[first + id];
    if (t.kind != term::apply) return t.kind == term::core;
    if (t.f != function::multiply) return false;
    for (std::size_t i = 0; i < 2; ++i) {
        const term& factor = p.terms[first + t.operands[1 - i]];
        if (factor.kind == term::load)
            return is_number(p.slot_at(s, factor.slot)) && is_core_times_numbers(p, s, t.operands[i]);
    }
    return false;
}

/// Whether a term that is the core times numbers is the core times numbers of at most 1 that are known.
constexpr bool is_core_times_small_numbers(const plan_view& p, const step& s, std::size_t id,
                                           const length_list& lengths) {
    const term& t = p.terms[p.kernels[s.kernel].first_term + id];
    if (t.kind == term::core) return true;
    if (t.kind == term::apply)
        return is_core_times_small_numbers(p, s, t.operands[0], lengths) &&
               is_core_times_small_numbers(p, s, t.operands[1], lengths);
    const slot& number = p.slot_at(s, t.slot);
    if (number.place != slot::exact) return false;
    const surd& c = p.constants[number.id];
    for (const long long part : {c.numerator, c.denominator, c.radicand})
        if (!is_static_size(static_cast<std::size_t>(part < 0 ? -part : part), lengths)) return false;
    const double above = static_cast<double>(c.numerator), below = static_cast<double>(c.denominator);
    return above * above * static_cast<double>(c.radicand) <= below * below;
}

/// The factors of a term that is the core times numbers, but for exact constants.
constexpr std::size_t given_factors(const plan_view& p, const step& s, std::size_t id) {
    const term& t = p.terms[p.kernels[s.kernel].first_term + id];
    if (t.kind == term::core) return 0;
    if (t.kind == term::load) return p.slot_at(s, t.slot).place == slot::exact ? 0 : 1;
    return given_factors(p, s, t.operands[0]) + given_factors(p, s, t.operands[1]);
}

/// Whether the scale of a step can be multiplied into its queries. Of several given numbers it cannot: their product
/// may overflow or vanish where the products of the scores with one after the other do not.
constexpr bool scales_queries(const plan_view& p, const step& s) {
    const kernel& k = p.kernels[s.kernel];
    if (k.loop != skeleton::stream || k.stream.depth == 0) return false;
    const std::size_t scores = unmasked_scores_of_kernel(p, k);
    return is_core_times_numbers(p, s, scores) && given_factors(p, s, scores) <= 1;
}

}  // namespace heed::detail
