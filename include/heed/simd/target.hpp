// SPDX-License-Identifier: BSL-1.0
// The instruction set that the program is compiled for.
#pragma once

#include <cstddef>

namespace heed::detail {

/// Bytes of a vector register.
#if defined(__AVX512F__)
inline constexpr std::size_t vector_bytes = 64;
#elif defined(__AVX__)
inline constexpr std::size_t vector_bytes = 32;
#else
inline constexpr std::size_t vector_bytes = 16;
#endif

/// Bytes of a register into which numbers of half precision are converted while others are multiplied. Processors of
/// Intel with AVX-512 take as many instructions for 64 bytes as for 32: 64 are 1.1 to 1.4 times as fast (float16,
/// cached keys). Zen 4 takes two for 64, which do not run beside products: 32 are 1.9 times as fast. 32 also for a
/// program compiled for any processor with AVX-512. (Of processors of Intel, clang defines __corei7__; g++ lacks
/// __k8__.)
#if defined(__AVX512F__) &&                                                                     \
    (defined(__corei7__) || (!defined(__clang__) && !defined(__k8__) && !defined(__znver3__) && \
                             !defined(__znver4__) && !defined(__znver5__)))
inline constexpr std::size_t half_vector_bytes = 64;
#else
inline constexpr std::size_t half_vector_bytes = vector_bytes < 32 ? vector_bytes : 32;
#endif

}  // namespace heed::detail
