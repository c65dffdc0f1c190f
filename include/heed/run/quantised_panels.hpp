// SPDX-License-Identifier: BSL-1.0
// Panels of whole numbers of 8 bits with a scale for each group of rows, as products read them.
#pragma once

#include <heed/run/panel.hpp>
#include <heed/simd/byte_lanes.hpp>

#include <cstddef>
#include <cstdint>

namespace heed::detail {

/// Panels of whole numbers, and panels of their scales, a row for each Group rows of numbers.
template <class T, std::size_t Group>
struct quantised_panels {
    const std::int8_t* values;
    const T* scales;

    constexpr operator const void*() const { return values; }  // where they are, which tells them from others
};

/// A number in such a panel, and those beside it.
template <class T>
struct scaled_place {
    const std::int8_t* value;
    const T* scale;

    constexpr T operator*() const { return T(*value) * *scale; }
};
template <class V, class T>
HEED_INLINE constexpr V load_as(const scaled_place<T>& from) {
    if constexpr (lanes<V>::count == 1)
        return *from;
    else
        return from_int8<V>(from.value) * lanes<V>::load(from.scale);
}

/// Lines of whole numbers, beginning `within` rows after the first of a group, and of scales.
template <class T, std::size_t Group, class Values, class Scales>
struct scaled_lines {
    using element = T;
    Values values;
    Scales scales;
    std::size_t within;
    const std::int8_t* data = values.data;

    HEED_INLINE constexpr scaled_place<T> at(std::size_t k, std::size_t lane) const {
        return {values.at(k, lane), scales.at((within + k) / Group, lane)};
    }
};

/// A quantised matrix, read from `row` and `col` on.
template <class T, std::size_t Group, std::size_t Lanes, class Rows, class Columns>
struct panel_cursor<quantised_panels<T, Group>, Lanes, Rows, Columns> {
    using element = const T;
    quantised_panels<T, Group> panels;
    std::size_t row;
    std::size_t col;
    [[no_unique_address]] Rows rows;
    [[no_unique_address]] Columns columns;

    constexpr panel_cursor shifted(std::size_t i, std::size_t j) const {
        return {panels, row + i, col + j, rows, columns};
    }
    constexpr auto values() const {
        return panel_cursor<const std::int8_t*, Lanes, Rows, Columns>{panels.values, row, col, rows, columns};
    }
    constexpr auto scales() const {
        return panel_cursor<const T*, Lanes, std::size_t, Columns>{panels.scales, 0, col, (rows + Group - 1) / Group,
                                                                   columns};
    }
};

template <std::size_t Width, class T, std::size_t Group, std::size_t Lanes, class Rows, class Columns>
HEED_INLINE constexpr auto lines_of_panels(const panel_cursor<quantised_panels<T, Group>, Lanes, Rows, Columns>& from,
                                           std::size_t i, std::size_t j) {
    const auto values = lines_of_panels<Width>(from.values(), i, j);
    const auto scales = lines_of_panels<Width>(from.scales(), (from.row + i) / Group, j);
    return scaled_lines<T, Group, decltype(values), decltype(scales)>{values, scales, (from.row + i) % Group};
}

template <class T, std::size_t Group, std::size_t Lanes, class Rows, class Columns>
inline constexpr bool is_scaled_cursor<panel_cursor<quantised_panels<T, Group>, Lanes, Rows, Columns>> = true;

/// Columns become lanes, each number times its scale.
template <std::size_t Width, class T, std::size_t Group, std::size_t Lanes, class Rows, class Columns>
constexpr void copy_columns_to_lanes(const panel_cursor<quantised_panels<T, Group>, Lanes, Rows, Columns>& from,
                                     std::size_t rows, T* to) {
    const auto lines = lines_of_panels<Width>(from, 0, 0);
    for (std::size_t row = 0; row < rows; ++row)
        for_registers<Width, T>([&]<class V>(std::size_t lane) HEED_INLINE_LAMBDA {
            lanes<V>::store(to + row * Width + lane, load_as<V>(lines.at(row, lane)));
        });
}

}  // namespace heed::detail
