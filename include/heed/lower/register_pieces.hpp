// SPDX-License-Identifier: BSL-1.0
// Register blocking of a block of sums, the same for execution and emitted files.
#pragma once

#include <heed/lower/tiles.hpp>

#include <bit>
#include <cstddef>

namespace heed::detail {

/// Adjacent lanes of a block of sums that are held in registers.
struct register_piece {
    std::size_t first;      ///< first lane
    std::size_t registers;  ///< number of registers
    std::size_t lanes;      ///< lanes per register

    constexpr std::size_t end() const { return first + registers * lanes; }
};

/// The next piece of `rows` rows of `lanes` lanes, from `first` on: two registers of `widest` lanes at a time (eight
/// for a single row), then one, then halves for the remainder.
constexpr register_piece piece_at(std::size_t rows, std::size_t lanes, std::size_t first, std::size_t widest) {
    const std::size_t left = lanes - first;
    if (rows == 1 && left >= registers_of_one_row * widest) return {first, registers_of_one_row, widest};
    if (left >= 2 * widest) return {first, 2, widest};
    return {first, 1, std::bit_floor(smaller_of(left, widest))};
}

}  // namespace heed::detail
