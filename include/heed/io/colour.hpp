// SPDX-License-Identifier: BSL-1.0
// Colours for numbers: a scale from 0 to 1, and a diverging scale around 0.
#pragma once

#include <cstddef>

namespace heed {

/// Red, green and blue, 0 to 255.
struct colour {
    int red = 0;
    int green = 0;
    int blue = 0;

    friend constexpr bool operator==(const colour&, const colour&) = default;
};

namespace detail {

/// The colour at x in [0, 1], linear between points at equal distances.
template <std::size_t N>
constexpr colour between(const colour (&points)[N], double x) {
    if (!(x > 0)) return points[0];
    if (x >= 1) return points[N - 1];
    const auto below = static_cast<std::size_t>(x * (N - 1));
    const double part = x * (N - 1) - static_cast<double>(below);
    const colour &a = points[below], &b = points[below + 1];
    const auto mixed = [part](int from, int to) { return static_cast<int>(from + (to - from) * part + 0.5); };
    return {mixed(a.red, b.red), mixed(a.green, b.green), mixed(a.blue, b.blue)};
}

inline constexpr colour viridis_points[] = {{68, 1, 84},    {71, 45, 123},  {59, 82, 139},
                                            {44, 114, 142}, {33, 145, 140}, {40, 174, 128},
                                            {94, 201, 98},  {173, 220, 48}, {253, 231, 37}};
inline constexpr colour diverging_points[] = {{20, 64, 120},   {66, 122, 182}, {160, 196, 226}, {246, 246, 244},
                                              {242, 178, 134}, {208, 100, 48}, {132, 44, 12}};

/// Colours outside of the scales: grey for NaN, magenta for plus infinity.
inline constexpr colour colour_of_nan{150, 150, 150};
inline constexpr colour colour_of_infinity{214, 40, 140};

}  // namespace detail

/// The viridis scale at x in [0, 1], dark blue to yellow; NaN and what is below count as 0, what is above as 1.
/// Even in lightness, so that it reads in grey too.
/// error   2 of 255 (nine points of the scale, straight lines between them)
/// source  van der Walt and Smith 2015, matplotlib's default colour map
constexpr colour viridis(double x) { return detail::between(detail::viridis_points, x); }

/// From blue at -1 over near-white at 0 to brown at 1; NaN and what is below count as -1, what is above as 1. Both
/// sides are as dark as each other, and people who do not tell red from green tell them apart.
constexpr colour diverging(double x) { return detail::between(detail::diverging_points, (x + 1) / 2); }

/// Whether black text reads better on a colour than white text. Squares stand for the curve of screens: the contrast is
/// at least 4.4 to 1 on all colours of the scales (tests/io/colour_test.cpp).
/// source  WCAG 2.1, relative luminance
constexpr bool is_light(const colour& c) {
    return 2126 * c.red * c.red + 7152 * c.green * c.green + 722 * c.blue * c.blue > 2000 * 255 * 255;
}

}  // namespace heed
