// SPDX-License-Identifier: BSL-1.0
// Writes graphs as text that heed_check/formula/read_formula.hpp reads back.
#pragma once

#include <heed/graph/formula_text.hpp>
#include <heed/graph/graph.hpp>
#include <heed/meta/string_text.hpp>

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

namespace heed::detail {

/// Formulas as documents write them: parts in the notation of NumPy, A[:, 0:2], arange(4) for the index of a vector.
class formula_in_document {
public:
    static constexpr std::size_t most_parts = std::numeric_limits<std::size_t>::max();

    /// Names of the leaf nodes, in their order.
    formula_in_document(const graph_view& g, const std::vector<std::string>& names) {
        std::size_t leaf = 0;
        for (const node& n : g.nodes)
            names_.push_back(n.kind == node_kind::leaf && leaf < names.size() ? names[leaf++] : std::string());
    }

    template <class Writer>
    void leaf(Writer& w, node_id id, int) const {
        w.out().add(names_[id].c_str());
    }
    bool are_same_leaf(const graph_view&, node_id a, node_id b) const { return names_[a] == names_[b]; }
    template <class Writer>
    void index(Writer& w, node_id id) const {
        const node& n = w.graph()[id];
        if (n.dims.rank == 1)
            w.out().add("arange(").add(n.dims[0].size).add(')');
        else
            w.out().add(index_letter(n.dims, n.axis));
    }
    template <class Writer>
    void epsilon(Writer& w, node_id norm, int depth) const {
        if (w.graph()[norm].operand_count < 2) return;
        w.out().add(", ");
        w.write_operand(w.graph().operand(norm, 1), depth);
    }
    template <class Writer>
    void view(Writer& w, node_id id, int depth, int around) const {
        const graph_view& g = w.graph();
        const node& n = g[id];
        const node_id operand = g.operand(id, 0);
        const shape& inner = g[operand].dims;
        if (is_transpose(n.map, inner, n.dims)) {
            w.out().add("transpose");
            w.write_call(id, depth - 1);
        } else if (is_axis_of_product(g, id)) {
            w.write_operand(operand, depth, around);
        } else if (n.dims.rank > 0 && n.map.rank == 0) {
            w.out().add("filled");
            w.write_call(id, depth - 1);
        } else if (!write_part(w, id, depth)) {
            w.write_operand(operand, depth, tightness_of_word);
            w.out().add(parts(n, inner).c_str());
        }
    }

private:
    /// Whether a view only adds the axis that makes a vector an operand of a product, or takes it away from the result.
    static bool is_axis_of_product(const graph_view& g, node_id id) {
        const shape& inner = g[g.operand(id, 0)].dims;
        if (g[g.operand(id, 0)].kind == node_kind::product && g[id].dims.rank < inner.rank) return true;
        if (inner.rank >= g[id].dims.rank) return false;
        for (const node& n : g.nodes)
            for (std::size_t k = 0; k < n.operand_count; ++k)
                if (n.kind == node_kind::product && g.operands[n.first_operand + k] == id) return true;
        return false;
    }
    /// cols<0, 2>(A) and rows<0, 2>(A).
    template <class Writer>
    static bool write_part(Writer& w, node_id id, int depth) {
        const node& n = w.graph()[id];
        const shape& inner = w.graph()[w.graph().operand(id, 0)].dims;
        for (std::size_t from_right = 0; from_right < 2 && from_right < n.dims.rank; ++from_right) {
            const std::size_t axis = n.dims.rank - 1 - from_right, begin = n.map.offset[axis];
            if (!is_slice(n, inner, axis)) continue;
            w.out().add(from_right == 0 ? "cols<" : "rows<").add(begin).add(", ").add(begin + n.dims[axis].size);
            w.out().add('>');
            w.write_call(id, depth - 1);
            return true;
        }
        return false;
    }
    static bool is_slice(const node& n, const shape& inner, std::size_t axis) {
        if (inner.rank != n.dims.rank) return false;
        for (std::size_t a = 0; a < inner.rank; ++a)
            if (n.map.from[a] != static_cast<signed char>(a) || (a != axis && inner[a].size != n.dims[a].size))
                return false;
        return true;
    }
    /// [:, None], [0, 1:3]: indices for the axes of the operand in order, and for new axes.
    static std::string parts(const node& n, const shape& inner) {
        std::string text;
        const auto add = [&](const std::string& part) { text += (text.empty() ? "[" : ", ") + part; };
        std::size_t outer = 0;
        for (std::size_t a = 0; a < inner.rank; ++a) {
            const std::size_t begin = n.map.offset[a];
            if (n.map.from[a] == index_map::fixed) {
                add(std::to_string(begin));
                continue;
            }
            const auto from = static_cast<std::size_t>(n.map.from[a]);
            for (; outer < from; ++outer) add("None");
            const bool whole = begin == 0 && n.dims[from].size == inner[a].size;
            add(whole ? ":" : std::to_string(begin) + ":" + std::to_string(begin + n.dims[from].size));
            outer = from + 1;
        }
        for (; outer < n.dims.rank; ++outer) add("None");
        return text.empty() ? "" : text + "]";
    }

    std::vector<std::string> names_{};  ///< of each node; empty if it is not a leaf
};

/// A node as text, in parentheses if it binds less tightly than what is around it (graph/formula_text.hpp).
inline std::string text_of(const graph_view& g, node_id id, const std::vector<std::string>& names, int around = 0) {
    string_text out;
    const formula_in_document style(g, names);
    formula_text_writer(out, g, style).write_operand(id, std::numeric_limits<int>::max(), around);
    return out.string();
}

/// The formula of a graph as text.
/// names   of the leaf nodes, in their order
/// needs   operations that formulas as text have: others (scatter, slopes, permuted axes) are written so that people
///         understand them, and do not read back
inline std::string text_of(const graph_view& g, const std::vector<std::string>& names) {
    return text_of(g, g.results[0], names);
}

/// sqrt(3), 1 / sqrt(3), -2 / 5
inline std::string text_of(const surd& s) {
    string_text out;
    add_exact(out, s);
    return out.string();
}

}  // namespace heed::detail
