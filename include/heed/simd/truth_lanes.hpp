// SPDX-License-Identifier: BSL-1.0
// Registers of 1 and 0 read from truth values.
#pragma once

#include <heed/simd/pack.hpp>
#include <heed/simd/register_of_bytes.hpp>

#include <cstddef>

namespace heed::detail {

/// A byte in each of Count lanes.
template <std::size_t Count>
struct byte_lanes {
    typedef unsigned char type __attribute__((vector_size(Count)));
    typedef char signed_type __attribute__((vector_size(16)));
    typedef int wide __attribute__((vector_size(Count * sizeof(int))));
};

/// Count bytes of memory as integers. By name where g++ 12 converts byte by byte.
template <std::size_t Count>
HEED_INLINE typename byte_lanes<Count>::wide extended_bytes(const void* from) {
    using wide = typename byte_lanes<Count>::wide;
#if defined(__SSE4_1__) && !defined(__clang__)
    if constexpr (Count == 4 || Count == 8 || Count == 16) {
        [[maybe_unused]] const auto bits = register_of_bytes<typename byte_lanes<Count>::signed_type, Count>(from);
#if defined(__AVX512F__)
        if constexpr (Count == 16) return wide(__builtin_ia32_pmovzxbd512_mask(bits, wide{}, all_lanes));
#endif
#if defined(__AVX2__)
        if constexpr (Count == 8) return wide(__builtin_ia32_pmovzxbd256(bits));
#endif
        if constexpr (Count == 4) return wide(__builtin_ia32_pmovzxbd128(bits));
    }
#endif
    typename byte_lanes<Count>::type bits;
    __builtin_memcpy(&bits, from, sizeof(bits));
    return __builtin_convertvector(bits, wide);
}

/// 1 in the lanes of what is true, else 0.
template <class V>
HEED_INLINE V truth_as(const bool* from) {
    return __builtin_convertvector(extended_bytes<lanes<V>::count>(from), V);
}

}  // namespace heed::detail
