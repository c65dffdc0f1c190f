// SPDX-License-Identifier: BSL-1.0
// Keys and values whose elements are not contiguous: number by number, or, of a column-major matrix, where those of
// several keys are side by side, by squares that are transposed in registers. Sums are the same, in the same order.
#pragma once

#include <heed/run/load_row.hpp>
#include <heed/run/micro_kernel.hpp>
#include <heed/simd/first_lanes.hpp>
#include <heed/simd/lane_sums.hpp>
#include <heed/simd/transpose.hpp>

#include <bit>
#include <cstddef>
#include <type_traits>

namespace heed::detail {

/// The product of a query with a key, in parts. Not inlined, because it would be for each of several keys.
template <std::size_t Parts, class V, class Cursor>
HEED_FLATTEN [[gnu::noinline]] V product_of_scattered_key(const Cursor& key, const lane_t<V>* query,
                                                          std::size_t depth) {
    constexpr std::size_t width = lanes<V>::count, registers = Parts / width;
    V sums[registers]{};
    const std::size_t whole = depth / Parts * Parts, rest = depth - whole;
    HEED_ROLLED for (std::size_t d = 0; d < whole; d += Parts) HEED_UNROLL for (std::size_t r = 0; r < registers; ++r)
        sums[r] += lanes<V>::load(query + d + r * width) * load_row<V>(key, 0, d + r * width);
    for (std::size_t r = 0; r < registers; ++r)
        if (const std::size_t at = r * width; rest > at)
            sums[r] +=
                first_lanes_at<V>(query + whole + at, rest - at) * load_first_of_row<V>(key, 0, whole + at, rest - at);
    return halved(sums);
}

/// Whether the elements of several keys may be side by side, which is found out at run time, for loops whose registers
/// are V.
template <class V, class Cursor>
inline constexpr bool may_have_adjacent_keys = [] {
    if constexpr (lanes<V>::count == 1 || is_lookup_cursor<Cursor> || !std::is_same_v<element_of<Cursor>, lane_t<V>>)
        return false;
    else
        return Cursor::fixed_row_stride == any_stride && Cursor::fixed_col_stride == any_stride;
}();

/// Adds `terms` terms from term d on to register r of the parts of each sum.
template <class V, std::size_t Width, std::size_t Registers, class Cursor>
HEED_INLINE void add_square(const Cursor& keys, const lane_t<V>* query, std::size_t d, std::size_t terms, std::size_t r,
                            V (&sums)[Width][Registers]) {
    V square[Width];
    HEED_UNROLL for (std::size_t i = 0; i < Width; ++i) square[i] = i < terms ? load_as<V>(&keys.at(0, d + i)) : V{};
    transpose(square);
    const V factors = first_lanes_at<V>(query + d, terms);
    HEED_UNROLL for (std::size_t m = 0; m < Width; ++m) sums[m][r] += factors * square[m];
}

/// The same as multiply_scattered_keys, of as many keys as a register has lanes.
template <std::size_t Parts, class V, std::size_t Width, class Cursor>
HEED_INLINE void multiply_adjacent_keys(const Cursor& keys, const lane_t<V>* query, std::size_t depth,
                                        V (&rows)[Width]) {
    constexpr std::size_t registers = Parts / Width;
    V sums[Width][registers]{};
    const std::size_t whole = depth / Parts * Parts, rest = depth - whole;
    for (std::size_t d = 0; d < whole; d += Parts)
        HEED_UNROLL for (std::size_t r = 0; r < registers; ++r) add_square(keys, query, d + r * Width, Width, r, sums);
    HEED_UNROLL for (std::size_t r = 0; r < registers; ++r) if (rest > r * Width)
        add_square(keys, query, whole + r * Width, rest - r * Width, r, sums);
    HEED_UNROLL for (std::size_t m = 0; m < Width; ++m) rows[m] = halved(sums[m]);
}

/// rows[m] = the products of a query with key m, in parts.
template <std::size_t Parts, class V, std::size_t Width, std::size_t Keys, class Cursor>
HEED_INLINE void multiply_scattered_keys(static_count<Keys>, const Cursor& keys, const lane_t<V>* query,
                                         std::size_t depth, V (&rows)[Width]) {
    if constexpr (Keys == Width && may_have_adjacent_keys<V, Cursor>)
        if (keys.row_stride == 1) return multiply_adjacent_keys<Parts>(keys, query, depth, rows);
    HEED_ROLLED for (std::size_t m = 0; m < Keys; ++m) rows[m] =
        product_of_scattered_key<Parts, V>(keys.shifted(m, 0), query, depth);
}

/// The same as add_scattered_values.
template <class T, std::size_t Columns, class Cursor>
HEED_INLINE void sum_columns_of_adjacent_keys(const Cursor& values, const T* weights, std::size_t keys,
                                              T (&sums)[Columns]) {
    using W = pack<T, Columns>;
    W all = load_as<W>(&sums[0]);
    const std::size_t whole = keys / Columns * Columns;
    for (std::size_t j = 0; j < whole; j += Columns) {
        W square[Columns];
        HEED_UNROLL for (std::size_t c = 0; c < Columns; ++c) square[c] = load_as<W>(&values.at(j, c));
        transpose(square);
        HEED_UNROLL for (std::size_t i = 0; i < Columns; ++i) all += lanes<W>::broadcast(weights[j + i]) * square[i];
    }
    lanes<W>::store(sums, all);
    for (std::size_t j = whole; j < keys; ++j)
        for (std::size_t c = 0; c < Columns; ++c) sums[c] += weights[j] * values.at(j, c);
}

/// sums[c] += the values of column c, times the weights of their keys.
template <class V, std::size_t Panel, class T, std::size_t Columns, class Keys, class Cursor>
HEED_INLINE constexpr void add_scattered_values(const Cursor& values, const T* weights, Keys keys, T (&sums)[Columns]) {
    constexpr bool fits_register = std::has_single_bit(Columns) && sizeof(T) * Columns <= vector_bytes;
    if constexpr (Columns == Panel && fits_register && may_have_adjacent_keys<V, Cursor>)
        if (values.row_stride == 1) return sum_columns_of_adjacent_keys(values, weights, keys, sums);
    for (std::size_t j = 0; j < keys; ++j)
        for (std::size_t c = 0; c < Columns; ++c) sums[c] += weights[j] * element_as<T>(values.at(j, c));
}

}  // namespace heed::detail
