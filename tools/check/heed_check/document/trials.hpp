// SPDX-License-Identifier: BSL-1.0
// Formulas that are tried for the matrices of a document, within a bound of the work for all of them.
#pragma once

#include <heed_check/document/attempts.hpp>
#include <heed_check/document/doubles_of_float32.hpp>
#include <heed_check/document/proposal.hpp>
#include <heed_check/document/quantities.hpp>
#include <heed_check/document/said_rounding.hpp>
#include <heed_check/document/work.hpp>
#include <heed_check/subject_question.hpp>
#include <heed_check/tables/known_places.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace heed::detail {

/// Work is counted in interval multiplications, each about 10 ns.
class formula_trials {
public:
    /// in  the arithmetic in which all matrices were computed
    formula_trials(std::vector<proposed_matrix>& all, arithmetic in) : all_(all), in_(in) {}

    /// Gives one of the `left` matrices that are still to come its share, and what earlier ones left unused.
    void begin_matrix(std::size_t left) { budget_ += (most_work - budget_) / static_cast<double>(left); }
    bool is_over() const { return work_ >= budget_; }

    /// A subject with all matrices as they are printed and one formula for the target.
    /// errors  formula_error: shapes that do not fit
    subject subject_with(std::size_t target, const std::string& formula) const {
        page p;
        bool in_part = false;  // then the definitions of its operands are needed too
        for (const proposed_matrix& q : all_) in_part = in_part || (!q.in_full && uses(formula, q.name));
        for (const proposed_matrix& q : all_)
            if (in_part || &q == &all_[target] || uses(formula, q.name))
                p.print(q.name, q.table, q.exact ? reading::exact : reading::rounded);
        for (std::size_t i = 0; i < target; ++i)  // a matrix that is printed only in part is defined by its formula
            if (in_part && !all_[i].in_full && !all_[i].formula.empty()) p.define(all_[i].name, all_[i].formula);
        p.define(all_[target].name, formula);
        p.compute_in("", in_ == arithmetic::exact && has_digits_of_doubles(all_[target].table) ? in_float64 : in_);
        return p.subject_of(all_[target].name);
    }

    /// Compares a formula with what is printed, and keeps it unless half of the numbers cannot be its values; true if
    /// it was compared.
    bool consider(std::size_t target, const std::string& formula, std::vector<attempt>& attempts) {
        if (is_over()) {
            all_[target].cut = true;
            return false;
        }
        work_ += work_of_a_formula;
        try {
            const subject s = subject_with(target, formula);
            if (!is_affordable(s)) return false;
            attempt a{.formula = formula, .order = attempts.size()};
            compare(s, a);
            if (2 * a.apart < s.printed.entries.size() && !a.misses_mask) attempts.push_back(std::move(a));
            return true;
        } catch (const formula_error&) {  // shapes that do not fit
            return false;
        }
    }

    /// Takes the formula, unless the formula taken before holds for as many numbers.
    void take_if_better(std::size_t target, const std::string& stated) {
        proposed_matrix& t = all_[target];
        const std::string formula = without_own_rounding(t, stated);
        t.cut = t.cut || is_over();
        if (is_over()) return;
        try {
            const subject s = subject_with(target, formula);
            if (!is_affordable(s) || misses_mask(s)) return;
            const std::size_t consistent = count_consistent(target, s);
            if (!t.formula.empty() && consistent <= t.consistent) return;
            t.formula = formula;
            t.consistent = consistent;
        } catch (const formula_error&) {  // shapes that do not fit
        }
    }

    std::size_t count_consistent(std::size_t target, const subject& s) {
        const std::vector<verdict> all = verdicts_of(s);
        all_[target].printed =
            all.size() - static_cast<std::size_t>(std::count(all.begin(), all.end(), verdict::elided));
        return static_cast<std::size_t>(std::count(all.begin(), all.end(), verdict::consistent));
    }

    arithmetic in() const { return in_; }

private:
    /// A formula without the rounding that the printed digits show: numbers near its steps would be undecided.
    static std::string without_own_rounding(const proposed_matrix& t, const std::string& formula) {
        const int places = places_of_rounded(formula);
        const bool shown = places > 0 && most_places(t.table) == places;
        return std::string(shown ? before_rounding(formula) : formula);
    }
    /// Whether a number has as many digits as float64 needs, so that how it rounds may be seen.
    static bool has_digits_of_doubles(const printed_table& t) {
        constexpr int least = 15;
        return std::any_of(t.entries.begin(), t.entries.end(), [](const decimal& d) {
            return d.kind == entry_kind::number && significant_digits(d.digits) >= least;
        });
    }

    /// Infinities are no misprints: where a mask made them, a formula without it is another one. One that adds a
    /// printed
    /// mask has it.
    static bool misses_mask(const subject& s) {
        attempt a{};
        compare(s, a);
        const auto is_infinite = [](const known_number& n) {
            return n.is_printed && n.printed.kind == entry_kind::infinite;
        };
        return a.misses_mask && std::none_of(s.leaves.begin(), s.leaves.end(), [&](const auto& leaf) {
                   return std::any_of(leaf.numbers.begin(), leaf.numbers.end(), is_infinite);
               });
    }

    /// Adds the work of examining the subject to the work done; false if the subject is too large.
    bool is_affordable(const subject& s) {
        if (!why_too_large(s).empty()) return false;
        const page_work work = work_of(s.g);
        work_ += work_of_an_element * work.elements + work.multiplications;
        return true;
    }

    static constexpr double work_of_a_formula = 1000, work_of_an_element = 20, most_work = 4e8;
    std::vector<proposed_matrix>& all_;
    arithmetic in_;
    double work_ = 0, budget_ = 0;
};

}  // namespace heed::detail
