// SPDX-License-Identifier: BSL-1.0
// Reports for a terminal, as Markdown and as HTML. Defined in tools/check.
#pragma once

#include <heed/verify/report_contents.hpp>

#include <cstddef>
#include <string>

namespace heed {

/// How to_text writes a report.
struct text_style {
    bool colour = false;      ///< red and yellow of the terminal; marks are written in both cases
    std::size_t width = 100;  ///< in characters: wider tables are continued below, longer sentences on the next line
};

/// A report as text: every matrix as it is printed, with an exclamation mark at refuted numbers and a question mark at
/// undecided ones. Below each matrix are the counts, the worst entry and the notes; a summary is at the end.
/// example std::cout << to_text(report{.title = "A page"});
[[nodiscard]] std::string to_text(const report& r, const text_style& style = {});

/// A report as Markdown with tables: one section per matrix, with the proof of each refutation in a sentence. The same
/// report gives the same text on every machine.
/// example std::cout << to_markdown(report{.title = "A page"});
[[nodiscard]] std::string to_markdown(const report& r);

/// A report as one page of HTML: no script, nothing loaded from elsewhere, light or dark as the reader's system. Every
/// printed number shows on hover or focus what it stands for, what the formula gives and how far off it is.
/// example std::cout << to_html(report{.title = "A page"});
[[nodiscard]] std::string to_html(const report& r);

}  // namespace heed
