// SPDX-License-Identifier: BSL-1.0
// Registers of a row of an operand: one load where its elements are contiguous, else number by number.
#pragma once

#include <heed/run/cursor.hpp>
#include <heed/simd/first_lanes.hpp>

#include <cstddef>

namespace heed::detail {

/// n elements, number by number; the other lanes are 0. A loop that is not unrolled: there are as many of these as
/// there are rows and columns, and g++ would take minutes for what they become.
template <register_of_lanes V, class Cursor>
HEED_INLINE V gather_row(const Cursor& cursor, std::size_t i, std::size_t j, std::size_t n) {
    using T = lane_t<V>;
    alignas(V) T numbers[lanes<V>::count]{};
    HEED_ROLLED for (std::size_t l = 0; l < n; ++l) numbers[l] = element_as<T>(cursor.at(i, j + l));
    return lanes<V>::load(numbers);
}

/// The elements from (i, j) on.
template <register_of_lanes V, class Cursor>
HEED_INLINE V load_row(const Cursor& cursor, std::size_t i, std::size_t j) {
    using T = lane_t<V>;
    if constexpr (is_dense_in<T, Cursor>)
        return load_as<V>(&cursor.at(i, j));
    else
        return gather_row<V>(cursor, i, j, lanes<V>::count);
}

/// The first n of them; the other lanes are 0.
template <register_of_lanes V, class Cursor>
HEED_INLINE V load_first_of_row(const Cursor& cursor, std::size_t i, std::size_t j, std::size_t n) {
    using T = lane_t<V>;
    if constexpr (is_dense_in<T, Cursor>)
        return first_lanes_at<V>(&cursor.at(i, j), n);
    else
        return gather_row<V>(cursor, i, j, n < lanes<V>::count ? n : lanes<V>::count);
}

}  // namespace heed::detail
