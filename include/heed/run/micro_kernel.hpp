// SPDX-License-Identifier: BSL-1.0
// The innermost loop of every product: a block of sums in registers.
#pragma once

#include <heed/simd/pack.hpp>

#include <bit>
#include <concepts>
#include <cstddef>
#include <type_traits>

namespace heed::detail {

/// A number of rows that is known while compiling, so that loops over it unroll.
template <std::size_t N>
using static_count = std::integral_constant<std::size_t, N>;

template <bool FromZero, std::size_t Rows, std::size_t Lanes, std::size_t First, std::size_t Count, class T, class A>
HEED_INLINE constexpr void accumulate_scalars(T* sums, const A& a, const auto* b, std::size_t b_stride,
                                              std::size_t inner) {
    if constexpr (FromZero)
        for (std::size_t m = 0; m < Rows; ++m)
            for (std::size_t l = First; l < First + Count; ++l) sums[m * Lanes + l] = T(0);
    for (std::size_t k = 0; k < inner; ++k)
        for (std::size_t m = 0; m < Rows; ++m) {
            const T x = static_cast<T>(a.at(m, k));
            for (std::size_t l = First; l < First + Count; ++l)
                sums[m * Lanes + l] += x * static_cast<T>(b[k * b_stride + l]);
        }
}

/// Registers registers of Width lanes for each row.
template <bool FromZero, std::size_t Rows, std::size_t Lanes, std::size_t First, std::size_t Registers,
          std::size_t Width, class T, class A>
HEED_INLINE void accumulate_packs(T* sums, const A& a, const T* b, std::size_t b_stride, std::size_t inner) {
    using register_type = pack<T, Width>;
    register_type sum[Rows][Registers];
    HEED_UNROLL for (std::size_t m = 0; m < Rows; ++m) HEED_UNROLL for (std::size_t r = 0; r < Registers; ++r)
        sum[m][r] = FromZero ? lanes<register_type>::broadcast(T(0))
                             : lanes<register_type>::load(sums + m * Lanes + First + r * Width);
    for (std::size_t k = 0; k < inner; ++k) {
        register_type row[Registers];
        HEED_UNROLL for (std::size_t r = 0; r < Registers; ++r) row[r] =
            lanes<register_type>::load(b + k * b_stride + First + r * Width);
        HEED_UNROLL for (std::size_t m = 0; m < Rows; ++m) {
            const T x = static_cast<T>(a.at(m, k));
            HEED_UNROLL for (std::size_t r = 0; r < Registers; ++r) sum[m][r] += x * row[r];
        }
    }
    HEED_UNROLL for (std::size_t m = 0; m < Rows; ++m) HEED_UNROLL for (std::size_t r = 0; r < Registers; ++r)
        lanes<register_type>::store(sums + m * Lanes + First + r * Width, sum[m][r]);
}

/// Lanes First ... Lanes - 1: two registers at a time, then one, then the halves that are left.
template <bool FromZero, std::size_t Rows, std::size_t Lanes, std::size_t First, class T, class A>
HEED_INLINE void accumulate_registers(T* sums, const A& a, const T* b, std::size_t b_stride, std::size_t inner) {
    constexpr std::size_t width = vector_bytes / sizeof(T), left = Lanes - First;
    if constexpr (left >= 2 * width) {
        accumulate_packs<FromZero, Rows, Lanes, First, 2, width>(sums, a, b, b_stride, inner);
        accumulate_registers<FromZero, Rows, Lanes, First + 2 * width>(sums, a, b, b_stride, inner);
    } else if constexpr (left >= 2) {
        constexpr std::size_t part = std::bit_floor(left < width ? left : width);
        accumulate_packs<FromZero, Rows, Lanes, First, 1, part>(sums, a, b, b_stride, inner);
        accumulate_registers<FromZero, Rows, Lanes, First + part>(sums, a, b, b_stride, inner);
    } else if constexpr (left == 1) {
        accumulate_scalars<FromZero, Rows, Lanes, First, 1>(sums, a, b, b_stride, inner);
    }
}

/// FromZero: sums[m][l] = sum over k, else sums[m][l] += sum over k of a(m, k) * b[k * b_stride + l], k ascending: the
/// order, and so the bits, do not depend on the size of the block, nor on whether registers or single numbers are used.
template <bool FromZero, std::size_t Rows, std::size_t Lanes, class T, class A, class B>
HEED_INLINE constexpr void accumulate(T* sums, const A& a, const B* b, std::size_t b_stride, std::size_t inner) {
    if constexpr (packable<T> && std::same_as<T, B>)
        if (!std::is_constant_evaluated())
            return accumulate_registers<FromZero, Rows, Lanes, 0>(sums, a, b, b_stride, inner);
    accumulate_scalars<FromZero, Rows, Lanes, 0, Lanes>(sums, a, b, b_stride, inner);
}

/// Calls f(rows, first) for blocks of Block rows and for the rest: at once where the count is known while compiling,
/// row by row where it is not.
template <std::size_t Block, std::size_t N, class F>
HEED_INLINE constexpr void for_blocks(static_count<N>, const F& f) {
    for (std::size_t first = 0; first + Block <= N; first += Block) f(static_count<Block>{}, first);
    if constexpr (N % Block != 0) f(static_count<N % Block>{}, N / Block * Block);
}
template <std::size_t Block, class F>
HEED_INLINE constexpr void for_blocks(std::size_t n, const F& f) {
    std::size_t first = 0;
    for (; first + Block <= n; first += Block) f(static_count<Block>{}, first);
    for (; first < n; ++first) f(static_count<1>{}, first);
}

}  // namespace heed::detail
