// SPDX-License-Identifier: BSL-1.0
// Who runs the tiles of a plan: one thread, or all that OpenMP has.
#pragma once

#include <cstddef>
#include <type_traits>

namespace heed {

namespace law {

template <class Policy, bool Holds>
struct threads {
    static_assert(Holds, "heed: par needs OpenMP: link heed::parallel, or compile and link with -fopenmp");
};

}  // namespace law

/// One thread.
struct sequential_policy {
    static constexpr bool shares_tiles = false;

    template <class Execution, class Tile>
    constexpr void for_each_tile(std::size_t tiles, Execution& execution, const Tile& tile) const {
        for (std::size_t t = 0; t < tiles; ++t) tile(execution, t);
    }
};

/// The threads of OpenMP (OMP_NUM_THREADS), tiles handed out one by one. Each thread has a workspace of its own. In a
/// parallel region of the caller's OpenMP runs one thread, as nested regions do unless one asks for more; in a constant
/// expression there is one. The result has the same bits for any number of threads.
/// needs   -fopenmp (CMake: heed::parallel), else law::threads; element types whose operations do not throw
struct parallel_policy {
    static constexpr bool shares_tiles = true;

    template <class Execution, class Tile>
    constexpr void for_each_tile(std::size_t tiles, Execution& execution, const Tile& tile) const {
#if defined(_OPENMP)
        if (!std::is_constant_evaluated() && tiles > 1) return share_tiles(tiles, execution, tile);
#endif
        sequential_policy().for_each_tile(tiles, execution, tile);
    }

private:
#if defined(_OPENMP)
    template <class Execution, class Tile>
    static void share_tiles(std::size_t tiles, const Execution& execution, const Tile& tile) {
#pragma omp parallel
        {
            typename Execution::sizes::memory memory(execution.sizes_of_plan());
            Execution own = execution.with_own_memory(memory.data());
#pragma omp for schedule(dynamic)
            for (std::size_t t = 0; t < tiles; ++t) tile(own, t);
        }
    }
#endif
};

/// Evaluation policies: evaluate(par, f), evaluate_into(par, out, f).
inline constexpr sequential_policy seq{};
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
