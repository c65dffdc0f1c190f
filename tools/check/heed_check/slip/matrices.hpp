// SPDX-License-Identifier: BSL-1.0
// Slips with matrices: one used for another, two exchanged, a computed one used for a printed one.
#pragma once

#include <heed_check/slip/slip.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace heed::detail {

/// One matrix of a formula, and the nodes that use it.
struct used_matrix {
    std::size_t leaf;  ///< the first one
    shape dims;
    std::vector<node_id> places;
};

inline std::vector<used_matrix> matrices_of(const subject& s) {
    std::vector<used_matrix> found;
    const std::vector<std::size_t> leaf_of = leaf_numbers_of(s);
    for (node_id id = 0; id < s.g.nodes.size(); ++id) {
        if (s.g[id].kind != node_kind::leaf || s.g[id].dims.rank == 0) continue;
        const std::size_t group = s.leaves[leaf_of[id]].same_as;
        if (s.leaves[leaf_of[id]].is_made) continue;
        std::size_t i = 0;
        while (i < found.size() && found[i].leaf != group) ++i;
        if (i == found.size()) found.push_back({group, s.g[id].dims, {}});
        found[i].places.push_back(id);
    }
    return found;
}

inline bool contains(const std::vector<node_id>& places, node_id id) {
    for (const node_id place : places)
        if (place == id) return true;
    return false;
}

/// Replaces a matrix by make(editor): once everywhere, and once for each single use.
template <class Make>
void append_replaced(const subject& s, const used_matrix& old, const std::string& what, const Make& make,
                     slip_variants& out) {
    const auto at = [&](const std::vector<node_id>& places) {
        return slip_editor(s, [&](slip_editor& e, node_id id) { return contains(places, id) ? make(e) : no_node; })
            .finish();
    };
    out.push_back({what, at(old.places)});
    for (std::size_t i = 0; old.places.size() > 1 && i < old.places.size(); ++i)
        out.push_back({what + " in place " + std::to_string(i + 1), at({old.places[i]})});
}

/// Replaces each matrix of the formula by each other one of its shape.
inline void append_other_matrix(const subject& s, const std::vector<candidate>&, slip_variants& out) {
    const std::vector<used_matrix> matrices = matrices_of(s);
    const auto name = [&](const used_matrix& m) { return s.leaves[m.leaf].name; };
    for (const used_matrix& a : matrices)
        for (const used_matrix& b : matrices) {
            if (a.leaf == b.leaf || !have_same_sizes(a.dims, b.dims)) continue;
            append_replaced(
                s, a, name(b) + " in place of " + name(a),
                [&](slip_editor& e) { return e.copy_unchanged(b.places[0]); }, out);
            if (a.leaf > b.leaf) continue;
            const slip_editor::change exchange = [&](slip_editor& e, node_id id) {
                if (contains(a.places, id)) return e.copy_unchanged(b.places[0]);
                return contains(b.places, id) ? e.copy_unchanged(a.places[0]) : no_node;
            };
            out.push_back({name(a) + " and " + name(b) + " exchanged", slip_editor(s, exchange).finish()});
        }
}

/// Replaces matrices of the formula by others of the document: the computed one of the same name, or another matrix.
inline void append_candidates(const subject& s, const std::vector<candidate>& others, slip_variants& out) {
    for (const used_matrix& m : matrices_of(s))
        for (const candidate& c : others) {
            if (!have_same_sizes(m.dims, c.dims)) continue;
            const std::string& old = s.leaves[m.leaf].name;
            const bool same = c.name == old;
            for (const subject& d : c.definitions)
                append_replaced(
                    s, m,
                    same ? old + " computed as " + d.formula + " instead of the printed " + old
                         : c.name + ", computed as " + d.formula + ", in place of " + old,
                    [&](slip_editor& e) { return e.add_formula(d); }, out);
            if (!same && !c.numbers.empty())
                append_replaced(
                    s, m, "the printed " + c.name + " in place of " + old,
                    [&](slip_editor& e) { return e.add_named(m.dims, c.name, c.numbers); }, out);
        }
}

/// Replaces parts of the formula by matrices of the same shape, such as the printed scores.
inline void append_printed_parts(const subject& s, const std::vector<candidate>& others, slip_variants& out) {
    for (node_id id = 0; id < s.g.results[0]; ++id) {
        const node& n = s.g[id];
        if (n.kind == node_kind::leaf || n.kind == node_kind::constant || n.dims.rank == 0) continue;
        for (const candidate& c : others)
            if (!c.numbers.empty() && have_same_sizes(n.dims, c.dims))
                out.push_back(
                    {"the printed " + c.name + " in place of " + text_of(s, id),
                     changed_at(s, id, [&](slip_editor& e) { return e.add_named(n.dims, c.name, c.numbers); })});
    }
}

}  // namespace heed::detail
