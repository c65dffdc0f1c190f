// SPDX-License-Identifier: BSL-1.0
// Errors with exceptions. Those of programs without them: tests/no_exceptions/.
#include <heed/meta/raise.hpp>

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <thread>
#include <vector>

namespace {

using heed::set_error_handler;

/// Handlers that differ.
template <int Number>
void exit_with(const char* words) {
    std::fprintf(stderr, "%d: %s", Number, words);
    std::exit(Number);
}
void only_print(const char* words) { std::fprintf(stderr, "returns: %s", words); }

TEST(set_error_handler, returns_the_one_before) {
    EXPECT_EQ(set_error_handler(exit_with<1>), nullptr);
    EXPECT_EQ(set_error_handler(exit_with<2>), exit_with<1>);
    EXPECT_EQ(set_error_handler(nullptr), exit_with<2>);
    EXPECT_EQ(set_error_handler(nullptr), nullptr);
}

TEST(set_error_handler, is_for_what_is_not_thrown) {
    set_error_handler(exit_with<3>);
    EXPECT_EXIT(heed::detail::stop("heed: words"), testing::ExitedWithCode(3), "^3: heed: words$");
    EXPECT_THROW(heed::detail::raise<std::runtime_error>("heed: words"), std::runtime_error);
    set_error_handler(only_print);
    EXPECT_EXIT(heed::detail::stop("heed: words"), testing::KilledBySignal(SIGABRT), "^returns: heed: words$");
    set_error_handler(nullptr);
    EXPECT_EXIT(heed::detail::stop("heed: words"), testing::KilledBySignal(SIGABRT), "^heed: words\n$");
}

/// Each handler that is set is returned once, whoever sets the next one.
TEST(set_error_handler, loses_none_of_several_threads) {
    constexpr int rounds = 20'000;
    constexpr heed::error_handler handlers[] = {exit_with<0>, exit_with<1>, exit_with<2>, exit_with<3>};
    std::vector<std::vector<int>> returned(4, std::vector<int>(4));
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < 4; ++t)
        threads.emplace_back([&, t] {
            for (int i = 0; i < rounds; ++i) {
                const heed::error_handler before = set_error_handler(handlers[t]);
                for (std::size_t h = 0; h < 4; ++h) returned[t][h] += before == handlers[h];
            }
        });
    for (std::thread& thread : threads) thread.join();
    const heed::error_handler last = set_error_handler(nullptr);
    for (std::size_t h = 0; h < 4; ++h) {
        int times = last == handlers[h] ? 1 : 0;
        for (const auto& by_thread : returned) times += by_thread[h];
        EXPECT_EQ(times, rounds);
    }
}

}  // namespace
