// SPDX-License-Identifier: BSL-1.0
// The tree of a formula as JSON: the label, shape, children and loops of each node.
#pragma once

#include <heed/study/text/correspondence.hpp>
#include <heed/study/text/likeness.hpp>
#include <heed/study/tree.hpp>
#include <heed_page/json.hpp>
#include <heed_page/marked_text.hpp>
#include <heed_page/node_loops.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace heed::detail {

inline void write_loops(json_writer& out, const std::vector<loop_id>& loops) {
    out.begin_list();
    for (const loop_id& id : loops) {
        text<48> words;
        add_loop_id(words, id);
        out.string(words.view());
    }
    out.end_list();
}

/// Nodes in reading order, from the result down; several results are the children of a node of their own. A value that
/// is used several times is one node, with the name that the formula has for it. Parts of a concatenation that differ
/// only in their leaves are written once, with the loops of all.
template <class Numbers>
class page_tree {
public:
    /// Lengths have the names that marked_text gives them.
    page_tree(const study_view& v, const node_loops& loops, const std::size_t* united)
        : v_(v),
          loops_(loops),
          united_(united),
          became_(v.written, v.form),
          likeness_(v.written),
          shared_(v.written),
          shown_as_(v.written.nodes.size(), no_node),
          written_as_(v.written.nodes.size(), no_node) {
        add_results();
    }

    void write(json_writer& out) const {
        out.begin_list();
        for (std::size_t id = 0; id < nodes_.size(); ++id) {
            const shown_node& n = nodes_[id];
            out.begin_object();
            out.member("id", id);
            out.member("label", n.label);
            out.member("shape", n.shape);
            out.key("children").begin_list();
            for (const std::size_t child : n.children) out.count(child);
            out.end_list();
            out.key("loops");
            write_loops(out, n.loops);
            out.end_object();
        }
        out.end_list();
    }

    /// The node of the tree from which a node of the canonical form was made; no_node if there is none.
    std::size_t shown_for(node_id form) const {
        std::size_t found = no_node;
        for (node_id id = 0; id < v_.written.nodes.size(); ++id) {
            if (became_[id].form != form || shown_as_[id] == no_node) continue;
            const bool alike = v_.written[id].kind == v_.form[form].kind;
            if (found == no_node || alike) found = shown_as_[id];
        }
        return found;
    }

private:
    struct shown_node {
        std::string label;
        std::string shape;
        std::vector<std::size_t> children;
        std::vector<loop_id> loops;
    };

    void add_results() {
        const auto& results = v_.written.results;
        if (results.size() > 1) nodes_.push_back({std::to_string(results.size()) + " results", {}, {}, {}});
        for (std::size_t k = 0; k < results.size(); ++k) {
            const std::size_t child = add(results[k]);
            if (results.size() > 1) nodes_[0].children.push_back(child);
        }
    }
    std::size_t add(node_id id) {
        if (written_as_[id] != no_node) return written_as_[id];
        const node& n = v_.written[id];
        const std::size_t at = nodes_.size();
        const auto words = [this](const auto& write) { return words_from<Numbers>(write, united_); };
        nodes_.push_back({words([&](auto& out) { add_operation(out, v_.written, v_.leaves, id); }), {}, {}, {}});
        if (n.dims.rank > 0) nodes_[at].shape = words([&](auto& out) { add_shape(out, n.dims); });
        add_loops(at, id);
        shown_as_[id] = at;
        if (const std::size_t name = shared_.number(id); name != 0) {
            nodes_[at].label += "  s" + std::to_string(name);
            written_as_[id] = at;
        }
        for (std::size_t k = 0; k < n.operand_count; ++k) {
            const std::size_t alike = n.kind == node_kind::concat && k > 0 ? count_alike(id, k) : 0;
            const std::size_t child = alike > 1 ? add_folded(id, k, alike) : add(v_.written.operand(id, k));
            nodes_[at].children.push_back(child);
            if (alike > 1) k += alike - 1;
        }
        return at;
    }
    std::size_t count_alike(node_id id, std::size_t k) const {
        std::size_t count = 0;
        while (k + count < v_.written[id].operand_count &&
               likeness_.alike(v_.written.operand(id, k - 1), v_.written.operand(id, k + count)))
            ++count;
        return count;
    }
    std::size_t add_folded(node_id id, std::size_t first, std::size_t count) {
        const std::size_t at = nodes_.size();
        nodes_.push_back({std::to_string(count) + " more like the one above", {}, {}, {}});
        for (std::size_t k = first; k < first + count; ++k) add_loops_below(at, v_.written.operand(id, k));
        return at;
    }
    void add_loops_below(std::size_t at, node_id id) {
        add_loops(at, id);
        shown_as_[id] = at;
        for (std::size_t k = 0; k < v_.written[id].operand_count; ++k) add_loops_below(at, v_.written.operand(id, k));
    }
    void add_loops(std::size_t at, node_id id) {
        if (became_[id].form == no_node) return;
        for (const loop_id& loop : loops_[became_[id].form]) {
            bool is_new = true;
            for (const loop_id& other : nodes_[at].loops) is_new = is_new && !(other == loop);
            if (is_new) nodes_[at].loops.push_back(loop);
        }
    }

    const study_view& v_;
    const node_loops& loops_;
    const std::size_t* united_;
    correspondence became_;
    likeness likeness_;
    shared_names shared_;
    std::vector<std::size_t> shown_as_, written_as_;
    std::vector<shown_node> nodes_;
};

}  // namespace heed::detail
