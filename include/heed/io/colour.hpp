// SPDX-License-Identifier: BSL-1.0
// Colours for numbers between 0 and 1, and whether a terminal shows them.
#pragma once

#include <cstdlib>
#include <string_view>

namespace heed {

/// Red, green and blue, 0 to 255.
struct colour {
    int red = 0;
    int green = 0;
    int blue = 0;

    friend constexpr bool operator==(const colour&, const colour&) = default;
};

/// The viridis scale at x in [0, 1], dark blue to yellow; NaN and what is below count as 0, what is above as 1.
/// Even in lightness, so that it reads in grey too.
/// error   2 of 255 (nine points of the scale, straight lines between them)
/// source  van der Walt and Smith 2015, matplotlib's default colour map
constexpr colour viridis(double x) {
    constexpr colour points[] = {{68, 1, 84},    {71, 45, 123}, {59, 82, 139},  {44, 114, 142}, {33, 145, 140},
                                 {40, 174, 128}, {94, 201, 98}, {173, 220, 48}, {253, 231, 37}};
    if (!(x > 0)) return points[0];
    if (x >= 1) return points[8];
    const int below = static_cast<int>(x * 8);
    const double part = x * 8 - below;
    const colour &a = points[below], &b = points[below + 1];
    const auto mixed = [part](int from, int to) { return static_cast<int>(from + (to - from) * part + 0.5); };
    return {mixed(a.red, b.red), mixed(a.green, b.green), mixed(a.blue, b.blue)};
}

/// Whether black text reads better on a colour than white text.
constexpr bool is_light(const colour& c) { return 299 * c.red + 587 * c.green + 114 * c.blue > 128 * 1000; }

/// Whether the environment names a terminal with 24-bit colour and does not say NO_COLOR.
/// source  no-color.org; COLORTERM as terminals set it
inline bool environment_has_colour() {
    const char* const no_color = std::getenv("NO_COLOR");
    if (no_color != nullptr && *no_color != '\0') return false;
    const char* const term = std::getenv("COLORTERM");
    return term != nullptr && (std::string_view(term) == "truecolor" || std::string_view(term) == "24bit");
}

}  // namespace heed
