// SPDX-License-Identifier: BSL-1.0
// A matrix as a heat map in SVG: a picture without scripts, fonts or links, for light and dark pages.
#pragma once

#include <heed/io/heat_map_svg_layout.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <ostream>
#include <span>
#include <string>
#include <string_view>

namespace heed {

namespace detail {

inline std::string hexadecimal(const colour& c) {
    std::string text = "#";
    for (const int part : {c.red, c.green, c.blue}) {
        text += "0123456789abcdef"[part / 16];
        text += "0123456789abcdef"[part % 16];
    }
    return text;
}

class svg_heat_map {
public:
    svg_heat_map(const heat_grid& grid, const heat_map_options& options)
        : grid_(grid),
          options_(options),
          domain_(domain_of(grid, options)),
          id_(xml_text(options.id)),
          masked_(grid.count(heat_sign::masked)),
          nans_(grid.count(heat_sign::not_a_number)),
          infinite_(grid.count(heat_sign::infinite)),
          at_(grid, options) {}

    std::string text() {
        begin();
        describe();
        define();
        titles();
        row_labels();
        column_labels();
        if (has_titles())
            cells();
        else
            areas();
        if (grid_.has_room_for_digits()) digits();
        legend();
        return text_ + "</svg>\n";
    }

private:
    void one(std::string_view text) { text_ += text; }
    void one(char c) { text_ += c; }
    void one(std::size_t number) { text_ += std::to_string(number); }
    template <class... Parts>
    void add(const Parts&... parts) {
        (one(parts), ...);
    }

    void begin() {
        add("<svg xmlns=\"http://www.w3.org/2000/svg\" id=\"", id_, "\" width=\"", at_.width, "\" height=\"",
            at_.height);
        add("\" viewBox=\"0 0 ", at_.width, ' ', at_.height, "\" role=\"img\" aria-labelledby=\"", id_, "-title ", id_);
        add("-desc\" font-family=\"system-ui,sans-serif\" font-size=\"12\" fill=\"currentColor\">\n");
    }

    void describe() {
        add("<title id=\"", id_, "-title\">", options_.title.empty() ? "Heat map" : xml_text(options_.title));
        add("</title>\n<desc id=\"", id_, "-desc\">", grid_.rows, grid_.rows == 1 ? " row" : " rows");
        if (!grid_.row_axis.empty()) add(" (", xml_text(grid_.row_axis), ')');
        add(", ", grid_.columns, grid_.columns == 1 ? " column" : " columns");
        if (!grid_.column_axis.empty()) add(" (", xml_text(grid_.column_axis), ')');
        add(", colours from ", legend_digits(domain_.low, options_.places), " to ");
        add(legend_digits(domain_.high, options_.places));
        describe(masked_, " masked");
        describe(nans_, " NaN");
        describe(infinite_, " infinite");
        add("</desc>\n");
    }

    void describe(std::size_t cells, const char* are) {
        if (cells != 0) add(", ", cells, cells == 1 ? " cell" : " cells", are);
    }

    /// As part of a page, the picture uses the page's text colour. As a file, it has a background of its own, because
    /// not all browsers darken the background together with the text.
    void define() {
        add("<style>#", id_, "{max-width:100%;height:auto}#", id_, ":root{color:#1f2328;background:#fff}");
        add("@media(prefers-color-scheme:dark){#", id_, ":root{color:#e6edf3;background:#161b22}}</style>\n<defs>\n");
        add("<linearGradient id=\"", id_, "-scale\" x1=\"0\" y1=\"1\" x2=\"0\" y2=\"0\">");
        if (options_.palette == heat_palette::viridis)
            stops(viridis_points);
        else
            stops(diverging_points);
        add("</linearGradient>\n");
        if (masked_ != 0) {
            add("<pattern id=\"", id_, "-hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" ");
            add("patternTransform=\"rotate(45)\"><path d=\"M3 0V6\" stroke=\"currentColor\" stroke-opacity=\".4\"/>");
            add("</pattern>\n");
        }
        add("</defs>\n");
    }
    template <std::size_t N>
    void stops(const colour (&points)[N]) {
        for (std::size_t i = 0; i < N; ++i)
            add("<stop offset=\"", legend_digits(static_cast<double>(i) / (N - 1), 4), "\" stop-color=\"",
                hexadecimal(points[i]), "\"/>");
    }

    void titles() {
        const std::size_t middle = (at_.left + at_.right) / 2, height = (at_.top + at_.bottom) / 2;
        std::size_t y = svg_layout::edge + 12;
        if (!options_.title.empty()) {
            add("<text x=\"", svg_layout::edge, "\" y=\"", y, "\" font-size=\"14\" font-weight=\"600\">");
            add(xml_text(options_.title), "</text>\n");
            y += svg_layout::line + 6;
        }
        if (!grid_.column_axis.empty()) {
            add("<text x=\"", middle, "\" y=\"", y, "\" text-anchor=\"middle\" font-weight=\"600\">");
            add(xml_text(grid_.column_axis), "</text>\n");
        }
        if (!grid_.row_axis.empty()) {
            add("<text transform=\"translate(", svg_layout::edge + 10, ' ', height, ") rotate(-90)\" ");
            add("text-anchor=\"middle\" font-weight=\"600\">", xml_text(grid_.row_axis), "</text>\n");
        }
    }

    void row_labels() {
        if (options_.rows.empty()) return;
        add("<g text-anchor=\"end\">\n");
        for (std::size_t i = 0; i < grid_.rows; i += at_.row_step) {
            add("<text x=\"", at_.left - 7, "\" y=\"", y_of(i) + at_.cell_height / 2 + 4, "\">");
            add(xml_text(label_at(options_.rows, i)), "</text>\n");
        }
        add("</g>\n");
    }
    void column_labels() {
        if (options_.columns.empty()) return;
        add("<g text-anchor=\"", at_.has_slanted_labels ? "start" : "middle", "\">\n");
        for (std::size_t j = 0; j < grid_.columns; j += at_.column_step) {
            const std::size_t x = x_of(j) + at_.cell_width / 2, y = at_.top - 7;
            if (at_.has_slanted_labels)
                add("<text transform=\"translate(", x + 3, ' ', y, ") rotate(-45)\">");
            else
                add("<text x=\"", x, "\" y=\"", y, "\">");
            add(xml_text(label_at(options_.columns, j)), "</text>\n");
        }
        add("</g>\n");
    }

    std::size_t x_of(std::size_t j) const { return at_.left + j * at_.cell_width; }
    std::size_t y_of(std::size_t i) const { return at_.top + i * at_.cell_height; }

    /// Whether each cell shows its number when pointed at. That takes about 100 bytes for each, too much for large
    /// maps.
    bool has_titles() const { return grid_.cells.size() <= 1024; }

    /// Draws the cells, with a gap of one pixel if there is room.
    void cells() {
        const std::size_t gap = grid_.has_room_for_digits() ? 1 : 0;
        add(gap == 0 ? "<g shape-rendering=\"crispEdges\">\n" : "<g>\n");
        for (std::size_t i = 0; i < grid_.rows; ++i)
            for (std::size_t j = 0; j < grid_.columns; ++j) {
                const heat_cell& c = grid_.at(i, j);
                rectangle(x_of(j), y_of(i), at_.cell_width - gap, at_.cell_height - gap);
                fill(c);
                add("><title>", name_of(options_.rows, "row ", i), ", ", name_of(options_.columns, "column ", j), ": ");
                add(said(c), "</title></rect>\n");
            }
        add("</g>\n");
    }
    /// Draws all cells of one colour as one path, adjacent cells of a row as one rectangle; there are 256 colours.
    void areas() {
        std::map<std::string, std::string> of_fill;
        for (std::size_t i = 0; i < grid_.rows; ++i)
            for (std::size_t j = 0, end = 0; j < grid_.columns; j = end) {
                const std::string fill = fill_of(stepped(grid_.at(i, j)));
                for (end = j + 1; end < grid_.columns && fill_of(stepped(grid_.at(i, end))) == fill;) ++end;
                const std::string across = 'h' + std::to_string((end - j) * at_.cell_width);
                const std::string down = 'v' + std::to_string(at_.cell_height);
                of_fill[fill] += 'M' + std::to_string(x_of(j)) + ' ' + std::to_string(y_of(i)) + across + down + "h-" +
                                 across.substr(1) + 'z';
            }
        add("<g shape-rendering=\"crispEdges\">\n");
        for (const auto& [fill, path] : of_fill) add("<path fill=\"", fill, "\" d=\"", path, "\"/>\n");
        add("</g>\n");
    }
    heat_cell stepped(const heat_cell& c) const {
        constexpr double steps = 255;
        if (c.sign != heat_sign::number) return c;
        const double part = std::clamp(part_of(c.value, domain_), 0.0, 1.0);
        return {std::lerp(domain_.low, domain_.high, std::round(part * steps) / steps), c.sign};
    }
    void rectangle(std::size_t x, std::size_t y, std::size_t width, std::size_t height) {
        add("<rect x=\"", x, "\" y=\"", y, "\" width=\"", width, "\" height=\"", height, '"');
    }
    static std::string said(const heat_cell& c) {
        if (c.is_masked()) return "masked";
        return c.sign == heat_sign::infinite ? "infinity" : c.exact;
    }
    void fill(const heat_cell& c) { add(" fill=\"", fill_of(c), '"'); }
    std::string fill_of(const heat_cell& c) const {
        return c.is_masked() ? "url(#" + id_ + "-hatch)" : hexadecimal(colour_of(c, domain_, options_.palette));
    }
    static std::string name_of(std::span<const std::string_view> labels, const char* otherwise, std::size_t i) {
        return i < labels.size() ? xml_text(labels[i]) : otherwise + std::to_string(i + 1);
    }

    /// Drawn above the cells, but transparent to pointers, so that the titles of cells still show.
    void digits() {
        add("<g text-anchor=\"middle\" font-size=\"11\" pointer-events=\"none\">\n");
        for (std::size_t i = 0; i < grid_.rows; ++i)
            for (std::size_t j = 0; j < grid_.columns; ++j) {
                const heat_cell& c = grid_.at(i, j);
                if (c.is_masked()) continue;
                const bool is_dark = !is_light(colour_of(c, domain_, options_.palette));
                add("<text x=\"", x_of(j) + at_.cell_width / 2, "\" y=\"", y_of(i) + at_.cell_height / 2 + 4);
                add(is_dark ? "\" fill=\"#fff\">" : "\" fill=\"#000\">", c.digits, "</text>\n");
            }
        add("</g>\n");
    }

    void legend() {
        const std::size_t height = at_.bar_bottom - at_.top, x = at_.bar_left + svg_layout::bar_width + 6;
        rectangle(at_.bar_left, at_.top, svg_layout::bar_width, height);
        add(" fill=\"url(#", id_, "-scale)\"/>\n");
        const std::size_t heights[] = {at_.top + 9, at_.top + height / 2 + 4, at_.bar_bottom};
        const auto ticks = ticks_of(grid_, domain_, options_.places);
        for (std::size_t i = 0; i < ticks.size(); ++i)
            add("<text x=\"", x, "\" y=\"", heights[i], "\">", ticks[i], "</text>\n");
        std::size_t y = at_.bar_bottom + svg_layout::line;
        for (const legend_sign& s : legend_signs) {
            if (grid_.count(s.sign) == 0) continue;
            rectangle(at_.bar_left, y, svg_layout::bar_width, svg_layout::bar_width);
            fill({.sign = s.sign});
            add("/>\n<text x=\"", x, "\" y=\"", y + 11, "\">", s.words, "</text>\n");
            y += svg_layout::line;
        }
    }

    const heat_grid& grid_;
    const heat_map_options& options_;
    heat_domain domain_;
    std::string id_;
    std::size_t masked_, nans_, infinite_;
    svg_layout at_;
    std::string text_{};
};

inline std::string render_svg(const std::ostream&, const heat_grid& grid, const heat_map_options& o) {
    return svg_heat_map(grid, o).text();
}

}  // namespace detail

/// A matrix as a picture: `std::ofstream("weights.svg") << heat_map_svg(weights, {.rows = tokens, .columns = tokens});`
/// It has labels as ticks, axis names as titles, a legend, and numbers in the cells up to 16 x 16. Up to 1024 cells,
/// each shows its number when pointed at; larger pictures have 256 colours. Masked cells are hatched: those that are
/// minus infinity, those where a mask (bool or integers) is 0, and those where scores (real numbers) are minus
/// infinity. NaN and infinity have their own colours, which the legend names. It can be used alone, as <img>, or inside
/// a page, where each picture needs its own id.
/// shapes  [rows x columns]
/// cost    about 120 bytes per cell; from 1025 cells on 15 to 30 for random numbers
/// example std::cout << heat_map_svg(A, {.title = "Weights"});
template <detail::matrix_or_view Matrix>
[[nodiscard]] auto heat_map_svg(const Matrix& m HEED_LIFETIMEBOUND, const heat_map_options& options = {}) {
    return detail::heat_map_text<detail::render_svg, Matrix>{m, detail::nothing_masked, options};
}
template <detail::matrix_or_view Matrix, detail::mask_of_cells<Matrix> Mask>
[[nodiscard]] auto heat_map_svg(const Matrix& m HEED_LIFETIMEBOUND, const Mask& mask HEED_LIFETIMEBOUND,
                                const heat_map_options& options = {}) {
    return detail::heat_map_text<detail::render_svg, Matrix, Mask>{m, mask, options};
}

}  // namespace heed
