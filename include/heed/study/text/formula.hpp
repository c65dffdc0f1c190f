// SPDX-License-Identifier: BSL-1.0
// Formulas of graphs in C++.
#pragma once

#include <heed/graph/formula_text.hpp>
#include <heed/shape/length_list.hpp>
#include <heed/study/text/words.hpp>

#include <cstddef>
#include <type_traits>

namespace heed::detail {

/// Formulas as users write them in C++. Operations below a depth are dots, and of many parts two are written.
struct formula_in_cpp {
    const leaf_name* leaves;
    const length_list& lengths = no_lengths;  ///< where numbers stand for them in the text
    std::size_t most_parts = 3;

    template <class Writer>
    constexpr void leaf(Writer& w, node_id id, int around) const {
        const leaf_name& name = leaves[w.graph()[id].leaf];
        const bool is_wrapped = around > tightness_of_sum && !name.given.empty() && name.given[0] == '-';
        w.out().add(is_wrapped ? "(" : "");
        add_leaf(w.out(), name);
        w.out().add(is_wrapped ? ")" : "");
    }
    constexpr bool are_same_leaf(const graph_view& g, node_id a, node_id b) const {
        return may_be_same(leaves[g[a].leaf], leaves[g[b].leaf]);
    }
    template <class Writer>
    constexpr void index(Writer& w, node_id id) const {
        w.out().add(index_letter(w.graph()[id].dims, w.graph()[id].axis));
    }
    /// An epsilon is an option.
    template <class Writer>
    constexpr void epsilon(Writer& w, node_id norm, int depth) const {
        if (!says_epsilon(w.graph(), norm)) return;
        w.out().add(", {.epsilon = ");
        w.write_operand(w.graph().operand(norm, 1), depth);
        w.out().add('}');
    }
    template <class Writer>
    constexpr void view(Writer& w, node_id id, int depth, int around) const {
        const graph_view& g = w.graph();
        const node_id inner = g.operand(id, 0);
        const node& n = g[id];
        if (n.dims.rank != g[inner].dims.rank || !reads_every_axis(n.map, n.dims)) {
            w.write_operand(inner, depth, around);  // broadcasts and axes of size 1 are not written in formulas either
        } else if (has_axes_in_order(n.map)) {
            part(w, id, n.map.rank, depth);
        } else if (is_bijection(n.map, g[inner].dims, n.dims)) {
            add_view(w.out(), n.map, g[inner].dims, n.dims);
            w.write_call(id, depth - 1);
        } else {
            add_order(w.out(), n.map, n.dims);
            w.out().add('(');
            part(w, id, n.map.rank, depth);
            w.out().add(')');
        }
    }

private:
    /// cols<0, 4>(A), slice<head, 0, 1>(A), slice<tokens>(A, begin, begin + n): from the last axis to the first.
    template <class Writer>
    constexpr void part(Writer& w, node_id id, std::size_t axes, int depth) const {
        const graph_view& g = w.graph();
        const shape& inner = g[g.operand(id, 0)].dims;
        const node& n = g[id];
        const auto size_at = [&](std::size_t a) {
            const bool follows_one = n.map.from[a] != index_map::fixed;
            return follows_one ? n.dims[static_cast<std::size_t>(n.map.from[a])].size : inner[a].size;
        };
        while (axes > 0 && size_at(axes - 1) == inner[axes - 1].size) --axes;
        if (axes == 0) return w.write_operand(g.operand(id, 0), depth);
        const std::size_t a = axes - 1, begin = n.map.offset[a], size = size_at(a);
        using numbers = typename std::remove_reference_t<decltype(w.out())>::numbers;
        const auto is_known_here = [&](std::size_t of) {
            return is_known_size<numbers>(of) && is_static_size(of, lengths);
        };
        const bool is_known = is_known_here(begin) && is_known_here(size);
        const std::size_t from_right = inner.rank - axes;
        if (is_known && from_right < 2) {
            w.out().add(from_right == 0 ? "cols<" : "rows<");
        } else {
            add_axis(w.out().add("slice<"), inner, a);
            w.out().add(is_known ? ", " : "");
        }
        if (is_known) w.out().add(begin).add(", ").add(begin + size);
        w.out().add(">(");
        part(w, id, a, depth);
        if (!is_known) add_end(w.out().add(", ").add(begin).add(", "), begin, size);
        w.out().add(')');
    }
    /// The end depends on lengths: no single number stands for it.
    template <class Text>
    static constexpr void add_end(Text& out, std::size_t begin, std::size_t size) {
        if (begin != 0) out.add(begin).add(" + ");
        out.add(size);
    }
};

template <class Text>
constexpr void add_formula(Text& out, const graph_view& g, const leaf_name* leaves, node_id id, int depth = 8) {
    const formula_in_cpp style{leaves};
    formula_text_writer(out, g, style).write(id, depth);
}

/// The whole formula: its results, and shared values by name. `results(s1 * B, s1), s1 = softmax(A)`.
template <class Text, class Style>
constexpr void add_whole_formula(Text& out, const graph_view& g, const Style& style, int depth) {
    const shared_names shared(g);
    formula_text_writer<Text, Style> writer(out, g, style, &shared);
    const bool several = g.results.size() > 1;
    out.add(several ? "results(" : "");
    for (std::size_t k = 0; k < g.results.size(); ++k) {
        out.add(k > 0 ? ", " : "");
        writer.write_operand(g.results[k], depth);
    }
    out.add(several ? ")" : "");
    for (std::size_t k = 1; k <= shared.size(); ++k) {
        out.add(", s").add(k).add(" = ");
        writer.write(shared.node(k), depth);
    }
}

template <class Text>
constexpr void add_whole_formula(Text& out, const graph_view& g, const leaf_name* leaves, int depth) {
    add_whole_formula(out, g, formula_in_cpp{leaves}, depth);
}

}  // namespace heed::detail
