// SPDX-License-Identifier: BSL-1.0
// Registers read from bytes: truth values as 1 and 0, and whole numbers of 8 bits.
#pragma once

#include <heed/simd/pack.hpp>
#include <heed/simd/register_of_bytes.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace heed::detail {

/// A byte in each of Count lanes.
template <class Byte, std::size_t Count>
struct byte_lanes {
    typedef Byte type __attribute__((vector_size(Count)));
    typedef char register_type __attribute__((vector_size(16)));
    typedef short pairs __attribute__((vector_size(16)));
    typedef int wide __attribute__((vector_size(Count * sizeof(int))));
};

/// Count bytes of memory as integers, with their sign if Byte has one. By name where g++ 12 converts byte by byte.
template <class Byte, std::size_t Count>
HEED_ALWAYS_INLINE typename byte_lanes<Byte, Count>::wide extended_bytes(const void* from) {
    using lanes_of_bytes = byte_lanes<Byte, Count>;
    using wide = typename lanes_of_bytes::wide;
    [[maybe_unused]] constexpr bool is_signed = std::is_signed_v<Byte>;
#if defined(__SSE2__) && !defined(__clang__)
    if constexpr (Count == 4 || Count == 8 || Count == 16) {
        [[maybe_unused]] const auto bits = register_of_bytes<typename lanes_of_bytes::register_type, Count>(from);
#if defined(__AVX512F__)
        if constexpr (Count == 16 && is_signed) return wide(__builtin_ia32_pmovsxbd512_mask(bits, wide{}, all_lanes));
        if constexpr (Count == 16 && !is_signed) return wide(__builtin_ia32_pmovzxbd512_mask(bits, wide{}, all_lanes));
#endif
#if defined(__AVX2__)
        if constexpr (Count == 8 && is_signed) return wide(__builtin_ia32_pmovsxbd256(bits));
        if constexpr (Count == 8 && !is_signed) return wide(__builtin_ia32_pmovzxbd256(bits));
#endif
#if defined(__SSE4_1__)
        if constexpr (Count == 4 && is_signed) return wide(__builtin_ia32_pmovsxbd128(bits));
        if constexpr (Count == 4 && !is_signed) return wide(__builtin_ia32_pmovzxbd128(bits));
#else
        if constexpr (Count == 4 && is_signed) {  // each number in all bytes of its lane: the upper one counts
            using pairs = typename lanes_of_bytes::pairs;
            const auto twice =
                pairs(__builtin_shufflevector(bits, bits, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23));
            return wide(__builtin_shufflevector(twice, twice, 0, 8, 1, 9, 2, 10, 3, 11)) >> 24;
        }
#endif
    }
#endif
    typename lanes_of_bytes::type bits;
    __builtin_memcpy(&bits, from, sizeof(bits));
    return __builtin_convertvector(bits, wide);
}

/// 1 in the lanes of what is true, else 0.
template <class V>
HEED_ALWAYS_INLINE V truth_as(const bool* from) {
    return __builtin_convertvector((extended_bytes<unsigned char, lanes<V>::count>(from)), V);
}

/// As many whole numbers of 8 bits as V has lanes.
template <class V>
HEED_ALWAYS_INLINE V from_int8(const std::int8_t* from) {
    return __builtin_convertvector((extended_bytes<std::int8_t, lanes<V>::count>(from)), V);
}

}  // namespace heed::detail
