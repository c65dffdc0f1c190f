// SPDX-License-Identifier: BSL-1.0
// The kinds of errors in printed text, and their positions.
#pragma once

#include <cstddef>

namespace heed {

/// The kinds of mistakes in printed text.
enum class printed_mistake : unsigned char {
    none,              ///< it can be read
    no_numbers,        ///< nothing printed, or an empty list
    not_a_number,      ///< words, two numbers in one place, 1.2.3
    fraction,          ///< \frac{1}{2}, 1/2
    too_many_digits,   ///< more than 18 significant ones
    exponent,          ///< beyond 10^9999
    empty_entry,       ///< nothing between two separators
    ragged_rows,       ///< rows with different numbers of columns
    ragged_blocks,     ///< lists of lists with different numbers of items
    labels,            ///< a header with another number of labels than columns
    mixed_nesting,     ///< a number beside a list, or a list where the other lists have a number
    too_deep,          ///< more than 6 axes
    too_many_entries,  ///< more than 2^24
    unclosed,          ///< a bracket, a brace or an environment that is never closed, or closed by another one
    nested_matrix,     ///< a LaTeX environment within a matrix
    elided_twice,      ///< two elided rows or two elided columns
    text_beside,       ///< text before the matrix that is not a name, or text after it
    factor,            ///< a factor beside the matrix that is not a power of ten
    doubtful_comma,    ///< 1,234 or 1{,}234 that may be a decimal comma or a group of thousands
    doubtful_sign,     ///< a soft hyphen before a number, or a dash that may separate words
    doubtful_dots,     ///< ... at the beginning or end of a line: an elided row, a prompt, or a continued line
    columns_in_parts,  ///< Columns 1 through 4
    repeated_list,     ///< [0.5] * 10: ten numbers in Python, a product elsewhere
    doubtful_rows,     ///< [1 0 <line end> 0 1]: rows in MATLAB, one row in NumPy
};

namespace detail {

/// A mistake and its place. Rows and columns count from 1, as printed: an elided row is a row, labels are neither
/// row nor column (a mistake in the header is in row 0), and rows of lists of lists are counted through.
/// What concerns no row or column has 0 there.
struct flaw {
    printed_mistake what = printed_mistake::none;
    std::size_t row = 0;
    std::size_t column = 0;
    std::size_t found = 0;   ///< ragged_rows, ragged_blocks, labels: how many there are
    std::size_t needed = 0;  ///< ... and how many there must be
    std::size_t at = 0;      ///< the byte, from 0
    std::size_t end = 0;     ///< the byte after what was found there

    friend constexpr bool operator==(const flaw&, const flaw&) = default;
};

}  // namespace detail
}  // namespace heed
