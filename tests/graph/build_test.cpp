// SPDX-License-Identifier: BSL-1.0
// Nodes read what they say they read, and come with their operands; vectors go through products of matrices.
#include <heed/graph/build.hpp>

#include <gtest/gtest.h>

#include <cstddef>

namespace {

using namespace heed::detail;

constexpr bool a_node_has_the_operands_that_it_is_added_with() {
    graph<16> g;
    const shape dims(2, 3);
    const node_id parts[] = {g.add(node_of::leaf(0, dims)), g.add(node_of::leaf(1, dims)),
                             g.add(node_of::leaf(2, dims))};
    const node_id side_by_side = g.add(node_of::concat(0, shape(6, 3)), parts, 3);
    const node_id again = g.add(g[side_by_side], parts + 1, 2);  // what it was copied from had others
    const node_id none = g.add(g[side_by_side], nullptr, 0);
    return g[side_by_side].operand_count == 3 && g.operand(side_by_side, 2) == 2 && g[again].operand_count == 2 &&
           g.operand(again, 0) == 1 && g.operand(again, 1) == 2 && g[none].operand_count == 0 &&
           g[none].first_operand == 0 && g.operands.size() == 5;
}

constexpr bool views_read_what_they_say() {
    const node turned = node_of::transpose(shape(2, 3, 5)), part = node_of::slice(1, 4, shape(2, 3));
    const node front = node_of::repeat(0, shape(4, 2, 3)), middle = node_of::repeat(1, shape(2, 4, 3));
    return turned.dims == shape(2, 5, 3) && turned.map.from[0] == 0 && turned.map.from[1] == 2 &&
           turned.map.from[2] == 1 && part.dims == shape(2, 3) && part.map.offset[0] == 0 && part.map.offset[1] == 4 &&
           part.map.from[1] == 1 && front.map.rank == 2 && front.map.from[0] == 1 && front.map.from[1] == 2 &&
           middle.map.rank == 2 && middle.map.from[0] == 0 && middle.map.from[1] == 2;
}

/// The kinds of the nodes of a product, its result first; a view is one of an axis more or less.
constexpr bool product_is(const shape& a, const shape& b, std::size_t views, const shape& of_matrices) {
    graph<16> g;
    const node_id left = g.add(node_of::leaf(0, a)), right = g.add(node_of::leaf(1, b));
    const shape dims = product_rule(a, b).result;
    const node_id result = add_product(g, dims, left, right);
    std::size_t found = 0;
    for (const node& n : g.nodes) {
        found += n.kind == node_kind::view ? 1 : 0;
        if (n.kind == node_kind::product && !(n.dims == of_matrices)) return false;
    }
    return found == views && g.nodes.size() == 3 + views && g[result].dims == dims;
}

constexpr bool vectors_go_through_products_of_matrices() {
    return product_is(shape(2, 3), shape(3, 5), 0, shape(2, 5)) && product_is(shape(3), shape(3, 5), 2, shape(1, 5)) &&
           product_is(shape(2, 3), shape(3), 2, shape(2, 1)) && product_is(shape(3), shape(3), 3, shape(1, 1)) &&
           product_is(shape(4, 2, 3), shape(3), 2, shape(4, 2, 1));
}

/// The index along the axis that a vector gains is not read, and the others are.
constexpr bool a_vector_is_read_along_its_axis() {
    graph<16> g;
    const node_id v = g.add(node_of::leaf(0, shape(3))), m = g.add(node_of::leaf(1, shape(3, 5)));
    const node_id result = add_product(g, shape(5), v, m);
    const node_id product = g.operand(result, 0), row = g.operand(product, 0);
    return g[row].dims == shape(1, 3) && g[row].map.from[0] == 1 && g.operand(row, 0) == v &&
           g.operand(product, 1) == m && g[result].map.from[0] == index_map::fixed && g[result].map.from[1] == 0;
}

constexpr bool a_copy_has_everything() {
    graph<16> g;
    const node_id a = g.add(node_of::leaf(0, shape(2, 2)));
    g.results.push_back(g.add(node_of::product(shape(2, 2)), a, g.add(node_of::transpose(shape(2, 2)), a)));
    graph<32> copy;
    copy_graph(g, copy);
    bool same = copy.nodes.size() == g.nodes.size() && copy.results.size() == 1 && copy.results[0] == g.results[0];
    for (node_id id = 0; id < g.nodes.size(); ++id) same = same && copy[id] == g[id];
    return same && copy.operand(2, 0) == 0 && copy.operand(2, 1) == 1;
}

static_assert(a_node_has_the_operands_that_it_is_added_with() && views_read_what_they_say());
static_assert(vectors_go_through_products_of_matrices() && a_vector_is_read_along_its_axis());
static_assert(a_copy_has_everything());

TEST(build, a_node_has_the_operands_that_it_is_added_with) {
    EXPECT_TRUE(a_node_has_the_operands_that_it_is_added_with());
}
TEST(build, views_read_what_they_say) { EXPECT_TRUE(views_read_what_they_say()); }
TEST(build, vectors_go_through_products_of_matrices) {
    EXPECT_TRUE(vectors_go_through_products_of_matrices());
    EXPECT_TRUE(a_vector_is_read_along_its_axis());
}
TEST(build, a_copy_has_everything) { EXPECT_TRUE(a_copy_has_everything()); }

}  // namespace
