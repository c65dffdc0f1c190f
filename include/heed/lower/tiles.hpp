// SPDX-License-Identifier: BSL-1.0
// How large a tile is: a model of the target in a few numbers.
#pragma once

#include <heed/simd/target.hpp>

#include <cstddef>

namespace heed::detail {

/// Results that a loop keeps side by side: two vector registers of float or double, a few of any other number.
constexpr std::size_t lanes_for(std::size_t element_bytes) {
    return element_bytes == 4 || element_bytes == 8 ? 2 * vector_bytes / element_bytes : 4;
}

/// Rows of accumulators, two registers each: half of the registers that there are.
inline constexpr std::size_t accumulator_rows = vector_bytes == 64 ? 8 : 4;

/// Keys between two updates of the running maximum. Sums are formed a block at a time: the block, not the sequence,
/// decides how rounding errors grow.
inline constexpr std::size_t key_block = 64;

/// What the tiles of one nest may take together: half of a second-level cache of 256 KiB.
inline constexpr std::size_t tile_bytes = 128 * 1024;

/// Rows of a tile, at most: enough that what is done once a tile (packing an operand) does not count, and few enough
/// that threads have tiles to share.
inline constexpr std::size_t most_tile_rows = 256;

/// Partial sums of a row. The same on every target, so that a row sums to the same bits everywhere.
inline constexpr std::size_t row_lanes = 8;

constexpr std::size_t smaller_of(std::size_t a, std::size_t b) { return a < b ? a : b; }

}  // namespace heed::detail
