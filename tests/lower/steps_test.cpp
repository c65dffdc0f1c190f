// SPDX-License-Identifier: BSL-1.0
// Roles, drafts and schedule of graphs made by hand: what is stored and why, what each step reads, what runs when.
#include <tests/lower/passes.hpp>

#include <gtest/gtest.h>

namespace heed::test {

using detail::function;
using detail::node_id;
using detail::node_kind;
using detail::reason;
using detail::role;
using detail::shape;
using detail::skeleton;
using detail::stream_slot;

/// The only node of a kind.
template <class Graph>
node_id find(const Graph& g, node_kind kind) {
    node_id found = detail::no_node;
    for (node_id id = 0; id < g.nodes.size(); ++id) {
        if (g[id].kind != kind) continue;
        EXPECT_EQ(found, detail::no_node) << "there are several";
        found = id;
    }
    return found;
}

/// softmax(f(Q K^T)) V with a formula, and a formula of the result.
TEST(roles, of_attention) {
    graph_builder b;
    const node_id q = b.leaf(shape(6, 4)), k = b.leaf(shape(7, 4)), v = b.leaf(shape(7, 3));
    const node_id scores = b.apply(function::tanh, b.product(q, b.transpose(k)));
    b.finished(b.apply(function::relu, b.product(b.softmax(scores), v)));
    const auto p = passes_of(b.g);
    const auto& g = p->form;
    const node_id weights = find(g, node_kind::normalise), result = g.results[0];
    const detail::node_role& r = p->roles[result];
    EXPECT_EQ(r.what, role::stored);
    EXPECT_EQ(r.why, reason::result);
    EXPECT_EQ(r.core, g.operand(result, 0)) << "the product of weights and values";
    EXPECT_EQ(r.scores, g.operand(weights, 0));
    EXPECT_EQ(r.score_core, g.operand(r.scores, 0)) << "the product of queries and keys";
    EXPECT_EQ(p->roles[weights].what, role::streamed);
    EXPECT_EQ(p->roles[r.core].what, role::fused);
    EXPECT_EQ(p->roles[r.score_core].what, role::fused);
    EXPECT_EQ(p->roles[r.scores].what, role::inlined);
}

/// Weights that are asked for twice are kept; a second product beside a first one is stored.
TEST(roles, of_what_is_stored) {
    graph_builder b;
    const node_id x = b.leaf(shape(6, 6)), w = b.leaf(shape(6, 6));
    const node_id weights = b.softmax(x);
    b.finished(b.apply(function::add, b.product(weights, w), b.product(weights, x)));
    const auto p = passes_of(b.g);
    const auto& g = p->form;
    EXPECT_EQ(p->roles[find(g, node_kind::normalise)].what, role::stored);
    EXPECT_EQ(p->roles[find(g, node_kind::normalise)].why, reason::shared);
    const node_id sum = g.results[0];
    std::size_t fused = 0;
    for (const node_id id : {g.operand(sum, 0), g.operand(sum, 1)}) {
        fused += p->roles[id].what == role::fused;
        if (p->roles[id].what == role::fused) continue;
        EXPECT_EQ(p->roles[id].what, role::stored);
        EXPECT_EQ(p->roles[id].why, reason::second_product);
    }
    EXPECT_EQ(fused, 1U);
}

/// Nothing fuses with these loops: the reason that study prints says so.
TEST(roles, of_an_inverse_and_of_a_concatenation_in_a_formula) {
    for (const bool joined : {false, true}) {
        graph_builder b;
        const node_id x = b.leaf(shape(4, 4), false, true);
        b.finished(b.apply(function::add, joined ? b.concat({x, x}, 1) : b.inverse(x), b.number()));
        const auto p = passes_of(b.g);
        const node_id id = find(p->form, joined ? node_kind::concat : node_kind::inverse);
        EXPECT_EQ(p->roles[id].what, role::stored);
        EXPECT_EQ(p->roles[id].why, reason::own_loops);
        for (const detail::buffer& stored : p->plan.buffers) EXPECT_STRNE(words_of(stored.why), "");
    }
}

TEST(drafts, of_attention_read_queries_keys_and_values) {
    graph_builder b;
    const node_id q = b.leaf(shape(2, 6, 4)), k = b.leaf(shape(2, 7, 4)), v = b.leaf(shape(2, 7, 3));
    b.finished(b.attention(q, k, v));
    const auto p = passes_of(b.g);
    ASSERT_EQ(p->loops.steps.size(), 1U);
    const detail::draft& d = p->loops.steps[0];
    EXPECT_EQ(d.loop.loop, skeleton::stream);
    EXPECT_EQ(d.loop.stream.keys, 7U);
    EXPECT_EQ(d.loop.stream.depth, 4U);
    EXPECT_EQ(d.loop.cols, 3U);
    EXPECT_EQ(d.domain, shape(2, 6, 3));
    const std::pair<std::size_t, node_id> operands[] = {
        {stream_slot::values, v}, {stream_slot::queries, q}, {stream_slot::keys, k}};
    for (const auto& [slot, node] : operands) {
        const detail::operand_ref& ref = p->loops.refs[d.ref_of_slot(slot)];
        EXPECT_EQ(p->form[ref.node].leaf, b.g[node].leaf);
        EXPECT_EQ(ref.by_row, slot == stream_slot::queries) << "only queries move with the tile";
        EXPECT_EQ(ref.map, detail::identity_map(3)) << "each as it lies";
    }
}

/// Four parts: a product writes, three add, each with the rows of W that go with its columns.
TEST(drafts, of_a_product_of_a_concatenation_read_the_rows_that_go_with_each_part) {
    graph_builder b;
    std::vector<node_id> parts;
    for (const std::size_t width : {2U, 3U, 1U, 4U})
        parts.push_back(b.apply(function::tanh, b.leaf(shape(extent(5), extent(width)))));
    b.finished(b.product(b.concat(parts, 1), b.leaf(shape(10, 6))));
    const auto p = passes_of(b.g);
    std::vector<std::size_t> begins, widths;
    std::vector<bool> continues;
    for (const detail::draft& d : p->loops.steps) {
        if (d.loop.loop != skeleton::product) continue;
        const detail::operand_ref& right = p->loops.refs[d.ref_of_slot(detail::product_slot::right)];
        begins.push_back(right.map.offset[0]);
        widths.push_back(d.loop.product.inner);
        continues.push_back(d.loop.product.continues);
    }
    EXPECT_EQ(begins, (std::vector<std::size_t>{0, 2, 5, 6}));
    EXPECT_EQ(widths, (std::vector<std::size_t>{2, 3, 1, 4}));
    EXPECT_EQ(continues, (std::vector<bool>{false, true, true, true}));
}

/// The share of a head in the product is computed as soon as the head is, while that is in the cache.
TEST(drafts, of_heads_are_followed_by_their_share_of_the_product) {
    const auto p = passes_of(multi_head(3, 32, 6, 8).g);
    const auto& steps = p->loops.steps;
    std::size_t streams = 0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (steps[i].loop.loop != skeleton::stream) continue;
        ASSERT_LT(i + 1, steps.size());
        EXPECT_EQ(steps[i + 1].loop.loop, skeleton::product);
        EXPECT_EQ(steps[i + 1].loop.product.continues, streams > 0);
        EXPECT_EQ(p->loops.refs[steps[i + 1].first_ref].node, steps[i].target);
        ++streams;
    }
    EXPECT_EQ(streams, 3U);
}

/// Keys and values are complete before the nest that reads them all; queries are made a tile at a time inside of it.
TEST(schedule, of_projections) {
    const auto p = passes_of(multi_head(1, 32, 6, 8).g);
    const auto& d = p->loops;
    EXPECT_EQ(p->order.nests, 2U);
    for (std::size_t i = 0; i < d.steps.size(); ++i) {
        if (d.steps[i].loop.loop != skeleton::stream) continue;
        EXPECT_EQ(p->order.nest[i], 1U);
        for (std::size_t k = 0; k < 3; ++k) {
            const detail::operand_ref& ref = d.refs[d.steps[i].first_ref + k];
            for (std::size_t w = 0; w < d.steps.size(); ++w)
                EXPECT_TRUE(d.steps[w].target != ref.node || p->order.nest[w] == (ref.by_row ? 1U : 0U));
            EXPECT_EQ(p->order.tile[ref.node], ref.by_row);
        }
    }
}

/// A chain of products over the same rows is one nest; an inverse in between ends it.
TEST(schedule, of_chains) {
    EXPECT_EQ(passes_of(layers(5, 40, 3, 9).g)->order.nests, 1U);
    graph_builder b;
    const node_id x = b.leaf(shape(4, 4), false, true);
    b.finished(b.product(b.inverse(b.apply(function::add, x, b.product(x, x))), x));
    const auto p = passes_of(b.g);
    EXPECT_EQ(p->order.nests, 3U);
    for (const detail::nest& n : p->plan.nests) EXPECT_EQ(n.step_count, 1U);
}

}  // namespace heed::test
