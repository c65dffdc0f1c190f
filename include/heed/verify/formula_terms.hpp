// SPDX-License-Identifier: BSL-1.0
// A formula that is being read: the operations that the text stands for, before they are nodes of a graph. What was
// folded into one number, or asked for its size only, stays behind here.
#pragma once

#include <heed/graph/graph.hpp>
#include <heed/verify/formula_error.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace heed::detail {

using term_id = std::size_t;

/// As deep as formulas may go: a chain of as many operations fills a graph of that capacity.
inline constexpr std::size_t max_formula_depth = 256;
inline constexpr std::size_t max_formula_terms = 4096;

struct formula_term {
    node what{};               ///< leaf: the number of its name; operands are those of the term
    std::size_t position = 0;  ///< in the text
    std::size_t depth = 0;     ///< of the operations below it
    std::vector<term_id> operands{};
};

class formula_terms {
public:
    const formula_term& operator[](term_id id) const { return terms_[id]; }
    const shape& dims(term_id id) const { return terms_[id].what.dims; }
    bool is_exact(term_id id) const { return terms_[id].what.kind == node_kind::constant; }
    const surd& value(term_id id) const { return terms_[id].what.value; }

    /// An operation, its place in the text, its operands.
    term_id add(const node& what, std::size_t at, const std::vector<term_id>& operands) {
        formula_term t{.what = what, .position = at, .operands = operands};
        for (const term_id operand : operands)
            if (terms_[operand].depth >= t.depth) t.depth = terms_[operand].depth + 1;
        if (t.depth > max_formula_depth) too_long(at, max_formula_depth, " operations inside one another");
        if (terms_.size() == max_formula_terms) too_long(at, max_formula_terms, " operations");
        terms_.push_back(t);
        return terms_.size() - 1;
    }
    term_id add_leaf(std::size_t name, const shape& dims, std::size_t at) {
        return add({.kind = node_kind::leaf, .dims = dims, .leaf = name}, at, {});
    }
    term_id add_exact(const surd& value, std::size_t at) {
        return add({.kind = node_kind::constant, .dims = shape(), .value = value}, at, {});
    }

private:
    [[noreturn]] static void too_long(std::size_t at, std::size_t most, const char* what) {
        throw formula_error(at, "the formula is too long: more than " + std::to_string(most) + what);
    }

    std::vector<formula_term> terms_;
};

}  // namespace heed::detail
