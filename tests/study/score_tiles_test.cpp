// SPDX-License-Identifier: BSL-1.0
// Tiles that masks skip, read off the plan, are those that run skips.
#include <heed/heed.hpp>
#include <heed/run/mask_tiles.hpp>
#include <heed/study.hpp>

#include <gtest/gtest.h>

namespace heed::test {

/// The counts of all masked steps of a formula.
template <class E>
constexpr tile_counts counted() {
    const auto& p = detail::study_subject<E>::passes::value;
    tile_counts all;
    for (const detail::nest& n : p.nests)
        for (std::size_t s = n.first_step; s < n.first_step + n.step_count; ++s) {
            if (!detail::is_masked_kernel(p, p.kernels[p.steps[s].kernel])) continue;
            const detail::score_tile_counts c = detail::count_score_tiles(p, n, p.steps[s]);
            all += tile_counts{c.skipped, c.partial, c.full};
        }
    return all;
}

const tensor<float, 200, 16> Q;
const tensor<float, 333, 16> K, V;
const tensor<double, 2, 3, 70, 8> B;

#define SAME_COUNTS(formula)                                                     \
    do {                                                                         \
        const auto f = formula;                                                  \
        constexpr tile_counts counts = counted<std::remove_cv_t<decltype(f)>>(); \
        EXPECT_EQ(counts, mask_tiles(f));                                        \
    } while (false)

TEST(score_tiles, are_those_that_run_skips) {
    using namespace heed::index;
    SAME_COUNTS(attention(Q, K, V, causal_upper_left));
    SAME_COUNTS(attention(Q, K, V, causal_lower_right));
    SAME_COUNTS(attention(Q, Q, Q, causal));
    SAME_COUNTS(attention(B, B, B, causal));
    SAME_COUNTS(attention(Q, K, V, !(k <= q) && k / 8_c == q / 8_c));
    SAME_COUNTS(attention(Q, K, V, q - k < 64_c && abs(q - k) / 2_c >= dim<1>(Q)));
    SAME_COUNTS(attention(B, B, B, k / 8_c == q / 8_c || k < h));
}

TEST(score_tiles, of_causal_attention_are_half) {
    constexpr tile_counts counts = counted<decltype(attention(Q, Q, Q, causal))>();
    EXPECT_GT(counts.skipped, 0U);
    EXPECT_GT(counts.full, 0U);
    EXPECT_EQ(study::cost(attention(Q, Q, Q, causal)).skipped_tiles, counts.skipped);
}

/// Numbers of the program are not in the type: what depends on them is asked at run time, and counts as partial.
TEST(score_tiles, that_numbers_decide_are_partial) {
    const auto f = attention(Q, K, V, index::k < 10);
    constexpr tile_counts counts = counted<std::remove_cv_t<decltype(f)>>();
    EXPECT_EQ(counts.skipped, 0U);
    EXPECT_EQ(counts.full, 0U);
    EXPECT_GT(mask_tiles(f).skipped, 0U);
}

}  // namespace heed::test
