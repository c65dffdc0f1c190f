// SPDX-License-Identifier: BSL-1.0
// Heat maps: labels, digits, colours, and no colours where none are wanted.
#include <heed/io.hpp>

#include <gtest/gtest.h>

#include <cstdlib>
#include <sstream>

namespace heed::test {

constexpr matrix<double, 2, 3> weights{{0, 0.25, 0.75}, {1, 0.5, 0.125}};
constexpr std::string_view words[] = {"le", "chat", "été"};

std::string shown(const heat_map_options& options) {
    std::ostringstream out;
    out << heat_map(weights, options);
    return out.str();
}

TEST(heat_map, digits_with_labels) {
    EXPECT_EQ(shown({.rows = std::span(words).first(2), .columns = words, .colour = false}),
              "       le chat  été\n"
              "  le 0.00 0.25 0.75\n"
              "chat 1.00 0.50 0.12\n");
}

TEST(heat_map, wider_digits_than_labels) {
    EXPECT_EQ(shown({.places = 4, .colour = false}), " 0.0000 0.2500 0.7500\n 1.0000 0.5000 0.1250\n");
}

TEST(heat_map, colours_follow_the_numbers) {
    const std::string text = shown({.colour = true});
    EXPECT_NE(text.find("\033[48;2;68;1;84;38;2;255;255;255m 0.00\033[0m"), std::string::npos) << "dark, white ink";
    EXPECT_NE(text.find("\033[48;2;253;231;37;38;2;0;0;0m 1.00\033[0m"), std::string::npos) << "bright, black ink";
    EXPECT_EQ(shown({.low = -1, .high = 1, .colour = true}).find("48;2;68;1;84"), std::string::npos);
}

TEST(viridis, runs_from_blue_to_yellow_and_grows_lighter) {
    static_assert(viridis(0) == colour{68, 1, 84} && viridis(1) == colour{253, 231, 37});
    static_assert(viridis(-1) == viridis(0) && viridis(2) == viridis(1) && viridis(0.5) == colour{33, 145, 140});
    const auto lightness = [](const colour& c) { return 299 * c.red + 587 * c.green + 114 * c.blue; };
    for (int i = 0; i < 100; ++i) EXPECT_LE(lightness(viridis(i / 100.0)), lightness(viridis((i + 1) / 100.0)));
}

TEST(environment, no_color_wins) {
    setenv("COLORTERM", "truecolor", 1);
    unsetenv("NO_COLOR");
    EXPECT_TRUE(environment_has_colour());
    setenv("NO_COLOR", "1", 1);
    EXPECT_FALSE(environment_has_colour());
    setenv("NO_COLOR", "", 1);
    EXPECT_TRUE(environment_has_colour());
    unsetenv("COLORTERM");
    EXPECT_FALSE(environment_has_colour());
}

}  // namespace heed::test
