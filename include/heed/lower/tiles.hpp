// SPDX-License-Identifier: BSL-1.0
// How large a tile is: a model of the target in a few numbers.
#pragma once

#include <heed/meta/config.hpp>
#include <heed/shape/length_list.hpp>
#include <heed/simd/target.hpp>

#include <bit>
#include <cstddef>

namespace heed::detail {

constexpr std::size_t smaller_of(std::size_t a, std::size_t b) { return a < b ? a : b; }

/// Results that a loop keeps side by side: two vector registers of float or double, a few of any other number.
constexpr std::size_t lanes_for(std::size_t element_bytes) {
    return element_bytes == 4 || element_bytes == 8 ? 2 * vector_bytes / element_bytes : 4;
}

/// Queries that a streaming loop keeps side by side: whole registers, or a power of two of lanes of one. A lane without
/// a query costs less than a register of fewer lanes more.
constexpr std::size_t query_lanes(std::size_t queries, std::size_t element_bytes) {
    const std::size_t most = lanes_for(element_bytes);
    if (element_bytes != 4 && element_bytes != 8) return queries < most ? queries : most;
    return queries <= most / 2 ? std::bit_ceil(queries) : most;
}

/// Lanes for what whole tiles of queries leave over, of `all` static queries: half of them where these hold it, unless
/// it is little of all: loops of another width take time to compile.
constexpr std::size_t lanes_of_rest(std::size_t queries, std::size_t all, std::size_t lanes) {
    const std::size_t left = queries % lanes;
    const bool is_much = all > lanes && all < 8 * lanes;
    return is_much && left > 0 && left <= lanes / 2 ? lanes / 2 : lanes;
}

/// Whether a streaming loop keeps columns of the output in lanes, rather than queries: where they fill a register.
constexpr bool keeps_columns_in_lanes(std::size_t columns, std::size_t element_bytes) {
    return columns >= lanes_for(element_bytes) / 2;
}

/// Parts of a sum that are formed side by side, then halved until one is left: s[l] += s[l + h] for h = P / 2, P / 4
/// ... 1. As many as the widest registers have lanes on every target, so that the bits are the same everywhere.
constexpr std::size_t partial_sums(std::size_t element_bytes) { return 64 / element_bytes; }

/// Rows of a product whose other operand is read once for all of them, as memory has it; queries whose scores are
/// summed in parts. More of them fill registers themselves.
inline constexpr std::size_t few_rows = 4;
static_assert(HEED_PLANNED_ROWS <= few_rows, "heed: HEED_PLANNED_ROWS is at most 4: more rows have the loops for many");

/// Rows of accumulators, two registers each: half of the 32 registers of AVX-512; of 16 registers as many as leave room
/// for a line of the right operand and an element of the left one. Without fused multiply-adds products take room too.
inline constexpr std::size_t accumulator_rows = vector_bytes == 64 ? 8 : vector_bytes == 32 ? 6 : 4;

/// Keys of a block of sums of scores, for so many queries side by side: lanes of one register leave room for twice as
/// many.
constexpr std::size_t keys_of_score_block(std::size_t lanes, std::size_t element_bytes) {
    return (lanes * element_bytes <= vector_bytes ? 2 : 1) * accumulator_rows;
}

/// Keys whose parts of sums, `registers` of them each, fill half of the registers that there are.
constexpr std::size_t keys_at_once(std::size_t width, std::size_t registers) {
    const std::size_t most = 2 * accumulator_rows / registers;
    return width == 1 ? 1 : width < most ? width : most;
}

/// Columns of a product that are read side by side, each with `registers` of parts of sums: few streams of memory,
/// which caches read ahead, and as many as registers have room for.
constexpr std::size_t columns_of_parts(std::size_t width, std::size_t registers) {
    constexpr std::size_t streams = 4;
    const std::size_t most = smaller_of(2 * accumulator_rows / registers, streams);
    return width == 1 || most == 0 ? 1 : smaller_of(width, std::bit_floor(most));
}

/// Registers of sums of one row: few rows of memory are read at a time, each in a long piece.
inline constexpr std::size_t registers_of_one_row = 8;

/// Columns whose sums a product keeps in registers, of a right operand that is read as it lies.
constexpr std::size_t product_columns(std::size_t rows, std::size_t element_bytes) {
    return (rows == 1 ? registers_of_one_row / 2 : 1) * lanes_for(element_bytes);
}

/// Keys between two updates of the running maximum. Sums are formed a block at a time: the block, not the sequence,
/// decides how rounding errors grow.
inline constexpr std::size_t key_block = HEED_KEY_BLOCK;
constexpr std::size_t keys_of_block(std::size_t keys) { return smaller_of(keys, key_block); }

/// Rows of the right operand of a product whose panel stays in the first-level cache while all rows of a tile pass by.
/// Sums are formed in blocks of so many terms, whatever the order of loops: each begins at zero and is added to those
/// before it. The block and the number of blocks, not the number of terms, decide how rounding errors grow.
inline constexpr std::size_t product_depth = HEED_PRODUCT_DEPTH;
static_assert(HEED_KEY_BLOCK < least_length && HEED_PRODUCT_DEPTH < least_length,
              "heed: HEED_KEY_BLOCK and HEED_PRODUCT_DEPTH are less than 1000");

/// The same for the terms of a score: exp turns its rounding error into a relative error of a weight.
inline constexpr std::size_t score_depth = HEED_SCORE_DEPTH;

/// The terms of a block of sums of so many terms, or one_block if they are one.
inline constexpr std::size_t one_block = 0;
constexpr std::size_t block_of_terms(std::size_t terms, std::size_t most) { return terms <= most ? one_block : most; }

/// What caches are filled by.
inline constexpr std::size_t cache_line_bytes = 64;
constexpr std::size_t cache_lines(std::size_t bytes) { return (bytes + cache_line_bytes - 1) / cache_line_bytes; }

/// How far ahead products of few rows prefetch a matrix that they read once, in bytes. This is more than memory
/// delivers during the latency of one cache line, and little enough to stay in the L1 cache until it is read.
inline constexpr std::size_t fetched_ahead = 8192;

/// Whether they prefetch a matrix of `lines` contiguous lines (rows or columns) of `line` elements, in memory order.
/// Several lines are read in turn, from which the hardware prefetcher sees the order only if each is longer than a
/// page. Small matrices are in a cache: prefetching takes up to a tenth longer from the L2 cache, and 0.4 to 1.0 of the
/// time from memory, where the matrices of a model come from. Elements of half precision count like those of the
/// computation.
constexpr bool fetches_lines(std::size_t line_bytes) { return line_bytes < 4096; }
constexpr bool fetches_matrix(std::size_t bytes) { return bytes > std::size_t{1} << 17; }
constexpr bool fetches_in_order(std::size_t line, std::size_t lines, std::size_t element_bytes) {
    return fetches_lines(line * element_bytes) && fetches_matrix(line * lines * element_bytes);
}

/// Rows of a large matrix that products of many rows prefetch ahead, where they read panels of it in place.
inline constexpr std::size_t rows_ahead = 48;

/// log2 of the number of iterations of sums that prefetch the same cache line, for `blocks` blocks of rows and a panel
/// of `lines` cache lines.
constexpr unsigned fetch_shift(std::size_t blocks, std::size_t lines) {
    return blocks < 2 * lines ? 0 : static_cast<unsigned>(std::bit_width(blocks / lines)) - 1;
}

/// Panels side by side whose rows are fetched together: a row of a wide matrix is a page of its own, and neither pages
/// nor memory are asked for a few bytes.
inline constexpr std::size_t slab_panels = HEED_SLAB_PANELS;

/// Whether a product copies panels of its right operand side by side: where columns are not neighbours, or rows so far
/// apart that each of a panel is on a page of its own, if enough rows use the copy.
constexpr bool copies_panels(bool dense_rows, std::size_t row_bytes, std::size_t rows) {
    return !dense_rows || (row_bytes > 1024 && rows >= 4 * accumulator_rows);
}

/// Rows of the right operand that a product of few rows reads from end to end, side by side, before it reads the next
/// ones: more of them spare what is summed being read and written again, fewer are pieces of memory that caches read
/// ahead.
inline constexpr std::size_t swept_rows = 8;

static_assert(product_depth % swept_rows == 0, "heed: HEED_PRODUCT_DEPTH is a multiple of 8");

/// Whether sums of a product of so many rows, whose columns are contiguous in the right operand, have their terms in
/// lanes; so have scores of so many queries.
constexpr bool sums_in_parts(std::size_t rows, std::size_t inner, std::size_t element_bytes) {
    return rows <= few_rows && (element_bytes == 4 || element_bytes == 8) && inner >= partial_sums(element_bytes);
}

/// Whether a product of so many rows reads its right operand so: it is read once, so that the order in which memory has
/// it counts, and its rows are longer than what registers sum at once.
constexpr bool sweeps_rows(std::size_t rows, std::size_t inner, std::size_t columns, std::size_t element_bytes) {
    return rows <= few_rows && inner > swept_rows && columns > product_columns(1, element_bytes);
}

/// What the tiles of one nest may take together: half of a second-level cache of 1 MiB. Each tile reads all weights of
/// the nest again: too small a tile costs more than one that the cache does not hold.
inline constexpr std::size_t tile_bytes = HEED_TILE_BYTES;
/// The same where the weights are what moves most: some of a third-level cache.
inline constexpr std::size_t large_tile_bytes = 16 * tile_bytes;

/// What loops that pass on rows, and read nothing again for each tile, may take together: half of a first-level cache
/// of 32 KiB.
inline constexpr std::size_t row_tile_bytes = 16384;

/// Rows of a panel packed ahead that stay in the second-level cache while all rows of a tile pass by. The panel is one
/// piece of memory, which the first-level cache loads ahead, so that sums are seldom left in the target for later.
constexpr std::size_t packed_depth(std::size_t element_bytes) {
    const std::size_t blocks = tile_bytes / (lanes_for(element_bytes) * element_bytes * product_depth);
    return blocks > 0 ? blocks * product_depth : product_depth;
}

/// Rows of a tile, at most: enough that what is done once a tile (packing an operand) does not count, and few enough
/// that threads have tiles to share.
inline constexpr std::size_t most_tile_rows = HEED_MOST_TILE_ROWS;

/// Tiles that keep threads busy: two for each of 16, which then finish together, near enough.
inline constexpr std::size_t enough_tiles = 32;
/// The same of columns for a few rows: memory bounds them, which is slower to read in shorter pieces.
inline constexpr std::size_t enough_parts_of_few_rows = 8;

/// Rows of a tile whose products are added to sums of all tiles: enough that reading and writing these sums does not
/// count, and few enough that what is not stored whole stays in a cache. The same on every target, as the bits are.
inline constexpr std::size_t summed_tile_rows = 64;
static_assert(summed_tile_rows <= product_depth,
              "heed: HEED_PRODUCT_DEPTH is at least 64: a tile is one block of sums");

/// Matrices whose tiles are summed, at least, for threads to share.
inline constexpr std::size_t enough_sums = 8;

/// Parts of the tiles of a matrix, with sums of their own, where there are fewer matrices: as many for any number of
/// threads, so that the bits are the same.
inline constexpr std::size_t parts_of_sums = 8;

/// Rows of a tile that threads share, at least.
inline constexpr std::size_t least_shared_rows = 64;
/// Up to so many rows, tiles of rows alone are too few for threads.
inline constexpr std::size_t rows_of_few_tiles = 4 * least_shared_rows;

/// Rows of a tile that threads share, at most: enough_tiles or more, none so small that reading an operand again
/// counts; of rows that are a length, which may be few, the least.
constexpr std::size_t shared_tile_rows(std::size_t rows, bool is_length = false) {
    constexpr std::size_t least = least_shared_rows;
    return is_length || rows / enough_tiles < least ? least : rows / enough_tiles / least * least;
}

/// As many tiles as those of `tile` rows, none much smaller than another: of 100 rows 52 and 48, not 64 and 36. Loops
/// that take `unit` rows at a time lose little by a half of that.
constexpr std::size_t even_tile_rows(std::size_t rows, std::size_t tile, std::size_t unit) {
    const std::size_t tiles = (rows + tile - 1) / tile, even = (rows + tiles - 1) / tiles, half = (unit + 1) / 2;
    return smaller_of(tile, (even + half - 1) / half * half);
}

/// Columns of a product that threads share, at least: rows of the right operand are read in pieces of memory that
/// caches read ahead.
inline constexpr std::size_t least_shared_columns = 128;

/// Partial sums of a row. The same on every target, so that a row sums to the same bits everywhere.
inline constexpr std::size_t row_lanes = 8;
/// Numbers of a row whose sum is formed before it is added to those before: product_depth in each lane.
inline constexpr std::size_t numbers_of_block = row_lanes * product_depth;

}  // namespace heed::detail
