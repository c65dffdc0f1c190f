// SPDX-License-Identifier: BSL-1.0
// Sums and maxima across the lanes of registers, and the sums of many registers at once, as a register.
#pragma once

#include <heed/scalar/halved_lanes.hpp>
#include <heed/simd/pack.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace heed::detail {

/// Half the lanes of two registers: of each block of 2 Half lanes of a and of b the first Half ones, or the last. Where
/// a block is larger than 128 bits, all of a come before all of b; else those of a and b take turns, by 128 bits. Both
/// are one shuffle without a table.
template <std::size_t Half, bool Last, class V, std::size_t... L>
HEED_ALWAYS_INLINE V halves_of(const V& a, const V& b, std::index_sequence<L...>) {
    return __builtin_shufflevector(a, b, lane_of_halves(L, Half, Last, sizeof...(L), 16 / sizeof(lane_t<V>))...);
}

/// Rows whose numbers differ in Bit become one register, the lanes of a row half as many: s[l] + s[l + Half]. Rows with
/// a bit of Used are no more. The order of the bits is that in which halves_of puts rows side by side.
template <std::size_t Half, std::size_t Bit, std::size_t Used, std::size_t Width, class V>
HEED_ALWAYS_INLINE void halve_rows(V (&rows)[Width]) {
    constexpr auto all = std::make_index_sequence<Width>();
    HEED_UNROLL for (std::size_t i = 0; i < Width; ++i) {
        if ((i & (Used | Bit)) != 0) continue;
        rows[i] =
            halves_of<Half, false>(rows[i], rows[i + Bit], all) + halves_of<Half, true>(rows[i], rows[i + Bit], all);
    }
    if constexpr (Half > 1) halve_rows<Half / 2, next_halved_bit(Bit, Width), Used | Bit>(rows);
}

/// Lane l is the sum of the lanes of rows[l], halved as a tree: s[i] + s[i + h] for h = half of the lanes ... 1. Of a
/// number, itself. `rows` is used up.
/// cost    an addition and two shuffles for each row but one
template <class V>
HEED_ALWAYS_INLINE constexpr V sums_of_rows(V (&rows)[lanes<V>::count]) {
    constexpr std::size_t width = lanes<V>::count;
    if constexpr (width > 1) halve_rows<width / 2, first_halved_bit(width, 16 / sizeof(lane_t<V>)), 0>(rows);
    return rows[0];
}

/// Parts of a sum, added as a tree: s[r] += s[r + h] for h = half of them ... 1. `parts` is used up.
template <std::size_t Parts, class V>
HEED_ALWAYS_INLINE constexpr V halved(V (&parts)[Parts]) {
    HEED_UNROLL for (std::size_t half = Parts / 2; half > 0; half /= 2)
        HEED_UNROLL for (std::size_t r = 0; r < half; ++r) parts[r] += parts[r + half];
    return parts[0];
}

/// Registers that were made with {} are 0; a number of a user need not be.
template <class V>
constexpr void begin_at_zero(V& sum) {
    if constexpr (lanes<V>::count == 1) sum = V(0);
}
template <class V, std::size_t N>
constexpr void begin_at_zero(V (&sums)[N]) {
    if constexpr (lanes<std::remove_all_extents_t<V>>::count == 1)
        for (V& sum : sums) begin_at_zero(sum);
}

template <std::size_t Half, class V, class Combine, std::size_t... L>
HEED_ALWAYS_INLINE lane_t<V> folded_halves(const V& x, const Combine& combine, std::index_sequence<L...> all) {
    if constexpr (Half == 0)
        return x[0];
    else
        return folded_halves<Half / 2>(combine(x, V(__builtin_shufflevector(x, x, (L ^ Half)...))), combine, all);
}

/// combine(s[i], s[i + h]) for h = half of the lanes ... 1; of a number, itself.
template <class V, class Combine>
HEED_ALWAYS_INLINE constexpr lane_t<V> folded_lanes(const V& x, const Combine& combine) {
    constexpr std::size_t width = lanes<V>::count;
    if constexpr (width == 1)
        return x;
    else
        return folded_halves<width / 2>(x, combine, std::make_index_sequence<width>());
}
template <class V>
HEED_ALWAYS_INLINE constexpr lane_t<V> sum_of_lanes(const V& x) {
    return folded_lanes(x, [](const V& a, const V& b) HEED_ALWAYS_INLINE_LAMBDA { return V(a + b); });
}
/// One of the largest; where lanes are NaN, that may be any.
template <class V>
HEED_ALWAYS_INLINE constexpr lane_t<V> largest_lane(const V& x) {
    return folded_lanes(x, [](const V& a, const V& b) HEED_ALWAYS_INLINE_LAMBDA { return V(a < b ? b : a); });
}

}  // namespace heed::detail
