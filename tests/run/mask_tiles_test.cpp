// SPDX-License-Identifier: BSL-1.0
// How many tiles masks leave, counted while compiling; and that run does no more than that.
#include <heed/heed.hpp>
#include <heed/run/mask_tiles.hpp>

#include <gtest/gtest.h>

#include <limits>

namespace heed::test {

using namespace index;

static tensor<float, 4096, 64> Q, K, V;
constexpr auto causal_attention = attention(Q, K, V, causal);
constexpr auto window_attention = attention(Q, K, V, k <= q && q - k < 512);
constexpr auto chunk_attention = attention(Q, K, V, k <= q && k / 256 == q / 256);

constexpr tile_counts of_causal = mask_tiles<64>(causal_attention);
static_assert(of_causal == tile_counts{2016, 64, 2016});
constexpr tile_counts of_window = mask_tiles<64>(window_attention);
static_assert(of_window == tile_counts{3556, 120, 420});
constexpr tile_counts of_chunks = mask_tiles<64>(chunk_attention);
static_assert(of_chunks == tile_counts{3936, 64, 96});

/// The tiles that run computes, whatever the width of registers.
constexpr tile_counts own = mask_tiles(causal_attention);
static_assert(own.skipped + own.partial + own.full == mask_tiles(attention(Q, K, V)).full);
static_assert(own.partial * 64 == own.skipped + own.partial + own.full);
constexpr tile_counts own_chunks = mask_tiles(chunk_attention);
static_assert(own_chunks.full * 64 == 96 * (own_chunks.skipped + own_chunks.partial + own_chunks.full) / 64);

/// Sizes that no tile divides; rows and columns of tiles that differ.
static tensor<float, 100, 8> short_q;
static tensor<float, 130, 8> longer_k;
static_assert(mask_tiles<32, 64>(attention(short_q, longer_k, longer_k, causal_upper_left)) == tile_counts{6, 4, 2});
static_assert(mask_tiles<1, 130>(attention(short_q, longer_k, longer_k, q >= 40)) == tile_counts{40, 0, 60});
static_assert(mask_tiles<32, 64>(attention(short_q, longer_k, longer_k, k < 0)) == tile_counts{12, 0, 0});

/// What a window leaves nobody is skipped, but for the rows and columns of tokens that see all; gaps alone skip
/// nothing.
static_assert(mask_tiles<32, 64>(attention(short_q, longer_k, longer_k, global_tokens<3>)) == tile_counts{6, 6, 0});
static_assert(mask_tiles<32, 64>(attention(short_q, longer_k, longer_k, sliding_window<5, 5> || global_tokens<3>)) ==
              tile_counts{3, 9, 0});
static_assert(mask_tiles<32, 64>(attention(short_q, longer_k, longer_k, dilated<4>)) == tile_counts{0, 12, 0});

/// The last tile holds what is left, and no more: a mask that says so leaves it whole, one beyond it nothing.
static_assert(mask_tiles<32, 64>(attention(short_q, longer_k, longer_k, k < 130)) == tile_counts{0, 0, 12});
static_assert(mask_tiles<32, 64>(attention(short_q, longer_k, longer_k, q < 100)) == tile_counts{0, 0, 12});
static_assert(mask_tiles<32, 64>(attention(short_q, longer_k, longer_k, k >= 130 || q >= 100)) ==
              tile_counts{12, 0, 0});
static_assert(mask_tiles<32, 64>(attention(short_q, longer_k, longer_k, k < 129 && q < 99)) == tile_counts{0, 6, 6});

/// Dynamic extents count as what they are, for few queries by the plan that runs then.
template <std::size_t N>
void expect_counts_of_static_extents() {
    const tensor<float, dyn, 16> some(N);
    const tensor<float, N, 16> fixed;
    EXPECT_EQ(mask_tiles(attention(some, some, some, causal)), mask_tiles(attention(fixed, fixed, fixed, causal))) << N;
    EXPECT_EQ(mask_tiles<8>(attention(some, some, some, causal)), mask_tiles<8>(attention(fixed, fixed, fixed, causal)))
        << N;
    EXPECT_EQ(mask_tiles<8>(attention(some, some, some, sliding_window<5, 5>)),
              mask_tiles<8>(attention(fixed, fixed, fixed, sliding_window<5, 5>)))
        << N;
}
TEST(mask_tiles, of_lengths) {
    expect_counts_of_static_extents<2>();
    expect_counts_of_static_extents<40>();
    expect_counts_of_static_extents<300>();
    const tensor<float, dyn, dyn, dyn, 16> some(3, 2, 70);
    const tensor<float, 3, 2, 70, 16> fixed;
    EXPECT_EQ(mask_tiles(attention(some, some, some, causal)), mask_tiles(attention(fixed, fixed, fixed, causal)));
    EXPECT_EQ(mask_tiles<32>(attention(some, some, some, h == 1)),
              mask_tiles<32>(attention(fixed, fixed, fixed, h == 1)));
}

/// All heads and batch entries; those that the mask tells apart one by one.
static tensor<float, 2, 4, 64, 8> heads_of;
static_assert(mask_tiles<32>(attention(heads_of, heads_of, heads_of, causal)) == tile_counts{8, 16, 8});
static_assert(mask_tiles<32>(attention(heads_of, heads_of, heads_of, h != 1 && b == 0)) == tile_counts{20, 0, 12});

/// What is in memory leaves tiles open, beside a part that closes them. So do tensors without axes.
static vector<int, 2> lengths;
static tensor<int> length;
static_assert(mask_tiles<32>(attention(heads_of, heads_of, heads_of, padding(lengths))) == tile_counts{0, 32, 0});
static_assert(mask_tiles<32>(attention(heads_of, heads_of, heads_of, causal&& padding(lengths))) ==
              tile_counts{8, 24, 0});
static_assert(mask_tiles<32>(attention(heads_of, heads_of, heads_of, k < length)) == tile_counts{0, 32, 0});

/// Several attentions in one formula; a formula that stores its weights has no tiles.
static_assert(mask_tiles<64>(concat(attention(Q, K, V, causal), attention(Q, K, V))) ==
              tile_counts{2016, 64, 2016 + 4096});
static_assert(mask_tiles<64>(softmax(where(causal, Q* transpose(K)))) == tile_counts{});

/// The numbers of a mask are values of the formula: known at run time too.
TEST(mask_tiles, numbers_of_the_program) {
    for (int window = 1; window < 4096; window += 500) {
        std::size_t seen = 0;  // tiles that hold a pair of the window
        for (int i = 0; i < 64; ++i)
            for (int j = 0; j <= i; ++j) seen += 64 * (i - j) - 63 < window;
        const tile_counts counts = mask_tiles<64>(attention(Q, K, V, k <= q && q - k < window));
        EXPECT_EQ(counts.partial + counts.full, seen) << window;
        EXPECT_EQ(counts.skipped, 4096 - seen) << window;
    }
}

/// Keys in tiles that are skipped are not read: were they, NaN in them would show.
TEST(mask_tiles, run_reads_no_skipped_tile) {
    tensor<float, 256, 4> S, K4;
    for (float& x : S) x = 1;
    for (std::size_t j = 0; j < 256; ++j) K4(j, 0) = j < 128 ? 1 : std::numeric_limits<float>::quiet_NaN();
    const auto f = attention(S, K4, K4, k < 128);
    EXPECT_EQ(mask_tiles(f).partial, 0U);
    EXPECT_EQ(mask_tiles(f).skipped, mask_tiles(f).full);
    const tensor Y = f;
    for (std::size_t i = 0; i < 256; ++i) EXPECT_EQ(Y(i, 0), 1);
}

}  // namespace heed::test
