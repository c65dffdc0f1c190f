// SPDX-License-Identifier: BSL-1.0
// A graph lists operands before what uses them, counts uses, and is equal to another by value.
#include <heed/graph/graph.hpp>

#include <gtest/gtest.h>

#include <cstddef>

namespace {

using namespace heed::detail;

/// (a + b) * exp(a + b): the sum has two users.
constexpr graph<16> shared_sum() {
    graph<16> g;
    const node_id a = g.add({.kind = node_kind::leaf, .leaf = 0}), b = g.add({.kind = node_kind::leaf, .leaf = 1});
    const node_id sum = g.add({.kind = node_kind::elementwise, .apply = function::add}, a, b);
    const node_id power = g.add({.kind = node_kind::elementwise, .apply = function::exp}, sum);
    g.results.push_back(g.add({.kind = node_kind::elementwise, .apply = function::multiply}, sum, power));
    return g;
}

constexpr bool operands_are_found_again() {
    constexpr graph<16> g = shared_sum();
    return g.nodes.size() == 5 && g[2].operand_count == 2 && g.operand(2, 0) == 0 && g.operand(2, 1) == 1 &&
           g[3].operand_count == 1 && g.operand(3, 0) == 2 && g.operand(4, 0) == 2 && g.operand(4, 1) == 3 &&
           g[0].operand_count == 0;
}

constexpr bool operands_come_before_their_users() {
    constexpr graph<16> g = shared_sum();
    for (node_id id = 0; id < g.nodes.size(); ++id)
        for (std::size_t i = 0; i < g[id].operand_count; ++i)
            if (g.operand(id, i) >= id) return false;
    return true;
}

constexpr bool uses_count_operands_and_results() {
    constexpr auto uses = count_uses(shared_sum());
    std::size_t total = 0;
    for (const std::size_t n : uses) total += n;
    return uses.size() == 5 && uses[0] == 1 && uses[2] == 2 && uses[4] == 1 &&
           total == shared_sum().operands.size() + shared_sum().results.size();
}

constexpr bool equality_sees_every_part() {
    graph<16> other = shared_sum();
    if (!(other == shared_sum())) return false;
    other.nodes[3].apply = function::log;
    if (other == shared_sum()) return false;
    other = shared_sum();
    other.operands[1] = 0;
    if (other == shared_sum()) return false;
    other = shared_sum();
    other.results[0] = 3;
    return other != shared_sum();
}

constexpr bool capacities_are_few() {
    for (std::size_t n = 0; n <= 300; ++n) {
        const std::size_t capacity = round_up_capacity(n);
        if (capacity < n || capacity < 16 || (capacity & (capacity - 1)) != 0) return false;
        if (capacity > 16 && capacity / 2 >= n) return false;
    }
    return true;
}

TEST(graph, finds_operands_again) {
    static_assert(operands_are_found_again());
    EXPECT_TRUE(operands_are_found_again());
}
TEST(graph, lists_operands_before_their_users) {
    static_assert(operands_come_before_their_users());
    EXPECT_TRUE(operands_come_before_their_users());
}
TEST(graph, counts_uses_by_operands_and_results) {
    static_assert(uses_count_operands_and_results());
    EXPECT_TRUE(uses_count_operands_and_results());
}
TEST(graph, equality_sees_every_part) {
    static_assert(equality_sees_every_part());
    EXPECT_TRUE(equality_sees_every_part());
}
TEST(graph, capacities_are_powers_of_two_that_suffice) {
    static_assert(capacities_are_few());
    EXPECT_TRUE(capacities_are_few());
}

template <graph<16> G>
constexpr std::size_t size_of_structural = G.nodes.size();

TEST(graph, is_structural) { EXPECT_EQ(size_of_structural<shared_sum()>, 5U); }

}  // namespace
