// SPDX-License-Identifier: BSL-1.0
// The options of heat maps, for all formats.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace heed {

/// The colours of a heat map.
enum class heat_palette {
    viridis,    ///< for weights: dark to bright
    diverging,  ///< for scores: two colours that meet at 0
};

/// Options of heat maps: `{.rows = tokens, .columns = tokens, .places = 2}`
struct heat_map_options {
    std::span<const std::string_view> rows{};      ///< a label for each row (queries), or none
    std::span<const std::string_view> columns{};   ///< a label for each column (keys), or none
    std::string_view title{};                      ///< shown above the map; of SVG also its name for screen readers
    heat_palette palette = heat_palette::viridis;  ///< the colours, and which numbers have the first and the last one
    std::optional<double> low{};                   ///< the number of the first colour; default 0, for diverging -high
    std::optional<double> high{};  ///< the number of the last colour; default 1, for diverging the largest magnitude
    int places = 2;                ///< digits after the point
    std::optional<bool> colour{};  ///< 24-bit colour of terminals; default: if the stream supports it
    std::string_view id = "heat-map";  ///< SVG: prefix of its ids; each map of a page needs its own
};

}  // namespace heed
