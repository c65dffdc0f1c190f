// SPDX-License-Identifier: BSL-1.0
// Policies: tiles run on one thread, or on several.
#pragma once

#include <heed/meta/config.hpp>
#include <heed/run/tile_threads.hpp>
#include <heed/run/workspace.hpp>

#include <cstddef>
#include <type_traits>

namespace heed {

/// One thread.
struct sequential_policy {
    ///@cond
    static constexpr bool shares_tiles = false;
    static constexpr std::size_t least_work = 0;  ///< of a loop

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

/// Several threads, which take tiles one by one: with -fopenmp those of OpenMP, else, on Linux, threads of the system,
/// as many as OMP_NUM_THREADS says or as the process may have processors. A thread that cannot be started is one less.
/// Each thread has memory of its own. All of it is allocated before the target changes, so a std::bad_alloc is thrown
/// as on one thread. There is one thread where threads share tiles already (inside a parallel region OpenMP uses one
/// unless nested regions are enabled), in a constant expression, and where the system has no threads. The result has
/// the same bits for any number of threads.
/// needs   element types whose operations do not throw; with glibc before 2.34, -pthread
struct HEED_THREADS_ABI parallel_policy {
    ///@cond
    static constexpr bool shares_tiles = true;
    static constexpr std::size_t least_work = detail::tile_threads::least_work;

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
        if (!std::is_constant_evaluated() && tiles > 1 && memory.threads() > 1)
            return share_tiles(tiles, execution, memory, tile);
        sequential_policy().for_each_tile(tiles, execution, memory, tile);
    }
    ///@endcond

private:
    static constexpr std::size_t threads_for(std::size_t tiles) {
        if (std::is_constant_evaluated() || tiles < 2) return 1;
        const std::size_t most = detail::tile_threads::most();
        return most < tiles ? most : tiles;
    }

    template <class Execution, class Memory, class Tile>
    static void share_tiles(std::size_t tiles, const Execution& execution, Memory& memory, const Tile& tile) {
        const std::size_t threads = memory.threads() < tiles ? memory.threads() : tiles;
        detail::tile_threads::share(
            threads, tiles, [&](std::size_t thread) { return execution.with_own_memory(memory[thread]); }, tile);
    }
};

/// Evaluation on one thread: evaluate(seq, f), evaluate_into(seq, out, f). This is the default.
/// example const auto Y = evaluate(seq, A * B);
inline constexpr sequential_policy seq{};
/// The same on several threads, with or without OpenMP: evaluate(par, f).
/// example tests/run/parallel_test.cpp
HEED_THREADS_ABI inline constexpr parallel_policy par{};

namespace detail {

template <class P>
inline constexpr bool is_policy = std::is_same_v<P, sequential_policy> || std::is_same_v<P, parallel_policy>;
template <class P>
concept evaluation_policy = is_policy<P>;

}  // namespace detail
}  // namespace heed
