// SPDX-License-Identifier: BSL-1.0
// A matrix as the cells of a heat map: digits, colours, masked cells. All formats share it.
#pragma once

#include <heed/io/colour.hpp>
#include <heed/io/heat_map_options.hpp>
#include <heed/io/label_text.hpp>
#include <heed/shape/shape_error.hpp>
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

/// What a cell shows. A cell is masked by a mask or by a score of minus infinity. NaN and plus infinity are errors, and
/// have signs of their own.
enum class heat_sign { number, masked, not_a_number, infinite };

struct heat_cell {
    double value = 0;
    heat_sign sign = heat_sign::number;
    std::string digits{};  ///< rounded to the requested places
    std::string exact{};   ///< as many digits as distinguish it from its neighbours

    bool is_masked() const { return sign == heat_sign::masked; }
};

struct heat_grid {
    std::size_t rows = 0;
    std::size_t columns = 0;
    std::string_view row_axis{};
    std::string_view column_axis{};
    std::vector<heat_cell> cells{};

    const heat_cell& at(std::size_t i, std::size_t j) const { return cells[i * columns + j]; }
    std::size_t count(heat_sign sign) const {
        std::size_t n = 0;
        for (const heat_cell& c : cells) n += c.sign == sign ? 1 : 0;
        return n;
    }
    /// Whether cells have digits; larger maps have colours only.
    bool has_room_for_digits() const { return rows <= 16 && columns <= 16; }
};

/// Digits do not depend on the locale. Numbers with many digits before the point are written with an exponent, because
/// one of them would make all columns wide. A number that is rounded to zero has no sign.
template <class T>
std::string fixed_digits(const T& x, int places) {
    constexpr double most = 1e7;
    std::ostringstream text;
    text.imbue(std::locale::classic());
    text << (std::fabs(static_cast<double>(x)) < most ? std::fixed : std::scientific) << std::setprecision(places) << x;
    std::string digits = text.str();
    if (digits[0] == '-' && digits.find_first_not_of("-0.") == std::string::npos) digits.erase(0, 1);
    return digits;
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

/// Integers of 8 bits are written as numbers, not as characters; bool as 0 or 1.
template <class T>
constexpr auto as_printed(const T& x) {
    if constexpr (std::is_integral_v<T>)
        return +x;
    else
        return x;
}

inline std::string_view name_of_axis(const extent& e) { return e.name == nullptr ? "" : e.name->name; }

inline constexpr const char* nan_digits = "NaN";
inline constexpr const char* infinity_digits = "inf";

inline bool is_minus_infinity(double x) { return x == -std::numeric_limits<double>::infinity(); }
inline heat_sign sign_of(double x) {
    if (std::isnan(x)) return heat_sign::not_a_number;
    if (std::isinf(x)) return x < 0 ? heat_sign::masked : heat_sign::infinite;
    return heat_sign::number;
}

template <class Matrix>
heat_grid grid_of(const Matrix& m, int places) {
    const shape& s = dims_of(m);
    heat_grid grid{s[0].size, s[1].size, name_of_axis(s[0]), name_of_axis(s[1])};
    for (const auto& element : m) {
        const auto x = as_printed(element);
        const auto value = static_cast<double>(x);
        const heat_sign sign = sign_of(value);
        if (sign == heat_sign::not_a_number)
            grid.cells.push_back({value, sign, nan_digits, nan_digits});
        else if (sign == heat_sign::infinite)
            grid.cells.push_back({value, sign, infinity_digits, infinity_digits});
        else
            grid.cells.push_back({value, sign, fixed_digits(x, places), all_digits(x)});
    }
    return grid;
}

/// Masks cells. The element type of the mask says what it is: bool and integers are a mask, and cells are masked where
/// it is 0; real numbers are scores, and cells are masked where they are minus infinity. A score of 0 is a score.
/// errors  shape_error if the mask has other sizes than the matrix
template <class Matrix, class Mask>
void apply_mask(heat_grid& grid, const Matrix& m, const Mask& mask) {
    const shape &a = dims_of(m), &b = dims_of(mask);
    if (a[0].size != b[0].size || a[1].size != b[1].size)
        raise<shape_error>("heed: heat_map(A, mask) needs a mask of the sizes of A: ", a, " and ", b);
    using element = std::remove_cvref_t<decltype(*mask.begin())>;
    std::size_t i = 0;
    for (const auto& x : mask) {
        heat_cell& cell = grid.cells[i++];
        if constexpr (std::numeric_limits<element>::is_integer) {
            if (x == element{}) cell.sign = heat_sign::masked;
        } else {
            if (is_minus_infinity(static_cast<double>(x))) cell.sign = heat_sign::masked;
        }
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
            if (c.sign == heat_sign::number) most = std::fmax(most, std::fabs(c.value));
    if (most == 0) most = 1;
    return {-most, most};
}

/// The position of a number between the first colour (0) and the last (1). It uses halves, so that differences are
/// finite.
inline double part_of(double value, const heat_domain& d) { return (value / 2 - d.low / 2) / (d.high / 2 - d.low / 2); }

inline colour colour_of(const heat_cell& c, const heat_domain& d, heat_palette palette) {
    if (c.sign == heat_sign::not_a_number) return colour_of_nan;
    if (c.sign == heat_sign::infinite) return colour_of_infinity;
    const double part = part_of(c.value, d);
    return palette == heat_palette::viridis ? viridis(part) : diverging(2 * part - 1);
}

/// Whether there are numbers beyond the last colour, or before the first. They have the colour of the last or the
/// first.
inline bool has_above(const heat_grid& grid, const heat_domain& d) {
    for (const heat_cell& c : grid.cells)
        if (c.sign == heat_sign::number && c.value > d.high) return true;
    return false;
}
inline bool has_below(const heat_grid& grid, const heat_domain& d) {
    for (const heat_cell& c : grid.cells)
        if (c.sign == heat_sign::number && c.value < d.low) return true;
    return false;
}

inline std::string label_at(std::span<const std::string_view> labels, std::size_t i) {
    return i < labels.size() ? visible(labels[i]) : std::string();
}

/// A heat map before it is written. Render makes the text: for a terminal, SVG or Markdown.
struct no_mask {};
template <std::string (*Render)(const std::ostream&, const heat_grid&, const heat_map_options&), class Matrix,
          class Mask = no_mask>
struct heat_map_text {
    const Matrix& matrix;
    const Mask& mask;
    heat_map_options options;

    friend std::ostream& operator<<(std::ostream& out, const heat_map_text& map) {
        heat_grid grid = grid_of(map.matrix, map.options.places);
        if constexpr (!std::is_same_v<Mask, no_mask>) apply_mask(grid, map.matrix, map.mask);
        return out << Render(out, grid, map.options);
    }
};
inline constexpr no_mask nothing_masked{};

template <class M>
concept matrix_or_view = tensor_or_view<M> && std::remove_cvref_t<M>::rank()
== 2;

/// A mask covers a matrix cell by cell. Sizes that are not known at compile time are compared when the map is shown.
template <class Mask, class Matrix>
concept mask_of_cells = matrix_or_view<Mask> && matrix_or_view<Matrix> &&
    sizes_agree(shape_of<Mask>[0], shape_of<Matrix>[0]) && sizes_agree(shape_of<Mask>[1], shape_of<Matrix>[1]);

}  // namespace heed::detail
