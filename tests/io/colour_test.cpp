// SPDX-License-Identifier: BSL-1.0
// Scales of colours: where they begin and end, that they grow lighter evenly, that text on them can be read.
#include <heed/io/colour.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace heed::test {

static_assert(viridis(0) == colour{68, 1, 84} && viridis(1) == colour{253, 231, 37});
static_assert(viridis(-1) == viridis(0) && viridis(2) == viridis(1) && viridis(0.5) == colour{33, 145, 140});
/// Halfway from {68, 1, 84} to {71, 45, 123}, and from {40, 174, 128} to {94, 201, 98}: each part to the nearest.
static_assert(viridis(1.0 / 16) == colour{70, 23, 104} && viridis(11.0 / 16) == colour{67, 188, 113});
static_assert(diverging(-2) == diverging(-1) && diverging(2) == diverging(1));
static_assert(viridis(std::numeric_limits<double>::quiet_NaN()) == viridis(0));
static_assert(is_light({255, 255, 255}) && !is_light({0, 0, 0}));

/// Relative luminance, WCAG 2.1.
double luminance(const colour& c) {
    const auto linear = [](int part) {
        const double x = part / 255.0;
        return x <= 0.03928 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(c.red) + 0.7152 * linear(c.green) + 0.0722 * linear(c.blue);
}

TEST(viridis, runs_from_blue_to_yellow_and_grows_lighter) {
    for (int i = 0; i < 100; ++i)
        EXPECT_LE(luminance(viridis(i / 100.0)), luminance(viridis((i + 1) / 100.0)) + 1e-3) << i;
}

TEST(diverging, is_lightest_at_0_and_as_dark_on_both_sides) {
    for (int i = 0; i < 100; ++i) {
        const double x = i / 100.0, next = (i + 1) / 100.0;
        EXPECT_GE(luminance(diverging(x)), luminance(diverging(next)));
        EXPECT_GE(luminance(diverging(-x)), luminance(diverging(-next)));
        EXPECT_NEAR(std::cbrt(luminance(diverging(x))), std::cbrt(luminance(diverging(-x))), 0.05) << x;
    }
    EXPECT_GT(diverging(-1).blue, diverging(-1).red);
    EXPECT_GT(diverging(1).red, diverging(1).blue);
}

TEST(is_light, leaves_text_readable) {
    const auto contrast = [](const colour& c) {
        return is_light(c) ? (luminance(c) + 0.05) / 0.05 : 1.05 / (luminance(c) + 0.05);
    };
    for (int i = 0; i <= 1000; ++i) {
        EXPECT_GE(contrast(viridis(i / 1000.0)), 4.4) << i;
        EXPECT_GE(contrast(diverging(i / 500.0 - 1)), 4.4) << i;
    }
}

}  // namespace heed::test
