// SPDX-License-Identifier: BSL-1.0
// Which loops of the plan each node of the canonical form ends up in.
#pragma once

#include <heed/study/loop_id.hpp>
#include <heed/study/study_subject.hpp>

#include <cstddef>
#include <vector>

namespace heed::detail {

/// Walks each step from what it writes down to what it reads, as run/ divides the work into parts.
template <std::size_t Written, std::size_t Capacity>
class node_loops {
public:
    explicit node_loops(const study_view<Written, Capacity>& v) : v_(v), loops_(v.form.nodes.size()) {
        for (const step& s : v.steps.steps) walk(s);
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

    void walk(const step& s) {
        const kernel& k = v_.steps.kernels[s.kernel];
        kernel_ = s.kernel;
        const node_id found = v_.node_roles[s.target].core, core = found == no_node ? s.target : found;
        if (core != s.target) add_around(s.target, core, part_after(k));
        switch (k.loop) {
            case skeleton::map: add_around(s.target, no_node, loop_part::elements); return;
            case skeleton::product: product(s, core); return;
            case skeleton::rows:
            case skeleton::reduce: row(s, core, k); return;
            case skeleton::inverse:
                add(core, loop_part::columns);
                add(core, loop_part::write);
                add_below(v_.form.operand(core, 0), loop_part::read);
                return;
            case skeleton::stream: stream(s.target, core, k); return;
        }
    }
    static loop_part part_after(const kernel& k) {
        if (k.loop == skeleton::product) return loop_part::sums;
        return k.loop == skeleton::reduce ? loop_part::fold : loop_part::write;
    }

    /// The elementwise formula from what is written down to the core.
    void add_around(node_id target, node_id core, loop_part part) {
        add(target, part);
        for (std::size_t i = 0; i < v_.form[target].operand_count; ++i)
            add_below(v_.form.operand(target, i), part, core);
    }

    void product(const step& s, node_id core) {
        const slot& right = v_.steps.slots[s.first_slot + 2];
        add(core, loop_part::sums);
        add_below(v_.form.operand(core, 0), loop_part::sums);
        add_below(v_.form.operand(core, 1), loop_part::sums);
        if (right.col_stride != 1 || right.strided) add_below(v_.form.operand(core, 1), loop_part::read);
    }
    /// A row that lies as it is computed is written where it is computed.
    void row(const step& s, node_id core, const kernel& k) {
        const bool is_dense = v_.steps.slots[s.first_slot].col_stride == 1;
        add(core, loop_part::fold);
        if (k.loop == skeleton::rows && (k.epilogue != no_term || !is_dense)) add(core, loop_part::write);
        add_below(v_.form.operand(core, 0), loop_part::read);
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
