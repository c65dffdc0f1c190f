// SPDX-License-Identifier: BSL-1.0
// Which tiles of scores a mask leaves, read off the plan alone. Numbers that the program passes are not known here:
// tiles that depend on them count as partial, as do those of masks in memory.
#pragma once

#include <heed/lower/tile_counts.hpp>

#include <cstddef>

namespace heed::detail {

using score_tile_counts = tile_counts;

/// Skipped, partial and full tiles of a step whose scores are masked.
template <std::size_t Capacity>
constexpr score_tile_counts count_score_tiles(const plan<Capacity>& p, const nest& n, const step& s) {
    const auto unknown = [](std::size_t) { return index_range<double>(); };
    return count_tiles<double>(p, n, s, tile_size_of(n, p.kernels[s.kernel]), unknown);
}

}  // namespace heed::detail
