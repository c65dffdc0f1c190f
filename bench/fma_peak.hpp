// SPDX-License-Identifier: BSL-1.0
// The most that the machine can do: multiply-adds that never leave the registers.
#pragma once

#include <bench/contender.hpp>
#include <tools/study/kernel_registers.hpp>

#include <heed/meta/config.hpp>
#include <heed/simd/target.hpp>

#include <cstddef>

namespace bench {

/// Sums that do not wait for each other: 8 hide the latency of two units, 16 that of four, and all fit the registers.
#if defined(__AVX512F__) || defined(__aarch64__)
inline constexpr std::size_t peak_sums = 16;
#else
inline constexpr std::size_t peak_sums = 12;
#endif
inline constexpr std::size_t peak_rounds = 1000;
typedef float peak_register __attribute__((vector_size(heed::detail::vector_bytes)));
inline constexpr double peak_flops = 2.0 * peak_rounds * peak_sums * sizeof(peak_register) / sizeof(float);

HEED_STUDY_WHOLE_REGISTERS inline const float* fma_peak(std::size_t times) {
    static volatile float factor = 0.999F, summand = 0.001F;
    static peak_register total;
    const peak_register x = factor - peak_register{}, y = summand - peak_register{};
    peak_register sums[peak_sums];
    HEED_UNROLL for (auto& s : sums) s = summand - peak_register{};  // read anew: else one sum would do for all
    for (std::size_t i = 0; i < times * peak_rounds; ++i) HEED_UNROLL for (auto& s : sums) s = s * x + y;
    for (const auto& s : sums) total += s;
    keep(&total);
    return nullptr;
}

}  // namespace bench
