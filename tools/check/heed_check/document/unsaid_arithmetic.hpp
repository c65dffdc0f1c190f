// SPDX-License-Identifier: BSL-1.0
// Numbers of a block that does not say in which arithmetic they were computed: what only the rounding of float64, which
// everything computes in, or of float32 explains is not refuted.
#pragma once

#include <heed/verify/printed_range.hpp>
#include <heed/verify/report_contents.hpp>
#include <heed_check/document/digits_of_float32.hpp>
#include <heed_check/document/matrix_laws.hpp>
#include <heed_check/subject_question.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed::detail {

/// How many numbers have digits that tell float32 from real numbers, and how many of these are no such digits as
/// numbers of float32 are printed with.
struct float32_digits {
    std::size_t told = 0, others = 0;

    explicit float32_digits(const std::vector<decimal>& entries) {
        for (const decimal& d : entries) {
            if (!has_digits_of_float32(d)) continue;
            ++told;
            others += is_of_no_number(d, in_float32) ? 1 : 0;
        }
    }
    /// A few may be wrong.
    bool may_be() const { return 4 * others <= told; }
    bool tell() const { return told > 0 && may_be(); }
};

/// What is said of numbers that follow only in such an arithmetic.
inline std::string rounding_note(std::size_t explained, std::size_t printed, arithmetic in, std::string_view why,
                                 bool law) {
    const std::string name = name_of(in);
    return "taken as computed in " + name + std::string(why) + ": " + std::to_string(explained) + " of " +
           std::to_string(printed) + (law ? " checks" : " printed numbers") + (explained == 1 ? " holds" : " hold") +
           " only as " + name + " rounds" + (in == in_float64 ? "" : "; if that is not so, write float64");
}

/// The arithmetic of one matrix, or of a law, where the block does not say it.
class unsaid_arithmetic {
public:
    /// said   the format that the document names outside of its block
    /// shown  ... or that its digits show
    /// doubles  a program computed everything that has no other numbers
    explicit unsaid_arithmetic(arithmetic said, bool shown = false, bool doubles = false)
        : said_(said), shown_(shown), doubles_(doubles) {}

    /// The arithmetic in which a matrix with refuted numbers is judged, and what is said of it; nothing if it stays as
    /// it is. The one that leaves the fewest refuted is taken: that of the document before others.
    std::pair<arithmetic, std::string> of(const subject& s) const {
        if (s.in != arithmetic::exact) return {s.in, ""};
        const std::vector<verdict> before = verdicts_of(s);
        std::size_t least = refuted_in(before);
        std::pair<arithmetic, std::string> best{s.in, ""};
        for (const arithmetic in : tried_for(s)) {
            if (least == 0) break;
            subject rounded = s;
            rounded.in = in;
            const std::vector<verdict> after = verdicts_of(rounded);
            const std::size_t explained = explained_in(s, before, after, in);
            if (explained == 0 || refuted_in(after) >= least) continue;
            least = refuted_in(after);
            best = {in, rounding_note(explained, s.printed.entries.size(), in, why(in), false)};
        }
        return best;
    }

    /// The section of a law in that arithmetic, if this explains rows or numbers that are refuted; else as it is.
    report_section of_law(report_section section, const page_law& law, const subject_numbers& a,
                          const subject_numbers& b) const {
        if (section.found.in != arithmetic::exact) return section;
        const std::size_t before = section.found.count(verdict::refuted), printed = section.found.printed();
        std::size_t least = before;
        for (const arithmetic in : tried(may_be_float32(a.entries))) {
            if (least == 0) break;
            report_section rounded = examine_law(law, a, b, in);
            const std::size_t after = rounded.found.count(verdict::refuted);
            if (after >= least) continue;
            least = after;
            rounded.notes.insert(rounded.notes.begin(), rounding_note(before - after, printed, in, why(in), true));
            section = std::move(rounded);
        }
        return section;
    }

private:
    bool is_said() const { return said_ != arithmetic::exact; }
    std::string_view why(arithmetic in) const {
        if (in != said_) return "";
        return shown_ ? ", as digits of the document show" : ", which the document names";
    }
    static std::size_t refuted_in(const std::vector<verdict>& all) {
        return static_cast<std::size_t>(std::count(all.begin(), all.end(), verdict::refuted));
    }
    /// The arithmetics to try, in their order.
    std::vector<arithmetic> tried(bool may_be_float32) const {
        if (said_ == in_float64 || doubles_) return {in_float64};
        if (is_said()) return {said_, in_float64};
        if (may_be_float32) return {in_float64, in_float32};
        return {in_float64};
    }
    std::vector<arithmetic> tried_for(const subject& s) const { return tried(!is_said() && may_be_in_float32(s)); }

    /// How many refuted numbers an arithmetic explains. Few digits tell float32 from real numbers only where the
    /// document names it.
    std::size_t explained_in(const subject& s, const std::vector<verdict>& before, const std::vector<verdict>& after,
                             arithmetic in) const {
        const printed_numbers printed = s.printed.view();
        const alignment aligned(printed, s.dims());
        std::size_t explained = 0;
        for (std::size_t i = 0; i < before.size(); ++i)
            if (before[i] == verdict::refuted && after[i] == verdict::consistent &&
                (in == said_ || in == in_float64 || has_digits_of_float32(aligned.entry(element_at(s.dims(), i)))))
                ++explained;
        return explained;
    }

    static bool may_be_float32(const std::vector<decimal>& entries) { return float32_digits(entries).tell(); }
    /// What is printed decides together with the operands.
    static bool may_be_in_float32(const subject& s) {
        std::vector<decimal> all = s.printed.entries;
        if (std::none_of(all.begin(), all.end(), has_digits_of_float32)) return false;
        for (const subject_leaf& leaf : s.leaves)
            for (const known_number& x : leaf.numbers)
                if (x.is_printed) all.push_back(x.printed);
        return may_be_float32(all);
    }

    arithmetic said_;
    bool shown_, doubles_;
};

}  // namespace heed::detail
