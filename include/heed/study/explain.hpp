// SPDX-License-Identifier: BSL-1.0
// Everything about a formula as one text.
#pragma once

#include <heed/study/cost_table.hpp>
#include <heed/study/emit/target_text.hpp>
#include <heed/study/loop_nest.hpp>
#include <heed/study/rewrites.hpp>
#include <heed/study/subject/length_totals.hpp>
#include <heed/study/tree.hpp>

#include <cstddef>

namespace heed {

namespace detail {

/// What makes a formula slower than it could be, as far as its plan and the target tell.
template <class Text>
class shortcomings_writer {
public:
    constexpr shortcomings_writer(Text& out, const study_view& v) : out_(out), v_(v) {}

    constexpr void run() {
        const std::size_t before = out_.size();
        target();
        temporaries();
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
    constexpr void temporaries() {
        if (v_.steps.temporaries() == 0) return;
        add_count(out_, v_.steps.temporaries(), "temporary of ", "temporaries of ");
        if constexpr (requires { Text::numbers::lengths; })
            costs_in_lengths_of<length_sum<typename Text::numbers>>(v_).temporary_bytes.write(out_);
        else
            out_.add_grouped(v_.steps.temporary_elements() * v_.computed_in.bytes);
        out_.add(" bytes are written and read back; why is said above\n");
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
    /// Lanes of a streaming loop without a query.
    constexpr void tiles(const nest& n) {
        for (std::size_t s = n.first_step; s < n.first_step + n.step_count; ++s) {
            const kernel k = v_.kernel_of(v_.steps.steps[s]);
            if (k.loop != skeleton::stream) continue;
            if (k.stream.depth_lanes > 0 || !is_packed(v_.computed_in)) return;  // no queries in lanes
            const std::size_t last = n.rows.size % k.stream.lanes;
            const std::size_t last_lanes = last_lanes_of(n, k.stream.lanes);
            if (!is_known_size<typename Text::numbers>(n.rows.size) && last != 0)
                add_partial_lanes(n.rows.size, k.stream.lanes);
            else if (n.rows.size < k.stream.lanes)
                out_.add("queries fill ").add(n.rows.size).add(" of ").add(k.stream.lanes).add(" lanes\n");
            else if (last % last_lanes != 0)
                out_.add("the last queries fill ").add(last).add(" of ").add(last_lanes).add(" lanes\n");
            return;
        }
    }

    constexpr void add_partial_lanes(std::size_t queries, std::size_t lanes) {
        out_.add("where ").add(queries).add(" is no multiple of ").add(lanes);
        out_.add(", the last queries fill some of ").add(lanes).add(" lanes, up to ");
        out_.add(lanes / 2).add(" of them some of ").add(lanes / 2).add('\n');
    }

    Text& out_;
    const study_view& v_;
};

template <class Text>
constexpr void add_title(Text& out, std::string_view title) {
    out.add(out.size() == 0 ? "" : "\n").add(title).add('\n');
    for (std::size_t i = 0; i < title.size(); ++i) out.add('-');
    out.add('\n');
}

/// Writes the leaves that have such an axis. Returns whether there are any.
template <class Text, class IsWanted>
constexpr bool add_leaves_of(Text& out, const study_view& v, const IsWanted& is_wanted) {
    bool is_first = true;
    for (const node& n : v.written.nodes) {
        bool has_it = false;
        for (std::size_t a = 0; a < n.dims.rank; ++a) has_it = has_it || is_wanted(n.dims[a].size);
        if (n.kind != node_kind::leaf || !has_it) continue;
        add_leaf(out.add(is_first ? "" : ", "), v.leaves[n.leaf]);
        is_first = false;
    }
    return !is_first;
}

/// Writes which tensors each length belongs to, or how it is computed, and which totals must agree with another size.
template <class F, class Text>
constexpr void add_lengths(Text& out, const study_view& v) {
    constexpr length_totals totals = length_totals_of<F>();
    for (std::size_t i = 0; i < v.lengths.size(); ++i) {
        const std::size_t length = v.lengths[i];
        out.add(length).add(": ");
        if (totals.is_total(i)) {
            add_total(out, totals.of(i));
            out.add('\n');
            continue;
        }
        out.add("of ");
        const bool is_found = add_leaves_of(out, v, [&](std::size_t size) { return size == length; }) ||
                              add_leaves_of(out, v, [&](std::size_t size) { return size % length == 0; });
        out.add(is_found ? "\n" : "what is read for nothing else: the bounds of a part, or a tensor\n");
    }
    for (std::size_t k = 0; k < totals.size(); ++k) {
        if (!totals.is_required(k, [](std::size_t size) { return size; })) continue;
        const total_of_lengths& total = totals[k];
        add_total(out, {total.first, total.second});
        out.add(" must be ").add(total.whole).add('\n');
    }
}

/// The loops of E for Rows rows, which are those of `first` rows and more, if there are so many.
template <class E, std::size_t Rows, class Text>
constexpr void add_loops_of_few_rows(Text& out, std::size_t first) {
    using for_few = typename study_subject<E>::for_few_rows;
    if constexpr (Rows <= for_few::most) {
        text<256> title;
        add_length_product(title.add("Loops where "), length_product(for_few::length, for_few::lengths),
                           Text::numbers::names);
        title.add(" is ").add(first);
        if (first < Rows) title.add(" to ").add(Rows).add(", here ").add(Rows);
        add_title(out, title.view());
        loop_nest_writer(out, study_view_of<E, typename for_few::template for_rows<Rows>>()).run();
    }
}

template <class E, class Text>
constexpr void add_numbers_of_plans(Text& out) {
    constexpr std::size_t most = study_subject<E>::for_few_rows::most;
    if constexpr (most == 0)
        out.add("loops are planned once, as for long ones\n");
    else if constexpr (most == 1)
        out.add("loops are planned twice, for one row and as for long ones\n");
    else
        out.add("loops are planned for each number of rows from 1 to ").add(most).add(", and as for long ones\n");
}

template <class E, class Text>
constexpr void add_explanation(Text& out) {
    const auto view = study_view_of<E>();
    add_whole_formula(out, view.written, view.leaves, 12);
    out.add(
        "\nA, B, C ...: tensors in the order of the formula, one for each time that one is written; a, b, c ...: "
        "numbers\n");
    if constexpr (study_subject<E>::has_lengths) {
        add_title(out, "Lengths that are known at run time only");
        add_lengths<typename study_subject<E>::formula_type>(out, view);
        add_numbers_of_plans<E>(out);
    }
    add_title(out, "Formula");
    tree_writer(out, view.written, view.leaves).run();
    add_title(out, "Rewrites");
    rewrites_writer(out, view).run();
    add_title(out, "Stored or unchanged, and why");
    rewrites_writer(out, view).run_not_applied();
    add_title(out, "Loops");
    loop_nest_writer(out, view).run();
    constexpr std::size_t most = study_subject<E>::for_few_rows::most;
    add_loops_of_few_rows<E, 1>(out, 1);
    if constexpr (most > 1) add_loops_of_few_rows<E, most>(out, 2);
    add_title(out, "Cost");
    add_costs(out, view);
    add_title(out, "Target");
    add_target(out);
    out.add('\n');
    add_title(out, "Left on the table");
    shortcomings_writer(out, view).run();
}

/// "Cost for query = 5, key = 7": for the tensors of a formula with dynamic extents.
template <class Text, class E>
constexpr void add_costs_of_tensors(Text& out, const E& e) {
    using numbers = typename study_subject<E>::numbers;
    const auto lengths = lengths_of(e);
    text<1024> title;
    for (std::size_t i = 0; i < numbers::names.size(); ++i) {
        add_length_name(title.add(i == 0 ? "Cost for " : ", "), numbers::names[i]);
        title.add(" = ").add(lengths.values[i]);
    }
    add_title(out, title.view());
    out.add(study::cost_table(e));
}

template <class E>
inline constexpr std::size_t explain_capacity =
    4096 + tree_capacity<E> + 2 * rewrites_capacity<E> + 3 * loop_nest_capacity<E> + cost_table_capacity<E>;

}  // namespace detail

namespace study {

/// Everything as one text: the formula as a tree, what was rewritten and what was not and why, the loops that run,
/// their cost, the instruction set, and what could still be faster. With dynamic extents, explain(f) ends with the cost
/// for the sizes of the tensors of f.
///       std::cout << study::explain(softmax(Q * transpose(K) / sqrt(dim<1>(K))) * V);
/// example std::cout << study::explain(softmax(S) * A);
template <detail::evaluable E>
constexpr auto explain() {
    detail::study_text<E, detail::explain_capacity<E>> out;
    detail::add_explanation<E>(out);
    return out;
}
template <detail::evaluable E>
constexpr auto explain(const E& e) {
    if constexpr (detail::study_subject<E>::has_lengths) {
        text<detail::explain_capacity<E> + detail::cost_table_capacity<E>> out;
        out.add(explain<E>());
        detail::add_costs_of_tensors(out, e);
        return out;
    } else {
        return explain<E>();
    }
}

}  // namespace study
}  // namespace heed
