// SPDX-License-Identifier: BSL-1.0
// Square roots of registers in one instruction. A loop over lanes is not that: compilers keep a call beside each root,
// for errno.
#pragma once

#include <heed/meta/config.hpp>
#include <heed/meta/written_root.hpp>

#include <concepts>
#include <cstddef>

namespace heed::detail {

/// The root of each of Count numbers T side by side in V. Correctly rounded.
template <class T, std::size_t Count, class V>
HEED_ALWAYS_INLINE V square_root_of_lanes(V x) {
#if HEED_WRITES_ROOTS
    return written_root_of_lanes<std::same_as<T, float>>(x);
#elif defined(__has_builtin) && __has_builtin(__builtin_elementwise_sqrt)
    return __builtin_elementwise_sqrt(x);
#else
    constexpr bool is_float = std::same_as<T, float>;
    (void)is_float;
#if defined(__AVX512F__) && defined(__clang__)
    if constexpr (sizeof(V) == 64 && is_float) return __builtin_ia32_sqrtps512(x, 4);  // as the mode of rounding is
    if constexpr (sizeof(V) == 64 && !is_float) return __builtin_ia32_sqrtpd512(x, 4);
#elif defined(__AVX512F__)
    if constexpr (sizeof(V) == 64 && is_float) return __builtin_ia32_sqrtps512_mask(x, x, -1, 4);
    if constexpr (sizeof(V) == 64 && !is_float) return __builtin_ia32_sqrtpd512_mask(x, x, -1, 4);
#endif
#if defined(__AVX__)
    if constexpr (sizeof(V) == 32 && is_float) return __builtin_ia32_sqrtps256(x);
    if constexpr (sizeof(V) == 32 && !is_float) return __builtin_ia32_sqrtpd256(x);
#endif
#if defined(__SSE2__)
    if constexpr (sizeof(V) == 16 && is_float) return __builtin_ia32_sqrtps(x);
    if constexpr (sizeof(V) == 16 && !is_float) return __builtin_ia32_sqrtpd(x);
#endif
    for (std::size_t l = 0; l < Count; ++l)
        if constexpr (is_float)
            x[l] = __builtin_sqrtf(x[l]);
        else
            x[l] = __builtin_sqrt(x[l]);
    return x;
#endif
}

}  // namespace heed::detail
