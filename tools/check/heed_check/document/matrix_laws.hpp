// SPDX-License-Identifier: BSL-1.0
// Laws of printed matrices whose shape is known at run time: rows sum to one, rows are distributions, symmetry,
// equality, rows within the columns of another matrix (each entry between the least and the largest of that column).
// Decimals of up to 50 places and their sums are exact integers here.
#pragma once

#include <heed/reference/ball.hpp>
#include <heed/reference/operation_errors.hpp>
#include <heed/shape/shape_text.hpp>
#include <heed/verify/report_contents.hpp>
#include <heed_check/document/statement.hpp>
#include <heed_check/formula/formula_error.hpp>
#include <heed_check/report/sentences.hpp>
#include <heed_check/subject_question.hpp>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace heed {

namespace detail {

/// The range of an entry or of a sum of entries: from lower to upper, without the ends that are open.
struct law_range {
    ball lower{};
    ball upper{};
    bool open_below = false;
    bool open_above = false;

    ball bounds() const { return hull(lower, upper); }
    law_range widened(double error) const {
        const ball by = enclose_number<ball>(error);
        return error > 0 ? law_range{lower - by, upper + by, open_below, open_above} : *this;
    }
};

/// How far the sum of n weights may be from one if they were divided by their computed sum, in blocks or not.
inline double error_of_weights(arithmetic in, std::size_t n) {
    if (in == arithmetic::exact || n == 0) return 0;
    const float_format f = format_of(in);
    const auto blocks = static_cast<double>((n - 1) / 32);
    const double steps = blocks > 0 ? 2 * (f.exp + blocks * (f.exp + 1)) : 0, count = static_cast<double>(n);
    return reference::growth(count - 1 + f.quotient + steps, f.u) + count * f.underflow;
}
/// The error of a sum of n such weights times numbers of at most this size.
inline double error_of_weighted_sum(arithmetic in, std::size_t n, double size) {
    if (in == arithmetic::exact) return 0;
    const float_format f = format_of(in);
    const auto count = static_cast<double>(n);
    const double weights = error_of_weights(in, n), products = reference::growth(count, f.u);
    return size * (weights + products * (1 + weights)) * (1 + 1e-9) + count * f.underflow;
}

inline law_range range_of_entry(const decimal& d, reading how) {
    const printed_range<ball> r(d, how);
    return {r.lower, r.upper, r.open_below, r.open_above};
}

/// Whether two ranges have a number in common.
inline verdict judge_common(const law_range& a, const law_range& b) {
    const auto meets = [](const ball& low, bool low_open, const ball& high, bool high_open) {
        const bool open = low_open || high_open;
        if (open ? certainly_less(low, high) : certainly_at_most(low, high)) return verdict::consistent;
        return certainly_less(high, low) || (open && certainly_at_most(high, low)) ? verdict::refuted
                                                                                   : verdict::undecided;
    };
    const verdict left = meets(a.lower, a.open_below, b.upper, b.open_above);
    const verdict right = meets(b.lower, b.open_below, a.upper, a.open_above);
    if (left == verdict::refuted || right == verdict::refuted) return verdict::refuted;
    return left == verdict::consistent && right == verdict::consistent ? verdict::consistent : verdict::undecided;
}

/// Judges whether the value in place of an entry may lie within `allowed`.
inline examined_entry judge_entry(const decimal& printed, reading how, const ball& value, const law_range& allowed) {
    finding<ball> found{.value = value, .bounds = allowed.bounds()};
    if (printed.kind == entry_kind::elided) return figures_of(found, nullptr, how);
    found.what = printed.kind == entry_kind::not_a_number ? verdict::undecided
                                                          : judge_common(range_of_entry(printed, how), allowed);
    return figures_of(found, &printed, how);
}

/// Judges whether two printed numbers may be the same number. Infinity equals infinity, and nan equals nan.
inline examined_entry judge_equal(const decimal& a, const decimal& b, const subject_numbers& of_a,
                                  const subject_numbers& of_b) {
    const bool numbers = a.kind == entry_kind::number && b.kind == entry_kind::number;
    const bool elided = a.kind == entry_kind::elided || b.kind == entry_kind::elided;
    examined_entry e = judge_entry(elided ? decimal{0, 0, entry_kind::elided} : a, of_a.how, printed_value<ball>(b, 0),
                                   range_of_entry(b, of_b.how));
    if (!numbers && !elided) e.what = a.kind == b.kind && a.digits == b.digits ? verdict::consistent : verdict::refuted;
    return e;
}

inline bool is_elided(const decimal& d) { return d.kind == entry_kind::elided; }

/// A printed matrix by rows: the last axis is the columns, all others are rows.
struct row_view {
    const subject_numbers& of;
    std::size_t columns = of.dims.rank == 0 ? 1 : of.dims.from_right(0).size;
    std::size_t rows = columns == 0 ? 0 : of.entries.size() / columns;

    const decimal& operator()(std::size_t i, std::size_t j) const { return of.entries[i * columns + j]; }
};

inline examination law_examination(std::string name, std::string formula, const subject_numbers& a) {
    examination e{.name = std::move(name), .formula = std::move(formula), .dims = a.dims};
    e.row_labels = a.row_labels;
    e.column_labels = a.column_labels;
    return e;
}

/// The printed entries of one row that should sum to one. Elided entries stand for a nonnegative remainder.
struct printed_sum {
    law_range range{};
    ball value{};             ///< the sum of the printed digits
    std::size_t printed = 0;  ///< how many entries are printed
    std::size_t negative =
        0;                 ///< the first column, from 1, whose entry is negative for every number that it stands for
    bool complete = true;  ///< nothing is elided
    int places = 0;        ///< the largest number of decimal places of an entry
};

inline printed_sum sum_of_row(const row_view& a, std::size_t i, bool nonnegative, arithmetic in) {
    printed_sum sum;
    for (std::size_t j = 0; j < a.columns; ++j) {
        const decimal& d = a(i, j);
        sum.complete = sum.complete && !is_elided(d);
        if (is_elided(d)) continue;
        ++sum.printed;
        if (d.kind == entry_kind::number && d.places > sum.places) sum.places = d.places;
        law_range r = range_of_entry(d, a.of.how);
        const bool is_negative = nonnegative && certainly_less(r.upper, ball());
        if (is_negative && sum.negative == 0) sum.negative = j + 1;
        if (nonnegative && !is_negative && certainly_less(r.lower, ball())) r = {ball(), r.upper, false, r.open_above};
        sum.range = {sum.range.lower + r.lower, sum.range.upper + r.upper, sum.range.open_below || r.open_below,
                     sum.range.open_above || r.open_above};
        sum.value = sum.value + printed_value<ball>(d, 0);
    }
    sum.range = sum.range.widened(error_of_weights(in, a.columns));
    if (!sum.complete)
        sum.range = {sum.range.lower, enclose_number<ball>(__builtin_inf()), sum.range.open_below, false};
    return sum;
}

/// Why the entries of a row are not those of a distribution, or do not sum to one.
inline std::string reason_of(const printed_sum& sum, arithmetic in) {
    const auto bound = [&](const ball& x,
                           text_rounding way) {  // exact, or to more decimal places than the entries have
        return in == arithmetic::exact ? text_of(x, way) : shortened(text_of(x, way), sum.places + 3, way);
    };
    const std::string rounding = in == arithmetic::exact ? "" : std::string(" and what ") + name_of(in) + " rounds";
    if (sum.negative != 0)
        return "the entry in column " + std::to_string(sum.negative) + " is negative, as no weight is";
    const std::string low = bound(lower_of(sum.range.lower), text_rounding::down);
    std::string words = "the printed entries sum to " + text_of(sum.value, text_rounding::nearest);
    if (!sum.complete)
        return words + " without those left out, and within their digits" + rounding + " to at least " + low +
               ", not to 1";
    const std::string high = bound(upper_of(sum.range.upper), text_rounding::up);
    if (low == high) return words + ", not to 1";
    return words + ", and within their digits" + rounding + " to " + low + " to " + high + ", not to 1";
}

/// One is written with the places of the entries; distances are in units of their last place.
inline examined_entry judge_sum(const printed_sum& sum, arithmetic in) {
    decimal one{1, 0};
    for (; one.places < sum.places && one.places < 17; ++one.places) one.digits *= 10;
    const decimal dots{0, 0, entry_kind::elided};
    examined_entry e = judge_entry(sum.printed > 0 ? one : dots, reading::exact, sum.value, sum.range);
    if (sum.printed > 0 && sum.negative != 0) e.what = verdict::refuted;
    if (e.what == verdict::refuted) e.reason = reason_of(sum, in);
    return e;
}

inline report_section examine_sums(const std::string& name, const subject_numbers& a, bool nonnegative, arithmetic in) {
    report_section s{.how = reading::exact, .caption = "as they have to be"};
    s.found = {.name = "sum(" + name + ")", .formula = "1", .dims = a.dims};
    if (a.dims.rank > 0) --s.found.dims.rank;
    s.found.row_labels = a.row_labels;
    const row_view rows{a};
    for (std::size_t i = 0; i < rows.rows; ++i) {
        s.found.entries.push_back(judge_sum(sum_of_row(rows, i, nonnegative, in), in));
        for (std::size_t j = 0; nonnegative && j < rows.columns; ++j)
            if (!is_elided(rows(i, j)) && certainly_less(range_of_entry(rows(i, j), a.how).upper, ball()))
                s.notes.push_back("row " + std::to_string(i + 1) + " has a negative entry in column " +
                                  std::to_string(j + 1) + ": a distribution has none");
    }
    return s;
}

inline report_section examine_within(const std::string& name_a, const subject_numbers& a, const std::string& name_v,
                                     const subject_numbers& v, arithmetic in) {
    const row_view rows{a}, values{v};
    if (v.dims.rank < 1 || rows.columns != values.columns || values.rows == 0)
        throw formula_error(0, name_a + " is " + text_of(a.dims) + " and " + name_v + " is " + text_of(v.dims) +
                                   ": they need as many columns");
    std::vector<law_range> columns;
    for (std::size_t j = 0; j < values.columns; ++j) {
        law_range r = range_of_entry(values(0, j), v.how);
        for (std::size_t k = 0; k < values.rows; ++k) {
            if (is_elided(values(k, j))) throw formula_error(0, name_v + " is printed in part only");
            const law_range x = range_of_entry(values(k, j), v.how);
            if (certainly_less(x.lower, r.lower)) r = {x.lower, r.upper, x.open_below, r.open_above};
            if (certainly_less(r.upper, x.upper)) r = {r.lower, x.upper, r.open_below, x.open_above};
        }
        const reference::element_size size = reference::size_of_element(r.bounds());
        columns.push_back(r.widened(error_of_weighted_sum(in, values.rows, size.most())));
    }
    report_section s{.found = law_examination(name_a, "(weights that sum to one) * " + name_v, a), .how = a.how};
    for (std::size_t i = 0; i < rows.rows; ++i)
        for (std::size_t j = 0; j < rows.columns; ++j) {
            const ball printed = printed_value<ball>(rows(i, j), 0);
            const ball nearest = certainly_less(printed, columns[j].lower)   ? columns[j].lower
                                 : certainly_less(columns[j].upper, printed) ? columns[j].upper
                                                                             : printed;
            s.found.entries.push_back(judge_entry(rows(i, j), a.how, nearest, columns[j]));
        }
    return s;
}

/// Whether a position counts from the end of its axis: positions after an elided row do.
inline bool from_end(std::size_t position, std::size_t elided_at) {
    return elided_at != not_elided && position > elided_at;
}

inline report_section examine_symmetric(const std::string& name, const subject_numbers& a) {
    if (a.dims.rank != 2 || a.dims[0].size != a.dims[1].size)
        throw formula_error(0, name + " is " + text_of(a.dims) + ": only a square matrix is symmetric");
    report_section s{.found = law_examination(name, "transpose(" + name + ")", a), .how = a.how};
    const row_view rows{a};
    const auto same_end = [&](std::size_t i) { return from_end(i, a.elided_at[0]) == from_end(i, a.elided_at[1]); };
    for (std::size_t i = 0; i < rows.rows; ++i)
        for (std::size_t j = 0; j < rows.columns; ++j) {
            const bool known = same_end(i) && same_end(j);
            s.found.entries.push_back(
                judge_equal(known ? rows(i, j) : decimal{0, 0, entry_kind::elided}, rows(j, i), a, a));
        }
    return s;
}

inline report_section examine_equal(const std::string& name_a, const subject_numbers& a, const std::string& name_b,
                                    const subject_numbers& b) {
    bool same = a.dims == b.dims;
    for (std::size_t axis = 0; axis < a.dims.rank; ++axis) same = same && a.elided_at[axis] == b.elided_at[axis];
    if (!same)
        throw formula_error(0, name_a + " is " + text_of(a.dims) + " and " + name_b + " is " + text_of(b.dims) +
                                   ": they need the same shape and the same dots");
    report_section s{.found = law_examination(name_a, name_b, a), .how = a.how};
    for (std::size_t i = 0; i < a.entries.size(); ++i)
        s.found.entries.push_back(judge_equal(a.entries[i], b.entries[i], a, b));
    return s;
}

}  // namespace detail

/// A law that a document is said to obey.
struct page_law {
    detail::page_law_kind kind{};
    std::string name{};
    std::string other{};  ///< V of "rows of A lie within V", B of "A equals B"
};

/// What is printed against a law, entry by entry (row by row for sums): consistent if there are numbers that round to
/// those printed and obey it, refuted if there are none.
/// a, b    what is printed for the names of the law
/// in      what weights and weighted sums were computed in, which sum to one and lie within V but for its rounding
/// exact   for entries of up to 50 places: verdicts there are never `undecided`, but for nan
/// errors  throws formula_error where the shapes do not fit
[[nodiscard]] inline report_section examine_law(const page_law& law, const detail::subject_numbers& a,
                                                const detail::subject_numbers& b = {},
                                                arithmetic in = arithmetic::exact) {
    using detail::page_law_kind;
    const auto computed = [in](report_section s) {
        s.found.in = in;
        for (examined_entry& e : s.found.entries) e.in = in;
        return s;
    };
    switch (law.kind) {
        case page_law_kind::sum_to_one: return computed(detail::examine_sums(law.name, a, false, in));
        case page_law_kind::distributions: return computed(detail::examine_sums(law.name, a, true, in));
        case page_law_kind::within: return computed(detail::examine_within(law.name, a, law.other, b, in));
        case page_law_kind::symmetric: return detail::examine_symmetric(law.name, a);
        case page_law_kind::equal: return detail::examine_equal(law.name, a, law.other, b);
    }
    return {};
}

/// The law as it is written in a block.
[[nodiscard]] inline std::string text_of(const page_law& law) {
    using detail::page_law_kind;
    switch (law.kind) {
        case page_law_kind::sum_to_one: return "rows of " + law.name + " sum to one";
        case page_law_kind::distributions: return "rows of " + law.name + " are distributions";
        case page_law_kind::within: return "rows of " + law.name + " lie within " + law.other;
        case page_law_kind::symmetric: return law.name + " is symmetric";
        case page_law_kind::equal: return law.name + " equals " + law.other;
    }
    return "";
}

}  // namespace heed
