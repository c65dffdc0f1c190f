// SPDX-License-Identifier: BSL-1.0
// Buffers of a plan with lengths: those that are side by side in the plan are so for any lengths.
#include "tests/words_of.hpp"

#include <heed/run/sized_plan.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <string>

namespace heed::detail {
namespace {

inline constexpr std::size_t n = 1009, m = 1013;

/// Of four buffers the third takes the place of the first, and the fourth is beside all of them.
struct four_buffers {
    static constexpr length_list lengths = [] {
        length_list l;
        l.push_back(n);
        l.push_back(m);
        return l;
    }();
    static constexpr plan<8> value = [] {
        plan<8> p;
        p.buffers.push_back({.elements = n, .offset = 0});
        p.buffers.push_back({.elements = 2 * m, .offset = 1024});
        p.buffers.push_back({.elements = 40, .offset = 0});
        p.buffers.push_back({.elements = n * n, .offset = 3072});
        return p;
    }();
};

/// Constants that lengths are in: -2 n / m * sqrt(n), and one without.
struct two_constants {
    static constexpr const length_list& lengths = four_buffers::lengths;
    static constexpr plan<8> value = [] {
        plan<8> p;
        p.constants.push_back({-2 * static_cast<long long>(n), m, n});
        p.constants.push_back({-3, 4, 5});
        return p;
    }();
};

constexpr bool constants_have_the_lengths_and_their_sign() {
    const std::size_t values[] = {5, 100};
    return constant_from<two_constants, 0>(values) == surd{-10, 100, 5} &&
           constant_from<two_constants, 1>(values) == surd{-3, 4, 5};
}

constexpr bool buffers_begin_where_those_before_them_end() {
    const std::size_t values[] = {5, 100};
    const sized_plan<four_buffers, float> sizes(values);  // 16 numbers are 64 bytes
    // The third is longer than the first here, and the second comes after both.
    return sizes.offset_of(0) == 0 && sizes.offset_of(1) == 48 && sizes.offset_of(2) == 0 &&
           sizes.offset_of(3) == 48 + 208 && sizes.scratch() == 48 + 208 + 32;
}

constexpr bool any_length_may_be_zero() {
    const std::size_t none[] = {0, 0}, rows[] = {60, 0};
    const sized_plan<four_buffers, float> empty(none), some(rows);
    return empty.offset_of(3) == 48 && empty.scratch() == 48 && some.offset_of(1) == 64 && some.offset_of(3) == 64 &&
           some.scratch() == 64 + 3600;
}

TEST(sized_plan, of_more_than_memory_is_refused) {
    const std::size_t lengths[][2] = {{std::size_t{1} << 32, 1},        // n * n is 0 in 64 bits
                                      {5, (std::size_t{1} << 63) + 1},  // 2 * m is 2
                                      {std::size_t{1} << 31, 1}};       // 4 * n * n is 0
    for (const auto& values : lengths) {
        const std::string words = test::words_of([&] { sized_plan<four_buffers, float> of_lengths(values); });
        EXPECT_EQ(words.find("heed: a formula needs memory for the values that it stores between its loops: at least "),
                  0u);
    }
}

TEST(sized_plan, compilers_evaluate_all_of_it) {
#define BOTH_TIMES(law)   \
    static_assert(law()); \
    EXPECT_TRUE(law()) << #law
    BOTH_TIMES(constants_have_the_lengths_and_their_sign);
    BOTH_TIMES(buffers_begin_where_those_before_them_end);
    BOTH_TIMES(any_length_may_be_zero);
}

}  // namespace
}  // namespace heed::detail
