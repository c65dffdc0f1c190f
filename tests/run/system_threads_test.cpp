// SPDX-License-Identifier: BSL-1.0
// Threads of the system: how many, each once, and fewer where none can be started.
#include <heed/run/system_threads.hpp>

#include <gtest/gtest.h>
#include <tests/filled.hpp>

#include <heed/heed.hpp>

#include <atomic>
#include <cstddef>
#include <cstdlib>

namespace heed::test {

using detail::first_number;
static_assert(first_number(nullptr) == 0 && first_number("") == 0 && first_number("many") == 0);
static_assert(first_number("4") == 4 && first_number(" 12,3") == 12 && first_number("-2") == 0);
static_assert(first_number("99999999999999999999999") >= 1'000'000);

TEST(system_threads, each_has_one_number) {
    for (std::size_t count = 1; count < 20; ++count) {
        std::atomic<int> calls[20]{};
        detail::run_on_threads(count, [&](std::size_t number) { ++calls[number]; });
        for (std::size_t i = 0; i < 20; ++i) EXPECT_EQ(calls[i], i < count ? 1 : 0) << i << " of " << count;
    }
}

TEST(system_threads, take_each_tile_once) {
    std::atomic<int> taken[50]{};
    std::atomic<int> inside = 0;
    detail::system_threads::share(
        7, 50, [](std::size_t number) { return number; },
        [&](std::size_t own, std::size_t tile) {
            EXPECT_LT(own, 7U);
            ++taken[tile];
            inside += detail::is_sharing_tiles ? 1 : 0;
        });
    for (const auto& times : taken) EXPECT_EQ(times, 1);
    EXPECT_EQ(inside, 50);
    EXPECT_FALSE(detail::is_sharing_tiles);
}

TEST(system_threads, are_as_many_as_asked_for_or_as_there_are_processors) {
    unsetenv("OMP_NUM_THREADS");
    EXPECT_EQ(detail::system_threads::most(), detail::usable_processors());
    cpu_set_t before, one;
    ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
    int first = 0;
    while (!CPU_ISSET(static_cast<std::size_t>(first), &before)) ++first;
    CPU_ZERO(&one);
    CPU_SET(static_cast<std::size_t>(first), &one);
    ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
    EXPECT_EQ(detail::system_threads::most(), 1U);
    setenv("OMP_NUM_THREADS", "3,2", 1);
    EXPECT_EQ(detail::system_threads::most(), 3U);
    setenv("OMP_NUM_THREADS", "0", 1);
    EXPECT_EQ(detail::system_threads::most(), 1U);
    unsetenv("OMP_NUM_THREADS");
    ASSERT_EQ(sched_setaffinity(0, sizeof before, &before), 0);
}

#if defined(__GLIBC__)
/// Stacks of a size for which there is no memory.
TEST(system_threads, that_cannot_be_started_are_missing) {
    const auto x = filled<tensor<float, 600, 32>>(0.37);
    const tensor expected = attention(x, x, x);
    pthread_attr_t before, huge;
    ASSERT_EQ(pthread_getattr_default_np(&before), 0);
    ASSERT_EQ(pthread_attr_init(&huge), 0);
    ASSERT_EQ(pthread_attr_setstacksize(&huge, std::size_t{1} << 50), 0);
    ASSERT_EQ(pthread_setattr_default_np(&huge), 0);
    std::atomic<int> calls = 0;
    detail::run_on_threads(5, [&](std::size_t number) { calls += number == 0 ? 1 : 100; });
    setenv("OMP_NUM_THREADS", "5", 1);
    const tensor y = evaluate(par, attention(x, x, x));
    unsetenv("OMP_NUM_THREADS");
    ASSERT_EQ(pthread_setattr_default_np(&before), 0);
    EXPECT_EQ(calls, 1);
    EXPECT_EQ(y, expected);
}
#endif

}  // namespace heed::test
