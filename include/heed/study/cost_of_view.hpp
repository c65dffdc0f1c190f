// SPDX-License-Identifier: BSL-1.0
// The cost of a formula as it runs, and with every node stored in memory.
#pragma once

#include <heed/lower/plan_cost.hpp>
#include <heed/meta/sized_list.hpp>
#include <heed/study/subject/study_subject.hpp>
#include <heed/study/text/score_tiles.hpp>

#include <cstddef>

namespace heed {

namespace study {

/// Operations and memory of one way to evaluate a formula. A multiply-add is two flops; flops are + - * / and
/// comparisons. exp, other functions, and what a mask computes from indices and numbers alone are counted separately.
struct figures {
    std::size_t flops = 0;             ///< sums, products, quotients, comparisons; a multiply-add is two
    std::size_t multiply_adds = 0;     ///< of products, and of the elimination of an inverse
    std::size_t exp = 0;               ///< of exp and softmax: one per score
    std::size_t transcendentals = 0;   ///< calls of other functions: log, tanh, erf, sqrt, ...
    std::size_t index_operations = 0;  ///< of masks, from indices and numbers alone, including logic: no flops
    std::size_t rescales = 0;          ///< of a query's sums by online softmax, at most; not part of the other numbers
    std::size_t bytes_in = 0;          ///< of the tensors that are read, once per use
    std::size_t bytes_out = 0;         ///< of the results, each element once
    std::size_t temporaries = 0;       ///< values stored whole between loops; tiles do not count
    std::size_t temporary_bytes = 0;   ///< of those
    std::size_t workspace_bytes = 0;   ///< memory beside operands and result at its peak: temporaries, tiles, scratch
    double arithmetic_intensity = 0;   ///< flops per byte moved; temporaries are counted as written and read

    /// Whether all numbers are equal.
    friend constexpr bool operator==(const figures&, const figures&) = default;
};

/// The cost as the formula runs; `naive` as if each operation were a loop of its own that stores its result.
struct costs : figures {
    figures naive{};                ///< each operation on its own
    std::size_t score_tiles = 0;    ///< tiles of queries x keys of masked attentions
    std::size_t skipped_tiles = 0;  ///< those that a mask of indices masks completely: not computed, but counted above
    // The cost without skipped tiles, as if all tiles were of one size; the same as above if none is skipped.
    std::size_t computed_flops = 0;             ///< flops without skipped tiles
    std::size_t computed_multiply_adds = 0;     ///< multiply_adds without skipped tiles
    std::size_t computed_exp = 0;               ///< exp without skipped tiles
    std::size_t computed_transcendentals = 0;   ///< transcendentals without skipped tiles
    std::size_t computed_index_operations = 0;  ///< index_operations without skipped tiles

    /// Whether all numbers are equal.
    friend constexpr bool operator==(const costs&, const costs&) = default;
};

}  // namespace study

namespace detail {

/// What a node depends on. A node for which is_stored is true has elements.
template <class IsStored>
constexpr made_of made_of_node(const graph_view& g, node_id id, const IsStored& is_stored) {
    const node& n = g[id];
    if (n.kind == node_kind::index) return made_of::indices;
    if (n.operand_count == 0) return n.dims.rank == 0 ? made_of::numbers : made_of::elements;
    const bool computes = n.kind != node_kind::elementwise && n.kind != node_kind::view && n.kind != node_kind::reshape;
    if (computes || is_stored(id)) return made_of::elements;
    made_of all = made_of::numbers;
    for (std::size_t i = 0; i < n.operand_count; ++i) {
        const made_of operand = made_of_node(g, g.operand(id, i), is_stored);
        if (operand > all) all = operand;
    }
    return all;
}

/// The cost of an elementwise node, whose operands depend on numbers, indices or elements.
template <class Count, class IsStored>
constexpr basic_cost<Count> cost_of_function(const graph_view& g, node_id id, const IsStored& is_stored) {
    const auto is_another = [&](node_id other) { return other != id && is_stored(other); };
    basic_cost<Count> one;
    add_function(one, g[id].apply, made_of_node(g, id, is_another));
    return g[id].dims.size() * one;
}

/// The product of the sizes of a shape, without the axes from `axis` to `end`.
constexpr std::size_t size_beside(const shape& dims, std::size_t axis, std::size_t end) {
    std::size_t size = 1;
    for (std::size_t a = 0; a < dims.rank; ++a) size *= a < axis || a >= end ? dims[a].size : 1;
    return size;
}

/// The operations of one node on its own. Sizes are integers; sums of sizes are counts.
template <class Count = std::size_t>
constexpr basic_cost<Count> cost_of_node(const graph_view& g, node_id id) {
    const node& n = g[id];
    const Count size = n.dims.size();
    if (n.operand_count == 0) return {};
    const shape& operand = g[g.operand(id, 0)].dims;
    switch (n.kind) {
        case node_kind::elementwise: return cost_of_function<Count>(g, id, [](node_id) { return false; });
        case node_kind::product: return {.multiply_adds = size * operand.from_right(0).size};
        case node_kind::normalise: {
            const row_cost one = traits_of(n.weights).cost;
            const Count rows = size_beside(n.dims, n.axis, n.axis + 1);
            return {.other_flops = one.flops * size + one.flops_of_row * rows,
                    .exps = one.exps * size,
                    .transcendentals = one.functions_of_row * rows};
        }
        case node_kind::reduce: {
            const row_cost one = traits_of(n.reduce).cost;
            const Count read = operand.size();
            return {.other_flops = one.flops * read + one.flops_of_row * size,
                    .exps = one.exps * read,
                    .transcendentals = one.functions_of_row * size};
        }
        case node_kind::inverse: {
            // divisions by pivots, comparisons that find them, and multiples of each row subtracted from all others, in
            // the matrix and in its inverse
            const Count order = operand.from_right(0).size;
            const Count matrices = size_beside(operand, operand.rank - 2, operand.rank);
            return {.multiply_adds = 2 * size * (order - 1),
                    .other_flops = 2 * size + matrices * flops_of_pivots(order)};
        }
        case node_kind::scatter: return {.other_flops = operand.size()};
        default: return {};
    }
}

/// Softmax weights that exist only a tile at a time are not normalised; the `columns` of the output are divided
/// instead.
template <class Count = std::size_t>
constexpr basic_cost<Count> cost_of_streamed(const Count& scores, const Count& rows, std::size_t columns,
                                             std::size_t keys) {
    return {.other_flops = 3 * scores + rows + rows * columns,
            .exps = scores,
            .rescales = rows * blocks_after_first<Count>(keys)};
}

/// The operand of a node that multiplies by a number, else no_node.
constexpr node_id scaled_operand(const graph_view& g, node_id id) {
    if (g[id].kind != node_kind::elementwise || g[id].apply != function::multiply) return no_node;
    for (std::size_t i = 0; i < 2; ++i) {
        const node& factor = g[g.operand(id, 1 - i)];
        if (factor.operand_count == 0 && factor.dims.rank == 0) return g.operand(id, i);
    }
    return no_node;
}

/// How many factors of a scaled node are given, and no exact constants: 1 or 0.
constexpr std::size_t given_factors(const graph_view& g, node_id id) {
    const node_id scaled = scaled_operand(g, id);
    const node_id factor = g.operand(id, g.operand(id, 0) == scaled ? 1 : 0);
    return g[factor].kind == node_kind::constant ? 0 : 1;
}

/// Whether a node belongs to the scale of streamed scores, which is multiplied into the queries of the product `core`
/// (lower/score_scale.hpp).
constexpr bool is_in_scale(const graph_view& g, node_id scores, node_id core, node_id id) {
    if (core == no_node) return false;
    if (g[scores].kind == node_kind::elementwise && g[scores].apply == function::where) scores = g.operand(scores, 1);
    bool found = false;
    std::size_t given = 0;
    for (node_id next = no_node; scores != core && scores != no_node; scores = next) {
        found = found || scores == id;
        next = scaled_operand(g, scores);
        if (next != no_node) given += given_factors(g, scores);
    }
    return found && scores == core && given <= 1;
}

/// The operations of an elementwise node, per element. A scale in the queries costs one multiplication for each of
/// their elements, however many factors it has.
template <class Count>
constexpr basic_cost<Count> cost_of_elementwise(const graph_view& g, const roles_view& r, node_id id) {
    if (scaled_operand(g, id) != no_node)
        for (node_id user = 0; user < g.nodes.size(); ++user) {
            const node_id core = r[user].score_core;
            if (r[user].scores == no_node || !is_in_scale(g, r[user].scores, core, id)) continue;
            if (scaled_operand(g, id) != core) return {};
            const shape& dims = g[core].dims;
            return {.other_flops =
                        size_beside(dims, dims.rank - 1, dims.rank) * g[g.operand(core, 0)].dims.from_right(0).size};
        }
    return cost_of_function<Count>(g, id, [&r](node_id other) { return r[other].what != role::inlined; });
}

/// Whether the loop of a product adds rows where whole numbers say.
constexpr bool adds_rows(const roles_view& r, node_id product) {
    for (const node_role& stored : r)
        if (stored.adds_rows && stored.core == product) return true;
    return false;
}

/// The operations of a node of the canonical form in the plan, including nodes fused with it. The sum over all nodes is
/// cost_of(plan) except for visits (tests/study/cost_test.cpp).
template <class Count = std::size_t>
constexpr basic_cost<Count> cost_in_plan(const graph_view& g, const roles_view& r, node_id id) {
    if (r[id].what == role::read) return {};
    if (r[id].is_written_beside) {
        basic_cost<Count> each = cost_of_log_sum<Count>();
        each.visits = 0;
        return g[id].dims.size() * each;
    }
    if (g[id].kind == node_kind::elementwise)
        return r[id].what == role::streamed ? basic_cost<Count>() : cost_of_elementwise<Count>(g, r, id);
    if (g[id].kind == node_kind::product && adds_rows(r, id)) {
        const Count added = g[g.operand(id, 1)].dims.size();
        return {.other_flops = added};
    }
    if (r[id].what != role::streamed || g[id].kind != node_kind::normalise) return cost_of_node<Count>(g, id);
    for (node_id user = 0; user < g.nodes.size(); ++user)
        if (g[user].kind == node_kind::product && g.operand(user, 0) == id) {
            const shape& dims = g[id].dims;
            const Count scores = dims.size(), rows = size_beside(dims, dims.rank - 1, dims.rank);
            return cost_of_streamed<Count>(scores, rows, g[user].dims.from_right(0).size, dims.from_right(0).size);
        }
    return {};
}

template <class Count>
constexpr Count bytes_read(const graph_view& g, const leaf_name* leaves) {
    Count bytes = 0;
    for (const node& n : g.nodes)
        if (n.kind == node_kind::leaf) bytes = bytes + n.dims.size() * leaves[n.leaf].type.bytes;
    return bytes;
}

template <class Count>
constexpr Count bytes_written(const graph_view& g, std::size_t element_bytes) {
    Count bytes = 0;
    for (const node_id result : g.results) bytes = bytes + g[result].dims.size() * element_bytes;
    return bytes;
}

/// The figures that count operations, as numbers or sums of lengths.
template <class Figures, class Count>
constexpr Figures figures_from(const basic_cost<Count>& c) {
    Figures f;
    f.flops = c.flops();
    f.multiply_adds = c.multiply_adds;
    f.exp = c.exps;
    f.transcendentals = c.transcendentals;
    f.index_operations = c.index_operations;
    f.rescales = c.rescales;
    return f;
}

/// Temporaries are written and read.
template <class Count>
constexpr Count bytes_moved(const Count& in, const Count& out, const Count& temporary) {
    return in + out + temporary + temporary;
}

constexpr double intensity_of(const study::figures& f) {
    const std::size_t moved = bytes_moved(f.bytes_in, f.bytes_out, f.temporary_bytes);
    return moved == 0 ? 0 : static_cast<double>(f.flops) / static_cast<double>(moved);
}

/// The cost if every node that computes is stored; views and reshapes are read in place.
template <class Figures, class Count>
constexpr Figures naive_figures(const graph_view& g, const leaf_name* leaves, std::size_t element_bytes) {
    basic_cost<Count> total;
    sized_list<bool> is_result(g.nodes.size());
    for (const node_id result : g.results) is_result[result] = true;
    std::size_t temporaries = 0;
    Count bytes = 0;
    for (node_id id = 0; id < g.nodes.size(); ++id) {
        if (g[id].operand_count == 0 || behind_names(g, id) != id) continue;
        total = total + cost_of_node<Count>(g, id);
        if (is_result[id]) continue;
        ++temporaries;
        bytes = bytes + g[id].dims.size() * element_bytes;
    }
    Figures f = figures_from<Figures>(total);
    f.bytes_in = bytes_read<Count>(g, leaves);
    f.bytes_out = bytes_written<Count>(g, element_bytes);
    f.temporaries = temporaries;
    f.temporary_bytes = bytes;
    return f;
}

/// The cost of one masked score in a streaming loop: the products with a query and a value, its formula, its weight.
constexpr cost cost_of_score(const plan_view& p, const step& at) {
    const kernel& k = p.kernels[at.kernel];
    cost total = cost{.multiply_adds = k.stream.depth + k.cols} + cost_of_streamed<std::size_t>(1, 0, 0, 1), in_queries;
    add_term(total, p, at, k.prologue);
    if (k.stream.scales_queries) add_term(in_queries, p, at, unmasked_scores_of_kernel(p, k));
    total.other_flops -= in_queries.other_flops;
    return total;
}

/// What is not computed.
constexpr void leave_out(study::costs& c, const cost& skipped) {
    c.computed_flops -= skipped.flops();
    c.computed_multiply_adds -= skipped.multiply_adds;
    c.computed_exp -= skipped.exps;
    c.computed_transcendentals -= skipped.transcendentals;
    c.computed_index_operations -= skipped.index_operations;
}

constexpr study::costs costs_of(const study_view& v) {
    const std::size_t element_bytes = v.computed_in.bytes;
    study::costs c{figures_from<study::figures>(cost_of(v.steps)),
                   naive_figures<study::figures, std::size_t>(v.written, v.leaves, element_bytes)};
    c.naive.workspace_bytes = c.naive.temporary_bytes;
    c.naive.arithmetic_intensity = intensity_of(c.naive);
    c.bytes_in = c.naive.bytes_in;
    c.bytes_out = c.naive.bytes_out;
    c.temporaries = v.steps.temporaries();
    c.temporary_bytes = v.steps.temporary_elements() * element_bytes;
    c.workspace_bytes = v.steps.workspace * element_bytes;
    c.arithmetic_intensity = intensity_of(c);
    c.computed_flops = c.flops;
    c.computed_multiply_adds = c.multiply_adds;
    c.computed_exp = c.exp;
    c.computed_transcendentals = c.transcendentals;
    c.computed_index_operations = c.index_operations;
    for (const nest& n : v.steps.nests)
        for (std::size_t s = n.first_step; s < n.first_step + n.step_count; ++s) {
            const step& at = v.steps.steps[s];
            const kernel& k = v.steps.kernels[at.kernel];
            if (const kept_part part = kept_part_of(v.steps, s); part.axis != kept_axis::none) {
                const kept_column_counts counts = count_kept_columns(v.steps, n, v.steps.steps[part.masked]);
                leave_out(c, counts.skipped * cost_count<>(v.steps).of_column(at, part.axis));
                if (part.masked == s) c.score_tiles += counts.blocks, c.skipped_tiles += counts.skipped_blocks;
            }
            if (!is_masked_kernel(v.steps, k)) continue;
            const score_tile_counts tiles = count_score_tiles(v.steps, n, at);
            c.score_tiles += tiles.all();
            c.skipped_tiles += tiles.skipped;
            if (tiles.skipped == 0) continue;
            const std::size_t skipped = n.batch.size() * n.rows.size * k.stream.keys * tiles.skipped / tiles.all();
            leave_out(c, skipped * cost_of_score(v.steps, at));
        }
    return c;
}

}  // namespace detail
}  // namespace heed
