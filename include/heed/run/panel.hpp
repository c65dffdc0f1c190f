// SPDX-License-Identifier: BSL-1.0
// Copies operands into panels for registers to read: a few lanes side by side, line after line.
#pragma once

#include <heed/lower/stream_order.hpp>
#include <heed/run/cursor.hpp>
#include <heed/run/micro_kernel.hpp>
#include <heed/simd/for_registers.hpp>
#include <heed/simd/interleave.hpp>
#include <heed/simd/transpose.hpp>

#include <bit>
#include <cstddef>
#include <type_traits>

namespace heed::detail {

/// Lines of a panel, or of a part of it, or of several, from row i and column j on.
template <std::size_t Width, class T, std::size_t Lanes, class Rows, class Columns>
HEED_INLINE constexpr auto lines_of_panels(const panel_cursor<const T*, Lanes, Rows, Columns>& from, std::size_t i,
                                           std::size_t j) {
    if constexpr (Width > Lanes)
        return lines_in_panels<T, Lanes>{from.line(i, j), from.panel_size()};
    else
        return lines_with_stride<T>{from.line(i, j), Width == Lanes ? Lanes : from.width(j)};
}

/// Transposes a square of as many rows as a register V has lanes.
template <std::size_t Lanes, class V, class T, class Cursor>
HEED_INLINE void copy_square(const Cursor& from, std::size_t d, T scale, T* to) {
    constexpr std::size_t width = lanes<V>::count;
    V square[width];
    HEED_UNROLL for (std::size_t i = 0; i < width; ++i) square[i] = load_as<V>(&from.at(i, d)) * scale;
    transpose(square);
    HEED_UNROLL for (std::size_t i = 0; i < width; ++i) lanes<V>::store(to + (d + i) * Lanes, square[i]);
}

template <std::size_t Lanes, class T, class Cursor>
constexpr void copy_rows_one_by_one(const Cursor& from, std::size_t rows, std::size_t begin, std::size_t end, T scale,
                                    T* to) {
    for (std::size_t lane = 0; lane < Lanes; ++lane)
        for (std::size_t d = begin; d < end; ++d)
            to[d * Lanes + lane] = lane < rows ? T(element_as<T>(from.at(lane, d)) * scale) : T(0);
}

/// Whether the rows of a cursor are so short and close together that one register per column holds all of them.
template <std::size_t Lanes, std::size_t Columns, class T, class Cursor>
constexpr bool are_few_columns() {
    if constexpr (packable<T> && is_dense_in<T, Cursor> && std::is_same_v<T, element_of<Cursor>>)
        return fit_in_columns(Lanes, Columns, Cursor::fixed_row_stride, sizeof(T));
    else
        return false;
}

/// Rows become lanes: to[d][lane] = scale * from(lane, d) for d < depth, and 0 for lanes from `rows` on. Counts may be
/// static.
template <std::size_t Lanes, class T, class Cursor, class Rows, class Depth>
constexpr void copy_rows_to_lanes(const Cursor& from, Rows rows, Depth depth, T scale, T* to) {
    constexpr std::size_t width = Lanes * sizeof(T) < vector_bytes ? Lanes : vector_bytes / sizeof(T);
    constexpr bool in_squares =
        packable<T> && is_dense_in<T, Cursor> && width > 1 && std::has_single_bit(width) && Lanes % width == 0;
    if constexpr (are_few_columns<Lanes, fixed_count<Depth>, T, Cursor>()) {
        if (!HEED_CONSTANT_EVALUATED) {
            using V = pack<T, Lanes>;
            V lines[depth], columns[depth];
            for (std::size_t i = 0; i < depth; ++i)
                lines[i] =
                    load_some<V>(&from.at(0, 0) + i * Lanes, rows * depth > i * Lanes ? rows * depth - i * Lanes : 0);
            deinterleave(lines, columns);
            for (std::size_t d = 0; d < depth; ++d) lanes<V>::store(to + d * Lanes, columns[d] * scale);
            return;
        }
    } else if constexpr (in_squares) {
        if (!HEED_CONSTANT_EVALUATED && rows >= Lanes) {
            const std::size_t whole = depth / width * width;
            for (std::size_t lane = 0; lane < Lanes; lane += width)
                for (std::size_t d = 0; d < whole; d += width)
                    copy_square<Lanes, pack<T, width>>(from.shifted(lane, 0), d, scale, to + lane);
            return copy_rows_one_by_one<Lanes>(from, rows, whole, depth, scale, to);
        }
    }
    copy_rows_one_by_one<Lanes>(from, rows, 0, depth, scale, to);
}

/// Columns become lanes: to[row][lane] = from(row, lane) for row < rows.
template <std::size_t Lanes, class T, class Cursor>
constexpr void copy_columns_to_lanes(const Cursor& from, std::size_t rows, T* to) {
    if constexpr (is_dense_in<T, Cursor>) {
        for (std::size_t row = 0; row < rows; ++row)
            for_registers<Lanes, T>([&]<class V>(std::size_t lane) HEED_INLINE_LAMBDA {
                lanes<V>::store(to + row * Lanes + lane, load_as<V>(&from.at(row, lane)));
            });
    } else {
        copy_rows_to_lanes<Lanes>(from.transposed(), Lanes, rows, T(1), to);
    }
}

}  // namespace heed::detail
