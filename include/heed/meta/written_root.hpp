// SPDX-License-Identifier: BSL-1.0
// The instruction for square roots, written down. With options of -ffast-math clang before 19 takes an approximation
// for __builtin_sqrt and for the intrinsics, whatever pragmas say, and does not tell by a macro that it has them.
#pragma once

#include <heed/meta/config.hpp>

#if defined(__clang__) && __clang_major__ < 19 && defined(__x86_64__)
#define HEED_WRITES_ROOTS 1
#else
#define HEED_WRITES_ROOTS 0
#endif

#if HEED_WRITES_ROOTS
namespace heed::detail {

#if defined(__AVX__)
inline float written_root(float x) {
    __asm__("vsqrtss %0, %0, %0" : "+x"(x));
    return x;
}
inline double written_root(double x) {
    __asm__("vsqrtsd %0, %0, %0" : "+x"(x));
    return x;
}
#else
inline float written_root(float x) {
    __asm__("sqrtss %0, %0" : "+x"(x));
    return x;
}
inline double written_root(double x) {
    __asm__("sqrtsd %0, %0" : "+x"(x));
    return x;
}
#endif

/// Of all numbers in a register.
template <bool IsFloat, class V>
HEED_INLINE V written_root_of_lanes(V x) {
#if defined(__AVX512F__)
    if constexpr (sizeof(V) == 64 && IsFloat) __asm__("vsqrtps %0, %0" : "+v"(x));
    if constexpr (sizeof(V) == 64 && !IsFloat) __asm__("vsqrtpd %0, %0" : "+v"(x));
#endif
#if defined(__AVX__)
    if constexpr (sizeof(V) <= 32 && IsFloat) __asm__("vsqrtps %0, %0" : "+x"(x));
    if constexpr (sizeof(V) <= 32 && !IsFloat) __asm__("vsqrtpd %0, %0" : "+x"(x));
#else
    if constexpr (IsFloat)
        __asm__("sqrtps %0, %0" : "+x"(x));
    else
        __asm__("sqrtpd %0, %0" : "+x"(x));
#endif
    return x;
}

}  // namespace heed::detail
#endif
