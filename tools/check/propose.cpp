// SPDX-License-Identifier: BSL-1.0
// What heed_check/document/propose.hpp declares.
#include <heed_check/document/block_counts.hpp>
#include <heed_check/document/column_doubts.hpp>
#include <heed_check/document/derivations.hpp>
#include <heed_check/document/echoes.hpp>
#include <heed_check/document/exact_choice.hpp>
#include <heed_check/document/findings.hpp>
#include <heed_check/document/formula_search.hpp>
#include <heed_check/document/loose_statements.hpp>
#include <heed_check/document/operation_choice.hpp>
#include <heed_check/document/place_choice.hpp>
#include <heed_check/document/power_doubts.hpp>
#include <heed_check/document/proposal.hpp>
#include <heed_check/document/propose.hpp>
#include <heed_check/document/proposed_laws.hpp>
#include <heed_check/document/readings_of_stated.hpp>
#include <heed_check/document/statement_places.hpp>
#include <heed_check/document/table_names.hpp>
#include <heed_check/document/trials.hpp>
#include <heed_check/document/unsaid_arithmetic.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace heed {

namespace detail {

class proposer {
public:
    /// in  the arithmetic in which everything was computed
    proposer(const std::vector<found_table>& tables, const document_statements& stated, arithmetic in)
        : stated_(stated),
          trials_(all_, in),
          exact_(all_, trials_),
          places_(all_, trials_),
          loose_(all_, stated, trials_),
          operations_(all_, stated, trials_) {
        constexpr std::size_t most = 40, most_numbers = 4096;
        const std::vector<std::string> names = names_of_tables(tables);
        const derivations derived(tables, names, stated);
        for (std::size_t i = 0; i < tables.size(); ++i) {
            const printed_table& t = tables[i].table;
            if (tables[i].error || t.entries.size() < 2) continue;
            if (t.entries.size() > most_numbers || all_.size() == most) {
                left_out_.push_back(i + 1);
                continue;
            }
            proposed_matrix q{.name = names[i], .number = i + 1, .line = tables[i].line, .table = t};
            const stated_place* const place = place_of(stated_.places, q.line);
            q.in = place == nullptr ? code_language::none : place->language;
            q.shown_alone = place == nullptr ? 0 : place->alone;
            const bool is_run = place == nullptr || place->is_run;  // else its name is not that of code which is
            if (tables[i].shown && is_run) {
                q.said = q.without_fonts = *tables[i].shown;
            } else if (!tables[i].product && is_run) {
                q.said = name_in_text(with_marks(tables[i].before));
                q.without_fonts = name_in_text(with_marks(tables[i].before, false));
            }
            if (q.said.empty() && is_run) q.said = q.without_fonts = derived.said(i);
            q.product = derived.product(i);
            const bool masked = std::any_of(t.entries.begin(), t.entries.end(), is_of_mask);
            for (const decimal& d : t.entries) {
                q.in_full = q.in_full && d.kind == entry_kind::number;
                q.whole = q.whole && (is_whole(d) || (masked && (is_of_mask(d) || is_zero(d))));
                q.usable = q.usable && d.places <= 300 && d.places >= -300;
            }
            const std::string marked = with_marks(tables[i].before);
            if (const sentence_formula used = formula_of_sentence(marked); used.is_used && is_run)
                q.used = name_in_text(std::string(used.left) + " =");
            q.about = says_about(tables[i].before) || stated_.rounds_to_whole;
            q.literal = is_written_out(q) || is_drawn_and_rounded(q);
            if (!q.literal) places_.take_said(q, tables[i], stated_);
            if (q.usable) all_.push_back(std::move(q));
        }
        for (std::size_t i = 0; i < all_.size(); ++i) {
            if (!all_[i].literal) places_.begin_saturated(i);
            all_[i].exact = (all_[i].is_whole() && !all_[i].saturated) || (all_[i].literal && all_[i].in_full);
        }
        statement_places(all_, stated_).place_all();
    }

    proposal run() {
        for (std::size_t t = 0; t < all_.size(); ++t) {
            trials_.begin_matrix(all_.size() - t);
            if (is_repeated(t)) take_stated_of_repeated(t);
            if (!all_[t].same_as.empty() || all_[t].literal || t == 0 || is_echo(t)) continue;
            find_formula(t);
            if (!all_[t].holds()) reconsider_exact(t);
            if (places_.settle(t)) search_anew(t);
            if (exact_.settle(t))
                for (std::size_t i = 1; i <= t; ++i) search_again(i);
        }
        loose_.doubt_others();
        doubt_columns(all_, stated_);
        doubt_powers(all_, trials_);
        drop_what_does_not_run();
        ask_for_presumed();
        count_as_checked(all_, trials_.in(), stated_.in);
        for (std::size_t t = 0; t < all_.size(); ++t) count_rounding(t);
        proposed_laws(all_, trials_.in()).find_laws();
        return proposal_writer(all_, left_out_, trials_.in()).write();
    }

    /// How many numbers follow from the formulas, and how many formulas hold for all numbers.
    std::pair<std::size_t, std::size_t> explained() const {
        std::size_t numbers = 0, formulas = 0;
        for (const proposed_matrix& q : all_) {
            numbers += q.formula.empty() ? 0 : q.consistent;
            formulas += q.holds() ? 1 : 0;
        }
        return {formulas, numbers};
    }

    /// Whether all numbers follow from the formulas.
    bool explains_all() const {
        return std::all_of(all_.begin(), all_.end(),
                           [](const proposed_matrix& q) { return q.formula.empty() || q.holds(); });
    }

private:
    /// 12, and 1e9; but 1.75e10 is rounded.
    static bool is_whole(const decimal& d) {
        return d.kind == entry_kind::number && (d.places == 0 || (d.places < 0 && d.digits > -10 && d.digits < 10));
    }
    /// The -inf of a mask: whole numbers and zeros beside it are exact, also 0.0.
    static bool is_of_mask(const decimal& d) { return d.kind == entry_kind::infinite && d.digits < 0; }
    static bool is_zero(const decimal& d) { return d.kind == entry_kind::number && d.digits == 0; }
    void find_formula(std::size_t target) {
        formula_search(all_, trials_, target).run();
        prefer_rows(target);
        const std::vector<std::string> by_names = formulas_by_name(target);
        if (!all_[target].holds()) take_by_name(target, by_names);
        all_[target].is_told = is_told(target, by_names);
        prefer_stated(target);
        loose_.take(target);
        take_used(target);
        operations_.take(target);
        take_product(target);
        proposed_matrix& t = all_[target];
        if (!stated_.has_softmax_of_rows || t.is_stated() || !is_along_columns(t.formula) || !t.stated.empty()) return;
        t.stated = "that the softmax is along the rows";
        t.is_certain = true;
    }

    /// Where numbers stand behind two factors and a sign of equality, asks whether they are the product, unless they
    /// follow from it or something else is refuted.
    void take_product(std::size_t target) {
        proposed_matrix& t = all_[target];
        if (t.product.empty() || !is_of_those_before(target, t.product)) return;
        if (t.is_stated() && !t.formula.empty() && !t.holds()) return;
        const proposed_matrix found = t;
        t.formula.clear();
        trials_.take_if_better(target, t.product);
        if (t.formula.empty() || (t.holds() && !found.formula.empty())) {
            t = found;
            return;
        }
        t.origin = formula_origin::stated;
        t.if_it_holds = !t.holds();
        t.is_sure = false;
        t.otherwise = found.holds() ? found.formula : "";
    }

    /// Where the sentence before the numbers uses a formula, "Using $S = QK^T$ we get", takes it if all of them follow
    /// from it; else it stands beside a formula that was found, unless that computes more.
    void take_used(std::size_t target) {
        proposed_matrix& t = all_[target];
        if (t.used.empty() || t.is_stated() || !t.stated.empty()) return;
        const std::vector<nameable_matrix> matrices = nameable_before(all_, target);
        stated_reader reader(matrices, stated_);
        for (std::size_t i = t.position; i-- > 0;) {
            const stated_formula& said = stated_.formulas[i];
            if (said.name != t.used || said.line + most_lines_above < t.line) continue;
            std::optional<proposed_matrix> best;
            for (stated_reading reading : reader.readings_of(i)) {
                reading.certain = reading.of_most = false;
                if (!takes_stated(target, reading, best)) continue;
                t.said = t.without_fonts = t.used;
                return;
            }
            const std::set<std::string> found = called_words(t.formula), words = called_words(said.formula);
            if (!std::includes(words.begin(), words.end(), found.begin(), found.end())) return;
            t.stated = said.formula;
            t.is_read = t.is_certain = true;
            return;
        }
    }
    static constexpr std::size_t most_lines_above = 4;

    /// Whether code writes the matrix out.
    bool is_written_out(const proposed_matrix& q) const {
        return std::any_of(stated_.literals.begin(), stated_.literals.end(),
                           [&](const stated_formula& l) { return is_of_literal(all_, q, l); });
    }

    /// Whether code draws the numbers by chance and rounds them to as many places as are printed.
    bool is_drawn_and_rounded(const proposed_matrix& q) const {
        const stated_formula* const last = last_in_code(stated_, q);
        return last != nullptr && last->formula.find("rand") != std::string::npos &&
               places_of_rounded(last->formula) == most_places(q.table);
    }

    /// Whether the same numbers were printed before: any formula for them would be proposed for the earlier matrix.
    bool is_repeated(std::size_t target) {
        proposed_matrix& t = all_[target];
        for (std::size_t i = 0; i < target && t.same_as.empty(); ++i)
            if (all_[i].table.extents == t.table.extents && are_same(all_[i].table, t.table)) {
                t.same_as = all_[i].name;
                t.again = all_[i].said == t.said;
            }
        return !t.same_as.empty();
    }
    /// What the document states for a matrix of another name counts, also where its numbers are those of an earlier
    /// one: these may stand there by mistake.
    void take_stated_of_repeated(std::size_t target) {
        proposed_matrix& t = all_[target];
        const proposed_matrix repeated = t;
        if (!t.again && !t.literal) prefer_stated(target);
        if (!t.is_stated() || t.formula.empty()) t = repeated;
    }
    /// The same numbers, with as many places or with zeros at their ends.
    static bool are_same(const printed_table& a, const printed_table& b) {
        return std::equal(a.entries.begin(), a.entries.end(), b.entries.begin(), b.entries.end(),
                          [](const decimal& x, const decimal& y) { return without_zeros(x) == without_zeros(y); });
    }
    static decimal without_zeros(decimal d) {
        for (; d.kind == entry_kind::number && d.places > 0 && d.digits % 10 == 0; --d.places) d.digits /= 10;
        return d;
    }

    /// Whether the output of code shows a matrix that the code writes out: it is judged by that, and formulas mean
    /// that.
    bool is_echo(std::size_t target) {
        const proposed_matrix* const literal = literal_shown_by(all_, target, stated_);
        if (literal == nullptr) return false;
        proposed_matrix& t = all_[target];
        trials_.take_if_better(target, literal->name);
        take_as_rounded(target);
        t.origin = formula_origin::stated;
        t.same_as = literal->name;
        t.again = true;
        return !t.formula.empty();
    }

    // ---- by names

    /// The formulas that attention has for a matrix of this name and earlier ones, whatever their numbers are.
    std::vector<std::string> formulas_by_name(std::size_t target) const {
        const proposed_matrix* last[7] = {};
        for (std::size_t i = 0; i < target; ++i)
            if (all_[i].in_full || !all_[i].formula.empty())
                last[static_cast<std::size_t>(role_of(all_[i].name))] = &all_[i];
        const auto named = [&](matrix_role r) { return last[static_cast<std::size_t>(r)]; };
        const proposed_matrix *q = named(matrix_role::query), *k = named(matrix_role::key);
        const proposed_matrix *v = named(matrix_role::value), *scores = named(matrix_role::scores);
        const proposed_matrix* weights = named(matrix_role::weights);
        const bool pair = q != nullptr && k != nullptr && k->rank() == 2;
        std::vector<std::string> formulas;
        if (has_modifier(all_[target].name)) return formulas;
        switch (role_of(all_[target].name)) {
            case matrix_role::scores:
                if (pair) formulas = formulas_of_scores(q->name, k->name, k->columns());
                break;
            case matrix_role::weights:
                for (std::size_t i = target; scores != nullptr && i-- > 0;)  // scores that were scaled, or masked
                    if (uses(all_[i].formula, scores->name) && all_[i].table.extents == all_[target].table.extents)
                        formulas.push_back("softmax(" + all_[i].name + ")");
                if (scores != nullptr)
                    for (const std::string& f : formulas_of_weights(scores->name)) formulas.push_back(f);
                if (scores == nullptr && pair)
                    for (const std::string& f : formulas_of_scores(q->name, k->name, k->columns()))
                        formulas.push_back("softmax(" + f + ")");
                break;
            case matrix_role::output:
                if (weights != nullptr && v != nullptr) formulas = {weights->name + " * " + v->name};
                break;
            default: break;
        }
        return formulas;
    }

    /// Whether the names of the matrices say the formula that was found: that of attention, or Q := X * W_q.
    bool is_told(std::size_t target, const std::vector<std::string>& by_names) const {
        const proposed_matrix& t = all_[target];
        if (std::find(by_names.begin(), by_names.end(), t.formula) != by_names.end()) return names_say_all(target);
        if (t.formula.find(" * ") == std::string::npos) return false;
        return std::any_of(
            all_.begin(), all_.begin() + static_cast<std::ptrdiff_t>(target),
            [&](const proposed_matrix& q) { return is_parameter_of(q.name, t.name) && uses(t.formula, q.name); });
    }

    /// Takes the one of these formulas that holds for most numbers, if it holds for as many as the one found before.
    void take_by_name(std::size_t target, const std::vector<std::string>& formulas) {
        proposed_matrix& t = all_[target];
        const proposed_matrix found = t;
        if (t.consistent > 0) --t.consistent;
        for (const std::string& f : formulas) {
            const proposed_matrix before = t;
            trials_.take_if_better(target, f);
            if (!before.formula.empty() && 2 * t.consistent <= t.printed) {
                const bool cut = t.cut;
                t = before;
                t.cut = cut;
            }
        }
        if (t.formula == found.formula) t.consistent = found.consistent;
        if (t.formula.empty() || t.formula == found.formula) return;
        t.origin = formula_origin::named;
        t.is_named = names_say_all(target);
    }

    /// Whether each earlier matrix is one that attention has, or leads to one: then no other is left from which the
    /// numbers may come.
    bool names_say_all(std::size_t target) const {
        for (std::size_t i = 0; i < target; ++i) {
            const proposed_matrix& q = all_[i];
            bool known = role_of(q.name) != matrix_role::none || !q.formula.empty() || !q.same_as.empty();
            for (std::size_t k = 0; k < target && !known; ++k) known = uses(all_[k].formula, q.name);
            if (!known) return false;
        }
        return true;
    }

    /// Weights that are named so, of queries that are rows, are along the rows: down the columns is a slip.
    void prefer_rows(std::size_t target) {
        proposed_matrix& t = all_[target];
        if (!is_along_columns(t.formula) || role_of(t.name) != matrix_role::weights) return;
        bool rows = t.formula.find(" * transpose(") != std::string::npos;
        for (std::size_t i = 0; i < target; ++i)
            rows =
                rows || (uses(t.formula, all_[i].name) && all_[i].formula.find(" * transpose(") != std::string::npos);
        if (!rows) return;
        if (t.holds()) exact_.settle(target);
        const proposed_matrix found = t;
        t.formula.clear();
        t.consistent = 0;
        std::string along = found.formula;
        along.erase(along.find(", axis=0"), 8);
        take_by_name(target, {along});
        if (t.formula.empty())
            t = found;
        else if (found.holds() && !t.holds())
            t.otherwise = found.formula;
        t.is_named = !t.formula.empty();
    }

    // ---- as the document states it

    /// Prefers a formula that the document states to one that was found, even if the numbers do not follow from it. The
    /// last statement before the numbers counts; an earlier one only if the numbers follow from it.
    void prefer_stated(std::size_t target) {
        proposed_matrix& t = all_[target];
        if (t.said.empty()) return;
        const std::vector<nameable_matrix> matrices = nameable_before(all_, target);
        stated_reader reader(matrices, stated_);
        const stated_formula* last = nullptr;
        std::optional<proposed_matrix> best;
        t.doubt.clear();
        t.stated.clear();
        for (std::size_t i = t.position; i-- > 0;) {
            const stated_formula& said = stated_.formulas[i];
            const bool is_last = last == nullptr || (last->line == said.line && !last->in_code());
            if (said.name != t.said || (!is_last && last->in_code() && said.in_code())) continue;
            if (is_of_another_language(said.in, t.in)) continue;
            const std::vector<stated_reading> readings = only_one_that_fits(target, reader.readings_of(i));
            const bool is_computed = said.label && is_computed_from_name(said.formula);
            if ((said.label || said.sentence) && readings.empty() && !is_computed) continue;
            if (last == nullptr) t.doubt = reader.doubt();
            for (stated_reading reading : readings) {
                reading.certain = reading.certain && is_last && t.placed;
                reading.of_most = reading.of_most && is_last && t.placed;
                reading.asks = reading.asks && reading.unambiguous && is_last && t.placed;
                if (takes_stated(target, reading, best)) return;
            }
            const bool says_how = is_computed || said.in_code() || !readings.empty() ||
                                  said.formula.find_first_of("\\(^/@*+") != std::string::npos;
            if (last != nullptr || !says_how) continue;
            last = &said;
            t.stated = shows_numbers(said.formula) ? "" : said.formula;
            t.is_read = !readings.empty();
            t.is_certain = is_computed || std::any_of(readings.begin(), readings.end(), [](const stated_reading& r) {
                               return r.certain || r.unambiguous;
                           });
            t.stated_in_code = said.in_code();
        }
        if (best) t = std::move(*best);
    }
    /// The readings of which most numbers must follow, because there are several; where only one fits the shapes, it is
    /// the one that is meant.
    std::vector<stated_reading> only_one_that_fits(std::size_t target, std::vector<stated_reading> readings) const {
        stated_reading* only = nullptr;
        for (stated_reading& r : readings) {
            if (!fits(target, r.formula) || (only != nullptr && only->formula == r.formula)) continue;
            if (only != nullptr) return readings;
            only = &r;
        }
        if (only != nullptr) only->certain = only->certain || only->of_most;
        return readings;
    }
    bool fits(std::size_t target, const std::string& formula) const {
        try {
            return is_of_those_before(target, formula) && !trials_.subject_with(target, formula).g.nodes.empty();
        } catch (const formula_error&) {
            return false;
        }
    }
    /// array([[0.5, ... is no formula.
    static bool shows_numbers(const std::string& text) {
        for (const std::string_view begins : {"[", "array(", "tensor(", "matrix("})
            if (text.compare(0, begins.size(), begins) == 0) return true;
        return false;
    }
    /// Whether all numbers follow from a reading of a statement. Of those that are certain keeps the one from which
    /// most follow.
    bool takes_stated(std::size_t target, const stated_reading& reading, std::optional<proposed_matrix>& best) {
        if (!is_of_those_before(target, reading.formula)) return false;
        proposed_matrix& t = all_[target];
        const proposed_matrix found = t;
        t.formula.clear();
        t.otherwise.clear();
        trials_.take_if_better(target, reading.formula);
        take_as_rounded(target);
        t.origin = reading.is_said || !t.holds() ? formula_origin::stated : formula_origin::found;
        t.if_it_holds = reading.open;
        t.is_sure = reading.certain;
        t.number_of_words = reading.number_of_words;
        t.note = reading.note;
        t.has_powers = reading.has_powers;
        if (t.holds()) return true;
        t.otherwise = found.holds() ? found.formula : found.otherwise;
        const bool of_most = (reading.of_most || reading.open) && 2 * t.consistent > t.printed;
        const bool asks = reading.asks && found.formula.empty();
        const bool taken = reading.certain || of_most || asks;
        t.if_it_holds = t.if_it_holds || (asks && !of_most);
        if (!t.formula.empty() && taken && (!best || t.consistent > best->consistent)) best = t;
        t = found;
        return false;
    }
    /// Whole numbers that the document computes are printed rounded, if more of them follow then: 13. of 12.6.
    void take_as_rounded(std::size_t target) {
        proposed_matrix& t = all_[target];
        if (t.formula.empty() || t.holds() || !t.whole || !t.exact) return;
        const proposed_matrix as_exact = t;
        t.exact = false;
        t.formula.clear();
        trials_.take_if_better(target, as_exact.formula);
        if (t.consistent <= as_exact.consistent) t = as_exact;
    }
    /// Whether a formula reads matrices, all of them printed earlier.
    bool is_of_those_before(std::size_t target, const std::string& formula) const {
        bool any = false;
        for (std::size_t i = 0; i < all_.size(); ++i) {
            if (!uses(formula, all_[i].name)) continue;
            if (i >= target) return false;
            any = true;
        }
        return any;
    }

    // ---- exact digits

    /// Where a formula does not hold since something became exact, another one may.
    void search_again(std::size_t target) {
        const proposed_matrix& t = all_[target];
        if (t.formula.empty() || t.holds() || (t.is_stated() && t.is_sure && !t.if_it_holds)) return;
        const proposed_matrix before = all_[target];
        search_anew(target);
        if (!is_better(all_[target], before)) all_[target] = before;
    }
    /// More numbers follow, or as many, and the names say the formula.
    static bool is_better(const proposed_matrix& q, const proposed_matrix& before) {
        if (q.consistent != before.consistent) return q.consistent > before.consistent;
        return q.origin == formula_origin::named && before.origin == formula_origin::found;
    }
    void search_anew(std::size_t target) {
        proposed_matrix& t = all_[target];
        t.formula.clear();
        t.otherwise.clear();
        t.note.clear();
        t.if_it_holds = t.number_of_words = false;
        t.consistent = 0;
        t.origin = formula_origin::found;
        find_formula(target);
    }

    /// Where a formula holds only if operands are rounded that others made exact, all of them tell again.
    void reconsider_exact(std::size_t target) {
        std::vector<std::size_t> doubtful;
        for (std::size_t i = 0; i < target; ++i)
            if (all_[i].exact && (!all_[i].is_whole() || all_[i].label) && !all_[i].literal && !all_[i].proven)
                doubtful.push_back(i);
        if (doubtful.empty()) return;
        const proposed_matrix before = all_[target];
        for (const std::size_t i : doubtful) all_[i].exact = false;
        search_anew(target);
        const bool better = all_[target].holds();
        for (const std::size_t i : doubtful) all_[i].exact = true;
        if (!better) {
            all_[target] = before;
            return;
        }
        std::vector<std::size_t> used;
        for (const std::size_t i : doubtful)
            if (uses(all_[target].formula, all_[i].name)) used.push_back(i);
        exact_.weigh(used);
        if (!is_better(all_[target], before)) all_[target] = before;
    }

    /// What is presumed exact stays so where only that leaves numbers that do not follow: the block asks for these.
    void ask_for_presumed() {
        for (std::size_t t = 0; t < all_.size(); ++t) {
            if (all_[t].formula.empty() || all_[t].holds()) continue;
            std::vector<std::size_t> presumed;
            for (std::size_t i = 0; i < t; ++i)
                if (all_[i].presumed && uses(all_[t].formula, all_[i].name)) presumed.push_back(i);
            if (presumed.empty()) continue;
            for (const std::size_t i : presumed) all_[i].exact = false;
            const bool follow =
                trials_.count_consistent(t, trials_.subject_with(t, all_[t].formula)) == all_[t].printed;
            std::vector<std::string> names;
            for (const std::size_t i : presumed) {
                all_[i].exact = all_[i].presumed = follow;
                names.push_back(all_[i].name);
            }
            if (follow) all_[t].if_rounded = listed(names);
        }
    }

    /// A formula was tried with the other matrices as they are printed; in a block their formulas stand before it.
    void drop_what_does_not_run() {
        page block;
        for (const proposed_matrix& q : all_) block.print(q.name, q.table, q.exact ? reading::exact : reading::rounded);
        for (proposed_matrix& q : all_) {
            if (q.formula.empty()) continue;
            try {
                block.define(q.name, q.formula);
                static_cast<void>(block.subject_of(q.name));
            } catch (const formula_error& e) {
                q.doubt = q.formula + " does not fit the matrices of this block: " + e.what();
                q.formula.clear();
            }
        }
    }

    /// Counts what holds only because inputs of few digits may be rounded.
    void count_rounding(std::size_t target) {
        proposed_matrix& t = all_[target];
        if (t.formula.empty() || t.consistent == 0) return;
        std::vector<std::size_t> inputs;
        for (std::size_t i = 0; i < target; ++i)
            if (!all_[i].exact && all_[i].in_full && all_[i].formula.empty() && has_few_places(all_[i].table.entries) &&
                uses(t.formula, all_[i].name))
                inputs.push_back(i);
        if (inputs.empty()) return;
        std::vector<std::string> names;
        for (const std::size_t i : inputs) {
            all_[i].exact = true;
            names.push_back(all_[i].name);
        }
        const std::size_t left = trials_.count_consistent(target, trials_.subject_with(target, t.formula));
        for (const std::size_t i : inputs) all_[i].exact = false;
        t.by_rounding = t.consistent - std::min(left, t.consistent);
        t.rounded = listed(names);
    }

    const document_statements& stated_;
    std::vector<proposed_matrix> all_{};
    formula_trials trials_;
    exact_choice exact_;
    place_choice places_;
    loose_statements loose_;
    operation_choice operations_;
    std::vector<std::size_t> left_out_{};  ///< the numbers of matrices of which the block says nothing
};

inline float32_digits digits_of(const std::vector<found_table>& tables) {
    std::vector<decimal> all;
    for (const found_table& t : tables) all.insert(all.end(), t.table.entries.begin(), t.table.entries.end());
    return float32_digits(all);
}

}  // namespace detail

proposal propose_block(const page_text& text) {
    const arithmetic said = text.stated.in;
    const detail::float32_digits digits = detail::digits_of(text.tables);
    const bool certain = said == in_float64 || (said == in_float32 && digits.may_be());
    detail::proposer first(text.tables, text.stated, certain ? said : arithmetic::exact);
    const proposal block = first.run();
    const bool may_be =
        !text.stated.has_only_doubles && (digits.tell() || (text.stated.has_float32_library && !first.explains_all()));
    if (certain || (said == arithmetic::exact && !may_be)) return block;
    detail::proposer in_format(text.tables, text.stated, said == arithmetic::exact ? in_float32 : said);
    const proposal rounded = in_format.run();
    return in_format.explained() > first.explained() ? rounded : block;
}

}  // namespace heed
