// SPDX-License-Identifier: BSL-1.0
// Parts of a matrix at indices that another one has: A[y] are rows of A, and A[np.arange(n), y] is one element of each
// row. They are products with rows that have a single 1.
#pragma once

#include <heed_check/formula/matrix_parts.hpp>
#include <heed_check/formula/term_rules.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace heed::detail {

inline bool has_places(const std::vector<part_item>& items) {
    return std::any_of(items.begin(), items.end(), [](const part_item& i) { return i.places.has_value(); });
}

/// Row i has its 1 at column y[i] of n; where y[i] is negative, at y[i] + n.
inline term_id rows_of_one(formula_terms& terms, term_id y, std::size_t n, std::size_t at) {
    formula_rules rules(terms);
    const shape dims{terms.dims(y)[0], extent(n)};
    const term_id column = terms.add(node_of::index(1, dims), at, {});
    const term_id size = terms.add_exact({static_cast<long long>(n), 1, 1}, at);
    const term_id places = rules.with_axis(y, 1, at);
    return rules.elementwise(function::either, rules.elementwise(function::equal, column, places, at),
                             rules.elementwise(function::equal, column, rules.sum(places, size, at), at), at);
}

/// A[y] or A[arange(n), y] of a matrix with n rows.
inline term_id looked_up(formula_terms& terms, term_id a, const std::vector<part_item>& items, std::size_t at) {
    formula_rules rules(terms);
    const shape dims = rules.dims(a);
    const auto is_place = [&](std::size_t i) { return items[i].places.has_value(); };
    const auto counts_rows = [&](term_id i) {
        return terms[i].what.kind == node_kind::index && terms.dims(i).size() == dims[0].size;
    };
    if (dims.rank == 2 && items.size() == 1)
        return rules.product(rows_of_one(terms, *items[0].places, dims[0].size, at), a, at);
    if (dims.rank != 2 || items.size() != 2 || !is_place(0) || !is_place(1) || !counts_rows(*items[0].places) ||
        terms.dims(*items[1].places).size() != dims[0].size)
        rules.refuse().law(at, "A[y] and A[arange(rows), y] of a matrix A are read, no other indices in vectors", a);
    const term_id ones = rows_of_one(terms, *items[1].places, dims[1].size, at);
    return rules.reduce(reduction::sum, -1, rules.elementwise(function::keep, ones, a, at), at);
}

}  // namespace heed::detail
