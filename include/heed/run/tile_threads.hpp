// SPDX-License-Identifier: BSL-1.0
// The threads that share tiles: those of OpenMP where it is enabled, else those of the system, else none.
#pragma once

#include <heed/meta/config.hpp>
#if defined(_OPENMP)
#include <omp.h>
#elif HEED_HAS_THREADS
#include <heed/run/system_threads.hpp>
#endif

#include <cstddef>

namespace heed::detail {

#if defined(_OPENMP)
struct openmp_threads {
    /// Operations of loops that they share, at least: they wait by spinning, and begin within a few microseconds.
    static constexpr std::size_t least_work = 500'000;

    /// As many as OpenMP says; one inside a parallel region that has no regions of its own.
    static std::size_t most() {
        return omp_get_active_level() < omp_get_max_active_levels() ? static_cast<std::size_t>(omp_get_max_threads())
                                                                    : 1;
    }

    /// Each thread takes one tile after the other: tile(own, t), where own = memory(thread).
    template <class Memory, class Tile>
    static void share(std::size_t threads, std::size_t tiles, const Memory& memory, const Tile& tile) {
        const int count = static_cast<int>(threads);
#pragma omp parallel num_threads(count)
        {
            auto own = memory(static_cast<std::size_t>(omp_get_thread_num()));
#pragma omp for schedule(dynamic)
            for (std::size_t t = 0; t < tiles; ++t) tile(own, t);
        }
    }
};
using tile_threads = openmp_threads;
#elif HEED_HAS_THREADS
using tile_threads = system_threads;
#else
struct no_threads {
    static constexpr std::size_t least_work = static_cast<std::size_t>(-1);
    static std::size_t most() { return 1; }
    template <class Memory, class Tile>
    static void share(std::size_t, std::size_t, const Memory&, const Tile&) {}
};
using tile_threads = no_threads;
#endif

}  // namespace heed::detail
