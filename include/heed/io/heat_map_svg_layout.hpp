// SPDX-License-Identifier: BSL-1.0
// The positions of the parts of a heat map in an SVG picture, in whole pixels.
#pragma once

#include <heed/io/heat_grid.hpp>
#include <heed/io/label_text.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace heed::detail {

/// Text is measured in terminal columns, because the fonts that will show the picture are not known.
inline constexpr std::size_t character_width = 7;

inline std::size_t text_width(std::string_view text) { return character_width * shown_width(text); }
inline std::size_t widest_text(std::span<const std::string_view> labels) {
    std::size_t width = 0;
    for (const std::string_view label : labels) width = std::max(width, text_width(visible(label)));
    return width;
}

/// The shorter of all digits and of the digits to the requested places: 0.5, not 0.50.
inline std::string legend_digits(double x, int places) {
    const std::string all = all_digits(x), fixed = fixed_digits(x, places);
    return all.size() <= fixed.size() ? all : fixed;
}

struct legend_sign {
    heat_sign sign;
    std::string_view words;
};
inline constexpr legend_sign legend_signs[] = {
    {heat_sign::masked, "masked"}, {heat_sign::not_a_number, "NaN"}, {heat_sign::infinite, "infinity"}};

/// The texts next to the last, the middle and the first colour. They also say which numbers beyond the scale look like
/// these.
inline std::array<std::string, 3> ticks_of(const heat_grid& grid, const heat_domain& d, int places) {
    return {(has_above(grid, d) ? "≥ " : "") + legend_digits(d.high, places),
            legend_digits((d.low + d.high) / 2, places),
            (has_below(grid, d) ? "≤ " : "") + legend_digits(d.low, places)};
}

struct svg_layout {
    static constexpr std::size_t edge = 14;         ///< around everything
    static constexpr std::size_t line = 20;         ///< a line of text
    static constexpr std::size_t bar_width = 14;    ///< of the legend
    static constexpr std::size_t bar_height = 132;  ///< at least
    std::size_t cell_width = 0, cell_height = 0;
    std::size_t row_step = 1, column_step = 1;  ///< one label for this many rows and columns
    bool has_slanted_labels = false;
    std::size_t left = edge, top = edge;  ///< of the cells
    std::size_t right = 0, bottom = 0;
    std::size_t bar_left = 0, bar_bottom = 0;
    std::size_t width = 0, height = 0;

    svg_layout(const heat_grid& grid, const heat_map_options& o) {
        set_cells(grid, o);
        set_margins(grid, o);
        right = left + grid.columns * cell_width;
        bottom = top + grid.rows * cell_height;
        set_legend(grid, o);
    }

private:
    void set_cells(const heat_grid& grid, const heat_map_options& o) {
        if (grid.has_room_for_digits()) {
            std::size_t digits = 0;
            for (const heat_cell& c : grid.cells)
                if (!c.is_masked()) digits = std::max(digits, c.digits.size());
            cell_width = std::max<std::size_t>(32, digits * character_width + 12);
            cell_height = std::min<std::size_t>(36, cell_width);
            const std::size_t label = widest_text(o.columns);
            if (label + 6 <= 64) cell_width = std::max(cell_width, label + 6);  // short labels need not be slanted
        } else {
            cell_width = cell_height = std::clamp<std::size_t>(512 / std::max(grid.rows, grid.columns), 2, 24);
        }
        row_step = (12 + cell_height - 1) / cell_height;
        column_step = (12 + cell_width - 1) / cell_width;
    }
    void set_margins(const heat_grid& grid, const heat_map_options& o) {
        if (!grid.row_axis.empty()) left += line;
        if (!o.rows.empty()) left += widest_text(o.rows) + 8;
        if (!o.title.empty()) top += line + 6;
        if (!grid.column_axis.empty()) top += line;
        const std::size_t label = widest_text(o.columns);
        has_slanted_labels = label + 2 > cell_width * column_step;
        if (has_slanted_labels)
            top += label * 7 / 10 + 16;
        else if (!o.columns.empty())
            top += line;
    }
    void set_legend(const heat_grid& grid, const heat_map_options& o) {
        const std::size_t slant = has_slanted_labels ? widest_text(o.columns) * 7 / 10 : 0;
        bar_left = right + 24;
        bar_bottom = std::max(std::min(bottom, top + 2 * bar_height), top + bar_height);
        std::size_t signs = 0, text = 0;
        for (const legend_sign& s : legend_signs) {
            if (grid.count(s.sign) == 0) continue;
            signs += signs == 0 ? bar_width + line : line;
            text = std::max(text, text_width(s.words));
        }
        if (bar_bottom + signs > bottom && bar_bottom >= top + bar_height + signs) bar_bottom -= signs;
        const heat_domain d = domain_of(grid, o);
        for (const std::string& words : ticks_of(grid, d, o.places)) text = std::max(text, text_width(words));
        width = std::max(bar_left + bar_width + 8 + text, right + slant) + edge;
        width = std::max(width, left + text_width(o.title) * 7 / 6 + edge);
        height = std::max(bottom, bar_bottom + signs) + edge;
    }
};

}  // namespace heed::detail
