// SPDX-License-Identifier: BSL-1.0
// Threads of the system, without OpenMP: started for each loop that they share, and ended with it.
#pragma once

#include <cstddef>
#include <cstdlib>

#include <pthread.h>
#include <sched.h>

namespace heed::detail {

/// Whether this thread is one of those that share tiles.
inline constinit thread_local bool is_sharing_tiles = false;

/// Marks this thread while it takes tiles.
class sharing_of_tiles {
public:
    sharing_of_tiles() { is_sharing_tiles = true; }
    sharing_of_tiles(const sharing_of_tiles&) = delete;
    sharing_of_tiles& operator=(const sharing_of_tiles&) = delete;
    ~sharing_of_tiles() { is_sharing_tiles = false; }
};

/// The number that a text such as "4" or "4,2" begins with, 0 if there is none. Of a huge one the first digits.
constexpr std::size_t first_number(const char* text) {
    std::size_t number = 0;
    if (text == nullptr) return number;
    while (*text == ' ') ++text;
    for (; *text >= '0' && *text <= '9' && number < 1'000'000; ++text)
        number = 10 * number + static_cast<std::size_t>(*text - '0');
    return number;
}

/// Processors on which this thread may run, of the 8192 that Linux knows at most.
inline std::size_t usable_processors() {
    constexpr std::size_t sets = 8192 / CPU_SETSIZE;
    cpu_set_t usable[sets];
    if (sched_getaffinity(0, sizeof usable, usable) != 0) return 1;
    return static_cast<std::size_t>(CPU_COUNT_S(sizeof usable, usable));
}

/// Calls work(number) on threads 0 ... count - 1, of which 0 is the caller. Each thread starts two others, 2 n + 1 and
/// 2 n + 2, before it works: many threads need no list. Where one cannot be started, those that it would start are
/// missing too. An exception that leaves work ends the program.
template <class Work>
void run_on_threads(std::size_t count, const Work& work, std::size_t number = 0) noexcept {
    struct child {
        const Work& work;
        std::size_t count, number;
        pthread_t thread;
        bool runs;

        static void* run(void* of) {
            const child& c = *static_cast<child*>(of);
            run_on_threads(c.count, c.work, c.number);
            return nullptr;
        }
    };
    child children[]{{work, count, 2 * number + 1, {}, false}, {work, count, 2 * number + 2, {}, false}};
    for (child& c : children) c.runs = c.number < count && pthread_create(&c.thread, nullptr, &child::run, &c) == 0;
    work(number);
    for (const child& c : children)
        if (c.runs) pthread_join(c.thread, nullptr);
}

struct system_threads {
    /// Operations of loops that they share, at least: some 60 us, as starting one and joining it take 25.
    static constexpr std::size_t least_work = 5'000'000;

    /// As many as OMP_NUM_THREADS says, else as the process may have processors; one on a thread that shares tiles.
    static std::size_t most() {
        if (is_sharing_tiles) return 1;
        const std::size_t asked_for = first_number(std::getenv("OMP_NUM_THREADS"));
        return asked_for != 0 ? asked_for : usable_processors();
    }

    /// Each thread takes one tile after the other: tile(own, t), where own = memory(thread).
    template <class Memory, class Tile>
    static void share(std::size_t threads, std::size_t tiles, const Memory& memory, const Tile& tile) {
        std::size_t taken = 0;
        run_on_threads(threads, [&](std::size_t thread) {
            const sharing_of_tiles mark;
            auto own = memory(thread);
            for (std::size_t t; (t = __atomic_fetch_add(&taken, 1, __ATOMIC_RELAXED)) < tiles;) tile(own, t);
        });
    }
};

}  // namespace heed::detail
