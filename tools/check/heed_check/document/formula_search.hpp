// SPDX-License-Identifier: BSL-1.0
// Searches the usual formulas of one, two and three earlier matrices for those that hold for the numbers of a matrix,
// and not by chance.
#pragma once

#include <heed_check/document/candidates.hpp>
#include <heed_check/document/exact_digits.hpp>
#include <heed_check/document/trials.hpp>
#include <heed_check/tables/known_places.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed::detail {

/// While it lives, the matrices before a target have other numbers in the same order: a third larger.
class bent_inputs {
public:
    bent_inputs(std::vector<proposed_matrix>& all, std::size_t target) : all_(all) {
        for (std::size_t i = 0; i < target; ++i) {
            kept_.push_back(all[i].table);
            for (decimal& d : all[i].table.entries) bend(d);
        }
    }
    ~bent_inputs() {
        for (std::size_t i = 0; i < kept_.size(); ++i) all_[i].table = std::move(kept_[i]);
    }
    bent_inputs(const bent_inputs&) = delete;
    bent_inputs& operator=(const bent_inputs&) = delete;

private:
    static void bend(decimal& d) {
        constexpr long long most = 1'000'000'000'000'000;
        if (d.digits > most || d.digits < -most) return;
        d.digits = 10 * d.digits + 10 * d.digits / 3;
        ++d.places;
    }

    std::vector<proposed_matrix>& all_;
    std::vector<printed_table> kept_{};
};

class formula_search {
public:
    formula_search(std::vector<proposed_matrix>& all, formula_trials& trials, std::size_t target)
        : all_(all), trials_(trials), target_(target), t_(all[target]), is_causal_(has_causal_mask(t_.table)) {}

    /// Gives the matrix a formula, or none.
    void run() {
        std::set<std::size_t> sizes;  // sizes d for sqrt(d)
        for (std::size_t i = 0; i < target_; ++i)
            if (all_[i].rank() == 2 && all_[i].columns() > 1) sizes.insert(all_[i].columns());
        for (std::size_t i = 0; i < target_; ++i) {
            const proposed_matrix& a = all_[i];
            if (!is_operand(a)) continue;
            std::set<std::size_t> of_a = sizes;
            if (a.table.extents == t_.table.extents)
                for (const std::size_t d : sizes_of_scale(values_of(a.table), t_.table)) of_a.insert(d);
            const bool column = t_.rank() == 2 && t_.columns() == 1;
            for (const std::string& f : formulas_of(a.sizes(), of_a, column)) consider(f);
            for (const std::size_t d : of_a)
                masked_.push_back("causal(" + a.name + " / sqrt(" + std::to_string(d) + "))");
            for (std::size_t j = 0; j < target_; ++j)
                if (is_operand(all_[j])) try_pair(a, all_[j]);
        }
        for (const std::string& f : down_the_columns_) consider(f);
        const auto holds = [](const attempt& a) { return a.apart == 0 && a.formula.compare(0, 7, "causal(") == 0; };
        if (is_causal_ && std::none_of(attempts_.begin(), attempts_.end(), holds))
            for (const std::string& f : masked_) consider(f);
        choose();
    }

private:
    static bool is_operand(const proposed_matrix& q) {
        return q.in_full && q.rank() <= 2 && q.same_as.empty() && !is_all_the_same(q.table);
    }

    void consider(const std::string& formula) {
        if (is_given(t_.name) && formula.compare(0, 7, "softmax") != 0) return;
        if (trials_.consider(target_, formula, attempts_)) ++tried_;
    }

    /// The product alone and plus each vector that may be its bias, also inside an activation.
    std::vector<std::string> with_bias(const std::string& product, std::size_t columns) const {
        std::vector<std::string> all{product, "relu(" + product + ")"};
        for (std::size_t i = 0; i < target_; ++i) {
            if (!all_[i].in_full || all_[i].rank() != 1 || all_[i].rows() != columns) continue;
            const std::string sum = product + " + " + all_[i].name;
            for (const std::string& f : {sum, "relu(" + sum + ")", "gelu(" + sum + ")"}) all.push_back(f);
        }
        return all;
    }

    void try_pair(const proposed_matrix& a, const proposed_matrix& b) {
        for (const std::string& f : sums_of(a.sizes(), b.sizes(), t_.sizes(), &a < &b)) consider(f);
        if (a.rank() == 2 && b.rank() == 1) try_affine(a, b);
        const std::size_t rows = a.rank() == 2 ? a.rows() : 1, numbers = t_.table.entries.size();
        if (numbers == rows * b.columns() && a.columns() == b.rows() && b.rank() == 2)
            for (const std::string& f : with_bias(a.name + " * " + b.name, b.columns())) consider(f);
        if (b.rank() == 2 && numbers == rows * b.rows() && a.columns() == b.columns()) try_scores(a, b);
        if (a.rank() == 2 && b.rank() == 2 && t_.rank() == 2 && a.rows() == b.rows() && t_.rows() == a.columns() &&
            t_.columns() == b.columns() && &a != &b)
            for (const std::string& f : formulas_of_columns(a.name, b.name, a.rows())) consider(f);
        if (b.rank() != 2 || numbers % rows != 0 || a.columns() != b.columns()) return;
        for (std::size_t k = 0; k < target_; ++k) {
            const proposed_matrix& v = all_[k];
            if (v.in_full && v.rank() == 2 && v.rows() == b.rows() && numbers == rows * v.columns())
                consider("attention(" + a.name + ", " + b.name + ", " + v.name + ")");
        }
    }

    /// A gain and a bias for each column.
    void try_affine(const proposed_matrix& a, const proposed_matrix& gain) {
        if (a.table.extents != t_.table.extents || gain.columns() != a.columns() || a.columns() < 2) return;
        for (std::size_t k = 0; k < target_; ++k) {
            const proposed_matrix& bias = all_[k];
            if (&bias == &gain || !bias.in_full || bias.rank() != 1 || bias.columns() != a.columns()) continue;
            consider("hadamard(" + a.name + ", " + gain.name + ") + " + bias.name);
            if (a.columns() > 2) consider("layer_norm(" + a.name + ", " + gain.name + ", " + bias.name + ")");
        }
    }

    void try_scores(const proposed_matrix& a, const proposed_matrix& b) {
        const std::string product = a.name + " * transpose(" + b.name + ")";
        for (const std::string& f : with_bias(product, b.rows())) consider(f);
        std::set<std::size_t> sizes{a.columns()};
        for (const std::size_t d : sizes_of_scale(scores_of(a, b), t_.table)) sizes.insert(d);
        for (const std::size_t d : sizes) {
            const std::string scaled = product + " / sqrt(" + std::to_string(d) + ")";
            consider(scaled);
            if (b.rows() == 1) continue;
            consider("softmax(" + scaled + ")");
            consider("softmax(causal(" + scaled + "))");
            masked_.push_back("causal(" + scaled + ")");
            if (a.rank() == 2 && a.rows() > 1) down_the_columns_.push_back("softmax(" + scaled + ", axis=0)");
        }
        if (b.rows() == 1) return;
        consider("softmax(" + product + ")");
        consider("softmax(causal(" + product + "))");
        masked_.push_back("causal(" + product + ")");
    }
    static std::vector<double> scores_of(const proposed_matrix& a, const proposed_matrix& b) {
        const std::vector<double> x = values_of(a.table), y = values_of(b.table);
        const std::size_t n = b.columns();
        std::vector<double> scores;
        for (std::size_t i = 0; i + n <= x.size(); i += n)
            for (std::size_t j = 0; j + n <= y.size(); j += n) {
                double sum = 0;
                for (std::size_t k = 0; k < n; ++k) sum += x[i + k] * y[j + k];
                scores.push_back(sum);
            }
        return scores;
    }

    /// Of the formulas that hold, takes the first one whose values are nearest; else the one that holds for most
    /// numbers. What chance explains is not taken.
    void choose() {
        t_.several.clear();
        for (attempt& a : attempts_)
            if (a.apart == 0) compare_with_digits(a);
        std::sort(attempts_.begin(), attempts_.end(), [](const attempt& a, const attempt& b) {
            const double off_a = a.off < 1 ? 0 : a.off, off_b = b.off < 1 ? 0 : b.off;
            if (a.apart != b.apart) return a.apart < b.apart;
            if (a.apart_from_digits != b.apart_from_digits) return a.apart_from_digits < b.apart_from_digits;
            return off_a != off_b ? off_a < off_b : a.order < b.order;
        });
        constexpr std::size_t most = 6;
        std::size_t judged = 0;
        const double least = least_strength();
        for (std::size_t i = 0; i < attempts_.size() && judged < most && !t_.holds(); ++i) {
            if (is_chance(attempts_[i]) || strength_of(attempts_[i]) < least) continue;
            ++judged;
            trials_.take_if_better(target_, attempts_[i].formula);
        }
        if (t_.holds() && t_.printed <= few) choose_of_few();
        const bool one_is_wrong = t_.consistent >= 3 && t_.consistent + 1 == t_.printed;
        if (t_.holds() || (says_much() && (one_is_wrong || 4 * t_.consistent > 3 * t_.printed))) return;
        t_.formula.clear();
        t_.consistent = 0;
    }

    /// Few numbers are often explained by several formulas. Of those that hold, takes the one that the name of the
    /// matrix tells, or that reads the fewest matrices; none if others are as good. One that holds only because its
    /// operands are rounded is not as good as one from which all follow to the last place.
    void choose_of_few() {
        const proposed_matrix before = t_;
        std::size_t fewest = 0;
        std::string best, other;
        bool named = false, alone = true;
        double strength = 0;  // of the best from which all digits follow
        const double least = least_strength();
        for (const attempt& a : attempts_) {
            if (a.apart != 0 || is_chance(a) || strength_of(a) < least) continue;
            t_.formula.clear();
            trials_.take_if_better(target_, a.formula);
            if (!t_.holds()) continue;
            const bool is_named = is_named_by(t_.name, a.formula);
            const std::size_t read = matrices_in(a.formula);
            const bool better = best.empty() || (is_named && !named) || (is_named == named && read < fewest);
            if (!better && (is_named != named || read != fewest || are_alike(a.formula, best))) continue;
            if (!better && strength_of(a) < strength - far) continue;
            alone = better;
            if (!better) other = a.formula;
            if (better) best = a.formula, fewest = read, named = is_named;
            if (better) strength = a.apart_from_digits == 0 ? strength_of(a) : 0;
        }
        t_ = before;
        t_.formula = alone || named ? best : "";
        if (!t_.formula.empty()) return;
        t_.consistent = 0;
        if (!other.empty()) t_.several = best + " as well as from " + other;
    }
    /// Whether two formulas mean the same: they do if written out, or have the same values also for other inputs, to
    /// the last printed place.
    bool are_alike(const std::string& f, const std::string& g) const {
        if (written_out(f) == written_out(g)) return true;
        const bent_inputs other(all_, target_);
        const std::vector<double> a = values_at_digits(trials_.subject_with(target_, f));
        const std::vector<double> b = values_at_digits(trials_.subject_with(target_, g));
        const double unit = std::pow(10.0, -most_places(t_.table));
        return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                          [&](double x, double y) { return std::fabs(x - y) <= unit; });
    }
    std::size_t matrices_in(const std::string& formula) const {
        std::size_t count = 0;
        for (std::size_t i = 0; i < target_; ++i) count += uses(formula, all_[i].name) ? 1 : 0;
        return count;
    }
    /// With the formulas of its matrices in their places, and without parentheses and blanks.
    std::string written_out(const std::string& formula) const { return written_out(formula, target_); }
    /// The formula of a matrix, in which only those before it stand: its own name is that of a function or a property.
    std::string written_out(const std::string& formula, std::size_t target) const {
        std::string text;
        for (std::size_t at = 0; at < formula.size();) {
            std::size_t end = at;
            while (end < formula.size() && formula_scanner::is_word(formula[end])) ++end;
            const std::string word = formula.substr(at, end - at);
            const auto same = [&](const proposed_matrix& q) { return q.name == word && !q.formula.empty(); };
            const auto last = all_.begin() + static_cast<std::ptrdiff_t>(target);
            const auto defined = std::find_if(all_.begin(), last, same);
            if (end == at && std::string_view(" ()").find(formula[at]) == std::string_view::npos) text += formula[at];
            const bool known = end > at && defined != last;
            text += known ? written_out(defined->formula, static_cast<std::size_t>(defined - all_.begin())) : word;
            at = std::max(end, at + 1);
        }
        return text;
    }

    /// Whether the formula computes: numbers that are only those of another matrix, or 0, are no evidence of it. Those
    /// of a mask are.
    bool says_much() const {
        for (const std::string_view word : {"relu(", "transpose(", "causal("})
            if (t_.formula.compare(0, word.size(), word) == 0) return is_causal_ && word == "causal(";
        return true;
    }

    /// Whether, of this many formulas, one may well fit as many numbers by chance: of all numbers, or but for some.
    bool is_chance(const attempt& a) const {
        constexpr double most_odds = 8, odds_of_a_part = 32, bits_of_a_name = 6;
        const double trials = static_cast<double>(tried_);
        const double name = is_named_by(t_.name, a.formula) && !is_a_choice(t_.table) ? bits_of_a_name : 0;
        if (a.apart == 0 && is_saturated(a)) return true;
        if (a.apart == 0) return bits_of(a) + name < std::log2(most_odds * trials);
        return bits_but_for(a.apart, t_.table.entries.size(), bits_of(a) + name) < std::log2(odds_of_a_part * trials);
    }
    /// log2 of the odds for a formula, where a number that is wrong on the page has its own; with operands rounded, or
    /// their digits exact.
    double strength_of(const attempt& a) const {
        constexpr double bits_of_a_misprint = 8;
        const auto strength = [&](std::size_t apart, double bits) {
            return bits_but_for(apart, t_.table.entries.size(), bits) - bits_of_a_misprint * static_cast<double>(apart);
        };
        const double rounded = strength(a.apart, bits_of(a));
        return a.apart == 0 ? std::max(rounded, strength(a.apart_from_digits, a.bits_by_digits)) : rounded;
    }
    /// A formula that holds for all numbers because its operands are known to few digits says less than one from which
    /// they follow to the last place, but for a wrong one.
    double least_strength() const {
        double strongest = 0;
        for (const attempt& a : attempts_)
            if (a.apart > 0 || a.apart_from_digits > 0) strongest = std::max(strongest, strength_of(a) - far);
        return strongest;
    }
    /// Numbers of few digits are often typed, and exact: what then holds for all has all the more odds against chance.
    /// Where rows sum to one, one number of each follows from the others.
    double bits_of(const attempt& a) const {
        const double bits = a.apart == 0 && a.apart_from_digits == 0 ? std::max(a.bits, a.bits_by_digits) : a.bits;
        const auto columns = static_cast<double>(t_.columns());
        return sums_to_one(t_.table) ? bits * (columns - 1) / columns : bits;
    }
    void compare_with_digits(attempt& a) {
        std::vector<std::size_t> taken;
        for (std::size_t i = 0; i < target_; ++i)
            if (!all_[i].exact && has_few_places(all_[i].table.entries) && uses(a.formula, all_[i].name))
                taken.push_back(i);
        if (taken.empty()) return;
        attempt exact{};
        for (const std::size_t i : taken) all_[i].exact = true;
        compare(trials_.subject_with(target_, a.formula), exact);
        for (const std::size_t i : taken) all_[i].exact = false;
        a.apart_from_digits = exact.apart;
        a.bits_by_digits = exact.bits;
    }

    /// Whether softmax gives numbers that fit as well if its scores are others in the same order: only the places of
    /// the largest ones speak for it then.
    bool is_saturated(const attempt& a) const {
        if (a.formula.compare(0, 7, "softmax") != 0) return false;
        const bent_inputs other(all_, target_);
        attempt bent{};
        compare(trials_.subject_with(target_, a.formula), bent);
        return bent.apart == 0;
    }

    std::vector<proposed_matrix>& all_;
    formula_trials& trials_;
    static constexpr std::size_t few = 4;
    static constexpr double far = 10;  ///< bits
    std::size_t target_;
    proposed_matrix& t_;
    bool is_causal_;  ///< a causal mask made numbers of the target -inf
    std::vector<attempt> attempts_{};
    std::vector<std::string> down_the_columns_{};  ///< tried last: a slip where queries are rows
    std::vector<std::string> masked_{};            ///< tried where the mask is of no printed matrix
    std::size_t tried_ = 0;
};

}  // namespace heed::detail
