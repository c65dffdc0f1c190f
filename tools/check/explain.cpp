// SPDX-License-Identifier: BSL-1.0
// What heed/verify/explanations.hpp declares.
#include <heed/verify/explanations.hpp>
#include <heed_check/slip/slips.hpp>
#include <heed_check/subject_question.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace heed {

namespace detail {

class slip_search {
public:
    slip_search(const subject& s, const std::vector<candidate>& others, const explain_limits& limits)
        : s_(slip_editor(s, {}).finish()), others_(others), limits_(limits), start_(clock::now()) {
        if (!has_result(s_)) s_ = s;
        s_.formula = s.formula;
    }

    explanations run() {
        find_facts();
        seen_.insert(key_of(s_, ""));
        result_.as_written = judge(s_, "", judged::all);
        result_.as_written.slips = 0;
        if (result_.as_written.explains()) return std::move(result_);
        try_single_slips();
        const bool explained =
            std::any_of(result_.found.begin(), result_.found.end(), [](const explanation& e) { return e.explains(); });
        if (!explained && limits_.pairs) try_pairs();
        rank();
        return std::move(result_);
    }

private:
    using clock = std::chrono::steady_clock;

    static bool has_result(const subject& s) { return !s.g.results.empty(); }

    bool is_late() {
        const std::chrono::duration<double> spent = clock::now() - start_;
        const bool late = spent.count() > limits_.seconds;
        result_.cut_off = result_.cut_off || late;
        return late;
    }
    bool is_over() {
        const bool tried = result_.trials >= limits_.trials;
        result_.cut_off = result_.cut_off || tried;
        return tried || is_late();
    }

    static std::string key_of(const subject& s, const std::string& what) {
        std::string key = what.empty() ? text_of(s.g, names_of(s)) : what;
        key += name_of(s.in);
        key += s.printed.how == reading::truncated ? " truncated" : s.printed.how == reading::exact ? " exact" : "";
        for (const subject_leaf& leaf : s.leaves) key += is_rounded(leaf) ? "~" : "=";
        return key;
    }
    static bool is_rounded(const subject_leaf& leaf) {
        return std::any_of(leaf.numbers.begin(), leaf.numbers.end(),
                           [](const known_number& x) { return x.is_rounded; });
    }

    /// Which entries are judged.
    enum class judged : unsigned char {
        all,         ///< however long it takes
        in_time,     ///< what the limit allows; others stay undecided
        explaining,  ///< likewise, up to one that is not consistent
    };

    /// Verdicts in doubles; in 50 decimal places only where that may decide whether everything is consistent, or if
    /// everything counts.
    explanation judge(const subject& s, const std::string& what, judged which) {
        ++result_.trials;
        explanation e{.slip = what, .formula = s.formula, .in = s.in};
        const subject_question q(s);
        const alignment aligned(q.get().printed, s.dims());
        e.verdicts.assign(s.dims().size(), verdict::undecided);
        const auto judge_with = [&](auto& judging, bool finally) {
            for (std::size_t i = 0; i < e.verdicts.size(); ++i) {
                verdict& found = e.verdicts[i];
                if (found != verdict::undecided) continue;
                if (which != judged::all && is_late()) return;
                const region at = element_at(s.dims(), i);
                found = aligned.printed(at) == nullptr ? verdict::elided : judging.judge(at).what;
                const bool fails = found == verdict::refuted || (finally && found == verdict::undecided);
                if (which == judged::explaining && fails) return;
            }
        };
        with_judging<interval<double>>(q.get(), [&](auto& judging) { judge_with(judging, false); });
        count(e);
        if (e.undecided > 0 && (which == judged::all || (e.refuted == 0 && !is_late()))) {
            with_judging<ball>(q.get(), [&](auto& judging) { judge_with(judging, true); });
            count(e);
        }
        return e;
    }

    static void count(explanation& e) {
        const auto of = [&](verdict v) {
            return static_cast<std::size_t>(std::count(e.verdicts.begin(), e.verdicts.end(), v));
        };
        e.consistent = of(verdict::consistent);
        e.refuted = of(verdict::refuted);
        e.undecided = of(verdict::undecided);
    }

    void try_single_slips() {
        for (std::size_t i = 0; i < std::size(slips); ++i) {
            slip_variants variants;
            slips[i].append(s_, others_, variants);
            for (slip_variant& v : variants) {
                if (!is_new(v, i) || is_over()) continue;
                explanation e = judge(v.changed, v.what, judged::in_time);
                if (slips[i].explains_much && !e.explains()) continue;
                if (mends_all(e)) result_.in_part.push_back(e);
                if (e.consistent > result_.as_written.consistent) result_.found.push_back(std::move(e));
                if (slips[i].may_be_followed) singles_.push_back({i, std::move(v)});
            }
        }
    }

    /// Tests whether the change may apply to the refuted entries alone, with the other entries as written.
    bool mends_all(const explanation& e) const {
        const std::vector<verdict>& before = result_.as_written.verdicts;
        if (e.explains() || e.verdicts.size() != before.size()) return false;
        for (std::size_t i = 0; i < before.size(); ++i)
            if (before[i] == verdict::refuted && e.verdicts[i] != verdict::consistent) return false;
        return true;
    }

    /// Keeps only pairs that explain everything: of many trials, some are better by chance.
    void try_pairs() {
        for (const auto& [first, variant] : singles_) {
            for (std::size_t second = first; second < std::size(slips); ++second) {
                if (slips[second].explains_much) continue;
                slip_variants variants;
                slips[second].append(variant.changed, others_, variants);
                for (const slip_variant& v : variants) {
                    if (is_over()) return;
                    if (!is_new(v, second)) continue;
                    explanation e = judge(v.changed, variant.what + "; and " + v.what, judged::explaining);
                    e.slips = 2;
                    if (e.explains()) result_.found.push_back(std::move(e));
                }
            }
        }
    }

    /// Errors are not part of the formula's text, so the description identifies them.
    bool is_new(const slip_variant& v, std::size_t slip) {
        if (!has_result(v.changed)) {
            result_.cut_off = true;
            return false;
        }
        if (!slips[slip].may_be_followed) return seen_.insert("slip: " + v.what).second;
        return seen_.insert(key_of(v.changed, "")).second;
    }

    /// Explanations of everything first, those with fewer slips before others, then in the order in which they were
    /// found.
    void rank() {
        std::vector<explanation> ranked;
        for (const std::size_t changes : {1U, 2U})
            for (explanation& e : result_.found)
                if (e.explains() && e.slips == changes) ranked.push_back(std::move(e));
        std::vector<explanation*> partial;
        for (explanation& e : result_.found)
            if (e.refuted + e.undecided > 0) partial.push_back(&e);
        // Both point into one vector, so the one found first comes first.
        std::sort(partial.begin(), partial.end(), [](const explanation* a, const explanation* b) {
            return a->consistent != b->consistent ? a->consistent > b->consistent : a < b;
        });
        for (std::size_t i = 0; i < partial.size() && i < limits_.partial; ++i)
            ranked.push_back(std::move(*partial[i]));
        result_.found = std::move(ranked);
    }

    /// Facts on printed inputs that are equal digit by digit.
    void find_facts() {
        struct known {
            std::string name;
            shape dims;
            const std::vector<known_number>* numbers;
        };
        std::vector<known> all;
        for (const used_matrix& m : matrices_of(s_))
            all.push_back({s_.leaves[m.leaf].name, m.dims, &s_.leaves[m.leaf].numbers});
        for (const candidate& c : others_)
            if (!c.numbers.empty()) all.push_back({c.name, c.dims, &c.numbers});
        for (std::size_t j = 0; j < all.size(); ++j)
            for (std::size_t i = 0; i < j; ++i)
                if (all[i].name != all[j].name && have_same_sizes(all[i].dims, all[j].dims) &&
                    all[i].numbers->front().is_printed && are_same_numbers(*all[i].numbers, *all[j].numbers))
                    add_fact(all[i].name, all[j].name);
    }

    void add_fact(const std::string& a, const std::string& b) {
        const auto words = [](const std::string& x, const std::string& y) {
            return "the printed " + x + " equals the printed " + y;
        };
        for (const std::string& fact : result_.facts)
            if (fact == words(a, b) || fact == words(b, a)) return;
        result_.facts.push_back(words(a, b));
    }

    subject s_;
    const std::vector<candidate>& others_;
    explain_limits limits_;
    clock::time_point start_;
    explanations result_{};
    std::vector<std::pair<std::size_t, slip_variant>> singles_{};
    std::set<std::string> seen_{};
};

}  // namespace detail

explanations explain(const subject& s, const std::vector<candidate>& others, const explain_limits& limits) {
    return detail::slip_search(s, others, limits).run();
}

}  // namespace heed
