// SPDX-License-Identifier: BSL-1.0
// Formulas that are text at run time, as graphs: `softmax(Q * transpose(K) / sqrt(3)) * V` becomes the graph that the
// C++ formula has.
#pragma once

#include <heed/graph/build.hpp>
#include <heed_check/formula/parser.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heed::detail {

inline constexpr std::size_t formula_text_capacity = 256;

/// A formula with one result. Numbers in the text are exact constants, so each leaf is a name or a matrix literal.
struct formula_text {
    std::unique_ptr<graph<formula_text_capacity>> g;
    std::vector<std::size_t>
        leaf_names{};  ///< for each leaf in order the index of its name; literals are counted after all names
    std::vector<formula_literal> literals{};
};

/// Appends terms to a graph in the order in which trace/ appends formulas: operands first, left to right.
template <std::size_t Capacity, class Leaf>
class formula_writer {
public:
    formula_writer(graph<Capacity>& g, const formula_terms& terms, Leaf& leaf) : g_(g), terms_(terms), leaf_(leaf) {}

    /// The node of a term. A term that is used twice becomes one node.
    node_id write(term_id id) {
        if (id >= written_.size()) written_.resize(id + 1, no_node);
        if (written_[id] == no_node) written_[id] = write_anew(terms_[id]);
        return written_[id];
    }

private:
    node_id write_anew(const formula_term& t) {
        if (t.what.kind == node_kind::leaf) return write_leaf(t);
        std::vector<node_id> operands;
        for (const term_id operand : t.operands) operands.push_back(write(operand));
        require_room(t);
        if (t.what.kind == node_kind::product) return add_product(g_, t.what.dims, operands[0], operands[1]);
        return g_.add(t.what, operands.data(), operands.size());
    }

    node_id write_leaf(const formula_term& t) {
        require_room(t);
        const node_id id = leaf_(t.what.leaf);
        if (!(g_[id].dims == t.what.dims)) throw formula_error(t.position, "this name stands for another shape");
        return id;
    }

    /// A product may need four nodes (add_product).
    void require_room(const formula_term& t) const {
        std::size_t nodes = 1;
        if (t.what.kind == node_kind::product) {
            for (const term_id operand : t.operands) nodes += terms_.dims(operand).rank == 1 ? 1 : 0;
            nodes += nodes > 1 ? 1 : 0;
        }
        const std::size_t operands = nodes - 1 + t.operands.size();
        if (g_.nodes.size() + nodes > Capacity || g_.operands.size() + operands > 2 * Capacity)
            throw formula_error(t.position, "the formula needs more than " + std::to_string(Capacity) + " nodes");
    }

    graph<Capacity>& g_;
    const formula_terms& terms_;
    Leaf& leaf_;
    std::vector<node_id> written_{};  ///< the node of each term, or no_node
};

/// Appends the formula in `text` to g and returns its node; the results of g stay as they are. For each name in the
/// formula, from the left, leaf(i) returns the node that stands for names[i]: a new leaf, for which there is room, or a
/// node that g has, such as that of an earlier formula. literal(n, l) returns a new leaf with the numbers l, which are
/// written out in the formula as its n-th matrix.
/// kept    if not null, becomes the shape of the result with size 1 where an axis was dropped, if one was
/// errors  formula_error; g may then have nodes that nothing uses
template <std::size_t Capacity, class Leaf, class Literal>
node_id append_formula(graph<Capacity>& g, std::string_view text, const std::vector<formula_name>& names, Leaf leaf,
                       Literal literal, std::optional<shape>* kept = nullptr) {
    formula_terms terms;
    const term_id whole = formula_parser(text, names, terms).parse();
    if (kept != nullptr) *kept = terms[whole].kept;
    const auto any_leaf = [&](std::size_t i) {
        return i < names.size() ? leaf(i) : literal(i - names.size(), terms.literals()[i - names.size()]);
    };
    return formula_writer<Capacity, decltype(any_leaf)>(g, terms, any_leaf).write(whole);
}

/// The graph of the formula in `text`, which is that of the same C++ formula with constants (3_c) for numbers.
/// Beyond C++, sums of rationals and signs of exact scalars are exact too.
/// errors  formula_error
inline formula_text read_formula(std::string_view text, const std::vector<formula_name>& names) {
    formula_text f{std::make_unique<graph<formula_text_capacity>>()};
    const auto add_leaf = [&](std::size_t number, const shape& dims) {
        f.leaf_names.push_back(number);
        return f.g->add(node_of::leaf(f.leaf_names.size() - 1, dims));
    };
    const node_id result = append_formula(
        *f.g, text, names, [&](std::size_t name) { return add_leaf(name, names[name].dims); },
        [&](std::size_t i, const formula_literal& l) {
            f.literals.push_back(l);
            return add_leaf(names.size() + i, l.dims);
        });
    f.g->results.push_back(result);
    return f;
}

}  // namespace heed::detail
