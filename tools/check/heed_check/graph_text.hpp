// SPDX-License-Identifier: BSL-1.0
// Writes graphs as text that verify/formula/read_formula.hpp reads back.
#pragma once

#include <heed/graph/graph.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace heed::detail {

/// The precedence of the outermost operation of a text.
enum class binding : unsigned char { sum, product, sign, call };

struct bound_text {
    std::string text{};
    binding binds = binding::call;

    std::string within(binding least) const { return binds < least ? "(" + text + ")" : text; }
};

/// sqrt(3), 1 / sqrt(3), -2 / 5
inline bound_text exact_text(const surd& s) {
    if (s.numerator < 0) {
        surd positive = s;
        positive.numerator = -s.numerator;
        return {"-" + exact_text(positive).within(binding::sign), binding::sign};
    }
    const std::string over = " / " + std::to_string(s.denominator);
    const std::string n = std::to_string(s.numerator), root = "sqrt(" + std::to_string(s.radicand) + ")";
    const bool whole = s.denominator == 1;
    if (s.radicand == 1) return {whole ? n : n + over, whole ? binding::call : binding::product};
    if (s.numerator == 1 && s.denominator == s.radicand) return {"1 / " + root, binding::product};
    if (s.numerator == 1) return {whole ? root : root + over, whole ? binding::call : binding::product};
    return {n + " * " + root + (whole ? "" : over), binding::product};
}

/// Whether a view transposes the last two axes.
inline bool is_transpose(const node& view, const shape& inner) {
    const std::size_t rank = view.dims.rank;
    if (view.kind != node_kind::view || rank < 2 || inner.rank != rank) return false;
    for (std::size_t a = 0; a < rank; ++a) {
        const std::size_t from = a + 2 == rank ? a + 1 : a + 1 == rank ? a - 1 : a;
        if (view.map.from[a] != static_cast<signed char>(from) || view.map.offset[a] != 0) return false;
        if (inner[a].size != view.dims[from].size) return false;
    }
    return true;
}

/// Writes nodes of a graph. Leaves have names, in the order of the leaf nodes.
template <std::size_t Capacity>
class graph_writer {
public:
    graph_writer(const graph<Capacity>& g, const std::vector<std::string>& names) : g_(g) {
        std::size_t leaf = 0;
        for (const node& n : g.nodes)
            names_.push_back(n.kind == node_kind::leaf && leaf < names.size() ? names[leaf++] : std::string());
    }

    bound_text write(node_id id) const {
        const node& n = g_[id];
        switch (n.kind) {
            case node_kind::leaf: return {names_[id]};
            case node_kind::constant: return exact_text(n.value);
            case node_kind::index: return index(n);
            case node_kind::elementwise: return elementwise(id);
            case node_kind::product: return binary(factor(id, 0), " * ", factor(id, 1), binding::product);
            case node_kind::view: return view(id);
            case node_kind::reduce: return along(name_of(n.reduce), id);
            case node_kind::normalise: return along(name_of(n.weights), id);
            case node_kind::concat: return call("concat<" + std::to_string(n.axis) + ">", id);
            case node_kind::reshape: return reshape(id);
            case node_kind::inverse: return call("inverse", id);
            case node_kind::lookup: return call("at", id);
            default: return call("node", id);
        }
    }

private:
    bound_text operand(node_id id, std::size_t k) const { return write(g_.operand(id, k)); }

    /// A vector operand of a product is written without the axis that makes it a matrix.
    bound_text factor(node_id id, std::size_t k) const {
        const node_id x = g_.operand(id, k);
        const bool gains_axis = g_[x].kind == node_kind::view && g_[g_.operand(x, 0)].dims.rank < g_[x].dims.rank;
        return gains_axis ? operand(x, 0) : write(x);
    }

    static bound_text binary(const bound_text& a, const char* sign, const bound_text& b, binding binds) {
        const auto tighter = static_cast<binding>(static_cast<unsigned char>(binds) + 1);
        return {a.within(binds) + sign + b.within(tighter), binds};
    }

    bound_text call(std::string text, node_id id) const {
        text += "(";
        for (std::size_t k = 0; k < g_[id].operand_count; ++k) text += (k == 0 ? "" : ", ") + operand(id, k).text;
        return {text + ")"};
    }

    bound_text reshape(node_id id) const {
        std::string extents;
        for (std::size_t a = 0; a < g_[id].dims.rank; ++a)
            extents += (a == 0 ? "" : ", ") + std::to_string(g_[id].dims[a].size);
        return call("reshape<" + extents + ">", id);
    }

    bound_text along(std::string name, node_id id) const {
        const bool last = g_[id].axis + 1 == g_[g_.operand(id, 0)].dims.rank;
        return call(last ? name : name + "<" + std::to_string(g_[id].axis) + ">", id);
    }

    bound_text elementwise(node_id id) const {
        const function f = g_[id].apply;
        if (f == function::negate) return {"-" + operand(id, 0).within(binding::sign), binding::sign};
        if (f == function::add) return binary(operand(id, 0), " + ", operand(id, 1), binding::sum);
        if (f == function::subtract) return binary(operand(id, 0), " - ", operand(id, 1), binding::sum);
        if (f == function::divide) return binary(operand(id, 0), " / ", operand(id, 1), binding::product);
        const bool scales =
            g_[id].operand_count == 2 && (g_[g_.operand(id, 0)].dims.rank == 0 || g_[g_.operand(id, 1)].dims.rank == 0);
        if (f == function::multiply && scales) return binary(operand(id, 0), " * ", operand(id, 1), binding::product);
        const std::string name = traits_of(f).name;
        const bool is_word = (name[0] >= 'a' && name[0] <= 'z');
        if (is_word || g_[id].operand_count == 1) return call(name, id);
        return {"(" + operand(id, 0).text + " " + name + " " + operand(id, 1).text + ")"};
    }

    bound_text view(node_id id) const {
        const node& n = g_[id];
        const shape& inner = g_[g_.operand(id, 0)].dims;
        if (is_transpose(n, inner)) return call("transpose", id);
        if (g_[g_.operand(id, 0)].kind == node_kind::product && n.dims.rank < inner.rank) return operand(id, 0);
        for (std::size_t from_right = 0; from_right < 2 && from_right < n.dims.rank; ++from_right)
            if (is_slice(n, inner, n.dims.rank - 1 - from_right)) {
                const std::size_t axis = n.dims.rank - 1 - from_right, begin = n.map.offset[axis];
                return call((from_right == 0 ? "cols<" : "rows<") + std::to_string(begin) + ", " +
                                std::to_string(begin + n.dims[axis].size) + ">",
                            id);
            }
        if (n.dims.rank > 0 && n.map.rank == 0) return call("filled", id);
        return {operand(id, 0).within(binding::call) + parts(n, inner)};
    }

    static bound_text index(const node& n) {
        const std::size_t from_right = n.dims.rank - 1 - n.axis;
        if (n.dims.rank == 1) return {"arange(" + std::to_string(n.dims[0].size) + ")"};
        const char* const names[] = {"k", "q", "h", "b"};
        return {from_right < 4 ? names[from_right] : "index"};
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

    static bool is_slice(const node& n, const shape& inner, std::size_t axis) {
        if (inner.rank != n.dims.rank) return false;
        for (std::size_t a = 0; a < inner.rank; ++a)
            if (n.map.from[a] != static_cast<signed char>(a) || (a != axis && inner[a].size != n.dims[a].size))
                return false;
        return true;
    }

    const graph<Capacity>& g_;
    std::vector<std::string> names_{};  ///< of each node; empty if it is not a leaf
};

/// The formula of a graph as text.
/// names   of the leaf nodes, in their order
/// needs   operations that formulas as text have: others (scatter, slopes, permuted axes) are written so that people
///         understand them, and do not read back
template <std::size_t Capacity>
std::string text_of(const graph<Capacity>& g, const std::vector<std::string>& names) {
    return graph_writer<Capacity>(g, names).write(g.results[0]).text;
}

}  // namespace heed::detail
