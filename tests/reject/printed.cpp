// SPDX-License-Identifier: BSL-1.0
// Text that cannot be read: one case a sort of mistake, with row and column as printed.
// CASE 1: heed: printed text needs at least one number in every list | no_numbers
// CASE 2: heed: printed text needs one number in every place | not_a_number | 2, 3
// CASE 3: heed: printed text needs decimals; a fraction is no printed decimal | fraction | 1, 2
// CASE 4: heed: printed text needs numbers of at most 18 significant digits | too_many_digits | 2, 1
// CASE 5: heed: printed text needs exponents from -9999 to 9999 | exponent | 1, 2
// CASE 6: heed: printed text needs a number between two separators | empty_entry | 2, 2
// CASE 7: heed: printed text needs the same number of columns in every row | ragged_rows | 3, 0 | 4, 5
// CASE 8: heed: printed text needs the same number of items in every list of lists | ragged_blocks | 1, 2
// CASE 9: heed: printed text needs one label for each column in its header | labels | 3, 2
// CASE 10: heed: printed text needs all numbers at the same depth of brackets | mixed_nesting | 2
// CASE 11: heed: printed text needs at most 6 levels of brackets | too_deep
// CASE 12: heed: printed text needs every bracket and every environment to be closed by its own kind | unclosed
// CASE 13: heed: printed text needs one matrix; this one contains others, each of which can be printed alone | nested_matrix
// CASE 14: heed: printed text needs at most one elided row and one elided column; dots may stand once along an axis | 4, 0
// CASE 15: heed: printed text needs nothing but a name and = before the matrix and nothing after it | text_beside
// CASE 16: heed: printed text needs one number in every place | not_a_number | 1, 2
// CASE 17: heed: printed text needs one number in every place | not_a_number | 2, 1
// CASE 18: heed: printed text needs every bracket and every environment to be closed by its own kind | unclosed
// CASE 19: heed: printed text needs at most one elided row and one elided column; dots may stand once along an axis | 0, 4
// CASE 20: heed: printed text needs nothing but a name and = before the matrix and nothing after it | text_beside
// CASE 21: heed: printed text needs at most 2^24 entries | too_many_entries
// CASE 22: heed: printed text needs a power of ten as factor beside the matrix; with any other the printed places are not those of the numbers | factor
// CASE 23: heed: printed text needs a comma to be clear; 1,234 alone may be 1.234 or 1234 | doubtful_comma | 1, 2
// CASE 24: heed: printed text needs a minus sign or a hyphen; a soft hyphen or a loose dash may be none | doubtful_sign | 2, 1
// CASE 25: heed: printed text needs dots to be clear; at the beginning or end of this line they may be an elided row, the prompt of a session or the mark of a line that goes on | doubtful_dots
// CASE 26: heed: printed text needs all columns of a row in one line, not in parts below each other | columns_in_parts
// CASE 27: heed: printed text needs a list that is not repeated; [...] * 10 is ten lists in Python, 10.0 is a factor | repeated_list
// CASE 28: heed: printed text needs rows to be clear; lines in one pair of brackets are rows in MATLAB and one row in NumPy | doubtful_rows | 1, 3
#include <heed/printed/printed.hpp>
using namespace heed;

constexpr auto complete = printed<R"(Q = \begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix})">;
constexpr auto elided = printed<R"(1 \dots 2)">;
static_assert(complete.complete && !elided.complete);

int main() {
#if CASE == 1
    constexpr auto bad = printed<"[[], []]">;
#endif
#if CASE == 2
    constexpr auto bad = printed<"1 2 3\n4 5 6.7.8">;
#endif
#if CASE == 3
    constexpr auto bad = printed<R"(\begin{bmatrix} 1 & \frac{1}{2} \end{bmatrix})">;
#endif
#if CASE == 4
    constexpr auto bad = printed<"[[1], [1.234567890123456789]]">;
#endif
#if CASE == 5
    constexpr auto bad = printed<"1 1e10000">;
#endif
#if CASE == 6
    constexpr auto bad = printed<R"(\begin{pmatrix} 1 & 2 & 3 \\ 4 & & 6 \end{pmatrix})">;
#endif
#if CASE == 7
    constexpr auto bad = printed<"1 2 3 4 5\n1 2 3 4 5\n1 2 3 4">;
#endif
#if CASE == 8
    constexpr auto bad = printed<"[[[1, 2], [3, 4]], [[5, 6]]]">;
#endif
#if CASE == 9
    constexpr auto bad = printed<"a,b,c\n0.5,0.5">;
#endif
#if CASE == 10
    constexpr auto bad = printed<"[[1, 2], 3]">;
#endif
#if CASE == 11
    constexpr auto bad = printed<"[[[[[[[1]]]]]]]">;
#endif
#if CASE == 12
    constexpr auto bad = printed<"[[1, 2], [3, 4]">;
#endif
#if CASE == 13
    constexpr auto bad = printed<R"(\begin{array}{c c} A & B \\ \begin{bmatrix} 1 \end{bmatrix} & 2 \end{array})">;
#endif
#if CASE == 14
    constexpr auto bad = printed<"1 2\n...\n3 4\n...\n5 6">;
#endif
#if CASE == 15
    constexpr auto bad = printed<R"(\sigma \begin{bmatrix} 1 & 2 \end{bmatrix})">;
#endif
#if CASE == 16
    constexpr auto bad = printed<"1 x\n3 4">;
#endif
#if CASE == 17
    constexpr auto bad = printed<"| 1 | 2 |\n| 3 4 | 5 |">;
#endif
#if CASE == 18
    constexpr auto bad = printed<R"(\begin{bmatrix} 1 & 2 \end{pmatrix})">;
#endif
#if CASE == 19
    constexpr auto bad = printed<"1 ... 2 ... 3">;
#endif
#if CASE == 20
    constexpr auto bad = printed<"[1, 2] + 3">;
#endif
#if CASE == 21
#define SIXTEEN "... ... ... ... ... ... ... ... ... ... ... ... ... ... ... ...]"
    constexpr auto bad = printed<"[[[[[[1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7]" SIXTEEN SIXTEEN SIXTEEN SIXTEEN SIXTEEN>;
#endif
#if CASE == 22
    constexpr auto bad = printed<R"(\frac12 \begin{bmatrix} 1 & 2 \end{bmatrix})">;
#endif
#if CASE == 23
    constexpr auto bad = printed<"| 2 | 1,234 |">;
#endif
#if CASE == 24
    constexpr auto bad = printed<"0.5 1\n\u00AD0.5 2">;
#endif
#if CASE == 25
    constexpr auto bad = printed<"[[1, 2],\n... [3, 4]]">;
#endif
#if CASE == 26
    constexpr auto bad = printed<"Columns 1 through 2\n1 2\nColumns 3 through 4\n3 4">;
#endif
#if CASE == 27
    constexpr auto bad = printed<"[0.5, 0.25] * 10">;
#endif
#if CASE == 28
    constexpr auto bad = printed<"[6 7\n 8 9]">;
#endif
}
