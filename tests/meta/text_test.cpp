// SPDX-License-Identifier: BSL-1.0
// Text in constant expressions.
#include <heed/meta/text.hpp>

#include <gtest/gtest.h>

namespace heed::test {

constexpr text<64> numbers() {
    text<64> t;
    t.add(std::size_t{0}).add(' ').add_grouped(1234567).add(' ').add_grouped(100).add(' ').add_signed(-12);
    return t;
}
static_assert(numbers() == "0 1,234,567 100 -12");
static_assert(numbers().contains("1,234") && numbers().contains("") && !numbers().contains("-13"));
static_assert(numbers() == numbers() && !(numbers() == "0"));

TEST(text, knows_its_columns) {
    text<64> t;
    t.add("ab").pad_to(5).add("c\n").pad_to(3).add("d").pad_to(1).add("e");
    EXPECT_EQ(t, "ab   c\n   d e") << "beyond the column there is one space";
    EXPECT_EQ(t.column(), 6U);
    EXPECT_EQ(detail::line_at(t.view(), 7), "   d e");
}

TEST(text, that_does_not_fit_is_cut) {
    text<4> t;
    EXPECT_FALSE(t.add("abcd").is_cut());
    EXPECT_TRUE(t.add("e").is_cut());
    EXPECT_EQ(t, "abcd");
}

}  // namespace heed::test
