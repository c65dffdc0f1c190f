// SPDX-License-Identifier: BSL-1.0
// Text to pieces, with a small table; the table of the model is tested beside it (trained_test.cpp).
#include "../../examples/sentence_encoder/pieces.hpp"
#include "../../examples/sentence_encoder/normal_form.hpp"
#include "../../examples/sentence_encoder/options.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace sentence_encoder {

using indices = std::vector<std::int32_t>;

/// Six that no text has, then 6, 7, 8 ...
piece_table table_of(const std::string& lines) {
    std::istringstream in("0\t?\n0\t<s>\n0\t</s>\n0\tx\n0\ty\n0\tz\n" + lines);
    return piece_table(in, "pieces.txt");
}

const piece_table small = table_of("-1\t▁\n-2\ta\n-3\tb\n-4\tab\n-2.5\t▁a\n-9\t▁ab\n-4\té\n");

std::string words_of(const std::string& lines) {
    try {
        table_of(lines);
    } catch (const std::runtime_error& e) {
        return e.what();
    }
    return "";
}

TEST(pieces, add_up_to_the_largest_score) {
    EXPECT_EQ(small.cut(U"a"), (indices{10}));          // -2.5, not -1 - 2
    EXPECT_EQ(small.cut(U"ab"), (indices{6, 9}));       // -1 - 4, not -2.5 - 3 and not -9
    EXPECT_EQ(small.cut(U"aab"), (indices{10, 9}));     // -2.5 - 4, not -2.5 - 2 - 3
    EXPECT_EQ(small.cut(U"a b"), (indices{10, 6, 8}));  // a space is the piece that stands before words
}

TEST(pieces, of_equal_scores_are_those_whose_last_begins_later) {
    const piece_table tied = table_of("-1\t▁\n-2\ta\n-3\t▁a\n");
    EXPECT_EQ(tied.cut(U"a"), (indices{6, 7}));
}

TEST(pieces, that_the_table_lacks_are_one_unknown_piece) {
    EXPECT_EQ(small.cut(U"猫猫a"), (indices{6, 0, 7}));
    EXPECT_EQ(small.cut(U"a\U0001F408b\U0001F408"), (indices{10, 0, 8, 0}));
    EXPECT_EQ(small.unknown_in(U"猫a\U0001F408b猫"), U"猫\U0001F408");
    EXPECT_EQ(small.unknown_in(U"a b"), U"");
    EXPECT_EQ(small.unknown_in(U"a\nb"), U"\n");
    EXPECT_EQ(listed(U"猫\n"), "猫 ␊");
    EXPECT_EQ(listed(U"abcdefghijklm"), "a b c d e f g h i j k l ...");
}

TEST(pieces, of_no_text_are_none) {
    EXPECT_TRUE(small.cut(U"").empty());
    EXPECT_EQ(small.cut(U" "), (indices{6, 6}));
}

TEST(pieces, are_normalised_before) {
    EXPECT_EQ(small.cut(normalised(U"e\u0301")), small.cut(U"\u00e9"));
    EXPECT_EQ(normalised(U"ＦＵＬＬ ﬁ ½"), U"FULL fi 1⁄2");
    EXPECT_EQ(normalised(U"\u1112\u1161\u11ab"), U"\ud55c");
    EXPECT_EQ(normalised(U"\ufdfa").size(), 18U);  // the character that becomes the most
    EXPECT_EQ(normalised(U"\U0001F408"), U"\U0001F408");
    EXPECT_TRUE(normalised(U"").empty());
}

/// Each text that is not UTF-8, and the first byte that is wrong.
TEST(pieces, need_text_that_is_utf_8) {
    const struct {
        std::string_view text;
        std::string byte;
    } wrong[] = {{"a\xFF", "byte 2"},
                 {"\xC0\x80", "byte 1"},
                 {"ab\xE2\x82", "byte 3"},
                 {"\xED\xA0\x80", "byte 1"},
                 {"\xF4\x90\x80\x80", "byte 1"}};
    for (const auto& [text, byte] : wrong) {
        try {
            code_points_of(text);
            ADD_FAILURE() << byte;
        } catch (const std::invalid_argument& e) {
            EXPECT_NE(std::string(e.what()).find("is not UTF-8: " + byte + ' '), std::string::npos) << e.what();
        }
    }
    EXPECT_EQ(code_points_of("aé猫\U0001F408\uFFFD"), U"aé猫\U0001F408\uFFFD");
}

TEST(pieces, need_a_table_of_scores_and_pieces) {
    EXPECT_EQ(words_of("-1\ta\n"), "");
    EXPECT_EQ(words_of(""), "pieces.txt: the table of pieces is empty");
    for (const char* const line : {"-1 a\n", "-1\t\n", "x\ta\n", "1x\ta\n", "\ta\n", "1e999\ta\n", "-1e999\ta\n",
                                   "nan\ta\n", "-inf\ta\n", "0x1p1\ta\n", " 1\ta\n", "1 \ta\n"})
        EXPECT_EQ(words_of(line), "pieces.txt: line 7 is no score, tab and piece") << line;
    EXPECT_EQ(words_of("-1\ta\n-2\tb\xFF\n"), "pieces.txt: line 8 is not UTF-8: byte 5 of 5 begins no character");
}

TEST(pieces, are_of_texts_that_icu_can_count) {
    struct long_text {
        std::size_t size() const { return std::size_t{1} << 31; }
    };
    try {
        detail::length_of(long_text());
        ADD_FAILURE();
    } catch (const std::runtime_error& e) {
        EXPECT_STREQ(e.what(), "ICU does not normalise the text: more than 2^31 - 1 units of UTF-16 are needed");
    }
}

std::string words_of_options(const std::vector<std::string>& arguments) {
    try {
        options_from(arguments);
    } catch (const std::invalid_argument& e) {
        return e.what();
    }
    return "";
}

TEST(options, are_what_is_asked_for) {
    const options o = options_from({"one", "--maps", "0", "--page", "p.html", "--no-colour", "two"});
    EXPECT_EQ(o.texts, (std::vector<std::string>{"one", "two"}));
    EXPECT_EQ(o.drawn, 0U);
    EXPECT_EQ(o.page, "p.html");
    EXPECT_EQ(o.colour, false);
    EXPECT_EQ(o.threads, 1);
    EXPECT_EQ(options_from({"--threads", "256"}).threads, 256);
    const options texts = options_from({"one", "--", "--maps", "--", "two"});
    EXPECT_EQ(texts.texts, (std::vector<std::string>{"one", "--maps", "--", "two"}));
    EXPECT_EQ(texts.drawn, 1U);
}

TEST(options, say_what_is_wrong) {
    EXPECT_EQ(words_of_options({"--page"}), "--page needs a value");
    EXPECT_EQ(words_of_options({"--maps", "-1"}), "--maps needs a whole number, not -1");
    EXPECT_EQ(words_of_options({"--maps", ""}), "--maps needs a whole number, not ");
    EXPECT_EQ(words_of_options({"--maps", "2x"}), "--maps needs a whole number, not 2x");
    const std::string many = "99999999999999999999999";
    EXPECT_EQ(words_of_options({"--maps", many}), "--maps: " + many + " is too large");
    EXPECT_EQ(words_of_options({"--threads", "0"}), "--threads 0 is not from 1 to 256");
    EXPECT_EQ(words_of_options({"--threads", "257"}), "--threads 257 is not from 1 to 256");
    EXPECT_EQ(words_of_options({"--live-page", "p.html"}),
              "--live-page p.html: examples/sentence_encoder/run writes this page");
    EXPECT_EQ(words_of_options({"--live-page"}), "--live-page needs a value");
    EXPECT_EQ(words_of_options({"--pages", "x"}), "--pages is no option; --help lists them");
}

}  // namespace sentence_encoder
