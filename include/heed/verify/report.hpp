// SPDX-License-Identifier: BSL-1.0
// What a report of verification is made of; report_text, report_markdown and report_html write it.
#pragma once

#include <heed/verify/examine.hpp>
#include <heed/verify/question.hpp>
#include <heed/verify/verdict.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace heed {

/// One printed matrix with its verdicts, and what else is to be said of it, a paragraph each.
struct report_section {
    examination found{};
    std::vector<std::string> notes{};
    detail::reading how = detail::reading::rounded;  ///< how its printed digits were read
    /// Not where another section judges the same printed numbers by the formula that they follow from, nor where the
    /// document does not print them: sums of a report count what is printed, once.
    bool counts = true;
};

/// A document and its matrices. All texts are plain UTF-8: the writers escape what their format needs.
struct report {
    std::string title{};
    std::string source{};  ///< the document that was verified
    std::vector<report_section> sections{};

    /// Each printed number once.
    std::size_t count(verdict v) const {
        std::size_t n = 0;
        for (const report_section& s : sections) n += s.counts ? s.found.count(v) : 0;
        return n;
    }
    std::size_t printed() const {
        std::size_t n = 0;
        for (const report_section& s : sections) n += s.counts ? s.found.printed() : 0;
        return n;
    }
    /// Whether it is a verdict of any section, those that do not count included.
    bool has(verdict v) const {
        for (const report_section& s : sections)
            if (s.found.count(v) > 0) return true;
        return false;
    }
};

}  // namespace heed
