// SPDX-License-Identifier: BSL-1.0
// Rows of half precision, converted to the type of the computation. If a loop reads each element many times, a block of
// rows is converted once, in registers, to a copy of at most converted_bytes.
#pragma once

#include <heed/run/cursor.hpp>
#include <heed/simd/for_registers.hpp>
#include <heed/tensor/storage.hpp>

#include <cstddef>

namespace heed::detail {

/// to[row * Stride + column] = from(row, column)
template <std::size_t Stride, class T, class Cursor>
HEED_INLINE constexpr void convert_rows(const Cursor& from, std::size_t rows, std::size_t columns, T* to) {
    const auto convert = [&](std::size_t row) HEED_INLINE_LAMBDA {
        const auto* const begin = &from.at(row, 0);
        for_row<T>(columns, [&]<class V>(std::size_t column) HEED_INLINE_LAMBDA {
            lanes<V>::store(to + row * Stride + column, load_as<V>(begin + column));
        });
    };
    for (std::size_t row = 0; row < rows; ++row)
        if (from.col_stride == 1)
            convert(row);
        else
            for (std::size_t column = 0; column < columns; ++column)
                to[row * Stride + column] = element_as<T>(from.at(row, column));
}

/// The most stack that a copy may take. Larger blocks are converted element by element as they are read.
inline constexpr std::size_t converted_bytes = std::size_t{64} * 1024;

/// Whether at most Rows x Columns elements are read from a copy.
template <class T, class Cursor, std::size_t Rows, std::size_t Columns>
constexpr bool is_converted() {
    if constexpr (is_panel_cursor<Cursor>)
        return false;
    else
        return is_half<element_of<Cursor>> && Columns > 0 && Columns <= converted_bytes / (Rows * sizeof(T));
}

/// Memory for a copy; empty if rows are read in place.
template <class T, class Cursor, std::size_t Rows, std::size_t Columns,
          bool IsConverted = is_converted<T, Cursor, Rows, Columns>()>
struct row_block {
    HEED_INLINE static constexpr void read(const Cursor&, std::size_t, std::size_t, std::size_t, std::size_t) {}
    HEED_INLINE static constexpr Cursor rows(const Cursor& from, std::size_t row, std::size_t column) {
        return from.shifted(row, column);
    }
};
template <class T, class Cursor, std::size_t Rows, std::size_t Columns>
class row_block<T, Cursor, Rows, Columns, true> {
public:
    constexpr row_block() {}
    /// Converts `count` rows and `columns` columns, starting at (row, column), for `rows` to read.
    HEED_INLINE constexpr void read(const Cursor& from, std::size_t row, std::size_t column, std::size_t count,
                                    std::size_t columns) {
        convert_rows<Columns>(from.shifted(row, column), count, columns, items_);
    }
    HEED_INLINE constexpr auto rows(const Cursor&, std::size_t, std::size_t) const {
        return element_cursor<const T, Columns, 1>{items_};
    }

private:
    alignas(alignof(T) > heap_alignment ? alignof(T) : heap_alignment) T items_[Rows * Columns];
};

}  // namespace heed::detail
