// SPDX-License-Identifier: BSL-1.0
// Which matrices of a proposal are exact: those for which the formulas found say much more than rounded digits would.
#pragma once

#include <heed_check/document/exact_digits.hpp>
#include <heed_check/document/proposal.hpp>
#include <heed_check/document/trials.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace heed::detail {

/// Whether most numbers follow from the formula.
inline bool is_likely(const proposed_matrix& q) { return !q.formula.empty() && 2 * q.consistent > q.printed; }

class exact_choice {
public:
    exact_choice(std::vector<proposed_matrix>& all, formula_trials& trials) : all_(all), trials_(trials) {}

    /// Takes operands of a matrix as exact, or itself, if its formula tells so; then their own operands. True if one
    /// became exact.
    bool settle(std::size_t target) {
        if (!is_likely(all_[target])) return false;
        std::vector<std::size_t> operands;
        for (std::size_t i = 0; i < target; ++i)
            if (may_be_exact(i) && uses(all_[target].formula, all_[i].name)) operands.push_back(i);
        bool changed = operands.size() > 1 && weigh_together(operands);
        for (const std::size_t i : operands) changed = (!all_[i].exact && weigh({i})) || changed;
        changed = (may_be_exact_value(target) && is_exact_value(target)) || changed;
        for (const std::size_t i : operands)
            if (all_[i].exact) settle(i);
        return changed;
    }

    /// Reads the digits of these matrices as the formulas with them tell, and counts what holds then; true if they are
    /// exact.
    bool weigh(const std::vector<std::size_t>& some) {
        exact_evidence evidence;
        bool refuted = false;  // by the formula of one of them, whose value is not the digits
        std::vector<std::size_t> judged;
        for (std::size_t t = 0; t < all_.size(); ++t) {
            if (!is_likely(all_[t]) || !speaks_of(t, some)) continue;
            set(some, false);
            const subject rounded = trials_.subject_with(t, all_[t].formula);
            set(some, true);
            const std::size_t lost = evidence.lost;
            evidence.add(rounded, trials_.subject_with(t, all_[t].formula));
            judged.push_back(t);
            refuted = refuted || (std::find(some.begin(), some.end(), t) != some.end() && evidence.lost != lost);
        }
        const bool labels = std::all_of(some.begin(), some.end(), [&](std::size_t i) { return all_[i].label; });
        const bool tells = !refuted && evidence.tells(labels);
        set(some, tells);
        lost_ = evidence.lost;
        for (const std::size_t t : judged) count(t);
        return tells;
    }

private:
    /// Where a number does not follow from the digits of all of them, each has to tell by itself: short digits of one
    /// would speak for long ones of another.
    bool weigh_together(const std::vector<std::size_t>& some) {
        if (!weigh(some)) return false;
        if (lost_ == 0) return true;
        for (const std::size_t i : some) weigh({i});
        return std::any_of(some.begin(), some.end(), [&](std::size_t i) { return all_[i].exact; });
    }
    bool may_be_exact(std::size_t i) const {
        const proposed_matrix& q = all_[i];
        return !q.exact && q.in_full && (q.formula.empty() || q.holds()) && has_few_places(q.table.entries) &&
               !q.saturated;
    }
    /// Of exact matrices also what has many places: products have twice as many.
    bool may_be_exact_value(std::size_t i) const {
        const proposed_matrix& q = all_[i];
        return !q.exact && q.in_full && !q.saturated;
    }
    bool has_exact_operands(const proposed_matrix& q) const {
        return std::all_of(all_.begin(), all_.end(), [&](const proposed_matrix& operand) {
            return operand.exact || &operand == &q || !uses(q.formula, operand.name);
        });
    }
    bool has_certain_operands(const proposed_matrix& q) const {
        return std::all_of(all_.begin(), all_.end(), [&](const proposed_matrix& operand) {
            return operand.is_whole() || operand.literal || operand.proven || !uses(q.formula, operand.name);
        });
    }
    /// Whether the formula gives the printed digits and no more: products of short numbers.
    bool is_exact_value(std::size_t target) {
        proposed_matrix& t = all_[target];
        if (!t.holds() || !has_exact_operands(t)) return false;
        t.exact = true;
        count(target);
        t.proven = t.holds() && has_certain_operands(t);
        if (t.holds()) return true;
        t.exact = false;
        count(target);
        return false;
    }
    bool speaks_of(std::size_t target, const std::vector<std::size_t>& some) const {
        return std::any_of(some.begin(), some.end(),
                           [&](std::size_t i) { return i == target || uses(all_[target].formula, all_[i].name); });
    }
    void set(const std::vector<std::size_t>& some, bool exact) {
        for (const std::size_t i : some) all_[i].exact = exact;
    }
    void count(std::size_t target) {
        all_[target].consistent = trials_.count_consistent(target, trials_.subject_with(target, all_[target].formula));
    }

    std::vector<proposed_matrix>& all_;
    formula_trials& trials_;
    std::size_t lost_ = 0;  ///< numbers that did not follow from the digits that were weighed last
};

}  // namespace heed::detail
