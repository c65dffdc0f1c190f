// SPDX-License-Identifier: BSL-1.0
// The terms of a formula while it is read: the operations in the text, before they become nodes of a graph. Terms that
// were folded into a number, or of which only the size was used, do not become nodes.
#pragma once

#include <heed/graph/build.hpp>
#include <heed/printed/decimal.hpp>
#include <heed_check/formula/formula_error.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace heed::detail {

using term_id = std::size_t;

/// The maximum depth of a formula: a chain of this many operations fills a graph of this capacity.
inline constexpr std::size_t max_formula_depth = 256;
inline constexpr std::size_t max_formula_terms = 4096;

/// Terms made of the indices q, k, h and b have no shape until they are combined with scores.
enum class index_use : unsigned char {
    none,
    number,  ///< q - k
    mask,    ///< k <= q
};

struct formula_term {
    node what{};               ///< for a leaf the number of its name; its operands are those of the term
    std::size_t position = 0;  ///< where it is in the text
    std::size_t depth = 0;     ///< the depth of the operations below it
    std::vector<term_id> operands{};
    std::optional<shape> kept{};  ///< the shape with size 1 where mean(X) and X[:, 0] dropped an axis
    index_use indices{};
    std::size_t index_rank = 0;  ///< how many axes the scores need for its indices
    bool square = false;         ///< whether it needs as many queries as keys
    bool whole = false;          ///< whether it consists of nonnegative whole numbers, whatever the page prints
    int infinite = 0;            ///< the sign of an infinity
};

/// Numbers that are written in a formula: [[1, 0], [0, 1]].
struct formula_literal {
    shape dims{};
    std::vector<decimal> entries{};
    std::string text{};
};

class formula_terms {
public:
    const formula_term& operator[](term_id id) const { return terms_[id]; }
    const shape& dims(term_id id) const { return terms_[id].what.dims; }
    bool is_exact(term_id id) const { return terms_[id].what.kind == node_kind::constant && terms_[id].infinite == 0; }
    const surd& value(term_id id) const { return terms_[id].what.value; }

    /// Adds an operation, with its position in the text and its operands.
    term_id add(const node& what, std::size_t at, const std::vector<term_id>& operands) {
        return add({.what = what, .position = at, .operands = operands});
    }
    term_id add(formula_term t) {
        const std::size_t at = t.position;
        for (const term_id operand : t.operands)
            if (terms_[operand].depth >= t.depth) t.depth = terms_[operand].depth + 1;
        if (t.depth > max_formula_depth) too_long(at, max_formula_depth, " operations inside one another");
        if (terms_.size() == max_formula_terms) too_long(at, max_formula_terms, " operations");
        terms_.push_back(std::move(t));
        return terms_.size() - 1;
    }
    term_id add_leaf(std::size_t name, const shape& dims, std::size_t at, std::optional<shape> kept = std::nullopt) {
        return add({.what = node_of::leaf(name, dims), .position = at, .kept = std::move(kept)});
    }
    /// Adds a literal. Its leaf number is counted after the names.
    term_id add_literal(formula_literal literal, std::size_t names, std::size_t at) {
        literals_.push_back(std::move(literal));
        first_literal_ = names;
        return add_leaf(names + literals_.size() - 1, literals_.back().dims, at);
    }
    const std::vector<formula_literal>& literals() const { return literals_; }
    /// The literal of a term; null if the term is none.
    const formula_literal* literal_of(term_id id) const {
        const node& n = terms_[id].what;
        if (literals_.empty() || n.kind != node_kind::leaf || n.leaf < first_literal_) return nullptr;
        return &literals_[n.leaf - first_literal_];
    }
    /// Forgets the shape before an axis was dropped: it is not known, or does not matter.
    void forget_kept(term_id id) { terms_[id].kept.reset(); }
    void set_kept(term_id id, const shape& kept) { terms_[id].kept = kept; }
    void set_whole(term_id id) { terms_[id].whole = true; }
    term_id add_exact(const surd& value, std::size_t at) { return add(node_of::constant(value), at, {}); }

private:
    [[noreturn]] static void too_long(std::size_t at, std::size_t most, const char* what) {
        throw formula_error(at, "the formula is too long: more than " + std::to_string(most) + what);
    }

    std::vector<formula_term> terms_{};
    std::vector<formula_literal> literals_{};
    std::size_t first_literal_ = 0;  ///< the leaf number of the first literal
};

}  // namespace heed::detail
