// SPDX-License-Identifier: BSL-1.0
// Registers read from elements of half precision, and written as such.
#pragma once

#include <heed/scalar/half_precision.hpp>
#include <heed/simd/for_registers.hpp>
#include <heed/simd/pack.hpp>
#include <heed/simd/register_of_bytes.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace heed::detail {

/// 16 bits in each of Count lanes.
template <std::size_t Count>
struct half_lanes {
    typedef std::uint16_t type __attribute__((vector_size(Count * 2)));
    typedef std::uint32_t wide __attribute__((vector_size(Count * 4)));
    typedef int signed_wide __attribute__((vector_size(Count * 4)));
    typedef short signed_type __attribute__((vector_size(Count * 2 < 16 ? 16 : Count * 2)));
};

/// Count times 16 bits of memory; zeros follow where a register of 16 bytes has more.
template <std::size_t Count>
HEED_ALWAYS_INLINE typename half_lanes<Count>::signed_type half_register(const void* from) {
    return register_of_bytes<typename half_lanes<Count>::signed_type, 2 * Count>(from);
}

/// Count times 16 bits of memory as the lower halves of lanes. By name where g++ 12 takes several instructions.
template <std::size_t Count>
HEED_ALWAYS_INLINE typename half_lanes<Count>::wide extended(const void* from) {
    using wide = typename half_lanes<Count>::wide;
#if defined(__SSE2__) && !defined(__clang__)
    if constexpr (Count >= 4) {
        const auto bits = half_register<Count>(from);
        [[maybe_unused]] const auto zero = bits - bits;
#if defined(__AVX512F__)
        if constexpr (Count == 16)
            return wide(__builtin_ia32_pmovzxwd512_mask(bits, typename half_lanes<Count>::signed_wide{}, all_lanes));
#endif
#if defined(__AVX2__)
        if constexpr (Count == 8) return wide(__builtin_ia32_pmovzxwd256(bits));
#endif
        if constexpr (Count == 4) return wide(__builtin_shufflevector(bits, zero, 0, 8, 1, 9, 2, 10, 3, 11));
    }
#endif
    typename half_lanes<Count>::type bits;
    __builtin_memcpy(&bits, from, sizeof(bits));
    return __builtin_convertvector(bits, wide);
}

/// Floats from Count numbers of half precision side by side.
template <int Digits, std::size_t Count>
HEED_ALWAYS_INLINE pack<float, Count> widened(const half_precision<Digits>* from) {
    using V = pack<float, Count>;
#if defined(__F16C__)
    if constexpr (Digits == digits_of_float16 && Count >= 4) {
        const auto bits = half_register<Count>(from);
        if constexpr (Count == 4) return V(__builtin_ia32_vcvtph2ps(bits));
        if constexpr (Count == 8) return V(__builtin_ia32_vcvtph2ps256(bits));
#if defined(__AVX512F__)
        if constexpr (Count == 16) return V(__builtin_ia32_vcvtph2ps512_mask(bits, V{}, all_lanes, 4));
#endif
    } else
#endif
        return float_of_half<Digits, V>(extended<Count>(from));
}

/// The lower halves of two registers become the first one, the upper halves the second. Twice, it is what it was.
template <class V>
HEED_ALWAYS_INLINE void exchange(V& a, V& b) {
    static_assert(lanes<V>::count == 8);
    const V lower = __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11);
    b = __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15);
    a = lower;
}
template <class V>
HEED_ALWAYS_INLINE void exchange_in_memory(lane_t<V>* numbers) {
    V a = lanes<V>::load(numbers), b = lanes<V>::load(numbers + lanes<V>::count);
    exchange(a, b);
    lanes<V>::store(numbers, a);
    lanes<V>::store(numbers + lanes<V>::count, b);
}

/// Whether registers V are read by `unpack` from numbers S, two at a time.
template <class V, class S>
#if defined(__AVX2__)
inline constexpr bool unpacks = std::is_same_v<S, bfloat16>&& std::is_same_v<lane_t<V>, float> && sizeof(V) == 32;
#else
inline constexpr bool unpacks = false;
#endif

/// Floats from 16 numbers of bfloat16, exchanged: 0 ... 3 and 8 ... 11, and the others. Each register is one
/// instruction; in the order of memory it is two, which take twice as long as the product that follows.
template <class V>
HEED_ALWAYS_INLINE void unpack(const bfloat16* from, V& a, V& b) {
    typedef std::uint16_t halves __attribute__((vector_size(32)));
    halves bits;
    __builtin_memcpy(&bits, from, sizeof(bits));
    constexpr halves zero{};
    a = V(__builtin_shufflevector(zero, bits, 0, 16, 1, 17, 2, 18, 3, 19, 8, 24, 9, 25, 10, 26, 11, 27));
    b = V(__builtin_shufflevector(zero, bits, 4, 20, 5, 21, 6, 22, 7, 23, 12, 28, 13, 29, 14, 30, 15, 31));
}

/// Numbers of half precision from a register of Count floats, ties to even.
template <int Digits, std::size_t Count>
HEED_ALWAYS_INLINE void store_narrowed(half_precision<Digits>* to, const pack<float, Count>& x) {
    using halves = half_lanes<Count>;
#if defined(__F16C__)
    if constexpr (Digits == digits_of_float16 && Count >= 4) {
        typename halves::signed_type bits{};
        constexpr int to_nearest = 0;
        if constexpr (Count == 4) bits = __builtin_ia32_vcvtps2ph(x, to_nearest);
        if constexpr (Count == 8) bits = __builtin_ia32_vcvtps2ph256(x, to_nearest);
#if defined(__AVX512F__)
        if constexpr (Count == 16) bits = __builtin_ia32_vcvtps2ph512_mask(x, to_nearest, bits, all_lanes);
#endif
        __builtin_memcpy(static_cast<void*>(to), &bits, Count * 2);
    } else
#endif
    {
        const auto bits = __builtin_convertvector(half_of_float<Digits, pack<float, Count>>(x), typename halves::type);
        __builtin_memcpy(static_cast<void*>(to), &bits, sizeof(bits));
    }
}

/// Whether registers of T, or numbers T, may be read from neighbours S in memory.
template <class T, class S>
inline constexpr bool is_readable_as = std::is_same_v<T, S> || (packable<T> && is_half<S>);

/// A register, or a number, from memory: as its elements are, or converted from half precision.
template <class V, class S>
HEED_ALWAYS_INLINE constexpr V load_as(const S* from) {
    using T = lane_t<V>;
    constexpr std::size_t count = lanes<V>::count;
    if constexpr (std::is_same_v<T, S>)
        return lanes<V>::load(from);
    else if constexpr (count == 1)
        return element_as<T>(*from);
    else if constexpr (std::is_same_v<T, float>)
        return widened<S::digits, count>(from);
    else
        return __builtin_convertvector((widened<S::digits, count>(from)), V);
}

/// n numbers of half precision, each the nearest to a float.
template <int Digits>
constexpr void narrow(const float* from, std::size_t n, half_precision<Digits>* to) {
    for_row<float>(n, [&]<class V>(std::size_t i) HEED_ALWAYS_INLINE_LAMBDA {
        if constexpr (lanes<V>::count == 1)
            to[i] = half_precision<Digits>(from[i]);
        else
            store_narrowed<Digits, lanes<V>::count>(to + i, lanes<V>::load(from + i));
    });
}

}  // namespace heed::detail
