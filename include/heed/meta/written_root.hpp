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

// The instruction for one number and for all of a register; with AVX in its encoding.
#if defined(__AVX__)
#define HEED_ROOT_OF_ONE(type) "vsqrt" type " %0, %0, %0"
#define HEED_ROOT_OF_ALL(type) "vsqrt" type " %0, %0"
#else
#define HEED_ROOT_OF_ONE(type) "sqrt" type " %0, %0"
#define HEED_ROOT_OF_ALL(type) "sqrt" type " %0, %0"
#endif

inline float written_root(float x) {
    __asm__(HEED_ROOT_OF_ONE("ss") : "+x"(x));
    return x;
}
inline double written_root(double x) {
    __asm__(HEED_ROOT_OF_ONE("sd") : "+x"(x));
    return x;
}
/// Of all numbers in a register.
template <bool IsFloat, class V>
HEED_ALWAYS_INLINE V written_root_of_lanes(V x) {
    if constexpr (IsFloat)
        __asm__(HEED_ROOT_OF_ALL("ps") : "+v"(x));
    else
        __asm__(HEED_ROOT_OF_ALL("pd") : "+v"(x));
    return x;
}

#undef HEED_ROOT_OF_ONE
#undef HEED_ROOT_OF_ALL

}  // namespace heed::detail
#endif
