// SPDX-License-Identifier: BSL-1.0
// To how many places the numbers of a proposal are known, where that is not what they show.
#pragma once

#include <heed/printed/found_table.hpp>
#include <heed_check/document/proposal.hpp>
#include <heed_check/document/said_rounding.hpp>
#include <heed_check/document/stated_formulas.hpp>
#include <heed_check/document/trials.hpp>
#include <heed_check/tables/known_places.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace heed::detail {

/// Whether whole numbers may be rounded ones: rows of 1 and 0 as softmax prints them, of weights or of other numbers
/// that are printed before in this shape.
inline bool may_be_saturated(const std::vector<proposed_matrix>& all, std::size_t target) {
    const proposed_matrix& q = all[target];
    if (!q.whole || !has_one_hot_rows(q.table)) return false;
    bool may_be = role_of(q.name) == matrix_role::weights;
    for (std::size_t i = 0; i < target; ++i)
        may_be = may_be || (!all[i].whole && all[i].table.extents == q.table.extents);
    return may_be;
}

/// The last statement of code above a matrix that gives its name a value; none if there is none.
inline const stated_formula* last_in_code(const document_statements& stated, const proposed_matrix& q) {
    const stated_formula* last = nullptr;
    for (const stated_formula& f : stated.formulas)
        if (f.in_code() && f.name == q.said && f.line < q.line && !is_of_another_language(f.in, q.in)) last = &f;
    return last;
}

class place_choice {
public:
    place_choice(std::vector<proposed_matrix>& all, formula_trials& trials) : all_(all), trials_(trials) {}

    /// Where code rounds numbers before it prints them, they are known to its places, unless it prints fewer.
    void take_said(proposed_matrix& q, const found_table& t, const document_statements& stated) const {
        if (t.significant > 0 && has_at_most_significant(q.table, t.significant)) {
            if (take_known(q, with_significant(q.table, t.significant))) q.significant = t.significant;
            return;
        }
        const stated_formula* const last = last_in_code(stated, q);
        const int places = t.rounded_to >= 0 || last == nullptr ? t.rounded_to : places_of_rounded(last->formula);
        if (places > 0 && most_places(q.table) >= places && has_at_most_places(q.table, places)) know(q, places);
    }

    /// A program that leaves zeros out prints 1. for 1.0 and less: rows of 1 and 0 that may be softmax are known to a
    /// place.
    void begin_saturated(std::size_t target) {
        proposed_matrix& q = all_[target];
        q.saturated = may_be_saturated(all_, target);
        if (q.saturated && !q.about) know(q, 1);
    }

    /// Rows of 1 and 0 that follow from a formula are known to as many places as others of the document, or as few as
    /// they follow with. Those that follow from none are labels, and exact: true then.
    bool settle(std::size_t target) {
        proposed_matrix& q = all_[target];
        if (!q.saturated || q.about) return false;
        if (!q.holds()) {
            if (q.is_stated() || (!q.formula.empty() && 2 * q.consistent > q.printed)) return false;
            q.saturated = false;
            return q.exact = q.label = true;
        }
        int places = 1;
        for (const proposed_matrix& other : all_) places = std::max<int>(places, most_places(other.table));
        constexpr int most = 16;
        for (places = std::min(places, most); places > 1 && !holds_with(q, target, places);) --places;
        return false;
    }

private:
    static void know(proposed_matrix& q, int places) {
        if (take_known(q, with_places(q.table, places))) q.places = places;
    }
    /// Whether these are other digits than those of the matrix.
    static bool take_known(proposed_matrix& q, const printed_table& known) {
        const bool same = std::equal(known.entries.begin(), known.entries.end(), q.table.entries.begin(),
                                     [](const decimal& a, const decimal& b) { return a.places == b.places; });
        q.table = same ? q.table : known;
        return !same;
    }
    bool holds_with(proposed_matrix& q, std::size_t target, int places) {
        const proposed_matrix before = q;
        know(q, places);
        if (trials_.count_consistent(target, trials_.subject_with(target, q.formula)) == q.printed) return true;
        q = before;
        return false;
    }

    std::vector<proposed_matrix>& all_;
    formula_trials& trials_;
};

}  // namespace heed::detail
