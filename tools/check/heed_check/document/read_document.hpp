// SPDX-License-Identifier: BSL-1.0
// Reads a document, with its matrices and the blocks that say how they follow from each other, as a page of quantities.
#pragma once

#include <heed/printed/found_table.hpp>
#include <heed_check/document/matrix_laws.hpp>
#include <heed_check/document/message.hpp>
#include <heed_check/document/quantities.hpp>
#include <heed_check/document/stated_formulas.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace heed {

/// What was read from a document. With errors the rest is what could still be made of it.
struct page_text {
    page quantities{};
    std::vector<page_law> laws{};
    std::vector<found_table> tables{};    ///< matrices outside of the blocks, matrix 1 first
    std::vector<std::size_t> unnamed{};   ///< those of them that no statement names, from 0
    std::vector<skipped_text> skipped{};  ///< what has numbers outside of the blocks and is no matrix
    document_statements stated{};         ///< what lines outside of the blocks say
    bool shown_in_float32 = false;        ///< ... which are float32 because digits of float32 are printed as doubles
    std::vector<page_message> errors{};
    bool has_block = false;
    /// By the name of what is printed: the byte of the document at which each entry stands; empty where that is
    /// unknown.
    std::map<std::string, std::vector<std::size_t>> places{};
    std::vector<skipped_text> rest{};  ///< lines outside of the blocks with other numbers, in sentences and code
};

/// Reads a document: Markdown, LaTeX or plain text. Statements stand one a line in code blocks called heed, or behind
/// "heed:" or "% heed:"; # begins a comment. Their grammar is that of verify/document/statement.hpp, formulas are those
/// of verify/formula/read_formula.hpp.
///
///   Wq, Wk = matrices 1 to 2                  which printed matrix is which
///   scores = matrix after "Score(Q, K)"       the first one with this text before it
///   exact X = [[1, 0], [0, 1], [1, 1]]        numbers of the block itself; exact: the digits are the number
///   Q := X * Wq                               what follows from what
///   rows of weights are distributions         a law
///   float32 S = matrix 3                      S was computed in float32; all in float32: everything was
///
/// errors  none is thrown; all that is wrong is in `errors`, in the order of the document
[[nodiscard]] page_text read_page_text(std::string_view document);

}  // namespace heed
