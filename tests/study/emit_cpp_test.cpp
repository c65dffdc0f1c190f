// SPDX-License-Identifier: BSL-1.0
// Emitted C becomes C++, line by line and as whole files. That those compute the bits of the library is tested by
// emit.sh.
#include <heed/heed.hpp>
#include <heed/study/emit.hpp>

#include <gtest/gtest.h>

#include <string>

namespace heed::test {

using detail::emitted::cpp_speller;

TEST(cpp_speller, casts_say_what_they_do) {
    const auto cpp = [](const char* c) { return cpp_speller::statement(c); };
    EXPECT_EQ(cpp("x = (float)l * step;"), "x = static_cast<float>(l) * step;");
    EXPECT_EQ(cpp("x = (double)a[i + 1] * (double)f(b)[2].c;"),
              "x = static_cast<double>(a[i + 1]) * static_cast<double>(f(b)[2].c);");
    EXPECT_EQ(cpp("n = (int)(x + 0.5);"), "n = static_cast<int>(x + 0.5);");
    EXPECT_EQ(cpp("b = (unsigned long long)(n + 1023) << 52;"), "b = static_cast<unsigned long long>(n + 1023) << 52;");
    EXPECT_EQ(cpp("y = (double)(long long)y == y;"), "y = static_cast<double>(static_cast<long long>(y)) == y;");
    EXPECT_EQ(cpp("x = ((double)(k)) <= 2;"), "x = static_cast<double>(k) <= 2;");
    EXPECT_EQ(cpp("y = (float)-x;"), "y = static_cast<float>(-x);");
    EXPECT_EQ(cpp("return p * (floats_4)((mask_of_4)rounded << 23);"),
              "return p * std::bit_cast<floats_4>(std::bit_cast<mask_of_4>(rounded) << 23);");
    EXPECT_EQ(cpp("if ((x) < (y)) f(x);"), "if ((x) < (y)) f(x);");
    EXPECT_EQ(cpp("memcpy(&bits, &x[i], sizeof bits);"), "bits = std::bit_cast<decltype(bits)>(x[i]);");
    EXPECT_EQ(cpp("memcpy(&x, from, sizeof x);"), "std::memcpy(&x, from, sizeof x);");
    EXPECT_EQ(cpp_speller::joined("float x;", "memcpy(&x, &bits, sizeof x);"), "float x = std::bit_cast<float>(bits);");
    EXPECT_EQ(cpp_speller::joined("float x;", "memcpy(&y, &bits, sizeof y);"), "");
    EXPECT_EQ(cpp_speller::joined("floats_4 x;", "memcpy(&x, from, sizeof x);"), "");
}

TEST(cpp_speller, numbers_that_are_known_are_constants) {
    const auto cpp = [](const char* c) { return cpp_speller::statement(c); };
    EXPECT_EQ(cpp("const float a = -0x1.8p+3f, b = 2.0e-3f;"), "constexpr float a = -0x1.8p+3f, b = 2.0e-3f;");
    EXPECT_EQ(cpp("static const char tiles[9][4] = {"), "static constexpr char tiles[9][4] = {");
    for (const char* kept : {"const int last = first + 64;", "const double* node = x;", "const double y = f(1);",
                             "const floats_4 zero = {0};", "const int n;", "constant = 3;", "const int a = 1, b = a;"})
        EXPECT_EQ(cpp(kept), kept);
    EXPECT_EQ(cpp("const int is_seen = key <= query;"), "const bool is_seen = key <= query;");
    EXPECT_EQ(cpp("for (int is_seen = 0; is_seen < 3; ++is_seen)"), "for (int is_seen = 0; is_seen < 3; ++is_seen)");
}

TEST(cpp_speller, names_are_those_of_cpp) {
    const auto cpp = [](const char* c) { return cpp_speller::statement(c); };
    EXPECT_EQ(cpp("static struct pair f(struct pair p) {"), "static pair f(pair p) {");
    EXPECT_EQ(cpp("struct pair {"), "struct pair {");
    EXPECT_EQ(cpp("x = sqrtf(exp(-INFINITY)) + exp_of(exponent.exp);"),
              "x = std::sqrt(std::exp(-infinity)) + exp_of(exponent.exp);");
    EXPECT_EQ(cpp("INLINE void transpose_4(floats_4 row[4]) {"),
              "[[gnu::always_inline]] static inline void transpose_4(floats_4 (&row)[4]) {");
    EXPECT_EQ(cpp("static ALIGNED float x[8];"), "alignas(64) static float x[8];");
    EXPECT_EQ(cpp("typedef float floats_4 __attribute__((vector_size(16)));"),
              "using floats_4 = float __attribute__((vector_size(16)));");
    EXPECT_EQ(cpp("printf(\"(int)x exp(\", '(');"), "std::printf(\"(int)x exp(\", '(');");
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string causal_attention(study::form form, const std::string& first = "Q") {
    tensor<float, 70, 4> Q;
    tensor<float, 150, 4> K;
    return study::emit(attention(Q, K, K, causal_upper_left),
                       {.name = "attend", .leaves = {first, "K"}, .form = form, .language = study::language::cpp});
}

TEST(emit_cpp, nothing_of_c_is_left) {
    for (const study::form form : {study::form::plain, study::form::vector}) {
        const std::string text = causal_attention(form);
        for (const char* of_c : {"/*", "math.h", "INFINITY", "(float)", "(double)", "typedef", "ALIGNED", "INLINE",
                                 "__cplusplus", ".c ", "gnu17", " printf(", "(void)"})
            EXPECT_FALSE(has(text, of_c)) << of_c << '\n' << text;
        EXPECT_TRUE(
            has(text, "void attend(const float (&Q)[280], const float (&K)[600], float (&__restrict out)[280]) {"))
            << text;
        EXPECT_TRUE(has(text, "constexpr float infinity = std::numeric_limits<float>::infinity();\n"));
        EXPECT_TRUE(has(text, "#include <cmath>\n"));
    }
}

TEST(emit_cpp, has_the_headers_that_it_needs) {
    tensor<float, 3, 4> A;
    const std::string text = study::emit(
        A * transpose(A) + 1, {.name = "square", .leaves = {"A"}, .main = false, .language = study::language::cpp});
    EXPECT_FALSE(has(text, "#include")) << text;
    EXPECT_FALSE(has(text, "infinity")) << text;
}

TEST(emit_cpp, its_words_are_taken) {
    EXPECT_TRUE(has(causal_attention(study::form::plain, "infinity"), "const float (&infinity_2)[280]"));
    EXPECT_TRUE(has(causal_attention(study::form::plain, "constexpr"), "const float (&constexpr_2)[280]"));
}

}  // namespace heed::test
