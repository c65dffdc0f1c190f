// SPDX-License-Identifier: BSL-1.0
// Questions about subjects, and what is found for one element, in figures.
#pragma once

#include <heed/reference/ball.hpp>
#include <heed/reference/interval.hpp>
#include <heed/verify/examination.hpp>
#include <heed/verify/print_number.hpp>
#include <heed/verify/readings.hpp>
#include <heed_check/ball_text.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heed {

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

/// The verdict on one entry, at a row-major position: an entry of verdicts_of.
verdict verdict_of(const subject& s, std::size_t element);

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

}  // namespace heed
