// SPDX-License-Identifier: BSL-1.0
// What became of a formula, all of it as one text.
#pragma once

#include <heed/study/cost_table.hpp>
#include <heed/study/loop_nest.hpp>
#include <heed/study/rewrites.hpp>
#include <heed/study/target_text.hpp>
#include <heed/study/tree.hpp>

#include <cstddef>

namespace heed {

namespace detail {

/// What makes a formula slower than it could be, as far as its plan and the target say.
template <class Text, std::size_t Written, std::size_t Capacity>
class shortcomings_writer {
public:
    constexpr shortcomings_writer(Text& out, const study_view<Written, Capacity>& v) : out_(out), v_(v) {}

    constexpr void run() {
        const std::size_t before = out_.size();
        target();
        const study::costs c = costs_of(v_);
        if (c.temporaries > 0) {
            add_count(out_, c.temporaries, "temporary of ", "temporaries of ");
            out_.add_grouped(c.temporary_bytes).add(" bytes are written and read back; why is said above\n");
        }
        conversions();
        for (const nest& n : v_.steps.nests) tiles(n);
        if (out_.size() == before) out_.add("nothing that the plan or the target shows\n");
    }

private:
    constexpr void target() {
        if (has_fused_multiply_add && vector_bytes >= 32) return;
        out_.add("compiled for ").add(instruction_set);
        out_.add(has_fused_multiply_add ? "" : " without fused multiply-add");
        out_.add(": -march=native uses what this machine has\n");
    }
    constexpr void conversions() {
        const element_kind& own = v_.computed_in;
        if (!is_packed(own)) out_.add("numbers of this type are computed one by one, not in registers of several\n");
        for (std::size_t i = 0; i < v_.leaf_count; ++i) {
            const leaf_name& leaf = v_.leaves[i];
            if (leaf.is_number || same_words(leaf.type.name, own.name)) continue;
            add_leaf(out_, leaf);
            out_.add(" is ").add(leaf.type.name).add(", the formula is computed in ").add(own.name);
            out_.add(": it is converted wherever it is read\n");
        }
    }
    /// Lanes of a streaming loop in which no query is.
    constexpr void tiles(const nest& n) {
        for (std::size_t s = n.first_step; s < n.first_step + n.step_count; ++s) {
            const kernel& k = v_.steps.kernels[v_.steps.steps[s].kernel];
            if (k.loop != skeleton::stream) continue;
            if (k.stream.depth_lanes > 0 || !is_packed(v_.computed_in)) return;  // no queries in lanes
            const std::size_t last = n.rows.size % k.stream.lanes;
            if (n.rows.size < k.stream.lanes)
                out_.add("queries fill ").add(n.rows.size).add(" of ").add(k.stream.lanes).add(" lanes\n");
            else if (last != 0)
                out_.add("the last queries fill ").add(last).add(" of ").add(k.stream.lanes).add(" lanes\n");
            return;
        }
    }

    Text& out_;
    const study_view<Written, Capacity>& v_;
};

template <class Text>
constexpr void add_title(Text& out, const char* title) {
    const std::size_t length = std::string_view(title).size();
    out.add(out.size() == 0 ? "" : "\n").add(title).add('\n');
    for (std::size_t i = 0; i < length; ++i) out.add('-');
    out.add('\n');
}

template <class E>
inline constexpr std::size_t explain_capacity =
    4096 + tree_capacity<E> + 2 * rewrites_capacity<E> + loop_nest_capacity<E> + cost_table_capacity<E>;

}  // namespace detail

namespace study {

/// All of it as one text: the formula as a tree, what was rewritten and what was not and why, the loops that run, what
/// they cost, for which instruction set, and what is left on the table.
///   std::cout << study::explain(softmax(Q * transpose(K) / sqrt(dim<1>(K))) * V);
template <detail::evaluable E>
constexpr auto explain() {
    text<detail::explain_capacity<E>> out;
    const auto view = detail::study_view_of<E>();
    detail::add_whole_formula(out, view.written, view.leaves, 12);
    out.add(
        "\nA, B, C ...: tensors in the order of the formula, one for each time that one is written; a, b, c ...: "
        "numbers\n");
    detail::add_title(out, "Formula");
    detail::tree_writer(out, view.written, view.leaves).run();
    detail::add_title(out, "Rewrites");
    detail::rewrites_writer(out, view).run();
    detail::add_title(out, "Stored or unchanged, and why");
    detail::rewrites_writer(out, view).run_not_applied();
    detail::add_title(out, "Loops");
    detail::loop_nest_writer(out, view).run();
    detail::add_title(out, "Cost");
    detail::cost_table_writer(out, view).run();
    detail::add_title(out, "Target");
    detail::add_target(out);
    out.add('\n');
    detail::add_title(out, "Left on the table");
    detail::shortcomings_writer(out, view).run();
    return out;
}
template <detail::evaluable E>
constexpr auto explain(const E&) {
    return explain<E>();
}

}  // namespace study
}  // namespace heed
