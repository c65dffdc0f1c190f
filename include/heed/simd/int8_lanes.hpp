// SPDX-License-Identifier: BSL-1.0
// Registers read from whole numbers of 8 bits.
#pragma once

#include <heed/simd/pack.hpp>
#include <heed/simd/register_of_bytes.hpp>

#include <cstddef>
#include <cstdint>

namespace heed::detail {

/// 8 bits in each of Count lanes, and the same numbers in 32.
template <std::size_t Count>
struct int8_lanes {
    typedef std::int8_t type __attribute__((vector_size(Count)));
    typedef int wide __attribute__((vector_size(Count * 4)));
    typedef char register_type __attribute__((vector_size(16)));
    typedef short pairs __attribute__((vector_size(16)));
};

/// Count whole numbers of 8 bits from memory in 32 bits each. By name where g++ 12 takes them one by one.
template <std::size_t Count>
HEED_INLINE typename int8_lanes<Count>::wide extended_int8(const std::int8_t* from) {
    using wide = typename int8_lanes<Count>::wide;
#if defined(__SSE2__) && !defined(__clang__)
    if constexpr (Count >= 4) {
        const auto bits = register_of_bytes<typename int8_lanes<Count>::register_type, Count>(from);
#if defined(__AVX512F__)
        if constexpr (Count == 16) return wide(__builtin_ia32_pmovsxbd512_mask(bits, wide{}, all_lanes));
#endif
#if defined(__AVX2__)
        if constexpr (Count == 8) return wide(__builtin_ia32_pmovsxbd256(bits));
#endif
        if constexpr (Count == 4) {
#if defined(__SSE4_1__)
            return wide(__builtin_ia32_pmovsxbd128(bits));
#else
            // Each number in all bytes of its lane: the upper one counts.
            using pairs = typename int8_lanes<Count>::pairs;
            const auto twice =
                pairs(__builtin_shufflevector(bits, bits, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23));
            return wide(__builtin_shufflevector(twice, twice, 0, 8, 1, 9, 2, 10, 3, 11)) >> 24;
#endif
        }
    }
#endif
    typename int8_lanes<Count>::type bits;
    __builtin_memcpy(&bits, from, sizeof(bits));
    return __builtin_convertvector(bits, wide);
}

/// As many whole numbers of 8 bits as V has lanes.
template <class V>
HEED_INLINE V from_int8(const std::int8_t* from) {
    return __builtin_convertvector(extended_int8<lanes<V>::count>(from), V);
}

}  // namespace heed::detail
