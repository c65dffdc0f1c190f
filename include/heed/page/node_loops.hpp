// SPDX-License-Identifier: BSL-1.0
// Which loops of the plan each node of the canonical form ends up in.
#pragma once

#include <heed/study/loop_id.hpp>
#include <heed/study/outline_in_view.hpp>

#include <cstddef>
#include <vector>

namespace heed::detail {

/// By the outline of each step: what its parts read, compute and write.
template <std::size_t Written, std::size_t Capacity>
class node_loops {
public:
    explicit node_loops(const study_view<Written, Capacity>& v) : v_(v), loops_(v.form.nodes.size()) {
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

    /// An operand and all that is computed or read in place below it. What is stored is read here, and made elsewhere.
    void add_below(node_id id, loop_part part, node_id core = no_node) {
        if (id == core) return;
        add(id, part);
        if (v_.node_roles[id].what == role::stored) return;
        for (std::size_t i = 0; i < v_.form[id].operand_count; ++i) add_below(v_.form.operand(id, i), part, core);
    }

    void walk(const nest& n, const step& s) {
        const kernel& k = v_.steps.kernels[s.kernel];
        kernel_ = s.kernel;
        const node_id found = v_.node_roles[s.target].core, core = found == no_node ? s.target : found;
        if (k.loop == skeleton::stream) {
            if (core != s.target) add_around(s.target, core, loop_part::write);
            return stream(s.target, core, k);
        }
        const outline tree = outline_in_view(v_, n, s);
        for (std::size_t part = 0; part < tree.size(); ++part)
            if (tree[part].what == outline_node::part)
                for (std::size_t at = part + 1; at < tree[part].end; ++at)
                    add(tree, tree[at], tree[part].part_of_loop, s.target, core, k.loop == skeleton::map);
    }
    /// A statement of an outline, and what it is made of. In a map the formula is all that is computed.
    void add(const outline& tree, const outline_node& n, loop_part part, node_id target, node_id core, bool is_map) {
        switch (n.what) {
            case outline_node::sums:
                add_below(v_.form.operand(core, 0), part);
                add_below(v_.form.operand(core, 1), part);
                break;
            case outline_node::copy: return add_below(v_.form.operand(core, 1), part);
            case outline_node::eliminate: break;
            case outline_node::name:
            case outline_node::store:
            case outline_node::result:
                if (tree.contains(n.value, outline_value::prologue))
                    return is_map ? add_around(target, no_node, part) : add_below(v_.form.operand(core, 0), part);
                break;
            default: return;
        }
        add(core, part);
        const bool writes = n.what == outline_node::sums || n.what == outline_node::result;
        if (writes && core != target) add_around(target, core, part);
    }

    /// The elementwise formula from what is written down to the core.
    void add_around(node_id target, node_id core, loop_part part) {
        add(target, part);
        for (std::size_t i = 0; i < v_.form[target].operand_count; ++i)
            add_below(v_.form.operand(target, i), part, core);
    }

    void stream(node_id target, node_id core, const kernel& k) {
        const node_role& r = v_.node_roles[target];
        const node_id weights = v_.form.operand(core, 0);
        add(core, loop_part::values);
        add(core, loop_part::write);
        add(weights, loop_part::blocks);
        add(weights, loop_part::weights);
        add_below(v_.form.operand(core, 1), loop_part::values);
        add_below(r.scores, loop_part::scores, r.score_core);
        if (k.depth > 0) {
            add(r.score_core, loop_part::scores);
            add_below(v_.form.operand(r.score_core, 0), loop_part::read);
            add_below(v_.form.operand(r.score_core, 1), loop_part::scores);
        }
        const node& scores = v_.form[r.scores];
        if (scores.kind == node_kind::elementwise && scores.apply == function::where && r.scores != r.score_core)
            add_below(v_.form.operand(r.scores, 0), loop_part::blocks);
    }

    const study_view<Written, Capacity>& v_;
    std::vector<std::vector<loop_id>> loops_;
    std::size_t kernel_ = 0;
};

}  // namespace heed::detail
