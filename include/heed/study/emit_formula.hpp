// SPDX-License-Identifier: BSL-1.0
// Converts a graph back to the formula that it came from, for comments.
#pragma once

#include <heed/graph/build.hpp>
#include <heed/shape/length_list.hpp>
#include <heed/study/emit_leaves.hpp>
#include <heed/study/formula.hpp>
#include <heed/study/shared_names.hpp>

#include <string>

namespace heed::detail::emitted {

/// An exact scalar in common notation: 1 / sqrt(64), 3 / 2.
inline expression words_for(const surd& s) {
    const std::string root = "sqrt(" + std::to_string(s.radicand) + ')';
    if (s.radicand != 1 && s.numerator == 1 && s.denominator == s.radicand) return {"1 / " + root, expression::product};
    if (s.radicand != 1 && s.numerator == 1 && s.denominator == 1) return {root};
    std::string text = std::to_string(s.numerator);
    if (s.radicand != 1) text += " * " + root;
    if (s.denominator != 1) text += " / " + std::to_string(s.denominator);
    const bool one_word = s.radicand == 1 && s.denominator == 1;
    return {text, !one_word ? expression::product : s.numerator < 0 ? expression::sign : expression::word};
}

inline std::string words_for(const shape& dims) {
    if (dims.rank == 0) return "one number";
    std::string text;
    for (std::size_t a = 0; a < dims.rank; ++a) {
        if (a > 0) text += " x ";
        if (dims[a].name != nullptr) text += std::string(dims[a].name->name) + ' ';
        text += std::to_string(dims[a].size);
    }
    return text;
}

constexpr const char* infix_of(function f) {
    switch (f) {
        case function::add: return "+";
        case function::subtract: return "-";
        case function::divide: return "/";
        case function::less: return "<";
        case function::less_equal: return "<=";
        case function::equal: return "==";
        case function::both: return "&&";
        case function::either: return "||";
        case function::quotient: return "/";
        case function::remainder: return "%";
        default: return nullptr;
    }
}
constexpr expression::binding binding_of(function f) {
    switch (f) {
        case function::add:
        case function::subtract: return expression::sum;
        case function::divide:
        case function::quotient:
        case function::remainder: return expression::product;
        case function::both: return expression::both;
        case function::either: return expression::either;
        default: return expression::comparison;
    }
}

class formula_text {
public:
    /// `lengths`: the primes that stand for dynamic extents.
    formula_text(const graph_view& g, const leaf_list& leaves, const length_list& lengths)
        : g_(g), leaves_(leaves), lengths_(lengths), shared_(g) {}

    /// The whole formula: its results, and shared values by name.
    std::string whole() const {
        std::string text;
        for (std::size_t k = 0; k < g_.results.size(); ++k)
            text += (k > 0 ? ", " : "") + of_operand(g_.results[k]).text;
        if (g_.results.size() > 1) text = "results(" + text + ')';
        for (std::size_t k = 1; k <= shared_.size(); ++k)
            text += ", s" + std::to_string(k) + " = " + of(shared_.node(k)).text;
        return text;
    }

private:
    /// By name, if it has one.
    expression of_operand(node_id id) const {
        const std::size_t number = shared_.number(id);
        return number == 0 ? of(id) : expression{'s' + std::to_string(number)};
    }
    expression of(node_id id) const {
        const node& n = g_[id];
        const std::string axis = '<' + std::to_string(n.axis) + '>';
        switch (n.kind) {
            case node_kind::leaf: return of_leaf(leaves_.leaves[n.leaf]);
            case node_kind::constant: return words_for(n.value);
            case node_kind::index: return {std::string(1, index_letter(n.dims, n.axis))};
            case node_kind::elementwise: return of_elementwise(id);
            case node_kind::product: return infix(operand(id, 0), "*", operand(id, 1), expression::product);
            case node_kind::view: return of_view(id);
            case node_kind::reduce: return call(std::string(name_of(n.reduce)) + axis, id);
            case node_kind::normalise:
                return normalised(name_of(n.weights) + (n.axis + 1 == n.dims.rank ? "" : axis), id);
            case node_kind::concat: return call("concat" + (n.axis + 1 == n.dims.rank ? "" : axis), id);
            case node_kind::reshape: return call("reshape<" + extents_of(g_[id].dims) + '>', id);
            case node_kind::scatter: return call("scatter", id);
            case node_kind::inverse: return call("inverse", id);
            case node_kind::lookup: return of_lookup(id);
        }
        return {};
    }
    expression operand(node_id id, std::size_t i) const { return of_operand(g_.operand(id, i)); }
    expression call(const std::string& name, node_id id) const {
        std::string text = name + '(';
        for (std::size_t i = 0; i < g_[id].operand_count; ++i) text += (i > 0 ? ", " : "") + operand(id, i).text;
        return {text + ')'};
    }
    /// An epsilon is written as an option.
    expression normalised(const std::string& name, node_id id) const {
        const std::string option = says_epsilon(g_, id) ? ", {.epsilon = " + operand(id, 1).text + '}' : "";
        return {name + '(' + operand(id, 0).text + option + ')'};
    }
    expression of_leaf(const leaf& l) const {
        if (!l.is_number) return {leaves_.parameters[l.parameter].name};
        char digits[40];
        std::snprintf(digits, sizeof(digits), "%.6g", l.value);
        return {digits, l.value < 0 ? expression::sign : expression::word};
    }
    expression of_elementwise(node_id id) const {
        const function f = g_[id].apply;
        if (f == function::copy) return operand(id, 0);
        if (f == function::add && is_choice(g_.operand(id, 0), g_.operand(id, 1))) return choice(id);
        if (f == function::negate) return {'-' + operand(id, 0).inside(expression::word), expression::sign};
        if (f == function::is_zero) return {'!' + operand(id, 0).inside(expression::word), expression::sign};
        const bool scales =
            f == function::multiply && (g_[g_.operand(id, 0)].dims.rank == 0 || g_[g_.operand(id, 1)].dims.rank == 0);
        if (scales) return infix(operand(id, 0), "*", operand(id, 1), expression::product);
        if (infix_of(f) != nullptr) return infix(operand(id, 0), infix_of(f), operand(id, 1), binding_of(f));
        return call(traits_of(f).name, id);
    }
    /// where(c, a, b) is keep(c, a) + keep(!c, b) in the graph.
    bool is_choice(node_id a, node_id b) const {
        const auto keeps = [&](node_id id) {
            return g_[id].kind == node_kind::elementwise && g_[id].apply == function::keep;
        };
        if (!keeps(a) || !keeps(b)) return false;
        const node& otherwise = g_[g_.operand(b, 0)];
        return otherwise.kind == node_kind::elementwise && otherwise.apply == function::is_zero &&
               operand(g_.operand(b, 0), 0).text == operand(a, 0).text;
    }
    expression choice(node_id id) const {
        const node_id a = g_.operand(id, 0), b = g_.operand(id, 1);
        return {"where(" + operand(a, 0).text + ", " + operand(a, 1).text + ", " + operand(b, 1).text + ')'};
    }
    expression of_lookup(node_id id) const {
        const node& n = g_[id];
        const bool is_rows = reads_rows_by_number(g_, id);
        std::string text = (is_rows ? "rows(" : "at(") + operand(id, 0).text;
        std::size_t next = 0;
        for (std::size_t a = 0; a < (is_rows ? 1 : n.map.rank); ++a)
            text += ", " + (next + 1 < n.operand_count && n.found[next] == a ? operand(id, ++next).text
                            : n.map.from[a] != index_map::fixed
                                ? std::string(1, index_letter(n.dims, static_cast<std::size_t>(n.map.from[a])))
                                : std::string("0"));
        return {text + ')'};
    }
    static std::string extents_of(const shape& dims) {
        std::string text;
        for (std::size_t a = 0; a < dims.rank; ++a) text += (a == 0 ? "" : ", ") + std::to_string(dims[a].size);
        return text;
    }
    expression of_view(node_id id) const {
        const index_map& map = g_[id].map;
        const shape &inner = g_[g_.operand(id, 0)].dims, &outer = g_[id].dims;
        const std::size_t rank = map.rank;
        index_map swapped = identity_map(rank);
        if (rank >= 2) {
            swapped.from[rank - 1] = static_cast<signed char>(rank - 2);
            swapped.from[rank - 2] = static_cast<signed char>(rank - 1);
        }
        if (rank >= 2 && outer.rank == rank && map == swapped) return call("transpose", id);
        if (inner.rank != outer.rank || !is_part(map)) return is_part(map) ? operand(id, 0) : call("permute", id);
        for (std::size_t a = 0; a < rank; ++a) {
            if (inner[a].size == outer[a].size) continue;
            if (!is_static_size(map.offset[a], lengths_) || !is_static_size(outer[a].size, lengths_))
                return of_slice(operand(id, 0), inner, a, map.offset[a], outer[a].size);
            const char* const name = a + 1 == rank ? "cols" : a + 2 == rank ? "rows" : "part";
            return call(name + ('<' + std::to_string(map.offset[a])) + ", " +
                            std::to_string(map.offset[a] + outer[a].size) + '>',
                        id);
        }
        return operand(id, 0);
    }
    /// A part whose begin or end depends on lengths. Its end is a sum, which no single number stands for.
    static expression of_slice(const expression& whole, const shape& dims, std::size_t a, std::size_t begin,
                               std::size_t size) {
        const std::string axis = dims[a].name == nullptr ? std::to_string(a) : std::string(dims[a].name->name);
        const std::string from = std::to_string(begin);
        return {"slice<" + axis + ">(" + whole.text + ", " + from + ", " + (begin == 0 ? "" : from + " + ") +
                std::to_string(size) + ')'};
    }
    /// Whether the axes are in order.
    static bool is_part(const index_map& map) {
        signed char last = -1;
        for (std::size_t a = 0; a < map.rank; ++a) {
            if (map.from[a] == index_map::fixed) continue;
            if (map.from[a] <= last) return false;
            last = map.from[a];
        }
        return true;
    }

    graph_view g_;
    const leaf_list& leaves_;
    length_list lengths_;
    shared_names shared_;
};

}  // namespace heed::detail::emitted
