// SPDX-License-Identifier: BSL-1.0
// The laws of formulas that only rearrange elements: transpose, parts, concatenation, reshaped axes.
#pragma once

#include <heed/shape/rules.hpp>
#include <heed/shape/shape_words.hpp>

#include <cstddef>

namespace heed::law {

template <class A>
struct transpose {
    static_assert(A::value.rank >= 2, "heed: transpose(A) needs at least two axes");
};

/// reshape<extents...>(A)
template <class A, class To>
struct reshape {
    static_assert(A::value.size() == To::value.size(), "heed: reshape<extents...>(A) needs as many elements as A has");
};

template <std::size_t Axes>
struct reshape_axes {
    static_assert(Axes <= detail::max_rank,
                  "heed: reshape<extents...>(A) needs at most 6 extents: tensors have as many axes");
};
template <class A, class To, bool Holds>
struct reshape_lengths {
    static_assert(
        Holds,
        "heed: reshape<extents...>(A) divides the elements of A by static extents: of the extents that go into "
        "the deduced one, at most one may be known at run time only");
};
template <class A, class To, bool Holds>
struct reshape_room {
    static_assert(Holds, "heed: reshape<extents...>(A) needs room for the size that follows from the other extents");
};
template <class A, class To, bool Holds>
struct reshape_places {
    static_assert(
        Holds,
        "heed: reshape<extents...>(A) computes the last dynamic extent; each other one is that of the axis of A "
        "at the same place, not that of its name");
};

template <class A, class To, bool Holds>
struct reshape_parts {
    static_assert(
        Holds,
        "heed: reshape<extents...>(A) computes one extent, and of these one could only be 1: of an axis of A that "
        "becomes several, write all parts but one as static extents, or give their sizes: "
        "reshape<extents...>(A, n, h, d)");
};

/// reshape<tokens[dyn], head[dyn]>(A, n, h), with fewer or more sizes.
template <class To, std::size_t Given, bool Holds>
struct reshape_sizes {
    static_assert(Holds,
                  "heed: reshape<extents...>(A, sizes...) needs a whole number for each extent that is known at run "
                  "time only, or for all but the last one, which is computed");
};
template <class A, class To, bool Holds>
struct reshape_of_formula {
    static_assert(Holds,
                  "heed: reshape<extents...>(A) of a formula needs to know while compiling which lengths become which: "
                  "axes of the same name stay, and of the others one becomes several or several become one; a tensor "
                  "takes any sizes, tensor a = A; then reshape<extents...>(a, n, h, d)");
};

/// merge<axes...>(A), with the axes as numbers from the left.
template <class A, bool Holds, std::size_t... Axes>
struct merge {
    static_assert(Holds,
                  "heed: merge<axes...>(A) needs axes of A that are neighbours, in the order in which A has them");
};

/// group<head[h]>(K): the axis that is repeated has that name, or is the one before the last two.
template <class K, extent Heads>
struct group_axis {
    static_assert(K::value.rank >= 3,
                  "heed: group<head[h]>(K) needs heads of keys: an axis of that name, or one "
                  "before the last two");
};
template <class K, extent Heads, std::size_t Axis>
struct group {
    static_assert(Heads.is_dynamic() || !K::value[Axis].is_dynamic(),
                  "heed: group<head[h]>(K) needs a number of key heads that is known while compiling where that of "
                  "query heads is");
    static_assert(Heads.is_dynamic() || K::value[Axis].is_dynamic() || Heads.size % K::value[Axis].size == 0,
                  "heed: group<head[h]>(K) needs a number of query heads that the number of key heads divides");
    static_assert(K::value.rank < detail::max_rank, "heed: group<head[h]>(K) needs at most five axes");
};

/// group<head[dyn]>(K), group<head>(K)
template <class K, extent Heads>
struct group_number {
    static_assert(!Heads.is_dynamic(),
                  "heed: group<head[h]>(K) needs a number of query heads that is known while compiling; as many as Q "
                  "has are group<head>(K, Q)");
};
template <bool Holds>
struct group_heads {
    static_assert(Holds,
                  "heed: group needs a number of query heads, group<head[12]>(K), or what has them: group<head>(K, Q)");
};

template <class A, std::size_t Begin, std::size_t End>
struct rows {
    static_assert(A::value.rank >= 2, "heed: rows<begin, end>(A) needs at least two axes");
    static_assert(A::value.rank < 2 || (Begin < End && End <= A::value.from_right(A::value.rank < 2 ? 0 : 1).size),
                  "heed: rows<begin, end>(A) needs begin < end <= rows(A)");
};

template <class A, std::size_t Begin, std::size_t End>
struct cols {
    static_assert(A::value.rank >= 1, "heed: cols<begin, end>(A) needs at least one axis");
    static_assert(A::value.rank < 1 || (Begin < End && End <= A::value.from_right(0).size),
                  "heed: cols<begin, end>(A) needs begin < end <= columns(A)");
};

template <class A, std::size_t Parts, std::size_t Axis>
struct split {
    static_assert(Parts > 0 && (A::value[Axis].is_dynamic() || A::value[Axis].size % (Parts == 0 ? 1 : Parts) == 0),
                  "heed: split<n>(A) needs an axis whose size n divides");
};

template <class A, class B, std::size_t Axis>
struct concat {
    static_assert(A::value.rank == B::value.rank, "heed: concat(A, B) needs the same number of axes");
    static_assert(A::value.rank != B::value.rank || Axis < A::value.rank,
                  "heed: concat<axis>(A, B) needs an axis that A has");
    static constexpr detail::fit rule = detail::concat_rule(A::value, B::value, Axis);
    static_assert(A::value.rank != B::value.rank || rule.sizes,
                  "heed: concat(A, B) needs the same shape in all other axes");
    static_assert(!rule.sizes || rule.names, "heed: concat(A, B) needs the names of all other axes to agree");
};

/// rows(A, 0, n)
template <bool Holds>
struct part_in_brackets {
    static_assert(Holds,
                  "heed: rows(A, a, b) is written rows<a, b>(A), and cols too: a and b are constants; "
                  "numbers of the program go into slice<axis>(A, a, b)");
};

/// slice<axis>(A, begin, end) of other types than whole numbers.
template <class Begin, class End, bool Holds>
struct slice_bounds {
    static_assert(Holds, "heed: slice<axis>(A, begin, end) needs whole numbers as bounds, of an integer type");
};

}  // namespace heed::law
