// SPDX-License-Identifier: BSL-1.0
// Slips with digits: truncated instead of rounded, rounded twice, one unit off, intermediate results rounded.
#pragma once

#include <heed_check/slip/matrices.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace heed::detail {

inline known_number exact_number(const decimal& d) { return {.printed = d, .is_printed = true}; }
inline known_number rounded_number(const decimal& d) { return {.printed = d, .is_printed = true, .is_rounded = true}; }
inline bool is_rounded_number(const known_number& x) {
    return x.is_printed && x.is_rounded && x.printed.kind == entry_kind::number;
}

/// Whether the digits may have been rounded or truncated. Whole numbers are assumed to be exact.
inline bool have_fractions(const std::vector<known_number>& numbers) {
    return std::any_of(numbers.begin(), numbers.end(),
                       [](const known_number& x) { return x.is_printed && x.printed.places > 0; });
}

/// Truncated digits d stand for [d, d + 1) units, 0 for (-1, 1). So half a unit away from 0 is added to the range of
/// the rounded digits, and for 0 the range is doubled.
inline node_id add_truncated(slip_editor& e, node_id leaf, const std::vector<known_number>& numbers) {
    std::vector<known_number> factor, half;
    bool has_zero = false;
    for (const known_number& x : numbers) {
        const bool counts = is_rounded_number(x), zero = counts && x.printed.digits == 0;
        has_zero = has_zero || zero;
        const short places = static_cast<short>(x.printed.places + 1);
        factor.push_back({.value = zero ? 2.0 : 1.0});
        half.push_back(exact_number({!counts || zero ? 0 : x.printed.digits < 0 ? -5 : 5, places}));
    }
    const shape dims = e.dims(leaf);
    if (has_zero) leaf = e.add_elementwise(function::multiply, leaf, e.add_fresh(dims, "twice where 0", factor));
    return e.add_elementwise(function::add, leaf, e.add_fresh(dims, "half a unit", half));
}

inline subject with_truncated_inputs(const subject& s) {
    const std::vector<std::size_t> leaf_of = leaf_numbers_of(s);
    return slip_editor(s,
                       [&](slip_editor& e, node_id id) {
                           if (s.g[id].kind != node_kind::leaf) return no_node;
                           const std::vector<known_number>& numbers = s.leaves[leaf_of[id]].numbers;
                           const bool counts = have_fractions(numbers) &&
                                               std::any_of(numbers.begin(), numbers.end(), is_rounded_number);
                           return counts ? add_truncated(e, e.copy_unchanged(id), numbers) : no_node;
                       })
        .finish();
}

inline bool has_leaf_number(const subject& s, bool (*is_it)(const known_number&)) {
    return std::any_of(s.leaves.begin(), s.leaves.end(), [&](const subject_leaf& leaf) {
        return have_fractions(leaf.numbers) && std::any_of(leaf.numbers.begin(), leaf.numbers.end(), is_it);
    });
}

/// How many zeros all printed numbers end with, behind the point: 2 of 0.3500 and 1.0000.
inline short zeros_at_the_end(const subject& s) {
    constexpr short most = 300;
    short zeros = most;
    for (const decimal& d : s.printed.entries) {
        if (d.kind != entry_kind::number) continue;
        short own = 0;
        for (long long rest = d.digits; own < d.places && rest % 10 == 0; rest /= 10) ++own;
        zeros = own < zeros ? own : zeros;
    }
    return zeros == most ? short(0) : zeros;
}

/// Zeros at the end of all numbers tell that they were rounded before they were printed.
inline void append_fewer_places(const subject& s, const std::vector<candidate>&, slip_variants& out) {
    const short zeros = zeros_at_the_end(s);
    if (zeros == 0 || s.printed.how != reading::rounded) return;
    short places = 0;
    subject changed = s;
    for (decimal& d : changed.printed.entries) {
        if (d.kind != entry_kind::number) continue;
        for (short i = 0; i < zeros; ++i) d.digits /= 10;
        d.places = static_cast<short>(d.places - zeros);
        places = d.places > places ? d.places : places;
    }
    out.push_back({"the result rounded to " + std::to_string(places) + (places == 1 ? " place" : " places") +
                       " before it was printed",
                   std::move(changed)});
}

inline void append_truncation(const subject& s, const std::vector<candidate>&, slip_variants& out) {
    const auto cut = [](subject changed) {
        changed.printed.how = reading::truncated;
        return changed;
    };
    const bool rounded = s.printed.how == reading::rounded;
    if (rounded) out.push_back({"the printed digits cut off instead of rounded", cut(s)});
    if (!has_leaf_number(s, is_rounded_number)) return;
    const subject inputs = with_truncated_inputs(s);
    out.push_back({"the digits of the inputs cut off instead of rounded", inputs});
    if (rounded) out.push_back({"the digits of the inputs and of the result cut off instead of rounded", cut(inputs)});
}

inline constexpr const char* inputs_not_exact = "the digits of the inputs rounded instead of exact";

/// Inputs that were taken as exact are rounded.
inline void append_exact_readings(const subject& s, const std::vector<candidate>&, slip_variants& out) {
    const auto is_exact = [](const known_number& x) { return x.is_printed && !x.is_rounded; };
    if (s.printed.how == reading::exact) {
        out.push_back({"the printed digits rounded instead of exact", s});
        out.back().changed.printed.how = reading::rounded;
    }
    if (!has_leaf_number(s, is_exact)) return;
    out.push_back({inputs_not_exact, s});
    for (subject_leaf& leaf : out.back().changed.leaves)
        if (have_fractions(leaf.numbers))
            for (known_number& x : leaf.numbers) x.is_rounded = x.is_rounded || is_exact(x);
}

/// The printed number for each element of the result; 0 if it is elided.
inline std::vector<decimal> printed_elements(const subject& s) {
    std::vector<decimal> elements;
    const printed_numbers view = s.printed.view();
    const alignment aligned(view, s.dims());
    for (std::size_t i = 0; i < s.dims().size(); ++i) {
        const decimal* d = aligned.printed(element_at(s.dims(), i));
        elements.push_back(d == nullptr || d->kind != entry_kind::number ? decimal{} : *d);
    }
    return elements;
}

/// The result with `times` errors of up to half a unit, `further` places after the last printed one.
inline subject with_result_error(const subject& s, int further, int times) {
    std::vector<known_number> errors;
    for (const decimal& d : printed_elements(s))
        errors.push_back(rounded_number({0, static_cast<short>(d.places + further)}));
    const node_id id = s.g.results[0];
    subject changed = changed_at(s, id, [&](slip_editor& e) {
        node_id result = e.copy_unchanged(id);
        for (int i = 0; i < times; ++i)
            result = e.add_elementwise(function::add, result, e.add_fresh(s.dims(), "error", errors));
        return result;
    });
    changed.formula = s.formula;
    return changed;
}

inline void append_result_errors(const subject& s, const std::vector<candidate>&, slip_variants& out) {
    if (s.printed.how != reading::rounded) return;
    out.push_back(
        {"the result off by up to 0.05 units of the last place, as when it is rounded to one place more first",
         with_result_error(s, 1, 1)});
    out.push_back({"the result off by up to one unit of the last place", with_result_error(s, 0, 2)});
}

/// Whether each node depends on a matrix: arange(4) does not.
inline std::vector<bool> nodes_of_matrices(const subject& s) {
    std::vector<bool> depends(s.g.nodes.size());
    for (node_id id = 0; id < s.g.nodes.size(); ++id) {
        depends[id] = s.g[id].kind == node_kind::leaf;
        for (std::size_t k = 0; k < s.g[id].operand_count; ++k)
            depends[id] = depends[id] || depends[s.g.operand(id, k)];
    }
    return depends;
}

/// Intermediate results that were rounded to the places of the printed result before they were used.
inline void append_rounded_parts(const subject& s, const std::vector<candidate>&, slip_variants& out) {
    short places = 0;
    for (const decimal& d : printed_elements(s)) places = d.places > places ? d.places : places;
    std::vector<node_id> parts;
    const std::vector<bool> depends = nodes_of_matrices(s);
    for (node_id id = 0; id < s.g.results[0]; ++id) {
        const node_kind kind = s.g[id].kind;
        const bool moves = kind == node_kind::leaf || kind == node_kind::constant || kind == node_kind::view ||
                           kind == node_kind::reshape;
        if (!moves && depends[id] && s.g[id].dims.rank > 0) parts.push_back(id);
    }
    const auto rounded = [&](const std::vector<node_id>& at) {
        subject changed =
            slip_editor(s, [&](slip_editor& e, node_id id) {
                if (!contains(at, id)) return no_node;
                const node_id value = e.copy_unchanged(id);
                const std::vector<known_number> errors(s.g[id].dims.size(), rounded_number({0, places}));
                return e.add_elementwise(function::add, value, e.add_fresh(s.g[id].dims, "error", errors));
            }).finish();
        changed.formula = s.formula;
        return changed;
    };
    const std::string to =
        " off by up to half a unit of place " + std::to_string(places) + ", as when rounded before use";
    for (const node_id id : parts) out.push_back({text_of(s, id) + to, rounded({id})});
    if (parts.size() > 1) out.push_back({"every intermediate result" + to, rounded(parts)});
}

}  // namespace heed::detail
