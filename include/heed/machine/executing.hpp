// SPDX-License-Identifier: BSL-1.0
// A machine that runs a kernel on numbers T and registers of them. Names and notes have no effect.
#pragma once

#include <heed/lower/tiles.hpp>
#include <heed/simd/for_registers.hpp>

#include <cstddef>
#include <limits>
#include <type_traits>

namespace heed::detail {

template <class T>
struct executing {
    using number = T;
    using loop_index = std::size_t;

    /// A short array of N numbers.
    template <std::size_t N>
    struct array {
        T items[N];
        constexpr array(const executing&, const char*) {}
    };

    HEED_INLINE static constexpr void note(const char*) {}

    template <class F>
    HEED_INLINE static constexpr void loop(const char*, std::size_t begin, std::size_t end, std::size_t step,
                                           const F& f) {
        for (std::size_t i = begin; i < end; i += step) f(i);
    }

    // Memory is a pointer or an array.

    template <class V>
    HEED_INLINE static constexpr V load(const T* x, std::size_t j) {
        return lanes<V>::load(x + j);
    }
    template <class V, std::size_t N>
    HEED_INLINE static constexpr V load(const array<N>& x, std::size_t j) {
        return lanes<V>::load(x.items + j);
    }
    template <class V>
    HEED_INLINE static constexpr void store(T* x, std::size_t j, const V& v) {
        lanes<V>::store(x + j, v);
    }
    template <class V, std::size_t N>
    HEED_INLINE static constexpr void store(array<N>& x, std::size_t j, const V& v) {
        lanes<V>::store(x.items + j, v);
    }

    HEED_INLINE static constexpr T* from(T* x, std::size_t first) { return x + first; }

    // Long sums.

    static constexpr bool sums_in_blocks = true;
    HEED_INLINE static constexpr std::size_t rest_of(std::size_t n, std::size_t first, std::size_t most) {
        return n - first < most ? n - first : most;
    }
    HEED_INLINE static constexpr T variable_at_zero(const char*) { return T(0); }

    // Values that are computed only if they are needed.

    template <class Mask, class F>
    HEED_INLINE static constexpr auto zero_where(const Mask& holds, const F& otherwise) {
        using V = decltype(otherwise());
        return V(holds ? lanes<V>::broadcast(T(0)) : otherwise());
    }
    template <class F>
    HEED_INLINE static constexpr T either(bool holds, const T& x, const F& otherwise) {
        return holds ? x : otherwise();
    }
    /// For number types without infinity, the lowest number.
    HEED_INLINE static constexpr T minus_infinity() {
        using limits = std::numeric_limits<T>;
        return limits::has_infinity ? T(-limits::infinity()) : limits::lowest();
    }
    HEED_INLINE static constexpr T count_as_number(std::size_t n) { return T(static_cast<long long>(n)); }

    /// f<V>() for registers V of Width numbers, or of as many as one register has.
    template <std::size_t Width, class F>
    HEED_INLINE static constexpr void in_registers(const F& f) {
        if constexpr (packable<T>) {
            constexpr std::size_t most = vector_bytes / sizeof(T);
            if (HEED_CONSTANT_EVALUATED) return;
            f.template operator()<pack<T, (Width < most ? Width : most)>>();
        }
    }
    // Rows that are computed and folded in one loop.

    /// Machines with a result may prefetch the place that the row after i is written to, from column j on.
    HEED_INLINE static constexpr void fetch_next_result(std::size_t, std::size_t) {}
    static constexpr bool folds_pieces = true;
    /// f(first, count) for pieces of the part of a row that whole groups of Width cover. A piece is still in registers
    /// or L1 when it is folded, and the latency of the sum overlaps with the computation of the next piece. Pieces are
    /// unrolled if the length is static.
    template <std::size_t Width, class Count, class F>
    HEED_INLINE static constexpr void pieces(Count n, const F& f) {
        constexpr std::size_t piece = 4 * vector_bytes / sizeof(T);
        if constexpr (requires { Count::value; }) {
            constexpr std::size_t whole = Count::value / Width * Width, rest = whole % piece;
            for (std::size_t first = 0; first + piece <= whole; first += piece)
                f(first, std::integral_constant<std::size_t, piece>());
            if constexpr (rest > 0) f(whole - rest, std::integral_constant<std::size_t, rest>());
        } else {
            const std::size_t whole = n / Width * Width;
            for (std::size_t first = 0; first < whole; first += piece)
                f(first, whole - first < piece ? whole - first : piece);
        }
    }
    /// Folds that may be reordered run in this many independent chains.
    static constexpr std::size_t folds_side_by_side = 4;
    /// f(j, Numbers) for each Numbers numbers of a piece, then f(j, row_lanes) for the remaining groups.
    template <std::size_t Numbers, class Count, class F>
    HEED_INLINE static constexpr void groups(const char*, std::size_t first, Count count, const F& f) {
        std::size_t j = 0;
        for (; j + Numbers <= count; j += Numbers) f(first + j, std::integral_constant<std::size_t, Numbers>());
        if constexpr (Numbers > row_lanes)
            for (; j < count; j += row_lanes) f(first + j, std::integral_constant<std::size_t, row_lanes>());
    }
    /// f<V>(j) for whole groups of Width numbers of a row.
    template <std::size_t Width, class Count, class F>
    HEED_INLINE static constexpr void along_groups(std::size_t first, Count count, const F& f) {
        if constexpr (packable<T>) {
            constexpr std::size_t widest = vector_bytes / sizeof(T);
            if constexpr (requires { Count::value; }) {
                constexpr std::size_t whole = Count::value / widest * widest;
                HEED_UNROLL for (std::size_t j = 0; j < whole; j += widest)
                    f.template operator()<pack<T, widest>>(first + j);
                if constexpr (whole < Count::value) f.template operator()<pack<T, Width>>(first + whole);
            } else {
                std::size_t j = 0;
                for (; j + widest <= count; j += widest) f.template operator()<pack<T, widest>>(first + j);
                if constexpr (widest > Width) for_rest_of_row<widest / 2, T, Width>(first + j, first + count, f);
            }
        }
    }
    /// f<V>(j) for the remainder of a row of n numbers after groups of Width; for the whole row if registers are not
    /// used.
    template <std::size_t Width, class Count, class F>
    HEED_INLINE static constexpr void along_rest(Count n, const F& f) {
        if (!packable<T> || HEED_CONSTANT_EVALUATED) {
            for (std::size_t j = 0; j < n; ++j) f.template operator()<T>(j);
        } else if constexpr (packable<T>) {
            if constexpr (requires { Count::value; })
                for_registers_from<Count::value, Count::value / Width * Width, T>(f);
            else
                for_rest_of_row<Width / 2, T>(n / Width * Width, n, f);
        }
    }
    /// f(j) for the remainder of n numbers after groups of Width; for all of them if registers are not used.
    template <std::size_t Width, class F>
    HEED_INLINE static constexpr void loop_rest(const char*, std::size_t n, const F& f) {
        std::size_t j = 0;
        if (packable<T> && !HEED_CONSTANT_EVALUATED) j = n / Width * Width;
        for (; j < n; ++j) f(j);
    }
};

}  // namespace heed::detail
