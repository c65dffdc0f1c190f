// SPDX-License-Identifier: BSL-1.0
// The laws of printed text: the messages of printed<"..."> for text that cannot be read.
#pragma once

#include <heed/printed/flaw.hpp>

#include <cstddef>

namespace heed::law {

/// Row and Column count from 1 as printed, without labels; 0 if the error has none. Found and Needed are numbers of
/// columns or of items.
template <std::size_t Row, std::size_t Column, printed_mistake What, std::size_t Found, std::size_t Needed>
struct printed_text {
    static constexpr bool is(printed_mistake m) { return What == m; }

    static_assert(!is(printed_mistake::no_numbers), "heed: printed text needs at least one number in every list");
    static_assert(!is(printed_mistake::not_a_number), "heed: printed text needs one number in every place");
    static_assert(!is(printed_mistake::fraction),
                  "heed: printed text needs decimals; a fraction is no printed decimal");
    static_assert(!is(printed_mistake::too_many_digits),
                  "heed: printed text needs numbers of at most 18 significant digits");
    static_assert(!is(printed_mistake::exponent), "heed: printed text needs exponents from -9999 to 9999");
    static_assert(!is(printed_mistake::empty_entry), "heed: printed text needs a number between two separators");
    static_assert(!is(printed_mistake::ragged_rows),
                  "heed: printed text needs the same number of columns in every row");
    static_assert(!is(printed_mistake::ragged_blocks),
                  "heed: printed text needs the same number of items in every list of lists");
    static_assert(!is(printed_mistake::labels), "heed: printed text needs one label for each column in its header");
    static_assert(!is(printed_mistake::mixed_nesting),
                  "heed: printed text needs all numbers at the same depth of brackets");
    static_assert(!is(printed_mistake::too_deep), "heed: printed text needs at most 6 levels of brackets");
    static_assert(!is(printed_mistake::too_many_entries), "heed: printed text needs at most 2^24 entries");
    static_assert(!is(printed_mistake::unclosed),
                  "heed: printed text needs every bracket and every environment to be closed by its own kind");
    static_assert(!is(printed_mistake::nested_matrix),
                  "heed: printed text needs one matrix; this one contains others, each of which can be printed alone");
    static_assert(!is(printed_mistake::elided_twice),
                  "heed: printed text needs at most one elided row and one elided column; dots may stand once along an "
                  "axis");
    static_assert(!is(printed_mistake::text_beside),
                  "heed: printed text needs nothing but a name and = before the matrix and nothing after it");
    static_assert(!is(printed_mistake::factor),
                  "heed: printed text needs a power of ten as factor beside the matrix; with any other the printed "
                  "places are not those of the numbers");
    static_assert(!is(printed_mistake::doubtful_comma),
                  "heed: printed text needs a comma to be clear; 1,234 alone may be 1.234 or 1234");
    static_assert(!is(printed_mistake::doubtful_sign),
                  "heed: printed text needs a minus sign or a hyphen; a soft hyphen or a loose dash may be none");
    static_assert(!is(printed_mistake::doubtful_dots),
                  "heed: printed text needs dots to be clear; at the beginning or end of this line they may be an "
                  "elided row, the prompt of a session or the mark of a line that goes on");
    static_assert(!is(printed_mistake::columns_in_parts),
                  "heed: printed text needs all columns of a row in one line, not in parts below each other");
    static_assert(!is(printed_mistake::repeated_list),
                  "heed: printed text needs a list that is not repeated; [...] * 10 is ten lists in Python, 10.0 is a "
                  "factor");
    static_assert(!is(printed_mistake::doubtful_rows),
                  "heed: printed text needs rows to be clear; lines in one pair of brackets are rows in MATLAB and one "
                  "row in NumPy");
};

}  // namespace heed::law
