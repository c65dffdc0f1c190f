// SPDX-License-Identifier: BSL-1.0
// Sizes in which primes stand for lengths, where those have their values.
#include <heed/shape/size_from.hpp>

#include <gtest/gtest.h>

#include <cstddef>

namespace {

using namespace heed;
using detail::is_fixed_size;
using detail::shape_from_lengths;
using detail::size_from;

/// Two lengths, which two primes stand for.
struct two_lengths {
    static constexpr std::size_t tokens = 1009, words = 2003;
    static constexpr detail::length_list lengths = [] {
        detail::length_list list;
        list.push_back(tokens);
        list.push_back(words);
        return list;
    }();
};
constexpr std::size_t tokens = two_lengths::tokens, words = two_lengths::words;
constexpr std::size_t values[]{5, 7};

template <std::size_t Number>
constexpr std::size_t size = size_from<two_lengths, Number>(values);

TEST(size_from, is_the_product_of_what_the_number_is_made_of) {
    static_assert(size<12> == 12);
    static_assert(size<0> == 0);
    static_assert(size<tokens> == 5);
    static_assert(size<words> == 7);
    static_assert(size<3 * tokens * words> == 3 * 5 * 7);
    static_assert(size<4 * tokens * tokens> == 4 * 25);
    static_assert(size<tokens * words * words * words> == 5 * 343);
    static_assert(is_fixed_size<two_lengths, 12> && is_fixed_size<two_lengths, 0>);
    static_assert(!is_fixed_size<two_lengths, 3 * words>);
    const std::size_t none[]{0, 7};
    EXPECT_EQ((size_from<two_lengths, 4 * tokens * words>(none)), 0u);
}

struct matrix {
    static constexpr detail::shape shape_value{2 * tokens, words, 3};
};

TEST(size_from, shape_has_the_sizes) {
    constexpr detail::shape s = shape_from_lengths<two_lengths, matrix>(values);
    static_assert(s.rank == 3);
    EXPECT_EQ(s[0].size, 10u);
    EXPECT_EQ(s[1].size, 7u);
    EXPECT_EQ(s[2].size, 3u);
}

}  // namespace
