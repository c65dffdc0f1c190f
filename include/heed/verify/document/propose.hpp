// SPDX-License-Identifier: BSL-1.0
// Proposes a first block for a document that has none. It names the matrices as the document does, and gives those of
// the usual formulas that hold for their numbers.
#pragma once

#include <heed/verify/document/attempts.hpp>
#include <heed/verify/document/candidates.hpp>
#include <heed/verify/document/findings.hpp>
#include <heed/verify/document/latex_formula.hpp>
#include <heed/verify/document/matrix_laws.hpp>
#include <heed/verify/document/proposal.hpp>
#include <heed/verify/document/stated_formulas.hpp>
#include <heed/verify/document/table_names.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace heed {

namespace detail {

class proposer {
public:
    explicit proposer(const std::vector<found_table>& tables, const std::vector<stated_formula>& stated = {})
        : stated_(stated) {
        constexpr std::size_t most = 40, most_numbers = 4096;
        const std::vector<std::string> names = names_of_tables(tables);
        for (std::size_t i = 0; i < tables.size(); ++i) {
            const printed_table& t = tables[i].table;
            if (tables[i].error || t.entries.size() < 2 || t.extents.size() > 3) continue;
            if (t.entries.size() > most_numbers || all_.size() == most) {
                ++left_out_;
                continue;
            }
            quantity q{.name = names[i], .number = i + 1, .line = tables[i].line, .table = t};
            for (const decimal& d : t.entries) {
                q.in_full = q.in_full && d.kind == entry_kind::number;
                q.whole = q.whole && d.kind == entry_kind::number && d.places <= 0;
                q.usable = q.usable && d.places <= 300 && d.places >= -300;
            }
            q.exact = q.whole;
            if (q.usable) all_.push_back(std::move(q));
        }
    }

    proposal run() {
        for (std::size_t t = 1; t < all_.size(); ++t) {
            budget_ += (most_work - budget_) /
                       static_cast<double>(all_.size() - t);  // this includes work that earlier matrices left unused
            if (!is_repeated(t)) find_formula(t);
            if (all_[t].formula.empty()) guess_by_name(t);
            prefer_stated(t);
            for (std::size_t i = 0; i <= t && all_[t].holds(); ++i)
                if (i == t || uses(all_[t].formula, all_[i].name)) try_exact(i);
        }
        find_laws();
        return written_proposal(all_, left_out_);
    }

private:
    using quantity = proposed_matrix;

    /// A subject with all matrices as they are printed and one formula for the target.
    subject subject_with(std::size_t target, const std::string& formula) const {
        page p;
        bool in_part = false;  // then the definitions of its operands are needed too
        for (const quantity& q : all_) in_part = in_part || (!q.in_full && uses(formula, q.name));
        for (const quantity& q : all_)
            if (in_part || &q == &all_[target] || uses(formula, q.name))
                p.print(q.name, q.table, q.exact ? reading::exact : reading::rounded);
        for (std::size_t i = 0; i < target; ++i)  // a matrix that is printed only in part is defined by its formula
            if (in_part && !all_[i].in_full && !all_[i].formula.empty()) p.define(all_[i].name, all_[i].formula);
        p.define(all_[target].name, formula);
        return p.subject_of(all_[target].name);
    }

    /// Adds the work of examining the subject to the work done; false if the subject is too large.
    bool is_affordable(const subject& s) {
        if (!why_too_large(s).empty()) return false;
        const page_work work = work_of(s.g);
        work_ += work_of_an_element * work.elements + work.multiplications;
        return true;
    }

    void try_formula(std::size_t target, const std::string& formula, std::vector<attempt>& all) {
        if (is_given(all_[target].name) && formula.compare(0, 7, "softmax") != 0) return;
        if (work_ >= budget_) {
            all_[target].cut = true;
            return;
        }
        work_ += work_of_a_formula;
        try {
            const subject s = subject_with(target, formula);
            if (!is_affordable(s)) return;
            ++tried_;
            attempt a{.formula = formula, .order = all.size()};
            compare(s, a);
            if (2 * a.apart < s.printed.entries.size()) all.push_back(std::move(a));
        } catch (const formula_error&) {  // shapes that do not fit
        }
    }

    /// Whether the same numbers were printed before: any formula for them would be proposed for the earlier matrix.
    bool is_repeated(std::size_t target) {
        quantity& t = all_[target];
        for (std::size_t i = 0; i < target && t.same_as.empty(); ++i)
            if (all_[i].table.entries == t.table.entries && all_[i].table.extents == t.table.extents)
                t.same_as = all_[i].name;
        return !t.same_as.empty();
    }

    /// The attention formula for a matrix of this name and earlier ones, whatever their numbers are.
    void guess_by_name(std::size_t target) {
        const quantity* last[7] = {};
        for (std::size_t i = 0; i < target; ++i)
            if (all_[i].in_full || !all_[i].formula.empty())
                last[static_cast<std::size_t>(role_of(all_[i].name))] = &all_[i];
        const auto named = [&](matrix_role r) { return last[static_cast<std::size_t>(r)]; };
        const quantity *q = named(matrix_role::query), *k = named(matrix_role::key), *v = named(matrix_role::value);
        const quantity *scores = named(matrix_role::scores), *weights = named(matrix_role::weights);
        std::vector<std::string> formulas;
        switch (role_of(all_[target].name)) {
            case matrix_role::scores:
                if (q != nullptr && k != nullptr && k->rank() == 2)
                    formulas = formulas_of_scores(q->name, k->name, k->columns());
                break;
            case matrix_role::weights:
                if (scores != nullptr) formulas = formulas_of_weights(scores->name);
                break;
            case matrix_role::output:
                if (weights != nullptr && v != nullptr) formulas = {weights->name + " * " + v->name};
                break;
            default: break;
        }
        for (const std::string& f : formulas) take_if_better(target, f);
    }

    /// Prefers a formula that the document states to one that was found, even if the numbers do not follow from it.
    void prefer_stated(std::size_t target) {
        const quantity& t = all_[target];
        std::vector<named_columns> matrices;
        for (std::size_t i = 0; i < target; ++i) matrices.push_back({all_[i].name, all_[i].columns()});
        for (auto said = stated_.rbegin(); said != stated_.rend(); ++said)
            if (said->name == t.name && said->line <= t.line &&
                (takes_stated(target, said->formula) ||
                 takes_stated(target, formula_of_latex(said->formula, matrices))))
                return;
    }
    bool takes_stated(std::size_t target, const std::string& formula) {
        if (!is_of_those_before(target, formula)) return false;
        quantity& t = all_[target];
        const quantity found = t;
        t.formula.clear();
        take_if_better(target, formula);
        // In NumPy A * B is elementwise; only the numbers can show that a matrix product was meant.
        t.stated = !t.formula.empty() && (t.holds() || formula.find('*') == std::string::npos);
        if (!t.stated)
            t = found;
        else if (!t.holds() && found.holds())
            t.otherwise = found.formula;
        return t.stated;
    }
    /// Whether a formula reads matrices, all of them printed earlier and under a name of their own.
    bool is_of_those_before(std::size_t target, const std::string& formula) const {
        bool any = false;
        for (std::size_t i = 0; i < all_.size(); ++i) {
            if (!uses(formula, all_[i].name)) continue;
            const auto is_second = [&](const quantity& q) { return q.name == all_[i].name + "_2"; };
            if (i >= target || std::any_of(all_.begin(), all_.end(), is_second)) return false;
            any = true;
        }
        return any;
    }

    /// Takes the formula, unless the formula taken before holds for as many numbers.
    void take_if_better(std::size_t target, const std::string& formula) {
        quantity& t = all_[target];
        t.cut = t.cut || work_ >= budget_;
        if (work_ >= budget_) return;
        try {
            const subject s = subject_with(target, formula);
            if (!is_affordable(s)) return;
            const std::size_t consistent = count_consistent(target, s);
            if (!t.formula.empty() && consistent <= t.consistent) return;
            t.formula = formula;
            t.consistent = consistent;
        } catch (const formula_error&) {  // shapes that do not fit
        }
    }

    /// Tries formulas of one, two and three earlier matrices, simple ones first.
    void find_formula(std::size_t target) {
        std::set<std::size_t> sizes;  // sizes d for sqrt(d)
        for (std::size_t i = 0; i < target; ++i)
            if (all_[i].rank() == 2 && all_[i].columns() > 1) sizes.insert(all_[i].columns());
        std::vector<attempt> attempts;
        tried_ = 0;
        for (std::size_t i = 0; i < target; ++i) {
            const quantity& a = all_[i];
            if (!a.in_full || a.rank() > 2) continue;
            for (const std::string& f : formulas_of(a.name, sizes))
                if (f.compare(0, 4, "relu") != 0 || has_negatives(a.table)) try_formula(target, f, attempts);
            for (std::size_t j = 0; j < target; ++j) try_pair(target, a, all_[j], attempts);
        }
        choose(target, attempts);
    }

    /// The product alone and plus each vector that may be its bias, also inside an activation.
    std::vector<std::string> with_bias(std::size_t target, const std::string& product, std::size_t columns) const {
        std::vector<std::string> all{product, "relu(" + product + ")"};
        for (std::size_t i = 0; i < target; ++i) {
            if (!all_[i].in_full || all_[i].rank() != 1 || all_[i].rows() != columns) continue;
            const std::string sum = product + " + " + all_[i].name;
            for (const std::string& f : {sum, "relu(" + sum + ")", "gelu(" + sum + ")"}) all.push_back(f);
        }
        return all;
    }

    void try_pair(std::size_t target, const quantity& a, const quantity& b, std::vector<attempt>& attempts) {
        const quantity& t = all_[target];
        if (!b.in_full || b.rank() > 2) return;
        const auto consider = [&](const std::string& f) { try_formula(target, f, attempts); };
        const bool same = a.table.extents == b.table.extents && a.table.extents == t.table.extents;
        if (same && &a < &b) {
            consider(a.name + " + " + b.name);
            consider("layer_norm(" + a.name + " + " + b.name + ")");
            consider("hadamard(" + a.name + ", " + b.name + ")");
        }
        if (same && &a != &b) consider(a.name + " - " + b.name);
        if (a.rank() == 2 && b.rank() == 1 && a.table.extents == t.table.extents && b.rows() == a.columns())
            consider(a.name + " + " + b.name);
        if (a.rank() == 2 && b.rank() == 2 && t.rank() == 2 && t.rows() == a.rows() &&
            t.columns() == a.columns() + b.columns() && a.rows() == b.rows())
            consider("concat(" + a.name + ", " + b.name + ")");
        const std::size_t rows = a.rank() == 2 ? a.rows() : 1;
        if (t.table.entries.size() == rows * b.columns() && a.columns() == b.rows() && b.rank() == 2)
            for (const std::string& f : with_bias(target, a.name + " * " + b.name, b.columns())) consider(f);
        if (b.rank() == 2 && t.table.entries.size() == rows * b.rows() && a.columns() == b.columns()) {
            const std::string product = a.name + " * transpose(" + b.name + ")";
            const std::string scaled = product + " / sqrt(" + std::to_string(a.columns()) + ")";
            for (const std::string& f : with_bias(target, product, b.rows())) consider(f);
            for (const std::string& f :
                 {scaled, "softmax(" + scaled + ")", "softmax(" + product + ")", "softmax(causal(" + scaled + "))"})
                consider(f);
        }
        if (a.rank() == 2 && b.rank() == 2 && t.rank() == 2 && a.rows() == b.rows() && t.rows() == a.columns() &&
            t.columns() == b.columns() && &a != &b)
            for (const std::string& f : formulas_of_columns(a.name, b.name, a.rows())) consider(f);
        if (b.rank() != 2 || t.table.entries.size() % rows != 0 || a.columns() != b.columns()) return;
        for (std::size_t k = 0; k < target; ++k) {
            const quantity& v = all_[k];
            if (v.in_full && v.rank() == 2 && v.rows() == b.rows() && t.table.entries.size() == rows * v.columns())
                consider("attention(" + a.name + ", " + b.name + ", " + v.name + ")");
        }
    }

    /// Of the formulas that hold, takes the first one whose values are nearest; else the one that holds for most
    /// numbers.
    void choose(std::size_t target, std::vector<attempt>& attempts) {
        std::sort(attempts.begin(), attempts.end(), [](const attempt& a, const attempt& b) {
            const double off_a = a.off < 1 ? 0 : a.off, off_b = b.off < 1 ? 0 : b.off;
            if (a.apart != b.apart) return a.apart < b.apart;
            return off_a != off_b ? off_a < off_b : a.order < b.order;
        });
        constexpr std::size_t most = 4;
        quantity& t = all_[target];
        for (std::size_t i = 0; i < attempts.size() && i < most && !t.holds(); ++i)
            take_if_better(target, attempts[i].formula);
        const bool says_much = t.formula.find(" * ") != std::string::npos || t.formula.compare(0, 7, "softmax") == 0 ||
                               t.formula.compare(0, 9, "attention") == 0;
        const bool one_is_wrong = t.consistent >= 3 && t.consistent + 1 == t.printed && !is_chance(t, attempts);
        if (t.holds() || (says_much && !is_given(t.name) && (one_is_wrong || 4 * t.consistent > 3 * t.printed))) return;
        t.formula.clear();
    }
    /// Whether, of this many formulas, one may well fit all numbers but one by chance.
    bool is_chance(const quantity& t, const std::vector<attempt>& attempts) const {
        constexpr double most_odds = 32;
        for (const attempt& a : attempts)
            if (a.formula == t.formula) return a.bits < std::log2(most_odds * static_cast<double>(tried_ * t.printed));
        return true;
    }
    std::size_t count_consistent(std::size_t target, const subject& s) {
        const std::vector<verdict> all = verdicts_of(s);
        all_[target].printed =
            all.size() - static_cast<std::size_t>(std::count(all.begin(), all.end(), verdict::elided));
        return static_cast<std::size_t>(std::count(all.begin(), all.end(), verdict::consistent));
    }

    /// Takes a matrix with few digits as exact if all formulas of it that hold still hold then.
    void try_exact(std::size_t i) {
        constexpr int most_places = 3;
        quantity& q = all_[i];
        if (q.exact || !q.in_full || (!q.formula.empty() && !q.holds())) return;
        for (const decimal& d : q.table.entries)
            if (d.places > most_places) return;
        for (const quantity& operand : all_)  // rounded operands have digits that are not known
            if (!operand.exact && &operand != &q && uses(q.formula, operand.name)) return;
        bool used = false;
        q.exact = true;
        for (std::size_t t = 0; t < all_.size() && q.exact; ++t) {
            if (!all_[t].holds() || (t != i && !uses(all_[t].formula, q.name))) continue;
            used = true;
            q.exact = count_consistent(t, subject_with(t, all_[t].formula)) == all_[t].printed;
        }
        q.exact = q.exact && used;
    }

    bool holds(const page_law& law, const quantity& q, const quantity* other) const {
        try {
            const subject_numbers numbers = numbers_of(q.table, q.exact ? reading::exact : reading::rounded);
            const subject_numbers second =
                other == nullptr ? numbers : numbers_of(other->table, other->exact ? reading::exact : reading::rounded);
            return examine_law(law, numbers, second).found.consistent();
        } catch (const formula_error&) {
            return false;
        }
    }
    void find_laws() {
        for (quantity& q : all_) {
            if (q.rank() != 2 || q.columns() < 2 || !q.in_full || is_a_choice(q.table)) continue;
            const page_law law{detail::page_law_kind::distributions, q.name, ""};
            if (holds(law, q, nullptr)) q.laws.push_back(text_of(law));
        }
        for (quantity& q : all_) {
            const std::size_t star = std::min(q.formula.find(" * "), q.formula.find(" @ "));
            if (star == std::string::npos || !q.in_full || (q.consistent == 0 && !q.stated)) continue;
            const std::string left = q.formula.substr(0, star), right = q.formula.substr(star + 3);
            const quantity *weights = find(left), *values = find(right);
            const page_law law{page_law_kind::within, q.name, right};
            if (weights != nullptr && values != nullptr && !weights->laws.empty() && holds(law, q, values))
                q.laws.push_back(text_of(law));
        }
    }
    const quantity* find(const std::string& name) const {
        for (const quantity& q : all_)
            if (q.name == name) return &q;
        return nullptr;
    }

    /// Work is counted in interval multiplications, each about 10 ns.
    static constexpr double work_of_a_formula = 1000, work_of_an_element = 20, most_work = 4e8;
    std::vector<quantity> all_{};
    std::vector<stated_formula> stated_{};
    std::size_t left_out_ = 0;
    std::size_t tried_ = 0;  ///< formulas tried for the current matrix
    double work_ = 0, budget_ = 0;
};

}  // namespace detail

/// A block for a document's matrices.
/// cost    the first 40 matrices, and a bounded number of operations for the formulas that are tried: some seconds. The
///         lines say for which matrices not all were tried
[[nodiscard]] inline proposal propose_block(const page_text& text) {
    return detail::proposer(text.tables, text.stated).run();
}

}  // namespace heed
