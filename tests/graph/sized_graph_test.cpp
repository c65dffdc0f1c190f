// SPDX-License-Identifier: BSL-1.0
// Graphs in which primes stand for lengths: each number in them becomes what it is for given lengths.
#include <heed/graph/build.hpp>
#include <heed/graph/sized_graph.hpp>

#include <gtest/gtest.h>

#include <cstddef>

namespace heed::detail {
namespace {

constexpr std::size_t n = 1009, m = 1013;
constexpr length_list lengths = [] {
    length_list l;
    l.push_back(n);
    l.push_back(m);
    return l;
}();
constexpr std::size_t values[] = {5, 70};
constexpr given_lengths given{lengths, values};

constexpr bool numbers_keep_their_sign() {
    constexpr long long length = n;
    return given.at(3 * length) == 15 && given.at(-3 * length) == -15 && given.at(-4LL) == -4 && given.at(0LL) == 0 &&
           given.at(surd{-2 * length, 3, length}) == surd{-10, 3, 5};
}

/// The second half of X [2 n x m], its rows split into heads of n.
constexpr graph<16> half_of_a_leaf() {
    index_map map = identity_map(2);
    map.offset[0] = n;
    (void)map.add_link({.inner = 1, .outer = 1, .factor = m});
    graph<16> g;
    const node_id leaf = g.add(node_of::leaf(0, shape(2 * n, m)));
    const node_id half = g.add(node_of::view(map, shape(n, m)), leaf);
    g.results.push_back(g.add(node_of::elementwise(function::multiply, shape(n, m)), half,
                              g.add(node_of::constant({1, static_cast<long long>(m), 1}))));
    return g;
}

constexpr bool all_numbers_of_a_graph_follow() {
    const graph<16> g = given.at(half_of_a_leaf());
    return g[0].dims == shape(10, 70) && g[1].dims == shape(5, 70) && g[1].map.offset[0] == 5 &&
           g[1].map.offset[1] == 0 && g[1].map.links[0].factor == 70 && g[2].value == surd{1, 70, 1} &&
           g[3].dims == shape(5, 70) && g.operands == half_of_a_leaf().operands;
}

constexpr bool without_lengths_nothing_changes() {
    return given_lengths{no_lengths, nullptr}.at(half_of_a_leaf()) == half_of_a_leaf();
}

TEST(sized_graph, constants_beyond_64_bits_are_refused) {
    const std::size_t large[] = {3'000'000, 70};
    const given_lengths of{lengths, large};
    constexpr long long length = n;
    EXPECT_EQ(of.at(surd{1, length * length, 1}), (surd{1, 9'000'000'000'000, 1}));
    EXPECT_THROW((void)of.at(surd{1, length * length * length, 1}), shape_error);
    EXPECT_THROW((void)of.at(surd{-length * length * length, 1, 1}), shape_error);
}

TEST(sized_graph, compilers_evaluate_all_of_it) {
#define BOTH_TIMES(law)   \
    static_assert(law()); \
    EXPECT_TRUE(law()) << #law
    BOTH_TIMES(numbers_keep_their_sign);
    BOTH_TIMES(all_numbers_of_a_graph_follow);
    BOTH_TIMES(without_lengths_nothing_changes);
}

}  // namespace
}  // namespace heed::detail
