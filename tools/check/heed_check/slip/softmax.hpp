// SPDX-License-Identifier: BSL-1.0
// Slips with softmax: another axis, all entries, none, twice, log_softmax, exp without the division, causal masks.
#pragma once

#include <heed_check/slip/slip.hpp>

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

namespace heed::detail {

inline std::string axis_words(std::size_t axis, std::size_t rank) {
    if (rank == 2) return axis == 0 ? "down the columns" : "along the rows";
    return "along axis " + std::to_string(axis);
}

inline void append_other_axis(const subject& s, const std::vector<candidate>&, slip_variants& out) {
    const std::vector<node_id> sites = sites_of(s, is_normalise);
    for (const node_id id : sites) {
        const node& n = s.g[id];
        for (std::size_t axis = 0; axis < n.dims.rank; ++axis) {
            if (axis == n.axis) continue;
            node other = n;
            other.axis = axis;
            out.push_back({std::string(name_of(n.weights)) + " " + axis_words(axis, n.dims.rank) + " instead of " +
                               axis_words(n.axis, n.dims.rank) + place_in(s, id, sites.size()),
                           changed_at(s, id, [&](slip_editor& e) { return e.add(other, {e.copy_operand(id, 0)}); })});
        }
    }
}

/// softmax whose rows do not sum to 1 each, but all entries together: SciPy's with axis=None.
inline void append_softmax_of_all(const subject& s, const std::vector<candidate>&, slip_variants& out) {
    const std::vector<node_id> sites = sites_of(s, is_normalise);
    for (const node_id id : sites) {
        const node& n = s.g[id];
        if (n.dims.rank < 2) continue;
        const shape row{extent(n.dims.size())};
        out.push_back({std::string(name_of(n.weights)) + " over all entries together instead of " +
                           axis_words(n.axis, n.dims.rank) + place_in(s, id, sites.size()),
                       changed_at(s, id, [&](slip_editor& e) {
                           const node_id entries = e.add(node_of::reshape(row), {e.copy_operand(id, 0)});
                           const node_id all = e.add(node_of::normalise(n.weights, 0, row), {entries});
                           return e.add(node_of::reshape(n.dims), {all});
                       })});
    }
}

inline void append_other_softmax(const subject& s, const std::vector<candidate>&, slip_variants& out) {
    const std::vector<node_id> sites = sites_of(s, is_normalise);
    for (const node_id id : sites) {
        const node& n = s.g[id];
        const std::string place = place_in(s, id, sites.size());
        const bool is_log = n.weights == normalisation::log_softmax;
        node other = n;
        other.weights = is_log ? normalisation::softmax : normalisation::log_softmax;
        const node exponential = node_of::elementwise(function::exp, n.dims);
        const auto operand = [&](slip_editor& e) { return e.copy_operand(id, 0); };
        const auto try_it = [&](const std::string& what, const auto& make) {
            out.push_back({what + place, changed_at(s, id, make)});
        };
        const std::string name = name_of(n.weights);
        try_it("no " + name, operand);
        try_it(name + " applied twice", [&](slip_editor& e) { return e.add(n, {e.copy_unchanged(id)}); });
        try_it(name_of(other.weights) + (" instead of " + name),
               [&](slip_editor& e) { return e.add(other, {operand(e)}); });
        if (!is_log)
            try_it("exp without the division by its sum",
                   [&](slip_editor& e) { return e.add(exponential, {operand(e)}); });
    }
}

/// softmax of a result that was computed without it.
inline void append_missing_softmax(const subject& s, const std::vector<candidate>&, slip_variants& out) {
    const node_id id = s.g.results[0];
    if (!sites_of(s, is_normalise).empty()) return;
    for (std::size_t axis = s.dims().rank; axis-- > 0;) {
        const node n = node_of::normalise(normalisation::softmax, axis, s.dims());
        out.push_back({"softmax applied, " + axis_words(axis, s.dims().rank),
                       changed_at(s, id, [&](slip_editor& e) { return e.add(n, {e.copy_unchanged(id)}); })});
    }
}

/// The keys that query i of `rows` sees.
struct causal_mask {
    const char* name;
    bool lower_right;

    bool shows(std::size_t i, std::size_t j, std::size_t rows, std::size_t columns) const {
        return lower_right ? j + rows <= i + columns : j <= i;
    }
};

/// The mask as a leaf of exact numbers: `hidden` for keys that are not seen, `shown` for the others.
inline node_id add_mask(slip_editor& e, const causal_mask& mask, const shape& dims, double shown, double hidden) {
    const std::size_t rows = dims.from_right(1).size, columns = dims.from_right(0).size;
    std::vector<known_number> numbers;
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t j = 0; j < columns; ++j)
            numbers.push_back({.value = mask.shows(i, j, rows, columns) ? shown : hidden});
    return e.add_fresh(shape(extent(rows), extent(columns)), mask.name, numbers);
}

inline void append_causal(const subject& s, const std::vector<candidate>&, slip_variants& out) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const std::vector<node_id> sites = sites_of(s, is_normalise);
    for (const node_id id : sites) {
        const node& n = s.g[id];
        if (!is_matrix(n.dims) || n.axis + 1 != n.dims.rank) continue;
        const std::string place = place_in(s, id, sites.size());
        for (const causal_mask& mask : {causal_mask{"causal_upper_left", false}, {"causal_lower_right", true}}) {
            if (mask.lower_right && is_square(n.dims)) continue;
            const std::string name = is_square(n.dims) ? "a causal mask" : mask.name;
            out.push_back(
                {name + " on the scores before " + name_of(n.weights) + place, changed_at(s, id, [&](slip_editor& e) {
                     const node_id scores = e.copy_operand(id, 0);
                     const node_id hidden = add_mask(e, mask, n.dims, 0, -infinity);
                     return e.add(n, {e.add_elementwise(function::add, scores, hidden)});
                 })});
            out.push_back(
                {name + " on the weights after " + name_of(n.weights) + ", whose rows then sum to less than 1" + place,
                 changed_at(s, id, [&](slip_editor& e) {
                     const node_id weights = e.copy_unchanged(id);
                     return e.add_elementwise(function::multiply, weights, add_mask(e, mask, n.dims, 1, 0));
                 })});
        }
    }
}

}  // namespace heed::detail
