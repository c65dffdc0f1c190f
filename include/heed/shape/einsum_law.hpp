// SPDX-License-Identifier: BSL-1.0
// The law of einsum, with a message for each error in its letters.
#pragma once

#include <heed/meta/fixed_text.hpp>
#include <heed/shape/subscripts.hpp>

namespace heed::law {

/// einsum<Text>(A ...), with the wrong letter, if a letter is wrong.
template <fixed_text Text, detail::einsum_fault What, char Letter, class... Shapes>
struct einsum {
    static constexpr bool is(detail::einsum_fault f) { return What == f; }
    using enum detail::einsum_fault;
    static_assert(!is(text),
                  "heed: einsum<text>(A, B) needs letters for axes, one comma between two operands, and -> before the "
                  "letters of the result, as in ij,jk->ik");
    static_assert(!is(operand_count), "heed: einsum<text>(A, B) needs as many operands as it has groups of letters");
    static_assert(!is(letter_count), "heed: einsum<text>(A, B) needs a letter for each axis of an operand");
    static_assert(!is(repeated), "heed: einsum<text>(A, B) needs each letter of an operand once: it has no diagonals");
    static_assert(!is(sizes), "heed: einsum<text>(A, B) needs axes of one letter to have one size");
    static_assert(!is(names), "heed: einsum<text>(A, B) needs the names of axes of one letter to agree");
    static_assert(!is(unknown), "heed: einsum<text>(A, B) needs letters of the result that an operand has");
    static_assert(!is(result_twice), "heed: einsum<text>(A, B) needs each letter of the result once");
    static_assert(!is(too_many_axes),
                  "heed: einsum<text>(A, B) needs at most 6 axes in the result and in the product that it is made of");
};
/// The law of sizes, of those that are known at run time only.
inline constexpr char sizes_of_letters[] = "heed: einsum<text>(A, B) needs axes of one letter to have one size";

}  // namespace heed::law
