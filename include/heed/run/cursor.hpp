// SPDX-License-Identifier: BSL-1.0
// How a loop reads and writes an operand: a pointer and two strides.
#pragma once

#include <heed/simd/half_lanes.hpp>

#include <cstddef>
#include <type_traits>

namespace heed::detail {

/// Static strides.
template <class T, std::size_t RowStride, std::size_t ColStride>
struct HEED_CODE_ABI element_cursor {
    using element = T;
    static constexpr std::size_t row_stride = RowStride, fixed_row_stride = RowStride;
    static constexpr std::size_t col_stride = ColStride, fixed_col_stride = ColStride;
    T* data;

    HEED_INLINE constexpr T& at(std::size_t i, std::size_t j) const { return data[i * RowStride + j * ColStride]; }
    constexpr element_cursor shifted(std::size_t i, std::size_t j) const {
        return {data + i * RowStride + j * ColStride};
    }
    constexpr element_cursor<T, ColStride, RowStride> transposed() const { return {data}; }
};

/// A dynamic stride.
inline constexpr std::size_t any_stride = static_cast<std::size_t>(-1);

/// Strides that are static or any_stride.
template <class T, std::size_t RowStride = any_stride, std::size_t ColStride = any_stride>
struct HEED_CODE_ABI strided_cursor {
    using element = T;
    static constexpr std::size_t fixed_row_stride = RowStride;
    static constexpr std::size_t fixed_col_stride = ColStride;
    T* data;
    std::size_t row_stride;
    std::size_t col_stride;

    HEED_INLINE constexpr std::size_t offset_of(std::size_t i, std::size_t j) const {
        return i * (RowStride == any_stride ? row_stride : RowStride) +
               j * (ColStride == any_stride ? col_stride : ColStride);
    }
    HEED_INLINE constexpr T& at(std::size_t i, std::size_t j) const { return data[offset_of(i, j)]; }
    constexpr strided_cursor shifted(std::size_t i, std::size_t j) const {
        return {data + offset_of(i, j), row_stride, col_stride};
    }
    constexpr strided_cursor<T, ColStride, RowStride> transposed() const { return {data, col_stride, row_stride}; }
};

/// A matrix that is packed in advance, read from `row` and `col` on. Panels have Lanes columns (the last one may be
/// narrower) and are row-major. The extents of the matrix are static or dynamic.
template <class Panels, std::size_t Lanes, class Rows, class Columns>
struct HEED_CODE_ABI panel_cursor;
/// Of numbers as they are.
template <class T, std::size_t Lanes, class Rows, class Columns>
struct panel_cursor<const T*, Lanes, Rows, Columns> {
    using element = const T;
    const T* panels;
    std::size_t row;
    std::size_t col;
    [[no_unique_address]] Rows rows;
    [[no_unique_address]] Columns columns;

    /// The first column of the panel with column j.
    constexpr std::size_t panel_begin(std::size_t j) const { return (col + j) / Lanes * Lanes; }
    /// The number of columns in that panel.
    constexpr std::size_t width(std::size_t j) const {
        const std::size_t left = columns - panel_begin(j);
        return left < Lanes ? left : Lanes;
    }
    /// Row i of that panel, from column j on.
    constexpr const T* line(std::size_t i, std::size_t j) const {
        return panels + panel_begin(j) * rows + (row + i) * width(j) + (col + j) % Lanes;
    }
    /// How many elements a panel of Lanes columns has.
    constexpr std::size_t panel_size() const { return rows * Lanes; }
};
template <class Cursor>
inline constexpr bool is_panel_cursor = false;
template <class Panels, std::size_t Lanes, class Rows, class Columns>
inline constexpr bool is_panel_cursor<panel_cursor<Panels, Lanes, Rows, Columns>> = true;
/// Whether its elements are whole numbers times scales.
template <class Cursor>
inline constexpr bool is_scaled_cursor = false;

/// The same number for every row and column.
template <class T>
struct HEED_CODE_ABI number_cursor {
    using element = T;
    static constexpr std::size_t row_stride = 0, fixed_row_stride = 0;
    static constexpr std::size_t col_stride = 0, fixed_col_stride = 0;
    T value;

    HEED_INLINE constexpr const T& at(std::size_t, std::size_t) const { return value; }
};

template <class Cursor>
inline constexpr bool is_number_cursor = false;
template <class T>
inline constexpr bool is_number_cursor<number_cursor<T>> = true;

/// The index along an axis, or a sum of indices.
template <class T, std::size_t RowStride, std::size_t ColStride>
struct index_cursor {
    using element = T;
    static constexpr std::size_t row_stride = RowStride, fixed_row_stride = RowStride;
    static constexpr std::size_t col_stride = ColStride, fixed_col_stride = ColStride;
    std::size_t first;

    HEED_INLINE constexpr T at(std::size_t i, std::size_t j) const {
        return static_cast<T>(static_cast<long long>(first + i * RowStride + j * ColStride));
    }
};
template <class Cursor>
inline constexpr bool is_index_cursor = false;
template <class T, std::size_t RowStride, std::size_t ColStride>
inline constexpr bool is_index_cursor<index_cursor<T, RowStride, ColStride>> = true;

/// Elements that are looked up: those of another cursor, starting at computed indices along one or two axes with
/// strides First and Second.
template <class Cursor, std::size_t First, std::size_t Second>
struct lookup_cursor : Cursor {
    static constexpr bool has_fixed_steps = true;
    static constexpr std::size_t steps[2] = {First, Second};
};
template <class Cursor>
struct strided_lookup_cursor : Cursor {
    static constexpr bool has_fixed_steps = false;
    std::size_t steps[2];
};

/// The element at (i, j) after the indices `first` and `second` have been applied.
template <class Cursor>
HEED_INLINE constexpr auto& element_found(const Cursor& cursor, std::size_t first, std::size_t second, std::size_t i,
                                          std::size_t j) {
    Cursor from = cursor;
    from.data += first * cursor.steps[0] + second * cursor.steps[1];
    return from.at(i, j);
}
template <class Cursor>
inline constexpr bool is_lookup_cursor = false;
template <class Cursor, std::size_t First, std::size_t Second>
inline constexpr bool is_lookup_cursor<lookup_cursor<Cursor, First, Second>> = true;
template <class Cursor>
inline constexpr bool is_lookup_cursor<strided_lookup_cursor<Cursor>> = true;

template <class Cursor>
concept has_strides = requires {
    Cursor::fixed_row_stride;
};

/// Whether the elements of a row are contiguous.
template <class Cursor>
constexpr bool has_dense_rows() {
    if constexpr (is_index_cursor<Cursor> || !has_strides<Cursor>)
        return false;
    else
        return Cursor::fixed_col_stride == 1;
}

/// Whether the elements of a column are contiguous.
template <class Cursor>
constexpr bool has_dense_columns() {
    if constexpr (is_index_cursor<Cursor> || is_lookup_cursor<Cursor>)
        return false;
    else if constexpr (has_strides<Cursor>)
        return Cursor::fixed_row_stride == 1;
    else
        return false;
}

/// The element type of a cursor.
template <class Cursor>
using element_of = std::remove_const_t<typename Cursor::element>;

/// Whether registers of T can be loaded along a row, with load_as, which converts half precision.
template <class T, class Cursor>
inline constexpr bool is_dense_in = has_dense_rows<Cursor>() && is_readable_as<T, element_of<Cursor>>;

/// Whether all rows read the same elements.
template <class Cursor>
constexpr bool is_same_in_all_rows() {
    if constexpr (has_strides<Cursor>)
        return Cursor::fixed_row_stride == 0;
    else
        return false;
}

/// Whether all columns read the same element.
template <class Cursor>
constexpr bool is_same_in_all_columns() {
    if constexpr (has_strides<Cursor>)
        return Cursor::fixed_col_stride == 0;
    else
        return false;
}

}  // namespace heed::detail
