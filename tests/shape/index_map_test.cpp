// SPDX-License-Identifier: BSL-1.0
// Index maps: composition is application one after the other, bijections against counting.
#include <heed/shape/index_map.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <random>
#include <vector>

namespace {

using namespace heed::detail;
using index = std::array<std::size_t, max_rank>;

std::size_t drawn(std::mt19937& random, std::size_t last) {
    return std::uniform_int_distribution<std::size_t>(0, last)(random);
}

/// The inner index that belongs to an outer one, as the definition of index_map says.
index applied(const index_map& map, const index& outer) {
    index inner{};
    for (std::size_t a = 0; a < map.rank; ++a)
        inner[a] = map.offset[a] + (map.from[a] == index_map::fixed ? 0 : outer[static_cast<std::size_t>(map.from[a])]);
    return inner;
}

std::vector<index> indices_of(const shape& s) {
    std::vector<index> all;
    for (std::size_t i = 0; i < s.size(); ++i) {
        index position{};
        for (std::size_t a = s.rank, rest = i; a-- > 0; rest /= s[a].size) position[a] = rest % s[a].size;
        all.push_back(position);
    }
    return all;
}

index_map random_map(std::mt19937& random, std::size_t inner_rank, std::size_t outer_rank, std::size_t largest_offset) {
    index_map map;
    map.rank = inner_rank;
    for (std::size_t a = 0; a < inner_rank; ++a) {
        const std::size_t from = drawn(random, outer_rank);
        map.from[a] = from == outer_rank ? index_map::fixed : static_cast<signed char>(from);
        map.offset[a] = drawn(random, largest_offset);
    }
    return map;
}

shape random_shape(std::mt19937& random, std::size_t rank) {
    shape s;
    for (std::size_t a = 0; a < rank; ++a) s.push_back(1 + drawn(random, 2));
    return s;
}

TEST(index_map, composition_is_application_one_after_the_other) {
    std::mt19937 random(1);
    for (int i = 0; i < 5000; ++i) {
        const std::size_t middle_rank = drawn(random, 4);
        const shape outer = random_shape(random, drawn(random, 4));
        const index_map to_middle = random_map(random, middle_rank, outer.rank, 3);
        const index_map to_inner = random_map(random, drawn(random, 4), middle_rank, 3);
        const index_map both = compose(to_middle, to_inner);
        for (const index& at : indices_of(outer))
            ASSERT_EQ(applied(both, at), applied(to_inner, applied(to_middle, at)));
    }
}

TEST(index_map, composition_is_associative_and_the_identity_is_neutral) {
    std::mt19937 random(2);
    for (int i = 0; i < 5000; ++i) {
        const std::size_t ranks[] = {drawn(random, 4), drawn(random, 4), drawn(random, 4), drawn(random, 4)};
        const index_map a = random_map(random, ranks[1], ranks[0], 3), b = random_map(random, ranks[2], ranks[1], 3),
                        c = random_map(random, ranks[3], ranks[2], 3);
        ASSERT_EQ(compose(compose(a, b), c), compose(a, compose(b, c)));
        ASSERT_EQ(compose(identity_map(ranks[0]), a), a);
        ASSERT_EQ(compose(a, identity_map(ranks[1])), a);
    }
}

bool reads_each_element_once(const index_map& map, const shape& inner, const shape& outer) {
    std::vector<index> read;
    for (const index& at : indices_of(outer)) read.push_back(applied(map, at));
    std::sort(read.begin(), read.end());
    return read == indices_of(inner);
}

/// Whether an outer axis is followed twice: a diagonal, as of at(A, k, k). It is no permutation, also of one element.
bool has_diagonal(const index_map& map) {
    for (std::size_t a = 0; a < map.rank; ++a)
        for (std::size_t b = 0; b < a; ++b)
            if (map.from[a] != index_map::fixed && map.from[a] == map.from[b]) return true;
    return false;
}

TEST(index_map, bijections_read_each_element_once) {
    std::mt19937 random(3);
    int bijections = 0;
    for (int i = 0; i < 100'000; ++i) {
        const shape outer = random_shape(random, drawn(random, 3));
        const index_map map = random_map(random, drawn(random, 3), outer.rank, drawn(random, 5) == 0);
        shape inner;
        for (std::size_t a = 0; a < map.rank; ++a)
            inner.push_back(map.from[a] == index_map::fixed || drawn(random, 5) == 0
                                ? 1
                                : outer[static_cast<std::size_t>(map.from[a])].size);
        const bool expected = reads_each_element_once(map, inner, outer) && !has_diagonal(map);
        ASSERT_EQ(is_bijection(map, inner, outer), expected);
        bijections += expected;
    }
    EXPECT_GT(bijections, 1000);
}

TEST(index_map, identities_change_nothing) {
    std::mt19937 random(4);
    for (int i = 0; i < 20'000; ++i) {
        const shape outer = random_shape(random, drawn(random, 2));
        const index_map map = random_map(random, outer.rank, outer.rank, 1);
        if (!is_identity(map, outer, outer)) continue;
        for (const index& at : indices_of(outer)) ASSERT_EQ(applied(map, at), at);
    }
    const shape s(2, 3);
    EXPECT_TRUE(is_identity(identity_map(2), s, s));
    EXPECT_FALSE(is_identity(identity_map(2), shape(1, 3), s));
    EXPECT_FALSE(is_identity(identity_map(1), shape(3), s));
}

/// Elements repeat along axes that are missing or of size 1 and are in place along the others.
TEST(index_map, broadcast_repeats) {
    std::mt19937 random(5);
    for (int i = 0; i < 5000; ++i) {
        const shape outer = random_shape(random, drawn(random, 4));
        shape inner;
        const std::size_t rank = drawn(random, outer.rank);
        for (std::size_t a = outer.rank - rank; a < outer.rank; ++a)
            inner.push_back(drawn(random, 1) == 0 ? 1 : outer[a].size);
        const index_map map = broadcast_map(inner, outer);
        for (const index& at : indices_of(outer)) {
            const index read = applied(map, at);
            for (std::size_t a = 0; a < rank; ++a)
                ASSERT_EQ(read[a], inner[a].size == 1 ? 0 : at[outer.rank - rank + a]);
        }
    }
}

constexpr bool axes_are_followed_inwards() {
    index_map transpose;
    transpose.rank = 2;
    transpose.from[0] = 1;
    transpose.from[1] = 0;
    return inner_axis_of(transpose, 0) == 1 && inner_axis_of(transpose, 1) == 0 && inner_axis_of(transpose, 2) == 2 &&
           compose(transpose, transpose) == identity_map(2) && reads_every_axis(transpose, shape(2, 3)) &&
           !reads_every_axis(transpose, shape(2, 3, 4)) && reads_every_axis(transpose, shape(2, 3, 1));
}

TEST(index_map, axes_are_followed_inwards) {
    static_assert(axes_are_followed_inwards());
    EXPECT_TRUE(axes_are_followed_inwards());
}

}  // namespace
