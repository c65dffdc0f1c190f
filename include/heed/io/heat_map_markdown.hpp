// SPDX-License-Identifier: BSL-1.0
// A matrix as a table in Markdown, the largest number of each row in bold.
#pragma once

#include <heed/io/heat_grid.hpp>

#include <cstddef>
#include <string>

namespace heed {

namespace detail {

class markdown_heat_map {
public:
    markdown_heat_map(const heat_grid& grid, const heat_map_options& options)
        : grid_(grid), options_(options), has_margin_(!options.rows.empty() || !corner().empty()) {}

    std::string text() {
        if (!options_.title.empty()) text_ += "**" + markdown_text(options_.title) + "**\n\n";
        header();
        for (std::size_t i = 0; i < grid_.rows; ++i) row(i);
        return text_;
    }

private:
    std::string corner() const {
        const std::string down = markdown_text(grid_.row_axis), across = markdown_text(grid_.column_axis);
        return down.empty() || across.empty() ? down + across : down + " / " + across;
    }

    void header() {
        text_ += '|';
        if (has_margin_) entry(corner());
        for (std::size_t j = 0; j < grid_.columns; ++j) entry(markdown_text(label_at(options_.columns, j)));
        text_ += has_margin_ ? "\n|---|" : "\n|";
        for (std::size_t j = 0; j < grid_.columns; ++j) text_ += "--:|";
        text_ += '\n';
    }

    void row(std::size_t i) {
        text_ += '|';
        if (has_margin_) entry(markdown_text(label_at(options_.rows, i)));
        for (std::size_t j = 0; j < grid_.columns; ++j) {
            const heat_cell& c = grid_.at(i, j);
            if (c.is_masked())
                entry("//");
            else
                entry(is_largest(i, c.value) ? "**" + c.digits + "**" : c.digits);
        }
        text_ += '\n';
    }

    /// Several numbers of a row may be the largest.
    bool is_largest(std::size_t i, double value) const {
        for (std::size_t j = 0; j < grid_.columns; ++j) {
            const heat_cell& c = grid_.at(i, j);
            if (!c.is_masked() && c.value > value) return false;
        }
        return value == value;
    }

    void entry(const std::string& text) { text_ += ' ' + text + (text.empty() ? "|" : " |"); }

    const heat_grid& grid_;
    const heat_map_options& options_;
    bool has_margin_;
    std::string text_{};
};

inline std::string render_markdown(const std::ostream&, const heat_grid& grid, const heat_map_options& o) {
    return markdown_heat_map(grid, o).text();
}

}  // namespace detail

/// A matrix as a table in Markdown: numbers to `places`, the largest of each row in bold, labels in the margins, axis
/// names in the corner. Masked cells are `//`: those that are minus infinity, those where a mask (bool or integers) is
/// 0, and those where scores (real numbers) are minus infinity.
/// shapes  [rows x columns]
/// example std::cout << heat_map_markdown(A, {.title = "Weights"});
template <detail::matrix_or_view Matrix>
[[nodiscard]] auto heat_map_markdown(const Matrix& m HEED_LIFETIMEBOUND, const heat_map_options& options = {}) {
    return detail::heat_map_text<detail::render_markdown, Matrix>{m, detail::nothing_masked, options};
}
template <detail::matrix_or_view Matrix, detail::mask_of_cells<Matrix> Mask>
[[nodiscard]] auto heat_map_markdown(const Matrix& m HEED_LIFETIMEBOUND, const Mask& mask HEED_LIFETIMEBOUND,
                                     const heat_map_options& options = {}) {
    return detail::heat_map_text<detail::render_markdown, Matrix, Mask>{m, mask, options};
}

}  // namespace heed
