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

}  // namespace heed::detail
