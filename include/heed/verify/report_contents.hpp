// SPDX-License-Identifier: BSL-1.0
// The contents of a verification report; report_writers.hpp writes it.
#pragma once

#include <heed/verify/examination.hpp>
#include <heed/verify/question.hpp>
#include <heed/verify/verdict.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace heed {

/// One printed matrix with its verdicts, and notes about it, one paragraph each.
struct report_section {
    examination found{};                             ///< the matrix with its verdicts
    std::vector<std::string> notes{};                ///< paragraphs of plain text
    detail::reading how = detail::reading::rounded;  ///< how its printed digits were read
    /// False if another section judges the same printed numbers by the formula that they follow from, or if the
    /// document does not print them: the totals of a report count each printed number once.
    bool counts = true;
    bool asked = false;         ///< it is only asked whether the numbers follow from the formula: none is refuted
    std::string by_rounding{};  ///< how many numbers hold only because operands may be rounded: 1 only because X may be
    bool is_law = false;        ///< laws have totals of their own: a number may follow a formula and break a law
    std::string caption = "as printed";  ///< what the numbers of the table are
};

/// A printed matrix that no formula judges.
struct unjudged_matrix {
    /// Why no formula judges it.
    enum class kind : unsigned char {
        unchecked,  ///< no formula and no law speaks of it
        taken,      ///< formulas use it, as it is printed
        computed,   ///< the same, of one that the document computes from others
        by_law,     ///< laws alone speak of it
    };
    std::string name{};           ///< its name in the block, or its number in the document: matrix 3
    std::size_t numbers = 0;      ///< how many are printed
    kind what = kind::unchecked;  ///< which of them
};

/// A document and its matrices. All texts are plain UTF-8: the writers escape what their format needs.
struct report {
    std::string title{};                      ///< the first heading
    std::string source{};                     ///< the document that was verified
    std::vector<report_section> sections{};   ///< in the order in which they are written
    std::vector<unjudged_matrix> unjudged{};  ///< in the order in which they are named

    /// How many printed numbers have this verdict by a formula, each counted once.
    std::size_t count(verdict v) const { return count(v, false); }
    /// How many printed numbers formulas judge, each counted once.
    std::size_t printed() const { return printed(false); }

    /// Counts of laws: sums of rows, and entries, which formulas may have judged too.
    struct law_checks {
        const report& of;  ///< whose sections these are
        /// How many of them have this verdict.
        std::size_t count(verdict v) const { return of.count(v, true); }
        /// How many printed numbers laws judge.
        std::size_t printed() const { return of.printed(true); }
    };
    /// What laws judge, counted separately.
    /// needs   the report, alive while this is used
    law_checks laws() const { return {*this}; }

    /// Whether all that formulas and laws judge is consistent.
    bool all_consistent() const {
        return count(verdict::consistent) == printed() && laws().count(verdict::consistent) == laws().printed();
    }
    /// Whether any section has this verdict, including sections that do not count.
    bool has(verdict v) const {
        for (const report_section& s : sections)
            if (s.found.count(v) > 0) return true;
        return false;
    }

private:
    std::size_t count(verdict v, bool by_law) const {
        std::size_t n = 0;
        for (const report_section& s : sections) n += s.counts && s.is_law == by_law ? s.found.count(v) : 0;
        return n;
    }
    std::size_t printed(bool by_law) const {
        std::size_t n = 0;
        for (const report_section& s : sections) n += s.counts && s.is_law == by_law ? s.found.printed() : 0;
        return n;
    }
};

}  // namespace heed
