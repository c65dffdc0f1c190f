// SPDX-License-Identifier: BSL-1.0
// Whether the digits of a matrix are its numbers, or rounded ones: what follows from the digits alone tells.
#pragma once

#include <heed_check/document/attempts.hpp>
#include <heed_check/subject_question.hpp>
#include <heed_check/tables/whole_among_decimals.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace heed::detail {

/// Whether the numbers have so few decimals that people may have typed them, but for a row or a few that have more.
inline bool has_few_places(const std::vector<decimal>& entries) {
    constexpr int most_places = 3;
    const auto few =
        std::count_if(entries.begin(), entries.end(), [](const decimal& d) { return d.places <= most_places; });
    return 2 * static_cast<std::size_t>(few) > entries.size();
}

/// The numbers of a leaf with an error of up to half a unit in those that are rounded in one reading and not in
/// another; 0.5 among such as 0.25 is 0.50.
class rounding_errors {
public:
    std::vector<double> of(const subject_leaf& rounded, const subject_leaf& exact) {
        std::vector<double> errors;
        std::vector<decimal> printed;
        for (const known_number& x : rounded.numbers)
            if (x.is_printed) printed.push_back(x.printed);
        const int usual = usual_places(printed);
        for (std::size_t i = 0; i < rounded.numbers.size(); ++i) {
            const known_number& x = rounded.numbers[i];
            const bool moves = x.is_printed && x.is_rounded && !exact.numbers[i].is_rounded;
            const int places = x.printed.places < 0 ? x.printed.places : std::max<int>(x.printed.places, usual);
            errors.push_back(moves ? (next() - 0.5) * std::pow(10.0, -places) : 0);
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

/// How many numbers of the leaves are rounded in one reading and not in the other.
inline std::size_t count_moved(const subject& rounded, const subject& exact) {
    std::size_t moved = 0;
    for (std::size_t l = 0; l < rounded.leaves.size(); ++l)
        for (std::size_t i = 0; i < rounded.leaves[l].numbers.size(); ++i)
            moved += rounded.leaves[l].numbers[i].is_rounded && !exact.leaves[l].numbers[i].is_rounded ? 1 : 0;
    return moved;
}

/// What the numbers say of the digits from which they may follow. Likely: exact, or this many follow by a rare chance.
enum class exactness : unsigned char { rounded, likely, certain };

/// What speaks for exact digits of a matrix: where rounding would move values by many units, it is unlikely that they
/// follow from the digits alone.
struct exact_evidence {
    double bits = 0;       ///< log2 of the odds, by the one of the formulas that says most: others have the same errors
    std::size_t lost = 0;  ///< numbers that follow from rounded digits and not from exact ones
    std::size_t all = 0;   ///< numbers that follow from rounded digits
    double choices = 0;    ///< log2 of the ways in which so many of each formula may be wrong, and no more

    /// rounded, exact  a printed matrix and its formula, with both readings of operands
    void add(const subject& rounded, const subject& exact) {
        attempt narrow{};
        compare(exact, narrow);
        const std::vector<verdict> before = verdicts_of(rounded), after = verdicts_of(exact);
        const std::vector<double> moved = deviations_by_rounding(rounded, exact);
        const printed_numbers printed = rounded.printed.view();
        const alignment aligned(printed, rounded.dims());
        const double unit = rounded.printed.how == reading::exact ? 0 : 1;  // what a printed number stands for
        const std::size_t all_before = all, lost_before = lost;
        double bits_here = 0;
        std::set<long long> seen;  // a number that is printed again may be so because of a symmetry, and says nothing
        for (std::size_t i = 0; i < before.size(); ++i) {
            if (before[i] != verdict::consistent) continue;
            ++all;
            if (after[i] != verdict::consistent) {
                ++lost;
                continue;
            }
            const decimal* d = aligned.printed(element_at(rounded.dims(), i));
            if (d == nullptr || !seen.insert(d->digits).second) continue;
            bits_here += bits_of(moved[i] * std::pow(10.0, d->places), narrow.widths[i] + unit);
        }
        if (lost > lost_before)
            choices += std::log2(static_cast<double>(all - all_before)) * static_cast<double>(lost - lost_before);
        // More numbers than errors say no more than these.
        const std::size_t errors = count_moved(rounded, exact);
        if (seen.size() > errors) bits_here *= static_cast<double>(errors) / static_cast<double>(seen.size());
        if (bits_here > bits && !has_jumps(rounded)) bits = bits_here;  // a step hides what rounding moves
    }

    /// Whether the digits are exact: rounding would hardly leave so many numbers as they are. Where some do not follow
    /// from the digits, any of all, these are wrong.
    exactness tells() const {
        constexpr double least = 10, least_with_wrong = 12, least_of_likely = 4;
        if (lost == 0) return bits >= least ? exactness::certain : exactness::rounded;
        if (2 * lost > all || bits - choices < least_of_likely) return exactness::rounded;
        return bits - choices < least_with_wrong ? exactness::likely : exactness::certain;
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

}  // namespace heed::detail
