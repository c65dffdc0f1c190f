// SPDX-License-Identifier: BSL-1.0
// What heed/verify/examination.hpp declares.
#include <heed/verify/examination.hpp>
#include <heed_check/subject_question.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace heed {

namespace detail {

/// Judges the entries of v that are undecided: in doubles, then in 50 decimal places what is left.
static void judge_undecided(const subject& s, std::vector<verdict>& v) {
    const subject_question q(s);
    const auto judge_with = [&](auto& judge) {
        for (std::size_t i = 0; i < v.size(); ++i)
            if (v[i] == verdict::undecided) v[i] = judge.judge(element_at(s.dims(), i)).what;
    };
    with_judging<interval<double>>(q.get(), judge_with);
    if (std::find(v.begin(), v.end(), verdict::undecided) != v.end()) with_judging<ball>(q.get(), judge_with);
}

verdict verdict_of(const subject& s, std::size_t element) {
    std::vector<verdict> v(s.dims().size(), verdict::elided);
    v[element] = verdict::undecided;
    judge_undecided(s, v);
    return v[element];
}

}  // namespace detail

std::vector<verdict> verdicts_of(const subject& s) {
    std::vector<verdict> v(s.dims().size(), verdict::undecided);
    detail::judge_undecided(s, v);
    return v;
}

examination examine(const subject& s) {
    const detail::subject_question q(s);
    examination result{.name = s.name, .formula = s.formula, .dims = s.dims(), .in = s.in};
    result.row_labels = s.printed.row_labels;
    result.column_labels = s.printed.column_labels;
    const detail::alignment aligned(q.get().printed, s.dims());
    detail::with_judging<ball>(q.get(), [&](auto& judge) {
        for (std::size_t i = 0; i < s.dims().size(); ++i) {
            const detail::region at = detail::element_at(s.dims(), i);
            result.entries.push_back(detail::figures_of(judge.examine(at), aligned.printed(at), s.printed.how, s.in));
        }
    });
    if (result.count(verdict::undecided) == 0) return result;
    detail::with_judging<interval<double>>(q.get(), [&](auto& judge) {  // it may find other inputs
        for (std::size_t i = 0; i < result.entries.size(); ++i)
            if (verdict& what = result.entries[i].what; what == verdict::undecided)
                what = judge.judge(detail::element_at(s.dims(), i)).what;
    });
    return result;
}

}  // namespace heed
