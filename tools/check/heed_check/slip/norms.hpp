// SPDX-License-Identifier: BSL-1.0
// Slips with norms and variances: another epsilon, one beside the root instead of below it, n - 1 instead of n.
#pragma once

#include <heed_check/slip/matrices.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace heed::detail {

struct tried_epsilon {
    const char* text;
    surd value;
};
inline constexpr tried_epsilon tried_epsilons[] = {
    {"1e-5", {1, 100'000, 1}},
    {"1e-3", {1, 1'000, 1}},
    {"1e-6", {1, 1'000'000, 1}},
    {"1e-8", {1, 100'000'000, 1}},
    {"1e-12", {1, 1'000'000'000'000, 1}},
    {"1e-7", {1, 10'000'000, 1}},
};

/// The operand of an elementwise node that is a small positive constant, as an epsilon is; 2 if there is none.
inline std::size_t epsilon_operand(const subject& s, const node& n) {
    if (n.kind != node_kind::elementwise || n.apply != function::add) return 2;
    for (std::size_t k = 0; k < 2; ++k) {
        const node& c = s.g[s.g.operands[n.first_operand + k]];
        if (c.kind == node_kind::constant && c.value.numerator > 0 && c.value.denominator / c.value.numerator >= 100)
            return k;
    }
    return 2;
}

/// Roots below which an epsilon may stand: those of numbers that are computed, and that something is divided by.
inline std::vector<node_id> divisor_roots_of(const subject& s) {
    std::vector<node_id> roots;
    for (const node& n : s.g.nodes) {
        if (n.kind != node_kind::elementwise || n.apply != function::divide) continue;
        const node_id below = s.g.operands[n.first_operand + 1];
        const node& root = s.g[below];
        if (root.kind != node_kind::elementwise || root.apply != function::sqrt) continue;
        if (s.g[s.g.operand(below, 0)].kind != node_kind::constant && !contains(roots, below)) roots.push_back(below);
    }
    return roots;
}

inline std::string epsilon_text(const surd& value) {
    for (const tried_epsilon& eps : tried_epsilons)
        if (eps.value == value) return eps.text;
    return text_of(value);
}

inline void append_epsilon(const subject& s, const std::vector<candidate>&, slip_variants& out) {
    for (const node_id root : divisor_roots_of(s)) {
        const node_id sum = s.g.operand(root, 0);
        const std::size_t k = epsilon_operand(s, s.g[sum]);
        const bool has = k < 2;
        const node_id square = has ? s.g.operand(sum, 1 - k) : sum;
        const auto try_it = [&](const std::string& what, const auto& make) {
            out.push_back({what, changed_at(s, root, make)});
        };
        const auto root_of = [](slip_editor& e, node_id x) {
            return e.add(node_of::elementwise(function::sqrt, e.dims(x)), {x});
        };
        for (const tried_epsilon& eps : tried_epsilons) {
            if (has && s.g[s.g.operand(sum, k)].value == eps.value) continue;
            try_it(
                has ? std::string("epsilon ") + eps.text + " instead of " + epsilon_text(s.g[s.g.operand(sum, k)].value)
                    : std::string("epsilon ") + eps.text + " added below the root",
                [&](slip_editor& e) {
                    const node_id x = e.copy(square);
                    return root_of(e, e.add_elementwise(function::add, x, e.add_exact(eps.value)));
                });
        }
        if (has) try_it("no epsilon", [&](slip_editor& e) { return root_of(e, e.copy(square)); });
        for (const tried_epsilon& eps : tried_epsilons)
            try_it(std::string("epsilon ") + eps.text + " added to the root instead of below it", [&](slip_editor& e) {
                const node_id x = root_of(e, e.copy(square));
                return e.add_elementwise(function::add, x, e.add_exact(eps.value));
            });
    }
}

inline bool is_square(const subject& s, node_id id) {
    const node& n = s.g[id];
    if (n.kind != node_kind::elementwise || n.operand_count != 2) return false;
    const node_id a = s.g.operand(id, 0), b = s.g.operand(id, 1);
    if (n.apply == function::multiply) return a == b || text_of(s, a) == text_of(s, b);
    return n.apply == function::pow && s.g[b].kind == node_kind::constant && s.g[b].value == surd{2, 1, 1};
}

/// How many squares are added up by this reduction, also where an axis of size 1 stands for the one that it drops; 0 if
/// it is none.
inline long long squares_in(const subject& s, node_id id, reduction r) {
    while (s.g[id].kind == node_kind::view) id = s.g.operand(id, 0);
    const node& n = s.g[id];
    if (n.kind != node_kind::reduce || n.reduce != r || !is_square(s, s.g.operand(id, 0))) return 0;
    return static_cast<long long>(s.g[s.g.operand(id, 0)].dims[n.axis].size);
}

/// Variances divided by n - 1 instead of n, and by n instead of n - 1.
inline void append_correction(const subject& s, const std::vector<candidate>&, slip_variants& out) {
    const std::string less = "the variance divided by n - 1 instead of n";
    for (node_id id = 0; id < s.g.nodes.size(); ++id) {
        const node& n = s.g[id];
        const long long meant = n.kind == node_kind::reduce ? squares_in(s, id, reduction::mean) : 0;
        if (meant > 1)
            out.push_back({less, changed_at(s, id, [&](slip_editor& e) {
                               const surd more{meant, meant - 1, 1};
                               return e.add_elementwise(function::multiply, e.copy_unchanged(id), e.add_exact(more));
                           })});
        if (n.kind != node_kind::elementwise || n.apply != function::divide) continue;
        const node_id sum = s.g.operand(id, 0);
        const node& by = s.g[s.g.operand(id, 1)];
        const long long size = squares_in(s, sum, reduction::sum);
        if (size < 2 || by.kind != node_kind::constant) continue;
        const bool of_all = by.value == surd{size, 1, 1};
        if (!of_all && by.value != surd{size - 1, 1, 1}) continue;
        out.push_back(
            {of_all ? less : "the variance divided by n instead of n - 1", changed_at(s, id, [&](slip_editor& e) {
                 const surd other{of_all ? size - 1 : size, 1, 1};
                 return e.add_elementwise(function::divide, e.copy(sum), e.add_exact(other));
             })});
    }
}

}  // namespace heed::detail
