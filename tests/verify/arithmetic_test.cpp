// SPDX-License-Identifier: BSL-1.0
// Arithmetic in which bounds would not hold: verification at run time refuses it, in words.
#include <heed/verify.hpp>
#include <heed/verify/examination.hpp>

#include <gtest/gtest.h>

#include <cfenv>
#include <cstddef>
#include <string>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace {

using namespace heed;

constexpr auto A = printed<"0.40 0.20\n0.10 0.30">;

/// What verify, enclose, within_hull and what examine and explain begin with have against the arithmetic in which they
/// run; empty where nothing.
template <class Run>
std::string refusal(const Run& run) {
    try {
        run();
    } catch (const arithmetic_error& e) {
        return e.what();
    }
    return "";
}

void expect_refusals(const std::string& words) {
    const std::string found[] = {
        refusal([] { (void)verify(softmax(A), printed<"0.55 0.45\n0.45 0.55">); }),
        refusal([] { (void)enclose(softmax(A)); }),
        refusal([] { (void)within_hull(A, A); }),
        refusal([] { (void)verdicts_of(make_subject("W", "softmax(A)", {"A"}, softmax(A), A)); }),
    };
    for (const std::string& said : found)
        if (words.empty())
            EXPECT_EQ(said, "");
        else
            EXPECT_NE(said.find(words), std::string::npos) << said;
}

TEST(arithmetic, that_rounds_to_nearest_only) {
    expect_refusals("");
    for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
        ASSERT_EQ(std::fesetround(mode), 0);
        expect_refusals("rounds to nearest");
        std::fesetround(FE_TONEAREST);
    }
    expect_refusals("");
}

#if defined(__SSE2__)
TEST(arithmetic, that_keeps_denormal_numbers_only) {
    const unsigned before = _mm_getcsr();
    for (const unsigned flushed : {0x8000U, 0x0040U, 0x8040U}) {  // results, operands, both
        _mm_setcsr(before | flushed);
        expect_refusals("denormal numbers");
        _mm_setcsr(before);
    }
    expect_refusals("");
}
#endif

/// While compiling, the state of the program is not asked for.
static_assert(verify(A, printed<"0.40 0.20\n0.10 0.32">).count(verdict::refuted) == 1);

}  // namespace
