// SPDX-License-Identifier: BSL-1.0
// The laws of formulas of indices, and of elements and rows that are looked up.
#pragma once

#include <heed/shape/shape_words.hpp>

#include <cstddef>

namespace heed::law {

/// Scores that are combined with a formula of indices.
template <class Scores, bool Holds>
struct index_axes {
    static_assert(Holds,
                  "heed: a formula of indices needs scores with an axis for each: k the last, q before it, h the one "
                  "called head, b the one called batch, or without these names the ones before q");
};

/// A formula of indices as a result: it has no shape of its own.
template <bool Holds>
struct index_alone {
    static_assert(Holds, "heed: a formula of indices (q, k, h, b) needs scores beside it: where(k <= q, S)");
};

/// at(A, i, ...)
template <class A, std::size_t Indices>
struct index_count {
    static_assert(A::value.rank == Indices, "heed: at(A, i, ...) needs an index for each axis of A");
};
template <class A, class Scores, bool Holds>
struct index_size {
    static_assert(Holds,
                  "heed: at(A, i, ...) needs axes of A as long as those axes of the scores, or of size 1, and their "
                  "names to agree");
};

/// An axis of A, and the lowest and the highest index along it.
template <extent Axis, long long Lowest, long long Highest>
struct index_bounds {
    static_assert(Axis.size == 0,
                  "heed: at(A, i, ...) needs indices inside of A: over all scores one of them goes from the lowest to "
                  "the highest below, and that axis of A does not");
};
template <class... T>
struct value_types;
template <class Indices, bool Holds>
struct whole_indices {
    static_assert(
        Holds,
        "heed: at(A, i, ...) needs indices that are whole numbers: formulas of q, k, h, b, of integers and of "
        "tensors of integers");
};
template <class A, std::size_t Computed>
struct indices_found {
    static_assert(Computed <= 2, "heed: at(A, i, ...) takes at most two indices that are more than q, k, h or b alone");
};

/// rows(E, ids)
template <class E, class Ids>
struct looked_up_rows {
    static_assert(
        E::value.rank > 0 && Ids::value.rank > 0 && E::value.rank + Ids::value.rank <= 7,
        "heed: rows(E, ids) needs a table with rows and a tensor of their numbers, together of at most 7 axes");
};
template <class T, bool Holds>
struct row_numbers {
    static_assert(
        Holds,
        "heed: rows(E, ids) needs numbers of rows that are integers, tensor<int, ...>, or argmax of numbers of "
        "the type of E");
};

/// pick(A, ids)
template <class A, class Ids>
struct picked_elements {
    static_assert(!sizeof(A),
                  "heed: pick(A, ids) needs an index for each row of A: ids with the axes of A without the last one");
};
template <class T, bool Holds>
struct picked_places {
    static_assert(
        Holds,
        "heed: pick(A, ids) and cross_entropy(A, ids) need integers, tensor<int, ...>, or argmax of numbers of "
        "the type of A");
};

}  // namespace heed::law
