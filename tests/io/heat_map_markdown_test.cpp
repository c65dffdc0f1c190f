// SPDX-License-Identifier: BSL-1.0
// Heat maps as tables in Markdown.
#include <heed/io/heat_map_markdown.hpp>

#include <gtest/gtest.h>

#include <limits>
#include <sstream>

namespace heed::test {

constexpr double masked = -std::numeric_limits<double>::infinity();

template <class... Arguments>
std::string shown(const Arguments&... arguments) {
    std::ostringstream out;
    out << heat_map_markdown(arguments...);
    return out.str();
}

inline constexpr axis query{"query"}, d_k{"d_k"};

TEST(heat_map_markdown, labels_title_and_the_largest_in_bold) {
    constexpr std::string_view rows[] = {"a|b", "<s>"}, columns[] = {"le", "chat\n", "été"};
    constexpr tensor<double, query[2], d_k[3]> weights{{0, 0.25, 0.75}, {0.5, 0.5, 0}};
    EXPECT_EQ(shown(weights, heat_map_options{.rows = rows, .columns = columns, .title = "W"}),
              "**W**\n\n"
              "| query / d\\_k | le | chat␊ | été |\n"
              "|---|--:|--:|--:|\n"
              "| a\\|b | 0.00 | 0.25 | **0.75** |\n"
              "| \\<s\\> | **0.50** | **0.50** | 0.00 |\n");
}

TEST(heat_map_markdown, without_labels) {
    constexpr matrix<float, 1, 2> m{{0.5F, 0.25F}};
    EXPECT_EQ(shown(m, heat_map_options{.places = 3}), "| | |\n|--:|--:|\n| **0.500** | 0.250 |\n");
}

TEST(heat_map_markdown, zero_has_no_sign) {
    EXPECT_EQ(shown(matrix<double, 1, 2>{{-1e-9, -1}}, heat_map_options{}), "| | |\n|--:|--:|\n| **0.00** | -1.00 |\n");
}

/// A row without numbers has no largest one. NaN is none; of infinity there is no larger one.
TEST(heat_map_markdown, masked_cells_and_those_without_a_number) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    constexpr matrix<double, 3, 2> m{{masked, masked}, {nan, -3}, {-masked, 1}};
    EXPECT_EQ(shown(m, heat_map_options{.places = 0}),
              "| | |\n|--:|--:|\n| // | // |\n| NaN | **-3** |\n| **inf** | 1 |\n");
    constexpr matrix<int, 3, 2> mask{{1, 1}, {1, 0}, {0, 1}};
    EXPECT_EQ(shown(m, mask, heat_map_options{.places = 0}),
              "| | |\n|--:|--:|\n| // | // |\n| NaN | // |\n| // | **1** |\n");
    constexpr matrix<double, 3, 2> scores{{1, 1}, {1, masked}, {0, 1}};
    EXPECT_EQ(shown(m, scores, heat_map_options{.places = 0}),
              "| | |\n|--:|--:|\n| // | // |\n| NaN | // |\n| **inf** | 1 |\n");
}

}  // namespace heed::test
