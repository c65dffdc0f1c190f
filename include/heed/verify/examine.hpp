// SPDX-License-Identifier: BSL-1.0
// Verdicts with figures, at run time: the value to 20 digits, the range that rounding of the inputs allows, the
// distance of the printed number.
#pragma once

#include <heed/reference/ball.hpp>
#include <heed/reference/interval.hpp>
#include <heed/verify/ball_text.hpp>
#include <heed/verify/print_number.hpp>
#include <heed/verify/readings.hpp>
#include <heed/verify/subject.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heed {

/// The verdict on an element if operands that are wrong as printed are replaced by computed ones.
struct with_computed {
    std::string names{};                ///< of these operands
    verdict what = verdict::undecided;  ///< the verdict then
    std::string value{};                ///< the value then, as in examined_entry
};

/// The findings for one element.
struct examined_entry {
    verdict what = verdict::elided;  ///< of this element
    decimal printed{};               ///< of kind elided where nothing is printed
    std::string value{};             ///< at the printed digits of the inputs in real numbers, to 20 significant digits
    std::string lower{};  ///< over all inputs that round to the printed ones, and all errors of the arithmetic
    std::string upper{};  ///< likewise, rounded up
    double off = 0;       ///< value - printed, in units of the last printed place
    double beyond = 0;  ///< of a refuted entry, in such units: at least so far are the printed digits from the bounds;
                        ///< negative if they are too large, 0 if the bounds do not tell
    std::string reason{};               ///< of a refuted entry, where neither distance nor bounds say why: in words
    arithmetic in = arithmetic::exact;  ///< what the formula was taken to be computed in
    std::optional<with_computed> instead{};  ///< of a refuted entry of a document whose operands are refuted too
};

/// The findings for a printed matrix.
struct examination {
    std::string name{};                        ///< that of the subject
    std::string formula{};                     ///< that of the subject
    detail::shape dims{};                      ///< of the formula
    std::vector<examined_entry> entries{};     ///< of all elements of the formula, row-major
    std::vector<std::string> row_labels{};     ///< of the printed rows; empty if there are none
    std::vector<std::string> column_labels{};  ///< of the printed columns, likewise
    arithmetic in = arithmetic::exact;         ///< the arithmetic that was assumed

    /// How many elements have this verdict.
    std::size_t count(verdict v) const {
        std::size_t n = 0;
        for (const examined_entry& e : entries) n += e.what == v ? 1 : 0;
        return n;
    }
    /// How many elements are printed.
    std::size_t printed() const { return entries.size() - count(verdict::elided); }
    /// Whether every printed entry is consistent.
    bool consistent() const { return count(verdict::consistent) == printed(); }
};

namespace detail {

/// A question with the data that it refers to.
class subject_question {
public:
    explicit subject_question(const subject& s) : printed_(s.printed.view()) {
        check_arithmetic();
        leaf_set<subject_capacity> wanted;
        for (const subject_leaf& leaf : s.leaves) {
            bool rounded = false;
            for (const known_number& x : leaf.numbers) rounded = rounded || x.is_rounded;
            wanted.push_back(rounded);
            leaves_.push_back({leaf.numbers.data(), leaf.same_as, leaf.is_held});
        }
        constexpr std::size_t nodes = gradient_capacity(subject_capacity);
        slopes_ = std::make_unique<subject_gradient>(s.in == arithmetic::exact ? gradient_of<nodes>(s.g, wanted)
                                                                               : gradient_of_nodes<nodes>(s.g));
        question_ = std::make_unique<type>(type{s.g, *slopes_, leaves_.data(), printed_, s.in});
    }

    using type = question<subject_capacity, gradient_capacity(subject_capacity)>;
    const type& get() const { return *question_; }

private:
    printed_numbers printed_;
    std::vector<leaf_numbers> leaves_{};
    std::unique_ptr<subject_gradient> slopes_{};
    std::unique_ptr<type> question_{};
};

/// Calls action(judge) with a judge in the arithmetic of the question.
template <enclosure E, class Action>
void with_judging(const subject_question::type& q, const Action& action) {
    constexpr std::size_t nodes = gradient_capacity(subject_capacity);
    if (q.in == arithmetic::exact)
        action(*std::make_unique<judging_readings<E, subject_capacity, nodes>>(q));
    else
        action(*std::make_unique<judging_readings<E, subject_capacity, nodes, true>>(q));
}

/// (bound - printed) in units of the last printed place.
inline double in_units(const ball& x, const decimal& printed) {
    return to_double((x - printed_value<ball>(printed, 0)) / enclose_decimal<ball>(1, printed.places, 0));
}

inline examined_entry figures_of(const finding<ball>& found, const decimal* printed, reading how,
                                 arithmetic in = arithmetic::exact) {
    examined_entry e{.what = found.what};
    e.in = in;
    e.value = text_of(found.value, text_rounding::nearest);
    e.lower = text_of(lower_of(found.bounds), text_rounding::down);
    e.upper = text_of(upper_of(found.bounds), text_rounding::up);
    e.printed = printed == nullptr ? decimal{0, 0, entry_kind::elided} : *printed;
    if (e.printed.kind != entry_kind::number || !is_bounded(found.bounds)) return e;
    const printed_range<ball> range(*printed, how, in);
    e.off = in_units(found.value, *printed);
    if (range.is_no_number && e.what == verdict::refuted)
        e.reason = std::string("no number of ") + name_of(in) + " is printed as these digits";
    if (e.what == verdict::refuted) e.beyond = units_apart(*printed, lower_of(found.bounds), upper_of(found.bounds));
    return e;
}

}  // namespace detail

/// Only the verdicts: fast, in doubles; those that remain undecided, in 50 decimal digits.
/// example const auto P = printed<"[1, 2]">;
///         const subject s = make_subject("w", "softmax(P)", {"P"}, softmax(P), printed<"[0.27, 0.73]">);
///         const bool right = verdicts_of(s)[0] == verdict::consistent;
[[nodiscard]] inline std::vector<verdict> verdicts_of(const subject& s) {
    const detail::subject_question q(s);
    std::vector<verdict> v(s.dims().size(), verdict::undecided);
    const auto judge_with = [&](auto& judge) {
        for (std::size_t i = 0; i < v.size(); ++i)
            if (v[i] == verdict::undecided) v[i] = judge.judge(detail::element_at(s.dims(), i)).what;
    };
    detail::with_judging<interval<double>>(q.get(), judge_with);
    for (const verdict x : v)
        if (x == verdict::undecided) {
            detail::with_judging<ball>(q.get(), judge_with);
            break;
        }
    return v;
}

/// Verdicts and figures, in 50 decimal digits.
/// needs   printed numbers that fit the shape of the formula (detail::alignment)
/// example const auto P = printed<"[1, 2]">;
///         const subject s = make_subject("w", "softmax(P)", {"P"}, softmax(P), printed<"[0.27, 0.73]">);
///         std::cout << examine(s).entries[0].value;
[[nodiscard]] inline examination examine(const subject& s) {
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
    return result;
}

}  // namespace heed
