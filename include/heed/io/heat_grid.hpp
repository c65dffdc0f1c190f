// SPDX-License-Identifier: BSL-1.0
// A matrix as the cells of a heat map: digits, colours, what is masked. The same for all formats.
#pragma once

#include <heed/io/colour.hpp>
#include <heed/io/heat_map_options.hpp>
#include <heed/io/label_text.hpp>
#include <heed/tensor/tensor.hpp>

#include <charconv>
#include <cmath>
#include <cstddef>
#include <iomanip>
#include <limits>
#include <locale>
#include <ostream>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace heed::detail {

struct heat_cell {
    double value = 0;
    bool is_masked = false;
    std::string digits{};  ///< to the places that are asked for
    std::string exact{};   ///< as many as tell it from its neighbours
};

struct heat_grid {
    std::size_t rows = 0;
    std::size_t columns = 0;
    std::string_view row_axis{};
    std::string_view column_axis{};
    std::vector<heat_cell> cells{};

    const heat_cell& at(std::size_t i, std::size_t j) const { return cells[i * columns + j]; }
    /// Larger ones show colours alone.
    bool has_room_for_digits() const { return rows <= 16 && columns <= 16; }
};

/// Digits do not depend on the language of the program.
template <class T>
std::string fixed_digits(const T& x, int places) {
    std::ostringstream text;
    text.imbue(std::locale::classic());
    text << std::fixed << std::setprecision(places) << x;
    return text.str();
}
template <class T>
std::string all_digits(const T& x) {
    if constexpr (std::is_arithmetic_v<T>) {
        char text[64];
        return {text, std::to_chars(text, text + sizeof(text), x).ptr};
    } else {
        std::ostringstream text;
        text.imbue(std::locale::classic());
        text << std::setprecision(std::numeric_limits<T>::max_digits10) << x;
        return text.str();
    }
}

inline std::string_view name_of_axis(const extent& e) { return e.name == nullptr ? "" : e.name->name; }

inline bool is_minus_infinity(double x) { return x == -std::numeric_limits<double>::infinity(); }

template <class Matrix>
heat_grid grid_of(const Matrix& m, int places) {
    constexpr shape s = Matrix::shape_value;
    heat_grid grid{s[0].size, s[1].size, name_of_axis(s[0]), name_of_axis(s[1])};
    for (const auto& x : m) {
        const auto value = static_cast<double>(x);
        grid.cells.push_back({value, is_minus_infinity(value), fixed_digits(x, places), all_digits(x)});
    }
    return grid;
}

/// A mask says where to attend: where it is 0 (or minus infinity, as where(mask, 1) is) cells are masked.
template <class Mask>
void apply_mask(heat_grid& grid, const Mask& mask) {
    std::size_t i = 0;
    for (const auto& x : mask) {
        const auto value = static_cast<double>(x);
        heat_cell& cell = grid.cells[i++];
        cell.is_masked = cell.is_masked || value == 0 || is_minus_infinity(value);
    }
}

/// The numbers that have the first and the last colour.
struct heat_domain {
    double low = 0;
    double high = 1;
};
inline heat_domain domain_of(const heat_grid& grid, const heat_map_options& o) {
    if (o.palette == heat_palette::viridis) return {o.low.value_or(0), o.high.value_or(1)};
    double most = std::fmax(std::fabs(o.low.value_or(0)), std::fabs(o.high.value_or(0)));
    if (!o.low && !o.high)
        for (const heat_cell& c : grid.cells)
            if (!c.is_masked && std::isfinite(c.value)) most = std::fmax(most, std::fabs(c.value));
    if (most == 0) most = 1;
    return {-most, most};
}

inline constexpr colour no_number{150, 150, 150};

inline colour colour_of(double x, const heat_domain& d, heat_palette palette) {
    if (std::isnan(x)) return no_number;
    const double part = (x - d.low) / (d.high - d.low);
    return palette == heat_palette::viridis ? viridis(part) : diverging(2 * part - 1);
}

inline std::string label_at(std::span<const std::string_view> labels, std::size_t i) {
    return i < labels.size() ? visible(labels[i]) : std::string();
}

/// What a heat map is before it is written. Render makes the text: for a terminal, SVG, Markdown.
struct no_mask {};
template <std::string (*Render)(const std::ostream&, const heat_grid&, const heat_map_options&), class Matrix,
          class Mask = no_mask>
struct heat_map_text {
    const Matrix& matrix;
    const Mask& mask;
    heat_map_options options;

    friend std::ostream& operator<<(std::ostream& out, const heat_map_text& map) {
        heat_grid grid = grid_of(map.matrix, map.options.places);
        if constexpr (!std::is_same_v<Mask, no_mask>) apply_mask(grid, map.mask);
        return out << Render(out, grid, map.options);
    }
};
inline constexpr no_mask nothing_masked{};

template <class M>
concept matrix_or_view = tensor_or_view<M> && std::remove_cvref_t<M>::rank()
== 2;

/// A mask lies over a matrix cell by cell.
template <class Mask, class Matrix>
concept mask_of_cells = matrix_or_view<Mask> && Mask::extent(0)
== Matrix::extent(0) && Mask::extent(1) == Matrix::extent(1);

}  // namespace heed::detail
