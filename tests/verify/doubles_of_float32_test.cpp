// SPDX-License-Identifier: BSL-1.0
// Numbers of float32 that tolist() prints as doubles have the digits that float32 has.
#include <heed/printed/read.hpp>
#include <heed_check/document/doubles_of_float32.hpp>
#include <heed_check/document/findings.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <random>
#include <string>

namespace {

using namespace heed;

printed_table table_of(const std::string& text) {
    printed_table t = read_printed(text);
    detail::read_doubles_of_float32(t);
    return t;
}

TEST(doubles_of_float32, have_the_digits_of_float32_and_the_places_of_their_table) {
    const printed_table t = table_of("[0.30000001192092896, 0.75, -2.4600000381469727, 12.100000381469727]");
    EXPECT_EQ(t.entries[0], (decimal{30, 2}));
    EXPECT_EQ(t.entries[1], (decimal{75, 2}));
    EXPECT_EQ(t.entries[2], (decimal{-246, 2}));
    EXPECT_EQ(t.entries[3], (decimal{1210, 2}));
}

TEST(doubles_of_float32, have_no_more_places_than_float32_has) {
    const printed_table t = table_of("[123456.7890625, 123456.703125, 0.000012345679351710714, 0.30000001192092896]");
    EXPECT_EQ(t.entries[2].places, 12);
    EXPECT_LE(t.entries[3].places, 8);
    EXPECT_EQ(t.entries[0], (decimal{1234567890625, 7}));  // few digits: a double may have them too
}

TEST(doubles_of_float32, other_numbers_stay_as_they_are) {
    for (const char* text : {"[0.30000000000000004, 0.1]", "[0.3333333333333333, 0.1]", "[0.30000001192092917, 2]",
                             "[0.123046875, 1]", "[0.3000000, 1]", "[nan, 0.5]"})
        EXPECT_EQ(table_of(text), read_printed(text)) << text;
}

TEST(doubles_of_float32, hold_every_float_within_half_a_unit) {
    std::mt19937 random(7);
    for (int i = 0; i < 2000; ++i) {
        const float x = std::normal_distribution<float>(0, 3)(random);
        char text[64];
        std::snprintf(text, sizeof text, "[%.17g, 1]", static_cast<double>(x));
        const decimal read = table_of(text).entries[0];
        double unit = 1;
        for (int p = 0; p < read.places; ++p) unit /= 10;
        EXPECT_LE(std::abs(static_cast<double>(read.digits) * unit - static_cast<double>(x)), 0.5000001 * unit) << text;
        EXPECT_EQ(static_cast<float>(detail::nearest_double(read)), x) << text;
    }
}

TEST(doubles_of_float32, rounded_numbers_are_judged_by_their_places) {
    const auto refuted = [](const std::string& product) {
        const page_text page = read_page_text(
            "X = [[0.30000001192092896, 1.25], [-0.699999988079071, 2]]\n\nW = [[0.44999998807907104, 3],"
            " [1.100000023841858, 0.5]]\n\nY = " +
            product + "\n```heed\nexact X = matrix 1\nexact W = matrix 2\nY = matrix 3\nY := X * W\n```\n");
        EXPECT_TRUE(page.errors.empty());
        return report_of(page, [](const auto&...) {}).count(verdict::refuted);
    };
    // 1.51, 1.525, 1.885, -1.1 to two places in float32
    EXPECT_EQ(refuted("[[1.5099999904632568, 1.5199999809265137], [1.8799999952316284, -1.100000023841858]]"), 0U);
    EXPECT_EQ(refuted("[[1.5099999904632568, 1.5099999904632568], [1.8799999952316284, -1.100000023841858]]"), 1U);
}

}  // namespace
