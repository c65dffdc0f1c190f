// SPDX-License-Identifier: BSL-1.0
// A vector with a fixed capacity grows, compares and works in constant expressions and as a template argument.
#include <heed/meta/static_vector.hpp>

#include <gtest/gtest.h>

#include <concepts>
#include <cstddef>

namespace {

using heed::detail::static_vector;

template <std::size_t Capacity>
constexpr static_vector<int, Capacity> counted_to(int n) {
    static_vector<int, Capacity> v;
    for (int i = 0; i < n; ++i) v.push_back(i);
    return v;
}

constexpr bool holds_what_was_appended() {
    static_vector<int, 4> v;
    if (!v.empty() || v.begin() != v.end()) return false;
    for (int i = 0; i < 4; ++i) {
        if (v.push_back(10 * i) != static_cast<std::size_t>(i)) return false;
        if (v.empty() || v.size() != static_cast<std::size_t>(i) + 1 || v.back() != 10 * i) return false;
    }
    int expected = 0;
    for (const int x : v) {
        if (x != expected) return false;
        expected += 10;
    }
    return expected == 40;
}

constexpr bool elements_can_be_written() {
    auto v = counted_to<4>(3);
    v[0] = 7;
    v.back() = 9;
    for (int& x : v) x += 1;
    return v[0] == 8 && v[1] == 2 && v[2] == 10;
}

/// Elements beyond the count do not count.
constexpr bool equality_is_that_of_the_elements() {
    auto shrunk = counted_to<4>(4);
    shrunk.pop_back();
    for (std::size_t i = 0; i < 3; ++i) {
        auto other = counted_to<4>(3);
        other[i] += 1;
        if (other == counted_to<4>(3)) return false;
    }
    return counted_to<4>(3) == counted_to<4>(3) && counted_to<4>(3) != counted_to<4>(2) && shrunk == counted_to<4>(3) &&
           static_vector<int, 0>{} == static_vector<int, 0>{};
}

constexpr bool resizing_assigns() {
    auto v = counted_to<4>(3);
    v.resize(1);
    v.resize(3, 8);
    if (v.size() != 3 || v[0] != 0 || v[1] != 8 || v[2] != 8) return false;
    v.resize(4);
    return v[3] == 0;
}

TEST(static_vector, resizing_assigns) {
    static_assert(resizing_assigns());
    EXPECT_TRUE(resizing_assigns());
}

TEST(static_vector, holds_what_was_appended) {
    static_assert(holds_what_was_appended());
    EXPECT_TRUE(holds_what_was_appended());
}

TEST(static_vector, elements_can_be_written) {
    static_assert(elements_can_be_written());
    EXPECT_TRUE(elements_can_be_written());
}

TEST(static_vector, equality_is_that_of_the_elements) {
    static_assert(equality_is_that_of_the_elements());
    EXPECT_TRUE(equality_is_that_of_the_elements());
}

template <static_vector<int, 4> V>
struct named_by {
    static constexpr std::size_t size = V.size();
};

TEST(static_vector, is_structural) {
    static_assert(std::same_as<named_by<counted_to<4>(3)>, named_by<counted_to<4>(3)>>);
    static_assert(!std::same_as<named_by<counted_to<4>(3)>, named_by<counted_to<4>(2)>>);
    EXPECT_EQ(named_by<counted_to<4>(3)>::size, 3U);
}

TEST(static_vector_death, stops_in_words_when_full) {
    auto v = counted_to<2>(2);
    EXPECT_DEATH((void)v.push_back(3), "a static_vector is full");
    EXPECT_DEATH(v.resize(3), "a static_vector is full");
}

}  // namespace
