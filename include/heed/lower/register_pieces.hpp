// SPDX-License-Identifier: BSL-1.0
// How a block of sums is cut into registers: what runs and what is emitted are cut alike.
#pragma once

#include <heed/lower/tiles.hpp>

#include <bit>
#include <cstddef>

namespace heed::detail {

/// Neighbouring lanes that a block of sums has in its registers.
struct register_piece {
    std::size_t first;      ///< lane
    std::size_t registers;  ///< side by side
    std::size_t lanes;      ///< of each of them

    constexpr std::size_t end() const { return first + registers * lanes; }
};

/// The next piece of `rows` rows of `lanes` lanes, from `first` on: two registers of `widest` lanes at a time, of one
/// row eight, then one, then the halves that are left.
constexpr register_piece piece_at(std::size_t rows, std::size_t lanes, std::size_t first, std::size_t widest) {
    const std::size_t left = lanes - first;
    if (rows == 1 && left >= registers_of_one_row * widest) return {first, registers_of_one_row, widest};
    if (left >= 2 * widest) return {first, 2, widest};
    return {first, 1, std::bit_floor(smaller_of(left, widest))};
}

}  // namespace heed::detail
