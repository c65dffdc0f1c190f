// SPDX-License-Identifier: BSL-1.0
// Rows of numbers as registers: a few lanes known while compiling, or a row of any length.
#pragma once

#include <heed/simd/pack.hpp>

#include <bit>
#include <cstddef>
#include <type_traits>

namespace heed::detail {

template <std::size_t Lanes, std::size_t First, class T, class F>
HEED_ALWAYS_INLINE void for_registers_from(const F& f) {
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
HEED_ALWAYS_INLINE constexpr void for_registers(const F& f) {
    if (!packable<T> || HEED_CONSTANT_EVALUATED)
        for (std::size_t first = 0; first < Lanes; ++first) f.template operator()<T>(first);
    else if constexpr (packable<T>)
        for_registers_from<Lanes, 0, T>(f);
}

/// Lanes of the narrowest registers that what is left of a row goes to where its length is known at run time only: each
/// width is more to compile.
template <class T>
inline constexpr std::size_t least_lanes_of_rest = 16 / sizeof(T);

/// f<V>(first) for the numbers first ... end - 1 of a row, fewer than 2 Width: registers V of Width numbers, or as many
/// as one has, then of halves of that, down to Least; numbers, where Least is 1.
template <std::size_t Width, class T, std::size_t Least = 1, class F>
HEED_ALWAYS_INLINE void for_rest_of_row(std::size_t first, std::size_t end, const F& f) {
    constexpr std::size_t widest = vector_bytes / sizeof(T);
    if constexpr (Width > widest) {
        for (; first + widest <= end; first += widest) f.template operator()<pack<T, widest>>(first);
        for_rest_of_row<widest / 2, T, Least>(first, end, f);
    } else if constexpr (Width >= least_lanes_of_rest<T> && Width >= Least) {
        if (first + Width <= end) {
            f.template operator()<pack<T, Width>>(first);
            first += Width;
        }
        for_rest_of_row<Width / 2, T, Least>(first, end, f);
    } else if constexpr (Least == 1) {
        for (; first < end; ++first) f.template operator()<T>(first);
    }
}

/// f<V>(first) for whole registers V along a row of n numbers, and for halves of them, down to single numbers, of what
/// is left; in constant expressions, and for numbers that registers do not hold, V is T. A std::integral_constant
/// instantiates the halves that it has, another count those of 16 bytes and more.
template <class T, class Count, class F>
HEED_ALWAYS_INLINE constexpr void for_row(Count n, const F& f) {
    if (!packable<T> || HEED_CONSTANT_EVALUATED) {
        for (std::size_t first = 0; first < n; ++first) f.template operator()<T>(first);
    } else if constexpr (packable<T>) {
        constexpr std::size_t width = vector_bytes / sizeof(T);
        const std::size_t whole = n / width * width;
        for (std::size_t first = 0; first < whole; first += width) f.template operator()<pack<T, width>>(first);
        if constexpr (requires { Count::value; })
            for_registers_from<Count::value, Count::value / width * width, T>(f);
        else
            for_rest_of_row<width / 2, T>(whole, n, f);
    }
}

}  // namespace heed::detail
