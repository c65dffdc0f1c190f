// SPDX-License-Identifier: BSL-1.0
// A matrix as a heat map in a terminal: a cell for each number, its colour and its digits.
#pragma once

#include <heed/io/colour.hpp>
#include <heed/tensor/tensor.hpp>

#include <algorithm>
#include <cstddef>
#include <iomanip>
#include <ostream>
#include <span>
#include <sstream>
#include <string>
#include <string_view>

namespace heed {

/// How a heat map looks.
struct heat_map_options {
    std::span<const std::string_view> rows{};     ///< a label for each row (queries), or none
    std::span<const std::string_view> columns{};  ///< a label for each column (keys), or none
    double low = 0;                               ///< the number of the darkest cell
    double high = 1;                              ///< the number of the brightest cell
    int places = 2;                               ///< digits after the point
    bool colour = environment_has_colour();       ///< 24-bit colour, else digits alone
};

namespace detail {

template <class T>
std::string fixed_digits(const T& x, int places) {
    std::ostringstream text;
    text << std::fixed << std::setprecision(places) << x;
    return text.str();
}

/// Characters that a terminal shows, for labels in UTF-8.
inline std::size_t shown_width(std::string_view text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

inline void write_padded(std::ostream& out, std::string_view text, std::size_t width) {
    for (std::size_t i = shown_width(text); i < width; ++i) out << ' ';
    out << text;
}

inline void write_cell(std::ostream& out, std::string_view text, std::size_t width, const colour& c) {
    const int ink = is_light(c) ? 0 : 255;
    out << "\033[48;2;" << c.red << ';' << c.green << ';' << c.blue << ";38;2;" << ink << ';' << ink << ';' << ink
        << 'm';
    write_padded(out, text, width);
    out << "\033[0m";
}

inline std::string_view label_at(std::span<const std::string_view> labels, std::size_t i) {
    return i < labels.size() ? labels[i] : std::string_view();
}

inline std::size_t widest(std::span<const std::string_view> labels, std::size_t width) {
    for (const std::string_view label : labels) width = std::max(width, shown_width(label));
    return width;
}

template <class Matrix>
struct heat_map_of {
    const Matrix& matrix;
    heat_map_options options;

    friend std::ostream& operator<<(std::ostream& out, const heat_map_of& map) {
        const heat_map_options& o = map.options;
        std::size_t cell = widest(o.columns, 0);
        for (const auto& x : map.matrix) cell = std::max(cell, fixed_digits(x, o.places).size());
        ++cell;
        const std::size_t margin = widest(o.rows, 0);
        if (!o.columns.empty()) {
            write_padded(out, "", margin);
            for (std::size_t j = 0; j < Matrix::extent(1); ++j) write_padded(out, label_at(o.columns, j), cell);
            out << '\n';
        }
        auto element = map.matrix.begin();
        for (std::size_t i = 0; i < Matrix::extent(0); ++i) {
            write_padded(out, label_at(o.rows, i), margin);
            for (std::size_t j = 0; j < Matrix::extent(1); ++j, ++element) {
                const std::string digits = fixed_digits(*element, o.places);
                if (o.colour)
                    write_cell(out, digits, cell, viridis((static_cast<double>(*element) - o.low) / (o.high - o.low)));
                else
                    write_padded(out, digits, cell);
            }
            out << '\n';
        }
        return out;
    }
};

}  // namespace detail

/// A matrix as a heat map for a stream: `std::cout << heat_map(weights, {.rows = tokens, .columns = tokens});`
/// Colours where the environment says that the terminal has them, digits in every case.
/// shapes  [rows x columns]
template <detail::tensor_or_view Matrix>
requires(Matrix::rank() == 2)
    [[nodiscard]] auto heat_map(const Matrix& m HEED_LIFETIMEBOUND, const heat_map_options& options = {}) {
    return detail::heat_map_of<Matrix>{m, options};
}

}  // namespace heed
