// SPDX-License-Identifier: BSL-1.0
// Rows of numbers as registers: a few lanes known while compiling, or a row of any length.
#pragma once

#include <heed/simd/pack.hpp>

#include <bit>
#include <cstddef>
#include <type_traits>

namespace heed::detail {

template <std::size_t Lanes, std::size_t First, class T, class F>
HEED_INLINE void for_registers_from(const F& f) {
    if constexpr (First < Lanes) {
        constexpr std::size_t width = vector_bytes / sizeof(T), left = Lanes - First;
        constexpr std::size_t part = std::bit_floor(left < width ? left : width);
        if constexpr (part == 1)
            f.template operator()<T>(First);
        else
            f.template operator()<pack<T, part>>(First);
        for_registers_from<Lanes, First + part, T>(f);
    }
}

/// f<V>(first) for registers V that cover lanes 0 ... Lanes - 1; in constant expressions, and for numbers that
/// registers do not hold, V is T.
template <std::size_t Lanes, class T, class F>
HEED_INLINE constexpr void for_registers(const F& f) {
    if (!packable<T> || HEED_CONSTANT_EVALUATED)
        for (std::size_t first = 0; first < Lanes; ++first) f.template operator()<T>(first);
    else if constexpr (packable<T>)
        for_registers_from<Lanes, 0, T>(f);
}

/// f<V>(first) for whole registers V along a row of n numbers, and f<T>(first) for each number that is left; in
/// constant expressions, and for numbers that registers do not hold, V is T.
template <class T, class F>
HEED_INLINE constexpr void for_row(std::size_t n, const F& f) {
    if (!packable<T> || HEED_CONSTANT_EVALUATED) {
        for (std::size_t first = 0; first < n; ++first) f.template operator()<T>(first);
    } else if constexpr (packable<T>) {
        constexpr std::size_t width = vector_bytes / sizeof(T);
        const std::size_t whole = n / width * width;
        for (std::size_t first = 0; first < whole; first += width) f.template operator()<pack<T, width>>(first);
        for (std::size_t first = whole; first < n; ++first) f.template operator()<T>(first);
    }
}

}  // namespace heed::detail
