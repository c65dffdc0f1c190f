// SPDX-License-Identifier: BSL-1.0
// The laws of rotary positions.
#pragma once

#include <heed/shape/rules.hpp>
#include <heed/shape/shape_words.hpp>

namespace heed::law {

template <class X>
struct rope_columns {
    static_assert(detail::has_paired_columns(X::value),
                  "heed: rope(x, tables, pairs) needs rows of an even number of columns: [... x tokens x depth]");
};

/// rope(x, tables, pairs::neighbours) gives the two elements of a pair an axis of their own.
template <class X, std::size_t MaxRank>
struct rope_neighbours {
    static_assert(X::value.rank < MaxRank, "heed: rope(x, tables, pairs::neighbours) needs an x of at most five axes");
};

/// So does rope(x, tables, pairs::halves) if the number of columns is dynamic.
template <class X, std::size_t MaxRank>
struct rope_halves {
    static_assert(
        X::value.rank < MaxRank,
        "heed: rope(x, tables, pairs::halves) needs an x of at most five axes where the number of its columns is "
        "known at run time only");
};

/// rope(x, cosines, sines, pairs)
template <class X, class Cosines, class Sines, bool Holds>
struct rope_tables {
    static_assert(
        Holds,
        "heed: rope(x, cosines, sines, pairs) needs a cosine and a sine for each row and each pair of columns: "
        "[tokens x depth / 2]");
};
/// The same of sizes that are known at run time only.
inline constexpr char sizes_of_rope_tables[] =
    "heed: rope(x, cosines, sines, pairs) needs a cosine and a sine for each row and each pair of columns: [tokens x "
    "depth / 2]";

/// rope(x, rope_tables<T>(...), pairs)
template <bool Holds>
struct kept_tables {
    static_assert(
        Holds,
        "heed: rope(x, tables, pairs) needs tables with a name, which outlive the formula: const auto tables = "
        "rope_tables<float>(tokens, depth);");
};

}  // namespace heed::law
