// SPDX-License-Identifier: BSL-1.0
// Numbers of a block that does not say in which arithmetic they were computed: what only the rounding of float32
// explains is not refuted.
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
           " only as " + name + " rounds; if that is not so, write float64";
}

/// The arithmetic of one matrix, or of a law, where the block does not say it.
class unsaid_arithmetic {
public:
    /// said   the format that the document names outside of its block
    /// shown  ... or that its digits show
    explicit unsaid_arithmetic(arithmetic said, bool shown = false) : said_(said), shown_(shown) {}

    /// The arithmetic in which a matrix with refuted numbers is judged, and what is said of it; nothing if it stays as
    /// it is.
    std::pair<arithmetic, std::string> of(const subject& s) const {
        if (!is_open(s.in)) return {s.in, ""};
        const std::vector<verdict> before = verdicts_of(s);
        if (std::count(before.begin(), before.end(), verdict::refuted) == 0 || !may_be_so(s)) return {s.in, ""};
        subject rounded = s;
        rounded.in = tried();
        const std::vector<verdict> after = verdicts_of(rounded);
        const printed_numbers printed = s.printed.view();
        const alignment aligned(printed, s.dims());
        std::size_t explained = 0;
        if (std::count(after.begin(), after.end(), verdict::refuted) >=
            std::count(before.begin(), before.end(), verdict::refuted))
            return {s.in, ""};
        for (std::size_t i = 0; i < before.size(); ++i)
            if (before[i] == verdict::refuted && after[i] == verdict::consistent &&
                (is_said() || has_digits_of_float32(aligned.entry(element_at(s.dims(), i)))))
                ++explained;
        if (explained == 0) return {s.in, ""};
        return {tried(), rounding_note(explained, s.printed.entries.size(), tried(), why(), false)};
    }

    /// The section of a law in that arithmetic, if this explains rows or numbers that are refuted; else as it is.
    report_section of_law(report_section section, const page_law& law, const subject_numbers& a,
                          const subject_numbers& b) const {
        if (!is_open(section.found.in) || section.found.count(verdict::refuted) == 0) return section;
        if (!is_said() && !float32_digits(a.entries).tell()) return section;
        report_section rounded = examine_law(law, a, b, tried());
        const std::size_t before = section.found.count(verdict::refuted), after = rounded.found.count(verdict::refuted);
        if (after >= before) return section;
        rounded.notes.insert(rounded.notes.begin(),
                             rounding_note(before - after, section.found.printed(), tried(), why(), true));
        return rounded;
    }

private:
    bool is_said() const { return said_ != arithmetic::exact; }
    bool is_open(arithmetic in) const { return in == arithmetic::exact && said_ != in_float64; }
    std::string_view why() const {
        return shown_ ? ", as digits of the document show" : is_said() ? ", which the document names" : "";
    }
    arithmetic tried() const { return is_said() ? said_ : in_float32; }

    /// What is printed decides together with the operands.
    bool may_be_so(const subject& s) const {
        if (is_said()) return true;
        std::vector<decimal> all = s.printed.entries;
        if (std::none_of(all.begin(), all.end(), has_digits_of_float32)) return false;
        for (const subject_leaf& leaf : s.leaves)
            for (const known_number& x : leaf.numbers)
                if (x.is_printed) all.push_back(x.printed);
        return float32_digits(all).tell();
    }

    arithmetic said_;
    bool shown_;
};

}  // namespace heed::detail
