// SPDX-License-Identifier: BSL-1.0
// How fast the machine reads: a sum over memory, all loads independent of each other.
#pragma once

#include <bench/contender.hpp>
#include <bench/fma_peak.hpp>

#include <cstddef>
#include <memory>
#include <vector>

namespace bench {

/// Sums that do not wait for each other.
inline constexpr std::size_t read_sums = 8;

/// Reads that many bytes, a multiple of read_sums registers, again and again.
inline computation read_loop(std::size_t bytes) {
    const auto numbers =
        std::make_shared<std::vector<peak_register, cache_aligned<peak_register>>>(bytes / sizeof(peak_register));
    return repeated(static_cast<const float*>(nullptr), [numbers] {
        static peak_register total;
        peak_register sums[read_sums]{};
        for (std::size_t i = 0; i < numbers->size(); i += read_sums)
            HEED_UNROLL for (std::size_t r = 0; r < read_sums; ++r) sums[r] += (*numbers)[i + r];
        for (const auto& s : sums) total += s;
        keep(&total);
    });
}

}  // namespace bench
