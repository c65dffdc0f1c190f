// SPDX-License-Identifier: BSL-1.0
// Slips with operations: transposes, the order of products, omitted terms, signs, a residual connection.
#pragma once

#include <heed_check/slip/matrices.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace heed::detail {

inline bool is_operand_of(const subject& s, node_id id, node_kind kind) {
    for (const node& n : s.g.nodes)
        for (std::size_t k = 0; n.kind == kind && k < n.operand_count; ++k)
            if (s.g.operands[n.first_operand + k] == id) return true;
    return false;
}

/// Transposes square operands of products and of softmax, and a square result; omits transposes of square matrices.
inline void append_transposes(const subject& s, const std::vector<candidate>&, slip_variants& out) {
    for (node_id id = 0; id < s.g.nodes.size(); ++id) {
        const node& n = s.g[id];
        const bool result = id == s.g.results[0];
        const bool used = is_operand_of(s, id, node_kind::product) || is_operand_of(s, id, node_kind::normalise);
        if (!is_square(n.dims) || (!result && !used)) continue;
        const std::string text = text_of(s, id);
        if (n.kind == node_kind::view && is_transpose(n.map, s.g[s.g.operand(id, 0)].dims, n.dims))
            out.push_back({text_of(s, s.g.operand(id, 0)) + " instead of " + text,
                           changed_at(s, id, [&](slip_editor& e) { return e.copy_operand(id, 0); })});
        else
            out.push_back({result ? "the result transposed" : "transpose(" + text + ") instead of " + text,
                           changed_at(s, id, [&](slip_editor& e) { return e.add_transpose(e.copy_unchanged(id)); })});
    }
    for (const used_matrix& m : matrices_of(s)) {
        if (m.places.size() < 2 || !is_square(m.dims)) continue;
        const std::string& name = s.leaves[m.leaf].name;
        const slip_editor::change everywhere = [&](slip_editor& e, node_id id) {
            return contains(m.places, id) ? e.add_transpose(e.copy_unchanged(id)) : no_node;
        };
        out.push_back(
            {"transpose(" + name + ") instead of " + name + " everywhere", slip_editor(s, everywhere).finish()});
    }
}

/// B * A instead of A * B, also with both transposed. If A is not square but B is, the exchanged order with the
/// necessary transposes is A * transpose(B), a transposed operand, which is tried elsewhere.
inline void append_product_order(const subject& s, const std::vector<candidate>&, slip_variants& out) {
    for (const node_id id : sites_of(s, [](const node& n) { return n.kind == node_kind::product; })) {
        const node_id a = s.g.operand(id, 0), b = s.g.operand(id, 1);
        if (!is_square(s.g[a].dims) || !have_same_sizes(s.g[a].dims, s.g[b].dims)) continue;
        const std::string left = text_of(s, a, tightness_of_word), right = text_of(s, b, tightness_of_word);
        const std::string written = " instead of " + left + " * " + right;
        const auto product = [&](slip_editor& e, bool transposed) {
            const node_id x = e.copy(a), y = e.copy(b);
            return e.add(s.g[id], {transposed ? e.add_transpose(x) : y, transposed ? e.add_transpose(y) : x});
        };
        out.push_back(
            {right + " * " + left + written, changed_at(s, id, [&](slip_editor& e) { return product(e, false); })});
        out.push_back({"transpose(" + left + ") * transpose(" + right + ")" + written,
                       changed_at(s, id, [&](slip_editor& e) { return product(e, true); })});
    }
}

/// Omits one operand of a sum or an elementwise product; exchanges sums and differences.
inline void append_terms(const subject& s, const std::vector<candidate>&, slip_variants& out) {
    for (const node_id id : sites_of(s, [](const node& n) { return n.kind == node_kind::elementwise; })) {
        const node& n = s.g[id];
        const bool sum = n.apply == function::add || n.apply == function::subtract;
        if (n.operand_count != 2 || n.dims.rank == 0 || (!sum && n.apply != function::multiply)) continue;
        const std::string text = text_of(s, id);
        for (std::size_t k = 0; k < 2; ++k) {
            const node_id kept = s.g.operand(id, k), dropped = s.g.operand(id, 1 - k);
            if (!have_same_sizes(s.g[kept].dims, n.dims) || s.g[dropped].dims.rank == 0) continue;
            out.push_back({text_of(s, dropped) + " left out of " + text,
                           changed_at(s, id, [&](slip_editor& e) { return e.copy(kept); })});
        }
        if (!sum) continue;
        node other = n;
        other.apply = n.apply == function::add ? function::subtract : function::add;
        out.push_back(
            {std::string(traits_of(other.apply).name) + " instead of " + traits_of(n.apply).name + " in " + text,
             changed_at(s, id, [&](slip_editor& e) {
                 return e.add(other, {e.copy_operand(id, 0), e.copy_operand(id, 1)});
             })});
    }
}

/// Adds a matrix that has the shape of the result.
inline void append_residual(const subject& s, const std::vector<candidate>& others, slip_variants& out) {
    const node_id id = s.g.results[0];
    const auto added = [&](const std::string& name, const auto& make) {
        out.push_back(
            {name + " added to the result, as a residual connection does", changed_at(s, id, [&](slip_editor& e) {
                 const node_id result = e.copy_unchanged(id);
                 return e.add_elementwise(function::add, result, make(e));
             })});
    };
    for (const used_matrix& m : matrices_of(s))
        if (have_same_sizes(m.dims, s.dims()) && m.places[0] != id)
            added(s.leaves[m.leaf].name, [&](slip_editor& e) { return e.copy_unchanged(m.places[0]); });
    for (const candidate& c : others) {
        if (!have_same_sizes(c.dims, s.dims())) continue;
        if (!c.numbers.empty())
            added("the printed " + c.name, [&](slip_editor& e) { return e.add_named(s.dims(), c.name, c.numbers); });
        for (const subject& d : c.definitions)
            added(c.name + ", computed as " + d.formula + ",", [&](slip_editor& e) { return e.add_formula(d); });
    }
}

}  // namespace heed::detail
