// SPDX-License-Identifier: BSL-1.0
// The laws of dynamic extents, as far as they can be checked at compile time.
#pragma once

#include <heed/shape/shape_words.hpp>

#include <cstddef>

namespace heed::law {

/// tensor(sizes...), view(data, sizes...)
template <class Shape, std::size_t Given, std::size_t Needed>
struct run_time_sizes {
    static_assert(Given == Needed,
                  "heed: tensor(sizes...) and view(data, sizes...) need one whole number for each extent that is known "
                  "at run time only (dyn, at_most<n>)");
};

/// tensor<float, dyn, dyn> t{1.5, 2.5}
template <class Shape, bool Holds>
struct whole_sizes {
    static_assert(Holds,
                  "heed: tensor(sizes...) needs whole numbers; elements of a tensor with several axes stand in inner "
                  "braces: {{1, 2}, {3, 4}}");
};

/// tensor(numbers) where one length is deduced.
template <class Shape, std::size_t Given, std::size_t Others>
struct deduced_length {
    static_assert(Given % Others == 0, "heed: tensor(numbers) needs numbers that the other extents divide");
};

/// tensor(numbers) if it cannot be deduced.
template <class Shape, std::size_t Open>
struct numbers_and_sizes {
    static_assert(Open == 1,
                  "heed: tensor(numbers) and view(numbers) deduce one length; where several are known at run time "
                  "only they follow the numbers: tensor(numbers, sizes...)");
};

/// {{1, 2}, {3, 4}} if an axis has a bound.
template <std::size_t Given, std::size_t Most>
struct initialiser_room {
    static_assert(Most == 0 || Given <= Most, "heed: an initialiser needs room for all of it: at_most<n> is exceeded");
};

/// slice<tokens>(tensor<...>(...), a, b)
template <bool Holds>
struct slice_of_temporary {
    static_assert(Holds,
                  "heed: slice<axis>(A, a, b) with bounds that are known at run time is a view: A needs a name, or to "
                  "be a view itself");
};

/// A formula with many dynamic extents. Each use of a tensor counts, and each concat of such tensors.
template <std::size_t Lengths, std::size_t Most>
struct number_of_lengths {
    static_assert(Lengths <= Most,
                  "heed: a formula has at most 48 axes whose lengths are known at run time only, those of a tensor "
                  "as often as it is written: let names one that is read several times");
};
template <class F, bool AreClear, bool ArePossible>
struct lengths_that_agree {
    static_assert(AreClear,
                  "heed: lengths that are known at run time only have to agree here in a way that plans do not know: "
                  "name the sizes of this formula that are known while compiling, or with let a tensor that is written "
                  "several times");
    static_assert(ArePossible,
                  "heed: a length that is known at run time only would have to be two sizes at once in this formula");
};
/// split<n>(merge<0, 1>(A)) where both axes are lengths.
template <class F, bool Holds>
struct parts_of_one_length {
    static_assert(Holds,
                  "heed: split<n>(A) needs to know which length n divides, and this axis is several lengths times each "
                  "other: split one of them before they are merged");
};
/// The result of a formula with this many lengths.
template <class F, bool Holds>
struct size_of_values {
    static_assert(Holds,
                  "heed: a value of this formula has more axes whose lengths are known at run time only than sizes of "
                  "plans can tell apart: name the sizes that are known while compiling");
};

}  // namespace heed::law
