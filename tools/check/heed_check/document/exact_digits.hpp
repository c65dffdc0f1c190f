// SPDX-License-Identifier: BSL-1.0
// Whether the digits of a matrix are its numbers, or rounded ones: what follows from the digits alone tells.
#pragma once

#include <heed_check/document/attempts.hpp>
#include <heed_check/subject_question.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

namespace heed::detail {

/// Whether all numbers have so few decimals that people may have typed them.
inline bool has_few_places(const std::vector<decimal>& entries) {
    constexpr int most_places = 3;
    return std::all_of(entries.begin(), entries.end(), [](const decimal& d) { return d.places <= most_places; });
}

/// What speaks for exact digits of a matrix: where rounding would move values by many units, it is unlikely that they
/// follow from the digits alone.
struct exact_evidence {
    double bits = 0;       ///< log2 of the odds
    std::size_t lost = 0;  ///< numbers that follow from rounded digits and not from exact ones
    bool any = false;

    /// rounded, exact  a printed matrix and its formula, with both readings of an operand
    /// terms           how many numbers of the operand a value depends on: their errors cancel in part
    void add(const subject& rounded, const subject& exact, std::size_t terms) {
        attempt wide{}, narrow{};
        compare(rounded, wide);
        compare(exact, narrow);
        const std::vector<verdict> before = verdicts_of(rounded), after = verdicts_of(exact);
        for (std::size_t i = 0; i < before.size(); ++i) {
            if (before[i] != verdict::consistent) continue;
            any = true;
            if (after[i] != verdict::consistent)
                ++lost;
            else
                bits += bits_of(wide.widths[i], narrow.widths[i], terms);
        }
    }

    /// Whether the digits are exact: nothing speaks against it, or much more for it, as one of many numbers may be
    /// wrong.
    bool tells() const {
        constexpr double least = 8, of_a_wrong_number = 6;
        return any && (lost == 0 || bits >= least + of_a_wrong_number * static_cast<double>(lost));
    }

private:
    /// The sum of n rounding errors, each uniform, has a deviation of its range over sqrt(12 n). How likely is it
    /// within the range that is left?
    static double bits_of(double wide, double narrow, std::size_t terms) {
        const double deviation = wide / std::sqrt(12.0 * static_cast<double>(terms));
        if (!(deviation > 0) || !std::isfinite(wide) || !std::isfinite(narrow)) return 0;
        constexpr double most = 20;
        return std::min(most, -std::log2(std::erf((narrow + 1) / 2 / deviation / std::sqrt(2.0))));
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

inline std::size_t longest_axis(const subject& s, const subject_leaf& leaf) {
    std::size_t number = 0, longest = 1;
    for (const node& n : s.g.nodes) {
        if (n.kind != node_kind::leaf || &s.leaves[number++] != &leaf) continue;
        for (std::size_t a = 0; a < n.dims.rank; ++a) longest = std::max(longest, n.dims[a].size);
    }
    return longest;
}

/// Notes on consistent numbers that would be refuted if digits that look typed are exact, where the other numbers tell
/// that they are.
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
        if (!rounded || again || !has_few_places(digits) || !is_input(leaf.name)) continue;
        seen.push_back(leaf.name);
        const subject exact = with_exact_leaf(s, leaf.name);
        exact_evidence evidence;
        evidence.add(s, exact, longest_axis(s, leaf));
        if (evidence.lost == 0 || !evidence.tells()) continue;
        const std::vector<verdict> after = verdicts_of(exact);
        std::string places;
        for (std::size_t i = 0; i < after.size(); ++i)
            if (after[i] != verdict::consistent && after[i] != verdict::elided)
                places += (places.empty() ? "" : "; ") + name_of(i);
        notes.push_back(places + (evidence.lost == 1 ? " holds" : " hold") + " only because " + leaf.name +
                        " may be rounded; all others follow from its digits: if they are exact, write exact before "
                        "the name");
    }
    return notes;
}

}  // namespace heed::detail
