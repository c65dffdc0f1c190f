// SPDX-License-Identifier: BSL-1.0
// A matrix as a heat map in a terminal: a cell for each number, its colour and its digits.
#pragma once

#include <heed/io/heat_grid.hpp>
#include <heed/io/terminal.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heed {

namespace detail {

inline std::size_t widest(std::span<const std::string_view> labels, std::size_t width) {
    for (const std::string_view label : labels) width = std::max(width, shown_width(visible(label)));
    return width;
}

class terminal_heat_map {
public:
    terminal_heat_map(const heat_grid& grid, const heat_map_options& options, bool has_colour)
        : grid_(grid),
          options_(options),
          domain_(domain_of(grid, options)),
          has_colour_(has_colour),
          has_digits_(!has_colour || grid.has_room_for_digits()),
          margin_(widest(options.rows, shown_width(grid.row_axis))) {
        set_widths();
    }

    std::string text() {
        if (!options_.title.empty()) text_ += visible(options_.title) + '\n';
        axes();
        if (has_column_labels()) column_labels();
        for (std::size_t i = 0; i < grid_.rows; ++i) {
            padded(label_at(options_.rows, i), margin_);
            for (std::size_t j = 0; j < grid_.columns; ++j) cell(grid_.at(i, j), widths_[j]);
            text_ += '\n';
        }
        if (has_colour_) scale();
        if (!has_digits_) legend();
        return text_;
    }

private:
    /// All columns are as wide as the longest digits, so that they can be compared; a column is wider if its label is.
    void set_widths() {
        std::size_t digits = 0;
        for (const heat_cell& c : grid_.cells)
            if (!c.is_masked()) digits = std::max(digits, c.digits.size());
        for (std::size_t j = 0; j < grid_.columns; ++j) {
            const std::size_t label = shown_width(label_at(options_.columns, j));
            widths_.push_back(has_digits_ ? std::max(digits, label) + 1 : 2);
        }
    }
    /// Cells of two characters have no room for labels.
    bool has_column_labels() const { return has_digits_ && !options_.columns.empty(); }

    void axes() {
        if (grid_.row_axis.empty() && grid_.column_axis.empty()) return;
        padded(has_column_labels() ? "" : grid_.row_axis, margin_);
        text_.append(" ").append(grid_.column_axis).append("\n");
    }
    void column_labels() {
        padded(grid_.row_axis, margin_);
        for (std::size_t j = 0; j < grid_.columns; ++j) padded(label_at(options_.columns, j), widths_[j]);
        text_ += '\n';
    }

    void padded(std::string_view text, std::size_t width) {
        text_.append(width - std::min(width, shown_width(text)), ' ').append(text);
    }

    /// Writes the colour scale, in ten colours: "0 ... 1".
    void scale() {
        constexpr int steps = 10;
        text_.append(margin_, ' ').append(digits_of(domain_.low)).append(" ");
        for (int i = 0; i < steps; ++i) {
            escape(48, colour_of({std::lerp(domain_.low, domain_.high, static_cast<double>(i) / (steps - 1))}, domain_,
                                 options_.palette));
            text_ += "  ";
        }
        text_.append("\033[0m ").append(digits_of(domain_.high));
        if (grid_.count(heat_sign::masked) != 0) text_ += "  // masked";
        text_ += '\n';
    }
    std::string digits_of(double x) const { return fixed_digits(x, options_.places); }

    /// Explains NaN and inf, if the cells have no digits that show them.
    void legend() {
        if (grid_.count(heat_sign::not_a_number) != 0) text_.append(nan_sign).append(" NaN\n");
        if (grid_.count(heat_sign::infinite) != 0) text_.append(infinity_sign).append(" infinity\n");
    }
    std::string_view in_cell(const heat_cell& c) const {
        if (has_digits_) return c.digits;
        if (c.sign == heat_sign::not_a_number) return nan_sign;
        return c.sign == heat_sign::infinite ? infinity_sign : "";
    }

    void cell(const heat_cell& c, std::size_t width) {
        if (c.is_masked()) {
            const std::size_t before = has_digits_ ? 1 : 0;
            text_.append(before, ' ').append(width - before, '/');
        } else if (has_colour_) {
            const colour fill = colour_of(c, domain_, options_.palette);
            const int ink = is_light(fill) ? 0 : 255;
            escape(48, fill);
            escape(38, {ink, ink, ink});
            padded(in_cell(c), width);
            text_ += "\033[0m";
        } else {
            padded(c.digits, width);
        }
    }
    void escape(int what, const colour& c) {
        text_ += "\033[" + std::to_string(what) + ";2;" + std::to_string(c.red) + ';' + std::to_string(c.green) + ';' +
                 std::to_string(c.blue) + 'm';
    }

    static constexpr std::string_view nan_sign = "??", infinity_sign = "++";  ///< in cells of two characters

    const heat_grid& grid_;
    const heat_map_options& options_;
    heat_domain domain_;
    bool has_colour_;
    bool has_digits_;
    std::size_t margin_;
    std::vector<std::size_t> widths_{};
    std::string text_{};
};

inline std::string render_terminal(const std::ostream& out, const heat_grid& grid, const heat_map_options& o) {
    const bool has_colour = o.colour.value_or(stream_has_colour(out));
    return terminal_heat_map(grid, o, has_colour).text();
}

}  // namespace detail

/// A matrix as a heat map for a stream: `std::cout << heat_map(weights, {.rows = tokens, .columns = tokens});` It uses
/// colours if the stream is a terminal that supports them (and NO_COLOR does not forbid it), otherwise digits. Up to 16
/// x 16 there are digits in the colours too; a line below explains the colours. Masked cells are hatched: those that
/// are minus infinity, and those masked by the second argument: a mask of bool or integers, 0 where masked, or scores
/// of any real type, minus infinity where masked. A score of 0 is a score. NaN and plus infinity have their own colours
/// and are named.
/// shapes  [rows x columns]
/// example std::cout << heat_map(A);
template <detail::matrix_or_view Matrix>
[[nodiscard]] auto heat_map(const Matrix& m HEED_LIFETIMEBOUND, const heat_map_options& options = {}) {
    return detail::heat_map_text<detail::render_terminal, Matrix>{m, detail::nothing_masked, options};
}
template <detail::matrix_or_view Matrix, detail::mask_of_cells<Matrix> Mask>
[[nodiscard]] auto heat_map(const Matrix& m HEED_LIFETIMEBOUND, const Mask& mask HEED_LIFETIMEBOUND,
                            const heat_map_options& options = {}) {
    return detail::heat_map_text<detail::render_terminal, Matrix, Mask>{m, mask, options};
}

}  // namespace heed
