// SPDX-License-Identifier: BSL-1.0
// Proposes a first block for a document that has none. It names the matrices as the document does, and gives the
// formulas that the document states, and for other matrices those of the usual formulas that hold for their numbers.
#pragma once

#include <heed_check/document/read_document.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace heed {

/// The lines of a block, with counts of the formulas and laws in it.
struct proposal {
    std::vector<std::string> lines{};
    std::size_t verified = 0;  ///< formulas and laws that hold for all numbers
    std::size_t guesses = 0;   ///< formulas that do not
};

/// A block for a document's matrices. It says "all in float32" (or another format) if the document names that format,
/// or if its numbers have 7 digits or more and formulas hold only as float32 rounds.
/// cost    the first 40 matrices, and a bounded number of operations for the formulas that are tried: some seconds. The
///         lines say for which matrices not all were tried
[[nodiscard]] proposal propose_block(const page_text& text);

}  // namespace heed
