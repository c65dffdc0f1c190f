// SPDX-License-Identifier: BSL-1.0
// Finds the loops of the plan in which each node of the canonical form is computed.
#pragma once

#include <heed/study/text/loop_id.hpp>
#include <heed/study/text/outline_in_view.hpp>

#include <cstddef>
#include <vector>

namespace heed::detail {

/// Uses the outline of each step: what its parts read, compute and write.
class node_loops {
public:
    explicit node_loops(const study_view& v) : v_(v), loops_(v.form.nodes.size()) {
        for (const nest& n : v.steps.nests)
            for (std::size_t i = 0; i < n.step_count; ++i) walk(n, v.steps.steps[n.first_step + i]);
    }

    const std::vector<loop_id>& operator[](node_id id) const { return loops_[id]; }

private:
    void add(node_id id, loop_part part) {
        const loop_id loop{kernel_, part};
        for (const loop_id& other : loops_[id])
            if (other == loop) return;
        loops_[id].push_back(loop);
    }

    /// Adds an operand and all nodes below it that are computed or read in place. A stored value is read here but
    /// computed elsewhere.
    void add_below(node_id id, loop_part part, node_id core = no_node) {
        if (id == core) return;
        add(id, part);
        if (v_.node_roles[id].what == role::stored) return;
        for (std::size_t i = 0; i < v_.form[id].operand_count; ++i) add_below(v_.form.operand(id, i), part, core);
    }

    void walk(const nest& n, const step& s) {
        const node_id found = v_.node_roles[s.target].core;
        kernel_ = s.kernel;
        target_ = s.target;
        core_ = found == no_node ? s.target : found;
        loop_ = v_.steps.kernels[s.kernel].loop;
        const outline tree = outline_in_view(v_, n, s);
        walk(tree, 0, loop_part::tiles);
    }
    void walk(const outline& tree, std::size_t n, loop_part part) {
        for (std::size_t each = n + 1; each < tree[n].end; each = tree[each].end) {
            const bool is_part = tree[each].what == outline_node::part;
            if (!is_part) add(tree, tree[each], part);
            walk(tree, each, is_part ? tree[each].part_of_loop : part);
        }
    }

    /// Adds a statement of an outline with all nodes that it computes.
    void add(const outline& tree, const outline_node& n, loop_part part) {
        switch (n.what) {
            case outline_node::loop:
                if (n.axis == outline_axis::keys) blocks(part);
                break;
            case outline_node::queries: add_below(v_.form.operand(scores().score_core, 0), part); break;
            case outline_node::formula: add_below(scores().scores, part, scores().score_core); break;
            case outline_node::weights: add(v_.form.operand(core_, 0), part); break;
            case outline_node::sums: sums(part); break;
            case outline_node::copy: add_below(v_.form.operand(core_, 1), part); break;
            case outline_node::eliminate: add(core_, part); break;
            case outline_node::mean: result(part); break;
            case outline_node::log_sum: add(v_.node_roles[target_].log_sums, part); break;
            case outline_node::name:
            case outline_node::store:
            case outline_node::result:
                if (tree.contains(n.value, outline_value::prologue))
                    prologue(part);
                else if (n.what == outline_node::result)
                    result(part);
                else
                    add(core_, part);
                break;
            default: break;
        }
    }
    /// In an elementwise step the whole formula is the prologue.
    void prologue(loop_part part) {
        if (loop_ == skeleton::map)
            add_around(target_, no_node, part);
        else
            add_below(v_.form.operand(core_, 0), part);
    }
    /// Adds the elementwise formula from the written node down to the core.
    void add_around(node_id target, node_id core, loop_part part) {
        add(target, part);
        for (std::size_t i = 0; i < v_.form[target].operand_count; ++i)
            add_below(v_.form.operand(target, i), part, core);
    }
    void result(loop_part part) {
        add(core_, part);
        if (core_ != target_) add_around(target_, core_, part);
    }
    /// The sums of a product; for a stream the scores, or weights times values.
    void sums(loop_part part) {
        if (part == loop_part::scores) {
            if (scores().score_core == no_node) return;
            add(scores().score_core, part);
            return add_below(v_.form.operand(scores().score_core, 1), part);
        }
        add(core_, part);
        if (loop_ == skeleton::product) {
            result(part);
            add_below(v_.form.operand(core_, 0), part);
        }
        add_below(v_.form.operand(core_, 1), part);
    }
    const node_role& scores() const { return v_.node_roles[target_]; }
    /// The blocks of keys depend on the mask.
    void blocks(loop_part part) {
        add(v_.form.operand(core_, 0), part);
        const node_role& r = scores();
        const node& masked = v_.form[r.scores];
        if (masked.kind == node_kind::elementwise && masked.apply == function::where && r.scores != r.score_core)
            add_below(v_.form.operand(r.scores, 0), part);
    }

    const study_view& v_;
    std::vector<std::vector<loop_id>> loops_;
    std::size_t kernel_ = 0;
    node_id target_ = no_node, core_ = no_node;
    skeleton loop_{};
};

}  // namespace heed::detail
