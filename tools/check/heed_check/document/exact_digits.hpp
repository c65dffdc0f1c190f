// SPDX-License-Identifier: BSL-1.0
// Whether the digits of a matrix are its numbers, or rounded ones: what follows from the digits alone tells.
#pragma once

#include <heed_check/document/attempts.hpp>
#include <heed_check/subject_question.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace heed::detail {

/// Whether all numbers have so few decimals that people may have typed them.
inline bool has_few_places(const std::vector<decimal>& entries) {
    constexpr int most_places = 3;
    return std::all_of(entries.begin(), entries.end(), [](const decimal& d) { return d.places <= most_places; });
}

/// The numbers of a leaf with an error of up to half a unit in those that are rounded in one reading and not in
/// another; 1 beside 0.25 is 1.00.
class rounding_errors {
public:
    std::vector<double> of(const subject_leaf& rounded, const subject_leaf& exact) {
        std::vector<double> errors;
        short places = 0;
        for (const known_number& x : rounded.numbers)
            if (x.is_printed) places = std::max(places, x.printed.places);
        for (std::size_t i = 0; i < rounded.numbers.size(); ++i) {
            const known_number& x = rounded.numbers[i];
            const bool moves = x.is_printed && x.is_rounded && !exact.numbers[i].is_rounded;
            errors.push_back(moves ? (next() - 0.5) * std::pow(10.0, x.printed.places < 0 ? -x.printed.places : -places)
                                   : 0);
        }
        return errors;
    }

private:
    double next() {  // the same for each document
        state_ = state_ * 6364136223846793005U + 1442695040888963407U;
        return static_cast<double>(state_ >> 11U) * 0x1p-53;
    }
    std::uint64_t state_ = 1;
};

/// How far such errors move each value, as a standard deviation.
inline std::vector<double> deviations_by_rounding(const subject& rounded, const subject& exact) {
    constexpr int samples = 24;
    const std::vector<double> values = values_at_digits(exact);
    std::vector<double> squares(values.size());
    rounding_errors errors;
    for (int k = 0; k < samples; ++k) {
        subject moved = rounded;
        for (std::size_t l = 0; l < moved.leaves.size(); ++l) {
            const std::vector<double> by = errors.of(rounded.leaves[l], exact.leaves[l]);
            for (std::size_t i = 0; i < by.size(); ++i) {
                known_number& x = moved.leaves[l].numbers[i];
                if (x.is_printed) x = {.value = nearest_double(x.printed) + by[i]};
            }
        }
        const std::vector<double> other = values_at_digits(moved);
        for (std::size_t i = 0; i < values.size(); ++i) squares[i] += (other[i] - values[i]) * (other[i] - values[i]);
    }
    for (double& x : squares) x = std::sqrt(x / samples);
    return squares;
}

/// What speaks for exact digits of a matrix: where rounding would move values by many units, it is unlikely that they
/// follow from the digits alone.
struct exact_evidence {
    double bits = 0;  ///< log2 of the odds, by the one of the formulas that says most: others have the same errors
    std::size_t numbers = 0;  ///< of that formula, that follow from exact digits
    std::size_t lost = 0;     ///< numbers that follow from rounded digits and not from exact ones
    std::size_t all = 0;      ///< numbers that follow from rounded digits

    /// rounded, exact  a printed matrix and its formula, with both readings of operands
    void add(const subject& rounded, const subject& exact) {
        attempt narrow{};
        compare(exact, narrow);
        const std::vector<verdict> before = verdicts_of(rounded), after = verdicts_of(exact);
        const std::vector<double> moved = deviations_by_rounding(rounded, exact);
        const printed_numbers printed = rounded.printed.view();
        const alignment aligned(printed, rounded.dims());
        const double unit = rounded.printed.how == reading::exact ? 0 : 1;  // what a printed number stands for
        double bits_here = 0;
        std::size_t numbers_here = 0;
        for (std::size_t i = 0; i < before.size(); ++i) {
            if (before[i] != verdict::consistent) continue;
            ++all;
            if (after[i] != verdict::consistent) {
                ++lost;
                continue;
            }
            const decimal* d = aligned.printed(element_at(rounded.dims(), i));
            if (d == nullptr) continue;
            bits_here += bits_of(moved[i] * std::pow(10.0, d->places), narrow.widths[i] + unit);
            ++numbers_here;
        }
        if (bits_here <= bits || has_jumps(rounded)) return;  // a step hides what rounding moves
        bits = bits_here;
        numbers = numbers_here;
    }

    /// Whether the digits are exact: rounding would hardly leave so many numbers as they are. Where some do not follow
    /// from the digits, any of all, these are wrong only if rounding would move the others far.
    /// labels  rows of 1 and 0, which mostly are exact: as many may be wrong as follow
    bool tells(bool labels = false) const {
        constexpr double least = 10, least_with_wrong = 12, bits_of_far = 2;
        if (lost == 0) return bits >= least;
        if ((labels ? 2 : 6) * lost > numbers + lost) return false;
        const double choices = std::log2(static_cast<double>(all)) * static_cast<double>(lost);
        return bits >= least_with_wrong + choices && bits >= bits_of_far * static_cast<double>(numbers);
    }

private:
    static bool has_jumps(const subject& s) {
        return std::any_of(s.g.nodes.begin(), s.g.nodes.end(), [](const node& n) {
            return n.kind == node_kind::elementwise && traits_of(n.apply).rounding == rounding_of::jumps;
        });
    }
    /// How likely is a value within a range if rounding moves it so far?
    static double bits_of(double deviation, double range) {
        if (!(deviation > 0) || !std::isfinite(deviation) || !std::isfinite(range)) return 0;
        constexpr double most = 20;
        return std::min(most, -std::log2(std::erf(range / 2 / deviation / std::sqrt(2.0))));
    }
};

/// The subject with the digits of leaves of this name as their numbers.
inline subject with_exact_leaf(const subject& s, const std::string& name) {
    subject exact = s;
    for (subject_leaf& leaf : exact.leaves)
        if (leaf.name == name)
            for (known_number& x : leaf.numbers) x.is_rounded = false;
    return exact;
}

/// Notes on numbers that are all consistent, and would partly be refuted if the digits of an operand are exact: half or
/// fewer of them where these look typed, else few, and the other numbers tell that they are exact.
/// is_input(name)  whether a leaf of this name follows from nothing
/// name_of(i)      how the i-th element is called
template <class IsInput, class NameOf>
std::vector<std::string> rounded_input_notes(const subject& s, const IsInput& is_input, const NameOf& name_of) {
    std::vector<std::string> notes, seen;
    for (const subject_leaf& leaf : s.leaves) {
        std::vector<decimal> digits;
        bool rounded = false;
        for (const known_number& x : leaf.numbers) {
            digits.push_back(x.printed);
            rounded = rounded || (x.is_printed && x.is_rounded);
        }
        const bool again = std::find(seen.begin(), seen.end(), leaf.name) != seen.end();
        if (!rounded || again) continue;
        seen.push_back(leaf.name);
        const subject exact = with_exact_leaf(s, leaf.name);
        const std::vector<verdict> after = verdicts_of(exact);
        std::string places;
        std::size_t lost = 0, all = 0;
        for (std::size_t i = 0; i < after.size(); ++i) {
            all += after[i] != verdict::elided ? 1 : 0;
            if (after[i] == verdict::consistent || after[i] == verdict::elided) continue;
            ++lost;
            places += (places.empty() ? "" : "; ") + name_of(i);
        }
        if (lost == 0 || 2 * lost > all) continue;
        exact_evidence evidence;
        const bool typed = has_few_places(digits) && is_input(leaf.name);
        if (!typed) evidence.add(s, exact);
        if (!typed && !evidence.tells()) continue;
        notes.push_back(places + (lost == 1 ? " holds" : " hold") + " only because " + leaf.name +
                        " may be rounded; all others follow from its digits: if they are exact, write exact before "
                        "the name");
    }
    return notes;
}

}  // namespace heed::detail
