// SPDX-License-Identifier: BSL-1.0
// Writes a node of a graph as one line of formula, with as few parentheses as C++ needs.
#pragma once

#include <heed/graph/build.hpp>
#include <heed/graph/graph.hpp>
#include <heed/graph/shared_names.hpp>
#include <heed/meta/text.hpp>
#include <heed/scalar/function.hpp>
#include <heed/shape/index_map.hpp>
#include <heed/shape/score_axes.hpp>
#include <heed/shape/shape_words.hpp>

#include <cstddef>

namespace heed::detail {

/// Precedences of operators (function_traits::tightness).
inline constexpr int tightness_of_sum = 5, tightness_of_product = 6, tightness_of_word = 7;

/// A number as a factor, in parentheses if it is a product of lengths.
template <class Text>
constexpr void add_factor(Text& out, long long n) {
    text<64, typename Text::numbers> words;
    words.add_signed(n);
    const bool is_product = words.contains(" ");
    out.add(is_product ? "(" : "").add(words).add(is_product ? ")" : "");
}

/// 8, 1 / 8, sqrt(32), 1 / sqrt(32), 3 * sqrt(2) / 4; in parentheses if that binds less tightly than what is around it.
template <class Text>
constexpr void add_exact(Text& out, const surd& s, int around = 0) {
    const bool is_reciprocal = s.radicand != 1 && s.numerator == 1 && s.denominator == s.radicand;
    const bool has_root = s.radicand != 1, has_factor = !has_root || s.numerator != 1 || is_reciprocal;
    const bool is_product = s.denominator != 1 || (has_root && has_factor);
    const bool is_wrapped =
        (is_product && around > tightness_of_product) || (s.numerator < 0 && around > tightness_of_sum);
    out.add(is_wrapped ? "(" : "");
    if (is_reciprocal) out.add("1 / ");
    if (has_factor && !is_reciprocal) out.add_signed(s.numerator).add(has_root ? " * " : "");
    if (has_root) out.add("sqrt(").add_signed(s.radicand).add(')');
    if (s.denominator != 1 && !is_reciprocal) add_factor(out.add(" / "), s.denominator);
    out.add(is_wrapped ? ")" : "");
}

/// k, q, h, b: the index along an axis; by position, where the axis is none of these.
constexpr char index_letter(const shape& dims, std::size_t axis) {
    constexpr char letters[] = {'k', 'q', 'h', 'b', 'n', 'm'};
    const std::size_t from_right = dims.rank - 1 - axis;
    return from_right < 2                ? letters[from_right]
           : axis == axis_of_heads(dims) ? 'h'
           : axis == axis_of_batch(dims) ? 'b'
                                         : letters[from_right];
}

/// Whether a view only exchanges the last two axes.
constexpr bool is_transpose(const index_map& map, const shape& inner, const shape& outer) {
    if (inner.rank != outer.rank || inner.rank < 2 || !is_bijection(map, inner, outer)) return false;
    for (std::size_t a = 0; a < map.rank; ++a) {
        const std::size_t expected = a + 2 < map.rank ? a : a + 2 == map.rank ? a + 1 : a - 1;
        if (map.from[a] != static_cast<signed char>(expected)) return false;
    }
    return true;
}

/// Whether a view reads the axes of its operand in their order.
constexpr bool has_axes_in_order(const index_map& map) {
    signed char last = index_map::fixed;
    for (std::size_t a = 0; a < map.rank; ++a) {
        if (map.from[a] == index_map::fixed) continue;
        if (map.from[a] < last) return false;
        last = map.from[a];
    }
    return true;
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

/// Whether two nodes are the same operations on the same leaves; are_same_leaf(a, b) compares leaf nodes, of which a
/// formula has one for each use.
template <class AreSameLeaf>
constexpr bool are_same(const graph_view& g, node_id a, node_id b, const AreSameLeaf& are_same_leaf) {
    if (a == b) return true;
    node x = g[a];
    if (x.kind == node_kind::leaf && g[b].kind == node_kind::leaf) {
        if (!are_same_leaf(a, b)) return false;
        x.leaf = g[b].leaf;
    }
    x.first_operand = g[b].first_operand;
    if (!(x == g[b])) return false;
    for (std::size_t k = 0; k < x.operand_count; ++k)
        if (!are_same(g, g.operand(a, k), g.operand(b, k), are_same_leaf)) return false;
    return true;
}

/// where(condition, a, b), which is keep(condition, a) + keep(!condition, b) in graphs.
struct choice_of_nodes {
    node_id condition = no_node, a = no_node, b = no_node;

    constexpr bool is_one() const { return condition != no_node; }
    constexpr node_id operand(std::size_t k) const { return k == 0 ? condition : k == 1 ? a : b; }
};
constexpr bool applies(const graph_view& g, node_id id, function f) {
    return g[id].kind == node_kind::elementwise && g[id].apply == f;
}
template <class AreSameLeaf>
constexpr choice_of_nodes choice_of(const graph_view& g, node_id id, const AreSameLeaf& are_same_leaf) {
    if (!applies(g, id, function::add)) return {};
    const node_id a = g.operand(id, 0), b = g.operand(id, 1);
    if (!applies(g, a, function::keep) || !applies(g, b, function::keep)) return {};
    const node_id otherwise = g.operand(b, 0);
    if (!applies(g, otherwise, function::is_zero) ||
        !are_same(g, g.operand(otherwise, 0), g.operand(a, 0), are_same_leaf))
        return {};
    return {g.operand(a, 0), g.operand(a, 1), g.operand(b, 1)};
}

/// A style says how leaves, indices, views and the epsilon of a norm are written: leaf(w, id, around), index(w, id),
/// view(w, id, depth, around), epsilon(w, norm, depth) with this writer, are_same_leaf(g, a, b), and of how many
/// operands all are written: most_parts.
template <class Text, class Style>
class formula_text_writer {
public:
    /// Operands that have a name in `shared` are written by name.
    constexpr formula_text_writer(Text& out, const graph_view& g, const Style& style,
                                  const shared_names* shared = nullptr)
        : out_(out), g_(g), style_(style), shared_(shared) {}

    /// Operations below `depth` are written as dots.
    constexpr void write(node_id id, int depth) { write_node(id, depth, 0); }
    /// By name, if it has one; in parentheses, if it binds less tightly than what is around it.
    constexpr void write_operand(node_id id, int depth, int around = 0) {
        if (shared_ != nullptr && shared_->number(id) != 0)
            out_.add('s').add(shared_->number(id));
        else
            write_node(id, depth, around);
    }
    /// The operands of a node in parentheses.
    constexpr void write_call(node_id id, int depth) {
        write_list(g_[id].operand_count, depth, [&](std::size_t k) { return g_.operand(id, k); });
    }

    constexpr Text& out() { return out_; }
    constexpr const graph_view& graph() const { return g_; }

private:
    constexpr void write_node(node_id id, int depth, int around) {
        const node& n = g_[id];
        switch (n.kind) {
            case node_kind::leaf: style_.leaf(*this, id, around); return;
            case node_kind::index: style_.index(*this, id); return;
            case node_kind::constant: add_exact(out_, n.value, around); return;
            default: break;
        }
        if (depth == 0) {
            out_.add("...");
            return;
        }
        switch (n.kind) {
            case node_kind::elementwise: write_elementwise(id, depth - 1, around); return;
            case node_kind::product: write_infix(id, "*", tightness_of_product, depth - 1, around); return;
            case node_kind::view: style_.view(*this, id, depth, around); return;
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

    constexpr void write_normalised(node_id id, int depth) {
        out_.add('(');
        write_operand(g_.operand(id, 0), depth);
        style_.epsilon(*this, id, depth);
        out_.add(')');
    }

    constexpr void write_reshape(const shape& dims) {
        out_.add("reshape<");
        for (std::size_t a = 0; a < dims.rank; ++a) {
            if (a > 0) out_.add(", ");
            add_extent(out_, dims[a]);
        }
        out_.add('>');
    }

    template <class NodeAt>
    constexpr void write_list(std::size_t count, int depth, const NodeAt& node_at) {
        out_.add('(');
        const std::size_t shown = count > style_.most_parts ? 2 : count;
        for (std::size_t k = 0; k < shown; ++k) {
            if (k != 0) out_.add(", ");
            write_operand(node_at(k), depth);
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
        const bool is_wrapped = around > binding;
        out_.add(is_wrapped ? "(" : "");
        write_operand(g_.operand(id, 0), depth, binding);
        out_.add(' ').add(sign).add(' ');
        write_operand(g_.operand(id, 1), depth, binding + 1);
        out_.add(is_wrapped ? ")" : "");
    }

    constexpr void write_elementwise(node_id id, int depth, int around) {
        const function f = g_[id].apply;
        if (f == function::copy) {
            write_operand(g_.operand(id, 0), depth + 1, around);
        } else if (const choice_of_nodes choice = choice_at(id); choice.is_one()) {
            out_.add("where");
            write_list(3, depth, [&](std::size_t k) { return choice.operand(k); });
        } else if (f == function::multiply && has_number(id)) {
            write_infix(id, "*", tightness_of_product, depth, around);
        } else if (g_[id].operand_count == 2 && traits_of(f).tightness < tightness_of_word) {
            write_infix(id, traits_of(f).name, traits_of(f).tightness, depth, around);
        } else if (f == function::negate || f == function::is_zero) {
            out_.add(f == function::negate ? '-' : '!');
            write_operand(g_.operand(id, 0), depth, tightness_of_word);
        } else {
            out_.add(traits_of(f).name);
            write_call(id, depth);
        }
    }
    constexpr choice_of_nodes choice_at(node_id id) const {
        return choice_of(g_, id, [&](node_id a, node_id b) { return style_.are_same_leaf(g_, a, b); });
    }
    constexpr bool has_number(node_id id) const {
        return g_[g_.operand(id, 0)].dims.rank == 0 || g_[g_.operand(id, 1)].dims.rank == 0;
    }

    Text& out_;
    graph_view g_;
    const Style& style_;
    const shared_names* shared_;
};

}  // namespace heed::detail
