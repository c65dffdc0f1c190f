// SPDX-License-Identifier: BSL-1.0
// The verdicts on a document's printed numbers by its formulas and laws, with explanations of what is refuted.
#pragma once

#include <heed/verify/explanations.hpp>
#include <heed/verify/report_contents.hpp>
#include <heed_check/document/read_document.hpp>

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace heed {

/// The verdicts on everything that a document prints and defines, and on its laws.
/// progress(name, i, n) is called before each of them: the name, its number from 1, how many there are
/// cost    that of examine for each formula, and up to 2 s of explaining for each that is refuted
/// needs   a page without errors
[[nodiscard]] report report_of(const page_text& text,
                               const std::function<void(const std::string&, std::size_t, std::size_t)>& progress,
                               const explain_limits& limits = {});

}  // namespace heed
