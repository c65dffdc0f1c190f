// SPDX-License-Identifier: BSL-1.0
// How many numbers of a proposed block the check of the block will find consistent, and whether these are enough for
// the formula to refute the others.
#pragma once

#include <heed_check/document/evidence.hpp>
#include <heed_check/document/proposal.hpp>
#include <heed_check/document/quantities.hpp>
#include <heed_check/document/unsaid_arithmetic.hpp>
#include <heed_check/subject_question.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace heed::detail {

/// Whether fewer than half of the numbers but zeros follow: a zero follows whatever the scale is.
inline bool only_zeros_follow(const subject& s, const std::vector<verdict>& verdicts) {
    std::size_t follow = 0, others = 0;
    for (std::size_t i = 0; i < verdicts.size() && i < s.printed.entries.size(); ++i) {
        if (verdicts[i] == verdict::elided || s.printed.entries[i].digits == 0) continue;
        ++(verdicts[i] == verdict::consistent ? follow : others);
    }
    return follow < others;
}

/// Counts again with all matrices and formulas as the block has them.
/// in    the arithmetic that the block says
/// said  the one that the document names
inline void count_as_checked(std::vector<proposed_matrix>& all, arithmetic in, arithmetic said) {
    try {
        page p;
        for (const proposed_matrix& q : all) p.print(q.name, q.table, q.exact ? reading::exact : reading::rounded);
        for (const proposed_matrix& q : all)
            if (!q.formula.empty()) p.define(q.name, q.formula);
        p.compute_in("", in);
        const unsaid_arithmetic unsaid(said);
        for (proposed_matrix& q : all) {
            if (q.formula.empty()) continue;
            subject s = p.subject_of(q.name);
            const auto [rounds, why] = unsaid.of(s);
            if (!why.empty()) s.in = rounds;
            const std::vector<verdict> verdicts = verdicts_of(s);
            q.consistent = static_cast<std::size_t>(std::count(verdicts.begin(), verdicts.end(), verdict::consistent));
            const bool masked = q.otherwise.find("causal(") != std::string::npos;  // a mask that only words say
            const bool of_others = q.number_of_words && (!q.otherwise.empty() || only_zeros_follow(s, verdicts));
            const bool open = q.is_stated() && q.if_it_holds;
            q.asked = !q.holds() && (masked || of_others || open || !has_evidence(s, q.consistent, q.printed));
        }
    } catch (const formula_error&) {  // shapes that do not fit together: each formula was counted by itself
    }
}

}  // namespace heed::detail
