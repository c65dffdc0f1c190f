// SPDX-License-Identifier: BSL-1.0
// Sums and maxima of a row in a fixed number of lanes: vector loops without reordering that the compiler would have to
// be allowed, and the same bits on every target.
#pragma once

#include <heed/lower/tiles.hpp>
#include <heed/scalar/function.hpp>
#include <heed/scalar/lanes.hpp>

#include <cstddef>
#include <limits>

namespace heed::detail {

/// combine over j of value(j), in lanes: lane l takes j = l, l + row_lanes, ... and the lanes are combined pairwise.
template <class T, class Combine, class Value>
HEED_INLINE constexpr T fold_row(std::size_t n, const T& initial, const Combine& combine, const Value& value) {
    T lanes[row_lanes];
    for (std::size_t l = 0; l < row_lanes; ++l) lanes[l] = initial;
    std::size_t j = 0;
    for (; j + row_lanes <= n; j += row_lanes)
        for (std::size_t l = 0; l < row_lanes; ++l) lanes[l] = combine(lanes[l], value(j + l));
    for (std::size_t l = 0; j + l < n; ++l) lanes[l] = combine(lanes[l], value(j + l));
    for (std::size_t half = row_lanes / 2; half > 0; half /= 2)
        for (std::size_t l = 0; l < half; ++l) lanes[l] = combine(lanes[l], lanes[l + half]);
    return lanes[0];
}

template <class T, class Value>
HEED_INLINE constexpr T sum_of_row(std::size_t n, const Value& value) {
    return fold_row<T>(
        n, T(0), [](const T& a, const T& b) { return T(a + b); }, value);
}
template <class T, class Value>
HEED_INLINE constexpr T max_of_row(std::size_t n, const Value& value) {
    return fold_row<T>(
        n, value(0), [](const T& a, const T& b) { return larger(a, b); }, value);
}
template <class T, class Value>
HEED_INLINE constexpr T min_of_row(std::size_t n, const Value& value) {
    return fold_row<T>(
        n, value(0), [](const T& a, const T& b) { return smaller(a, b); }, value);
}

/// What is subtracted before exp: the maximum, or 0 where it is minus infinity, so that exp gives 0 and not NaN.
/// Of a number or of each lane of a register.
template <class V>
HEED_INLINE constexpr V finite_shift(const V& maximum) {
    using T = lane_t<V>;
    if constexpr (std::numeric_limits<T>::has_infinity) {
        const V zero = lanes<V>::broadcast(T(0));
        return maximum == -std::numeric_limits<T>::infinity() ? zero : maximum;
    } else {
        return maximum;
    }
}

}  // namespace heed::detail
