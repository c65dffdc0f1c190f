// SPDX-License-Identifier: BSL-1.0
// A square of numbers transposed in registers.
#pragma once

#include <heed/simd/pack.hpp>

#include <cstddef>
#include <utility>

namespace heed::detail {

/// Lanes whose index has bit Bit, of a and b: lane c of the result is lane c of one of them, or lane c ^ Bit of the
/// other.
template <std::size_t Bit, bool High, class V, std::size_t... C>
HEED_ALWAYS_INLINE V exchanged(const V& a, const V& b, std::index_sequence<C...>) {
    constexpr std::size_t width = sizeof...(C);
    if constexpr (High)
        return __builtin_shufflevector(a, b, ((C & Bit) != 0 ? width + C : (C ^ Bit))...);
    else
        return __builtin_shufflevector(a, b, ((C & Bit) != 0 ? width + (C ^ Bit) : C)...);
}

/// Rows i and i + Bit exchange the lanes in which i and the lane differ in that bit.
template <std::size_t Bit, std::size_t Width, class V>
HEED_ALWAYS_INLINE void transpose_bit(V (&rows)[Width]) {
    constexpr auto all = std::make_index_sequence<Width>();
    HEED_UNROLL for (std::size_t i = 0; i < Width; ++i) {
        if ((i & Bit) != 0) continue;
        const V low = exchanged<Bit, false>(rows[i], rows[i + Bit], all);
        const V high = exchanged<Bit, true>(rows[i], rows[i + Bit], all);
        rows[i] = low;
        rows[i + Bit] = high;
    }
    if constexpr (2 * Bit < Width) transpose_bit<2 * Bit>(rows);
}

/// rows[i][j] becomes rows[j][i], for as many rows as a register has lanes.
/// cost    Width * log2(Width) shuffles
template <register_of_lanes V>
HEED_ALWAYS_INLINE void transpose(V (&rows)[lanes<V>::count]) {
    if constexpr (lanes<V>::count > 1) transpose_bit<1>(rows);
}

}  // namespace heed::detail
