// SPDX-License-Identifier: BSL-1.0
// The order in which lanes of several registers are added: simd/lane_sums.hpp computes it, and emitted programs write
// it.
#pragma once

#include <cstddef>

namespace heed::detail {

/// The lane of two concatenated registers of `width` lanes that becomes lane l of halves_of; a unit is 128 bits.
constexpr std::size_t lane_of_halves(std::size_t l, std::size_t half, bool last, std::size_t width, std::size_t unit) {
    const std::size_t turn = 2 * half > unit ? width : unit;
    const std::size_t at = l % turn, in_half = at % (turn / 2);
    const std::size_t lane = l - at + in_half / half * 2 * half + in_half % half + (last ? half : 0);
    return at < turn / 2 ? lane : width + lane;
}

/// The order in which rows are halved: the bit in which their indices differ, the first one and the one after another.
constexpr std::size_t first_halved_bit(std::size_t width, std::size_t unit) { return unit < width ? unit : 1; }
constexpr std::size_t next_halved_bit(std::size_t bit, std::size_t width) { return 2 * bit == width ? 1 : 2 * bit; }

}  // namespace heed::detail
