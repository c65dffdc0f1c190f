// SPDX-License-Identifier: BSL-1.0
// Policies: tiles run on one thread, or on those of OpenMP.
#pragma once

#include <heed/run/workspace.hpp>

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

    /// Memory of threads: of none.
    template <class T>
    struct memory_of_threads {
        constexpr memory_of_threads(std::size_t, std::size_t) {}
    };

    template <class Execution, class Memory, class Tile>
    constexpr void for_each_tile(std::size_t tiles, Execution& execution, Memory&, const Tile& tile) const {
        for (std::size_t t = 0; t < tiles; ++t) tile(execution, t);
    }
    ///@endcond
};

/// The threads of OpenMP (OMP_NUM_THREADS), which take tiles one by one. Each thread has memory of its own. All of it
/// is allocated before the target changes, so a std::bad_alloc is thrown as on one thread. Inside a parallel region of
/// the caller, OpenMP uses one thread unless nested regions are enabled; in a constant expression there is one. The
/// result has the same bits for any number of threads.
/// needs   -fopenmp (CMake: heed::parallel), else law::threads; element types whose operations do not throw
struct parallel_policy {
    ///@cond
    static constexpr bool shares_tiles = true;

    /// Memory of the threads that take part in so many tiles, of `elements` each. One thread has that of the formula.
    template <class T>
    class memory_of_threads {
    public:
        constexpr memory_of_threads(std::size_t elements, std::size_t tiles)
            : threads_(threads_for(tiles)), all_(elements, threads_ > 1 ? threads_ : 0) {}
        constexpr std::size_t threads() const { return threads_; }
        T* operator[](std::size_t thread) { return all_[thread]; }

    private:
        std::size_t threads_;
        detail::workspaces<T> all_;
    };

    template <class Execution, class Memory, class Tile>
    constexpr void for_each_tile(std::size_t tiles, Execution& execution, Memory& memory, const Tile& tile) const {
#if defined(_OPENMP)
        if (!std::is_constant_evaluated() && tiles > 1 && memory.threads() > 1)
            return share_tiles(tiles, execution, memory, tile);
#endif
        sequential_policy().for_each_tile(tiles, execution, memory, tile);
    }
    ///@endcond

private:
    /// One inside a parallel region that has no regions of its own.
    static constexpr std::size_t threads_for([[maybe_unused]] std::size_t tiles) {
#if defined(_OPENMP)
        if (!std::is_constant_evaluated() && tiles > 1 && omp_get_active_level() < omp_get_max_active_levels()) {
            const auto most = static_cast<std::size_t>(omp_get_max_threads());
            return most < tiles ? most : tiles;
        }
#endif
        return 1;
    }

#if defined(_OPENMP)
    template <class Execution, class Memory, class Tile>
    static void share_tiles(std::size_t tiles, const Execution& execution, Memory& memory, const Tile& tile) {
        const int threads = static_cast<int>(memory.threads() < tiles ? memory.threads() : tiles);
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
