// SPDX-License-Identifier: BSL-1.0
// Replaces parts of a subject's formula.
#pragma once

#include <heed/verify/subject.hpp>
#include <heed_check/graph_text.hpp>

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace heed::detail {

inline bool is_same_number(const known_number& a, const known_number& b) {
    if (a.is_printed != b.is_printed || a.is_rounded != b.is_rounded) return false;
    return a.is_printed ? a.printed == b.printed : a.value == b.value;
}

inline bool are_same_numbers(const std::vector<known_number>& a, const std::vector<known_number>& b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (!is_same_number(a[i], b[i])) return false;
    return true;
}

inline bool have_same_sizes(const shape& a, const shape& b) {
    if (a.rank != b.rank) return false;
    for (std::size_t i = 0; i < a.rank; ++i)
        if (a[i].size != b[i].size) return false;
    return true;
}

inline std::vector<std::string> names_of(const subject& s) {
    std::vector<std::string> names;
    for (const subject_leaf& leaf : s.leaves) names.push_back(leaf.name);
    return names;
}

/// The text of a node of a subject.
inline std::string text_of(const subject& s, node_id id, int around = 0) {
    return text_of(s.g, id, names_of(s), around);
}

/// The leaf number of each leaf node.
inline std::vector<std::size_t> leaf_numbers_of(const subject& s) {
    std::vector<std::size_t> numbers(s.g.nodes.size());
    std::size_t leaf = 0;
    for (node_id id = 0; id < s.g.nodes.size(); ++id)
        if (s.g[id].kind == node_kind::leaf) numbers[id] = leaf++;
    return numbers;
}

/// Copies a formula, operands first. If `change` returns a node, that node replaces the old one; if it returns no_node,
/// the old one is copied. Each use of a leaf becomes a leaf node of its own, so that uses can be told apart. Leaves
/// with the same name and the same numbers are the same object.
class slip_editor {
public:
    using change = std::function<node_id(slip_editor&, node_id)>;

    slip_editor(const subject& from, change at) : from_(from), change_(std::move(at)), leaf_of_(leaf_numbers_of(from)) {
        out_.name = from.name;
        out_.formula = from.formula;
        out_.printed = from.printed;
        out_.in = from.in;
        copies_.assign(from.g.nodes.size(), no_node);
    }

    const subject_graph& old() const { return from_.g; }
    const shape& dims(node_id copied) const { return out_.g[copied].dims; }

    /// The copy of an old node in the new formula, with changes applied.
    node_id copy(node_id id) {
        if (copies_[id] != no_node) return copies_[id];
        node_id copied = change_ ? change_(*this, id) : no_node;
        if (copied == no_node) copied = copy_unchanged(id);
        if (old()[id].kind != node_kind::leaf) copies_[id] = copied;
        return copied;
    }
    node_id copy_operand(node_id id, std::size_t k) { return copy(old().operand(id, k)); }

    node_id copy_unchanged(node_id id) {
        const node& n = old()[id];
        if (n.kind == node_kind::leaf)
            return add_leaf(n.dims, from_.leaves[leaf_of_[id]], from_.leaves[leaf_of_[id]].same_as);
        std::vector<node_id> operands;
        for (std::size_t k = 0; k < n.operand_count; ++k) operands.push_back(copy_operand(id, k));
        return add(n, operands);
    }

    node_id add(const node& n, const std::vector<node_id>& operands) {
        if (!has_room(operands.size())) return 0;
        return out_.g.add(n, operands.data(), operands.size());
    }
    node_id add_exact(const surd& value) { return add(node_of::constant(value), {}); }
    node_id add_elementwise(function f, node_id a, node_id b) { return add(node_of::elementwise(f, dims(a)), {a, b}); }
    node_id add_transpose(node_id a) { return add(node_of::transpose(dims(a)), {a}); }

    /// Adds a leaf; the formula may already have one with this name.
    node_id add_named(const shape& dims, const std::string& name, const std::vector<known_number>& numbers) {
        return add_leaf(dims, {name, numbers, 0}, identity_of(name, numbers));
    }
    /// Adds a leaf with unknowns of its own.
    node_id add_fresh(const shape& dims, const std::string& name, const std::vector<known_number>& numbers) {
        return add_leaf(dims, {.name = name, .numbers = numbers, .is_made = true}, next_identity());
    }

    /// Adds another formula and returns the node of its value.
    node_id add_formula(const subject& part) {
        const std::vector<std::size_t> leaf_of = leaf_numbers_of(part);
        std::vector<node_id> copies;
        for (node_id id = 0; id < part.g.nodes.size(); ++id) {
            const node& n = part.g[id];
            std::vector<node_id> operands;
            for (std::size_t k = 0; k < n.operand_count; ++k) operands.push_back(copies[part.g.operand(id, k)]);
            const bool leaf = n.kind == node_kind::leaf;
            copies.push_back(leaf ? add_named(n.dims, part.leaves[leaf_of[id]].name, part.leaves[leaf_of[id]].numbers)
                                  : add(n, operands));
        }
        return copies[part.g.results[0]];
    }

    /// The changed subject; its `formula` is the new text. If it exceeds the capacity of a graph, it has no result.
    subject finish() {
        const node_id result = copy(from_.g.results[0]);
        if (is_full_) return std::move(out_);
        out_.g.results.push_back(result);
        for (std::size_t i = 0; i < out_.leaves.size(); ++i)
            for (std::size_t first = i + 1; first-- > 0;)
                if (identities_[first] == identities_[i]) out_.leaves[i].same_as = first;
        out_.formula = text_of(out_.g, names_of(out_));
        return std::move(out_);
    }

private:
    bool has_room(std::size_t operands) {
        const bool room =
            out_.g.nodes.size() < subject_capacity && out_.g.operands.size() + operands <= 2 * subject_capacity;
        is_full_ = is_full_ || !room;
        return room;
    }

    node_id add_leaf(const shape& dims, const subject_leaf& leaf, std::size_t identity) {
        if (!has_room(0)) return 0;
        identities_.push_back(identity);
        out_.leaves.push_back(leaf);
        return out_.g.add(node_of::leaf(out_.leaves.size() - 1, dims));
    }

    std::size_t next_identity() {
        others_.push_back({});
        return from_.leaves.size() + others_.size() - 1;
    }
    std::size_t identity_of(const std::string& name, const std::vector<known_number>& numbers) {
        const auto is_it = [&](const subject_leaf& leaf) {
            return leaf.name == name && are_same_numbers(leaf.numbers, numbers);
        };
        for (const subject_leaf& leaf : from_.leaves)
            if (is_it(leaf)) return leaf.same_as;
        for (std::size_t i = 0; i < others_.size(); ++i)
            if (is_it(others_[i])) return from_.leaves.size() + i;
        const std::size_t identity = next_identity();
        others_.back() = {name, numbers, 0};
        return identity;
    }

    const subject& from_;
    change change_;
    subject out_{};
    bool is_full_ = false;
    std::vector<std::size_t> leaf_of_;
    std::vector<node_id> copies_{};
    std::vector<std::size_t> identities_{};  ///< of the new leaves: old leaves have their number, then come `others_`
    std::vector<subject_leaf> others_{};
};

/// The subject with one node replaced by what make(editor) adds.
template <class Make>
subject changed_at(const subject& s, node_id site, const Make& make) {
    return slip_editor(s, [&](slip_editor& e, node_id id) { return id == site ? make(e) : no_node; }).finish();
}

}  // namespace heed::detail
