// SPDX-License-Identifier: BSL-1.0
// The role of each node, and why: computed where it is used, stored, or part of a fused loop.
#pragma once

#include <heed/graph/graph.hpp>
#include <heed/shape/length_list.hpp>

#include <cstddef>

namespace heed::detail {

/// Why a value is stored between loops. Study prints these, tests assert them.
enum class reason : unsigned char {
    none,
    result,              ///< it is a result of the formula
    shared,              ///< it is used more than once
    operand_of_product,  ///< each element is read for a whole row or column of the product
    repeated,            ///< each element is used along an axis that it does not have
    second_product,      ///< an elementwise formula fuses with one product, and this is another one
    not_elementwise,     ///< a softmax, a norm, a reduction or an inverse reads its rows more than once
    weights_kept,        ///< softmax weights with other uses than the product with values
    reshaped,            ///< its axes are split or merged by its reader
    part,                ///< it is written into its place in a concatenation
    looked_up,           ///< which of its elements are read is known only at run time
    own_loops,           ///< a concatenation or an inverse that an elementwise formula reads: neither fuses with it
};

constexpr const char* words_of(reason r) {
    switch (r) {
        case reason::none: return "";
        case reason::result: return "it is the result";
        case reason::shared: return "it is used more than once";
        case reason::operand_of_product: return "a product reads each of its elements many times";
        case reason::repeated: return "it repeats along an axis that it does not have";
        case reason::second_product: return "the loop that uses it already computes another product";
        case reason::not_elementwise: return "a softmax, a norm, a reduction or an inverse reads it more than once";
        case reason::weights_kept: return "softmax weights are used otherwise than times values";
        case reason::reshaped: return "its axes are split or merged where it is read";
        case reason::part: return "it is written into its place beside other parts";
        case reason::looked_up: return "which of its elements are looked up is known only when the loop runs";
        case reason::own_loops: return "it is computed by loops of its own, which no formula fuses with";
    }
    return "";
}

enum class role : unsigned char {
    read,      ///< leaf, constant or view: read in place
    inlined,   ///< computed element by element at each use
    stored,    ///< written to memory
    fused,     ///< computed inside the loop of the stored node that uses it
    streamed,  ///< exists only a tile at a time: softmax weights, or a concatenation on the left of a product
};

struct node_role {
    role what = role::read;
    reason why = reason::none;
    node_id core =
        no_node;  ///< stored: the product, softmax, norm or reduction whose loop computes it, itself or a fused node
    node_id scores = no_node;      ///< stored with a streaming core: the operand of the softmax
    node_id score_core = no_node;  ///< the product inside the scores, if any
    node_id log_sums = no_node;    ///< stored, with a softmax, streaming or not: the logsumexp of the same rows, which
                                   ///< its loop also writes
    bool is_written_beside = false;  ///< stored: a logsumexp that another loop writes
    bool adds_rows = false;          ///< stored: of ones where whole numbers say, and rows, which are added there

    friend constexpr bool operator==(const node_role&, const node_role&) = default;
};

template <std::size_t Capacity>
using roles = static_vector<node_role, Capacity>;
using roles_view = list_view<node_role>;

/// Decides from the results down, so that the user of each node is known first.
template <std::size_t Capacity>
class role_assignment {
public:
    constexpr role_assignment(const graph<Capacity>& g, const length_list& lengths)
        : g_(g), lengths_(lengths), uses_(count_uses(g)) {
        roles_.resize(g.nodes.size());
        log_sums_of_.resize(g.nodes.size(), no_node);
    }

    constexpr roles<Capacity> run() {
        find_log_sums();
        assign_first();
        for (node_id id = g_.nodes.size(); id-- > 0;)
            if (roles_[id].what == role::stored) assign_loop(id);
        for (node_id id = 0; id < g_.nodes.size(); ++id)
            if (roles_[id].what == role::stored) store(id, reason::own_loops);  // if there is no other reason
        return roles_;
    }

private:
    static constexpr bool needs_loop(node_kind kind) {
        return kind == node_kind::product || kind == node_kind::normalise || kind == node_kind::reduce ||
               kind == node_kind::concat || kind == node_kind::inverse;
    }

    static constexpr bool is_element_by_element(node_kind kind) {
        return kind == node_kind::elementwise || kind == node_kind::lookup;
    }

    constexpr void store(node_id id, reason why) {
        if (roles_[id].what == role::stored && roles_[id].why != reason::none) return;
        roles_[id].what = role::stored;
        roles_[id].why = why;
    }

    /// The loop of a softmax knows the logsumexp of its rows. A logsumexp of the same operand is therefore written by
    /// that loop, and does not count as a use of the operand. Not if anything reads it: that might be the loop itself,
    /// or one before it.
    constexpr void find_log_sums() {
        for (node_id id = 0; id < g_.nodes.size(); ++id) {
            if (g_[id].kind != node_kind::reduce || g_[id].reduce != reduction::logsumexp) continue;
            if (!is_only_a_result(id)) continue;
            const node_id rows = g_.operand(id, 0);
            for (node_id weights = 0; weights < g_.nodes.size(); ++weights) {
                const node& n = g_[weights];
                const bool fits = n.kind == node_kind::normalise && n.weights == normalisation::softmax &&
                                  g_.operand(weights, 0) == rows;
                if (!fits || log_sums_of_[weights] != no_node) continue;
                log_sums_of_[weights] = id;
                roles_[id].is_written_beside = true;
                --uses_[rows];
                break;
            }
        }
    }

    /// Whether no loop reads a node: it is a result, or views of it are.
    constexpr bool is_only_a_result(node_id id) const {
        for (node_id user = 0; user < g_.nodes.size(); ++user)
            for (std::size_t k = 0; k < g_[user].operand_count; ++k)
                if (g_.operand(user, k) == id && (g_[user].kind != node_kind::view || !is_only_a_result(user)))
                    return false;
        return true;
    }

    /// Before any fusion: nodes with a loop of their own, and operands that such loops and views need in memory.
    constexpr void assign_first() {
        for (node_id id = 0; id < g_.nodes.size(); ++id) {
            const node_kind kind = g_[id].kind;
            if (needs_loop(kind)) roles_[id].what = role::stored;
            if (is_element_by_element(kind)) roles_[id].what = role::inlined;
        }
        for (const node_id result : g_.results) store_behind_view(result, reason::result);
        for (node_id id = 0; id < g_.nodes.size(); ++id)
            if (uses_[id] > 1) store_computed(id, reason::shared);
        for (node_id id = 0; id < g_.nodes.size(); ++id)
            for (std::size_t k = 0; k < g_[id].operand_count; ++k)
                if (g_[id].kind == node_kind::product) store_behind_view(g_.operand(id, k), reason::operand_of_product);
        for (node_id id = 0; id < g_.nodes.size(); ++id) {
            const node& n = g_[id];
            if (n.kind == node_kind::lookup) store_behind_view(g_.operand(id, 0), reason::looked_up);
            for (std::size_t k = 0; k < n.operand_count; ++k) {
                const node_id operand = g_.operand(id, k);
                if (n.kind == node_kind::concat) store_computed(operand, reason::part);
                if (n.kind == node_kind::reshape) store_behind_view(operand, reason::reshaped);
                if (n.kind == node_kind::view)
                    store_computed(operand, !n.map.links.empty() ? reason::reshaped : reason::repeated);
            }
        }
    }

    constexpr void store_computed(node_id id, reason why) {
        if (is_element_by_element(g_[id].kind) || needs_loop(g_[id].kind)) store(id, why);
    }
    constexpr void store_behind_view(node_id id, reason why) { store_computed(behind_names(g_, id), why); }

    /// Chooses the loop that computes a stored node.
    constexpr void assign_loop(node_id id) {
        const node_kind kind = g_[id].kind;
        node_id core = id;
        if (is_element_by_element(kind)) {
            core = find_core(id, false);
            if (core != no_node) {
                roles_[core].what = role::fused;
                note_other_loops(id, core);
            }
        }
        roles_[id].core = core;
        if (core == no_node || roles_[id].is_written_beside) return;
        if (g_[core].kind == node_kind::product) {
            if (can_stream(core))
                stream(id, core);
            else if (says_rows(g_.operand(core, 0)))
                add_rows(id, g_.operand(core, 0));
            else
                fuse_blocks(core);
        } else if (g_[core].kind == node_kind::inverse) {
            store_rows(g_.operand(core, 0));
        } else if (g_[core].kind == node_kind::normalise || g_[core].kind == node_kind::reduce) {
            const bool weights = g_[core].kind == node_kind::normalise && g_[core].weights == normalisation::softmax;
            if (weights && roles_[id].why == reason::operand_of_product) roles_[id].why = reason::weights_kept;
            store_rows(g_.operand(core, 0));
            roles_[id].log_sums = log_sums_of_[core];
        }
    }

    /// The node in the elementwise tree below `id` whose loop can compute the whole tree; preferably a product.
    constexpr node_id find_core(node_id id, bool products_only) const {
        node_id best = no_node;
        if (g_[id].kind == node_kind::lookup) return best;  // its index may differ from that of the loop
        for (std::size_t k = 0; k < g_[id].operand_count; ++k) {
            const node_id operand = g_.operand(id, k);
            node_id found = no_node;
            if (roles_[operand].what == role::inlined)
                found = find_core(operand, products_only);
            else if (is_fusible(operand, products_only))
                found = operand;
            if (found != no_node && (best == no_node || preference(found) > preference(best))) best = found;
        }
        return best;
    }
    constexpr bool is_fusible(node_id id, bool products_only) const {
        const node_kind kind = g_[id].kind;
        if (uses_[id] != 1 || roles_[id].is_written_beside || kind == node_kind::concat || kind == node_kind::inverse ||
            !needs_loop(kind))
            return false;
        return kind == node_kind::product || !products_only;
    }
    constexpr int preference(node_id id) const {
        if (g_[id].kind == node_kind::product) return can_stream(id) ? 3 : 2;
        return 1;
    }

    constexpr void note_other_loops(node_id id, node_id core) {
        for (std::size_t k = 0; k < g_[id].operand_count; ++k) {
            const node_id operand = g_.operand(id, k);
            if (operand == core) continue;
            if (roles_[operand].what == role::inlined) note_other_loops(operand, core);
            if (needs_loop(g_[operand].kind))
                store(operand,
                      g_[operand].kind == node_kind::product ? reason::second_product : reason::not_elementwise);
        }
    }

    /// Whether the left operand of a product is softmax weights with no other use.
    constexpr bool can_stream(node_id product) const {
        const node_id weights = g_.operand(product, 0);
        return g_[weights].kind == node_kind::normalise && g_[weights].weights == normalisation::softmax &&
               uses_[weights] == 1;
    }

    constexpr void stream(node_id id, node_id product) {
        const node_id weights = g_.operand(product, 0), scores = g_.operand(weights, 0);
        roles_[weights] = {.what = role::streamed};
        roles_[id].scores = scores;
        roles_[id].log_sums = log_sums_of_[weights];
        const node_kind kind = g_[scores].kind;
        if (roles_[scores].what == role::inlined) {
            roles_[id].score_core = find_core(scores, true);
            note_other_loops(scores, roles_[id].score_core);
        } else if (kind == node_kind::product && uses_[scores] == 1) {
            roles_[id].score_core = scores;
        } else if (needs_loop(kind)) {
            store(scores, reason::not_elementwise);
        }
        if (roles_[id].score_core != no_node) {
            roles_[roles_[id].score_core] = {.what = role::fused};
        }
    }

    /// Whether a left operand is row == numbers(column), of numbers that are rows: it has a one in each column.
    constexpr bool says_rows(node_id left) const {
        const node& n = g_[left];
        if (!n.finds_rows || n.dims.rank != 2 || uses_[left] != 1) return false;
        const node_id index = g_.operand(left, 0), numbers = g_.operand(left, 1);
        const node& place = g_[behind_views(g_, index)];
        if (place.kind != node_kind::index || g_[behind_views(g_, numbers)].kind != node_kind::leaf) return false;
        const index_map of_index = map_behind_views(index), of_numbers = map_behind_views(numbers);
        return of_index.links.empty() && of_index.from[place.axis] == 0 && of_index.offset[place.axis] == 0 &&
               of_numbers.links.empty() && of_numbers.rank == 1 && of_numbers.from[0] == 1;
    }
    constexpr index_map map_behind_views(node_id id) const {
        index_map map = identity_map(g_[id].dims.rank);
        for (; g_[id].kind == node_kind::view; id = g_.operand(id, 0)) map = compose(map, g_[id].map);
        return map;
    }
    constexpr void add_rows(node_id id, node_id left) {
        roles_[left] = {.what = role::streamed};
        roles_[id].adds_rows = true;
    }

    /// A product of a concatenation is a sum of products of its parts, so that the concatenation is never stored.
    constexpr void fuse_blocks(node_id product) {
        const node_id left = g_.operand(product, 0);
        if (!is_block_operand(left) || !has_known_rows(g_.operand(product, 1))) return;
        roles_[left] = {.what = role::streamed};
        for (std::size_t k = 0; k < g_[left].operand_count; ++k) {
            const node_id part = g_.operand(left, k);
            const bool copy = g_[part].kind == node_kind::elementwise && g_[part].apply == function::copy;
            if (copy && roles_[g_.operand(part, 0)].what == role::read)
                roles_[part] = {.what = role::read};
            else
                roles_[part].why = reason::operand_of_product;
        }
    }
    constexpr bool is_block_operand(node_id id) const {
        if (g_[id].kind != node_kind::concat || uses_[id] != 1 || g_[id].axis + 1 != g_[id].dims.rank) return false;
        // The rows of the right operand that belong to a block must begin at a static row.
        for (std::size_t k = 0; k < g_[id].operand_count; ++k)
            if (!is_static_size(g_[g_.operand(id, k)].dims[g_[id].axis].size, lengths_)) return false;
        return true;
    }

    /// Whether the offset of a row can be added to the map of a right operand that is a view.
    constexpr bool has_known_rows(node_id right) const {
        const node& n = g_[right];
        index_map at_row = identity_map(n.dims.rank);
        at_row.offset[n.dims.rank - 2] = 1;
        return n.kind != node_kind::view || try_compose(at_row, n.map, lengths_).exists;
    }

    /// The operand of softmax, a norm, a reduction or an inverse. If it is an elementwise formula around a product, the
    /// loop of that product computes it.
    constexpr void store_rows(node_id operand) {
        if (roles_[operand].what == role::inlined && find_core(operand, true) != no_node)
            store(operand, reason::not_elementwise);
        else if (needs_loop(g_[operand].kind))
            store(operand, reason::not_elementwise);
        else if (roles_[operand].what == role::inlined)
            note_other_loops(operand, no_node);
    }

    const graph<Capacity>& g_;
    const length_list& lengths_;
    static_vector<std::size_t, Capacity> uses_;
    static_vector<node_id, Capacity> log_sums_of_{};  ///< of each softmax
    roles<Capacity> roles_{};
};

template <std::size_t Capacity>
constexpr roles<Capacity> assign_roles(const graph<Capacity>& g, const length_list& lengths = no_lengths) {
    return role_assignment<Capacity>(g, lengths).run();
}

}  // namespace heed::detail
