// SPDX-License-Identifier: BSL-1.0
// Heat maps in a terminal: labels, digits, colours, and no colours where none are wanted.
#include <heed/io/heat_map.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <sstream>

namespace heed::test {

constexpr double infinity = std::numeric_limits<double>::infinity(), masked = -infinity;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr matrix<double, 2, 3> weights{{0, 0.25, 0.75}, {1, 0.5, 0.125}};
constexpr std::string_view words[] = {"le", "chat", "été"};

template <class... Arguments>
std::string shown(const Arguments&... arguments) {
    std::ostringstream out;
    out << heat_map(arguments...);
    return out.str();
}
std::string shown_weights(const heat_map_options& options) { return shown(weights, options); }

TEST(heat_map, digits_with_labels) {
    EXPECT_EQ(shown_weights({.rows = std::span(words).first(2), .columns = words}),
              "       le chat  été\n"
              "  le 0.00 0.25 0.75\n"
              "chat 1.00 0.50 0.12\n");
}

/// A long word widens its own column; characters that are two wide count as two.
TEST(heat_map, each_column_has_its_width) {
    constexpr std::string_view long_words[] = {"unbelievable", "猫猫猫", "."};
    EXPECT_EQ(shown_weights({.columns = long_words}),
              " unbelievable 猫猫猫    .\n"
              "         0.00   0.25 0.75\n"
              "         1.00   0.50 0.12\n");
}

TEST(heat_map, wider_digits_than_labels) {
    EXPECT_EQ(shown_weights({.places = 4}), " 0.0000 0.2500 0.7500\n 1.0000 0.5000 0.1250\n");
}

TEST(heat_map, large_numbers_have_an_exponent_and_zero_no_sign) {
    EXPECT_EQ(shown(matrix<double, 1, 3>{{1e300, -1e-9, -0.125}}), " 1.00e+300      0.00     -0.12\n");
    EXPECT_EQ(shown(matrix<double, 1, 2>{{-9999999, 1e7}}, heat_map_options{.places = 0}), " -9999999    1e+07\n");
    EXPECT_EQ(shown(matrix<float, 1, 2>{{-0.0F, -0.004F}}), " 0.00 0.00\n");
}

TEST(heat_map, integers_of_eight_bits_are_numbers) {
    EXPECT_EQ(shown(matrix<signed char, 1, 2>{{65, -1}}, heat_map_options{.places = 0}), " 65 -1\n");
    EXPECT_EQ(shown(matrix<bool, 1, 2>{{true, false}}, heat_map_options{.places = 0}), " 1 0\n");
}

inline constexpr axis query{"query"}, key{"key"};

TEST(heat_map, names_of_axes_and_title) {
    constexpr tensor<float, query[1], key[2]> named{{0.5F, 0.5F}};
    EXPECT_EQ(shown(named, heat_map_options{.rows = std::span(words).first(1), .columns = words, .title = "Weights"}),
              "Weights\n      key\nquery   le chat\n   le 0.50 0.50\n");
    EXPECT_EQ(shown(named), "query key\n      0.50 0.50\n");
}

TEST(heat_map, masked_cells_are_hatched) {
    constexpr matrix<double, 2, 2> scores{{1, masked}, {-2, 3}};
    EXPECT_EQ(shown(scores, heat_map_options{.places = 1}), "  1.0 ////\n -2.0  3.0\n");
    EXPECT_EQ(shown(scores, heat_map_options{.places = 1, .colour = true}).find("inf"), std::string::npos);
}

TEST(heat_map, mask) {
    constexpr matrix<int, 2, 3> causal{{1, 0, 0}, {1, 1, 0}};
    EXPECT_EQ(shown(weights, causal), " 0.00 //// ////\n 1.00 0.50 ////\n");
    constexpr matrix<bool, 2, 3> as_words{{true, false, false}, {true, true, false}};
    EXPECT_EQ(shown(weights, as_words), shown(weights, causal));
    constexpr matrix<double, 2, 3> as_scores{{5, masked, masked}, {1, -1, masked}};
    EXPECT_EQ(shown(weights, as_scores), shown(weights, causal));
}

/// Sizes that are known at run time only are those of the tensor, and so is the mask's.
TEST(heat_map, of_lengths_known_at_run_time) {
    const tensor<double, dyn, dyn> late{{0, 0.25, 0.75}, {1, 0.5, 0.125}};
    EXPECT_EQ(shown(late), shown(weights));
    tensor<double, 2, dyn, 3> several(2);
    std::copy(weights.begin(), weights.end(), several[1].begin());
    EXPECT_EQ(shown(several[1]), shown(weights));
    const tensor<int, dyn, 3> mask{{1, 0, 0}, {1, 1, 0}};
    EXPECT_EQ(shown(late, mask), " 0.00 //// ////\n 1.00 0.50 ////\n");
    EXPECT_EQ(shown(weights, mask), shown(late, mask));
    const tensor<int, dyn, 3> longer{{1, 0, 0}, {1, 1, 0}, {1, 1, 1}};
    try {
        shown(late, longer);
        ADD_FAILURE();
    } catch (const shape_error& e) {
        EXPECT_STREQ(e.what(), "heed: heat_map(A, mask) needs a mask of the sizes of A: [2 x 3] and [3 x 3]");
    }
}

/// What lies over the weights may be their scores: 0 is one of them, and masks nothing; nor do NaN and infinity.
TEST(heat_map, a_score_of_0_is_a_score) {
    constexpr matrix<double, 2, 3> scores{{0, -0.0, masked}, {nan, infinity, 1}};
    EXPECT_EQ(shown(weights, scores), " 0.00 0.25 ////\n 1.00 0.50 0.12\n");
    constexpr matrix<float, 2, 3> in_float{{0, 0, 0}, {0, 0, 0}};
    EXPECT_EQ(shown(weights, in_float), shown(weights));
}

TEST(heat_map, nan_and_infinity_are_not_masked) {
    constexpr matrix<double, 1, 4> m{{nan, infinity, masked, 0.5}};
    EXPECT_EQ(shown(m), "  NaN  inf //// 0.50\n");
    constexpr matrix<bool, 1, 4> mask{{false, false, true, true}};
    EXPECT_EQ(shown(m, mask), " //// //// //// 0.50\n");
}

/// In large maps too, where cells have two characters: a sign, and its words below.
TEST(heat_map, signs_of_large_ones_have_a_legend) {
    matrix<double, 1, 17> large;
    large(0, 3) = nan;
    const heat_map_options in_colour{.colour = true};
    EXPECT_EQ(shown(large, in_colour).find("infinity"), std::string::npos);
    const auto ends_with = [](const std::string& text, std::string_view end) {
        return text.size() > end.size() && text.substr(text.size() - end.size()) == end;
    };
    EXPECT_TRUE(ends_with(shown(large, in_colour), "\n?? NaN\n"));
    EXPECT_NE(shown(large, in_colour).find("48;2;150;150;150m\033[38;2;0;0;0m??"), std::string::npos);
    large(0, 4) = infinity;
    EXPECT_TRUE(ends_with(shown(large, in_colour), "\n?? NaN\n++ infinity\n"));
}

TEST(heat_map, colours_follow_the_numbers) {
    const std::string text = shown_weights({.colour = true});
    EXPECT_NE(text.find("\033[48;2;68;1;84m\033[38;2;255;255;255m 0.00\033[0m"), std::string::npos)
        << "dark, white ink";
    EXPECT_NE(text.find("\033[48;2;253;231;37m\033[38;2;0;0;0m 1.00\033[0m"), std::string::npos) << "bright, black ink";
    const std::string of_wider = shown_weights({.low = -1, .high = 1, .colour = true});
    EXPECT_EQ(of_wider.substr(0, of_wider.find("-1.00")).find("48;2;68;1;84"), std::string::npos);
}

/// Ten colours from the first to the last, between their numbers.
TEST(heat_map, a_line_below_says_what_the_colours_are) {
    const std::string text = shown_weights({.low = -1, .high = 2, .places = 1, .colour = true});
    const std::string line = text.substr(text.rfind('\n', text.size() - 2) + 1);
    EXPECT_EQ(line.substr(0, line.find('\033')), "-1.0 ");
    EXPECT_EQ(line.substr(line.rfind('m') + 1), " 2.0\n");
    EXPECT_EQ(line.substr(line.find("48;2;"), 12), "48;2;68;1;84") << "the first";
    EXPECT_EQ(line.substr(line.rfind("48;2;"), 15), "48;2;253;231;37") << "the last";
    constexpr matrix<double, 1, 2> scores{{1, masked}};
    EXPECT_TRUE(shown(scores, heat_map_options{.colour = true}).ends_with(" 1.00  // masked\n"));
    EXPECT_EQ(shown_weights({}).find("0.00 "), shown_weights({}).find("0.00")) << "no line where there is no colour";
}

TEST(heat_map, diverging_colours_are_centred_on_0) {
    constexpr matrix<double, 1, 4> scores{{-1, 0, 4, masked}};
    const auto background = [](double x) {
        const colour c = diverging(x);
        return "48;2;" + std::to_string(c.red) + ';' + std::to_string(c.green) + ';' + std::to_string(c.blue) + 'm';
    };
    const std::string text = shown(scores, heat_map_options{.palette = heat_palette::diverging, .colour = true});
    for (const double x : {-0.25, 0.0, 1.0}) EXPECT_NE(text.find(background(x)), std::string::npos) << x;
    const std::string wide =
        shown(scores, heat_map_options{.palette = heat_palette::diverging, .high = 8, .colour = true});
    for (const double x : {-0.125, 0.0, 0.5}) EXPECT_NE(wide.find(background(x)), std::string::npos) << x;
    // Their difference is beyond the largest number.
    const std::string far = shown(matrix<double, 1, 3>{{-1.6e308, 0.8e308, 1.6e308}},
                                  heat_map_options{.palette = heat_palette::diverging, .colour = true});
    for (const double x : {-1.0, 0.5, 1.0}) EXPECT_NE(far.find(background(x)), std::string::npos) << x;
}

/// 17 columns: cells of two spaces, no labels above them.
TEST(heat_map, large_ones_in_colour_have_no_digits) {
    const matrix<float, 1, 17> large;
    const std::string cell = "\033[48;2;68;1;84m\033[38;2;255;255;255m  \033[0m";
    std::string line;
    for (int i = 0; i < 17; ++i) line += cell;
    const std::string in_colour = shown(large, heat_map_options{.columns = words, .colour = true});
    EXPECT_EQ(in_colour.substr(0, in_colour.find('\n')), line);
    EXPECT_NE(shown(large, heat_map_options{}).find("0.00"), std::string::npos);
}

/// A string is no terminal, whatever the environment says.
TEST(heat_map, strings_have_no_colour) {
    setenv("COLORTERM", "truecolor", 1);
    unsetenv("NO_COLOR");
    EXPECT_EQ(shown(weights).find('\033'), std::string::npos);
}

}  // namespace heed::test
