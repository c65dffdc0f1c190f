// SPDX-License-Identifier: BSL-1.0
// Which node of the canonical form each node of a formula became. Both are walked from their results.
#pragma once

#include <heed/graph/graph.hpp>
#include <heed/meta/sized_list.hpp>

#include <cstddef>

namespace heed::detail {

/// For each node the first leaf below it, or no_node. It identifies operands that have been exchanged.
struct first_leaves {
    sized_list<std::size_t> below;

    explicit constexpr first_leaves(const graph_view& g) : below(g.nodes.size()) {
        for (node_id id = 0; id < g.nodes.size(); ++id) {
            below[id] = g[id].kind == node_kind::leaf ? g[id].leaf : no_node;
            for (std::size_t k = 0; k < g[id].operand_count; ++k) {
                const std::size_t leaf = below[g.operand(id, k)];
                below[id] = leaf < below[id] ? leaf : below[id];
            }
        }
    }
};

/// The node of the canonical form that corresponds to a node of a formula.
struct counterpart {
    node_id form = no_node;  ///< no_node: removed
    bool exchanged = false;  ///< a product with exchanged operands
    bool copied = false;     ///< a copy of it is written
    bool below_view = false;
};

class correspondence {
public:
    constexpr correspondence(const graph_view& written, const graph_view& form)
        : written_(written), form_(form), written_leaves_(written), form_leaves_(form), found_(written.nodes.size()) {
        for (std::size_t k = 0; k < written.results.size(); ++k) walk(written.results[k], form.results[k], false);
    }

    constexpr const counterpart& operator[](node_id id) const { return found_[id]; }

private:
    constexpr void walk(node_id old, node_id id, bool below_view) {
        if (found_[old].form != no_node) return;  // through another use
        const node& n = written_[old];
        found_[old] = {.form = id, .below_view = below_view};
        if (n.kind == node_kind::view) {
            walk(written_.operand(old, 0), id, true);
            return;
        }
        id = behind_names(form_, id);
        if (form_[id].kind == node_kind::elementwise && form_[id].apply == function::copy &&
            !(n.kind == node_kind::elementwise && n.apply == function::copy)) {
            found_[old].copied = true;
            id = behind_names(form_, form_.operand(id, 0));
        }
        if (n.kind == node_kind::reshape) {
            walk(written_.operand(old, 0), id, true);
            return;
        }
        if (n.kind != node_kind::elementwise || form_[id].kind == node_kind::elementwise) found_[old].form = id;
        if (n.kind == node_kind::concat && form_[id].kind != node_kind::concat) {
            walk_part(old, id);
        } else if (n.kind == node_kind::concat) {
            std::size_t next = 0;
            walk_parts(old, id, next);
        } else if (n.kind == form_[id].kind) {
            found_[old].exchanged = n.kind == node_kind::product && written_leaves_.below[written_.operand(old, 0)] !=
                                                                        form_leaves_.below[form_.operand(id, 0)];
            for (std::size_t k = 0; k < n.operand_count; ++k)
                walk(written_.operand(old, k), form_.operand(id, found_[old].exchanged ? 1 - k : k), false);
        } else {
            found_[old].form = id;
        }
    }

    /// Only one part of a concatenation is read.
    constexpr void walk_part(node_id old, node_id id) {
        const std::size_t leaf = form_leaves_.below[id];
        for (std::size_t k = 0; k < written_[old].operand_count; ++k)
            if (written_leaves_.below[written_.operand(old, k)] == leaf) walk(written_.operand(old, k), id, true);
    }

    /// Parts that were concatenated first are wider than the parts in the formula.
    constexpr void walk_parts(node_id old, node_id id, std::size_t& next) {
        for (std::size_t k = 0; k < form_[id].operand_count && next < written_[old].operand_count; ++k) {
            const node_id part = written_.operand(old, next), now = form_.operand(id, k);
            const bool is_group = form_[now].kind == node_kind::concat &&
                                  form_[now].dims[form_[now].axis].size > written_[part].dims[written_[old].axis].size;
            if (is_group)
                walk_parts(old, now, next);
            else
                walk(written_.operand(old, next++), now, false);
        }
    }

    graph_view written_;
    graph_view form_;
    first_leaves written_leaves_;
    first_leaves form_leaves_;
    sized_list<counterpart> found_;
};

}  // namespace heed::detail
