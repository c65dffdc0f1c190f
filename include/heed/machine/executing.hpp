// SPDX-License-Identifier: BSL-1.0
// A machine that runs what a kernel says, in numbers T and in registers of them: loops are loops, names and notes are
// nothing.
#pragma once

#include <heed/simd/for_registers.hpp>

#include <cstddef>
#include <limits>
#include <type_traits>

namespace heed::detail {

template <class T>
struct executing {
    using number = T;

    /// N numbers that a kernel needs for a moment.
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

    // Memory: a pointer, or an array.

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

    // Values that are computed where they are wanted only.

    template <class Mask, class F>
    HEED_INLINE static constexpr auto zero_where(const Mask& holds, const F& otherwise) {
        using V = decltype(otherwise());
        return V(holds ? lanes<V>::broadcast(T(0)) : otherwise());
    }
    template <class F>
    HEED_INLINE static constexpr T either(bool holds, const T& x, const F& otherwise) {
        return holds ? x : otherwise();
    }
    /// Or the least there is, of numbers without it.
    HEED_INLINE static constexpr T minus_infinity() {
        using limits = std::numeric_limits<T>;
        return limits::has_infinity ? T(-limits::infinity()) : limits::lowest();
    }
    HEED_INLINE static constexpr T count_as_number(std::size_t n) { return T(static_cast<long long>(n)); }

    /// f<V>() where registers V hold Width numbers, or as many as one register has.
    template <std::size_t Width, class F>
    HEED_INLINE static constexpr void in_registers(const F& f) {
        if constexpr (packable<T>) {
            constexpr std::size_t most = vector_bytes / sizeof(T);
            if (HEED_CONSTANT_EVALUATED) return;
            f.template operator()<pack<T, (Width < most ? Width : most)>>();
        }
    }
    /// As many of n as groups of Width take, where registers are used.
    template <std::size_t Width>
    HEED_INLINE static constexpr std::size_t whole_groups(std::size_t n) {
        if constexpr (packable<T>) return HEED_CONSTANT_EVALUATED ? 0 : n / Width * Width;
        return 0;
    }
};

}  // namespace heed::detail
