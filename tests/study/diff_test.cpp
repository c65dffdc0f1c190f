// SPDX-License-Identifier: BSL-1.0
// Differences of loops and costs.
#include <gtest/gtest.h>

#include <ostream>

#include "tests/study/formulas.hpp"

namespace heed::test {

static_assert(study::diff<decltype(kept), decltype(attended)>().contains("* flops"));

TEST(study_diff, of_a_formula_and_itself_is_nothing) {
    const auto same = study::diff(attended, attended);
    for (const char* sign : {"\n- ", "\n+ ", "\n* "}) EXPECT_FALSE(same.contains(sign)) << sign;
}

TEST(study_diff, of_two_shapes) {
    static const tensor<float, query[128], d_k[32]> more;
    const auto grown = softmax(more * transpose(K) / sqrt(dim<1>(K))) * V;
    const auto difference = study::diff(attended, grown);
    EXPECT_TRUE(difference.view().starts_with("- for query[64] by "));
    EXPECT_TRUE(difference.contains("\n+ for query[128] by "));
    EXPECT_TRUE(difference.contains("* exp                          4,096             8,192   x 2.00\n"));
    EXPECT_TRUE(difference.contains("\n  temporaries                      0                 0\n"));
}

TEST(study_diff, ratios_are_rounded) {
    const auto line = [](std::size_t first, std::size_t second) {
        text<128> out;
        detail::add_difference(out, "flops", first, second);
        return out;
    };
    EXPECT_TRUE(line(3, 2).contains("x 0.67"));
    EXPECT_TRUE(line(3, 4).contains("x 1.33"));
    EXPECT_TRUE(line(1000, 1999).contains("x 2.00"));
    EXPECT_TRUE(line(7, 7).view().starts_with("  flops"));
    EXPECT_FALSE(line(0, 7).contains("x"));
}

constexpr text<64> diff_of(std::string_view first, std::string_view second) {
    text<64> out;
    detail::line_diff<8>(first, second).write(out);
    return out;
}

TEST(study_diff, keeps_common_lines) {
    EXPECT_EQ(diff_of("a\nb\nc\n", "b\nx\nc\n"), "- a\n  b\n+ x\n  c\n");
    EXPECT_EQ(diff_of("", "x\n"), "+ x\n");
    EXPECT_EQ(diff_of("x\n", ""), "- x\n");
}

}  // namespace heed::test
