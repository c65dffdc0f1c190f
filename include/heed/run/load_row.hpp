// SPDX-License-Identifier: BSL-1.0
// Registers of a row of an operand: one load where its elements are contiguous, else number by number.
#pragma once

#include <heed/run/cursor.hpp>
#include <heed/simd/first_lanes.hpp>

#include <cstddef>

namespace heed::detail {

/// The elements from (i, j) on.
template <register_of_lanes V, class Cursor>
HEED_INLINE V load_row(const Cursor& cursor, std::size_t i, std::size_t j) {
    using T = lane_t<V>;
    if constexpr (is_dense_in<T, Cursor>)
        return load_as<V>(&cursor.at(i, j));
    else
        return lanes_of<V>([&](std::size_t l) HEED_INLINE_LAMBDA { return element_as<T>(cursor.at(i, j + l)); });
}

/// The first n of them; the other lanes are 0.
template <register_of_lanes V, class Cursor>
HEED_INLINE V load_first_of_row(const Cursor& cursor, std::size_t i, std::size_t j, std::size_t n) {
    using T = lane_t<V>;
    if constexpr (is_dense_in<T, Cursor>)
        return first_lanes_at<V>(&cursor.at(i, j), n);
    else
        return lanes_of<V>([&](std::size_t l)
                               HEED_INLINE_LAMBDA { return l < n ? element_as<T>(cursor.at(i, j + l)) : T(0); });
}

}  // namespace heed::detail
