// SPDX-License-Identifier: BSL-1.0
// The instruction set that the program is compiled for, in words.
#pragma once

#include <heed/lower/tiles.hpp>
#include <heed/meta/config.hpp>

namespace heed::detail {

#if defined(__AVX512F__)
inline constexpr const char* instruction_set = "AVX-512";
#elif defined(__AVX2__)
inline constexpr const char* instruction_set = "AVX2";
#elif defined(__AVX__)
inline constexpr const char* instruction_set = "AVX";
#elif defined(__SSE2__)
inline constexpr const char* instruction_set = "SSE2";
#elif defined(__ARM_NEON)
inline constexpr const char* instruction_set = "NEON";
#else
inline constexpr const char* instruction_set = "generic";
#endif

inline constexpr bool has_fused_multiply_add = HEED_HAS_FMA == 1;

/// "SSE2: registers of 16 bytes, products and sums are instructions of their own"
template <class Text>
constexpr void add_target(Text& out) {
    out.add(instruction_set).add(": registers of ").add(vector_bytes).add(" bytes, ");
    out.add(has_fused_multiply_add ? "a multiply-add is one instruction"
                                   : "products and sums are instructions of their own");
}

}  // namespace heed::detail
