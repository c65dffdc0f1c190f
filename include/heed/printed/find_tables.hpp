// SPDX-License-Identifier: BSL-1.0
// Finds every printed matrix of a document in order, and all numbers in it that are in none. Defined in tools/check.
#pragma once

#include <heed/printed/found_table.hpp>

#include <string_view>
#include <vector>

namespace heed {

/// Finds printed matrices in Markdown, LaTeX, HTML or plain text: LaTeX matrices, also inside an outer array; tables;
/// arrays of two or more levels of brackets; lists after a name and = or in tensor(...); rows of numbers in fenced
/// code blocks; and consecutive lines such as `- Word 1: [1, 0]`, which give one matrix with a row for each line and
/// the words as labels. Signs and powers of ten beside a matrix are part of its numbers. Text that is mostly numbers
/// but cannot be read is returned with its error; other text with numbers is in `skipped`, and the lines with all
/// numbers that are in neither of these are in `rest`.
/// cost    grows with the length of the document
/// example const document_tables tables = find_tables_and_skipped("[[1.0, 0.5], [0.5, 1.0]]");
document_tables find_tables_and_skipped(std::string_view document);
/// Only the tables.
/// example const std::vector<found_table> tables = find_tables("[[1.0, 0.5], [0.5, 1.0]]");
std::vector<found_table> find_tables(std::string_view document);

}  // namespace heed
