// SPDX-License-Identifier: BSL-1.0
// Sums and maxima of a row in a fixed number of lanes: registers without reordering that the compiler would have to be
// allowed, and the same bits on every target.
#pragma once

#include <heed/lower/tiles.hpp>
#include <heed/scalar/function.hpp>
#include <heed/simd/pack.hpp>

#include <cstddef>
#include <limits>
#include <type_traits>

namespace heed::detail {

/// combine of value<V>(j) over the whole groups of row_lanes numbers, into lanes.
template <class T, class Combine, class Value>
HEED_INLINE void fold_groups(T* lanes_of_row, std::size_t groups, const Combine& combine, const Value& value) {
    constexpr std::size_t width = smaller_of(vector_bytes / sizeof(T), row_lanes), registers = row_lanes / width;
    using V = pack<T, width>;
    V folded[registers];
    HEED_UNROLL for (std::size_t r = 0; r < registers; ++r) folded[r] = lanes<V>::load(lanes_of_row + r * width);
    for (std::size_t group = 0; group < groups; ++group)
        HEED_UNROLL for (std::size_t r = 0; r < registers; ++r) folded[r] =
            combine(folded[r], value.template operator()<V>(group * row_lanes + r * width));
    HEED_UNROLL for (std::size_t r = 0; r < registers; ++r) lanes<V>::store(lanes_of_row + r * width, folded[r]);
}

/// combine over j of value<T>(j), in lanes: lane l takes j = l, l + row_lanes, ... and the lanes are combined pairwise.
/// value<V>(j) is a register of the values from j on.
template <class T, class Combine, class Value>
HEED_INLINE constexpr T fold_row(std::size_t n, const T& initial, const Combine& combine, const Value& value) {
    T row[row_lanes];
    for (std::size_t l = 0; l < row_lanes; ++l) row[l] = initial;
    std::size_t j = 0;
    if constexpr (packable<T>) {
        if (!std::is_constant_evaluated()) {
            fold_groups(row, n / row_lanes, combine, value);
            j = n / row_lanes * row_lanes;
        }
    }
    for (; j < n; ++j) row[j % row_lanes] = combine(row[j % row_lanes], value.template operator()<T>(j));
    for (std::size_t half = row_lanes / 2; half > 0; half /= 2)
        for (std::size_t l = 0; l < half; ++l) row[l] = combine(row[l], row[l + half]);
    return row[0];
}

template <class T, class Value>
HEED_INLINE constexpr T sum_of_row(std::size_t n, const Value& value) {
    return fold_row<T>(
        n, T(0), []<class V>(const V& a, const V& b) HEED_INLINE_LAMBDA { return V(a + b); }, value);
}
template <class T, class Value>
HEED_INLINE constexpr T max_of_row(std::size_t n, const Value& value) {
    return fold_row<T>(
        n, value.template operator()<T>(0),
        []<class V>(const V& a, const V& b) HEED_INLINE_LAMBDA { return larger(a, b); }, value);
}
template <class T, class Value>
HEED_INLINE constexpr T min_of_row(std::size_t n, const Value& value) {
    return fold_row<T>(
        n, value.template operator()<T>(0),
        []<class V>(const V& a, const V& b) HEED_INLINE_LAMBDA { return smaller(a, b); }, value);
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
