// SPDX-License-Identifier: BSL-1.0
// A printed matrix whose shape is known at run time, and the exception for text that cannot be read.
#pragma once

#include <heed/printed/decimal.hpp>
#include <heed/printed/flaw.hpp>

#include <cstddef>
#include <exception>
#include <string>
#include <utility>
#include <vector>

namespace heed {

/// Printed numbers with their shape. An elided row or column counts in the extents.
struct printed_table {
    std::vector<std::size_t> extents;     ///< outermost first
    std::vector<decimal> entries;         ///< row-major
    std::vector<std::size_t> elided_at;   ///< for each axis the elided position, or std::size_t(-1)
    std::vector<std::string> row_labels;  ///< one for each row, or none at all
    std::vector<std::string> col_labels;  ///< one for each column, or none at all

    /// Whether all of it is equal, labels included.
    friend bool operator==(const printed_table&, const printed_table&) = default;
};

/// Text that cannot be read. what() begins with the position: line 3, row 2, column 4: expected a number, found "1.2.3"
class printed_error : public std::exception {
public:
    printed_mistake mistake;  ///< the kind of mistake
    std::size_t line;         ///< of the text, from 1
    std::size_t row;          ///< of the matrix, from 1, as printed and without labels; 0 if there is none
    std::size_t column;       ///< likewise

    /// words: what is wrong, without the position.
    printed_error(printed_mistake m, std::size_t at_line, std::size_t at_row, std::size_t at_column, std::string words)
        : mistake(m), line(at_line), row(at_row), column(at_column), words_(place() + std::move(words)) {}

    /// The position, then words().
    const char* what() const noexcept override { return words_.c_str(); }
    /// What is wrong, without the position.
    std::string words() const { return words_.substr(place().size()); }

private:
    std::string place() const {
        std::string s = "line " + std::to_string(line);
        if (row != 0) s += ", row " + std::to_string(row);
        if (column != 0) s += ", column " + std::to_string(column);
        return s + ": ";
    }

    std::string words_;
};

}  // namespace heed
