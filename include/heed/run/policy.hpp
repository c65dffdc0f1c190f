// SPDX-License-Identifier: BSL-1.0
// Policies: tiles run on one thread, or on those of OpenMP.
#pragma once

#include <cstddef>
#include <type_traits>

#if defined(_OPENMP)
#include <omp.h>
#endif

namespace heed {

namespace law {

template <class Policy, bool Holds>
struct threads {
    static_assert(Holds, "heed: par needs OpenMP: link heed::parallel, or compile and link with -fopenmp");
};

}  // namespace law

/// One thread.
struct sequential_policy {
    ///@cond
    static constexpr bool shares_tiles = false;

    template <class Execution, class Tile>
    constexpr void for_each_tile(std::size_t tiles, Execution& execution, const Tile& tile) const {
        for (std::size_t t = 0; t < tiles; ++t) tile(execution, t);
    }
    ///@endcond
};

/// The threads of OpenMP (OMP_NUM_THREADS), which take tiles one by one. Each thread has its own workspace. All are
/// allocated before the threads begin, so a std::bad_alloc is thrown as on one thread. Inside a parallel region of the
/// caller, OpenMP uses one thread unless nested regions are enabled; in a constant expression there is one. The result
/// has the same bits for any number of threads.
/// needs   -fopenmp (CMake: heed::parallel), else law::threads; element types whose operations do not throw
struct parallel_policy {
    ///@cond
    static constexpr bool shares_tiles = true;

    template <class Execution, class Tile>
    constexpr void for_each_tile(std::size_t tiles, Execution& execution, const Tile& tile) const {
#if defined(_OPENMP)
        if (!std::is_constant_evaluated() && tiles > 1) return share_tiles(tiles, execution, tile);
#endif
        sequential_policy().for_each_tile(tiles, execution, tile);
    }
    ///@endcond

private:
#if defined(_OPENMP)
    template <class Execution, class Tile>
    static void share_tiles(std::size_t tiles, const Execution& execution, const Tile& tile) {
        const bool can_fork = omp_get_active_level() < omp_get_max_active_levels();
        const auto most = static_cast<std::size_t>(can_fork ? omp_get_max_threads() : 1);
        const int threads = static_cast<int>(most < tiles ? most : tiles);
        auto memory = execution.memory_of_threads(static_cast<std::size_t>(threads));
#pragma omp parallel num_threads(threads)
        {
            Execution own = execution.with_own_memory(memory[static_cast<std::size_t>(omp_get_thread_num())]);
#pragma omp for schedule(dynamic)
            for (std::size_t t = 0; t < tiles; ++t) tile(own, t);
        }
    }
#endif
};

/// Evaluation on one thread: evaluate(seq, f), evaluate_into(seq, out, f). This is the default.
/// example const auto Y = evaluate(seq, A * B);
inline constexpr sequential_policy seq{};
/// The same on the threads of OpenMP: needs heed::parallel, or -fopenmp.
/// errors  law::threads
/// example tests/run/parallel_test.cpp
inline constexpr parallel_policy par{};

namespace detail {

template <class P>
inline constexpr bool is_policy = std::is_same_v<P, sequential_policy> || std::is_same_v<P, parallel_policy>;
template <class P>
concept evaluation_policy = is_policy<P>;

#if defined(_OPENMP)
template <class P>
inline constexpr bool can_run = true;
#else
template <class P>
inline constexpr bool can_run = !std::is_same_v<P, parallel_policy>;
#endif

}  // namespace detail
}  // namespace heed
