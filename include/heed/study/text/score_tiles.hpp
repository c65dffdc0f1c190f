// SPDX-License-Identifier: BSL-1.0
// Which tiles of scores a mask leaves, according to the plan alone. Run-time scalars are unknown here: tiles that
// depend on them count as partial, like those of masks in memory.
#pragma once

#include <heed/lower/tile_counts.hpp>
#include <heed/study/subject/length_names.hpp>

#include <cstddef>

namespace heed::detail {

using score_tile_counts = tile_counts;

/// The skipped, partial and full tiles of a step with masked scores.
constexpr score_tile_counts count_score_tiles(const plan_view& p, const nest& n, const step& s) {
    const auto unknown = [](std::size_t) { return index_range<double>(); };
    return count_tiles<double>(p, n, s, tile_size_of(n, p.kernels[s.kernel]), unknown);
}

/// Of the columns of masked scores that steps take a part of: columns of rows that are skipped, and blocks of columns
/// of tiles of rows.
struct kept_column_counts {
    std::size_t skipped = 0;
    std::size_t blocks = 0, skipped_blocks = 0;
};
constexpr kept_column_counts count_kept_columns(const plan_view& p, const nest& n, const step& masked) {
    const auto unknown = [](std::size_t) { return index_range<double>(); };
    const auto blocks_of = [](std::size_t columns) { return (columns + key_block - 1) / key_block; };
    const std::size_t columns = p.kernels[masked.kernel].cols, batches = n.batch.size();
    const std::size_t counted = depends_on_batch(p, masked) ? batches : 1;
    kept_column_counts counts;
    for (std::size_t b = 0; b < counted; ++b)
        for (std::size_t row = 0; row < n.rows.size; row += n.tile_rows) {
            const std::size_t kept = columns_of_tile<double>(p, n, masked, b, row, unknown).count;
            counts.skipped += smaller_of(n.tile_rows, n.rows.size - row) * (columns - kept);
            counts.blocks += blocks_of(columns);
            counts.skipped_blocks += blocks_of(columns) - blocks_of(kept);
        }
    const std::size_t times = batches == 0 ? 0 : batches / counted;
    return {times * counts.skipped, times * counts.blocks, times * counts.skipped_blocks};
}

/// Writes in how many blocks a softmax takes its keys: that decides whether earlier sums are rescaled.
template <class Text>
constexpr void add_blocks_of_keys(Text& out, std::size_t keys) {
    const bool is_known = is_known_size<typename Text::numbers>(keys);
    out.add(is_known && keys <= key_block ? "  ->  softmax over one block of keys"
                                          : "  ->  online softmax over blocks of keys");
    if (!is_known) out.add(", one where ").add(keys).add(" is at most ").add(key_block);
}

/// Writes how the tiles are handled, without counts of 0.
template <class Text>
constexpr void add_fate(Text& out, const score_tile_counts& tiles) {
    const std::size_t decided = tiles.skipped + tiles.full;
    if (tiles.all() == 1)
        out.add("its one tile ");
    else if (decided == 0)
        out.add("all ").add_grouped(tiles.all()).add(" tiles ");
    else
        out.add("of ").add_grouped(tiles.all()).add(" tiles ");
    const auto count = [&](std::size_t n, const char* is, const char* are) {
        if (tiles.all() > 1) out.add_grouped(n).add(' ');
        out.add(n == 1 ? is : are);
    };
    if (decided == 0) out.add(tiles.all() == 1 ? "runs with the mask" : "run with the mask");
    if (tiles.skipped > 0) count(tiles.skipped, "is skipped", "are skipped");
    if (tiles.skipped > 0 && tiles.full > 0) out.add(", ");
    if (tiles.full > 0) count(tiles.full, "runs without the mask", "run without the mask");
}

/// Whether these counts are static in texts that write numbers this way.
template <class Numbers>
constexpr bool knows_score_tiles(const nest& n, const kernel& k) {
    return is_known_size<Numbers>(n.batch.size() * n.rows.size * k.stream.keys);
}

}  // namespace heed::detail
