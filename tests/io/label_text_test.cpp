// SPDX-License-Identifier: BSL-1.0
// Labels are arbitrary bytes; what is made of them is one line of valid UTF-8, without markup and control characters.
#include <heed/io/label_text.hpp>

#include <gtest/gtest.h>

namespace heed::test {

using namespace detail;

TEST(visible, keeps_text) {
    for (const char* text : {"", "chat", "été", "猫", "\U0001F408", "Ġthe"}) EXPECT_EQ(visible(text), text);
}

TEST(visible, shows_control_characters) {
    EXPECT_EQ(visible("a\nb\t"), "a␊b␉");
    EXPECT_EQ(visible(std::string_view("\0\x7F", 2)), "␀␡");
    EXPECT_EQ(visible("\033[31m"), "␛[31m");
    EXPECT_EQ(visible("\xC2\x9B"
                      "31m"),
              "\uFFFD31m")
        << "the other way to say escape [";
}

/// Tokens of bytes end in the middle of characters.
TEST(visible, replaces_what_is_not_utf8) {
    EXPECT_EQ(visible("\xC3"), "\uFFFD");
    EXPECT_EQ(visible("\xA9t"), "\uFFFDt");
    EXPECT_EQ(visible("\xE7\x8C"), "\uFFFD\uFFFD");
    EXPECT_EQ(visible("\xC0\xAF"), "\uFFFD\uFFFD") << "longer than needed";
    EXPECT_EQ(visible("\xE0\x80\xAF"), "\uFFFD\uFFFD\uFFFD");
    EXPECT_EQ(visible("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD") << "half of a pair";
    EXPECT_EQ(visible("\xF4\x90\x80\x80"), "\uFFFD\uFFFD\uFFFD\uFFFD") << "beyond U+10FFFF";
    EXPECT_EQ(visible("\xFF"), "\uFFFD");
    EXPECT_EQ(visible("\xEF\xBF\xBE"), "\uFFFD") << "not in XML";
}

TEST(xml_text, has_no_markup) {
    EXPECT_EQ(xml_text("<s> & \"it's\" ]]>"), "&lt;s&gt; &amp; &quot;it&#39;s&quot; ]]&gt;");
    EXPECT_EQ(xml_text("\n"), "␊");
}

TEST(markdown_text, has_no_markup) {
    EXPECT_EQ(markdown_text("a|b"), "a\\|b");
    EXPECT_EQ(markdown_text("d_k *x* `y` <s> [z] \\ $"), "d\\_k \\*x\\* \\`y\\` \\<s\\> \\[z\\] \\\\ \\$");
}

TEST(shown_width, counts_columns_of_a_terminal) {
    EXPECT_EQ(shown_width("été"), 3U);
    EXPECT_EQ(shown_width("e\u0301te\u0301"), 3U) << "accents of their own";
    EXPECT_EQ(shown_width("猫 ネコ 고양이"), 14U);
    EXPECT_EQ(shown_width("ｃａｔ"), 6U) << "full width";
    EXPECT_EQ(shown_width("\U0001F408"), 2U);
    EXPECT_EQ(shown_width("кот Ġthe ▁the"), 13U);
    EXPECT_EQ(shown_width(""), 0U);
}

}  // namespace heed::test
