// SPDX-License-Identifier: BSL-1.0
// Matrices that code writes out and a session shows again, rounded: A = [0.123456 1; 2 3] and A = below it. What the
// code writes is the value, of which the other one shows some digits.
#pragma once

#include <heed_check/document/proposal.hpp>
#include <heed_check/document/stated_formulas.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace heed::detail {

/// Whether code writes a matrix out in this line or from the next line on, if `all` have none in this line.
inline bool is_of_literal(const std::vector<proposed_matrix>& all, const proposed_matrix& q, const stated_formula& l) {
    if (l.name != q.said) return false;
    return q.line == l.line || (q.line == l.line + 1 && std::none_of(all.begin(), all.end(), [&](const auto& other) {
                                    return other.said == l.name && other.line == l.line;
                                }));
}

/// The matrix before the target that code writes out, if output shows it there: its name has no other value since.
/// None where that is not certain.
inline const proposed_matrix* literal_shown_by(const std::vector<proposed_matrix>& all, std::size_t target,
                                               const document_statements& stated) {
    const proposed_matrix& t = all[target];
    if (t.in == code_language::none || t.literal || !t.placed || t.said.empty()) return nullptr;
    const stated_formula* last = nullptr;
    for (std::size_t i = 0; i < t.position; ++i)
        if (stated.formulas[i].name == t.said && !is_of_another_language(stated.formulas[i].in, t.in))
            last = &stated.formulas[i];
    if (last == nullptr || !last->doubt.empty()) return nullptr;
    for (std::size_t i = target; i-- > 0;) {
        const proposed_matrix& q = all[i];
        if (!q.literal || !q.exact || q.said != t.said || q.table.extents != t.table.extents) continue;
        const bool same = std::any_of(stated.literals.begin(), stated.literals.end(), [&](const stated_formula& l) {
            return l.line == last->line && is_of_literal(all, q, l);
        });
        return same ? &q : nullptr;
    }
    return nullptr;
}

}  // namespace heed::detail
