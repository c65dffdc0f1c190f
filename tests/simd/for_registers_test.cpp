// SPDX-License-Identifier: BSL-1.0
// Registers cover the lanes of a row once, whole ones first.
#include <heed/simd/for_registers.hpp>

#include <gtest/gtest.h>

#include <array>
#include <concepts>
#include <cstddef>
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
