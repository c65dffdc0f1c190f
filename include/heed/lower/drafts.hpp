// SPDX-License-Identifier: BSL-1.0
// Steps before scheduling and memory layout: which loop computes which node from which others.
#pragma once

#include <heed/lower/finite_values.hpp>
#include <heed/lower/plan.hpp>

#include <cstddef>

namespace heed::detail {

/// An operand of a loop: a leaf, a constant or a stored node, and the map from loop indices to its elements.
struct operand_ref {
    node_id node = 0;
    index_map map{};      ///< from the axes of the loop: leading axes, then rows and columns
    bool by_row = false;  ///< its rows follow the rows of the loop

    friend constexpr bool operator==(const operand_ref&, const operand_ref&) = default;
};

struct draft {
    node_id target = 0;
    shape domain{};                ///< leading axes, rows and columns of the target
    index_map written{};           ///< from the domain to the target
    node_id log_sums = no_node;    ///< the logsumexp that the loop writes beside the target, if any
    index_map log_sums_written{};  ///< from the domain to log_sums
    kernel loop{};
    std::size_t first_ref = 0;
    std::size_t ref_count = 0;

    constexpr extent rows() const { return domain.from_right(1); }
    constexpr const index_map& written_to(node_id node) const { return node == log_sums ? log_sums_written : written; }
    /// The index of the operand of a slot among all operands; the target is not one of them.
    constexpr std::size_t ref_of_slot(std::size_t s) const { return first_ref + s - (result_slot + 1); }

    friend constexpr bool operator==(const draft&, const draft&) = default;
};

template <std::size_t Capacity>
struct drafts {
    static_vector<draft, Capacity> steps{};
    static_vector<operand_ref, 4 * Capacity> refs{};
    static_vector<term, 4 * Capacity> terms{};

    /// For each node, the last draft that writes it. Drafts that read it come later; a logsumexp written beside a
    /// softmax is read by none.
    constexpr static_vector<std::size_t, Capacity> last_writers(std::size_t nodes) const {
        static_vector<std::size_t, Capacity> last;
        last.resize(nodes);
        for (std::size_t i = 0; i < steps.size(); ++i) {
            last[steps[i].target] = i;
            if (steps[i].log_sums != no_node) last[steps[i].log_sums] = i;
        }
        return last;
    }

    friend constexpr bool operator==(const drafts&, const drafts&) = default;
};

/// Pads a shape to at least a matrix with leading axes of size 1.
constexpr shape padded_domain(const shape& dims) {
    shape domain;
    for (std::size_t missing = dims.rank; missing < 2; ++missing) domain.push_back(extent(1));
    for (std::size_t i = 0; i < dims.rank; ++i) domain.push_back(dims[i]);
    return domain;
}

template <std::size_t Capacity>
class drafting {
public:
    constexpr drafting(const graph<Capacity>& g, const roles<Capacity>& r) : g_(g), roles_(r) {}

    constexpr drafts<Capacity> run() {
        find_block_targets();
        for (node_id id = 0; id < g_.nodes.size(); ++id) {
            if (roles_[id].what != role::stored) continue;
            if (g_[id].kind != node_kind::concat) draft_node(id);
            draft_blocks_of(id);
        }
        return out_;
    }

private:
    constexpr void draft_node(node_id id) {
        if (roles_[id].is_written_beside) return;
        const node_id core = roles_[id].core;
        if (core == no_node)
            draft_map(id);
        else if (g_[core].kind == node_kind::product && roles_[id].scores != no_node)
            draft_stream(id, core);
        else if (g_[core].kind == node_kind::product)
            draft_product(id, core);
        else if (g_[core].kind == node_kind::inverse)
            draft_inverse(id);
        else
            draft_rows(id, core);
    }

    constexpr void begin(node_id target, skeleton loop, const shape& domain) {
        draft d{.target = target, .domain = domain, .first_ref = out_.refs.size()};
        d.written = broadcast_map(g_[target].dims, domain);
        d.loop.loop = loop;
        d.loop.cols = domain.from_right(0).size;
        d.loop.first_term = out_.terms.size();
        out_.steps.push_back(d);
    }
    constexpr draft& now() { return out_.steps.back(); }

    /// Follows views to the value in memory, and composes their maps.
    constexpr operand_ref resolve(node_id id, index_map map, bool by_row) const {
        while (g_[id].kind == node_kind::view || is_passed_through(id)) {
            if (g_[id].kind == node_kind::view) map = compose(map, g_[id].map);
            id = g_.operand(id, 0);
        }
        return {id, map, by_row};
    }
    constexpr bool is_passed_through(node_id id) const {
        return g_[id].kind == node_kind::elementwise && roles_[id].what == role::read;
    }

    /// Adds an operand of the loop itself. They are added in the order of their slots.
    constexpr void add_operand(node_id id, const index_map& map, bool by_row) {
        out_.refs.push_back(resolve(id, map, by_row));
        ++now().ref_count;
    }

    /// The slot of an operand of a term; terms that read the same elements share it.
    constexpr std::size_t slot_of(node_id id, const index_map& map) {
        const operand_ref ref = resolve(id, map, true);
        const std::size_t next = result_slot + 1 + now().ref_count;
        const std::size_t own = now().loop.product.adds_rows ? product_slot::right : result_slot;
        for (std::size_t s = own + 1; s < next; ++s)
            if (out_.refs[now().ref_of_slot(s)] == ref) return s;
        out_.refs.push_back(ref);
        ++now().ref_count;
        return next;
    }

    constexpr std::size_t add_term(const term& t) {
        out_.terms.push_back(t);
        return now().loop.term_count++;
    }

    /// Adds the elementwise formula below `id`, read through `map`, as terms.
    constexpr std::size_t add_terms(node_id id, const index_map& map, node_id core) {
        if (id == core) return add_term({.kind = term::core});
        const node& n = g_[id];
        if (n.kind == node_kind::lookup && (roles_[id].what != role::stored || id == now().target))
            return add_lookup(id, map, core);
        if (n.kind != node_kind::elementwise || (roles_[id].what == role::stored && id != now().target)) {
            const std::size_t slot = slot_of(id, map);
            return add_term({.kind = term::load, .slot = slot});
        }
        term t{.kind = term::apply, .f = n.apply};
        for (std::size_t k = 0; k < n.operand_count; ++k) t.operands[k] = add_terms(g_.operand(id, k), map, core);
        return add_term(t);
    }

    /// In the map, looked-up axes follow loop axes that come after the real ones.
    constexpr std::size_t add_lookup(node_id id, const index_map& map, node_id core) {
        const node& n = g_[id];
        term t{.kind = term::look_up, .found = n.operand_count - 1};
        for (std::size_t k = 0; k < t.found; ++k) t.operands[k] = add_terms(g_.operand(id, k + 1), map, core);
        index_map through = compose(map, n.map);
        for (std::size_t k = 0; k < t.found; ++k)
            through.from[n.found[k]] = static_cast<signed char>(now().domain.rank + k);
        t.slot = slot_of(g_.operand(id, 0), through);
        return add_term(t);
    }

    constexpr void draft_map(node_id id) {
        const shape domain = padded_domain(g_[id].dims);
        begin(id, skeleton::map, domain);
        now().loop.prologue = add_terms(id, now().written, no_node);
    }

    constexpr void draft_inverse(node_id id) {
        const shape domain = g_[id].dims;
        begin(id, skeleton::inverse, domain);
        now().loop.row.length = domain.from_right(0).size;
        now().loop.prologue = add_terms(g_.operand(id, 0), now().written, no_node);
    }

    constexpr void draft_rows(node_id id, node_id core) {
        const node_id operand = g_.operand(core, 0);
        const bool reduces = g_[core].kind == node_kind::reduce;
        const shape operand_domain = padded_domain(g_[operand].dims);
        shape domain = operand_domain;
        if (reduces) domain[domain.rank - 1] = extent(1);
        begin(id, reduces ? skeleton::reduce : skeleton::rows, domain);
        if (reduces) now().written = rows_of_domain(g_[id].dims, domain);
        now().loop.row.length = operand_domain.from_right(0).size;
        now().loop.row.reduce = g_[core].reduce;
        now().loop.row.is_finite = reduces && is_finite(g_, g_.operand(core, 0));
        now().loop.row.weights = g_[core].weights;
        if (g_[core].operand_count == 2) add_operand(g_.operand(core, 1), {}, true);
        now().loop.prologue = add_terms(operand, broadcast_map(g_[operand].dims, operand_domain), no_node);
        if (core != id) now().loop.epilogue = add_terms(id, now().written, core);
        write_log_sums_of(id);
    }
    constexpr void write_log_sums_of(node_id id) {
        now().log_sums = roles_[id].log_sums;
        if (now().log_sums != no_node) now().log_sums_written = rows_of_domain(g_[now().log_sums].dims, now().domain);
    }

    /// A reduced tensor has the leading axes and the rows of the domain, but no columns.
    constexpr index_map rows_of_domain(const shape& dims, const shape& domain) const {
        index_map map = identity_map(dims.rank);
        for (std::size_t a = 0; a < dims.rank; ++a)
            map.from[a] = static_cast<signed char>(a + domain.rank - 1 - dims.rank);
        return map;
    }

    constexpr void draft_stream(node_id id, node_id product) {
        const shape domain = g_[product].dims;
        const node_id scores = roles_[id].scores, score_core = roles_[id].score_core;
        const node_id values = g_.operand(product, 1);
        begin(id, skeleton::stream, domain);
        now().loop.stream.keys = g_[values].dims.from_right(1).size;
        add_operand(values, identity_map(domain.rank), false);
        if (score_core != no_node) {
            const node_id keys = g_.operand(score_core, 1);
            now().loop.stream.depth = g_[keys].dims.from_right(1).size;
            add_operand(g_.operand(score_core, 0), identity_map(domain.rank), true);
            add_operand(keys, swapped(domain.rank), false);
        }
        now().loop.prologue = add_terms(scores, identity_map(domain.rank), score_core);
        if (product != id) now().loop.epilogue = add_terms(id, identity_map(domain.rank), product);
        write_log_sums_of(id);
    }

    /// Keys are read untransposed: rows are keys.
    static constexpr index_map swapped(std::size_t rank) {
        index_map map = identity_map(rank);
        map.from[rank - 1] = static_cast<signed char>(rank - 2);
        map.from[rank - 2] = static_cast<signed char>(rank - 1);
        return map;
    }

    constexpr void draft_product(node_id id, node_id product) {
        const node_id left = g_.operand(product, 0);
        if (roles_[left].what != role::streamed || roles_[id].adds_rows) {
            draft_block(id, product, left, 0);
            finish_product(id, product);
            return;
        }
        const std::size_t last = g_[left].operand_count - 1;
        for (std::size_t k = drafted_[id]; k <= last; ++k) draft_block(id, product, g_.operand(left, k), k);
        finish_product(id, product);
    }

    constexpr void finish_product(node_id id, node_id product) {
        if (product != id) now().loop.epilogue = add_terms(id, now().written, product);
    }

    /// left * (the corresponding rows of the right operand), added to the earlier blocks.
    constexpr void draft_block(node_id id, node_id product, node_id left, std::size_t block) {
        const node_id whole_left = g_.operand(product, 0), right = g_.operand(product, 1);
        std::size_t begin_row = 0;
        for (std::size_t k = 0; k < block; ++k) begin_row += g_[g_.operand(whole_left, k)].dims.from_right(0).size;
        const shape domain = g_[product].dims;
        begin(id, skeleton::product, domain);
        now().loop.product.inner = g_[left].dims.from_right(0).size;
        now().loop.product.continues = block > 0;
        index_map right_map = identity_map(domain.rank);
        right_map.offset[domain.rank - 2] = begin_row;
        now().loop.product.adds_rows = roles_[id].adds_rows;
        add_operand(roles_[id].adds_rows ? g_.operand(left, 1) : left, identity_map(domain.rank), true);
        add_operand(right, right_map, false);
        ++drafted_[id];
    }

    /// As soon as a part of a concatenation has been computed, its share of the product follows, while the part is in
    /// the cache.
    constexpr void draft_blocks_of(node_id part) {
        const node_id target = block_target_[part];
        if (target == no_node) return;
        const node_id product = roles_[target].core, left = g_.operand(product, 0);
        if (!is_in_memory_first(g_.operand(product, 1))) return;
        for (std::size_t k = drafted_[target]; k + 1 < g_[left].operand_count && is_drafted(g_.operand(left, k), part);
             ++k)
            draft_block(target, product, g_.operand(left, k), k);
    }
    constexpr bool is_drafted(node_id block, node_id latest) const {
        return block <= latest || (roles_[block].what == role::read && is_in_memory_first(block));
    }
    /// Whether the node is a leaf, possibly behind views or behind a copy that is not made for a part of a
    /// concatenation.
    constexpr bool is_in_memory_first(node_id id) const {
        while (g_[id].kind == node_kind::view || g_[id].kind == node_kind::elementwise) {
            if (g_[id].kind == node_kind::elementwise && roles_[id].what != role::read) return false;
            id = g_.operand(id, 0);
        }
        return g_[id].kind == node_kind::leaf;
    }

    /// For each part of a concatenation that is only used in a product: the stored node of that product.
    constexpr void find_block_targets() {
        for (node_id id = 0; id < g_.nodes.size(); ++id) block_target_[id] = no_node;
        for (node_id id = 0; id < g_.nodes.size(); ++id) {
            const node_id core = roles_[id].what == role::stored ? roles_[id].core : no_node;
            if (core == no_node || g_[core].kind != node_kind::product || roles_[id].scores != no_node) continue;
            if (roles_[id].adds_rows) continue;
            const node_id left = g_.operand(core, 0);
            if (roles_[left].what != role::streamed) continue;
            for (std::size_t k = 0; k < g_[left].operand_count; ++k) block_target_[g_.operand(left, k)] = id;
        }
    }

    const graph<Capacity>& g_;
    const roles<Capacity>& roles_;
    node_id block_target_[Capacity]{};
    std::size_t drafted_[Capacity]{};  ///< blocks of a product that have been drafted
    drafts<Capacity> out_{};
};

template <std::size_t Capacity>
constexpr drafts<Capacity> draft_steps(const graph<Capacity>& g, const roles<Capacity>& r) {
    return drafting<Capacity>(g, r).run();
}

}  // namespace heed::detail
