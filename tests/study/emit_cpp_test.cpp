// SPDX-License-Identifier: BSL-1.0
// Emitted files of C++. That those compute the bits of the library is tested by
// emit.sh.
#include <heed/heed.hpp>
#include <heed/study/emit.hpp>

#include <gtest/gtest.h>

#include <string>

namespace heed::test {

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
