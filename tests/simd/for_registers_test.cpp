// SPDX-License-Identifier: BSL-1.0
// Registers cover the lanes of a row once, whole ones first.
#include <heed/simd/for_registers.hpp>

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using namespace heed::detail;

/// How often each of so many lanes was met, in order.
template <class T, std::size_t Lanes>
struct cover {
    std::array<int, Lanes> count{};
    std::size_t next = 0, last_width = 64;
    bool in_order = true, narrowing = true;

    constexpr bool is_exact() const {
        for (const int c : count)
            if (c != 1) return false;
        return in_order && narrowing;
    }
};

template <class T, std::size_t Lanes>
constexpr cover<T, Lanes> cover_lanes() {
    cover<T, Lanes> c;
    for_registers<Lanes, T>([&]<class V>(std::size_t first) {
        c.in_order = c.in_order && first == c.next;
        c.narrowing = c.narrowing && lanes<V>::count <= c.last_width;
        c.last_width = lanes<V>::count;
        c.next = first + lanes<V>::count;
        for (std::size_t k = first; k < c.next; ++k) ++c.count[k];
    });
    return c;
}

template <class T>
constexpr bool lanes_are_covered_once() {
    return []<std::size_t... N>(std::index_sequence<N...>) { return (cover_lanes<T, N + 1>().is_exact() && ...); }
    (std::make_index_sequence<40>{});
}

TEST(for_registers, covers_each_lane_once) {
    static_assert(lanes_are_covered_once<float>() && lanes_are_covered_once<double>());
    EXPECT_TRUE(lanes_are_covered_once<float>());
    EXPECT_TRUE(lanes_are_covered_once<double>());
    EXPECT_TRUE(lanes_are_covered_once<long double>());
}

TEST(for_registers, uses_whole_registers_where_they_fit) {
    constexpr std::size_t width = vector_bytes / sizeof(float);
    std::vector<std::size_t> widths;
    for_registers<2 * width + 3, float>([&]<class V>(std::size_t) { widths.push_back(lanes<V>::count); });
    EXPECT_EQ(widths, (std::vector<std::size_t>{width, width, 2, 1}));
}

/// What is left of a row is taken in halves of a register, the narrowest ones where its length is known while
/// compiling.
template <class T>
void covers_rows_once() {
    constexpr std::size_t width = vector_bytes / sizeof(T), length = 3 * width - 1;
    const auto halves = [](std::size_t numbers) { return static_cast<std::size_t>(std::popcount(numbers)); };
    for (std::size_t n = 0; n <= length; ++n) {
        std::size_t next = 0, calls = 0;
        const auto count = [&]<class V>(std::size_t first) {
            EXPECT_EQ(first, next) << n;
            next = first + lanes<V>::count;
            ++calls;
        };
        for_row<T>(n, count);
        EXPECT_EQ(next, n);
        const std::size_t rest = n % width, single = rest % least_lanes_of_rest<T>;
        EXPECT_EQ(calls, n / width + halves(rest - single) + single) << n;
        if (n < length) continue;
        next = calls = 0;
        for_row<T>(std::integral_constant<std::size_t, length>(), count);
        EXPECT_EQ(next, length);
        EXPECT_EQ(calls, 2 + halves(width - 1));
    }
}

TEST(for_row, covers_each_number_once_in_as_few_registers_as_there_are) {
    covers_rows_once<float>();
    covers_rows_once<double>();
}

TEST(for_registers, takes_numbers_that_registers_do_not_hold_one_by_one) {
    std::size_t calls = 0;
    for_registers<5, long double>([&]<class V>(std::size_t first) {
        static_assert(std::same_as<V, long double>);
        EXPECT_EQ(first, calls++);
    });
    EXPECT_EQ(calls, 5U);
}

TEST(for_registers, does_nothing_for_no_lanes) {
    std::size_t calls = 0;
    for_registers<0, float>([&]<class V>(std::size_t) { ++calls; });
    EXPECT_EQ(calls, 0U);
}

}  // namespace
