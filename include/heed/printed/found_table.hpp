// SPDX-License-Identifier: BSL-1.0
// The matrices of a document, and text in it that looks like numbers but is not read.
#pragma once

#include <heed/printed/table.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace heed {

/// A printed matrix of a document.
struct found_table {
    std::size_t line = 0;                ///< its first line, from 1
    std::string before;                  ///< the text before it, which may name it: \text{Score}(Q, K) =
    printed_table table{};               ///< empty if there is an error
    std::optional<printed_error> error;  ///< why it cannot be read; lines are those of the document
    bool product = false;                ///< another matrix follows as a factor: `before` names the product
    std::vector<std::size_t> places{};   ///< the byte of the document where each entry begins; empty if unknown
    bool lines = false;                  ///< lists on consecutive lines were joined: each label is that of a line
    std::size_t begin = 0;               ///< the bytes of the matrix, with the factors and arguments that belong to it
    std::size_t end = 0;                 ///< where they end
    /// The name for which code above shows it; empty if code shows several matrices there and it is uncertain which.
    std::optional<std::string> shown{};
    int rounded_to = -1;   ///< the places to which that code rounds it; -1 if it does not
    int significant = -1;  ///< the significant digits to which it does
};

/// Text that has numbers and is not a matrix.
struct skipped_text {
    std::size_t line = 0;   ///< from 1
    std::string found{};    ///< how it begins
    std::string why{};      ///< why it is not read: a sentence
    std::size_t begin = 0;  ///< the bytes of the document
    std::size_t end = 0;    ///< where they end
};

/// What was found in a document.
struct document_tables {
    std::vector<found_table> tables{};    ///< in the order of the document, including those that cannot be read
    std::vector<skipped_text> skipped{};  ///< text that has numbers and is not a matrix
    std::vector<skipped_text> rest{};     ///< lines with all other numbers: those of sentences and of code
};

namespace detail {

/// More tables than anyone reads; a short list needs a hundred times the memory of its text.
inline constexpr std::size_t most_tables = 100'000;

}  // namespace detail
}  // namespace heed
