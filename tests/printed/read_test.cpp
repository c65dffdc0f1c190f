// SPDX-License-Identifier: BSL-1.0
// Reading at run time: round trips in every form, messages, hostile text. Under -fsanitize=address,undefined too.
#include <heed/printed/read.hpp>
#include <tests/printed/examples.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace heed;

std::string message_of(std::string_view text) {
    try {
        read_printed(text);
    } catch (const printed_error& e) {
        return e.what();
    }
    return "";
}

TEST(read, carriage_returns_end_lines) {
    EXPECT_EQ(read_printed("1 2\r3 4\r5 6").extents, (std::vector<std::size_t>{3, 2}));
    EXPECT_EQ(read_printed("1 2\r\n3 4\r\n").extents, (std::vector<std::size_t>{2, 2}));
}

TEST(read, what_is_not_seen_is_shown_by_its_number) {
    using heed::detail::visible_text;
    EXPECT_EQ(visible_text("a\tb\x1B[0m\x7F"), "a b [0m ");
    EXPECT_EQ(visible_text("\xE2\x80\xAE"
                           "1\xE2\x81\xA6\xC2\x9B\xE2\x80\xA8"),
              "\\u{202E}1\\u{2066}\\u{9B}\\u{2028}");
    EXPECT_EQ(visible_text("\xFF\xC0\x80\xED\xA0\x80\xE2\x80"), "\\xFF\\xC0\\x80\\xED\\xA0\\x80\\xE2\\x80");
    EXPECT_EQ(visible_text("\xC3\xA4 \xE7\x9F\xA9 \xF0\x9F\x98\x80"), "\xC3\xA4 \xE7\x9F\xA9 \xF0\x9F\x98\x80");
}

TEST(read, gives_shape_entries_and_labels) {
    const printed_table map = read_printed(test::translation_map);
    EXPECT_EQ(map.extents, (std::vector<std::size_t>{7, 6}));
    EXPECT_EQ(map.row_labels, (std::vector<std::string>{"Le", "chat", "est", "assis", "sur", "le", "tapis"}));
    EXPECT_EQ(map.col_labels, (std::vector<std::string>{"The", "cat", "sits", "on", "the", "mat"}));
    EXPECT_EQ(map.entries[0], (decimal{8, 1}));
    EXPECT_EQ(map.elided_at, std::vector<std::size_t>(2, static_cast<std::size_t>(-1)));
    const printed_table scores = read_printed(test::scores);
    EXPECT_EQ(scores.elided_at, (std::vector<std::size_t>{3, 2}));
    EXPECT_TRUE(scores.row_labels.empty() && scores.col_labels.empty());
    EXPECT_EQ(read_printed(test::torch).extents, (std::vector<std::size_t>{2, 2, 2}));
}

TEST(read, messages_name_line_row_and_column) {
    EXPECT_EQ(message_of("1 2 3 4\n\n5 6 7 1.2.3"), "line 3, row 2, column 4: expected a number, found \"1.2.3\"");
    EXPECT_EQ(message_of("| a | b |\n|---|---|\n| 1 | 2 |\n| 3 |"),
              "line 4, row 2: rows of different numbers of columns, found 1, expected 2");
    EXPECT_EQ(message_of("[[1, 2],\n [3, 4],\n [5, 1/3]]"),
              "line 3, row 3, column 2: a fraction is no printed decimal, found \"1/3\"");
    EXPECT_EQ(message_of("1 2\n...\n3 4\n...\n5 6"), "line 4, row 4: dots stand more than once along an axis");
    EXPECT_EQ(message_of("a,b,c\n1,2"),
              "line 1: expected one label for each column in the header, found 3, expected 2");
    EXPECT_EQ(message_of(""), "line 1: expected a number, found none");
    EXPECT_EQ(message_of("1 " + std::string(50, '7')),
              "line 1, row 1, column 2: more than 18 significant digits, found \"" + std::string(40, '7') + "...\"");
    EXPECT_EQ(message_of("[[1, 2]] + 3"), "line 1: expected only the matrix and its name, found \"+ 3\"");
}

TEST(read, messages_do_not_cut_characters) {
    const std::string letter = "\xC3\xA9";
    for (std::size_t blanks = 0; blanks < 4; ++blanks) {
        std::string found = "7" + std::string(blanks, 'x');
        for (int i = 0; i < 30; ++i) found += letter;
        const std::string message = message_of("1 " + found);
        const std::size_t cut = message.rfind("...\"");
        ASSERT_NE(cut, std::string::npos) << message;
        EXPECT_EQ(message.substr(cut - 2, 2), letter) << message;
    }
    EXPECT_EQ(message_of("1 2\xFF\x01z"), "line 1, row 1, column 2: expected a number, found \"2\\xFF z\"");
}

/// Signs, digits and points of a text, in order: what is read is there.
struct literal_numbers {
    std::vector<std::string> seen;

    explicit literal_numbers(std::string_view text) {
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (text[i] < '0' || text[i] > '9') continue;
            std::size_t sign = i;  // quotes and, in LaTeX, ~ may stand between
            while (sign > 0 && (text[sign - 1] == '\'' || text[sign - 1] == '~')) --sign;
            const bool negative = sign != 0 && text[sign - 1] == '-';
            std::string digits = negative ? "-" : "";
            for (; i < text.size() && ((text[i] >= '0' && text[i] <= '9') || text[i] == '.'); ++i) digits += text[i];
            seen.push_back(digits);
        }
    }
};

std::string text_of(const decimal& d) {
    std::string digits = std::to_string(d.digits < 0 ? -d.digits : d.digits);
    while (digits.size() <= static_cast<std::size_t>(d.places)) digits.insert(0, "0");
    if (d.places != 0) digits.insert(digits.size() - static_cast<std::size_t>(d.places), ".");
    return (d.digits < 0 ? "-" : "") + digits;
}

/// Whatever is put in between the numbers of a text: those that are read are the ones that stand there, with their
/// signs and all their digits and none left out, or the text is refused.
TEST(read, no_number_is_misread_when_a_text_is_changed) {
    const std::vector<std::string> texts{
        "[[0.12, -0.34], [5.60, 7.81]]",         "0.12 -0.34\n5.60 7.81",
        "| 0.12 | -0.34 |\n| 5.60 | 7.81 |",     "\\begin{bmatrix} 0.12 & -0.34 \\\\ 5.60 & 7.81 \\end{bmatrix}",
        "tensor([[0.12, -0.34], [5.60, 7.81]])", "0.12;-0.34\n5.60;7.81"};
    const std::vector<std::string> pieces{
        "softmax(", "^T", "(",   ")",  "+", "'", "x",       "\xC2\xAD",     "\xC2\xBD", "@", "\\sqrt",
        "\\bar{",   "~",  "<b>", ".T", "=", ":", "&minus;", "\xEF\xBC\x91", "\\pm ",    "i", "!"};
    std::mt19937 random(11);
    std::size_t reads = 0;
    for (int i = 0; i < 20'000; ++i) {
        std::string text = texts[random() % texts.size()];
        const std::string& piece = pieces[random() % pieces.size()];
        text.insert(random() % (text.size() + 1), piece);
        printed_table t;
        try {
            t = read_printed(text);
        } catch (const printed_error&) {
            continue;
        }
        ++reads;
        const literal_numbers there(text);
        std::size_t next = 0;
        for (const decimal& d : t.entries) {
            if (d.kind != entry_kind::number) continue;
            while (next < there.seen.size() && there.seen[next] != text_of(d)) ++next;
            ASSERT_LT(next, there.seen.size()) << text << "\nread as " << text_of(d);
            ++next;
        }
    }
    EXPECT_GT(reads, 500U);
}

TEST(read, refuses_what_would_need_too_much_memory) {
    std::string text = "[[[[[[1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7]";
    for (int axis = 0; axis < 5; ++axis) {
        for (int i = 0; i < 16; ++i) text += " ...";
        text += ']';
    }
    EXPECT_EQ(message_of(text).substr(0, 4), "line");
    EXPECT_NE(message_of(text).find("more than 2^24 entries"), std::string::npos);
}

/// Random decimals in one shape, to be printed in several forms.
class random_table {
public:
    explicit random_table(unsigned seed) : random_(seed) {
        rows_ = 1 + below(6);
        columns_ = 2 + below(6);
        for (std::size_t i = 0; i < rows_ * columns_; ++i) {
            const auto magnitude = static_cast<long long>(random_() % 1'000'000U);
            entries_.push_back({below(2) == 0 ? magnitude : -magnitude, static_cast<short>(below(8))});
        }
    }

    std::size_t rows() const { return rows_; }
    std::size_t columns() const { return columns_; }
    const std::vector<decimal>& entries() const { return entries_; }
    std::size_t below(unsigned n) { return random_() % n; }
    std::string spaces() { return std::string(below(3), ' '); }

    /// In plain or in scientific notation, the latter with the same places.
    std::string number(const decimal& d, bool latex) {
        const bool negative = d.digits < 0;
        std::string s = std::to_string(negative ? -d.digits : d.digits);
        const auto places = static_cast<std::size_t>(d.places);
        const std::string sign = negative ? (below(2) == 0 ? "-" : "\xE2\x88\x92") : "";
        const std::size_t power = below(4);
        if (power == 0 && !latex) return sign + s + "e-" + std::to_string(places);
        if (power == 0) return sign + s + R"( \times 10^{-)" + std::to_string(places) + "}";
        while (s.size() <= places) s.insert(0, "0");
        if (places != 0) s.insert(s.size() - places, ".");
        return sign + s + (places == 0 && power == 1 ? "." : "");
    }

    /// Rows between these, cells between those.
    std::string print(const std::string& row_begin, const std::string& cell_end, const std::string& row_end,
                      const std::string& row_separator, bool latex = false) {
        std::string s;
        for (std::size_t i = 0; i < rows_; ++i) {
            s += row_begin;
            for (std::size_t j = 0; j < columns_; ++j)
                // Blanks behind a number are more than any number lacks places: NumPy's stand for zeros.
                s += (j == 0 ? "" : cell_end) + spaces() + number(entries_[i * columns_ + j], latex) +
                     std::string(below(2) * 9, ' ');
            s += row_end + (i + 1 < rows_ ? row_separator : "");
        }
        return s;
    }

private:
    std::mt19937 random_;
    std::size_t rows_ = 0, columns_ = 0;
    std::vector<decimal> entries_;
};

std::vector<std::string> printed_in_every_form(random_table& t) {
    std::vector<std::string> all;
    for (const char* environment : {"bmatrix", "pmatrix", "vmatrix", "Vmatrix", "Bmatrix", "matrix", "smallmatrix"}) {
        const std::string name = environment;
        all.push_back("\\begin{" + name + "}" + t.print("", "&", "", "\\\\", true) + "\\end{" + name + "}");
    }
    all.push_back("$$A = \\left[\\begin{array}{c c}" + t.print("", "&", " \\\\[1pt]", "\n", true) +
                  "\\end{array}\\right]$$");
    all.push_back("[" + t.print("[", ",", "]", ",\n") + "]");
    all.push_back("[" + t.print("[", " ", "]", "\n ") + "]");
    all.push_back("{" + t.print("{", ", ", "}", ", ") + "}");
    all.push_back("array([" + t.print("[", ", ", "]", ",\n       ") + "], dtype=float32)");
    all.push_back("tensor([" + t.print("[", ", ", "]", ",\n        ") + "], device='cuda:0')");
    all.push_back("tf.Tensor([" + t.print("[", " ", "]", "\n ") + "], shape=(2, 3), dtype=float32)");
    all.push_back("[" + t.print("", " ", "", "; ") + (t.rows() == 1 ? ";]" : "]"));
    all.push_back(t.print("", " ", "", "\n"));
    all.push_back(t.print("", ",", "", "\n"));
    all.push_back(t.print("", " ", "", ";"));
    all.push_back(t.print("|", "|", "|", "\n"));
    all.push_back(t.print("", "|", "", "\n"));
    return all;
}

TEST(read, gets_back_what_was_printed) {
    for (unsigned seed = 0; seed < 300; ++seed) {
        random_table t(seed);
        for (const std::string& text : printed_in_every_form(t)) {
            SCOPED_TRACE(text);
            printed_table back;
            ASSERT_NO_THROW(back = read_printed(text));
            ASSERT_EQ(back.extents, (std::vector<std::size_t>{t.rows(), t.columns()}));
            ASSERT_EQ(back.entries, t.entries());
        }
    }
}

TEST(read, gets_back_labels) {
    for (unsigned seed = 0; seed < 300; ++seed) {
        random_table t(seed);
        std::vector<std::string> rows, columns;
        for (std::size_t i = 0; i < t.rows(); ++i) rows.push_back("row_" + std::to_string(i));
        for (std::size_t j = 0; j < t.columns(); ++j) columns.push_back(std::to_string(j) + "th");
        for (const bool csv : {false, true}) {
            const std::string separator = csv ? "," : "|", line_end = csv ? "\n" : "|\n";
            std::string text = csv ? "" : " ";
            for (const std::string& c : columns) text += separator + t.spaces() + c + t.spaces();
            text += line_end + (csv ? "" : "---+---\n");
            for (std::size_t i = 0; i < t.rows(); ++i) {
                text += rows[i] + t.spaces();
                for (std::size_t j = 0; j < t.columns(); ++j)
                    text += separator + t.spaces() + t.number(t.entries()[i * t.columns() + j], false);
                text += line_end;
            }
            SCOPED_TRACE(text);
            printed_table back;
            ASSERT_NO_THROW(back = read_printed(text));
            ASSERT_EQ(back.entries, t.entries());
            ASSERT_EQ(back.row_labels, rows);
            ASSERT_EQ(back.col_labels, columns);
        }
    }
}

/// A copy that ends where its memory ends, so that a sanitizer sees every byte read beyond.
void read_hostile(std::string_view text) {
    const auto copy = std::make_unique<char[]>(text.size());
    text.copy(copy.get(), text.size());
    try {
        const printed_table t = read_printed({copy.get(), text.size()});
        std::size_t product = 1;
        for (const std::size_t e : t.extents) product *= e;
        ASSERT_EQ(product, t.entries.size());
    } catch (const printed_error& e) {
        ASSERT_NE(e.mistake, printed_mistake::none);
        ASSERT_NE(std::string_view(e.what()), "");
    }
}

const std::vector<std::string> examples{test::values,
                                        test::scores,
                                        test::weights,
                                        test::three_in_one,
                                        test::sentence_map,
                                        test::translation_map,
                                        test::torch,
                                        test::csv,
                                        "[[1 2 ... 3]\n ...\n [4 5 ... 6]]",
                                        R"(\left[\begin{array}{c|c} 1{,}234 & -\infty \\[2pt] \hline
                                           \textbf{1.2 \times 10^{-3}} & \color{red}{-0.5} \\ \end{array}\right].)",
                                        "| | **a** |\n|--|:-:|\n| `x` | \xE2\x88\x92"
                                        "12.5% |\n| \xE2\x8B\xAE |\n",
                                        "tf.Tensor([[1. 2.]\n [3. nan]], shape=(2, 2), dtype=float32)"};

TEST(read, survives_text_cut_at_every_byte) {
    for (const std::string& text : examples)
        for (std::size_t cut = 0; cut <= text.size(); ++cut) {
            read_hostile(std::string_view(text).substr(0, cut));
            read_hostile(std::string_view(text).substr(cut));
        }
}

TEST(read, survives_text_with_bytes_changed) {
    constexpr char bytes[] = "\\{}[]|&,;.+-eE%$^_\"' \n\t\0\xE2\x80\x89\xC2\xA0(0129xn";
    std::mt19937 random(3);
    for (int i = 0; i < 20'000; ++i) {
        std::string text = examples[random() % examples.size()];
        for (int change = 0; change < 3; ++change) {
            const std::size_t at = random() % text.size();
            const char byte = bytes[random() % (sizeof(bytes) - 1)];
            if (random() % 3 == 0)
                text.erase(at, 1 + random() % 8);
            else if (random() % 2 == 0)
                text.insert(at, 1, byte);
            else
                text[at] = byte;
            if (text.empty()) text = "1";
        }
        SCOPED_TRACE(text);
        read_hostile(text);
    }
}

TEST(read, survives_random_bytes) {
    constexpr std::string_view pieces[] = {"\\begin{bmatrix}",
                                           "\\end{bmatrix}",
                                           "\\\\",
                                           "&",
                                           "[",
                                           "]",
                                           "{",
                                           "}",
                                           "...",
                                           "1",
                                           "-2.5",
                                           "|",
                                           "\n",
                                           ",",
                                           " ",
                                           "\\frac",
                                           "\\left",
                                           "\\text",
                                           "word",
                                           "%",
                                           "\\",
                                           "$",
                                           "---",
                                           "\"",
                                           "e",
                                           ".",
                                           ";",
                                           "\\dots",
                                           "(",
                                           ")",
                                           "="};
    std::mt19937 random(4);
    for (int i = 0; i < 50'000; ++i) {
        std::string text;
        for (std::size_t n = random() % 20; n > 0; --n) text += pieces[random() % std::size(pieces)];
        SCOPED_TRACE(text);
        read_hostile(text);
    }
}

}  // namespace
