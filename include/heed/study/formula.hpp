// SPDX-License-Identifier: BSL-1.0
// Writes a node of a graph as one line of formula, with as few parentheses as C++ needs.
#pragma once

#include <heed/study/shared_names.hpp>
#include <heed/study/words.hpp>

#include <cstddef>

namespace heed::detail {

/// The precedence of an operator: || is 1, a name or a call is 7.
constexpr int tightness_of(function f) {
    switch (f) {
        case function::either: return 1;
        case function::both: return 2;
        case function::equal: return 3;
        case function::less:
        case function::less_equal: return 4;
        case function::add:
        case function::subtract: return 5;
        case function::divide:
        case function::quotient:
        case function::remainder: return 6;
        default: return 7;
    }
}

/// Whether a node depends on an index of the scores.
constexpr bool made_of_indices(const graph_view& g, node_id id) {
    if (g[id].kind == node_kind::index) return true;
    for (std::size_t k = 0; k < g[id].operand_count; ++k)
        if (made_of_indices(g, g.operand(id, k))) return true;
    return false;
}

/// Whether a lookup reads rows by number: its other axes follow the last axes of the result.
constexpr bool reads_rows_by_number(const graph_view& g, node_id id) {
    const node& n = g[id];
    const shape& table = g[g.operand(id, 0)].dims;
    if (n.operand_count != 2 || n.found[0] != 0 || made_of_indices(g, g.operand(id, 1))) return false;
    for (std::size_t a = 1; a < table.rank; ++a)
        if (n.map.from[a] != static_cast<signed char>(n.dims.rank - table.rank + a)) return false;
    return true;
}

template <class Text>
class formula_text_writer {
public:
    /// Operands that have a name in `shared` are written by name.
    constexpr formula_text_writer(Text& out, const graph_view& g, const leaf_name* leaves,
                                  const shared_names* shared = nullptr)
        : out_(out), g_(g), leaves_(leaves), shared_(shared) {}

    /// Operations below `depth` are written as dots.
    constexpr void write(node_id id, int depth) { write_node(id, depth, 0); }
    /// By name, if it has one.
    constexpr void write_operand(node_id id, int depth, int around = 0) {
        if (shared_ != nullptr && shared_->number(id) != 0)
            out_.add('s').add(shared_->number(id));
        else
            write_node(id, depth, around);
    }

private:
    constexpr void write_node(node_id id, int depth, int around) {
        const node& n = g_[id];
        switch (n.kind) {
            case node_kind::leaf: add_leaf(out_, leaves_[n.leaf]); return;
            case node_kind::index: out_.add(index_letter(n.dims, n.axis)); return;
            case node_kind::constant: write_exact(n.value, around); return;
            default: break;
        }
        if (depth == 0) {
            out_.add("...");
            return;
        }
        switch (n.kind) {
            case node_kind::elementwise: write_elementwise(id, depth - 1, around); return;
            case node_kind::product: write_infix(id, " * ", 6, depth - 1, around); return;
            case node_kind::view: write_view(id, depth, around); return;
            case node_kind::reduce: out_.add(name_of(n.reduce)); break;
            case node_kind::normalise: out_.add(name_of(n.weights)); break;
            case node_kind::concat: out_.add("concat"); break;
            case node_kind::reshape: write_reshape(n.dims); break;
            case node_kind::scatter: out_.add("scatter"); break;
            case node_kind::lookup: write_lookup(id, depth - 1); return;
            default: out_.add("inverse"); break;
        }
        const bool along = n.kind == node_kind::reduce || n.kind == node_kind::normalise || n.kind == node_kind::concat;
        if (along && n.axis + 1 != g_[g_.operand(id, 0)].dims.rank) out_.add('<').add(n.axis).add('>');
        if (n.kind == node_kind::normalise)
            write_normalised(id, depth - 1);
        else
            write_call(id, depth - 1);
    }

    /// An epsilon is written as an option.
    constexpr void write_normalised(node_id id, int depth) {
        out_.add('(');
        write_operand(g_.operand(id, 0), depth);
        if (says_epsilon(g_, id)) {
            out_.add(", {.epsilon = ");
            write_operand(g_.operand(id, 1), depth);
            out_.add('}');
        }
        out_.add(')');
    }

    constexpr void write_exact(const surd& s, int around) {
        const bool compound = s.denominator != 1 || (s.radicand != 1 && s.numerator != 1) || s.numerator < 0;
        const bool wrapped = compound && around > 5;
        out_.add(wrapped ? "(" : "");
        add_exact(out_, s);
        out_.add(wrapped ? ")" : "");
    }

    constexpr void write_reshape(const shape& dims) {
        out_.add("reshape<");
        for (std::size_t a = 0; a < dims.rank; ++a) {
            if (a > 0) out_.add(", ");
            add_extent(out_, dims[a]);
        }
        out_.add('>');
    }

    constexpr void write_call(node_id id, int depth) {
        out_.add('(');
        const std::size_t count = g_[id].operand_count, shown = count > 3 ? 2 : count;
        for (std::size_t k = 0; k < shown; ++k) {
            if (k != 0) out_.add(", ");
            write_operand(g_.operand(id, k), depth);
        }
        if (shown < count) out_.add(", ... ").add(count).add(" parts");
        out_.add(')');
    }

    /// In the notation of users: rows(E, ids) or at(A, h, q - k).
    constexpr void write_lookup(node_id id, int depth) {
        const node& n = g_[id];
        const shape& table = g_[g_.operand(id, 0)].dims;
        const bool is_rows = reads_rows_by_number(g_, id);
        out_.add(is_rows ? "rows(" : "at(");
        write_operand(g_.operand(id, 0), depth);
        std::size_t next = 0;
        for (std::size_t a = 0; a < (is_rows ? 1 : table.rank); ++a) {
            out_.add(", ");
            if (next + 1 < n.operand_count && n.found[next] == a)
                write_operand(g_.operand(id, ++next), depth);
            else if (n.map.from[a] != index_map::fixed)
                out_.add(index_letter(n.dims, static_cast<std::size_t>(n.map.from[a])));
            else
                out_.add("0");
        }
        out_.add(')');
    }

    constexpr void write_infix(node_id id, const char* sign, int binding, int depth, int around) {
        const bool wrapped = around > binding;
        out_.add(wrapped ? "(" : "");
        write_operand(g_.operand(id, 0), depth, binding);
        out_.add(sign);
        write_operand(g_.operand(id, 1), depth, binding + 1);
        out_.add(wrapped ? ")" : "");
    }

    constexpr void write_elementwise(node_id id, int depth, int around) {
        const node& n = g_[id];
        const char* const name = traits_of(n.apply).name;
        if (n.apply == function::multiply && has_number(id)) {
            write_infix(id, " * ", 6, depth, around);
        } else if (n.operand_count == 2 && tightness_of(n.apply) < 7) {
            char sign[8] = " ";
            std::size_t length = 1;
            for (const char* c = name; *c != '\0'; ++c) sign[length++] = *c;
            sign[length] = ' ';
            write_infix(id, sign, tightness_of(n.apply), depth, around);
        } else if (n.apply == function::negate || n.apply == function::is_zero) {
            out_.add(n.apply == function::negate ? '-' : '!');
            write_operand(g_.operand(id, 0), depth, 7);
        } else {
            out_.add(name);
            write_call(id, depth);
        }
    }
    constexpr bool has_number(node_id id) const {
        return g_[g_.operand(id, 0)].dims.rank == 0 || g_[g_.operand(id, 1)].dims.rank == 0;
    }

    constexpr void write_view(node_id id, int depth, int around) {
        const node_id inner = g_.operand(id, 0);
        const node& n = g_[id];
        if (n.dims.rank != g_[inner].dims.rank || !reads_every_axis(n.map, n.dims)) {
            write_operand(inner, depth, around);  // broadcasts and axes of size 1 are not written in formulas either
            return;
        }
        if (is_bijection(n.map, g_[inner].dims, n.dims)) {
            add_view(out_, n.map, g_[inner].dims, n.dims);
            write_call(id, depth - 1);
            return;
        }
        write_operand(inner, depth, 7);
        out_.add('[');
        add_view(out_, n.map, g_[inner].dims, n.dims);
        out_.add(']');
    }

    Text& out_;
    graph_view g_;
    const leaf_name* leaves_;
    const shared_names* shared_;
};

template <class Text>
constexpr void add_formula(Text& out, const graph_view& g, const leaf_name* leaves, node_id id, int depth = 8) {
    formula_text_writer<Text>(out, g, leaves).write(id, depth);
}

/// The whole formula: its results, and shared values by name. `results(s1 * B, s1), s1 = softmax(A)`.
template <class Text>
constexpr void add_whole_formula(Text& out, const graph_view& g, const leaf_name* leaves, int depth) {
    const shared_names shared(g);
    formula_text_writer<Text> writer(out, g, leaves, &shared);
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

}  // namespace heed::detail
