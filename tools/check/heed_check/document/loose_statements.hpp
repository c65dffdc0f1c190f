// SPDX-License-Identifier: BSL-1.0
// Statements of code whose names no matrix of the document has: the numbers may stand below another label, or below
// none. A matrix that follows from one of them is computed so; a usual formula that none of them confirms is not what
// the document says.
#pragma once

#include <heed_check/document/attempts.hpp>
#include <heed_check/document/candidates.hpp>
#include <heed_check/document/readings_of_stated.hpp>
#include <heed_check/document/trials.hpp>

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace heed::detail {

/// How many numbers the keys have of which the formula of a matrix is a product, or of which those are that it reads;
/// 0 if it reads none, or several that differ. depths  of the matrices before it
inline std::size_t depth_of(const std::vector<proposed_matrix>& all, std::size_t i,
                            const std::vector<std::size_t>& depths) {
    const std::string& formula = all[i].formula;
    const auto has = [&](const std::string& text) { return formula.find(text) != std::string::npos; };
    std::size_t depth = 0;
    for (std::size_t k = 0; k < i; ++k) {
        const std::string& name = all[k].name;
        if (!uses(formula, name)) continue;
        const bool is_key = has(" * transpose(" + name + ")") || has(" @ " + name + ".T");
        const bool of_columns = has("transpose(" + name + ") * ") || has(name + ".T @ ");
        const std::size_t one = is_key ? all[k].columns() : of_columns ? all[k].rows() : depths[k];
        if (depth != 0 && one != 0 && one != depth) return 0;
        depth = one == 0 ? depth : one;
    }
    return depth;
}

/// The matrices before one, as statements name them.
inline std::vector<nameable_matrix> nameable_before(const std::vector<proposed_matrix>& all, std::size_t target) {
    std::vector<nameable_matrix> matrices;
    std::vector<std::size_t> depths;
    for (std::size_t i = 0; i < target; ++i) {
        const proposed_matrix& q = all[i];
        depths.push_back(depth_of(all, i, depths));
        matrices.push_back({q.said, q.without_fonts, q.again ? q.same_as : q.name, q.position,
                            q.rank() < 2 ? 1 : q.rows(), q.columns(), q.in, q.shown_alone, depths[i]});
    }
    return matrices;
}

class loose_statements {
public:
    loose_statements(std::vector<proposed_matrix>& all, const document_statements& stated, formula_trials& trials)
        : all_(all), stated_(stated), trials_(trials) {}

    /// Gives a matrix for which the document states nothing the last statement from which all its numbers follow.
    void take(std::size_t target) {
        proposed_matrix& t = all_[target];
        if (!is_open(t) || is_all_the_same(t.table) || is_a_choice(t.table)) return;
        const proposed_matrix found = t;
        visit(target, [&](std::size_t i) {
            if (!t.holds()) return false;
            t.origin = formula_origin::stated;
            t.otherwise.clear();
            taken_.insert(i);
            return true;
        });
        if (!t.is_stated()) t = found;
    }

    /// Where numbers follow from a usual formula and code above them states another one of their shape, which is that
    /// of no matrix, the statement stands beside the formula.
    void doubt_others() {
        for (std::size_t target = 1; target < all_.size(); ++target) {
            proposed_matrix& t = all_[target];
            if (!t.holds() || !is_open(t)) continue;
            take(target);  // what is exact may have been found since
            if (t.is_stated()) continue;
            const proposed_matrix found = t;
            std::string other;
            visit(target, [&](std::size_t i) {
                const bool fits = !t.formula.empty() && taken_.count(i) == 0 && is_code_above(t, stated_.formulas[i]);
                if (fits) other = stated_.formulas[i].formula;
                return fits;
            });
            t = found;
            if (other.empty() || is_called(target)) continue;
            t.stated = other;
            t.is_certain = t.stated_in_code = true;
        }
    }

private:
    static bool is_open(const proposed_matrix& t) {
        return !t.is_stated() && t.stated.empty() && t.doubt.empty() && t.same_as.empty() && !t.literal;
    }

    /// Tries what is stated before a matrix, the last statement first, until `is_last` says so.
    template <typename Function>
    void visit(std::size_t target, Function is_last) {
        proposed_matrix& t = all_[target];
        const std::vector<nameable_matrix> before = nameable_before(all_, target);
        stated_reader reader(before, stated_);
        for (std::size_t i = t.position; i-- > 0;) {
            if (!is_loose(stated_.formulas[i]) || is_of_another_language(stated_.formulas[i].in, t.in)) continue;
            for (const stated_reading& reading : reader.readings_of(i)) {
                if (!reads_those_before(target, reading.formula)) continue;
                t.formula.clear();
                trials_.take_if_better(target, reading.formula);
                if (is_last(i)) return;
            }
        }
    }
    bool is_loose(const stated_formula& s) const {
        return s.in_code() && s.doubt.empty() && !s.formula.empty() &&
               std::none_of(all_.begin(), all_.end(), [&](const proposed_matrix& q) { return q.said == s.name; });
    }
    bool reads_those_before(std::size_t target, const std::string& formula) const {
        bool any = false;
        for (std::size_t i = 0; i < target; ++i) any = any || (uses(formula, all_[i].name) && formula != all_[i].name);
        return any;
    }
    /// Whether a statement is in the code of which the numbers are the output.
    bool is_code_above(const proposed_matrix& t, const stated_formula& s) const {
        if (is_of_arrays(s.in)) return true;
        const stated_code* code = nullptr;
        for (const stated_code& c : stated_.code)
            if (c.begin < t.line) code = &c;
        return code != nullptr && code->begin <= s.line && s.line <= code->end;
    }
    /// Whether code that is not understood calls a function that is named like one of the formula: it may be meant.
    bool is_called(std::size_t target) {
        const std::string& formula = all_[target].formula;
        const std::set<std::string> words = called_words(formula);
        const std::vector<nameable_matrix> before = nameable_before(all_, target);
        stated_reader reader(before, stated_);
        for (std::size_t i = 0; i < all_[target].position && !is_along_columns(formula); ++i) {
            if (!stated_.formulas[i].in_code()) continue;
            const std::set<std::string> called = called_words(stated_.formulas[i].formula);
            const auto known = [&](const std::string& w) { return words.count(w) != 0; };
            if (std::any_of(called.begin(), called.end(), known) && reader.readings_of(i).empty()) return true;
        }
        return false;
    }

    std::vector<proposed_matrix>& all_;
    const document_statements& stated_;
    formula_trials& trials_;
    std::set<std::size_t> taken_{};
};

}  // namespace heed::detail
