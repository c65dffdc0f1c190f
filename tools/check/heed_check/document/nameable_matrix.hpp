// SPDX-License-Identifier: BSL-1.0
// A matrix of a document, as the readings of its formulas see it.
#pragma once

#include <heed_check/document/code_language.hpp>

#include <cstddef>
#include <string>

namespace heed::detail {

/// A matrix that a stated formula may name.
struct nameable_matrix {
    std::string said{};           ///< the name that the document gives it, with marks: several may have the same
    std::string without_fonts{};  ///< the same where fonts do not count
    std::string name{};           ///< its name in the block
    std::size_t position = 0;     ///< how many statements are before it
    std::size_t rows = 0, columns = 0;
    code_language in = code_language::none;  ///< that of the code that shows it; none: words do
    std::size_t shown_alone = 0;             ///< the first line of that code, if it may not be run
    std::size_t depth = 0;                   ///< d_k of its formula: how many numbers its keys have; 0 if it has none
};

}  // namespace heed::detail
