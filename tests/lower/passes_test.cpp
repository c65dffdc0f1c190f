// SPDX-License-Identifier: BSL-1.0
// The passes on graphs drawn at random: each keeps what its header promises, the canonical form means what the graph
// means, and so does the plan, whatever the order of its tiles. No formula, and no loop of run, is compiled.
#include <heed/lower/shared_work.hpp>
#include <tests/lower/passes.hpp>

#include <gtest/gtest.h>

namespace heed::test {

using detail::no_node;
using detail::node_id;
using detail::node_kind;
using detail::role;
using detail::shape;

constexpr unsigned seeds = 2500;

/// In units of the largest element; NaN nowhere.
double distance(const numbers& a, const numbers& b) {
    if (a.size() != b.size()) return HUGE_VAL;
    double worst = 0, largest = 1;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i] == b[i]) continue;
        if (std::isnan(a[i]) || std::isnan(b[i])) return HUGE_VAL;
        worst = std::max(worst, std::abs(a[i] - b[i]));
        largest = std::max(largest, std::abs(b[i]));
    }
    return worst / largest;
}

/// What canonical.hpp says of its result, for one node; in words if it does not hold.
template <class Graph>
const char* broken_promise(const Graph& g, node_id id) {
    const detail::node& n = g[id];
    for (std::size_t k = 0; k < n.operand_count; ++k)
        if (g.operand(id, k) >= id) return "an operand comes after what uses it";
    const auto operand = [&](std::size_t k) -> const detail::node& { return g[g.operand(id, k)]; };
    switch (n.kind) {
        case node_kind::view: return operand(0).kind == node_kind::view ? "a view of a view" : nullptr;
        case node_kind::reshape: return operand(0).operand_count == 0 ? "a reshape of a leaf" : nullptr;
        case node_kind::elementwise:
            for (std::size_t k = 0; k < n.operand_count; ++k)
                if (operand(k).dims.rank != 0 && !same_sizes(operand(k).dims, n.dims, n.dims.rank))
                    return "an operand of an elementwise node has another shape";
            if (n.apply == detail::function::divide && operand(1).kind == node_kind::constant)
                return "a division by an exact scalar";
            return nullptr;
        case node_kind::normalise: return n.axis + 1 == n.dims.rank ? nullptr : "softmax along another axis";
        case node_kind::reduce: return n.axis + 1 == operand(0).dims.rank ? nullptr : "a reduction along another axis";
        case node_kind::product:
            if (n.dims.rank < 2 || operand(0).dims.rank != n.dims.rank) return "a product of other axes";
            return nullptr;
        default: return nullptr;
    }
}

/// What is said of roles, for one node.
const char* broken_promise(const passes& p, node_id id) {
    const auto& g = p.form;
    const detail::node_role& r = p.roles[id];
    const bool is_loop = g[id].kind == node_kind::product || g[id].kind == node_kind::normalise ||
                         g[id].kind == node_kind::reduce || g[id].kind == node_kind::inverse;
    if (r.what == role::read && is_loop) return "nothing computes it";
    if (r.what == role::stored && r.why == detail::reason::none) return "it is stored for no reason";
    if (r.what != role::stored && g[id].kind != node_kind::view && g[id].kind != node_kind::reshape)
        for (const node_id result : g.results)
            if (result == id) return "a result is not stored";
    if (r.what != role::stored && r.what != role::read && count_uses(g)[id] > 1) return "it is computed twice";
    if (r.core != no_node && r.core != id && p.roles[r.core].what != role::fused) return "its core is not fused";
    if (r.score_core != no_node && p.roles[r.score_core].what != role::fused) return "the scores are not fused";
    return nullptr;
}

/// Leading axes, rows and columns of a step; the terms of a product that sums tiles are the rows of its nest.
shape domain_of_nest(const passes& p, std::size_t i) {
    shape domain = p.loops.steps[i].domain;
    if (p.order.sums_tiles[i]) domain[domain.rank - 2] = extent(p.loops.steps[i].loop.product.inner);
    return domain;
}

/// Values are read where they are written, and after that: in a later nest, or in the same one by the tile.
void expect_order(const passes& p) {
    const auto& d = p.loops;
    for (std::size_t i = 0; i < d.steps.size(); ++i) {
        const detail::draft& reader = d.steps[i];
        for (std::size_t k = 0; k < reader.ref_count; ++k) {
            const detail::operand_ref& ref = d.refs[reader.first_ref + k];
            ASSERT_NE(p.form[ref.node].kind, node_kind::view);
            const node_id node = behind_names(p.form, ref.node);
            if (p.roles[node].what != role::stored) {
                ASSERT_EQ(p.form[ref.node].operand_count, 0U) << "neither stored nor a leaf";
                continue;
            }
            for (std::size_t w = 0; w < d.steps.size(); ++w) {
                if (d.steps[w].target != node) continue;
                ASSERT_LE(p.order.nest[w], p.order.nest[i]);
                if (p.order.nest[w] != p.order.nest[i]) {
                    ASSERT_FALSE(p.order.tile[node]) << "a tile is read in another nest";
                    continue;
                }
                ASSERT_LT(w, i);
                ASSERT_TRUE(ref.by_row || (p.order.sums_tiles[i] && k < 2)) << "rows are read before all are written";
                ASSERT_FALSE(p.order.sums_tiles[w]) << "sums are read before they are complete";
            }
        }
    }
    for (std::size_t i = 0; i < d.steps.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (p.order.nest[i] == p.order.nest[j]) {
                const shape a = domain_of_nest(p, i), b = domain_of_nest(p, j);
                ASSERT_TRUE(same_sizes(a, b, a.rank - 1)) << "steps over other rows in one nest";
            }
}

TEST(passes, keep_their_promises_and_mean_what_the_graph_means) {
    for (unsigned seed = 0; seed < seeds && !HasFailure(); ++seed) {
        SCOPED_TRACE(seed);
        const random_graph b(seed, 2 + seed % 3);
        const std::vector<numbers> leaves = leaf_values(b, seed);
        const graph_meaning meant(b.g, leaves);
        const std::size_t element_bytes = seed % 7 == 0 ? 16 : seed % 2 == 0 ? 4 : 8;
        const auto p = passes_of(b.g, element_bytes, seed % 3 == 0);
        for (node_id id = 0; id < p->form.nodes.size(); ++id) {
            ASSERT_STREQ(broken_promise(p->form, id), nullptr) << "node " << id;
            ASSERT_STREQ(broken_promise(*p, id), nullptr) << "node " << id << " " << int(p->form[id].kind);
        }
        expect_order(*p);
        ASSERT_LE(distance(graph_meaning(p->form, leaves).result(), meant.result()), 1e-9) << "canonical form";
        const plan_meaning run(p->plan, b.g, leaves_in_memory(b, leaves), seed % 5 == 0);
        ASSERT_LE(distance(run.result(), meant.result()), 1e-9) << "plan";
    }
}

void expect_same_meaning(const graph_builder& b, bool shares_tiles) {
    const std::vector<numbers> leaves = leaf_values(b, 1);
    const graph_meaning meant(b.g, leaves);
    const auto p = passes_of(b.g, 4, shares_tiles);
    const plan_meaning run(p->plan, b.g, leaves_in_memory(b, leaves), true);
    EXPECT_LE(distance(run.result(), meant.result()), 1e-9);
}

/// Nodes of a graph, other results' operands and results given twice among them, are results too: one plan writes all.
TEST(passes, of_several_results_mean_what_the_graph_means) {
    for (unsigned seed = 0; seed < seeds / 5 && !HasFailure(); ++seed) {
        SCOPED_TRACE(seed);
        random_graph b(seed, 2 + seed % 3);
        for (unsigned more = 1 + seed % 3; more-- > 0;)
            b.g.results.push_back((b.g.nodes.size() - 1) * (7 * seed + 3 * more + 1) % b.g.nodes.size());
        const std::vector<numbers> leaves = leaf_values(b, seed);
        const graph_meaning meant(b.g, leaves);
        const auto p = passes_of(b.g, seed % 2 == 0 ? 4 : 8, seed % 3 == 0);
        expect_order(*p);
        ASSERT_EQ(p->plan.results, b.g.results.size());
        const plan_meaning run(p->plan, b.g, leaves_in_memory(b, leaves), seed % 5 == 0);
        for (std::size_t k = 0; k < b.g.results.size(); ++k)
            ASSERT_LE(distance(run.result(k), meant.result(k)), 1e-9) << "result " << k;
    }
}

/// Heads, layers, and a concatenation so wide that its parts are multiplied together.
TEST(passes, of_large_formulas) {
    for (const bool shares_tiles : {false, true}) {
        for (std::size_t heads = 2; heads <= 4; ++heads) expect_same_meaning(multi_head(heads, 70, 6, 5), shares_tiles);
        expect_same_meaning(layers(4, 140, 3, 9), shares_tiles);
        graph_builder b;
        std::vector<node_id> parts;
        for (std::size_t i = 0; i < 10; ++i) {
            const node_id x = b.leaf(shape(2, 60));
            parts.push_back(i == 3 ? x : b.apply(detail::function::tanh, x));
        }
        b.finished(b.product(b.concat(parts, 1), b.leaf(shape(600, 3))));
        expect_same_meaning(b, shares_tiles);
    }
}

/// The leading axes of the nest that computes the result, of a plan for several threads.
shape shared_axes(const graph_builder& b) {
    expect_same_meaning(b, true);
    const auto p = passes_of(b.g, 4, true);
    return p->plan.nests[p->plan.nests.size() - 1].batch;
}

/// Columns of products with few tiles of rows are shared, in whole panels, where none depends on another one.
TEST(passes, share_columns) {
    using detail::function;
    constexpr std::size_t part = detail::least_shared_columns;
    const auto bias_of = [](std::size_t columns) { return shape(extent(columns)); };
    graph_builder few;
    const node_id x = few.leaf(shape(2, 5));
    few.finished(few.apply(function::relu, few.apply(function::add, few.product(x, few.leaf(shape(5, 8 * part))),
                                                     few.leaf(bias_of(8 * part)))));
    EXPECT_TRUE(shared_axes(few) == shape(extent(8)));
    EXPECT_EQ(passes_of(few.g, 4, true)->plan.kernels[0].cols, part);
    EXPECT_TRUE(passes_of(few.g)->plan.nests[0].batch == shape());  // of one thread

    graph_builder transposed;  // of several heads, their weights as they lie
    const node_id w = transposed.transpose(transposed.leaf(shape(3, 6 * part, 5)));
    transposed.finished(transposed.product(transposed.leaf(shape(7, 5)), w));
    EXPECT_TRUE(shared_axes(transposed) == shape(extent(3), extent(6)));

    graph_builder concatenated;  // each part adds to what the parts before left
    const node_id left = concatenated.leaf(shape(70, 40)), right = concatenated.leaf(shape(70, 40));
    concatenated.finished(
        concatenated.product(concatenated.concat({left, right}, 1), concatenated.leaf(shape(80, 2 * part))));
    EXPECT_TRUE(shared_axes(concatenated) == shape(extent(2)));

    graph_builder square;  // a row is read whole, and a part of it beside the sums
    const node_id y = square.apply(function::relu, square.leaf(shape(2, 2 * part)));
    square.finished(square.apply(function::add, square.product(y, square.product(square.transpose(y), y)), y));
    EXPECT_TRUE(shared_axes(square) == shape());

    graph_builder chain;  // of few rows: one product after the other, not a tile of rows through all
    const node_id inner =
        chain.apply(function::relu, chain.product(chain.leaf(shape(64, 3)), chain.leaf(shape(3, 512))));
    chain.finished(chain.product(inner, chain.leaf(shape(512, 2 * part))));
    EXPECT_TRUE(shared_axes(chain) == shape(extent(2)));
    EXPECT_EQ(passes_of(chain.g, 4, true)->plan.nests.size(), 2U);
    EXPECT_EQ(passes_of(chain.g)->plan.nests.size(), 1U);

    graph_builder tiles;  // the second product reads all columns of a tile of the first one
    const node_id first =
        tiles.apply(function::relu, tiles.product(tiles.leaf(shape(257, 3)), tiles.leaf(shape(3, 256))));
    tiles.finished(tiles.product(first, tiles.leaf(shape(256, 256))));
    EXPECT_TRUE(shared_axes(tiles) == shape());

    graph_builder odd;  // no parts of whole panels
    odd.finished(odd.product(odd.leaf(shape(2, 3)), odd.leaf(shape(3, 1001))));
    EXPECT_TRUE(shared_axes(odd) == shape());
}

/// Threads take some microseconds to begin, those of the system more.
TEST(passes, say_which_nests_are_worth_sharing) {
    const auto is_shared = [](std::size_t tokens, std::size_t width, std::size_t least_work = 500'000) {
        const auto p = passes_of(multi_head(2, tokens, width, width / 2).g, 4, true);
        return detail::is_worth_sharing(p->plan, p->plan.nests[0], least_work);
    };
    EXPECT_FALSE(is_shared(17, 32));
    EXPECT_TRUE(is_shared(128, 64));
    EXPECT_TRUE(is_shared(1, 768));
    EXPECT_FALSE(is_shared(64, 64, 5'000'000));
    EXPECT_TRUE(is_shared(512, 64, 5'000'000));
}

/// Divided by a number of the program, the scores of a streaming loop keep their formula; multiplied, they lose it.
TEST(passes, only_factors_go_into_the_queries) {
    using detail::function;
    const auto plan_of_scores = [](const auto& change) {
        graph_builder b;
        const node_id q = b.leaf(shape(6, 4)), k = b.leaf(shape(7, 4)), v = b.leaf(shape(7, 3));
        const node_id scores = change(b, b.product(q, b.transpose(k)));
        b.finished(b.product(b.softmax(scores), v));
        expect_same_meaning(b, false);
        return passes_of(b.g)->plan.kernels[0].stream.scales_queries;
    };
    using builder = graph_builder;
    EXPECT_TRUE(plan_of_scores([](builder&, node_id s) { return s; }));
    EXPECT_TRUE(plan_of_scores([](builder& b, node_id s) { return b.apply(function::multiply, s, b.number()); }));
    EXPECT_TRUE(plan_of_scores([](builder& b, node_id s) { return b.apply(function::multiply, b.number(), s); }));
    EXPECT_TRUE(plan_of_scores([](builder& b, node_id s) {
        return b.apply(function::divide, s, b.constant({5, 2, 3}));
    }));
    EXPECT_TRUE(plan_of_scores([](builder& b, node_id s) {
        return b.apply(function::multiply, b.number(), b.apply(function::multiply, s, b.constant({5, 2, 3})));
    }));
    EXPECT_FALSE(plan_of_scores([](builder& b, node_id s) {  // their product may overflow where scores do not
        return b.apply(function::multiply, b.number(), b.apply(function::multiply, s, b.number()));
    }));
    EXPECT_FALSE(plan_of_scores([](builder& b, node_id s) { return b.apply(function::divide, s, b.number()); }));
    EXPECT_FALSE(plan_of_scores([](builder& b, node_id s) { return b.apply(function::add, s, b.number()); }));
    EXPECT_FALSE(plan_of_scores([](builder& b, node_id s) { return b.apply(function::multiply, s, s); }));
    EXPECT_FALSE(plan_of_scores([](builder& b, node_id s) {
        return b.apply(function::multiply, s, b.leaf(shape(extent(1))));  // an element in memory is no number
    }));
    EXPECT_FALSE(plan_of_scores([](builder& b, node_id s) {
        return b.apply(function::multiply, b.apply(function::divide, s, b.number()), b.number());
    }));
}

}  // namespace heed::test
