// SPDX-License-Identifier: BSL-1.0
// The formula as a tree: as plain text, and for Mermaid and Graphviz.
#pragma once

#include <heed/meta/sized_list.hpp>
#include <heed/study/text/formula.hpp>
#include <heed/study/text/likeness.hpp>

#include <cstddef>

namespace heed {

namespace detail {

/// "lookup along words", "lookup along head and d_k"
template <class Text>
constexpr void over_found(Text& out, const graph_view& g, node_id id) {
    out.add("lookup along ");
    for (std::size_t k = 0; k + 1 < g[id].operand_count; ++k) {
        out.add(k > 0 ? " and " : "");
        add_axis(out, g[g.operand(id, 0)].dims, g[id].found[k]);
    }
}

/// The operation of a node: "softmax over key", "product over d_k", "transpose", "+".
template <class Text>
constexpr void add_operation(Text& out, const graph_view& g, const leaf_name* leaves, node_id id) {
    const node& n = g[id];
    const auto over = [&](const char* name, const char* word) {
        out.add(name).add(word);
        add_axis(out, g[g.operand(id, 0)].dims, n.axis);
    };
    switch (n.kind) {
        case node_kind::leaf:
            add_leaf(out, leaves[n.leaf]);
            out.add(": ").add(leaves[n.leaf].type.name);
            return;
        case node_kind::constant:
            add_exact(out, n.value);
            out.add(", exact");
            return;
        case node_kind::index: out.add("index ").add(index_letter(n.dims, n.axis)); return;
        case node_kind::elementwise:
            out.add(n.apply == function::multiply ? "times, elementwise" : traits_of(n.apply).name);
            return;
        case node_kind::product:
            out.add("product over ");
            add_axis(out, g[g.operand(id, 0)].dims, g[g.operand(id, 0)].dims.rank - 1);
            return;
        case node_kind::view: add_view(out, n.map, g[g.operand(id, 0)].dims, n.dims); return;
        case node_kind::reduce: over(name_of(n.reduce), " over "); return;
        case node_kind::normalise: over(name_of(n.weights), " over "); return;
        case node_kind::concat: over("concat", " along "); return;
        case node_kind::reshape: out.add("reshape"); return;
        case node_kind::scatter: out.add("scatter"); return;
        case node_kind::inverse: out.add("inverse"); return;
        case node_kind::lookup: over_found(out, g, id); return;
    }
}

template <class Text>
constexpr void add_label(Text& out, const graph_view& g, const leaf_name* leaves, node_id id) {
    add_operation(out, g, leaves, id);
    if (g[id].dims.rank == 0) return;
    out.add("  ");
    add_shape(out, g[id].dims);
}

template <class Text>
class tree_writer {
public:
    constexpr tree_writer(Text& out, const graph_view& g, const leaf_name* leaves)
        : out_(out), g_(g), leaves_(leaves), shared_(g), likeness_(g), seen_(g.nodes.size()) {}

    constexpr void run() {
        for (std::size_t k = 0; k < g_.results.size(); ++k) {
            if (g_.results.size() > 1) out_.add("result ").add(k + 1).add(": ");
            write(g_.results[k], 0);
        }
    }

private:
    /// Writes a node and its operands. `last_` says for each level whether the branch ends.
    constexpr void write(node_id id, std::size_t depth) {
        add_label(out_, g_, leaves_, id);
        const node& n = g_[id];
        const std::size_t shared = shared_.number(id);
        if (shared != 0) out_.add("  s").add(shared).add(seen_[id] ? ", as above" : "");
        out_.add('\n');
        if (shared != 0 && seen_[id]) return;
        seen_[id] = true;
        for (std::size_t k = 0; k < n.operand_count; ++k) {
            const std::size_t alike = n.kind == node_kind::concat ? count_alike(id, k) : 0;
            const bool fold = k > 0 && alike > 1;
            last_[depth] = fold ? k + alike == n.operand_count : k + 1 == n.operand_count;
            branch(depth);
            if (fold) {
                out_.add(alike).add(" more like the one above\n");
                k += alike - 1;
            } else if (depth + 1 < most_depth) {
                write(g_.operand(id, k), depth + 1);
            } else {
                out_.add("...\n");
            }
        }
    }

    /// The number of operands from the k-th on with the form of the operand before it.
    constexpr std::size_t count_alike(node_id id, std::size_t k) const {
        std::size_t count = 0;
        while (k > 0 && k + count < g_[id].operand_count &&
               likeness_.alike(g_.operand(id, k - 1), g_.operand(id, k + count)))
            ++count;
        return count;
    }

    constexpr void branch(std::size_t depth) {
        for (std::size_t d = 0; d < depth; ++d) out_.add(last_[d] ? "    " : "|   ");
        out_.add(last_[depth] ? "`-- " : "|-- ");
    }

    static constexpr std::size_t most_depth = 64;

    Text& out_;
    graph_view g_;
    const leaf_name* leaves_;
    shared_names shared_;
    likeness likeness_;
    sized_list<bool> seen_;
    bool last_[most_depth]{};
};

/// A character that would end or change a label, and its escape sequence.
struct label_escape {
    char from;
    const char* to;
};
inline constexpr label_escape mermaid_escapes[] = {{'"', "#quot;"}, {'<', "#lt;"}, {'>', "#gt;"}, {'&', "#amp;"}};
inline constexpr label_escape graphviz_escapes[] = {{'"', "\\\""}, {'\\', "\\\\"}};

struct diagram_language {
    const char* open;
    const char* close;
    const char* arrow;
    const char* end;
    const label_escape* escapes;
    std::size_t escape_count;
};
inline constexpr diagram_language mermaid_language{"[\"", "\"]", " --> n", "\n", mermaid_escapes, 4};
inline constexpr diagram_language graphviz_language{" [label=\"", "\"]", " -> n", ";\n", graphviz_escapes, 2};

/// Nodes and arrows, in either language.
template <class Text>
constexpr void add_nodes(Text& out, const graph_view& g, const leaf_name* leaves, const diagram_language& spell) {
    for (node_id id = 0; id < g.nodes.size(); ++id) {
        out.add("    n").add(id).add(spell.open);
        text<400, typename Text::numbers> label;
        add_label(label, g, leaves, id);
        for (const char c : label.view()) {
            const label_escape* found = nullptr;
            for (std::size_t i = 0; i < spell.escape_count; ++i)
                if (spell.escapes[i].from == c) found = spell.escapes + i;
            found != nullptr ? out.add(found->to) : out.add(c);
        }
        out.add(spell.close).add(spell.end);
        for (std::size_t k = 0; k < g[id].operand_count; ++k)
            out.add("    n").add(g.operand(id, k)).add(spell.arrow).add(id).add(spell.end);
    }
}

/// Enough for usual names; nodes with long axis names take more, and the text may then be cut (text::is_cut).
template <class E>
inline constexpr std::size_t tree_capacity = 512 + 256 * study_subject<E>::graph.nodes.size();

}  // namespace detail

namespace study {

/// The formula as a tree of operations with shapes. Leaves are named A, B, C in the order in which they are written,
/// run-time scalars a, b, c. Parts of a concatenation that differ only in their leaves are shown once.
///       product over key  [query[64] x d_k[32]]
///       |-- softmax over key  [query[64] x key[64]]
/// cost    some 20 steps of a constant expression per character
/// example std::cout << study::tree(softmax(S) * A);
template <detail::evaluable E>
constexpr auto tree() {
    detail::study_text<E, detail::tree_capacity<E>> out;
    using S = detail::study_subject<E>;
    detail::tree_writer(out, S::graph, S::leaves.items).run();
    return out;
}
template <detail::evaluable E>
constexpr auto tree(const E&) {
    return tree<E>();
}

/// The same as a Mermaid flowchart, with every node.
/// example std::cout << study::mermaid(softmax(S) * A);
template <detail::evaluable E>
constexpr auto mermaid() {
    detail::study_text<E, detail::tree_capacity<E> + 80 * detail::study_subject<E>::graph.nodes.size()> out;
    using S = detail::study_subject<E>;
    out.add("flowchart BT\n");
    detail::add_nodes(out, S::graph, S::leaves.items, detail::mermaid_language);
    return out;
}
template <detail::evaluable E>
constexpr auto mermaid(const E&) {
    return mermaid<E>();
}

/// The same for Graphviz (dot).
/// example std::cout << study::graphviz(softmax(S) * A);
template <detail::evaluable E>
constexpr auto graphviz() {
    detail::study_text<E, detail::tree_capacity<E> + 80 * detail::study_subject<E>::graph.nodes.size()> out;
    using S = detail::study_subject<E>;
    out.add("digraph formula {\n    rankdir=BT;\n    node [shape=box];\n");
    detail::add_nodes(out, S::graph, S::leaves.items, detail::graphviz_language);
    out.add("}\n");
    return out;
}
template <detail::evaluable E>
constexpr auto graphviz(const E&) {
    return graphviz<E>();
}

}  // namespace study
}  // namespace heed
