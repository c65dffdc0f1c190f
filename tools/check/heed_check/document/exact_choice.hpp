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
        bool changed = weigh(operands);
        changed = (may_be_exact_value(target) && is_exact_value(target)) || changed;
        for (const std::size_t i : operands)
            if (all_[i].exact) settle(i);
        return changed;
    }

    /// Reads the digits of these matrices as the formulas with them tell: together, and those that this leaves rounded
    /// each by itself. True if one became exact.
    bool weigh(const std::vector<std::size_t>& some) {
        std::vector<bool> before;
        for (const std::size_t i : some) before.push_back(all_[i].exact);
        if (some.size() > 1) weigh_together(some);
        bool changed = false;
        for (std::size_t k = 0; k < some.size(); ++k) {
            if (some.size() == 1 || !all_[some[k]].exact) set({some[k]}, evidence_of({some[k]}).tells);
            if (all_[some[k]].presumed && is_computed(some[k])) set({some[k]}, exactness::rounded);
            changed = changed || (all_[some[k]].exact && !before[k]);
        }
        count_all(some);
        return changed;
    }

private:
    struct weighed {
        exactness tells = exactness::rounded;
        std::size_t lost = 0;  ///< numbers that do not follow from the digits
    };

    /// What the formulas say of the digits of these matrices, the others as they are.
    weighed evidence_of(const std::vector<std::size_t>& some) {
        exact_evidence evidence;
        bool refuted = false;  // by the formula of one of them, whose value is not the digits
        for (std::size_t t = 0; t < all_.size(); ++t) {
            if (!is_likely(all_[t]) || !speaks_of(t, some)) continue;
            set(some, exactness::rounded);
            const subject rounded = trials_.subject_with(t, all_[t].formula);
            set(some, exactness::certain);
            const std::size_t lost = evidence.lost;
            evidence.add(rounded, trials_.subject_with(t, all_[t].formula));
            refuted = refuted || (std::find(some.begin(), some.end(), t) != some.end() && evidence.lost != lost);
        }
        return {refuted ? exactness::rounded : evidence.tells(), evidence.lost};
    }
    /// Short digits of one would speak for long ones of another: where a number does not follow from the digits of all,
    /// and does if the long ones of one are rounded, this one has to tell by itself.
    void weigh_together(const std::vector<std::size_t>& some) {
        const weighed all = evidence_of(some);
        if (all.tells == exactness::likely &&
            std::any_of(some.begin(), some.end(), [&](std::size_t i) { return is_computed(i); })) {
            set(some, exactness::rounded);
            std::vector<std::size_t> inputs;
            for (const std::size_t i : some)
                if (!is_computed(i)) inputs.push_back(i);
            if (inputs.size() > 1) weigh_together(inputs);
            return;
        }
        std::vector<exactness> each(some.size(), all.tells);
        int fewest = most_places(all_[some[0]].table);
        for (const std::size_t i : some) fewest = std::min<int>(fewest, most_places(all_[i].table));
        for (std::size_t k = 0; k < some.size() && all.lost > 0 && all.tells != exactness::rounded; ++k) {
            if (most_places(all_[some[k]].table) == fewest) continue;
            set(some, exactness::certain);
            const weighed one = evidence_of({some[k]});
            if (one.lost > 0) each[k] = std::min(all.tells, one.tells);
        }
        for (std::size_t k = 0; k < some.size(); ++k) set({some[k]}, each[k]);
    }
    /// What follows from others, or is named so, has rounded digits unless the numbers are certain of others. Rows of 1
    /// and 0 may be what is left of a softmax.
    bool is_computed(std::size_t i) const {
        const matrix_role role = role_of(all_[i].name);
        return !all_[i].formula.empty() || all_[i].label || role == matrix_role::scores ||
               role == matrix_role::weights || role == matrix_role::output;
    }
    bool may_be_exact(std::size_t i) const {
        const proposed_matrix& q = all_[i];
        return (!q.exact || q.presumed) && q.in_full && (q.formula.empty() || q.holds()) &&
               has_few_places(q.table.entries) && !q.saturated;
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
    void set(const std::vector<std::size_t>& some, exactness how) {
        for (const std::size_t i : some) {
            all_[i].exact = how != exactness::rounded;
            all_[i].presumed = how == exactness::likely;
        }
    }
    void count_all(const std::vector<std::size_t>& some) {
        for (std::size_t t = 0; t < all_.size(); ++t)
            if (is_likely(all_[t]) && speaks_of(t, some)) count(t);
    }
    void count(std::size_t target) {
        all_[target].consistent = trials_.count_consistent(target, trials_.subject_with(target, all_[target].formula));
    }

    std::vector<proposed_matrix>& all_;
    formula_trials& trials_;
};

}  // namespace heed::detail
